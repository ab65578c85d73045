// Every code that Cairn answers with is produced by a test: what nobody has seen happen may not happen as it says.
import { expect, test } from "bun:test"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

const ROOT = join(import.meta.dir, "../..")

function textsBelow(folder: string, isWanted: (path: string) => boolean): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .map((path) => join(folder, path))
    .filter((path) => path.endsWith(".ts") && isWanted(path))
    .map((path) => readFileSync(join(ROOT, path), "utf8"))
}

const isTest = (path: string) => path.endsWith(".test.ts")

/** As they are written where an error is made, and in the table of what the file system says. */
function codesIn(text: string): string[] {
  const made = [...text.matchAll(/CairnError\(\s*"([a-z_]+)"/g)]
  const listed = [...text.matchAll(/^ {2}E[A-Z]+: \[\s*"([a-z_]+)"/gm)]
  return [...made, ...listed].map(([, code]) => code as string)
}

test("every error code is produced by a test", () => {
  const codes = [...new Set(textsBelow("src", (path) => !isTest(path)).flatMap(codesIn))]
  expect(codes.length).toBeGreaterThan(50)
  const tests = [...textsBelow("src", isTest), ...textsBelow("test", (path) => !path.includes("error-codes"))].join(
    "\n",
  )
  const words = new Set(tests.match(/\b[a-z]+(?:_[a-z]+)*\b/g))
  expect(codes.filter((code) => !words.has(code))).toEqual([])
})

test("the rule can fail", () => {
  expect(codesIn('throw new CairnError(\n  "made_up", "x")\n  EXX: ["listed_up", "y"],')).toEqual([
    "made_up",
    "listed_up",
  ])
})
