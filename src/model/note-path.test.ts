import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { isNoteName, noteKey, parseNotePath } from "./note-path.ts"

describe("the path grammar", () => {
  test.each([
    ["reference/api.md", "reference/api.md"],
    ["reference/api", "reference/api.md"],
    ["./a", "a.md"],
    ["  notes/Über uns (alt) ", "notes/Über uns (alt).md"],
    ["a/b/c/d.MD", "a/b/c/d.md"],
    ["release-1.2.3", "release-1.2.3.md"],
    ["日本語/メモ", "日本語/メモ.md"],
    ["cafe\u0301", "caf\u00e9.md"],
  ])("%p is %p", (typed, path) => {
    expect(parseNotePath(typed).path).toBe(path)
  })

  test.each([
    "../x",
    "a/../../x",
    "/etc/passwd",
    "..\\x",
    "a\\b",
    "%2e%2e/x",
    "a/%2fb",
    "a\0b",
    ".git/config",
    "a/.git/x",
    "C:/x",
    "c:x",
    "CON",
    "aux.md",
    "a/nul.txt",
    "com1",
    `long${"x".repeat(400)}`,
    "a//b",
    "a/",
    "",
    "  ",
    ".",
    "..",
    "~/.bashrc",
    "$HOME",
    "a:b",
    "a|b",
    "a?b",
    "a*b",
    'a"b',
    "a<b",
    "-rf",
    "a\nb",
    "a\u202eb",
    "a\u200bb",
    "trailing./x",
    "MEMORY.md",
    "memory",
    "facts/_CONFLICTS.md",
    ".md",
    "a/b/c/d/e/f/g/h/i",
    "#x#",
    "x.md~",
  ])("%p is refused", (typed) => {
    expect(() => parseNotePath(typed)).toThrow(expect.objectContaining({ code: "bad_path" }))
  })

  test("whatever is accepted stays below the scope, is stable, and is what a scan would take for a note", () => {
    const hostile = fc.constantFrom(
      "..",
      ".",
      "",
      "/",
      "\\",
      "a",
      "é",
      "e\u0301",
      "%2e",
      "\0",
      "C:",
      "nul",
      "~",
      " ",
      "日",
      ".git",
      "-",
      "x.md",
      "😀",
      "\u202e",
    )
    const typed = fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.string({ unit: "binary" }),
      fc.array(hostile).map((parts) => parts.join("/")),
      fc.array(hostile).map((parts) => parts.join("")),
    )
    let accepted = 0
    fc.assert(
      fc.property(typed, (input) => {
        let parsed: ReturnType<typeof parseNotePath>
        try {
          parsed = parseNotePath(input)
        } catch {
          return
        }
        accepted++
        const segments = parsed.path.split("/")
        const found = {
          path: parsed.path,
          segments,
          unsafe: segments.filter((segment) => !/^[^./\\][^/\\\0:]*$/.test(segment)),
          again: parseNotePath(parsed.path),
          isNote: isNoteName(parsed.name),
        }
        expect(found).toEqual({
          path: parsed.path.normalize("NFC"),
          segments: [...parsed.folder, parsed.name],
          unsafe: [],
          again: parsed,
          isNote: true,
        })
      }),
      { numRuns: 10_000 },
    )
    expect(accepted).toBeGreaterThan(500)
  })

  test("twins in case or normal form have one key", () => {
    expect(noteKey("A/Cafe\u0301.md")).toBe(noteKey("a/caf\u00e9.md"))
    expect(noteKey("a.md")).not.toBe(noteKey("b.md"))
  })

  test("a scan leaves editors' leftovers and generated files alone", () => {
    for (const name of [
      ".x.md.swp",
      "x.md~",
      "#x.md#",
      "4913",
      ".x.md",
      ".x.md.1a2b.tmp",
      "MEMORY.md",
      "_CONFLICTS.md",
      "x.txt",
      ".md",
    ])
      expect(isNoteName(name)).toBe(false)
    expect(isNoteName("x.md")).toBe(true)
  })
})
