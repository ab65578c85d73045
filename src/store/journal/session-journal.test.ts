import { describe, expect, test } from "bun:test"
import { closeSync, openSync, statSync, writeSync } from "node:fs"
import { join } from "node:path"
import { tempDir } from "../../../test/bed/sandbox.ts"
import { CairnError } from "../../model/errors.ts"
import { type Log, nullLog } from "../../platform/log.ts"
import { openSqlite, type Sqlite } from "../../platform/sqlite.ts"
import { openStateDb } from "../tables/state-db.ts"
import { openSessionJournal, type SessionJournal } from "./session-journal.ts"

interface Added {
  readonly add: string
}
type State = readonly string[]

const HOUR = 3_600_000
const DAY = 24 * HOUR

interface Bed {
  readonly path: string
  readonly db: Sqlite
  readonly lines: string[]
  readonly time: { now: number }
  /** Another opener: its own connection, as another process has it. */
  open(owner?: Partial<Owner>): Promise<SessionJournal<State, Added>>
}

interface Owner {
  readonly project: string
  readonly host: string
  readonly database: string
}

function recordingLog(lines: string[]): Log {
  const add = (event: string, fields = {}) => void lines.push(`${event} ${JSON.stringify(fields)}`)
  return { ...nullLog, info: add, warn: add, error: add }
}

function journalOver(db: Sqlite | undefined, lines: string[], time: { now: number }, owner: Partial<Owner> = {}) {
  return openSessionJournal<State, Added>({
    db,
    log: recordingLog(lines),
    clock: { now: () => time.now },
    project: "p",
    host: "h",
    database: "d",
    ...owner,
    empty: [],
    outlivesRevert: ({ add }) => add.startsWith("lasting") || add === "copied",
    afterFork: () => [{ add: "copied" }],
    after(state, event) {
      if (event.add === "explode") throw new Error("cannot add this")
      if (event.add === "copied") return state.filter((one) => !one.startsWith("of the original"))
      return [...state, event.add]
    },
  })
}

async function openDb(path: string): Promise<Sqlite> {
  const { db } = await openStateDb(path, nullLog)
  if (!db) throw new Error("no database")
  return db
}

async function bed(): Promise<Bed> {
  const path = join(tempDir("journal"), "state.db")
  const lines: string[] = []
  const time = { now: 1_000 * DAY }
  const db = await openDb(path)
  return { path, db, lines, time, open: async (owner) => journalOver(await openDb(path), lines, time, owner) }
}

const adding = (...names: string[]) => names.map((add) => ({ add }))
const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => String(from + index))
const addTo = (journal: SessionJournal<State, Added>, session: string, name: string, message?: string) =>
  journal.change(session, () => ({ events: adding(name), result: name }), message)
const count = (db: Sqlite, table: string) => db.get<{ n: number }>(`SELECT count(*) AS n FROM ${table}`)?.n

/** Another writer's transaction, as long as it is not let go. */
async function lockOut(path: string): Promise<() => void> {
  const rival = await openSqlite(path, { busyTimeoutMs: 0 })
  rival.exec("BEGIN IMMEDIATE")
  return () => {
    rival.exec("ROLLBACK")
    rival.close()
  }
}

