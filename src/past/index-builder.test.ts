import { expect, test } from "bun:test"
import { join } from "node:path"
import { makePastDatabase, pastDatabaseFile } from "../../test/bed/past-database.ts"
import { tempDir } from "../../test/bed/sandbox.ts"
import { stemOf } from "../text/words.ts"
import { bringUpToDate } from "./index-builder.ts"
import { openPast } from "./past.ts"

test("a session that was cut off half indexed and then deleted leaves nothing behind", async () => {
  const data = tempDir("data")
  const { session, said, db } = makePastDatabase(pastDatabaseFile(data))
  const id = session({ directory: "/x" })
  for (let at = 0; at < 300; at++) said(id, `the crane number ${at} ${`word${at} `.repeat(200)}`)
  const other = session({ directory: "/x" })
  const past = openPast({ XDG_DATA_HOME: data }, join(data, "past.db"))
  let read = 0
  // Ended after the first piece of its messages.
  const isStopped = () => read > 0
  const limits = { until: 2, now: () => 1, isStopped, isExcluded: () => false, maxBytes: 1e8, restMs: 0 }
  await past.look(undefined, (view) => {
    const message: typeof view.message = (...asked) => {
      read++
      return view.message(...asked)
    }
    return past.withIndex((index) => bringUpToDate(index, { ...view, message }, limits))
  })
  const state = () =>
    past.withIndex((index) => ({
      messages: index.size(),
      sessions: index.sessions().map(({ id: one, stamp }) => [one, stamp !== ""]),
    }))
  const half = await state()
  expect(half.messages).toBeGreaterThan(0)
  expect(half.messages).toBeLessThan(300)
  expect(half.sessions).toContainEqual([id, false])
  db.exec(`DELETE FROM session WHERE id = '${id}'`)
  await past.refresh({ forMs: 60_000, maxMegabytes: 100, restMs: 0 }, () => false)
  // The title of the other one.
  expect(await state()).toEqual({ messages: 1, sessions: [[other, true]] })
})

test("between two pieces the host can tidy up its file", async () => {
  const data = tempDir("data")
  const { session, said, db } = makePastDatabase(pastDatabaseFile(data))
  const id = session({ directory: "/x" })
  for (let at = 0; at < 300; at++) said(id, `the crane number ${at} ${`word${at} `.repeat(200)}`)
  db.exec("PRAGMA journal_mode = WAL")
  const past = openPast({ XDG_DATA_HOME: data }, join(data, "past.db"))
  const busy = new Set<unknown>()
  let rests = 0
  const isStopped = () => {
    rests++
    db.exec(`UPDATE session SET title = 'changed ${rests}' WHERE id = 'none'`)
    busy.add(Object.values(db.query("PRAGMA wal_checkpoint(TRUNCATE)").get() as object)[0])
    return false
  }
  const limits = { until: 2, now: () => 1, isStopped, isExcluded: () => false, maxBytes: 1e8, restMs: 0 }
  await past.look(undefined, (view) => past.withIndex((index) => bringUpToDate(index, view, limits)))
  expect(rests).toBeGreaterThan(4)
  expect([...busy]).toEqual([0])
  expect(await past.withIndex((index) => index.size())).toBe(301)
})

