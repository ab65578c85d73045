// Who may open `state.db`, and what becomes of one that is not as Cairn made it.

import { describe, expect, test } from "bun:test"
import { spawnSync } from "node:child_process"
import { existsSync, readdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { clean } from "../../../test/bed/facts.ts"
import { tempDir } from "../../../test/bed/sandbox.ts"
import { nullLog } from "../../platform/log.ts"
import { openSqlite, type Sqlite } from "../../platform/sqlite.ts"
import { openIndexCache } from "../notes/index-cache.ts"
import { NoteIndex } from "../notes/note-index.ts"
import { openCompactionLog } from "./compaction-log.ts"
import { openEpochs } from "./epochs.ts"
import { openWorkDays } from "./last-work.ts"
import { openOutcomes } from "./outcomes.ts"
import { spareState } from "./spare-state.ts"
import { MIGRATIONS, markDamaged, openStateDb, STATE_FORMAT } from "./state-db.ts"
import { openToolOutputs } from "./tool-outputs.ts"

const NEXT_DAY = 86_400_000

async function usedState(): Promise<string> {
  const path = join(tempDir("state"), "state.db")
  const { db } = await openStateDb(path, nullLog)
  openWorkDays(spareState(db, nullLog, "state")).mark("app", 0)
  db?.close()
  return path
}

async function change(path: string, sql: string): Promise<void> {
  const db = await openSqlite(path)
  db.exec(sql)
  db.close()
}

const numbersIn = (db: Sqlite | undefined) => ({
  ...db?.get<{ user_version: number }>("PRAGMA user_version"),
  ...db?.get<{ migrations: number }>("SELECT migrations FROM schema"),
})

describe("a state database of a newer Cairn", () => {
  test("that only added tables and columns is used, and keeps what was added", async () => {
    const path = await usedState()
    const tables = ["epoch", "host", "tool_output", "compaction", "outcome", "work_day", "session", "session_event"]
    await change(
      path,
      `${tables.map((table) => `ALTER TABLE ${table} ADD COLUMN added TEXT DEFAULT 'new';`).join("\n")}
       CREATE TABLE lease(name TEXT PRIMARY KEY, until INTEGER NOT NULL); INSERT INTO lease VALUES ('reconcile', 7);
       CREATE INDEX outcome_type ON outcome(type); UPDATE schema SET migrations = migrations + 3;`,
    )
    const { db, notice } = await openStateDb(path, nullLog)
    expect(notice).toBeUndefined()
    openWorkDays(spareState(db, nullLog, "state")).mark("app", NEXT_DAY)
    expect(openWorkDays(spareState(db, nullLog, "state")).of("app")).toEqual(["1970-01-01", "1970-01-02"])
    const epoch = { text: clean("t"), hash: "h", renderedAt: 5, model: "m", pressureStep: 0 }
    openEpochs(spareState(db, nullLog, "state"), 0)
      .of("app")
      .save("s", epoch)
    expect(
      openEpochs(spareState(db, nullLog, "state"), 0)
        .of("app")
        .load("s"),
    ).toEqual({ epoch })
    const compaction = { id: "c", at: 1, score: 1, repaired: [] }
    openCompactionLog(spareState(db, nullLog, "state")).add("s", compaction)
    expect(openCompactionLog(spareState(db, nullLog, "state")).list("s")).toEqual([compaction])
    const outcomes = openOutcomes(spareState(db, nullLog, "state"))
    const said = { source: "explicit", said: "user", type: "feedback", key: "k", text: clean("x") } as const
    outcomes.add({ at: 1, project: "app", scope: "project", outcome: "promoted", reason: "new", ...said })
    expect(outcomes.about({}, "app", 9)).toMatchObject([said])
    const outputs = openToolOutputs({ folder: tempDir("o"), db, log: nullLog, clock: { now: () => 1 } })
    await outputs.keep("s", clean("text"), "/p")
    expect(db?.get<{ until: number }>("SELECT until FROM lease")).toEqual({ until: 7 })
    expect(numbersIn(db)).toEqual({ user_version: STATE_FORMAT, migrations: MIGRATIONS.length + 3 })
    db?.close()
  })

  test("that asks for a newer Cairn is left alone, and the user is told", async () => {
    const path = await usedState()
    await change(
      path,
      `PRAGMA user_version = ${STATE_FORMAT + 1}; DROP TABLE work_day; UPDATE schema SET migrations = migrations + 1`,
    )
    const { db, notice } = await openStateDb(path, nullLog)
    expect(db).toBeUndefined()
    expect(notice?.text).toContain("newer Cairn")
    expect(readdirSync(join(path, "..")).filter((name) => name.includes("damaged"))).toEqual([])
    const after = await openSqlite(path)
    expect(numbersIn(after)).toEqual({ user_version: STATE_FORMAT + 1, migrations: MIGRATIONS.length + 1 })
    after.close()
  })
})

describe("a state database that is not as Cairn made it", () => {
  test.each([
    ["a table is missing", "DROP TABLE work_day"],
    ["a column has another name", "ALTER TABLE epoch RENAME COLUMN hash TO hush"],
    ["there is a table that nobody knows", "CREATE TABLE other(x)"],
    ["the count of migrations is wrong", "UPDATE schema SET migrations = 2"],
    ["the count of migrations is gone", "DELETE FROM schema"],
    ["it was never counted", "DROP TABLE schema; PRAGMA user_version = 8"],
  ])("%s: it is set aside whole, and the user is told", async (_what, sql) => {
    const path = await usedState()
    await change(path, sql)
    const { db, notice } = await openStateDb(path, nullLog)
    expect(notice?.text).toContain("set aside as state.db.damaged-1")
    expect(existsSync(`${path}.damaged-1`)).toBe(true)
    openWorkDays(spareState(db, nullLog, "state")).mark("app", 0)
    expect(openWorkDays(spareState(db, nullLog, "state")).of("app")).toEqual(["1970-01-01"])
    db?.close()
    const again = await openStateDb(path, nullLog)
    expect(again.notice).toBeUndefined()
    again.db?.close()
  })

  test("a format that no migration asked for is put right", async () => {
    const path = await usedState()
    await change(path, `PRAGMA user_version = ${STATE_FORMAT + 4}`)
    const { db, notice } = await openStateDb(path, nullLog)
    expect(notice).toBeUndefined()
    expect(numbersIn(db)).toEqual({ user_version: STATE_FORMAT, migrations: MIGRATIONS.length })
    db?.close()
  })
})

describe("a process that ended while it opened a database", () => {
  /** No process has this number: it has just ended. */
  const endedPid = () => spawnSync("true").pid
  const marksIn = (path: string) => readdirSync(join(path, "..")).filter((name) => name.includes(".opening-"))

  test("once: the state is kept; twice in a row: it is set aside, and the user is told", async () => {
    const path = await usedState()
    writeFileSync(`${path}.opening-${endedPid()}-1-0`, "")
    const once = await openStateDb(path, nullLog)
    expect(once.notice).toBeUndefined()
    expect(openWorkDays(spareState(once.db, nullLog, "state")).of("app")).toHaveLength(1)
    once.db?.close()
    expect(marksIn(path)).toEqual([])
    writeFileSync(`${path}.opening-${endedPid()}-1-1`, "")
    const twice = await openStateDb(path, nullLog)
    expect(twice.notice?.text).toContain("state.db.damaged-1")
    expect(openWorkDays(spareState(twice.db, nullLog, "state")).of("app")).toEqual([])
    twice.db?.close()
    expect(marksIn(path)).toEqual([])
  })

  test("one that still runs counts for nothing", async () => {
    const path = await usedState()
    const mark = `${path}.opening-1-1-5`
    writeFileSync(mark, "")
    const { db, notice } = await openStateDb(path, nullLog)
    expect(notice).toBeUndefined()
    db?.close()
    expect(existsSync(mark)).toBe(true)
  })

  test("the index is made again at once, and is marked until its notes were read", async () => {
    const path = join(tempDir("index"), "index.db")
    const settings = { hotDir: "system", defaultLimit: 5000 }
    const scope = { name: "global", folder: ["global"] } as const
    const first = await openIndexCache(path, settings, nullLog)
    expect(marksIn(path)).toHaveLength(1)
    await first.load(scope, new NoteIndex(), settings)
    expect(marksIn(path)).toEqual([])
    first.close()
    await change(
      path,
      "INSERT INTO note(scope, path, mtime, size, ino, nlink, info) VALUES ('global', 'a.md', '1', 1, '1', 1, '{}')",
    )
    writeFileSync(`${path}.opening-${endedPid()}-1-0`, "")
    const second = await openIndexCache(path, settings, nullLog)
    expect(await second.load(scope, new NoteIndex(), settings)).toBe(0)
    second.close()
  })
})

describe("a damaged state database that several open at once", () => {
  test("is set aside once, and all of them go on with the same new one", async () => {
    const path = await usedState()
    await markDamaged(path)
    const opened = await Promise.all([1, 2, 3].map(() => openStateDb(path, nullLog)))
    for (const [day, { db }] of opened.entries())
      openWorkDays(spareState(db, nullLog, "state")).mark("app", day * NEXT_DAY)
    const days = opened.map(({ db }) => openWorkDays(spareState(db, nullLog, "state")).of("app"))
    for (const { db } of opened) db?.close()
    expect(days).toEqual(opened.map(() => ["1970-01-01", "1970-01-02", "1970-01-03"]))
    expect(opened.filter(({ notice }) => notice).map(({ notice }) => notice?.code)).toEqual(["state_set_aside"])
    expect(readdirSync(dirname(path)).filter((name) => /damaged-\d+$/.test(name))).toEqual(["state.db.damaged-1"])
    const old = await openSqlite(`${path}.damaged-1`)
    expect(openWorkDays(spareState(old, nullLog, "state")).of("app")).toEqual(["1970-01-01"])
    old.close()
  })
})
