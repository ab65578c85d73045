import { expect, test } from "bun:test"
import { unpainted } from "../model/paint.ts"
import { columnsOf } from "../text/columns.ts"
import type { MemoryStatus } from "./memory-status.ts"
import { renderStatus } from "./status-screen.ts"

const STATUS: MemoryStatus = {
  version: "1.2.3",
  project: "harbour",
  isMade: true,
  isEmpty: false,
  plugin: { spec: "opencode-cairn@1.2.3" },
  beside: [],
  folder: "/home/me/.local/share/cairn/memory",
  hadNotes: false,
  unmakeable: undefined,
  host: { name: "v1", version: "1.18.33", at: 0 },
  lastShown: 0,
  scopes: [
    {
      scope: "project",
      hot: 2,
      cold: 31,
      chars: 12_345,
      facts: [
        { type: "project", count: 20 },
        { type: "decision", count: 9 },
      ],
      waiting: 2,
    },
    { scope: "global", hot: 2, cold: 1, chars: 400, facts: [], waiting: 0 },
  ],
  prompt: {
    budget: 16_000,
    tokens: 900,
    parts: [
      { part: "hot notes", chars: 4000 },
      { part: "Cairn's own words", chars: 12 },
    ],
  },
  window: { mode: "auto", since: undefined, decisions: 2, outputs: 71, left: 96_000, rewritten: 20_000 },
  saved: Array.from({ length: 11 }, (_, at) => ({ at, text: `Fact ${at} ${"long ".repeat(60)}`, source: "explicit" })),
  refused: 1,
  waitingElsewhere: [{ project: "mill", count: 1 }],
  contradictions: [],
  background: { consent: "on", cap: 100_000, today: 1200, ledger: [], work: [] },
  trouble: ["the state database is damaged"],
}

test("the status fits any width, and a wide terminal gets two columns", () => {
  const tooWide: string[] = []
  for (const columns of [20, 40, 80, 119, 120, 200])
    for (const hasColour of [true, false]) {
      const lines = renderStatus(STATUS, { columns, hasColour }).split("\n")
      tooWide.push(
        ...lines
          .filter((line) => columns >= 40 && unpainted(line).length > columns)
          .map((line) => `${columns}: ${line}`),
      )
    }
  expect(tooWide).toEqual([])
  const at = (columns: number) => renderStatus(STATUS, { columns, hasColour: false })
  expect(at(200)).toMatch(/WHAT IT HOLDS +SAVED THIS WEEK/)
  expect(at(80)).not.toMatch(/WHAT IT HOLDS +SAVED/)
  expect(at(200).split("\n").length).toBeLessThan(at(80).split("\n").length)
})

