import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { mentionedItems } from "./mentions.ts"

const isNamed = (item: string, text: string) => mentionedItems([{ text: item }], text).length === 1
const isPathNamed = (path: string, text: string) => mentionedItems([{ text: path, isPath: true }], text).length === 1

describe("a text", () => {
  test.each([
    ["use SQLite", "We will USE  sqlite, then."],
    ["use SQLite", "use\nSQLite"],
    ["use SQLite", "(use SQLite)"],
    ["数据库连接", "修复数据库连接错误"],
    ["SQLite", "使用SQLite数据库"],
    ["설정 파일", "설정 파일을 고쳐"],
    ["エラー処理", "このエラー処理を"],
    ["fix it!", "fix it!now"],
    ["naïve", "a nai\u0308ve plan"],
    ["lodash", "lodash@4"],
    ["😀😀😀😀", "x😀😀😀😀x"],
  ])("%p is in %p", (item, text) => expect(isNamed(item, text)).toBe(true))

  test.each([
    ["use SQLite", "reuse SQLite"],
    ["use SQLite", "use SQLites"],
    ["test", "latest tests attest"],
    ["test", "test_1 _test"],
    ["naive", "naïve"],
    ["tes", "tes tes"],
    ["", "anything"],
    ["über", "darüber"],
  ])("%p is not in %p", (item, text) => expect(isNamed(item, text)).toBe(false))

  test("is looked for in the first 64 KB", () => {
    expect(isNamed("later", `${"x ".repeat(32_000)}later`)).toBe(true)
    expect(isNamed("later", `${"x ".repeat(40_000)}later`)).toBe(false)
  })
})

describe("a path", () => {
  test.each([
    ["src/model/text.ts", "see src/model/text.ts."],
    ["src/model/text.ts", "src/model/text.ts:12:3 - error"],
    ["src/model/text.ts", '{"filePath":"/home/me/repo/src/model/text.ts"}'],
    ["src/model/text.ts", "~/repo/src/model/text.ts"],
    ["src/model/text.ts", "C:\\repo\\src\\model\\text.ts"],
    ["src/model/text.ts", "./src/model/text.ts"],
    ["src/model/text.ts", "@src/model/text.ts please"],
    ["src/model/text.ts", "[it](src/model/text.ts)"],
    ["src/model/text.ts", "in text.ts, above"],
    ["src/model/text.ts", "打开text.ts文件"],
    ["src/model/text.ts", "Text.ts"],
    ["app/(group)/[id]/page.tsx", "app/(group)/[id]/page.tsx"],
    ["文档/说明.md", "看文档/说明.md吧"],
    ["src/model", "all of src/model/."],
    ["/etc/hosts", "edit /etc/hosts"],
  ])("%p is in %p", (path, text) => expect(isPathNamed(path, text)).toBe(true))

  test.each([
    ["src/model/text.ts", "lib/src/model/text.ts"],
    ["src/model/text.ts", "other/text.ts"],
    ["src/model/text.ts", "/other/text.ts"],
    ["src/model/text.ts", "src/model/text.tsx"],
    ["src/model/text.ts", "src/model/text.ts.bak"],
    ["src/model/text.ts", "src/model/text.ts-old"],
    ["src/model/text.ts", "my-text.ts and context.ts and a.text.ts"],
    ["README.md", "docs/README.md"],
    ["README.md", "/repo/docs/README.md"],
    ["src/model", "src/model/text.ts"],
    ["a/b.c", "b.c"],
  ])("%p is not in %p", (path, text) => expect(isPathNamed(path, text)).toBe(false))

  test("is found by its base name only if no other path has the same", () => {
    const items = ["a/index.ts", "b/index.ts", "b/main.ts"].map((text) => ({ text, isPath: true as const }))
    expect(mentionedItems(items, "index.ts and main.ts")).toEqual(["b/main.ts"])
    expect(mentionedItems(items, "index.ts of a/index.ts")).toEqual(["a/index.ts"])
  })

  test("a text that is not a path does not make a base name less unique", () => {
    const items = [{ text: "a/main.ts", isPath: true as const }, { text: "main.ts is slow" }]
    expect(mentionedItems(items, "main.ts")).toEqual(["a/main.ts"])
  })
})

describe("many items", () => {
  test("are all found, in their order, one inside another too", () => {
    const items = ["the login page", "login", "login page", "page", "page two"].map((text) => ({ text }))
    expect(mentionedItems(items, "on the login page.")).toEqual(["the login page", "login", "login page", "page"])
  })

  test("one is still looked for when those around it were found", () => {
    const items = [{ text: "now see main.ts" }, { text: "see main.ts" }, { text: "src/main.ts", isPath: true as const }]
    expect(mentionedItems(items, "see main.ts.bak")).toEqual(["see main.ts"])
    expect(mentionedItems(items, "see main.ts.bak, now see main.ts")).toEqual(items.map(({ text }) => text))
  })

  test("are found as a plain search would find them", () => {
    const text = fc.array(fc.constantFrom("a", "b", "ab", "aba", " ", "-", "a b"), { maxLength: 40 })
    const items = fc.array(
      fc.array(fc.constantFrom("a", "b", " ", "-"), { minLength: 4, maxLength: 9 }).map((units) => units.join("")),
      { maxLength: 12 },
    )
    const squeeze = (words: string) => words.split(" ").filter(Boolean).join(" ")
    const occursIn = (item: string, page: string) => {
      const whole = [/^\w/.test(item) ? "\\b" : "", item, /\w$/.test(item) ? "\\b" : ""].join("")
      return item.length >= 4 && new RegExp(whole).test(page)
    }
    fc.assert(
      fc.property(items, text, (drawn, units) => {
        const page = units.join("")
        const expected = drawn.filter((item) => occursIn(squeeze(item), squeeze(page)))
        expect(
          mentionedItems(
            drawn.map((item) => ({ text: item })),
            page,
          ),
        ).toEqual(expected)
      }),
      { numRuns: 500 },
    )
  })
})

// Quadratic code would be ended by the test's own deadline.
test.each(["a", "a/", "/", "-/", "。", "\ufdfa", "😀", "\n", "\\", "漢", "é", "aaaaaaab"])(
  "a megabyte of %p",
  (unit) => {
    const text = unit.repeat(Math.ceil(1_000_000 / unit.length))
    const items = Array.from({ length: 100 }, (_, i) => [
      { text: `${"a".repeat(i)}b${"a".repeat(199 - i)}` },
      { text: unit.repeat(i + 1).slice(0, 200) },
      { text: `${"a/".repeat(i)}x`, isPath: true as const },
    ]).flat()
    const found = new Set(mentionedItems(items, text))
    for (const { text: item } of items) expect(found.has(item) && !text.includes(item)).toBe(false)
    expect(mentionedItems([{ text: "the end" }], `the end ${text}`)).toEqual(["the end"])
  },
)
