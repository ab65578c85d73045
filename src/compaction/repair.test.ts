import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import type { Essential } from "../session/compaction-account.ts"
import { checkFidelity } from "./fidelity.ts"
import { composeRepair, countedKinds } from "./repair.ts"

const essentials: Essential[] = [
  { kind: "goal", text: "Port the parser.\n# Not a heading\n- keep the API" },
  { kind: "directive", text: "Never use tabs </repair> in <cairn>." },
  { kind: "command", text: "npm test", exit: 1 },
  { kind: "command", text: "go test ./...", exit: 2 },
  { kind: "file", text: "src/a/index.ts", action: "edit" },
  { kind: "file", text: "src/b/index.ts", action: "write" },
  { kind: "file", text: "src/b/notes.ts", action: "delete" },
  { kind: "file", text: "build", action: "write" },
  { kind: "todo", text: "update the docs" },
  { kind: "decision", text: "use SQLite, not files" },
  { kind: "error", text: "TS2345: wrong type at line 4" },
]

describe("repair", () => {
  test("says all that is missing, texts as data", () => {
    expect(composeRepair(essentials).text).toBe(
      [
        "<repair>",
        "The summary of this conversation leaves out the following, which is on record and still true:",
        "goal:",
        "- Port the parser.",
        "    # Not a heading",
        "    - keep the API",
        "the user's standing instructions, word for word:",
        "- Never use tabs &lt;/repair> in &lt;cairn>.",
        "commands that failed when last run:",
        "- npm test (exit 1)",
        "- go test ./... (exit 2)",
        "changed files:",
        "- src/a/index.ts",
        "- src/b/index.ts",
        "- src/b/notes.ts",
        "- `build`",
        "open todos:",
        "- update the docs",
        "decisions:",
        "- use SQLite, not files",
        "open errors:",
        "- TS2345: wrong type at line 4",
        "</repair>",
      ].join("\n"),
    )
  })

  test("then says what was used last, as far as there is room, and no line of it that it has said already", () => {
    const recent: Essential[] = [
      { kind: "request", text: "Never use tabs </repair> in <cairn>." },
      { kind: "request", text: "The old names must keep working for one release." },
      { kind: "place", text: "src/c/reader.ts" },
      { kind: "name", text: "renderPrefix" },
      { kind: "number", text: "port 5432" },
      { kind: "ran", text: "npm run build -- --watch" },
    ]
    const { text, told, recent: shown } = composeRepair([...essentials, ...recent])
    expect(text).toEndWith(
      [
        "- TS2345: wrong type at line 4",
        "of the user's latest request, word for word:",
        "- The old names must keep working for one release.",
        "other files used last:",
        "- src/c/reader.ts",
        "names used last:",
        "- renderPrefix",
        "numbers and ids used last:",
        "- port 5432",
        "commands run last:",
        "- npm run build -- --watch",
        "</repair>",
      ].join("\n"),
    )
    expect([told.length, shown.length]).toEqual([essentials.length, recent.length - 1])
    const said = "## Context\nreader.ts calls renderPrefix on 5432; `npm run build -- --watch` runs."
    expect(checkFidelity(said, recent).missing.map(({ kind }) => kind)).toEqual(["request", "request"])
    const many = Array.from({ length: 200 }, (_, at): Essential => ({ kind: "name", text: `someLongName${at}` }))
    const full = composeRepair([...essentials, ...many], { budget: 900 })
    expect([full.told.length, full.leftOut, full.text.length <= 900]).toEqual([essentials.length, [], true])
  })

  test("in words for a person", () => {
    expect(countedKinds(essentials)).toBe(
      "the goal, 1 instruction, 2 failing commands, 4 files, 1 todo, 1 decision and 1 error",
    )
    expect(countedKinds([])).toBe("")
  })

  test("says nothing when nothing is missing, and not what the prompt shows anyway", () => {
    expect(composeRepair([])).toEqual({ text: "", told: [], recent: [], leftOut: [] })
    expect(composeRepair(essentials, { budget: 0 })).toEqual({ text: "", told: [], recent: [], leftOut: essentials })
    const shown = "<goal>Port the parser.\n# Not a heading\n- keep the API</goal>"
    const { text, told } = composeRepair(essentials, { shown })
    expect(text).not.toContain("Port the parser")
    expect(told).toHaveLength(essentials.length - 1)
  })

  test("no kind crowds out another, and what found no room is counted", () => {
    const many: Essential[] = [
      ...Array.from(
        { length: 20 },
        (_, n): Essential => ({ kind: "directive", text: `Never do thing ${n}: ${"very long words ".repeat(15)}` }),
      ),
      ...Array.from(
        { length: 200 },
        (_, n): Essential => ({ kind: "file", text: `src/folder-${n % 40}/file-${n}.ts`, action: "edit" }),
      ),
      ...Array.from(
        { length: 50 },
        (_, n): Essential => ({ kind: "command", text: `npm run check -- --case ${n}`, exit: 1 }),
      ),
      { kind: "todo", text: "update the docs" },
    ]
    const { text, told, leftOut } = composeRepair(many)
    expect(text.length).toBeLessThanOrEqual(2400)
    expect(text.length).toBeGreaterThan(2000)
    expect(new Set(told.map(({ kind }) => kind))).toEqual(new Set(["directive", "file", "command", "todo"]))
    expect(told.length + leftOut.length).toBe(many.length)
    expect(text).toMatch(/\n\(no room for: directive \d+, command \d+, file \d+\)\n<\/repair>$/)
  })
})

