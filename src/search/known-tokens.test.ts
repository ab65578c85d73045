import { describe, expect, test } from "bun:test"
import { tokenReader } from "./known-tokens.ts"
import { eachToken } from "./tokens.ts"

function tokensOf(text: string): string[] {
  const tokens: string[] = []
  eachToken(text, (token) => tokens.push(token))
  return tokens
}

const PIECES = [
  "a",
  "Zz",
  "9",
  "_",
  ".",
  "..",
  ":",
  "::",
  "-",
  "/",
  "\\",
  "'",
  "’",
  " ",
  "\n",
  "(",
  "é",
  "漢字",
  "ｆ",
  "😀",
]

describe("tokens told by their hashes", () => {
  test("are those that are cut out, also where many are forgotten on the way", () => {
    let seed = 7
    const random = (below: number) => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
      return (seed >>> 8) % below
    }
    const { each: eachKnown } = tokenReader(16, (token) => token)
    const failures: string[] = []
    for (let round = 0; round < 3000; round++) {
      const text = Array.from({ length: random(14) }, () => PIECES[random(PIECES.length)]).join("")
      const told: string[] = []
      eachKnown(text, (token) => told.push(token))
      if (told.join("\0") !== tokensOf(text).join("\0")) failures.push(text)
    }
    expect(failures).toEqual([])
  })

  test("come once where that is asked for, in each text", () => {
    const { each } = tokenReader(16, (token) => token)
    const once = (text: string) => {
      const told: string[] = []
      each(text, (token) => told.push(token), true)
      return told
    }
    expect([once("a b a é é"), once("b a b")]).toEqual([
      ["a", "b", "é"],
      ["b", "a"],
    ])
  })

  test("are read once, and the ones in use stay when others go", () => {
    const read: string[] = []
    const { each: eachKnown } = tokenReader(8, (token) => {
      read.push(token)
      return token
    })
    for (let at = 0; at < 40; at++) eachKnown(`often ${at} often`, () => undefined)
    expect(read.filter((token) => token === "often").length).toBe(1)
  })

  test("of one endless run are read in one go", () => {
    const shapes = ["a".repeat(300_000), "a.".repeat(150_000), "-".repeat(300_000), "é.".repeat(100_000)]
    const counts = shapes.map((shape) => {
      let count = 0
      tokenReader(8, (token) => token).each(shape, () => count++)
      return count
    })
    expect(counts).toEqual(shapes.map((shape) => tokensOf(shape).length))
  })
})
