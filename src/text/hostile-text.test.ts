// A guard cannot interrupt code that does not return, so no text may take more than linear time, whoever wrote it. Quadratic code would run
// for minutes on such texts and be ended by the test's own deadline.
import { expect, test } from "bun:test"
import { fromAssistantText, userDirectives, userFindings } from "../../test/bed/requests.ts"

const SIZE = 200_000
const fill = (unit: string) => unit.repeat(Math.ceil(SIZE / unit.length)).slice(0, SIZE)
const hostile = [
  "a",
  "/",
  " ",
  "\n",
  "\r\n",
  "\t",
  ".",
  "?",
  "!",
  "。",
  "[",
  "]",
  "[]",
  "[Decision:",
  "[Decision: x]",
  "TODO:",
  "TODO: x\n",
  "todo - ",
  "`",
  "``` ",
  "```\n",
  "`a`",
  "`a``b",
  '"',
  "“",
  "'",
  " 'a",
  "*",
  "_",
  "**a** ",
  "# ",
  "// ",
  "/* ",
  "> ",
  "- ",
  "1. ",
  "we'll use ",
  "we ",
  "decided to ",
  "choose a ",
  "going with a ",
  "remember to ",
  "don't ",
  "never ",
  "only ",
  "must ",
  "instead of ",
  "if ",
  "and ",
  "決定",
  "決定 ",
  "就用",
  "不要",
  "别",
  "にする",
  "採用",
  "결정",
  "로 하자",
  "잊지 말고 ",
  "忘れずに",
  "\u{e0041}",
  "\u200b",
  "😀",
  "\ud83d",
  "at a",
  "a.ts:1",
  "\n ",
  " \n",
  "a: ",
  "{",
  "=;",
  "Risk: ",
].map(fill)
const settings = { slots: { risk: { max: 3, title: "Risks", patterns: ["Risk: (.+)", "\\w+$"] } } }

test.each(hostile.map((text) => [JSON.stringify(text.slice(0, 8)), text]))("much of %s", (_name, text) => {
  for (const body of [text, `we decided to ${text}x`, `[Decision: ${text}]`, `TODO: ${text}`]) {
    for (const finding of [...userFindings(body, settings), ...fromAssistantText(body, settings)])
      expect(finding.text.length).toBeLessThanOrEqual(200)
    for (const directive of userDirectives(body)) expect(directive.length).toBeLessThanOrEqual(300)
  }
})