for (const kind of ["in SQLite", "in memory"] as const) {
  describe(`a journal ${kind}`, () => {
    async function open() {
      const lines: string[] = []
      const db = kind === "in SQLite" ? await openDb(join(tempDir("journal"), "state.db")) : undefined
      return { journal: journalOver(db, lines, { now: 1_000 * DAY }), lines }
    }

    test("shows events at once, and in their order", async () => {
      const { journal } = await open()
      expect(journal.isDurable).toBe(kind === "in SQLite")
      expect(journal.read("s")).toEqual([])
      journal.note("s", adding("a", "b"))
      expect(journal.read("s")).toEqual(["a", "b"])
      journal.note("t", adding("other"))
      journal.note("s", adding("c"))
      expect(journal.read("s")).toEqual(["a", "b", "c"])
      await journal.flush()
      expect(journal.read("s")).toEqual(["a", "b", "c"])
      journal.note("s", adding("d"))
      expect(await addTo(journal, "s", "e")).toBe("e")
      expect(journal.read("s")).toEqual(["a", "b", "c", "d", "e"])
      expect(journal.read("t")).toEqual(["other"])
    })

    test("gives a decision the newest state; what it throws is thrown on, and nothing is written", async () => {
      const { journal } = await open()
      journal.note("s", adding("a"))
      const seen = await journal.change("s", (state) => ({ events: adding("b"), result: state }))
      expect(seen).toEqual(["a"])
      const refusal = new CairnError("full", "no room")
      const refused = journal.change("s", () => {
        throw refusal
      })
      expect(await refused.catch((error) => error)).toBe(refusal)
      expect(journal.read("s")).toEqual(["a", "b"])
    })

    test("counts a hundred changes made at once, in their order", async () => {
      const { journal } = await open()
      const results = await Promise.all(numbers(0, 100).map((name) => addTo(journal, "s", name)))
      expect(results).toEqual(numbers(0, 100))
      expect(journal.read("s")).toEqual(numbers(0, 100))
    })

    test("takes back what was learnt from a message on", async () => {
      const { journal } = await open()
      journal.note("s", adding("a"), "msg_1")
      journal.note("s", adding("b"), "msg_3")
      journal.note("s", adding("no message"))
      await addTo(journal, "s", "c", "msg_5")
      journal.note("t", adding("other"), "msg_5")
      expect(await journal.revert("s", "msg_3")).toBe(3)
      expect(journal.read("s")).toEqual(["a"])
      expect(journal.read("t")).toEqual(["other"])
      expect(await journal.revert("nobody", "msg_1")).toBe(0)
    })

    test("takes back by the order of ids what came after a message nothing was learnt from", async () => {
      const { journal } = await open()
      journal.note("s", adding("a"), "msg_1")
      journal.note("s", adding("b"), "msg_3")
      journal.note("s", adding("c"), "zzz_9")
      journal.note("s", adding("d"))
      expect(await journal.revert("s", "msg_2")).toBe(1)
      expect(journal.read("s")).toEqual(["a", "c", "d"])
    })

    test("forgets one message alone", async () => {
      const { journal } = await open()
      journal.note("s", adding("a"), "msg_1")
      journal.note("s", adding("b", "c"), "msg_2")
      journal.note("s", adding("d"), "msg_3")
      expect(await journal.forget("s", "msg_2")).toBe(2)
      expect(await journal.forget("s", "msg_9")).toBe(0)
      expect(journal.read("s")).toEqual(["a", "d"])
    })

    test("copies for a fork, up to a message, and never over what is there", async () => {
      const { journal } = await open()
      journal.note("s", adding("a"), "msg_1")
      journal.note("s", adding("b"), "msg_2")
      expect(journal.read("fork")).toEqual([])
      await journal.copy("s", "fork", { before: "msg_2" })
      await journal.copy("s", "whole")
      journal.note("taken", adding("mine"))
      await journal.copy("s", "taken")
      await journal.copy("nobody", "empty")
      expect(["fork", "whole", "taken", "empty"].map((id) => journal.read(id))).toEqual([
        ["a"],
        ["a", "b"],
        ["mine"],
        [],
      ])
      expect(await journal.revert("whole", "msg_2")).toBe(1)
      expect(journal.read("s")).toEqual(["a", "b"])
    })

    test("copies up to the last message that counts, with what was noted along with it", async () => {
      const { journal } = await open()
      journal.note("s", adding("a"), "msg_1")
      journal.note("s", adding("b"))
      journal.note("s", adding("c"), "msg_3")
      journal.note("s", adding("d"))
      for (const through of ["msg_1", "msg_2", "msg_3", "msg_0"]) await journal.copy("s", through, { through })
      expect(["msg_1", "msg_2", "msg_3", "msg_0"].map((id) => journal.read(id))).toEqual([
        ["a", "b"],
        ["a", "b"],
        ["a", "b", "c", "d"],
        [],
      ])
      await journal.copy("s", "before", { before: "msg_3" })
      await journal.copy("s", "all", {})
      expect(["before", "all"].map((id) => journal.read(id))).toEqual([
        ["a", "b"],
        ["a", "b", "c", "d"],
      ])
    })

    test("taking messages back leaves what outlives them, and a copy knows that it is one", async () => {
      const { journal } = await open()
      await addTo(journal, "s", "a", "msg_1")
      await addTo(journal, "s", "of the original", "msg_1")
      await addTo(journal, "s", "lasting b", "msg_2")
      await addTo(journal, "s", "c", "msg_2")
      expect(await journal.revert("s", "msg_2")).toBe(1)
      expect(journal.read("s")).toEqual(["a", "of the original", "lasting b"])
      expect(await journal.forget("s", "msg_2")).toBe(0)
      await journal.copy("s", "fork", { before: "msg_2" })
      expect(journal.read("fork")).toEqual(["a"])
    })

    test("removes a session with its unwritten events, and late events do not bring it back", async () => {
      const { journal } = await open()
      await addTo(journal, "s", "a")
      journal.note("s", adding("b"))
      await journal.remove("s")
      expect(journal.read("s")).toEqual([])
      journal.note("s", adding("late"))
      await journal.flush()
      expect(journal.read("s")).toEqual([])
    })

    test("folds a long session and still takes back its newest part", async () => {
      const { journal, lines } = await open()
      for (const name of numbers(0, 2_500)) journal.note("s", adding(name), `msg_${name.padStart(5, "0")}`)
      await journal.flush()
      expect(journal.read("s")).toEqual(numbers(0, 2_500))
      await journal.flush()
      expect(journal.read("s")).toEqual(numbers(0, 2_500))
      expect(await journal.revert("s", "msg_02400")).toBe(100)
      expect(journal.read("s")).toEqual(numbers(0, 2_400))
      await journal.copy("s", "fork", { before: "msg_02000" })
      expect(journal.read("fork")).toEqual(numbers(0, 2_000))
      await journal.copy("s", "to the fold", { through: "msg_01499" })
      expect(journal.read("to the fold")).toEqual(numbers(0, 1_500))
      expect(lines).toEqual([])
      expect(await journal.revert("s", "msg_00100")).toBe(900)
      expect(journal.read("s")).toEqual(numbers(0, 1_500))
      expect(lines.filter((line) => line.startsWith("journal-folded"))).toHaveLength(1)
    })

    test("keeps its own copy of an event, and survives one that is not JSON", async () => {
      const { journal, lines } = await open()
      const event = { add: "a" }
      journal.note("s", [event])
      event.add = "changed"
      expect(journal.read("s")).toEqual(["a"])
      const cyclic: { add: string; self?: unknown } = { add: "b" }
      cyclic.self = cyclic
      journal.note("s", [cyclic, { add: "c" }])
      await expect(journal.change("s", () => ({ events: [{ add: "d" }, cyclic], result: 0 }))).rejects.toThrow()
      expect(journal.read("s")).toEqual(["a", "c"])
      expect(lines.map((line) => line.split(" ")[0])).toEqual(["journal-note"])
    })

    test("skips an event that cannot be added, and says so once", async () => {
      const { journal, lines } = await open()
      journal.note("s", adding("a", "explode", "b"))
      expect(journal.read("s")).toEqual(["a", "b"])
      await journal.flush()
      await journal.forget("s", "nothing")
      await addTo(journal, "s", "c")
      expect(journal.read("s")).toEqual(["a", "b", "c"])
      expect(lines.filter((line) => line.includes("a new event"))).toHaveLength(1)
      expect(lines.filter((line) => /"what":"event \d+"/.test(line))).toHaveLength(1)
    })

    test("remembers three hundred sessions and more", async () => {
      const { journal } = await open()
      for (const name of numbers(0, 310)) journal.note(name, adding(name))
      for (const name of numbers(10, 310)) expect(journal.read(name)).toEqual([name])
      await journal.flush()
      for (const name of numbers(10, 310)) expect(journal.read(name)).toEqual([name])
      if (journal.isDurable) expect(journal.read("0")).toEqual(["0"])
    })

    test("closed, it answers from memory, takes no changes, and throws nothing at hooks", async () => {
      const { journal } = await open()
      journal.note("s", adding("a"))
      expect(journal.read("s")).toEqual(["a"])
      await journal.close()
      await journal.close()
      journal.note("s", adding("b"))
      await journal.flush()
      expect(journal.read("s")).toEqual(["a", "b"])
      await expect(addTo(journal, "s", "c")).rejects.toMatchObject({ code: "journal_closed" })
    })
  })
}

