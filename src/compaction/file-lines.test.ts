import { expect, test } from "bun:test"
import fc from "fast-check"
import { fileLines, pathsOfLine } from "./file-lines.ts"

const lines = (...paths: string[]) => fileLines(paths.map((text) => ({ text }))).map(({ text }) => text)

test("a few files are named by their whole paths", () => {
  expect(lines("src/a.ts", "README.md", "src/b.ts")).toEqual(["- src/a.ts", "- README.md", "- src/b.ts"])
})

test("of many, the files of a folder share a line", () => {
  const others = Array.from({ length: 20 }, (_, n) => `lib/${"deep/".repeat(10)}${n}/x.ts`)
  expect(lines("src/a.ts", "README.md", "src/b.ts", ...others).slice(0, 3)).toEqual([
    "- src/{a.ts, b.ts}",
    "- README.md",
    `- ${others[0]}`,
  ])
})

test("a name that is not a plain word is on its own, and an everyday word is marked as a name", () => {
  expect(lines("src/a,b.ts", "src/my file.ts", "src/c.ts", "build")).toEqual([
    "- src/a,b.ts",
    "- src/my file.ts",
    "- src/c.ts",
    "- `build`",
  ])
})

test("a folder of many files is several lines", () => {
  const many = lines(...Array.from({ length: 100 }, (_, n) => `src/some-file-${n}.ts`))
  expect(many.length).toBeGreaterThan(5)
  expect(Math.max(...many.map(({ length }) => length))).toBeLessThan(180)
})

test("a line of somebody else's words is not taken for a path", () => {
  for (const line of ["src/a.ts: the parser", "none", "see above", ""]) expect(pathsOfLine(line, false)).toEqual([])
  expect(pathsOfLine("`build`", false)).toEqual(["build"])
})

test("each line can be read back", () => {
  const part = fc.constantFrom("src", "a.ts", "b", "my file", "x,y", "[id]", ".env", "…", "v1.2")
  const path = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/"))
  fc.assert(
    fc.property(fc.uniqueArray(path, { maxLength: 30 }), (paths) => {
      const read = lines(...paths).flatMap((line) => pathsOfLine(line.slice(2), true))
      expect(read.sort()).toEqual([...paths].sort())
    }),
  )
})
