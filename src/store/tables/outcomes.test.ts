import { describe, expect, test } from "bun:test"
import { join } from "node:path"
import { tempDir } from "../../../test/bed/sandbox.ts"
import { nullLog } from "../../platform/log.ts"
import { openSqlite, type Sqlite } from "../../platform/sqlite.ts"
import type { Keepable } from "../../text/known-clean.ts"
import { type OutcomeRecord, openOutcomes } from "./outcomes.ts"
import { spareState } from "./spare-state.ts"
import { MIGRATIONS } from "./state-db.ts"

async function openedDb(path = join(tempDir("state"), "state.db")) {
  const db = await openSqlite(path)
  for (const sql of MIGRATIONS) db.exec(sql)
  return db
}

function record(given: Partial<OutcomeRecord> = {}): Keepable<OutcomeRecord> {
  return {
    ...{ at: 1000, project: "app", scope: "project", source: "explicit", said: "user", type: "feedback" },
    ...{ key: "k", text: "Use tabs", outcome: "promoted", reason: "new" },
    ...given,
  } as Keepable<OutcomeRecord>
}

const whole = record({
  ...{ session: "ses_1", message: "msg_1", path: "facts/a.md", into: "facts/b.md", hash: "abc" },
  ...{ supersedes: ["facts/c.md", "facts/d.md"], conflicts: ["facts/e.md"] },
})