test("what was noted a moment before it is closed is on disk", async () => {
  const { db, lines, time, open } = await bed()
  const journal = journalOver(db, lines, time)
  journal.note("s", adding("a", "b"))
  await journal.close()
  expect((await open()).read("s")).toEqual(["a", "b"])
})

test("closed, it leaves the database alone, which may be closed by then", async () => {
  const { db, lines, time } = await bed()
  const journal = journalOver(db, lines, time)
  journal.note("s", adding("a"))
  expect(journal.read("s")).toEqual(["a"])
  await journal.close()
  db.close()
  journal.note("s", adding("b"))
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(journal.read("s")).toEqual(["a", "b"])
  expect(lines).toEqual([])
})

test("a session that was folded is ready to be read", async () => {
  let folds = 0
  const journal = openSessionJournal<number, Added>({
    db: await openDb(join(tempDir("journal"), "state.db")),
    log: nullLog,
    clock: { now: () => 0 },
    ...{ project: "p", host: "h", database: "d" },
    empty: 0,
    after(state) {
      folds++
      return state + 1
    },
  })
  journal.note("s", adding(...numbers(0, 2_500)))
  expect(journal.read("s")).toBe(2_500)
  await journal.flush()
  await journal.flush()
  folds = 0
  expect(journal.read("s")).toBe(2_500)
  expect(folds).toBe(0)
  await journal.close()
})

