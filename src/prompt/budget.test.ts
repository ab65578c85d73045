import { expect, test } from "bun:test"
import fc from "fast-check"
import { fitFairly } from "./budget.ts"

const list = (title: string, ...texts: string[]) => ({ title, lines: texts.map((text) => ({ text })) })
const texts = (kept: readonly (readonly { text: string }[])[]) => kept.map((lines) => lines.map(({ text }) => text))

test("what fits is kept whole", () => {
  const { kept, used } = fitFairly([list("t:", "a", "b"), list("", "c")], 9)
  expect(texts(kept)).toEqual([["a", "b"], ["c"]])
  expect(used).toBe(9)
})

test("a long list does not crowd out a short one, and a line is never cut", () => {
  const long = list("", ...Array.from({ length: 100 }, (_, n) => `long ${n}`))
  expect(texts(fitFairly([long, list("", "short")], 30).kept)).toEqual([["long 0", "long 1", "long 2"], ["short"]])
  expect(texts(fitFairly([list("", "x".repeat(50), "y")], 10).kept)).toEqual([["y"]])
  expect(texts(fitFairly([list("a title", "x")], 9).kept)).toEqual([[]])
})

test("whatever comes, the budget holds and the order of the lines stays", () => {
  const lists = fc.array(
    fc.record({
      title: fc.string({ maxLength: 8 }),
      lines: fc.array(fc.record({ text: fc.string({ maxLength: 30 }) })),
    }),
  )
  fc.assert(
    fc.property(lists, fc.integer({ min: 0, max: 400 }), (given, budget) => {
      const { kept, used } = fitFairly(given, budget)
      const rendered = kept.flatMap((lines, at) => {
        const title = given[at]?.title ?? ""
        return lines.length > 0 && title !== ""
          ? [title, ...lines.map(({ text }) => text)]
          : lines.map(({ text }) => text)
      })
      expect(rendered.map((text) => `${text}\n`).join("").length).toBe(used)
      expect(used).toBeLessThanOrEqual(budget)
      kept.forEach((lines, at) => {
        expect(lines as unknown[]).toEqual(given[at]?.lines.filter((line) => lines.includes(line)) ?? [])
      })
    }),
  )
})
