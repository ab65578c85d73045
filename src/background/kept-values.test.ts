import { expect, test } from "bun:test"
import { missingValues, valuesIn } from "./kept-values.ts"

test("a value counts as kept only whole and in its own letters", () => {
  const cases: [source: string, text: string, lost: string[]][] = [
    ["Config is in src/app", "Config is in src/application.ts", ["src/app"]],
    ["Config is in src/app", "Config is in old/src/app", ["src/app"]],
    ["Config is in src/app", "Config is in src/app/main.ts", ["src/app"]],
    ["See https://ci.example/a", "See https://ci.example/a/b", ["https://ci.example/a"]],
    ["Run `make lint`", "Run make lint-all", ["make lint"]],
    ["The entry is src/App.tsx", "The entry is src/app.tsx", ["src/App.tsx"]],
    ["Run `make lint`", "Linting is make lint.", []],
    ["Config is in src/app", "It is src/app, and nothing else", []],
    ["It answers “Yes” to 8080", "On 8080 it answers Yes", []],
    ["Tags begin with 'chore release'", "Tags begin with release", ["chore release"]],
    ["Tags begin with „chore release“", "Tags begin with release", ["chore release"]],
    ["Tags begin with «chore release»", "Tags begin with release", ["chore release"]],
    ["It's the user's and the host's port", "The port", []],
    ["Builds go to C:\\build\\out.", "Builds go to C:\\build", ["C:\\build\\out"]],
    ["Ask bob@corp", "Ask bob", ["bob@corp"]],
    ["It listens on ٨١٢٣", "It listens on a port", ["٨١٢٣"]],
    ["It listens on ８１２３", "It listens on a port", ["8123"]],
    ["It listens on ８１２３", "The port is 8123", []],
  ]
  expect(cases.map(([source, text]) => missingValues([source], text))).toEqual(cases.map(([, , lost]) => lost))
})

test("hostile text takes no longer", () => {
  const shapes = [".", "!", "a.", "a-", "/a", "a@", "1.", "`a", '"', "./", "a/", "~/"]
  for (const shape of shapes) valuesIn(`${shape.repeat(10_000)} x`)
  expect(shapes.every((shape) => missingValues([shape.repeat(10_000)], "x").length < 20_000)).toBe(true)
})