test("an event counts with the message it came with: at once, on disk, folded and opened again", async () => {
  const db = await openDb(join(tempDir("journal"), "state.db"))
  const open = () =>
    openSessionJournal<readonly string[], Added>({
      ...{ db, log: nullLog, clock: { now: () => 0 }, project: "p", host: "h", database: "d" },
      empty: [],
      after: (state, _event, message) => (message === null ? state : [...state, message]),
    })
  const journal = open()
  journal.note("s", adding("a"), "msg_1")
  expect(journal.read("s")).toEqual(["msg_1"])
  await journal.flush()
  journal.note("s", adding("b"), "msg_2")
  journal.note("s", adding(...numbers(0, 2_500)))
  expect(journal.read("s")).toEqual(["msg_1", "msg_2"])
  await journal.flush()
  await journal.flush()
  expect(journal.read("s")).toEqual(["msg_1", "msg_2"])
  await journal.close()
  const again = open()
  expect(again.peek("s")).toEqual(["msg_1", "msg_2"])
  await again.close()
})

describe("two openers of one database", () => {
  test("see each other's events, reverts, removals and values", async () => {
    const { open } = await bed()
    const [one, two] = [await open(), await open()]
    one.note("s", adding("a"), "msg_1")
    await one.flush()
    expect(two.read("s")).toEqual(["a"])
    await addTo(two, "s", "b", "msg_2")
    one.note("s", adding("mine"), "msg_3")
    expect(one.read("s")).toEqual(["a", "b", "mine"])
    await one.flush()
    expect(two.read("s")).toEqual(["a", "b", "mine"])
    await two.revert("s", "msg_2")
    expect(one.read("s")).toEqual(["a"])
    await one.remove("s")
    expect(two.read("s")).toEqual([])
  })

  test("agree when one of them folds, and the table stays bounded", async () => {
    const { db, open } = await bed()
    const [one, two] = [await open(), await open()]
    await addTo(one, "s", "0")
    expect(two.read("s")).toEqual(["0"])
    for (const name of numbers(1, 7_000)) {
      one.note("s", adding(name))
      if (Number(name) % 100 === 0) await one.flush()
    }
    await one.flush()
    await one.flush()
    expect(count(db, "session_event")).toBeLessThan(2_100)
    expect(one.read("s")).toEqual(numbers(0, 7_000))
    expect(two.read("s")).toEqual(numbers(0, 7_000))
  })

  test("a decision sees what the other has written, though it has not been read yet", async () => {
    const { open } = await bed()
    const [one, two] = [await open(), await open()]
    const limited = (journal: SessionJournal<State, Added>, name: string) =>
      journal.change("s", (state) => {
        if (state.length >= 10) throw new CairnError("full", "no room")
        return { events: adding(name), result: name }
      })
    const outcomes = await Promise.allSettled(numbers(0, 40).map((name, i) => limited(i % 2 ? one : two, name)))
    expect(outcomes.filter((outcome) => outcome.status === "fulfilled")).toHaveLength(10)
    expect(one.read("s")).toHaveLength(10)
    expect(two.read("s")).toEqual(one.read("s"))
  })
})

