// Published cases of redaction, input and expected outcome. Where Cairn decides otherwise, the case is listed with the reason.
import { describe, expect, test } from "bun:test"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { redactText } from "../../src/redaction/redact.ts"

const file = join(process.env.CAIRN_BENCH_DATA ?? "../shared/data", "cases/wm-redaction.jsonl")
const present = existsSync(file)
if (!present)
  process.stderr.write(`not tried: the published cases are not here (${file}; CAIRN_BENCH_DATA says where)\n`)

const cases: { input: string; expect: string }[] = present
  ? readFileSync(file, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
  : []

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