test("what is said after the index has run in the middle of a turn is indexed later", async () => {
  const data = tempDir("data")
  const { session, row, said, answered, db } = makePastDatabase(pastDatabaseFile(data))
  const past = openPast({ XDG_DATA_HOME: data }, join(data, "past.db"))
  const [first, second, dead] = [
    session({ directory: "/x" }),
    session({ directory: "/x" }, 2),
    session({ directory: "/x" }, 2),
  ]
  const size = async () => {
    await past.refresh({ forMs: 60_000, maxMegabytes: 100, restMs: 0 }, () => false)
    return past.withIndex((index) => index.size())
  }
  said(first, "what about the crane")
  for (const id of [second, dead]) row(id, "user", { text: "what about the crane" })
  expect(await size()).toBe(6)
  // Neither host moves the time of a session before its next turn.
  answered(first, { type: "text", text: "it needs a gearbox" })
  db.exec(`UPDATE session SET tokens_input = 900, tokens_output = 12 WHERE id = '${first}'`)
  expect(await size()).toBe(7)
  row(second, "assistant", { content: [{ type: "text", text: "it needs a gearbox" }] })
  row(second, "idle", { outcome: "interrupted" })
  db.exec(`UPDATE session_v2 SET time_idle = time_updated + 5000 WHERE id = '${second}'`)
  expect(await size()).toBe(8)
  // Ended by kill -9, so it never became idle.
  row(dead, "assistant", { content: [{ type: "text", text: "it needs a gearbox" }] })
  db.exec(`UPDATE session_v2 SET tokens_output = 12 WHERE id = '${dead}'`)
  expect(await size()).toBe(9)
})

test("what OpenCode 1 changes without moving the session's time is followed: a new title, an edited part, a deleted message", async () => {
  const data = tempDir("data")
  const { session, said, db } = makePastDatabase(pastDatabaseFile(data), [1])
  const id = session({ directory: "/x", title: "About cranes" })
  const [edited, deleted] = [said(id, "the pelican sleeps"), said(id, "the kestrel sleeps")]
  const past = openPast({ XDG_DATA_HOME: data }, join(data, "past.db"))
  const having = async (...terms: string[]) => {
    await past.refresh({ forMs: 60_000, maxMegabytes: 100, restMs: 0 }, () => false)
    return past.withIndex((index) => terms.filter((term) => index.countOf(term, 10).count > 0))
  }
  const all = ["cran", "gannet", "pelican", "osprei", "kestrel"].map(stemOf)
  expect(await having(...all)).toEqual(["cran", "pelican", "kestrel"].map(stemOf))
  db.query("UPDATE session SET title = 'About gannet' WHERE id = ?").run(id)
  expect(await having(...all)).toEqual(["gannet", "pelican", "kestrel"].map(stemOf))
  const part = "UPDATE part SET data = ?, time_updated = time_updated + 60000 WHERE message_id = ?"
  db.query(part).run(JSON.stringify({ type: "text", text: "the osprei sleeps" }), edited)
  expect(await having(...all)).toEqual(["gannet", "osprei", "kestrel"].map(stemOf))
  db.query("DELETE FROM message WHERE id = ?").run(deleted)
  expect(await having(...all)).toEqual(["gannet", "osprei"].map(stemOf))
})

test("a part that OpenCode 1 has deleted is forgotten, whichever of its message", async () => {
  const data = tempDir("data")
  const { session, answered, db } = makePastDatabase(pastDatabaseFile(data), [1])
  const id = session({ directory: "/x" })
  answered(id, { type: "text", text: "the pelican sleeps" }, { type: "text", text: "the kestrel sleeps" })
  const past = openPast({ XDG_DATA_HOME: data }, join(data, "past.db"))
  const having = async (...terms: string[]) => {
    await past.refresh({ forMs: 60_000, maxMegabytes: 100, restMs: 0 }, () => false)
    return past.withIndex((index) => terms.filter((term) => index.countOf(stemOf(term), 10).count > 0))
  }
  expect(await having("pelican", "kestrel")).toEqual(["pelican", "kestrel"])
  // Both were written at one time, and the other one is the newest still.
  db.run("DELETE FROM part WHERE data LIKE '%pelican%'")
  expect(await having("pelican", "kestrel")).toEqual(["kestrel"])
})

