import { describe, expect, spyOn, test } from "bun:test"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { makePastDatabase, pastDatabaseFile, toolPart } from "../../test/bed/past-database.ts"
import { tempDir } from "../../test/bed/sandbox.ts"
import { indexTerms } from "../search/index-terms.ts"
import { stemOf } from "../text/words.ts"
import * as hostTables from "./host-tables.ts"
import { openPast } from "./past.ts"
import { openPastIndex } from "./past-index.ts"
import { parsePastQuery } from "./past-query.ts"
import { LEAST_CONFIDENCE, searchPast } from "./past-search.ts"
import type { PastSession } from "./past-session.ts"

function bed() {
  const data = tempDir("data")
  const file = join(data, "past.db")
  const made = makePastDatabase(pastDatabaseFile(data))
  const past = openPast({ XDG_DATA_HOME: data }, file)
  const refresh = (forMs = 60_000, isExcluded: (session: string) => boolean = () => false, maxMegabytes = 100) =>
    past.refresh({ forMs, maxMegabytes, restMs: 0 }, isExcluded)
  /** The messages that are found, best first. */
  const find = (query: string, expression?: string, isWanted: (session: PastSession) => boolean = () => true) =>
    past.look(undefined, (view) =>
      past.withIndex(async (index) => {
        const bounds = { isWanted, expression }
        const { hits } = await searchPast(index, view, parsePastQuery(query), bounds, Date.UTC(2026, 0, 6))
        return hits
          .filter(({ confidence }) => confidence >= LEAST_CONFIDENCE || expression !== undefined)
          .map(({ message }) => message.id)
      }),
    )
  return { ...made, data, past, file, refresh, find }
}

const codeOf = (error: { code: string }) => error.code

/** As a broken disk leaves them; counted from 1, as SQLite does. */
function overwritePages(file: string, from: number, to = Number.POSITIVE_INFINITY): void {
  const bytes = readFileSync(file)
  writeFileSync(file, bytes.fill(0xff, (from - 1) * 4096, Math.min(to * 4096, bytes.length)))
}

