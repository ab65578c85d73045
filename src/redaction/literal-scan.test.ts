import { expect, test } from "bun:test"
import fc from "fast-check"
import { literalScan } from "./literal-scan.ts"

const literals = ["akia", "ghp_", "token", "toke", "://", ":aa", "-----begin", "xoxb-"]
const scan = literalScan(literals)

test("finds literals in any case, at both ends", () => {
  expect([...scan("AKIA…GHP_")].sort()).toEqual(["akia", "ghp_"])
  expect([...scan("a Token")].sort()).toEqual(["toke", "token"])
  expect(scan("").size + scan("gh").size + scan("toki").size).toBe(0)
})

test("a literal that needs more after it counts only where that follows", () => {
  const some = literalScan(["pat", "sk-"], (literal) => (literal === "pat" ? 6 : 40))
  expect([...some("the patOfThem")]).toEqual(["pat"])
  expect(some("path/of/it, pat x, at the end: pat12345").size).toBe(0)
  expect(some("sk-0123456789abcde").size).toBe(0)
  expect([...some("sk- and sk-0123456789abcdef")]).toEqual(["sk-"])
})

test("agrees with a plain search on any text", () => {
  const piece = fc.oneof(fc.string(), fc.constantFrom(...literals), fc.constantFrom("K", "ſ", "\u{1f600}", "Ghp"))
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const text = pieces.join("")
      const lower = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
      expect([...scan(text)].sort()).toEqual(literals.filter((literal) => lower.includes(literal)).sort())
    }),
    { numRuns: 1000 },
  )
})
