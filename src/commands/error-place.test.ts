import { describe, expect, test } from "bun:test"
import { placeAt } from "./command-errors.ts"

describe("the file that a line names", () => {
  test.each([
    ["src/a.ts(10,3): error TS2345: bad", "src/a.ts"],
    ["src/a.ts:10:3 - error", "src/a.ts"],
    ["./main.go:5:2: undefined", "main.go"],
    ["/repo/a.js: 3:1 error no-undef", "a.js"],
    ["/elsewhere/a.js:3:1 error", "/elsewhere/a.js"],
    ["FAILED tests/test_a.py::test_x - assert", "tests/test_a.py"],
    ['File "/repo/x.py", line 3', "x.py"],
    ["error in [@scope/pkg/a.tsx:3]", "@scope/pkg/a.tsx"],
    ["Error: Cannot find module './missing'", undefined],
    ["Error: ENOENT: no such file, open '/repo/config.json'", undefined],
    ["connect ECONNREFUSED 127.0.0.1:5432", undefined],
    ["connect ECONNREFUSED db.example.com:5432", undefined],
    ["GET http://localhost:3000 failed", undefined],
    ["12:30:05 it failed", undefined],
  ])("%p", (line, file) => {
    expect(placeAt([line], 0, { root: "/repo" })).toBe(file as string)
  })

  test("without a worktree the path stays as it is", () => {
    expect(placeAt(["/repo/a.js:3:1 error"], 0)).toBe("/repo/a.js")
  })

  test("a heading holds for the indented lines below it", () => {
    const lines = ["/repo/a.js", "  1:1  error  x", "", "/repo/b.js", "  2:2  error  y"]
    expect([placeAt(lines, 1, { root: "/repo" }), placeAt(lines, 4, { root: "/repo" })]).toEqual(["a.js", "b.js"])
    expect(placeAt(["/repo/a.js", "error y"], 1, { root: "/repo" })).toBeUndefined()
  })

  test("frames: the nearest of the user's own", () => {
    const js = [
      "TypeError: no",
      "    at a (node:fs:1:2)",
      "    at b (/repo/node_modules/x/i.js:1:2)",
      "    at /repo/src/c.js:3:4",
    ]
    expect(placeAt(js, 0, { root: "/repo" })).toBe("src/c.js")
    expect(placeAt(["Error: no", "", "    at b (/repo/src/other.js:1:2)"], 0, { root: "/repo" })).toBeUndefined()
    const python = [
      '  File "/repo/a.py", line 1, in f',
      "    g()",
      '  File "/repo/b.py", line 2, in g',
      "    raise",
      "KeyError: 1",
    ]
    expect(placeAt(python, 4, { root: "/repo" })).toBe("b.py")
  })
})
