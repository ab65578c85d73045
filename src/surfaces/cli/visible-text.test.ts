import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { shell } from "../../../test/bed/cli-shell.ts"
import { columnsOf, rowsOf } from "../../text/columns.ts"
import { foldEmptyLines, inColumns, visibleLine, visibleText } from "./visible-text.ts"

describe("text on a terminal", () => {
  test("what acts on a terminal or is not drawn stands as what it is", () => {
    const tags = [..."approve me"].map((char) => String.fromCodePoint(0xe0000 + char.charCodeAt(0))).join("")
    const cases: [string, string][] = [
      ["\u001b[2J\u001b[31mred", "<U+001B>[2J<U+001B>[31mred"],
      ["\u001b]0;title\u0007", "<U+001B>]0;title<U+0007>"],
      ["\u009b2J", "<U+009B>2J"],
      ["safe\rEVIL", "safe<U+000D>EVIL"],
      ["a\b\bX", "a<U+0008><U+0008>X"],
      ["user\u202etxt.exe", "user<U+202E>txt.exe"],
      ["\u2066iso\u2069", "<U+2066>iso<U+2069>"],
      ["zero\u200bwidth\ufeff", "zero<U+200B>width<U+FEFF>"],
      [`hi${tags}!`, 'hi<hidden: "approve me">!'],
      ["filler\u3164\u115f", "filler<U+3164><U+115F>"],
      ["x\ufe0f\u{e0101}", "x<U+FE0F><U+E0101>"],
      ["line\u2028sep", "line<U+2028>sep"],
      ["\ud800lone", "\ufffdlone"],
      ["private \ue000", "private <U+E000>"],
    ]
    for (const [text, shown] of cases) expect(visibleText(text)).toBe(shown)
  })

  test("ordinary text stays as it is", () => {
    for (const text of ["tab\tand\nlines", "naïve café", "日本語 한국어", "⚠️ and 🎉", "e\u0301", "नमस्ते"])
      expect(visibleText(text)).toBe(text)
    expect(visibleText("windows\r\nlines")).toBe("windows\nlines")
    expect(visibleLine(" two\nlines\t")).toBe("two lines")
  })

  test("marks cannot be stacked over other lines", () => {
    expect(visibleText(`a${"\u0301".repeat(50)}`)).toBe(`a${"\u0301".repeat(4)}<46 more marks>`)
  })

  test("whatever the text, nothing that acts or hides is left", () => {
    const unit = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("\u001b", "\r", "\u202e", "\u{e0041}", "\u009b"),
    )
    fc.assert(
      fc.property(
        fc.array(unit).map((parts) => parts.join("")),
        (text) => {
          expect(visibleText(text)).not.toMatch(/[^\P{C}\n\t]|[\u2028\u2029\u{e0000}-\u{e0fff}\u200b-\u200f]/u)
        },
      ),
    )
  })

  test("empty lines cannot push text out of sight, nor a long line leave the bar", () => {
    expect(foldEmptyLines(`top${"\n".repeat(60)}evil`)).toBe("top\n… 59 empty lines …\nevil")
    expect(foldEmptyLines("a\n\n\nb")).toBe("a\n\n\nb")
    expect(rowsOf("abcdef", 4)).toEqual(["abcd", "ef"])
    expect(rowsOf("add a-long-name", 12)).toEqual(["add", "a-long-name"])
    expect(rowsOf("  abcdef", 6)).toEqual(["  abcd", "ef"])
    expect(rowsOf("日本語", 4)).toEqual(["日本", "語"])
    expect(rowsOf("", 4)).toEqual([""])
    for (const row of rowsOf("x日🎉\tab".repeat(200), 33)) expect(columnsOf(row)).toBeLessThanOrEqual(33)
  })
})

test("no note paints the screen: the characters of our colours are shown by their number", async () => {
  const { run, put } = shell({ hasColour: true })
  await run("write", "begun", "--content", "x")
  put("red.md", "---\ndescription: safe \ue11fred\ue1ff text\n---\nmore \ue11fred\ue1ff text\n")
  await run("write", "begun", "--content", "y")
  const screens = await Promise.all(
    ["ls", "show red --scope global", "diff", "search red", "history", "status"].map(
      async (words) => (await run(...words.split(" "))).out,
    ),
  )
  expect(screens.join("\n")).toContain("<U+E11F>red<U+E1FF> text")
  expect(screens.join("\n")).not.toContain("\u001b[31mred")
})

test("at a terminal, lines break between words and below their beginning; what fits, colours included, stays; a pipe gets them whole", () => {
  const text = "- one two three four\n  five six seven eight\n\u001b[2mpainted text fits\u001b[0m"
  const screen = { isInteractive: true, columns: 17 }
  expect(inColumns(text, screen)).toBe(
    "- one two three\n  four\n  five six seven\n  eight\n\u001b[2mpainted text fits\u001b[0m",
  )
  expect(inColumns("note \u001b[2ma\u001b[0m │ one two three", { ...screen, columns: 20 })).toBe(
    "note \u001b[2ma\u001b[0m │ one two\n       │ three",
  )
  expect(inColumns(`${" ".repeat(30)}x y`, screen)).not.toContain("undefined")
  expect(inColumns(text, { ...screen, isInteractive: false })).toBe(text)
})
