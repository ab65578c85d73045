import { describe, expect, test } from "bun:test"
import { sentenceEnds, sentencesIn, statementsIn } from "./sentence-end.ts"

describe("a text in sentences", () => {
  const text = "Run ./check v1.2 first, e.g. at noon... Then push; wait!\n  是的。完成！ and so on"

  test("checks see each by itself, by line and also behind an abbreviation", () => {
    expect(sentencesIn(text)).toEqual([
      "Run ./check v1.2 first, e.g.",
      "at noon...",
      "Then push; wait!",
      "是的。",
      "完成！",
      "and so on",
    ])
    expect(sentencesIn(" \n\n ")).toEqual([])
  })

  test("elsewhere an abbreviation ends none, and a semicolon ends a statement", () => {
    expect(statementsIn(text)).toEqual([
      "Run ./check v1.2 first, e.g. at noon...",
      "Then push;",
      "wait!",
      "是的。",
      "完成！",
      "and so on",
    ])
    expect(sentenceEnds("No. 5 is done. (see fig. 2)")).toEqual([14])
  })

  // Quadratic code would run for minutes here and be ended by the test's own deadline.
  test.each([".", "!?", ";", ". "])("a line of %p is read in linear time", (marks) => {
    const line = `${marks.repeat(200_000)}x`
    const lengths = [sentencesIn(line), statementsIn(line)].map((pieces) => pieces.join("").length)
    const expected = line.replaceAll(" ", "").length
    expect([...lengths, sentenceEnds(line).length > 0]).toEqual([expected, expected, marks.includes(" ")])
  })
})