describe("what is found", () => {
  test("words in other forms, names by their parts, Eastern writing, tools' input and output, beginnings of a word", async () => {
    const { session, said, answered, refresh, find } = bed()
    const id = session({ directory: "/x" })
    const noise = Array.from({ length: 30 }, (_, at) => said(id, `something else altogether, number ${at}`))
    const migrate = said(id, "we migrated the billing tables to Postgres")
    const name = answered(id, { type: "text", text: "see `noteIndexCache` in src/store/index-cache.ts" })
    const eastern = said(id, "部署脚本在周五失败了")
    const output = answered(id, toolPart("bash", { command: "make lint" }, "eslint: 14 problems in harbour.js", 1))
    const script = answered(id, toolPart("write", { content: 'say "dredger"\nquayside\n\tbollard' }, "written"))
    expect(await refresh()).toBe(true)
    expect((await find("billing migrations"))[0]).toBe(migrate)
    expect((await find("note index cache"))[0]).toBe(name)
    expect((await find("index-cache.ts"))[0]).toBe(name)
    expect((await find("部署失败"))[0]).toBe(eastern)
    expect((await find("harbour eslint problems"))[0]).toBe(output)
    expect((await find("which postg"))[0]).toBe(migrate)
    expect([await find("quayside"), await find("bollard"), await find("dredger")]).toEqual([
      [script],
      [script],
      [script],
    ])
    expect(await find("zebra xylophone")).toEqual([])
    expect(await find('"the billing tables"')).toEqual([migrate])
    expect(await find('"tables the billing"')).toEqual([])
    expect(await find("", "lint OR postgr")).toContain(output)
    expect(noise).toHaveLength(30)
  })

  test("what a person said comes before what a tool printed", async () => {
    const { session, said, answered, refresh, find } = bed()
    const id = session({ directory: "/x" })
    answered(id, toolPart("read", { filePath: "x" }, "the harbour crane is out of order"))
    const typed = said(id, "the harbour crane is out of order")
    await refresh()
    expect((await find("harbour crane"))[0]).toBe(typed)
  })

  test("sessions of other projects do not push out the one that is asked about", async () => {
    const { session, said, refresh, find } = bed()
    const [wanted, other] = [session({ directory: "/x" }), session({ directory: "/y" })]
    const mine = said(wanted, "the crane is red")
    for (let at = 0; at < 100; at++) said(other, `crane ${at} of a red harbour, the crane`)
    await refresh()
    expect(await find("red crane", undefined, ({ id }) => id === wanted)).toEqual([mine])
  })

  test("a common word is found in an old session that is asked about", async () => {
    const { session, said, past, refresh, find } = bed()
    const old = session({ directory: "/x" })
    const mine = said(old, "the crane is red")
    await refresh()
    await past.withIndex((index) => {
      const newer = { id: "ses_newer", updated: Date.UTC(2030, 0), stamp: "x", database: "/another/host.db" }
      const terms = indexTerms("the crane is red")
      const entryAt = (_: unknown, at: number) =>
        ({ id: `msg_${at}`, position: at + 1, voice: "said", changed: 1, terms }) as const
      const entries = Array.from({ length: 20_000 }, entryAt)
      index.put([{ session: newer, messages: entries.length, gone: [], entries, isLast: true }])
    })
    const isOld = ({ id }: PastSession) => id === old
    expect(await find("red crane", undefined, isOld)).toEqual([mine])
    expect(await find("", "cran", isOld)).toEqual([mine])
  })

  test("any question is safe, whatever it is made of", async () => {
    const { session, said, refresh, find } = bed()
    said(session({ directory: "/x" }), "one plain message")
    await refresh()
    const naughty = [
      '"',
      "'",
      "* OR",
      "NEAR(a b)",
      "a AND",
      "col:x",
      "-x",
      "^y",
      "()",
      "\u0000",
      "%_%",
      "\\",
      "x'; DROP TABLE term;--",
      "“",
      "😀",
      "\ud800",
      "{}[]",
      "a".repeat(5000),
      '"'.repeat(999),
      "plain *",
      "NOT plain",
    ]
    const failures: string[] = []
    for (const query of naughty)
      await find(query).catch((error) => void failures.push(`${query.slice(0, 20)}: ${error}`))
    expect(failures).toEqual([])
    expect(await find("NOT plain *")).toHaveLength(1)
    expect(await find("", "AND (").catch((error) => String(error))).toContain("fts5")
  })
})

