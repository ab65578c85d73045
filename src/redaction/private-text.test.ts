import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { withoutPrivateAcross, withoutPrivateText, withoutPrivateTexts } from "./private-text.ts"

describe("private text", () => {
  test.each([
    ["a <private>b</private> c", "a [private] c"],
    ["<private>a</private><private>b</private>", "[private][private]"],
    ["a <private>b <private>c</private> d</private> e", "a [private] e"],
    ["a <private>b", "a [private]"],
    ["a <private>b <private>c</private> d", "a [private]"],
    ["a </private> b", "[private] b"],
    ["a <private>b</private> c </private> d", "[private] d"],
    ["<PRIVATE>a</Private> b", "[private] b"],
    ["< private >a</ private > b", "[private] b"],
    ['<private reason="x">a</private> b', "[private] b"],
    ["<private\nreason=x>a</private> b", "[private] b"],
    ["<private/>a", "[private]"],
    ["a <private", "a [private]"],
    ["a <private my key is x", "a [private]"],
    ["＜private＞a＜/private＞ b", "[private] b"],
    ["<private>a\r\nb</private>\r\nc", "[private]\r\nc"],
  ])("%p becomes %p", (text, expected) => {
    expect(withoutPrivateText(text)).toBe(expected)
    expect(withoutPrivateText(text)).not.toBe(text)
  })

  test.each([
    "private",
    "a private matter",
    "#include <private/config.h>",
    "<private-key-input>",
    "<privateer>",
    "x < private_key",
    "",
  ])("%p stays", (text) => {
    expect(withoutPrivateText(text)).toBe(text)
    expect(withoutPrivateText(text)).toBe(text)
  })

  test.each([
    [
      ["a <private>b", "c", "d</private> e"],
      ["a [private]", "", " e"],
    ],
    [
      ["a", "b</private> c", "d"],
      ["", "[private] c", "d"],
    ],
    [
      ["a <private>b", "c <private>d</private> e", "f</private> g"],
      ["a [private]", "", " g"],
    ],
    [
      ["a <pri\u200bvate>b", "c", "d</private> e"],
      ["a [private]", "", " e"],
    ],
    [
      ["a", "b <private>c"],
      ["a", "b [private]"],
    ],
    [
      ["a < b", "private"],
      ["a < b", "private"],
    ],
  ])("one after the other, %p become %p", (texts, expected) => {
    expect(withoutPrivateAcross(texts)).toEqual(expected)
  })

  test("in a value, at any depth and in its keys; one without any is returned as it is", () => {
    const value = { command: "ls", edits: [{ "<private>a</private>": "b" }, { text: ["x <private>y"] }], count: 3 }
    expect(withoutPrivateTexts(value)).toEqual({
      ...value,
      edits: [{ "[private]": "b" }, { text: ["x [private]"] }],
    })
    const open = { command: "ls", edits: [{ old: "a < b" }], at: null }
    expect(withoutPrivateTexts(open)).toBe(open)
  })

  test("nothing from inside a tag is left, however tags are strewn", () => {
    const part = fc.constantFrom("<private>", "</private>", "<PRIVATE x>", "seen", " ", "\n")
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), fc.array(part, { maxLength: 12 }), (before, inside) => {
        const left = withoutPrivateText(`${before.join("")}<private>hunter2${inside.join("")}`)
        expect(left).not.toContain("hunter2")
        expect(withoutPrivateText(left)).toBe(left)
      }),
      { numRuns: 500 },
    )
  })
})
