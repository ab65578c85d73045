import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import type { Essential } from "../session/compaction-account.ts"
import { checkFidelity } from "./fidelity.ts"

const directive = (text: string): Essential => ({ kind: "directive", text })
const file = (text: string): Essential => ({ kind: "file", text, action: "edit" })
const command = (text: string, exit = 1): Essential => ({ kind: "command", text, exit })

function says(summary: string, essential: Essential, ...others: Essential[]): boolean {
  return checkFidelity(summary, [essential, ...others]).present.includes(essential)
}

describe("a text is present", () => {
  test.each([
    ["word for word", "Never use tabs.", "## Requirements\n- Never use tabs."],
    ["in another case, marked up", "Never use tabs", "the user: **never use `tabs`**"],
    ["inside a sentence", "use pnpm", "- Setup: use pnpm everywhere"],
    ["wrapped over two lines", "Always run the linter before a commit", "Always run the\nlinter before a commit"],
    ["in other words", "Always run the linter before every commit", "- run the linter always, before every commit"],
    [
      "with nearly all words",
      "Write release notes in German for every release",
      "Write the release notes in German, every release",
    ],
    [
      "with a word left out and one put in",
      "Always run tests before committing changes",
      "always run all tests before committing",
    ],
    ["with the same number", "Keep lines under 120 characters wide", "Lines are to keep under 120 characters"],
    ["escaped by a prompt", "put it in <system> tags", "- put it in &lt;system> tags"],
    ["Chinese", "不要使用制表符", "要求：请不要使用制表符。"],
    ["Japanese", "必ずテストを書くこと", "- 必ずテストを書くこと"],
    ["Korean", "항상 테스트를 먼저 작성하세요", "규칙: 항상 테스트를 먼저 작성하세요"],
  ])("%s", (_what, text, summary) => expect(says(summary, directive(text))).toBe(true))
})

describe("a text is missing", () => {
  test.each([
    ["nothing is said", "Never use tabs", ""],
    ["the opposite is said", "Commit to main", "Never commit to main"],
    ["the opposite, further on", "Use tabs in this project", "Use tabs in this project is no longer wanted"],
    ["negation is gone", "Do not push to the remote branch today", "Push to the remote branch today"],
    [
      "the negation is about another word",
      "Indent all files with tabs, not spaces",
      "Indent all files with spaces, not tabs",
    ],
    [
      "the preference is turned round",
      "Prefer explicit loops instead of clever chains",
      "Prefer clever chains instead of explicit loops",
    ],
    ["one word is another", "Write the release notes in German", "Write the release notes in French"],
    ["one name is another", "Add a regression test for utils.spec.js", "- Add a regression test for events.spec.js"],
    ["it stands among what was given up", "use Redis", "## Decisions\n- use SQLite\n### Rejected\n- use Redis"],
    ["another number", "Keep lines under 120 characters wide", "Keep lines under 100 characters wide"],
    ["other version", "Support Node 22.16 and newer releases only", "Support Node 20.16 and newer releases only"],
    [
      "words are scattered over sentences",
      "Always run the linter before every commit",
      "Always.\n- run\n- the linter was slow\n- before every commit",
    ],
    [
      "a dump of words",
      "Always run the linter before every commit",
      `${"word list ".repeat(3)}${Array.from({ length: 90 }, (_, i) => `w${String.fromCharCode(97 + (i % 26))}${"x".repeat(i % 7)}`).join(" ")} always run linter before every commit`
        .split(" ")
        .sort()
        .join(" "),
    ],
    ["two common words by chance", "use tabs", "We use vim and its tabs."],
    ["a part of a word", "use tab", "use tabstops"],
    ["a longer number", "retry 10 times", "retry 100 times"],
    ["the Chinese opposite", "使用制表符", "不使用制表符"],
    ["other Chinese words", "必须写单元测试", "必须写集成文档"],
    ["another language", "Always answer in German", "Toujours répondre en allemand"],
  ])("%s", (_what, text, summary) => expect(says(summary, directive(text))).toBe(false))
})

test("a goal of several sentences is present when each of them is", () => {
  const goal: Essential = { kind: "goal", text: "Move the parser to TypeScript.\nKeep the public API.\n" }
  expect(says("## Objective\nMove the parser to TypeScript. Keep the public API.", goal)).toBe(true)
  expect(says("## Objective\nMove the parser to TypeScript.", goal)).toBe(false)
})