describe("how it follows the host", () => {
  test("what is new, changed, taken back or deleted, also while nobody ran", async () => {
    const { session, said, wait, refresh, find, db } = bed()
    const [id, other] = [session({ directory: "/x" }), session({ directory: "/x" })]
    const first = said(id, "the crane is red")
    said(other, "the lighthouse is white")
    await refresh()
    wait(1000)
    const second = said(id, "the crane is blue now")
    db.query("UPDATE session SET time_updated = time_updated + 5000 WHERE id = ?").run(id)
    await refresh()
    expect((await find("crane")).toSorted()).toEqual([first, second].toSorted())
    db.query("UPDATE part SET data = ? WHERE message_id = ?").run(
      JSON.stringify({ type: "text", text: "the gantry is red" }),
      first,
    )
    db.query("UPDATE message SET time_updated = time_updated + 9 WHERE id = ?").run(first)
    db.query("UPDATE session SET time_updated = time_updated + 9, revert = ? WHERE id = ?").run(
      JSON.stringify({ messageID: second }),
      id,
    )
    db.exec(`DELETE FROM session WHERE id = '${other}'`)
    await refresh()
    expect(await find("crane")).toEqual([])
    expect(await find("gantry")).toEqual([first])
    expect(await find("lighthouse")).toEqual([])
  })

  test("a session that grows far beyond its first size keeps all of its messages, each once and in their order", async () => {
    const { session, said, wait, refresh, find, past, db } = bed()
    const ids = [session({ directory: "/x" }), session({ directory: "/x" })]
    const growing = ids[0] as string
    const messages: string[] = []
    for (let round = 0; round < 6; round++) {
      for (let at = 0; at < 3 ** round; at++) {
        wait(1000)
        messages.push(said(growing, round === 5 && at === 0 ? "the lighthouse" : `the crane number ${round} ${at}`))
      }
      said(ids[1] as string, `the gantry ${round}`)
      db.exec("UPDATE session SET time_updated = time_updated + 60000")
      await refresh()
    }
    const entries = await past.withIndex((index) => index.entriesOf(growing))
    // The title comes first.
    expect(entries.map(({ id }) => id)).toEqual(["", ...messages])
    expect(await find("lighthouse")).toHaveLength(1)
    expect(await past.withIndex((index) => index.size())).toBe(messages.length + 6 + 2)
  })

  test("a long session that was deleted is forgotten piece by piece, and all of it", async () => {
    const { session, said, refresh, past, db } = bed()
    const [id, other] = [session({ directory: "/x" }), session({ directory: "/x" })]
    for (let at = 0; at < 700; at++) said(id, `the crane number ${at}`)
    said(other, "the gantry")
    await refresh()
    expect(await past.withIndex((index) => [index.forget(id), index.size()])).toEqual([true, 403])
    expect(await past.withIndex((index) => index.sessions().find((one) => one.id === id)?.stamp)).toBe("")
    db.exec(`DELETE FROM session WHERE id = '${id}'`)
    await refresh()
    expect(await past.withIndex((index) => [index.size(), index.sessions().length])).toEqual([2, 1])
  })

  test("hosts with databases of their own share it, and neither wipes what the other has", async () => {
    const data = tempDir("data")
    const file = join(data, "past.db")
    const hosts = ["one.db", "two.db"].map((name) => {
      const path = pastDatabaseFile(data, name)
      const { session, said, db } = makePastDatabase(path)
      const id = session({ id: `ses_${name}`, directory: "/x" })
      said(id, "the crane is red")
      return { db, past: openPast({ OPENCODE_DB: path }, file) }
    })
    const refreshAll = async () => {
      for (const { past } of hosts) await past.refresh({ forMs: 60_000, maxMegabytes: 9, restMs: 0 }, () => false)
    }
    const indexed = () =>
      hosts[0]!.past.withIndex((index) =>
        index
          .sessions()
          .map(({ id }) => id)
          .sort(),
      )
    await refreshAll()
    await refreshAll()
    expect(await indexed()).toEqual(["ses_one.db", "ses_two.db"])
    hosts[1]!.db.exec("DELETE FROM session")
    await refreshAll()
    expect(await indexed()).toEqual(["ses_one.db"])
  })

  test("a database whose newer tables are in an unknown format says so and keeps what is indexed of it", async () => {
    const { session, said, row, refresh, find, past, db } = bed()
    said(session({ directory: "/x" }), "the crane is red")
    const kept = session({ directory: "/x", title: "only in 2" }, 2)
    row(kept, "user", { text: "the lighthouse is white" })
    await refresh()
    const codes = () => past.look(undefined, ({ faults }) => faults.map(({ code }) => code))
    expect(await codes()).toEqual([])
    const entries = () => past.withIndex((index) => index.entriesOf(kept).length)
    for (const [there, back] of [
      ["TABLE session_message RENAME COLUMN seq TO position", "TABLE session_message RENAME COLUMN position TO seq"],
      ["TABLE session_message RENAME TO session_entry", "TABLE session_entry RENAME TO session_message"],
    ]) {
      db.exec(`ALTER ${there}`)
      await refresh()
      expect(await codes()).toEqual(["database_newer"])
      // Its title and its message.
      expect(await entries()).toBe(2)
      expect([await find("crane"), await find("lighthouse")].map(({ length }) => length)).toEqual([1, 0])
      db.exec(`ALTER ${back}`)
      expect(await codes()).toEqual([])
      expect(await find("lighthouse")).toHaveLength(1)
    }
    db.query("DELETE FROM session_v2 WHERE id = ?").run(kept)
    await refresh()
    expect(await entries()).toBe(0)
  })

  test("a database that is locked for a moment keeps what is indexed of it", async () => {
    const { session, said, refresh, find, past, data } = bed()
    said(session({ directory: "/x" }), "the crane is red")
    const other = makePastDatabase(pastDatabaseFile(data, "opencode-dev.db"))
    const kept = other.session({ id: "ses_dev", directory: "/x" })
    other.message(kept, { role: "user" }, { type: "text", text: "the lighthouse is white" })
    other.db.exec("PRAGMA journal_mode = DELETE")
    await refresh()
    other.db.exec("BEGIN EXCLUSIVE")
    await refresh()
    expect(await past.look(undefined, ({ faults }) => faults.map(({ code }) => code))).toEqual(["database_busy"])
    // Its title and its message.
    expect(await past.withIndex((index) => index.entriesOf(kept).length)).toBe(2)
    other.db.exec("COMMIT")
    expect(await find("lighthouse")).toHaveLength(1)
  })

  test("it goes on where it was stopped, and a run without time does nothing", async () => {
    const { session, said, refresh, find, past } = bed()
    for (let at = 0; at < 5; at++) said(session({ directory: "/x" }), `crane number ${at}`)
    expect(await refresh(0)).toBe(false)
    expect(await find("crane")).toEqual([])
    expect(await refresh()).toBe(true)
    expect(await find("crane")).toHaveLength(5)
    await past.close()
    expect(await refresh()).toBe(false)
  })

  test("one process builds; a dead one's lease lapses", async () => {
    const { file } = bed()
    const [one, two] = await Promise.all([openPastIndex(file), openPastIndex(file)])
    expect([one.takeLease(1000), two.takeLease(2000), one.takeLease(9000)]).toEqual([true, false, true])
    expect(two.takeLease(20_000)).toBe(true)
    two.dropLease()
    // What the other one has written meanwhile, this one does not know of.
    expect(one.takeLease(20_001)).toBe(false)
    one.dropLease()
    expect(one.takeLease(20_002)).toBe(true)
    one.close()
    two.close()
  })

  test("a session that is new beside one that goes on has its numbers among the newest", async () => {
    const index = await openPastIndex(bed().file)
    const put = (id: string, updated: number) => {
      const session = { id, updated, stamp: "x", database: "d" }
      index.put([{ session, messages: 1, gone: [], entries: [], isLast: true }])
    }
    for (let at = 5; at > 0; at--) put(`old${at}`, at)
    put("main", 100)
    put("subagent", 99)
    put("older", 0)
    expect(index.sessions().map(({ id }) => id)).toEqual([
      "subagent",
      "main",
      ...["old5", "old4", "old3", "old2", "old1"],
      "older",
    ])
    index.close()
  })

  test("a session that was left out and is kept from now on takes no numbers of another", async () => {
    const { session, said, db, refresh, past } = bed()
    const ids = [session({ directory: "/x" }), session({ directory: "/x" })]
    for (const id of ids) for (let at = 0; at < 20; at++) said(id, `crane ${at}`)
    await refresh(60_000, () => true)
    db.exec("UPDATE session SET time_updated = time_updated + 5")
    expect(await refresh()).toBe(true)
    // With their titles.
    expect(await past.withIndex((index) => ids.map((id) => index.entriesOf(id).length))).toEqual([21, 21])
  })

  test("while another process builds, OpenCode's database is not even looked at", async () => {
    const { session, refresh, file } = bed()
    session({ directory: "/x" })
    const other = await openPastIndex(file)
    other.takeLease(Date.now())
    const opening = spyOn(hostTables, "openHostTables")
    expect(await refresh()).toBe(false)
    expect(opening).toHaveBeenCalledTimes(0)
    other.dropLease()
    other.close()
    expect(await refresh()).toBe(true)
    expect(opening).toHaveBeenCalledTimes(1)
    opening.mockRestore()
  })

  test("a damaged file, and one of an older Cairn, is made again", async () => {
    const { session, said, refresh, find, file, data } = bed()
    said(session({ directory: "/x" }), "the crane is red")
    writeFileSync(file, "no database at all".repeat(500))
    await refresh()
    expect(await find("crane")).toHaveLength(1)
    const { Database } = await import("bun:sqlite")
    const db = new Database(file)
    db.exec("PRAGMA user_version = 1")
    db.close()
    // As another process does it; the one that has the old file open sees that it is gone.
    const other = openPast({ XDG_DATA_HOME: data }, file)
    expect(await other.withIndex((index) => index.size())).toBe(0)
    expect(await find("crane")).toEqual([])
    await refresh()
    expect(await find("crane")).toHaveLength(1)
  })

  test("one of a newer Cairn is left alone, and a search says so", async () => {
    const { session, said, refresh, file, data } = bed()
    said(session({ directory: "/x" }), "the crane is red")
    await refresh()
    const { Database } = await import("bun:sqlite")
    const db = new Database(file)
    const { user_version: format } = db.query("PRAGMA user_version").get() as { user_version: number }
    db.exec(`PRAGMA user_version = ${format + 1}`)
    const { application_id: mark } = db.query("PRAGMA application_id").get() as { application_id: number }
    db.exec(`PRAGMA application_id = ${mark + 1}`)
    const older = openPast({ XDG_DATA_HOME: data }, file)
    const unusable = { code: "index_unusable", message: expect.stringContaining("a newer Cairn has made it") }
    expect(await older.withIndex((index) => index.size()).catch((error) => error)).toMatchObject(unusable)
    const refreshed = older.refresh({ forMs: 60_000, maxMegabytes: 100, restMs: 0 }, () => false)
    expect(await refreshed.catch((error) => error)).toMatchObject(unusable)
    expect(db.query("SELECT count(*) AS sessions FROM session").get()).toEqual({ sessions: 1 })
    db.close()
  })

  test("a damaged database of the host's costs nothing of the index", async () => {
    const { session, said, refresh, past, db, data } = bed()
    for (let at = 0; at < 20; at++) said(session({ directory: "/x" }), `the crane is red ${"so red ".repeat(400)}`)
    await refresh()
    db.exec("UPDATE session SET time_updated = time_updated + 5000; UPDATE message SET time_updated = time_updated + 1")
    const { rootpage } = db.query("SELECT rootpage FROM sqlite_master WHERE name = 'part'").get() as {
      rootpage: number
    }
    db.exec("PRAGMA wal_checkpoint(TRUNCATE)")
    db.close()
    overwritePages(pastDatabaseFile(data), rootpage, rootpage)
    expect(await refresh().catch(codeOf)).toBe("database_damaged")
    expect(await past.withIndex((index) => index.sessions().length)).toBe(20)
  })

  test("a damaged index is not called OpenCode's database, and goes", async () => {
    const { session, said, refresh, find, file } = bed()
    for (let at = 0; at < 20; at++) said(session({ directory: "/x" }), `the crane number ${at}`)
    await refresh()
    const { Database } = await import("bun:sqlite")
    const db = new Database(file)
    db.exec("PRAGMA wal_checkpoint(TRUNCATE)")
    db.close()
    // The first pages are the schema, which is looked at when it is opened.
    overwritePages(file, 5)
    expect(await find("crane").catch((error) => error)).toMatchObject({
      code: "index_unusable",
      message: expect.stringContaining("was damaged and is made again: "),
      hint: expect.stringContaining("search again"),
    })
    expect(existsSync(file)).toBe(false)
    await refresh()
    expect((await find("crane")).length).toBeGreaterThan(0)
  })

  test("nothing private, no secret and nothing of an excluded session is in the file", async () => {
    const { session, said, answered, refresh, find, file } = bed()
    const [id, paused] = [session({ directory: "/x" }), session({ directory: "/x" })]
    said(id, "the crane plainword <private>gantrysecretword</private>")
    answered(id, toolPart("bash", { command: "echo '<private>quaysecretword'" }, "ok"))
    answered(id, toolPart("bash", {}, "token ghp_0123456789abcdefghijABCDEFGHIJ456789"))
    said(paused, "pausedword")
    const errand = session({ directory: "/x", parent_id: session({ directory: "/x", parent_id: paused }) })
    said(errand, "errandword")
    await refresh(60_000, (id) => id === paused)
    expect(await find("crane")).toHaveLength(1)
    const bytes = readFileSync(file, "latin1") + readFileSync(`${file}-wal`, { encoding: "latin1", flag: "a+" })
    // What is indexed is there as stems, so only words that are their own stems can be looked for.
    const words = ["gantrysecretword", "quaysecretword", "0123456789abcdefghij", "pausedword", "errandword"]
    expect(words.map(stemOf)).toEqual(words)
    expect(["plainword", ...words].filter((word) => bytes.includes(word))).toEqual(["plainword"])
  })

  test("of a session that is excluded later, and of its subagents, what was indexed is forgotten", async () => {
    const { session, said, refresh, find, past } = bed()
    const kept = said(session({ directory: "/x" }), "the crane is red")
    const later = session({ directory: "/x" })
    const errand = session({ directory: "/x", parent_id: later })
    for (const id of [later, errand]) said(id, "the crane is blue")
    await refresh()
    expect(await find("crane")).toHaveLength(3)
    // The host moves the time of a session that goes on.
    for (const id of [later, errand]) said(id, "and now it is green")
    await refresh(60_000, (id) => id === later)
    expect(await find("crane")).toEqual([kept])
    const entries = await past.withIndex((index) => [later, errand].flatMap((id) => index.entriesOf(id)))
    expect(entries).toEqual([])
  })

  test("full, it keeps the newest sessions", async () => {
    const { session, said, wait, refresh, find } = bed()
    const words = (at: number) => Array.from({ length: 4000 }, (_, word) => `w${at}x${word}`).join(" ")
    const ids: string[] = []
    for (let at = 0; at < 30; at++) {
      wait(60_000)
      ids.push(said(session({ directory: "/x" }), `crane ${at} ${words(at)}`))
    }
    await refresh(60_000, () => false, 0.5)
    const found = await find("crane")
    expect(found).toContain(ids.at(-1) as string)
    expect(found).not.toContain(ids[0] as string)
  })
})

