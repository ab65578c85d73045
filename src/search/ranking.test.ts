import { describe, expect, test } from "bun:test"
import { rank } from "./ranking.ts"
import { writtenTermsOf } from "./search-terms.ts"
import { createTermIndex } from "./term-index.ts"

interface Turn {
  readonly title: string
  readonly text: string
}

function indexOf(turns: Readonly<Record<string, Turn>>) {
  const index = createTermIndex<Turn>(({ title, text }) => [
    { text: title, weight: 1 },
    { text, weight: 0.5 },
  ])
  for (const [key, turn] of Object.entries(turns)) index.add(key, turn)
  return index
}

const TURNS = {
  a: { title: "Kestrel relay", text: "It restarts the turbine every night" },
  b: { title: "Turbine", text: "Fix the failing test of the relay" },
  c: { title: "Lunch", text: "Soup" },
}
const titles = (text: string, least?: number) =>
  [...rank(indexOf(TURNS), writtenTermsOf(text), least)].map(({ document }) => document.title)

describe("ranking", () => {
  test("a word counts more in a weightier field, and more words count more", () => {
    expect(titles("turbine")).toEqual(["Turbine", "Kestrel relay"])
    expect(titles("the kestrel turbine")).toEqual(["Kestrel relay", "Turbine"])
    expect(titles("dinner")).toEqual([])
  })

  test("what is not sure is given to those who ask for it", () => {
    const [hit] = rank(indexOf(TURNS), writtenTermsOf("fix the failing test"))
    expect(hit).toMatchObject({ document: TURNS.b, matched: ["fix", "failing", "test"] })
    expect(hit?.confidence).toBeLessThan(1)
    expect(titles("fix the failing test", 1)).toEqual([])
    expect(titles("soups", 0.5)).toEqual(["Lunch"])
  })

  test("what was removed is no longer found, in any form", () => {
    const index = indexOf(TURNS)
    const found = (text: string) => [...rank(index, writtenTermsOf(text))].length
    expect([found("kestrels"), found("kestrelled")]).toEqual([1, 1])
    index.remove("a")
    index.remove("unknown")
    expect([found("kestrels"), found("kestrelled"), found("turbine")]).toEqual([0, 0, 1])
    index.add("b", TURNS.c)
    expect([found("turbine"), found("lunch")]).toEqual([0, 2])
  })

  test("hostile texts take no longer than others of their size", () => {
    const long = ["a".repeat(8000), "ab ".repeat(3000), "a_B/".repeat(2000), "數".repeat(8000), "turbin".repeat(1300)]
    const index = indexOf(Object.fromEntries(long.map((text, at) => [`${at}`, { title: text, text }])))
    for (const text of long) expect([...rank(index, writtenTermsOf(text))].length).toBeLessThan(6)
  })
})
