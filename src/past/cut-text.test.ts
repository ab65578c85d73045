import { describe, expect, test } from "bun:test"
import { cleanBeginning, cleanEnds } from "./cut-text.ts"

const [HEAD, TAIL] = [2800, 1200]
const letters = "q8ZxkP2vLm4TnR7wYb1cD9eF3gH6jK0sA5uI-_"
/** Each piece of it says where it is from. */
const token = (length: number) => {
  let made = ""
  for (let at = 0; made.length < length; at++)
    made += `${at.toString(36)}${letters[(at * 7) % 38]}${letters[(at * 11) % 38]}`
  return made.slice(0, length)
}
const words = (length: number) => "ordinary words of a log\n".repeat(length / 24 + 1).slice(0, length)
/** Pieces of the secret that are in the text. */
const left = (text: string, secret: string) => {
  const pieces = secret.match(/.{12}/g) ?? []
  return pieces.filter((piece) => text.includes(piece))
}

describe("where a long output is cut, no piece of a secret is left", () => {
  const around: [string, string][] = [
    ['{"token_type":"Bearer","access_token":"', '"}\n'],
    ["password=", " and more\n"],
    ["Authorization: Bearer eyJhbGciOiJIUzI1NiJ9.", "\n"],
  ]
  test.each([40, 300, 700, 1500, 2511, 4000])("that has %p characters", (length) => {
    const secret = token(length)
    const failures: string[] = []
    for (const [before, after] of around)
      for (let at = 0; at < TAIL + 700; at += 97) {
        const atEnd = words(9000) + before + secret + after + words(at)
        const atBeginning = words(HEAD + 600 - at) + before + secret + after + words(9000)
        if (left(cleanEnds(atEnd, HEAD, TAIL), secret).length > 0) failures.push(`${before} ${at} before the end`)
        if (left(cleanEnds(atBeginning, HEAD, TAIL), secret).length > 0) failures.push(`${before} ${at} before the cut`)
      }
    expect(failures).toEqual([])
  })

  test("a run longer than what is cleaned around the cut is told, and what stands beside it is kept", () => {
    const run = token(5000)
    const text = `first words ${run} last words`
    expect(String(cleanEnds(text.repeat(3), 50, 50))).toMatch(/^first words \[…\]\n\[…\] last words$/)
    expect(String(cleanBeginning(text, 50))).toBe("first words […]")
  })
})

describe("of a text without secrets", () => {
  test("as much is kept as was asked for, to the next border of a word", () => {
    const kept = String(cleanEnds(words(9000), HEAD, TAIL))
    expect(kept.length).toBeGreaterThan(HEAD + TAIL - 30)
    expect(kept.length).toBeLessThan(HEAD + TAIL + 2)
    expect(kept).toStartWith("ordinary words")
    expect(kept).not.toContain("[…]")
  })

  test("a language without blanks is kept", () => {
    const text = "支付网关在高并发时超时，需要增加重试机制。".repeat(600)
    expect(String(cleanBeginning(text, 3000))).toBe(text.slice(0, 3000))
  })
})
