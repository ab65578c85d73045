// Every code that Cairn answers with is expected by a test: what nobody has seen happen may not happen as it says. A code that a test only mentions,
// in its title, in a comment or in what it hands over, proves nothing.
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

/** Literals as a whole, and comments; what is escaped ends none. */
const TOKEN = /\/\/.*|\/\*[\s\S]*?\*\/|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|\\.|[()[\]]|[\s\S]/g

/** From `start` to the bracket that closes it, and on to the end of what is called on it; without comments. */
function expressionAt(text: string, start: number): string {
  let [depth, said] = [0, ""]
  TOKEN.lastIndex = start
  for (let found = TOKEN.exec(text); found; found = TOKEN.exec(text)) {
    const [token] = found
    if (!token.startsWith("//") && !token.startsWith("/*")) said += token
    if (token === "(" || token === "[") depth++
    if ((token === ")" || token === "]") && --depth === 0 && !/^\s*\./.test(text.slice(TOKEN.lastIndex))) break
  }
  return said
}

const EXPECTATION = /\b(?:expect|assert(?:\.\w+)?|test\.each)\(/g
const TABLE = /\bconst (\w+)(?:: [^=\n]+)? = (?=\[)/g

/** What a test expects: its expectations, the tables of its cases, and lists that an expectation names. */
function expectationsIn(text: string): string {
  const expected = [...text.matchAll(EXPECTATION)].map(({ index }) => expressionAt(text, index)).join("\n")
  const isNamed = (name: string) => new RegExp(`\\b${name}\\b`).test(expected)
  const tables = [...text.matchAll(TABLE)].filter(([, name = ""]) => isNamed(name))
  return [expected, ...tables.map(({ 0: head, index }) => expressionAt(text, index + head.length))].join("\n")
}

/** A word of the language must stand where only a code does. */
function isExpected(code: string, expected: string): boolean {
  const word = code.includes("_") ? `\\b${code}\\b` : `\\(${code}\\\\?\\)|\\bcode(?::| ===) "${code}"`
  return new RegExp(word).test(expected)
}

test("every error code is expected by a test", () => {
  const codes = [...new Set(textsBelow("src", (path) => !isTest(path)).flatMap(codesIn))]
  expect(codes.length).toBeGreaterThan(50)
  const tests = [...textsBelow("src", isTest), ...textsBelow("test", (path) => !path.includes("error-codes"))]
  const expected = tests.map(expectationsIn).join("\n")
  expect(codes.filter((code) => !isExpected(code, expected))).toEqual([])
})

test("the rule can fail", () => {
  expect(codesIn('throw new CairnError(\n  "made_up", "x")\n  EXX: ["listed_up", "y"],')).toEqual([
    "made_up",
    "listed_up",
  ])
  const isIn = (text: string) => isExpected("made_up", expectationsIn(text))
  const proofs = [
    'expect(await codeOf(work)).toBe("made_up")',
    "expect(answer)\n  .toMatch(/^Error \\(made_up\\)/)",
    'assert.equal(error.code, "made_up")',
    'test.each([["EXX", "made_up"]])("%s", () => undefined)',
    'const CODES = ["made_up"]\nexpect(found).toEqual(CODES)',
  ]
  expect(proofs.filter((text) => !isIn(text))).toEqual([])
  const mentions = [
    'test("made_up is an error", () => undefined)',
    "expect(1).toBe(1) // made_up",
    'expect(1 /* made_up */).toBe(1)\nawait call("made_up")',
    'const codes = ["made_up"]\nexpect(1).toBe(1)',
  ]
  expect(mentions.filter(isIn)).toEqual([])
  expect(isExpected("empty", 'expect(text).toContain("(empty)")')).toBe(true)
  expect(isExpected("empty", 'expect(list).toBe("empty")')).toBe(false)
})