describe("a database that cannot be written", () => {
  test("busy: notes stay visible and are written later, nothing is logged", async () => {
    const { path, db, lines, open } = await bed()
    const journal = await open()
    const letGo = await lockOut(path)
    journal.note("s", adding("a"))
    journal.note("s", adding("b"))
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect(journal.read("s")).toEqual(["a", "b"])
    expect(count(db, "session_event")).toBe(0)
    const changed = addTo(journal, "s", "c")
    setTimeout(letGo, 20)
    await changed
    expect(journal.read("s")).toEqual(["a", "b", "c"])
    expect(count(db, "session_event")).toBe(3)
    expect(lines).toEqual([])
  })

  test("busy for good: a change gives up and says so, what is noted stays", async () => {
    const { path, open, lines } = await bed()
    const journal = await open()
    const letGo = await lockOut(path)
    journal.note("s", adding("a"))
    const changes = [addTo(journal, "s", "b"), addTo(journal, "s", "c")]
    for (const outcome of await Promise.allSettled(changes)) {
      expect(outcome).toMatchObject({ status: "rejected", reason: { code: "journal_busy" } })
    }
    expect(journal.read("s")).toEqual(["a"])
    expect(lines.length).toBeLessThan(2)
    letGo()
    await journal.flush()
    expect((await open()).read("s")).toEqual(["a"])
  })

  test("refusing to write: said once a cause, and done when it can be", async () => {
    const { db, lines, time } = await bed()
    db.exec("PRAGMA query_only = 1")
    const journal = journalOver(db, lines, time)
    for (const name of ["a", "b", "c"]) {
      journal.note("s", adding(name))
      await new Promise((resolve) => setTimeout(resolve, 15))
    }
    expect(journal.read("s")).toEqual(["a", "b", "c"])
    expect(lines.filter((line) => line.startsWith("journal-write"))).toHaveLength(1)
    await expect(addTo(journal, "s", "d")).rejects.toThrow(CairnError)
    db.exec("PRAGMA query_only = 0")
    await addTo(journal, "s", "e")
    expect(journal.read("s")).toEqual(["a", "b", "c", "e"])
    expect(count(db, "session_event")).toBe(4)
  })

  test("what waits is bounded: the oldest are dropped with a line", async () => {
    const { db, lines, time } = await bed()
    db.exec("PRAGMA query_only = 1")
    const journal = journalOver(db, lines, time)
    for (const name of numbers(0, 5_001)) journal.note("s", adding(name))
    expect(journal.read("s")).toEqual(numbers(501, 5_001))
    expect(lines).toEqual(['journal-dropped {"events":501}'])
  })

  test("a write asks without waiting, and leaves the wait of others as it was", async () => {
    const { path, db, lines, time } = await bed()
    const journal = journalOver(db, lines, time)
    const letGo = await lockOut(path)
    journal.note("s", adding("a"))
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(db.get<{ timeout: number }>("PRAGMA busy_timeout")).toEqual({ timeout: 100 })
    letGo()
    const result = () => db.get<{ timeout: number }>("PRAGMA busy_timeout")
    expect(await journal.change("s", () => ({ events: [], result: result() }))).toEqual({ timeout: 0 })
    expect(result()).toEqual({ timeout: 100 })
  })
})