test("a pipe gets one column, and its lines are not cut", () => {
  const text = renderStatus(STATUS, { columns: Number.POSITIVE_INFINITY, hasColour: false })
  const heads = text.split("\n").filter((line) => /^[A-Z][A-Z' ]+$/.test(line))
  expect(heads).toEqual([
    "WHAT IT HOLDS",
    "WHAT FILLS A NEW SESSION'S PROMPT",
    "OLD TOOL OUTPUTS",
    "SAVED THIS WEEK",
    "WAITING FOR YOUR REVIEW",
    "BACKGROUND",
    "HEALTH",
  ])
  expect(text).not.toContain("…")
  expect(text).toMatch(/^free +░+ +11,988 +75 %$/m)
})

test("what is wrong is not cut: its end says what to do", () => {
  const trouble = [`OpenCode's configuration does not load Cairn: node /home/me/${"far/".repeat(10)}cairn.mjs setup`]
  const text = renderStatus({ ...STATUS, trouble }, { columns: 80, hasColour: false })
  expect(text).toMatch(/\n! OpenCode's configuration [^\n]*\n {2}[^\n]*cairn\.mjs setup\n/)
})

test("characters of two columns count as two", () => {
  const saved = [{ at: 0, text: "港口的潮汐表在夏天会差一个小时".repeat(12), source: "explicit" as const }]
  const wide = { ...STATUS, project: "港".repeat(60), saved, trouble: ["表".repeat(90)] }
  const tooWide = [40, 80, 120, 160].flatMap((columns) =>
    renderStatus(wide, { columns, hasColour: false })
      .split("\n")
      .filter((line) => columnsOf(line) > columns)
      .map((line) => `${columns}: ${line}`),
  )
  expect(tooWide).toEqual([])
})

test("a day is the person's, not that of UTC", () => {
  // By name: deleting TZ would leave Auckland in force for every test after this one.
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  process.env.TZ = "Pacific/Auckland"
  try {
    const saved = [{ at: Date.UTC(2026, 0, 31, 20), text: "Late fact", source: "explicit" as const }]
    expect(renderStatus({ ...STATUS, saved }, { columns: 80, hasColour: false })).toContain("02-01  Late fact")
  } finally {
    process.env.TZ = zone
  }
})

test("it shows what is stored, spent, new, waiting and wrong", () => {
  const text = renderStatus(STATUS, { columns: 80, hasColour: false })
  const wanted = [
    "Cairn 1.2.3 · project harbour · OpenCode 1.18.33",
    "project   2 hot notes, 31 cold notes, 12,345 characters",
    "29 facts: 20 project, 9 decision",
    /hot notes +█{10,12} +4,000 +25 %/,
    /Cairn's own words +█ +12 +0 %/,
    /free +░+ +11,988 +75 %/,
    "3 more: cairn history",
    "1 more was not saved; see: cairn rejected",
    "2 notes of harbour",
    "1 note of mill",
    "! the state database is damaged",
  ]
  expect(wanted.filter((one) => !(typeof one === "string" ? text.includes(one) : one.test(text)))).toEqual([])
})

test("how to allow background calls is not cut off at 80 columns, and names a command that exists here", () => {
  const background = { ...STATUS.background, consent: "ask", today: 0 } as const
  const text = renderStatus({ ...STATUS, background }, { columns: 80, hasColour: false })
  expect(text).toContain(
    "background calls: off (you have not agreed to them yet)\n0 of 100,000 tokens today\nto allow them: cairn background on\n",
  )
})

test("what the long window has left out is always there", () => {
  const shown = (window: MemoryStatus["window"]) =>
    renderStatus({ ...STATUS, window }, { columns: 100, hasColour: false }).split("\n")
  const after = (lines: readonly string[]) => lines[lines.indexOf("OLD TOOL OUTPUTS") + 1]
  const none = { since: undefined, decisions: 0, outputs: 0, left: 0, rewritten: 0 }
  expect(after(shown(STATUS.window))).toBe(
    "71 left out of requests in 2 rounds: 96,000 tokens less, 20,000 sent again uncached",
  )
  expect(after(shown({ mode: "auto", ...none }))).toBe("none left out of requests yet")
  expect(after(shown({ mode: "off", ...none }))).toBe("stay where they are: longWindow is off")
  const since = Date.UTC(2026, 10, 2, 12)
  expect(shown({ ...STATUS.window, since })).toContain("since 2026-11-02 (start of the log), in all sessions")
  expect(after(shown({ mode: "auto", ...none, since }))).toBe(
    "none left out since 2026-11-02 (start of the log), in any session",
  )
  expect(shown({ mode: "off", ...none, since }).join("\n")).not.toContain("2026-11-02")
})

test("what the long window has left out is there also while nothing is kept", () => {
  const text = renderStatus({ ...STATUS, isEmpty: true }, { columns: 80, hasColour: false })
  expect(text).toContain("nothing is kept yet")
  expect(text).toContain(
    "Old tool outputs: 71 left out of requests in 2 rounds: 96,000 tokens less, 20,000 sent again uncached",
  )
})

test("facts that contradict each other are shown with the command that settles it", () => {
  const pair = (port: number) => [
    { path: "facts/project-port.md", text: "The server listens on port 8080" },
    { path: `facts/project-port-${port}.md`, text: `The server listens on port ${port}` },
  ]
  const shown = (contradictions: MemoryStatus["contradictions"]) =>
    renderStatus({ ...STATUS, contradictions }, { columns: 80, hasColour: false })
  expect(shown([pair(9090)])).toContain(
    "FACTS THAT CONTRADICT EACH OTHER\nfacts/project-port.md: The server listens on port 8080\nfacts/project-port-9090.md: The server listens on port 9090\ndecide: cairn resolve --keep … --drop …\n",
  )
  expect(shown([1, 2, 3, 4].map(pair))).toContain("1 more pair\n")
  expect(shown([])).not.toContain("CONTRADICT")
})
