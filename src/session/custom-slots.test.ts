import { describe, expect, test } from "bun:test"
import { patternFault } from "../model/pattern.ts"
import { customItems } from "./extract.ts"

const slot = (...patterns: string[]) => ({ x: { max: 3, title: "X", patterns } })
const items = (text: string, ...patterns: string[]) =>
  customItems(text.split("\n"), slot(...patterns)).map(({ text }) => text)

describe("custom slots", () => {
  test("the group if there is one, else the whole match", () => {
    expect(items("Blocked: by legal\nfine", "Blocked: (.*)")).toEqual(["by legal"])
    expect(items("see ABC-1 and DEF-22, not utf-8", "[A-Z]+-\\d+")).toEqual(["ABC-1", "DEF-22"])
    expect(items("aa b", "(b)|aa")).toEqual(["aa", "b"])
  })

  test("line by line, within bounds", () => {
    expect(items("a\nb", "a\\nb")).toEqual([])
    expect(items(`${"-\n".repeat(399)}yes\nno`, "yes|no")).toEqual(["yes"])
    expect(items(`${" ".repeat(490)}hit ${" ".repeat(20)}miss`, "hit|miss")).toEqual(["hit"])
  })

  test("a slot without patterns gives nothing", () => {
    expect(customItems(["a"], { x: { max: 1, title: "X" } })).toEqual([])
  })

  test.each([
    "(",
    "[a",
    "a{2,1}",
    "\\",
    "(a+)+",
    "(a|b)*c",
    "((a?)b){3}",
    "(?:a*)+",
    "(?<n>a+)*",
    "(([a-z])+.)+",
    "((ab)+)*",
  ])("%p is skipped and reported", (pattern) => {
    expect(items("aab aab", pattern, "aab")).toEqual(["aab", "aab"])
    expect(patternFault(pattern)).toMatch(/\w{4}/)
  })

  test.each([
    "a+b*",
    "(a+)b",
    "(a|b)",
    "(?:ab)+",
    "[(a+)]+",
    "\\(a+\\)+",
    "(a+)?",
    "^(?:risk|Risk): (.+)$",
    "\\p{Lu}+",
    "[\\]+]+",
  ])("%p is taken", (pattern) => {
    expect(patternFault(pattern)).toBeUndefined()
  })
})
