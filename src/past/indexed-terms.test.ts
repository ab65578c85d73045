import { expect, test } from "bun:test"
import { cleanOutput } from "../redaction/clean-text.ts"
import { indexTerms, slicedTerms } from "../search/index-terms.ts"
import { searchableSlices } from "./indexed-terms.ts"
import type { PastMessage } from "./past-session.ts"

const said = (...texts: readonly string[]): PastMessage => ({
  ...{ id: "msg_1", role: "assistant", at: 1, changed: 1, generation: 1, mayHaveFailed: false, isTyped: false },
  parts: texts.map((text) => ({ kind: "text", text: cleanOutput(text).text })),
})

const numbered = (count: number, end: string) =>
  Array.from({ length: count }, (_, at) => `src/parse${at % 900}Step.ts: the ${at}th of größte 一番目`).join(end)

test("a long message has the same terms in slices as in one go, in the same order and each once", () => {
  for (const end of ["\n", " ", "\n\n  "]) {
    const text = numbered(1000, end)
    const slices = searchableSlices(said(text))
    expect(slices.length).toBeGreaterThan(5)
    expect(slices.join("")).toBe(text)
    expect(slices.map(slicedTerms()).join(" ")).toBe(indexTerms(text))
    // If another text is read meanwhile, a term may come twice, but none is missing.
    const termsIn = slicedTerms()
    const terms = slices.flatMap((slice) => {
      indexTerms(slice)
      return termsIn(slice).split(" ")
    })
    expect(new Set(terms)).toEqual(new Set(indexTerms(text).split(" ")))
  }
})

test("a word longer than a slice is not cut, and nothing is lost of an empty message", () => {
  const long = "crane.".repeat(4000)
  expect(searchableSlices(said(`${long}end and more`))).toEqual([`${long}end`, " and more"])
  expect(searchableSlices(said(`kestrel ${long}end`)).join("")).toBe(`kestrel ${long}end`)
  expect(searchableSlices(said())).toEqual([])
  expect(slicedTerms()("")).toBe("")
})
