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
  "C",
  "+",
  "++",
  "#",
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

/** Tokens as they are read from their numbers. */
function numberedTokens() {
  const names: string[] = []
  const { each, forget, size } = tokenReader((token) => names.push(token) - 1)
  return {
    ...{ names, forget, size },
    in(text: string, isOnce = false): string[] {
      const told: string[] = []
      each(text, (number) => told.push(names[number] as string), isOnce)
      return told
    },
  }
}

test("C++ and its like keep their signs, counters and file names have none", () => {
  const text = "C++, c# or F#; i++ foo# main.c#L10 libstdc++ g++ C/C++ 用C++写 x-c++"
  expect(tokensOf(text)).toEqual([
    "C++",
    "c#",
    "or",
    "F#",
    "i",
    "foo",
    "main.c",
    "L10",
    "libstdc",
    "g++",
    "C/C++",
    "用",
    "C++",
    "写",
    "x-c",
  ])
})

describe("tokens told by their hashes", () => {
  test("are those that are cut out, also where all are forgotten on the way", () => {
    let seed = 7
    const random = (below: number) => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
      return (seed >>> 8) % below
    }
    const tokens = numberedTokens()
    const failures: string[] = []
    for (let round = 0; round < 3000; round++) {
      const text = Array.from({ length: random(14) }, () => PIECES[random(PIECES.length)]).join("")
      if (round % 500 === 499) tokens.forget()
      if (tokens.in(text).join("\0") !== tokensOf(text).join("\0")) failures.push(text)
    }
    expect(failures).toEqual([])
  })

  test("come once where that is asked for, in each text", () => {
    const tokens = numberedTokens()
    expect([tokens.in("a b a é é", true), tokens.in("b a b", true)]).toEqual([
      ["a", "b", "é"],
      ["b", "a"],
    ])
  })

  test("are read once, however many there are", () => {
    const tokens = numberedTokens()
    const many = Array.from({ length: 10_000 }, (_, at) => `often n${at}`).join(" ")
    expect(tokens.in(many).join(" ")).toBe(many)
    expect(tokens.in(many).join(" ")).toBe(many)
    expect([tokens.names.length, tokens.size()]).toEqual([10_001, 10_001])
    tokens.forget()
    expect([tokens.in("often").length, tokens.size(), tokens.names.length]).toEqual([1, 1, 10_002])
  })

  test("of one endless run are read in one go", () => {
    const shapes = ["a".repeat(300_000), "a.".repeat(150_000), "-".repeat(300_000), "é.".repeat(100_000)]
    const counts = shapes.map((shape) => numberedTokens().in(shape).length)
    expect(counts).toEqual(shapes.map((shape) => tokensOf(shape).length))
  })
})