test("a flipped bit in the tables of past.db is noticed at once, and the index is built again", async () => {
  const { session, said, refresh, file, past, data } = bed()
  const message = said(session({ directory: "/x" }), "the crane is yellow")
  await refresh()
  await past.close()
  const whole = readFileSync(file)
  const first = whole.indexOf("CREATE TABLE session")
  const broken: string[] = []
  for (let at = 0; at < 200; at += 7) {
    const bytes = Buffer.from(whole)
    bytes[first + at] = (bytes[first + at] as number) ^ (1 << (at % 8))
    writeFileSync(file, bytes)
    const again = openPast({ XDG_DATA_HOME: data }, file)
    await again.refresh({ forMs: 60_000, maxMegabytes: 100, restMs: 0 }, () => false)
    const hits = again.look(undefined, (view) =>
      again.withIndex((index) =>
        searchPast(index, view, parsePastQuery("crane"), { isWanted: () => true }, Date.UTC(2026, 0, 6)),
      ),
    )
    const found = await hits.then((all) => all.hits.map((hit) => hit.message.id).join(), String)
    if (found !== message) broken.push(`${at}: ${found}`)
    await again.close()
  }
  expect(broken).toEqual([])
})

test("a flipped bit in the head of past.db, or a value that is no text, is noticed too: new messages are found", async () => {
  const { session, said, refresh, file, past, data } = bed()
  const id = session({ directory: "/x" })
  said(id, "the crane is yellow")
  await refresh()
  await past.close()
  const whole = readFileSync(file)
  const message = said(id, "the otter is brown")
  const { Database } = await import("bun:sqlite")
  const broken: string[] = []
  const tryIt = async (what: string) => {
    const again = openPast({ XDG_DATA_HOME: data }, file)
    const limits = { forMs: 60_000, maxMegabytes: 100, restMs: 0 }
    // The first look may be the one that finds the damage.
    for (let look = 0; look < 2; look++) await again.refresh(limits, () => false).catch(() => undefined)
    const hits = again.look(undefined, (view) =>
      again.withIndex((index) =>
        searchPast(index, view, parsePastQuery("otter"), { isWanted: () => true }, Date.UTC(2026, 0, 6)),
      ),
    )
    const found = await hits.then((all) => all.hits.map((hit) => hit.message.id).join(), String)
    if (found !== message) broken.push(`${what}: ${found}`)
    await again.close()
  }
  // Where SQLite keeps who may read and write it, the user's version, and the application's mark.
  const bytes = [18, 19, 60, 61, 62, 63, 68, 69, 70, 71]
  for (const [bit, byte] of bytes.flatMap((byte) => [0, 1, 3, 7].map((bit) => [bit, byte] as const))) {
    const flipped = Buffer.from(whole)
    flipped[byte] = (flipped[byte] as number) ^ (1 << bit)
    writeFileSync(file, flipped)
    await tryIt(`byte ${byte}, bit ${bit}`)
  }
  for (const sql of ["PRAGMA user_version = 0", "UPDATE session SET database = CAST(database AS BLOB)"]) {
    writeFileSync(file, whole)
    const db = new Database(file)
    db.exec(sql)
    db.close()
    await tryIt(sql)
  }
  expect(broken).toEqual([])
})
