import { expect, test } from "bun:test"
import { rawExpression } from "./raw-expression.ts"

test("a plain word is looked for in the form that is indexed too; operators, quotes and beginnings stay", () => {
  expect(
    [
      "errors AND harbour",
      '"errors" NOT (running OR migr*)',
      "text : errors",
      "NEAR(a b)",
      "parseUserToken",
      '"open errors',
    ].map(rawExpression),
  ).toEqual([
    '"error" AND harbour',
    '"errors" NOT ("run" OR migr*)',
    'text : "error"',
    "NEAR(a b)",
    "parseUserToken",
    '"open errors',
  ])
  expect(rawExpression("部署网")).toBe('"部署" "署网"')
})
