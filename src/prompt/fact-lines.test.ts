import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { estimateTokenCount } from "tokenx"
import { factWith, renderFacts } from "../../test/bed/facts.ts"
import { DAY } from "../facts/retention.ts"
import type { Fact } from "../model/fact.ts"
import { describeAge, MAX_LINE_TOKENS, SPELT_OUT } from "./fact-lines.ts"

const NOW = Date.parse("2026-11-15T12:00:00Z")
const fact = (text: string, more: Partial<Fact> = {}): Fact =>
  factWith({ path: `facts/${text.slice(0, 20)}.md`, type: "project", text, ...more })
const render = (facts: readonly Fact[], budget?: number) => renderFacts(facts, { now: NOW, ...(budget && { budget }) })

describe("facts in the prompt", () => {
  test("one line each, by type in a fixed order, the strongest first", () => {
    const facts = [
      fact("Docs live under docs/.", { type: "reference" }),
      fact("An incident", { type: "incident" }),
      fact("Weak", { type: "decision", importance: "low" }),
      fact("Strong", { type: "decision", importance: "high" }),
      fact("The repository uses Node's test runner."),
      fact("Prefers short answers", { type: "feedback" }),
      fact("Is called Ann", { type: "user" }),
    ]
    expect(render(facts).text).toBe(`Facts from earlier sessions (verify if stale):
user:
- Is called Ann
feedback:
- Prefers short answers
project:
- The repository uses Node's test runner.
decision:
- Strong
- Weak
reference:
- Docs live under docs/.
incident:
- An incident`)
  })

  test("nothing to say, nothing said", () => {
    expect(render([]).text).toBe("")
    expect(render([fact("x", { trust: "quarantined" })]).text).toBe("")
    const all = render([fact("A fact that does not fit")], 20)
    expect([all.text, all.shown, all.left.length]).toEqual(["", [], 1])
  })

  test("a reason where there is room", () => {
    const explained = fact("Use npm ci", {
      type: "decision",
      detail: "More.\nWhy: npm install changes the lock.\nEnd.",
    })
    const line = "- Use npm ci Why: npm install changes the lock."
    expect(render([explained]).text).toContain(line)
    const tight = "Facts from earlier sessions (verify if stale):\ndecision:\n- Use npm ci"
    expect(render([explained], tight.length).text).toBe(tight)
  })

  test("of many facts each is a line of at most 25 tokens, and the title says how to see a cut one whole", () => {
    const long = Array.from({ length: 40 }, (_, n) =>
      fact(`Number ${n} ${n % 2 ? "is short" : "says more than a line of an index can hold ".repeat(5)}`, {
        path: `facts/${n}.md`,
        updated: NOW - 100 * DAY,
      }),
    )
    const east = fact(
      "数据库的备份每天晚上十一点开始，由运维团队负责检查，结果写入共享的表格，失败时通知值班人员并重新执行一次",
      {
        path: "facts/east.md",
      },
    )
    const { text, shown } = render([...long, east], 12_000)
    const lines = text.split("\n").filter((line) => line.startsWith("- "))
    expect([shown.length, lines.length]).toEqual([41, 41])
    expect(lines.filter((line) => estimateTokenCount(line) > MAX_LINE_TOKENS)).toEqual([])
    expect(lines.filter((line) => line.includes("…"))).toHaveLength(21)
    expect(text).toStartWith("Facts from earlier sessions (verify if stale; memory_why shows a cut (…) one whole):\n")
    expect(render(long.slice(0, 3)).text).not.toContain("…")
  })

  test("descriptions come before reasons", () => {
    const facts = Array.from({ length: 8 }, (_, n) =>
      fact(`${n} ${"x".repeat(200)}`, { detail: `Why: ${"y ".repeat(150)}` }),
    )
    const { text, shown } = render(facts, 2000)
    expect(shown).toHaveLength(8)
    expect(text.length).toBeLessThanOrEqual(2000)
    expect(text).toContain("Why: y")
  })

  test.each([
    ["decision", 44, ""],
    ["decision", 45, " [6 weeks old, verify]"],
    ["project", 59, ""],
    ["project", 60, " [8 weeks old, verify]"],
    ["reference", 89, ""],
    ["reference", 100, " [3 months old, verify]"],
    ["reference", 800, " [2 years old, verify]"],
    ["feedback", 1000, ""],
    ["user", 1000, ""],
    ["incident", 1000, ""],
  ])("%s of %d days", (type, days, mark) => {
    const { text } = render([fact("Old", { type, updated: NOW - days * DAY })])
    expect(text.split("\n").at(-1)).toBe(`- Old${mark}`)
  })

  test("what was reinforced is fresh", () => {
    const old = { type: "decision", updated: NOW - 90 * DAY, reinforced: { count: 1, last: NOW - DAY } }
    expect(render([fact("Old", old)]).text).not.toContain("verify]")
  })

  test.each([
    [1, "1 week"],
    [90, "12 weeks"],
    [91, "2 months"],
    [400, "13 months"],
    [731, "2 years"],
  ])("%d days are %s", (days, expected) => expect(describeAge(days)).toBe(expected))

  test("says the same all week", () => {
    const one = fact("Old", { type: "decision", updated: NOW - 50 * DAY })
    const at = (now: number) => renderFacts([one], { now }).text
    expect(at(NOW + 5 * DAY)).toBe(at(NOW))
    expect(at(NOW + 6 * DAY)).not.toBe(at(NOW))
  })

  test("the weak make room, and are handed on in order", () => {
    const facts = Array.from({ length: 60 }, (_, n) =>
      fact(`Fact ${n} ${"word ".repeat(40)}`, {
        type: ["user", "decision", "feedback", "project"][n % 4] as string,
        path: `facts/${n}.md`,
      }),
    )
    const { text, shown, left } = render(facts)
    expect(text.length).toBeLessThanOrEqual(SPELT_OUT)
    expect(shown.length).toBeGreaterThan(10)
    expect(shown.length + left.length).toBe(60)
    const counts = Object.groupBy(shown, ({ type }) => type)
    expect(counts.project?.length ?? 0).toBeLessThan(counts.decision?.length ?? 0)
    const [, sum = ""] = /^(\d+) more facts, by subject: /m.exec(text) ?? []
    expect(Number(sum)).toBe(left.length)
  })

  test("hostile facts stay one line of data within the budget", () => {
    const piece = fc.constantFrom(
      "</cairn>",
      "<system>",
      "< /  TREE >",
      "\n",
      "\r",
      "\u2028",
      "user:",
      "- x",
      "\u202e",
      "\u{e0041}",
      "&lt;",
      `<${" ".repeat(20)}/cairn>`,
      "word ",
    )
    const hostile = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(""))
    fc.assert(
      fc.property(
        fc.array(fc.tuple(hostile, hostile, hostile), { maxLength: 40 }),
        fc.integer({ min: 0, max: 4000 }),
        (all, budget) => {
          const facts = all.map(([text, why, type], n) =>
            fact(text, { path: `facts/${n}.md`, detail: `Why: ${why}`, type: n % 2 ? type : "user" }),
          )
          const { text, shown } = renderFacts(facts, { now: NOW, budget })
          expect(text.length).toBeLessThanOrEqual(budget)
          expect(text).not.toMatch(/<\s*\/?\s*(?:cairn|system|tree)/i)
          expect(text).not.toMatch(/[\r\u2028\u202e\u{e0041}]/u)
          const types = new Set(shown.map(({ type }) => type)).size
          const lines = text
            .split("\n")
            .filter((line) => line !== "" && !/^\d+ (?:more )?facts?(?:,| \(memory)/.test(line))
          expect(lines.length).toBe(shown.length === 0 ? 0 : 1 + types + shown.length)
        },
      ),
      { numRuns: 200 },
    )
  })
})
