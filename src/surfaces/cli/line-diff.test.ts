import { expect, test } from "bun:test"
import fc from "fast-check"
import { diffLines } from "./line-diff.ts"

const shown = (before: string, after: string) => diffLines(before, after).map(({ mark, text }) => mark + text)

test("what goes, what comes, what stays", () => {
  expect(shown("a\nb\nc", "a\nx\nc")).toEqual([" a", "-b", "+x", " c"])
  expect(shown("a", "a")).toEqual([" a"])
  expect(shown("a\nb", "a\nb\nc")).toEqual([" a", " b", "+c"])
  expect(shown("one\ntwo\nthree", "two\nfour")).toEqual(["-one", " two", "-three", "+four"])
})

test("both texts can be read out of it, whatever they are", () => {
  const text = fc
    .array(fc.constantFrom("a", "b", "c", ""), { minLength: 1, maxLength: 12 })
    .map((lines) => lines.join("\n"))
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = diffLines(before, after)
      const side = (mark: string) => lines.filter((line) => line.mark !== mark).map(({ text }) => text)
      expect(side("+").join("\n")).toBe(before)
      expect(side("-").join("\n")).toBe(after)
    }),
  )
})

test("two long texts with nothing in common are not compared for ever", () => {
  const lines = diffLines("a\n".repeat(20_000), "b\n".repeat(20_000))
  expect(lines.filter(({ mark }) => mark === "-")).toHaveLength(20_000)
  expect(lines.filter(({ mark }) => mark === "+")).toHaveLength(20_000)
})
