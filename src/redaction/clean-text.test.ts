import { expect, test } from "bun:test"
import { cleanOutput, cleanOutputInSlices, cleanText } from "./clean-text.ts"

const TOKEN = `ghp_${"aB3dE6gH9j".repeat(4)}`.slice(0, 40)

test("neither what is private nor a secret is left, and the secret is counted", () => {
  const { text, found } = cleanText(`the code is <private>sushi</private>, the token ${TOKEN}`)
  expect(String(text)).toBe("the code is [private], the token [REDACTED:github]")
  expect(found).toEqual([{ kind: "github", count: 1 }])
})

test("a secret with unseen characters in it is one, since a prompt shows it without them", () => {
  const { text, found } = cleanText(`the token is ${TOKEN.slice(0, 4)}\u200b${TOKEN.slice(4)}`)
  expect(String(text)).toBe("the token is [REDACTED:github]")
  expect(found).toHaveLength(1)
})

test("unseen characters elsewhere stay, for the gate to see", () => {
  expect(String(cleanText("a\u200bb").text)).toBe("a\u200bb")
})

test("a tag that a tool prints hides nothing", () => {
  expect(String(cleanOutput(`a <private> tag and ${TOKEN}`).text)).toBe("a <private> tag and [REDACTED:github]")
})

test("a secret that a program has coloured in the middle is one, since what is kept of it has no colours", () => {
  const coloured = `bad literal "\x1b[01;31m\x1b[K${TOKEN.slice(0, 4)}\x1b[m\x1b[K${TOKEN.slice(4)}"`
  expect(String(cleanOutput(coloured).text)).toBe('bad literal "[REDACTED:github]"')
  expect(String(cleanOutput("\x1b[31mred\x1b[0m").text)).toBe("\x1b[31mred\x1b[0m")
})

test("a secret that only colours separate is found too, and one that only shows without them", async () => {
  const keys = ["AKIAIOSFODNN7EXAMPLE", "AKIAJ2UAZ7QWERTYUIOP"]
  const half = `${TOKEN.slice(0, 9)}\x1b[1m${TOKEN.slice(9)}`
  const coloured = `AWS_ACCESS_KEY_ID=\x1b[31m${keys[0]}\x1b[m\x1b[32m${keys[1]}\x1b[m\r\nDB_PASSWORD=k2j4h5g6f7\nsee ${half}`
  for (const { text } of [cleanOutput(coloured), await cleanOutputInSlices(coloured, () => Promise.resolve())]) {
    expect(String(text).split("\n")).toEqual([
      "AWS_ACCESS_KEY_ID=[REDACTED:aws][REDACTED:aws]",
      "DB_PASSWORD=[REDACTED:password]",
      "see [REDACTED:github]",
    ])
  }
})
