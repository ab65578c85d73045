import { describe, expect, test } from "bun:test"
import { withoutFences } from "./fenced-code.ts"
import { MAX_LOOKED_AT, ownLines } from "./pasted-text.ts"
import { BLOT, blotCode, isQuestion, sentencesOf } from "./user-text.ts"

const own = (text: string) => ownLines(text).filter((line) => line !== "")
const said = (text: string) => sentencesOf(ownLines(text)).map(({ text }) => text)
const asked = (text: string) => sentencesOf(ownLines(text)).some(isQuestion)

describe("lines that are the user's own", () => {
  test.each<[string, string, string[]]>([
    ["fenced code", "a\n```ts\nb\n```\nc", ["a", "c"]],
    ["a fence with tildes", "a\n~~~\n```\nb\n~~~\nc", ["a", "c"]],
    ["a longer fence around a fence", "````\n```\nb\n```\n````\nc", ["c"]],
    ["an indented fence", "- a\n  ```\n  b\n  ```\n- c", ["- a", "- c"]],
    ["a fence never closed", "a\n```\nb\nc", ["a"]],
    ["quotes", "> a\nb\n>> c", ["b"]],
    ["a log", "look:\n\n2026-01-01T10:00:00Z start\nsomething\n2026-01-01T10:00:01Z end\n\nwhy", ["look:", "why"]],
    ["a stack trace", "TypeError: x\n    at f (a.ts:1:2)\n    at g (b.ts:3:4)\n\nfix it", ["fix it"]],
    ["compiler output", "src/a.ts:1:2: bad\nsrc/b.ts(3,4): error TS2322: bad\nok then", ["ok then"]],
    ["a shell prompt", "$ npm test\nit fails", ["it fails"]],
    ["a diff", "diff --git a/x b/x\n@@ -1,2 +1,2 @@\n+must be new\n\nsee", ["see"]],
    ["a comment block", "/**\n * must be set\n */\nsee", ["see"]],
    ["indented code", "see\n\n    must be set\n    never\n\nok", ["see", "ok"]],
    ["code by its ending", "function f() {\nreturn g(1);\n}\nsee", ["see"]],
    ["json", '{"must": 1}\nsee', ["see"]],
    ["a nested list stays", "- a\n    - b", ["- a", "    - b"]],
    ["a date is no log", "2026-01-01: we met", ["2026-01-01: we met"]],
    ["hidden characters", "a\u200bb\u{e0041}", ["ab"]],
  ])("%s", (_name, text, expected) => {
    expect(own(text)).toEqual(expected)
  })

  test("both ends of a long message count, and no more than allowed", () => {
    const text = `first words\n${"middle line\n".repeat(10_000)}last words`
    const lines = own(text)
    expect([lines[0], lines.at(-1)]).toEqual(["first words", "last words"])
    expect(lines.join("\n").length).toBeLessThanOrEqual(MAX_LOOKED_AT)
  })

  test("the end of a long message that begins inside a fence", () => {
    const text = `see\n\`\`\`\n${"let x\n".repeat(10_000)}\`\`\`\nnever again`
    expect(own(text)).toEqual(["see", "never again"])
  })
})

describe("sentences", () => {
  test.each<[string, string[]]>([
    ["One. Two! Three?", ["One.", "Two!", "Three?"]],
    ["use e.g. this one. And that", ["use e.g. this one.", "And that"]],
    ["version 1.2.3 of a.ts", ["version 1.2.3 of a.ts"]],
    ["一。二！三？四", ["一。", "二！", "三？", "四"]],
    ["- one\n- two", ["one", "two"]],
    ["1. one\n2) two", ["one", "two"]],
    [
      "this is a long line that goes on for more than sixty characters and\nis wrapped here",
      ["this is a long line that goes on for more than sixty characters and\nis wrapped here"],
    ],
    ["short line\nother", ["short line", "other"]],
    ["**All of it.**", ["All of it."]],
    ["keep src/**", ["keep src/**"]],
    ["", []],
    ["   \n ", []],
  ])("%p", (text, expected) => {
    expect(said(text)).toEqual(expected)
  })

  test("code and quotes are blotted out of what rules see, not of what is kept", () => {
    const [sentence] = sentencesOf(['run `a b` and "c" and ‘d’, don’t'])
    expect(sentence?.text).toBe('run `a b` and "c" and ‘d’, don’t')
    expect(sentence?.plain).toBe(`run ${BLOT.repeat(5)} and ${BLOT.repeat(3)} and ${BLOT.repeat(3)}, don't`)
  })

  test.each([
    "Should we go?",
    "should we go",
    "so, can you do it",
    "why is that",
    "how do I do it",
    "what if we wait",
    "I wonder about it",
    "要不要",
    "可以吗",
    "できますか",
    "どれがいい",
    "할까요",
    "됩니까",
  ])("a question: %p", (text) => {
    expect(asked(text)).toBe(true)
  })

  test.each([
    "Do the thing",
    "Do not go",
    "Have the tests run",
    "What I mean is this",
    "If you're unsure, ask",
    "好吧",
    "そうか",
    "하니까 하자",
  ])("no question: %p", (text) => {
    expect(asked(text)).toBe(false)
  })
})

test("code in backticks", () => {
  const blots = (text: string) => blotCode(text).replaceAll(BLOT, "#")
  expect(blots("a `b` c")).toBe("a ### c")
  expect(blots("a ``b ` c`` d `")).toBe("a ######### d `")
  expect(blots("`a `` b` c")).toBe("######## c")
  expect(blots("no ` code")).toBe("no ` code")
})

test("fences keep the number of lines", () => {
  expect(withoutFences(["a", "```", "b", "```", "c"])).toEqual(["a", "", "", "", "c"])
  expect(withoutFences(["a", "```", "b"], true)).toEqual(["", "", "b"])
  expect(withoutFences(["```one line```", "b"])).toEqual(["```one line```", "b"])
})

test("of very many paragraphs or sentences both ends are looked at", () => {
  const many = Array.from({ length: 2000 }, (_, at) => `Sentence ${at}.`)
  for (const lines of [many, [many.join(" ")]]) {
    const texts = sentencesOf(lines).map(({ text }) => text)
    expect(texts).toHaveLength(500)
    expect(texts.slice(248, 252)).toEqual(["Sentence 248.", "Sentence 249.", "Sentence 1750.", "Sentence 1751."])
  }
})