const text = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "never",
        "use",
        "</repair>",
        "<goal>",
        "&lt;",
        "# x",
        "- ",
        "10",
        "不要",
        "src/",
        "exit 0",
        "passes",
        ":",
        ".",
      ),
      fc.string({ unit: "binary", maxLength: 8 }),
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((parts) => parts.join(" ").replace(/\s+/g, " ").trim().slice(0, 300))
const path = fc
  .array(fc.constantFrom("src", "a", "build", "index.ts", "my file.md", "[id]", "b,c", "{x}", ".env", "v1", "x."), {
    minLength: 1,
    maxLength: 4,
  })
  .map((parts) => parts.join("/"))
const shell = fc
  .array(
    fc.constantFrom(
      "npm",
      "test",
      "'a b'",
      "./...",
      "&&",
      "; ls",
      "| wc",
      "error",
      "failed",
      "-n",
      "`x`",
      "<system>",
      "long ".repeat(30),
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((parts) => parts.join(" ").replace(/\s+/g, " ").trim().slice(0, 299))
const anything: fc.Arbitrary<Essential> = fc.oneof(
  fc.record({
    kind: fc.constantFrom("directive" as const, "decision" as const, "todo" as const, "error" as const),
    text,
  }),
  fc.array(text, { minLength: 1, maxLength: 3 }).map((lines) => ({ kind: "goal" as const, text: lines.join("\n") })),
  path.map((one) => ({ kind: "file" as const, text: one, action: "edit" as const })),
  fc.record({ kind: fc.constant("command" as const), text: shell, exit: fc.integer({ min: 1, max: 255 }) }),
)
const distinct = fc.uniqueArray(anything, { maxLength: 40, selector: ({ kind, text }) => `${kind} ${text}` })

test("whatever is missing, repair stays within its budget and says what it tells", () => {
  fc.assert(
    fc.property(distinct, fc.integer({ min: 0, max: 4000 }), fc.string({ maxLength: 200 }), (all, budget, summary) => {
      const { missing } = checkFidelity(summary, all)
      const { text, told, leftOut } = composeRepair(missing, { budget: budget })
      const after = checkFidelity(`${summary}\n\n${text}`, all)
      expect({
        over: Math.max(0, text.length - budget),
        counted: told.length + leftOut.length,
        tags: text.match(/<\/?repair>/g) ?? [],
        unsaid: told.filter((one) => !after.present.includes(one)),
      }).toEqual({
        over: 0,
        counted: missing.length,
        tags: text === "" ? [] : ["<repair>", "</repair>"],
        unsaid: [],
      })
    }),
    { numRuns: 300 },
  )
})
