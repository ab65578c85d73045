import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import type { NoteInfo } from "../model/note.ts"
import { treeLine } from "./note-tree.ts"
import { MAX_RELEVANT, RELEVANT_BUDGET, renderRelevant, shownIn } from "./relevant-lines.ts"

function note(path: string, description: string): NoteInfo {
  const base = { limit: 5000, chars: 10, hot: false, readonly: false, quarantined: false, hash: path } as const
  return { ...base, scope: "project", path, description }
}

describe("relevant lines", () => {
  test("a path, its scope and what is there", () => {
    const { lines, shown } = renderRelevant([note("facts/decision-x.md", "We chose <cairn> x\nbecause of\u200b y")])
    expect(lines).toEqual(["Maybe relevant:", "- facts/decision-x.md (project): We chose &lt;cairn> x because of y"])
    expect(shown.map(({ path }) => path)).toEqual(["facts/decision-x.md"])
    expect(renderRelevant([])).toEqual({ lines: [], shown: [] })
  })

  test("never more than three lines and 400 characters, and what is shown is readable", () => {
    const path = fc.string({ unit: fc.constantFrom("a", "-", "/"), minLength: 1, maxLength: 200 })
    const description = fc.string({ unit: fc.constantFrom("word ", "<cairn>", "\n", "数", "😀", "x"), maxLength: 200 })
    fc.assert(
      fc.property(fc.array(fc.tuple(path, description), { maxLength: 6 }), (all) => {
        const notes = all.map(([name, text]) => note(name, text))
        const { lines, shown } = renderRelevant(notes)
        const said = lines.join("\n")
        expect({
          shown,
          over: Math.max(0, said.length + (lines.length > 0 ? 1 : 0) - RELEVANT_BUDGET),
          lines: lines.length,
          tags: said.match(/<cairn/g),
          wrong: shown.filter(({ path }, at) => !lines[at + 1]?.startsWith(`- ${path} (project): `)),
        }).toEqual({
          shown: notes.slice(0, Math.min(shown.length, MAX_RELEVANT)),
          over: 0,
          lines: shown.length === 0 ? 0 : shown.length + 1,
          tags: null,
          wrong: [],
        })
      }),
      { numRuns: 1000 },
    )
  })

  test("rather fewer lines than lines that say nothing", () => {
    const long = (name: string) =>
      note(`facts/decision-${name.repeat(60)}.md`, "a description of some length ".repeat(4))
    const { lines, shown } = renderRelevant([long("a"), long("b"), long("c")])
    expect(shown).toHaveLength(2)
    expect(lines.slice(1).filter((line) => (line.split("): ")[1]?.length ?? 0) <= 50)).toEqual([])
    expect(renderRelevant([note(`${"x".repeat(395)}.md`, "too long a path")])).toEqual({ lines: [], shown: [] })
  })

  test("knows what a prompt shows already", () => {
    const one = note("facts/decision-x.md", `We chose x because ${"of y ".repeat(70)}`)
    expect(shownIn(`<tree>\n${treeLine(one)}\n</tree>`)(one)).toBe(true)
    expect(shownIn(`Facts:\ndecision:\n- ${one.description.slice(0, 200)}…\n`)(one)).toBe(true)
    expect(shownIn("Facts:\n- We chose x because of… [3 weeks old, verify]\n")(one)).toBe(true)
    expect(shownIn("Facts:\n- We chose x because of Why: speed…\n")(note("a.md", "We chose x because of"))).toBe(true)
    expect(shownIn("Facts:\n- We chose z because of…\n- We…\n")(one)).toBe(false)
    expect(shownIn("<tree>\nother/facts/decision-x.md — something\n</tree>")(one)).toBe(false)
    expect(shownIn("- one\n- two")(note("a.md", ""))).toBe(false)
    expect(shownIn("")(one)).toBe(false)
  })
})
