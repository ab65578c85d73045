// Published cases of redaction, input and expected outcome. Where Cairn decides otherwise, the case is listed with the reason.
import { describe, expect, test } from "bun:test"
import { redactText } from "../../src/redaction/redact.ts"
import { publishedCases } from "../bed/published-cases.ts"

const { present, cases } = publishedCases<{ fn?: string; input: string; expect: string }>("wm-redaction")

const differs: Record<string, string> = {
  // A user name is no secret, and the note is of no use without it; the password beside it goes.
  "測試用戶名：shihlab，密碼：sushi": "測試用戶名：shihlab，密碼：[REDACTED]",
}

describe.if(present)("published cases of redaction", () => {
  test("there are some", () => expect(cases.length).toBeGreaterThanOrEqual(25))

  test.each(cases.map((one) => [one.input, differs[one.input] ?? one.expect]))("%p becomes %p", (input, expected) => {
    const mine = redactText(input)
    expect(mine.replace(/\[REDACTED:[a-z-]+\]/g, "[REDACTED]")).toBe(expected)
    expect(redactText(mine)).toBe(mine)
  })
})