describe("a file", () => {
  test.each([
    ["src/store/notes.ts", "Changed `src/store/notes.ts`.", true],
    ["src/store/notes.ts", "- src/store/notes.ts:12: fixed", true],
    ["src/store/notes.ts", "see /home/me/work/src/store/notes.ts", true],
    ["src/store/notes.ts", "edited ./src/store/notes.ts, too", true],
    ["src/store/notes.ts", "notes.ts was rewritten", true],
    ["src/store/notes.ts", "- src/store/{layout.ts, notes.ts}", true],
    ["src/store/notes.ts", "docs/notes.ts was rewritten", false],
    ["src/store/notes.ts", "src/store/notes.tsx and src/store/notes.ts.bak", false],
    ["src/store/notes.ts", "src/other/{layout.ts, notes.ts}", false],
    ["src/store/notes.ts", "the notes were rewritten", false],
    ["scripts/test", "the test passes", false],
    ["scripts/test", "changed scripts/test", true],
    ["build", "the build passes", false],
    ["build", "the file `build` is new, so is ./x", true],
    ["app/[id]/page (copy).tsx", "- app/[id]/page (copy).tsx (write)", true],
    ["app/[id]/page (copy).tsx", "- app/[id]/page.tsx (write)", false],
    ["README.md", "docs/README.md is new", false],
    ["Src/Main.ts", "src/main.ts", false],
  ])("%s in %p: %p", (path, summary, expected) => expect(says(summary, file(path))).toBe(expected))

  test("is not told by a base name that two of them have", () => {
    expect(says("index.ts changed", file("src/a/index.ts"), file("src/b/index.ts"))).toBe(false)
    expect(says("src/a/{index.ts}", file("src/a/index.ts"), file("src/b/index.ts"))).toBe(true)
  })
})

describe("a command that failed", () => {
  test.each([
    ["npm test", "`npm test` fails with 3 errors", true],
    ["npm test", "- npm test (exit 1)", true],
    ["npm test", "npm test: exit code 2", true],
    ["npm test", "### Blocked\n- `npm test`", true],
    ["npm test", "Commands that failed:\n\n- `npm test`\n- `x`", true],
    ["npm test", "Failing: `npm test`, `npm run lint`", true],
    ["npm test", "| npm test | 1 | failed |", true],
    ["npm test", "✗ npm test", true],
    ["npm test", "npm test does not pass yet", true],
    ["npm test", "`npm test` 失败", true],
    [`grep -rn "foo bar" src`, "grep -rn 'foo bar' src failed", true],
    ["find . -name x.ts", "- `find . -name x.ts` exited with 1", true],
    ["go test ./...", "go test ./... fails", true],
    ["go test ./...", "go test ./pkg fails", false],
    ["npm test", "ran npm test", false],
    ["npm test", "`npm test` now passes", false],
    ["npm test", "`npm test`: 0 failed", false],
    ["npm test", "npm test (exit 0)", false],
    ["npm test", "npm test no longer fails", false],
    ["npm test", "npm test failed, now fixed", false],
    ["npm test", "npm test -- src/a failed", false],
    ["npm run test", "npm run test:unit failed", false],
    ["npm test", "pnpm test failed", false],
    ["npm test", "cd web && npm test failed", false],
    ["npm test", "npm test was run. Something else failed.", false],
    ["npm test", "### Fixed failures\n- npm test", false],
    ["cat error.log", "cat error.log was run", false],
    ["npm test", "the tests failed", false],
  ])("%s in %p: %p", (text, summary, expected) => expect(says(summary, command(text))).toBe(expected))

  test("is told by the beginning of a long text, unless another begins alike", () => {
    const long = `python -c '${"import sys; ".repeat(20)}'`
    expect(says(`- ${long.slice(0, 140)}… (exit 1)`, command(long))).toBe(true)
    expect(says(`- ${long.slice(0, 140)}… (exit 1)`, command(long), command(`${long} --again`))).toBe(false)
    expect(says(`- ${long.slice(0, 60)}… (exit 1)`, command(long))).toBe(false)
  })
})

test("the score is the share of what is present", () => {
  const essentials = [file("src/a.ts"), file("src/b.ts"), command("npm test"), directive("Never use tabs")]
  const { score, missing } = checkFidelity("changed a.ts; `npm test` fails", essentials)
  expect(score).toBe(0.5)
  expect(missing.map(({ text }) => text)).toEqual(["src/b.ts", "Never use tabs"])
  expect(checkFidelity("", []).score).toBe(1)
  expect(checkFidelity("", essentials).score).toBe(0)
})

