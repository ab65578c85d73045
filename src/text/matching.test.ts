import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { contentKey, findItem, type Match } from "./matching.ts"
import { MAX_ITEM, oneLine } from "./text.ts"

describe("one content", () => {
  test.each([
    ["Use npm", "use NPM"],
    ["use  npm\n cache", "use npm cache"],
    ["use npm.", "use npm"],
    ["use npm !;.", "use npm"],
    ["  use npm  ", "use npm"],
    ["ｕｓｅ　ｎｐｍ", "use npm"],
    ["cafe\u0301", "caf\u00e9"],
    ["STRASSE", "straße"],
    [`${"word ".repeat(100)}end`, `${"word ".repeat(100)}other end`],
  ])("%p is %p", (one, other) => expect(contentKey(one)).toBe(contentKey(other)))

  test.each([
    ["use npm", "use npm?"],
    ["use npm", "usenpm"],
    ["a.b", "ab"],
    ["!", "."],
    ["v1", "v1.0"],
  ])("%p is not %p", (one, other) => expect(contentKey(one)).not.toBe(contentKey(other)))
})

describe("finding an item", () => {
  const texts = ["Fix the login page", "Fix the login test", "use SQLite", "use SQLite for the index.", "修复登录错误"]
  const one = (text: string): Match => ({ kind: "one", text })

  test.each<[string, Match]>([
    ["LOGIN page", one("Fix the login page")],
    ["the   login\npage", one("Fix the login page")],
    ["use sqlite.", one("use SQLite")],
    ["USE sqlite", one("use SQLite")],
    ["Use SQLite for the index", one("use SQLite for the index.")],
    ["登录", one("修复登录错误")],
    ["the login", { kind: "several", texts: ["Fix the login page", "Fix the login test"] }],
    ["sqlite", { kind: "several", texts: ["use SQLite", "use SQLite for the index."] }],
    ["fix the logn pge", { kind: "none", near: ["Fix the login page", "Fix the login test"] }],
    ["修复登陆错误", { kind: "none", near: ["修复登录错误"] }],
    ["zebra", { kind: "none", near: [] }],
    ["", { kind: "none", near: [] }],
    [" \n", { kind: "none", near: [] }],
  ])("%p", (wanted, expected) => expect(findItem(texts, wanted)).toEqual(expected))

  test("at most three candidates, the nearest first", () => {
    const many = ["update the docs", "update the docs index", "update docs", "update the README", "unrelated"]
    expect(findItem(many, "update teh docs index now")).toEqual({
      kind: "none",
      near: ["update the docs index", "update the docs", "update docs"],
    })
  })

  test("a text that is there twice is one", () => {
    expect(findItem(["use npm", "use npm"], "npm")).toEqual(one("use npm"))
  })

  test("of two that differ only in their full stop, each can be meant", () => {
    expect(findItem(["use npm", "Use npm."], "Use npm.")).toEqual(one("Use npm."))
    expect(findItem(["use npm", "Use npm."], "USE npm").kind).toBe("several")
  })

  test("a long text finds the item it was cut to", () => {
    const long = "a long decision ".repeat(30)
    const item = oneLine(long, MAX_ITEM)
    expect(findItem([item, "other"], long)).toEqual(one(item))
  })

  test("a megabyte is wanted", () => {
    expect(findItem(texts, ".".repeat(1_000_000)).kind).toBe("none")
    expect(findItem(["x".repeat(200)], "x ".repeat(500_000)).kind).toBe("none")
  })

  test("says one only when no other could be meant", () => {
    const word = fc.constantFrom("fix", "Fix", "log", "login", "a", "a.", "修", " ", "!")
    const phrase = fc.array(word, { maxLength: 4 }).map((words) => words.join(" "))
    fc.assert(
      fc.property(fc.array(phrase, { maxLength: 8 }), phrase, (drawn, wanted) => {
        const match = findItem(drawn, wanted)
        const squeeze = (text: string) => text.toLowerCase().split(/\s+/).filter(Boolean).join(" ")
        const containing = [...new Set(drawn)].filter(
          (text) => squeeze(text).includes(squeeze(wanted)) || contentKey(text) === contentKey(wanted),
        )
        if (squeeze(wanted) === "" || containing.length === 0) return expect(match.kind).toBe("none")
        if (match.kind === "several") {
          expect(match.texts).toEqual(containing)
          expect(containing.filter((text) => contentKey(text) === contentKey(wanted))).not.toHaveLength(1)
          return expect(containing.length).toBeGreaterThan(1)
        }
        const { text } = match as { text: string }
        expect(containing).toContain(text)
        if (containing.length > 1) expect(contentKey(text)).toBe(contentKey(wanted))
      }),
    )
  })
})
