import { expect, test } from "bun:test"
import { indexTerms } from "./index-terms.ts"
import { termsOf } from "./search-terms.ts"

// Quadratic code would run for minutes on such tokens and be ended by the test's own deadline.
const SIZE = 300_000

test.each([
  "l'",
  "l'erreur'",
  "dell’",
  "a.",
  "a/",
  "aB",
  "a-",
  "é",
  "ß",
  "l'é",
  "ท",
  "漢",
  "Der ",
  "le la les ",
  "C++",
])("much of %p takes linear time", (unit) => {
  const text = `${unit.repeat(SIZE / unit.length)}abc`
  expect(indexTerms(text)).toBeString()
  expect(termsOf(text).words).toBeInstanceOf(Map)
})