describe("what is broken", () => {
  test("a row or a base that is not JSON is skipped", async () => {
    const { db, lines, open } = await bed()
    const journal = await open()
    await addTo(journal, "s", "a")
    await addTo(journal, "s", "b")
    await addTo(journal, "s", "c")
    db.run("UPDATE session_event SET data = '{\"add\":' WHERE seq = 2")
    db.run("UPDATE session SET base = 'rubbish' WHERE id = 's'")
    const other = await open()
    expect(other.read("s")).toEqual(["a", "c"])
    await other.forget("s", "nothing")
    expect(lines.filter((line) => line.startsWith("journal-unreadable"))).toHaveLength(2)
  })

  test("each of many bad rows is worth one line in the log, however often they are read", async () => {
    const { db, lines, open } = await bed()
    await addTo(await open(), "s", "a")
    for (let row = 0; row < 400; row++) db.run("INSERT INTO session_event(session, data) VALUES ('s', '{')")
    const other = await open()
    expect(other.read("s")).toEqual(["a"])
    expect(other.peek("s")).toEqual(["a"])
    await other.forget("s", "nothing")
    expect(lines.filter((line) => line.startsWith("journal-unreadable"))).toHaveLength(400)
  })

  test("a database damaged while it is in use: what is in memory goes on", async () => {
    const { path, db, lines, time } = await bed()
    const journal = journalOver(db, lines, time, {})
    await addTo(journal, "s", "a")
    await addTo(journal, "t", "of t")
    expect(journal.read("s")).toEqual(["a"])
    expect(journal.read("t")).toEqual(["of t"])
    damage(path, db)
    journal.note("s", adding("b"))
    expect(journal.read("s")).toEqual(["a", "b"])
    expect(await addTo(journal, "s", "c")).toBe("c")
    expect(journal.read("s")).toEqual(["a", "b", "c"])
    expect(journal.read("t")).toEqual(["of t"])
    expect(journal.isDurable).toBe(false)
    expect(lines.map((line) => line.split(" ")[0])).toEqual(["journal-damaged"])
  })

  test("found in a change, nothing is lost either", async () => {
    const { path, db, lines, time } = await bed()
    const journal = journalOver(db, lines, time)
    await addTo(journal, "s", "a")
    damage(path, db)
    await addTo(journal, "s", "b")
    expect(journal.read("s")).toEqual(["a", "b"])
    expect(journal.isDurable).toBe(false)
  })

  function damage(path: string, db: Sqlite): void {
    db.all("PRAGMA wal_checkpoint(TRUNCATE)")
    const file = openSync(path, "r+")
    for (let at = 4096; at < statSync(path).size; at += 4096) writeSync(file, Buffer.alloc(4096, 0xff), 0, 4096, at)
    closeSync(file)
    db.exec("PRAGMA shrink_memory")
  }
})

