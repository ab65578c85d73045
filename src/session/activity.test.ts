import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { type Activity, activityAfter, emptyActivity, rankedFiles } from "./activity.ts"
import type { FileAction, FileTouch, MemoryEvent } from "./memory-event.ts"

const after = (...events: MemoryEvent[]) => events.reduce((now, event) => activityAfter(now, event), emptyActivity)
const files = (...files: FileTouch[]): MemoryEvent => ({ kind: "files", files })
const touch = (action: FileAction, path: string, to?: string): FileTouch => ({ path, action, ...(to ? { to } : {}) })
const failed = (category: string, ...names: string[]): MemoryEvent => ({
  kind: "command",
  command: `run ${category}`,
  exit: 1,
  category,
  errors: names.map((name) => ({ fingerprint: `${category}-${name}`, summary: name, file: `src/${name}.ts` })),
})
const passed = (category: string, command = `run ${category}`): MemoryEvent => ({
  kind: "command",
  command,
  exit: 0,
  category,
})
const decided = (text: string): MemoryEvent => ({ kind: "item", slot: "decision", text, why: "test" })
const summaries = (activity: Activity) => activity.openErrors.map(({ summary }) => summary)
const ranking = (activity: Activity) =>
  rankedFiles(activity).map(({ path, action, count }) => `${path} ${action} ${count}`)

describe("active files", () => {
  test("rank = weight of the strongest action + 3 a touch", () => {
    const reads = Array.from({ length: 12 }, () => touch("read", "read.ts"))
    const greps = Array.from({ length: 8 }, () => touch("grep", "grep.ts"))
    const all = after(files(...reads, ...greps, touch("write", "write.ts"), touch("edit", "edit.ts")))
    // 20 + 36, 30 + 24, 50 + 3, 45 + 3
    expect(ranking(all)).toEqual(["read.ts read 12", "grep.ts grep 8", "edit.ts edit 1", "write.ts write 1"])
  })

  test("the strongest action stays", () => {
    expect(ranking(after(files(touch("edit", "a"), touch("read", "a"), touch("write", "a"))))).toEqual(["a edit 3"])
    expect(ranking(after(files(touch("read", "a"), touch("grep", "a"))))).toEqual(["a grep 2"])
  })

  test("of equals the newer comes first", () => {
    expect(ranking(after(files(touch("read", "b"), touch("read", "a"))))).toEqual(["a read 1", "b read 1"])
    expect(ranking(after(files(touch("read", "a")), files(touch("read", "b"))))).toEqual(["b read 1", "a read 1"])
  })

  test("twenty are kept: the lowest leaves, never the one just touched", () => {
    const edited = Array.from({ length: 20 }, (_, index) => touch("edit", `e${index}`))
    const activity = after(files(...edited), files(touch("read", "new")))
    expect(activity.files).toHaveLength(20)
    expect(ranking(activity).at(-1)).toBe("new read 1")
    expect(activity.files.some(({ path }) => path === "e0")).toBe(false)
  })

  test("a deleted file leaves, also with its folder", () => {
    const before = files(touch("edit", "src/a.ts"), touch("edit", "src/deep/b.ts"), touch("edit", "src2.ts"))
    expect(ranking(after(before, files(touch("delete", "src/a.ts"))))).toEqual([
      "src2.ts edit 1",
      "src/deep/b.ts edit 1",
    ])
    expect(ranking(after(before, files(touch("delete", "src"))))).toEqual(["src2.ts edit 1"])
  })

  test("a moved file keeps its count under its new name", () => {
    const before = files(touch("read", "a"), touch("read", "a"), touch("read", "b"))
    expect(ranking(after(before, files(touch("move", "a", "c"))))).toEqual(["c edit 3", "b read 1"])
    expect(ranking(after(before, files(touch("move", "a", "b"))))).toEqual(["b edit 3"])
    expect(ranking(after(files(touch("move", "x", "y"))))).toEqual(["y edit 1"])
    const folder = files(touch("read", "old/a"), touch("edit", "old/b"), touch("move", "old", "new"))
    expect(ranking(after(folder))).toEqual(["new/b edit 1", "new/a read 1"])
  })
})

