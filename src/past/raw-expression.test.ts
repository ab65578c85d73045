import { expect, test } from "bun:test"
import { rawExpression } from "./raw-expression.ts"

test("a plain word is looked for in the form that is indexed too; a beginning as far as that has it; operators and quotes stay", () => {
  expect(
    [
      "errors AND lamp",
      '"errors" NOT (running OR migr*)',
      "text : errors",
      "NEAR(a b)",
      "parseUserToken",
      '"open errors',
    ].map(rawExpression),
  ).toEqual([
    '"error" AND lamp',
    '"errors" NOT ("run" OR migr*)',
    'text : "error"',
    "NEAR(a b)",
    "parseUserToken",
    '"open errors',
  ])
  expect(["releases*", "colour * OR Running*", "migr*", "bought*", "analysis*"].map(rawExpression)).toEqual([
    "releas*",
    "color * OR run*",
    "migr*",
    "bought*",
    "analyz*",
  ])
  expect(rawExpression("部署网")).toBe('"部署" "署网"')
})
