import { expect, test } from "bun:test"
import { isCounted, keyOfName, pathsIn, trackerLinks, usedNames } from "./used-names.ts"

test("identifiers, commit ids, and numbers with their word", () => {
  const text = `gh pr view 7134 # PR #99; psql -p 5432 | tail -300; {"offset": 1200, timeout: 30000}, VARCHAR(255), renderPrefix snake_case HTTPServer MAX_NAMES 4f2a9bc`
  expect(usedNames(text)).toEqual([
    "4f2a9bc",
    "view 7134",
    "PR #99",
    "p 5432",
    "tail -300",
    "offset: 1200",
    "timeout: 30000",
    "VARCHAR 255",
    "renderPrefix",
    "snake_case",
    "HTTPServer",
    "MAX_NAMES",
  ])
})

test("words, dates, times, versions and small numbers alone do not count", () => {
  expect(usedNames("Hello World, on 2026-11-16 at 10:45 v1.22.300 7, 12; a-b 00 abcdefg it_ Ok")).toEqual([])
})

test("a number is one name, whatever word is before it", () => {
  expect(usedNames("PR 7134, later pull 7134")).toEqual(["pull 7134"])
  expect(["pull 7134", "#7134", "7134", "snake_7134"].map(keyOfName)).toEqual(["7134", "7134", "7134", "snake_7134"])
  expect(["tail -30", "7134", "renderPrefix", "v_12"].map(isCounted)).toEqual([true, true, false, false])
})

test("files by their paths, and links to pull requests, issues and runs", () => {
  const text = "cat src/a/b.ts ./x/y.go && see https://github.com/o/r/pull/12 and https://x.dev/docs/a.html, a.b, 1/2"
  expect(pathsIn(text)).toEqual(["src/a/b.ts", "./x/y.go"])
  expect(trackerLinks(text)).toEqual(["https://github.com/o/r/pull/12"])
})