describe("outcomes", () => {
  test("are given back as they were recorded, newest first", async () => {
    const outcomes = openOutcomes(spareState(await openedDb(), nullLog, "state"))
    outcomes.add(whole)
    outcomes.add(record({ at: 900, text: "later" }))
    expect(outcomes.about({}, "app", 10)).toEqual([record({ at: 900, text: "later" }), whole])
    expect(outcomes.about({}, "app", 1)).toEqual([record({ at: 900, text: "later" })])
    expect(outcomes.about({}, "app", 0)).toEqual([])
  })

  test("of a time when another process kept the database busy are there afterwards", async () => {
    const path = join(tempDir("state"), "state.db")
    const outcomes = openOutcomes(spareState(await openedDb(path), nullLog, "state"))
    const other = await openSqlite(path)
    other.exec("BEGIN EXCLUSIVE")
    outcomes.add(record({ text: "one" }))
    outcomes.add(record({ text: "two" }))
    other.exec("COMMIT")
    expect(outcomes.lastPromotion("app", "project", "k")?.text).toBe("two")
    outcomes.add(record({ text: "three" }))
    expect(outcomes.about({}, "app", 10).map(({ text }) => text)).toEqual(["three", "two", "one"])
    other.close()
  })

  test.each([
    ["facts/a.md", 1],
    ["facts/b.md", 1],
    ["facts/c.md", 1],
    ["facts/d.md", 1],
    ["facts/e.md", 1],
    ["facts/d", 0],
    ["facts/%", 0],
  ])("%p is the path of %p", async (path, count) => {
    const outcomes = openOutcomes(spareState(await openedDb(), nullLog, "state"))
    outcomes.add(whole)
    outcomes.add(record())
    expect(outcomes.about({ path }, "app", 10)).toHaveLength(count)
  })

  test.each([
    ["GRÖßE straße", true],
    ["groesse", false],
    ["straße  größe \n der", true],
    ["100%_", true],
    ["%", true],
    ["100_", false],
    ["не БУДЕТ", true],
    ["cafe\u0301", true],
    ["größe absent", false],
    ["", true],
  ])("the words %j: %p", async (text, isFound) => {
    const outcomes = openOutcomes(spareState(await openedDb(), nullLog, "state"))
    outcomes.add(record({ text: "Größe der Straße: 100%_ Не будет Café" }))
    expect(outcomes.about({ text }, "app", 10)).toHaveLength(isFound ? 1 : 0)
  })

  test("a project sees its own and those of the global scope", async () => {
    const outcomes = openOutcomes(spareState(await openedDb(), nullLog, "state"))
    outcomes.add(record({ project: "one", key: "a" }))
    outcomes.add(record({ project: "one", scope: "global", key: "a", text: "of all" }))
    expect(outcomes.about({ key: "a" }, "one", 10)).toHaveLength(2)
    expect(outcomes.about({ key: "a" }, "two", 10).map(({ text }) => text)).toEqual(["of all"])
    expect(outcomes.lastPromotion("two", "project", "a")).toBeUndefined()
    expect(outcomes.lastPromotion("one", "project", "a")?.text).toBe("Use tabs")
    expect(outcomes.lastPromotion("two", "global", "a")?.text).toBe("of all")
    expect(outcomes.lastPromotion("", "global", "a")?.text).toBe("of all")
  })

  test("the last promotion is the newest of those that became a note", async () => {
    const outcomes = openOutcomes(spareState(await openedDb(), nullLog, "state"))
    for (const [text, outcome] of [
      ["first", "promoted"],
      ["second", "quarantined"],
      ["third", "absorbed"],
      ["fourth", "rejected_gate"],
    ] as const)
      outcomes.add(record({ text, outcome }))
    expect(outcomes.lastPromotion("app", "project", "k")?.text).toBe("second")
    expect(outcomes.lastPromotion("app", "project", "K")).toBeUndefined()
  })

  test("why a note waits is the newest record of that note's quarantine, found without reading the others", async () => {
    const db = await openedDb()
    const outcomes = openOutcomes(spareState(db, nullLog, "state"))
    const quarantined = (given: Partial<OutcomeRecord>) =>
      outcomes.add(record({ outcome: "quarantined", path: "facts/a.md", ...given }))
    quarantined({ reason: "verbatim" })
    quarantined({ reason: "read_web" })
    quarantined({ reason: "of another project", project: "other" })
    quarantined({ reason: "of another scope", scope: "global" })
    quarantined({ reason: "of another note", path: "facts/b.md" })
    outcomes.add(record({ outcome: "absorbed", path: "facts/a.md" }))
    expect(outcomes.lastQuarantine("app", "project", "facts/a.md")?.reason).toBe("read_web")
    expect(outcomes.lastQuarantine("third", "global", "facts/a.md")?.reason).toBe("of another scope")
    expect(outcomes.lastQuarantine("app", "project", "facts/c.md")).toBeUndefined()
    const plan = db.all<{ detail: string }>(
      "EXPLAIN QUERY PLAN SELECT * FROM outcome WHERE path = ? AND scope = ? AND outcome = 'quarantined' ORDER BY id DESC LIMIT 1",
      "facts/a.md",
      "project",
    )
    expect(plan.map(({ detail }) => detail).join("\n")).toContain("USING INDEX outcome_quarantined (path=?)")
  })

  test("tell what Cairn wrote from what it did not", async () => {
    const outcomes = openOutcomes(spareState(await openedDb(), nullLog, "state"))
    outcomes.add(whole)
    outcomes.add(record())
    expect([outcomes.wrote("abc"), outcomes.wrote("ABC"), outcomes.wrote("")]).toEqual([true, false, false])
  })

  test("the newest ten thousand are kept, each of a bounded size", async () => {
    const db = await openedDb()
    const outcomes = openOutcomes(spareState(db, nullLog, "state"))
    db.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10500)
      INSERT INTO outcome(at, project, scope, source, said, type, key, text, outcome, reason)
      SELECT i, 'app', 'project', 'manual', 'user', 'user', 'k' || i, 't', 'promoted', 'r' FROM n`)
    outcomes.add(record({ text: `${"word ".repeat(100_000)}end`, reason: "r".repeat(100_000) }))
    expect(db.get<{ n: number }>("SELECT count(*) n FROM outcome")?.n).toBe(10_000)
    expect(outcomes.about({ key: "k502" }, "app", 10)).toHaveLength(1)
    expect(outcomes.about({ key: "k501" }, "app", 10)).toEqual([])
    const [newest] = outcomes.about({}, "app", 1)
    expect([newest?.text.length, newest?.reason.length].every((length) => (length ?? 0) <= 2000)).toBe(true)
  })
})

describe("candidates whose write failed", () => {
  test("are given as often as it takes, each with its own failures, and another project's never", async () => {
    const db = await openedDb()
    const outcomes = openOutcomes(spareState(db, nullLog, "state"))
    expect(outcomes.addPending("app", "{1}", 1000)).toBe("kept")
    outcomes.addPending("other", "{2}", 1000)
    outcomes.addPending("app", "{3}", 1000)
    for (const attempts of [0, 1, 2]) {
      expect(openOutcomes(spareState(db, nullLog, "state")).pending("app")).toEqual([
        { id: 1, json: "{1}", attempts },
        { id: 3, json: "{3}", attempts: 0 },
      ])
      outcomes.failedPending(1)
    }
    expect(outcomes.pending("other")).toEqual([{ id: 2, json: "{2}", attempts: 0 }])
  })

  test("that were written are gone, and their number is not given again", async () => {
    const outcomes = openOutcomes(spareState(await openedDb(), nullLog, "state"))
    outcomes.addPending("app", "first", 1000)
    const [first] = outcomes.pending("app")
    outcomes.donePending(first?.id ?? 0)
    outcomes.addPending("app", "second", 1000)
    outcomes.donePending(first?.id ?? 0)
    expect(outcomes.pending("app").map(({ json }) => json)).toEqual(["second"])
  })

  test("the newest thousand of a project are kept", async () => {
    const db = await openedDb()
    const outcomes = openOutcomes(spareState(db, nullLog, "state"))
    outcomes.addPending("other", "x", 1000)
    db.transaction(() => {
      for (let i = 0; i < 1100; i++) outcomes.addPending("app", String(i), 1000)
    })
    const kept = outcomes.pending("app")
    expect([kept.length, kept[0]?.json, kept.at(-1)?.json]).toEqual([1000, "100", "1099"])
    expect(outcomes.pending("other")).toHaveLength(1)
  })
})

test("without a database, or with one that fails, only candidates are kept, in memory, and nothing throws", async () => {
  const broken = await openedDb()
  broken.exec("DROP TABLE outcome; DROP TABLE pending_candidate")
  const closed = await openedDb()
  closed.close()
  for (const db of [undefined, broken, closed] as (Sqlite | undefined)[]) {
    const outcomes = openOutcomes(spareState(db, nullLog, "state"))
    outcomes.add(whole)
    outcomes.donePending(1)
    expect(outcomes.about({}, "app", 10)).toEqual([])
    expect(outcomes.lastPromotion("app", "project", "k")).toBeUndefined()
    expect(outcomes.wrote("abc")).toBe(false)
    outcomes.failedPending(1)
    expect(outcomes.lastQuarantine("app", "project", "facts/a.md")).toBeUndefined()
    expect(outcomes.addPending("app", "first", 1000)).toBe("in_memory")
    outcomes.addPending("app", "second", 1000)
    outcomes.addPending("other", "x", 1000)
    const [first, second] = outcomes.pending("app")
    outcomes.failedPending(second?.id ?? 0)
    outcomes.donePending(first?.id ?? 0)
    expect(outcomes.pending("app")).toMatchObject([{ json: "second", attempts: 1 }])
    for (let i = 0; i < 1100; i++) outcomes.addPending("app", String(i), 1000)
    expect(outcomes.pending("app")).toHaveLength(1000)
  }
})

test("two connections write at once and lose nothing", async () => {
  const path = join(tempDir("state"), "state.db")
  const first = await openedDb(path)
  const second = await openSqlite(path)
  const both = [
    openOutcomes(spareState(first, nullLog, "state")),
    openOutcomes(spareState(second, nullLog, "state")),
  ] as const
  for (let i = 0; i < 50; i++) for (const outcomes of both) outcomes.add(record({ at: i }))
  for (const outcomes of both) expect(outcomes.about({}, "app", 1000)).toHaveLength(100)
})