describe("open errors", () => {
  test("the same again counts and comes first", () => {
    const activity = after(failed("test", "a"), failed("test", "b"), failed("test", "a"))
    expect(activity.openErrors).toEqual([
      {
        category: "test",
        fingerprint: "test-a",
        summary: "a",
        file: "src/a.ts",
        command: "run test",
        seen: 2,
        status: "open",
      },
      {
        category: "test",
        fingerprint: "test-b",
        summary: "b",
        file: "src/b.ts",
        command: "run test",
        seen: 1,
        status: "open",
      },
    ])
  })

  test("one run counts an error once, and five are kept", () => {
    expect(after(failed("test", "a", "a")).openErrors[0]?.seen).toBe(1)
    const activity = after(failed("test", "a", "b", "c"), failed("lint", "d", "e", "f"))
    expect(summaries(activity)).toEqual(["d", "e", "f", "a", "b"])
  })

  test("one that newer ones have pushed out is counted on when it comes again", () => {
    const again = after(failed("a", "first"), failed("b", "1", "2", "3", "4", "5"), failed("a", "first"))
    expect(again.openErrors[0]).toMatchObject({ summary: "first", seen: 2 })
  })

  test("success clears its category alone", () => {
    const before = [failed("test", "a"), failed("lint", "b"), failed("runtime", "c")]
    expect(summaries(after(...before, passed("test")))).toEqual(["c", "b"])
    expect(summaries(after(...before, passed("deploy")))).toEqual(["c", "b", "a"])
  })

  test("for runtime only the same command clears", () => {
    expect(summaries(after(failed("runtime", "a"), passed("runtime", "node other.js")))).toEqual(["a"])
    expect(summaries(after(failed("runtime", "a"), passed("runtime", "  run \n runtime ")))).toEqual([])
  })

  test("no exit code, no category, no errors: nothing changes", () => {
    const before = after(failed("test", "a"))
    for (const event of [
      { kind: "command", command: "run test", exit: null, category: "test" },
      { kind: "command", command: "run test", exit: 0 },
      { kind: "command", command: "run test", exit: 2 },
      { kind: "command", command: "run test", exit: 2, category: "test", errors: [] },
    ] as const) {
      expect(activityAfter(before, event)).toEqual(before)
    }
  })

  test("a change to its file may have fixed it, until it is seen again", () => {
    const status = (...events: MemoryEvent[]) => after(failed("test", "a"), ...events).openErrors[0]?.status
    expect(status(files(touch("edit", "src/a.ts")))).toBe("maybe_fixed")
    expect(status(files(touch("write", "src/a.ts")))).toBe("maybe_fixed")
    expect(status(files(touch("read", "src/a.ts"), touch("edit", "src/b.ts")))).toBe("open")
    expect(status(files(touch("edit", "src/a.ts")), failed("test", "b"), failed("test", "a"))).toBe("open")
  })
})

describe("recent decisions", () => {
  test("newest first, eight, each once", () => {
    const many = Array.from({ length: 9 }, (_, index) => decided(`use ${index}`))
    expect(after(...many).recentDecisions).toEqual([8, 7, 6, 5, 4, 3, 2, 1].map((index) => `use ${index}`))
    expect(after(decided("Use  Bun."), decided("Use Node"), decided("use bun")).recentDecisions).toEqual([
      "use bun",
      "Use Node",
    ])
    expect(after(decided("Use C#"), decided("Use C")).recentDecisions).toHaveLength(2)
  })

  test("only decisions, and no empty ones", () => {
    expect(after({ kind: "item", slot: "todo", text: "x", why: "t" }, decided("  "))).toEqual(emptyActivity)
  })

  test("are cut like every item", () => {
    expect(after(decided("long ".repeat(100))).recentDecisions[0]?.length).toBeLessThanOrEqual(200)
  })
})

describe("taking away", () => {
  const before = [files(touch("edit", "x")), failed("test", "It broke"), failed("lint", "b"), decided("Use Bun")]

  test("remove takes an error by its summary and a decision by its text", () => {
    expect(summaries(after(...before, { kind: "remove", text: "it  broke" }))).toEqual(["b"])
    expect(after(...before, { kind: "remove", text: "use bun" }).recentDecisions).toEqual([])
    expect(after(...before, { kind: "remove", text: "bun" })).toEqual(after(...before))
  })

  test.each([
    ["error", 0, 1],
    ["decision", 2, 0],
    ["todo", 2, 1],
    [undefined, 0, 0],
  ])("clear of %p", (slot, errors, decisions) => {
    const activity = after(...before, { kind: "clear", slot })
    expect([activity.openErrors.length, activity.recentDecisions.length, activity.files.length]).toEqual([
      errors,
      decisions,
      1,
    ])
  })
})

describe("whatever happens", () => {
  const name = fc.constantFrom(...Array.from({ length: 30 }, (_, index) => `n${index}`))
  const category = fc.constantFrom("typecheck", "test", "lint", "build", "runtime", "mine")
  const action = fc.constantFrom<FileAction>("read", "grep", "edit", "write", "delete", "move")
  const event: fc.Arbitrary<MemoryEvent> = fc.oneof(
    fc.array(fc.record({ path: name, action, to: name })).map((list) => ({ kind: "files" as const, files: list })),
    fc.tuple(category, fc.array(name)).map(([kind, names]) => failed(kind, ...names)),
    category.map((kind) => passed(kind)),
    name.map(decided),
    name.map((text) => ({ kind: "remove" as const, text })),
  )

  test("the maxima hold, and no path or fingerprint is there twice", () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 60 }), (events) => {
        const { files, openErrors, recentDecisions } = after(...events)
        expect(files.length).toBeLessThanOrEqual(20)
        expect(openErrors.length).toBeLessThanOrEqual(5)
        expect(recentDecisions.length).toBeLessThanOrEqual(8)
        expect(new Set(files.map(({ path }) => path)).size).toBe(files.length)
        expect(new Set(openErrors.map(({ fingerprint }) => fingerprint)).size).toBe(openErrors.length)
      }),
    )
  })

  test("clearing one category affects another only if both have the same text, and the value survives JSON", () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40 }), category, (events, cleared) => {
        const before = after(...events)
        const fixed = before.openErrors.filter((error) => error.category === cleared).map(({ summary }) => summary)
        const others = before.openErrors.filter(({ summary }) => !fixed.includes(summary))
        expect(activityAfter(before, passed(cleared)).openErrors).toEqual(others)
        expect(JSON.parse(JSON.stringify(before))).toEqual(before)
      }),
    )
  })
})