test("what was edited or deleted in old sessions is followed in turn, and a round goes on in the next process", async () => {
  const data = tempDir("data")
  const { session, answered, db, wait } = makePastDatabase(pastDatabaseFile(data), [1])
  const ids = Array.from({ length: 40 }, () => {
    wait(1000)
    const id = session({ directory: "/x" })
    answered(id, { type: "text", text: "the pelican sleeps" }, { type: "text", text: "the kestrel sleeps" })
    return id
  })
  /** In a process of its own; how many sessions were looked into, and how many messages have each word. */
  const refreshed = async () => {
    const past = openPast({ XDG_DATA_HOME: data }, join(data, "past.db"))
    let looked = 0
    const limits = { until: 2, now: () => 1, isStopped: () => false, isExcluded: () => false, maxBytes: 1e8, restMs: 0 }
    await past.look(undefined, (view) => {
      const partsTraceOf: typeof view.partsTraceOf = (one) => {
        looked++
        return view.partsTraceOf(one)
      }
      return past.withIndex((index) => bringUpToDate(index, { ...view, partsTraceOf }, limits))
    })
    const counts = await past.withIndex((index) =>
      ["pelican", "kestrel", "osprei"].map((word) => index.countOf(stemOf(word), 100).count),
    )
    await past.close()
    return { looked, counts }
  }
  expect((await refreshed()).counts).toEqual([40, 40, 0])
  for (const id of [ids[0], ids[17]])
    db.query("DELETE FROM part WHERE session_id = ? AND data LIKE '%pelican%'").run(id ?? "")
  const edit = "UPDATE part SET data = json_set(data, '$.text', 'the osprei'), time_updated = time_updated + 1"
  db.query(`${edit} WHERE session_id = ? AND data LIKE '%kestrel%'`).run(ids[5] ?? "")
  const rounds = [await refreshed(), await refreshed(), await refreshed(), await refreshed()]
  expect(rounds.map(({ looked }) => looked).filter((looked) => looked > 20)).toEqual([])
  expect(rounds.at(-1)?.counts).toEqual([38, 39, 1])
})

test("the lease is held until the last piece is written, and free then", async () => {
  const data = tempDir("data")
  const { session, said } = makePastDatabase(pastDatabaseFile(data), [1])
  said(session({ directory: "/x" }), "the pelican sleeps")
  const [one, other] = [0, 1].map(() => openPast({ XDG_DATA_HOME: data }, join(data, "past.db")))
  const limits = { until: 2, now: () => 1, isStopped: () => false, isExcluded: () => false, maxBytes: 1e8, restMs: 0 }
  const built = await one?.look(undefined, (view) => one.withIndex((index) => bringUpToDate(index, view, limits)))
  expect(built).toBe(true)
  expect(await other?.withIndex((index) => [index.size(), index.takeLease(1)])).toEqual([2, true])
})

test("the index stays near its size limit, also if the new sessions are larger than those that make room", async () => {
  const data = tempDir("data")
  const { session, said, wait, db } = makePastDatabase(pastDatabaseFile(data), [1])
  const past = openPast({ XDG_DATA_HOME: data }, join(data, "past.db"))
  const megabytes = async () => {
    await past.refresh({ forMs: 60_000, maxMegabytes: 1, restMs: 0 }, () => false)
    return (await past.withIndex((index) => index.bytes())) / 1e6
  }
  const words = (from: number, count: number) => Array.from({ length: count }, (_, at) => `w${from + at}x`).join(" ")
  db.exec("BEGIN")
  for (let at = 0; at < 300; at++) {
    wait(1000)
    said(session({ directory: "/x" }), words(at * 5, 5))
  }
  db.exec("COMMIT")
  await megabytes()
  const sizes: number[] = []
  for (let round = 0; round < 4; round++) {
    db.exec("BEGIN")
    for (let at = 0; at < 8; at++) {
      wait(1000)
      const id = session({ directory: "/x" })
      for (let turn = 0; turn < 20; turn++) said(id, words((round * 160 + at * 20 + turn) * 400, 400))
    }
    db.exec("COMMIT")
    sizes.push(await megabytes())
  }
  // A session of this size has a sixth of a megabyte; what is found last is not looked at again.
  expect(sizes.filter((size) => size > 1.6)).toEqual([])
  expect(await past.withIndex((index) => index.sessions().length)).toBeGreaterThan(3)
})