test("a summary as models write it", () => {
  const summary = `## Objective
The user wants the parser ported to TypeScript while keeping the public API.

## Important Details
- Constraint: never touch the lockfile
- Using SQLite for the cache; no extra dependency
- Node 22.16 or newer is required

## Work State
### Completed
- Rewrote \`lexer.ts\` and \`src/parse/tokens.ts\`; \`npm run build\` passes
### Blocked
- \`npm test\` still fails: 3 tests in parser.test.ts

## Next Move
1. Update the docs`
  const essentials: Essential[] = [
    { kind: "goal", text: "Port the parser to TypeScript, keep the public API" },
    directive("Never touch the lockfile."),
    directive("Support Node 22.16 and newer"),
    { kind: "decision", text: "use SQLite for the cache" },
    command("npm test"),
    command("npm run build"),
    file("src/parse/lexer.ts"),
    file("src/parse/tokens.ts"),
    file("src/parse/parser.ts"),
    { kind: "todo", text: "Update the docs" },
  ]
  expect(checkFidelity(summary, essentials).missing.map(({ text }) => text)).toEqual([
    "Support Node 22.16 and newer",
    "npm run build",
    "src/parse/parser.ts",
  ])
})

const word = fc.constantFrom(
  ..."never always use tabs spaces not run 10 100 the commit to main src a.ts error failed ; . don't 使用 不要 <cairn> `x` \n - # : … npm test".split(
    " ",
  ),
)
const prose = fc.array(fc.oneof(word, fc.string({ unit: "binary", maxLength: 6 })), { minLength: 1, maxLength: 12 })
const line = prose.map((words) => words.join(" ").replace(/\s+/g, " ").trim())
const essential = fc.oneof(
  line.map(directive),
  line.map((text): Essential => ({ kind: "todo", text })),
  fc.constantFrom("src/a.ts", "src/b/a.ts", "x", "lib/with space.ts", "build", "a.b.c").map(file),
  fc.constantFrom("npm test", "npm run build", "cat 'a b' | wc", "find . -name x").map((text) => command(text)),
)

function ownText(one: Essential): string {
  if (one.kind === "command") return `- ${one.text} (exit ${one.exit})`
  return one.kind === "file" ? `- \`${one.text}\`` : `- ${one.text}`
}

test("saying what is missing never lowers the score, and makes it present", () => {
  fc.assert(
    fc.property(fc.array(essential, { maxLength: 12 }), fc.array(prose), (essentials, summary) => {
      let text = summary.map((words) => words.join(" ")).join("\n")
      let { score, missing } = checkFidelity(text, essentials)
      const wrong: unknown[] = []
      for (const one of missing) {
        text += `\n\n${ownText(one)}`
        const next = checkFidelity(text, essentials)
        if (!next.present.includes(one)) wrong.push({ absent: one })
        if (next.score < score) wrong.push({ after: one, from: score, to: next.score })
        score = next.score
      }
      missing = checkFidelity(text, essentials).missing
      expect({ wrong, missing }).toEqual({ wrong: [], missing: [] })
    }),
    { numRuns: 300 },
  )
})

const MB = 1_000_000
const fill = (unit: string) => unit.repeat(Math.ceil(MB / unit.length)).slice(0, MB)

// Quadratic code would run for minutes here and be ended by the test's own deadline.
test.each(
  [
    "a",
    " ",
    "\n",
    "- ",
    "{",
    "}",
    "{}",
    "a{",
    "/",
    "a/",
    "`",
    "'",
    ".",
    ". ",
    "; ",
    "#",
    "# ",
    ":\n",
    "…",
    "不",
    "ﷺ",
    "npm test ",
    "not ",
    "use tabs ",
    "&lt;",
    "exit ",
    "a a a b ",
    "src/{",
    "\u{e0041}",
    "1",
    ":1",
  ].map((unit) => [JSON.stringify(unit), fill(unit)]),
)("a megabyte of %s is read in linear time and says nothing", (_unit, text) => {
  const essentials = [
    ...Array.from({ length: 200 }, (_, n) => file(`src/deep/${"a/".repeat(n % 20)}f${n}.ts`)),
    ...Array.from({ length: 200 }, (_, n) => command(`npm test ${"a ".repeat(n % 50)}${n}`)),
    ...Array.from({ length: 20 }, (_, n) => directive(`never use tabs ${"a ".repeat(n)}b ${n}`)),
    directive("不要使用制表符"),
  ]
  expect(checkFidelity(text, essentials).present).toEqual([])
})

test("a long title over many lines is read in linear time", () => {
  const summary = `${"failed ".repeat(15_000)}:\n${"- a\n".repeat(50_000)}`
  expect(checkFidelity(summary, [command("npm test"), file("src/b.ts"), directive("use tabs")]).score).toBe(0)
})