describe("sessions that are seen and missing", () => {
  const seenAt = (db: Sqlite, id: string) =>
    db.get<{ seen_at: number }>("SELECT seen_at FROM session WHERE id = ?", id)?.seen_at

  test("seen is written at most once an hour, by reading too, and reading alone makes no session", async () => {
    const { db, time, open } = await bed()
    const journal = await open()
    const start = time.now
    await addTo(journal, "s", "a")
    time.now = start + HOUR - 1
    journal.read("s")
    await addTo(journal, "s", "b")
    expect(seenAt(db, "s")).toBe(start)
    time.now = start + HOUR
    journal.read("s")
    await journal.flush()
    expect(seenAt(db, "s")).toBe(start)
    time.now = start + 2 * HOUR
    journal.read("s")
    journal.read("nobody")
    await journal.flush()
    expect(seenAt(db, "s")).toBe(start + 2 * HOUR)
    expect(count(db, "session")).toBe(1)
  })

  test("a session that is used from elsewhere belongs there at once", async () => {
    const { db, open } = await bed()
    await addTo(await open(), "s", "a")
    await addTo(await open({ project: "q", database: "e" }), "s", "b")
    const owner = db.get<Owner>("SELECT project, host, database FROM session")
    expect(owner).toEqual({ project: "q", host: "h", database: "e" })
  })

  test("a look at a session changes nothing of it, and makes none", async () => {
    const { db, time, open } = await bed()
    const [journal, other] = [await open(), await open({ project: "q", host: "i", database: "e" })]
    await addTo(journal, "s", "a")
    const row = db.get<object>("SELECT * FROM session")
    time.now += 8 * DAY
    other.note("t", adding("waits"))
    expect(["s", "t", "nobody"].map((id) => other.peek(id))).toEqual([["a"], ["waits"], []])
    await other.flush()
    expect(db.all("SELECT * FROM session WHERE id = 's'")).toEqual([row])
    expect(db.all("SELECT id FROM session ORDER BY id")).toEqual([{ id: "s" }, { id: "t" }])
    await addTo(journal, "s", "b")
    expect(other.peek("s")).toEqual(["a", "b"])
  })

  test("missing for a week is removed; there again, unanswered or somebody else's is not", async () => {
    const { db, time, open } = await bed()
    const journal = await open()
    for (const id of ["gone", "back", "silent", "failing"]) await addTo(journal, id, "a")
    for (const owner of [{ project: "q" }, { host: "i" }, { database: "e" }])
      await addTo(await open(owner), `of ${JSON.stringify(owner)}`, "a")
    const asked: string[] = []
    let isBack = false
    const exists = async (id: string) => {
      asked.push(id)
      if (id === "failing") throw new Error("the host is away")
      if (id === "silent") return undefined
      return id === "back" && isBack
    }
    expect(await journal.sweep(exists)).toEqual({ asked: 0, removed: [] })
    time.now += 7 * DAY
    expect(await journal.sweep(exists)).toEqual({ asked: 4, removed: [] })
    time.now += 7 * DAY - 1
    expect(await journal.sweep(exists)).toEqual({ asked: 4, removed: [] })
    time.now += 1
    isBack = true
    expect(await journal.sweep(exists)).toEqual({ asked: 4, removed: ["gone"] })
    expect(journal.read("gone")).toEqual([])
    expect(["back", "silent", "failing"].map((id) => journal.read(id))).toEqual([["a"], ["a"], ["a"]])
    expect(new Set(asked)).toEqual(new Set(["gone", "back", "silent", "failing"]))
    expect(count(db, "session")).toBe(6)
    expect(count(db, "session_event")).toBe(6)
    isBack = false
    await journal.flush()
    time.now += 7 * DAY
    expect((await journal.sweep(exists)).removed).toEqual([])
  })

  test("asks few at a time, the longest unasked first", async () => {
    const { time, open } = await bed()
    const journal = await open()
    for (const id of ["1", "2", "3", "4", "5"]) await addTo(journal, id, "a")
    time.now += 8 * DAY
    const rounds: string[][] = []
    for (let round = 0; round < 3; round++) {
      const asked: string[] = []
      time.now += 1
      await journal.sweep(async (id) => {
        asked.push(id)
        return false
      }, 2)
      rounds.push(asked)
    }
    expect(new Set(rounds.flat())).toEqual(new Set(["1", "2", "3", "4", "5"]))
    expect(rounds.map((asked) => asked.length)).toEqual([2, 2, 2])
  })

  test("a session met while the host is asked stays", async () => {
    const { db, time, open } = await bed()
    const [journal, other] = [await open(), await open()]
    await addTo(journal, "s", "a")
    time.now += 7 * DAY
    await journal.sweep(async () => false)
    time.now += 7 * DAY
    const swept = await journal.sweep(async () => {
      await addTo(other, "s", "b")
      return false
    })
    expect(swept).toEqual({ asked: 1, removed: [] })
    expect(db.get<{ since: null }>("SELECT missing_since AS since FROM session")).toEqual({ since: null })
    expect(journal.read("s")).toEqual(["a", "b"])
  })
})
