import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { factOf } from "../../model/fact.ts"
import type { NoteInfo } from "../../model/note.ts"
import { NoteIndex } from "./note-index.ts"

const stamp = { mtimeNs: 1n, size: 1, ino: 1n, nlink: 1 }

function note(path: string, hash: string, quarantined = false, isFact = false): NoteInfo {
  const fact = factOf(new Map(), { path, scope: "project", fileTime: 0, description: "d" })
  return {
    ...(isFact && { fact }),
    scope: "project",
    path,
    description: "d",
    limit: 1,
    chars: 1,
    hot: path.startsWith("system/"),
    readonly: false,
    quarantined,
    hash,
  }
}

describe("the note index", () => {
  test("stays sorted and counted, whatever is put and removed", () => {
    const path = fc
      .tuple(fc.constantFrom("system", "reference", "reference/a", ""), fc.constantFrom("x", "y", "z", "Zz"))
      .map(([folder, name]) => (folder ? `${folder}/${name}.md` : `${name}.md`))
    const step = fc.record({
      ...{ path, remove: fc.boolean(), hash: fc.constantFrom("1", "2") },
      ...{ quarantined: fc.boolean(), isFact: fc.boolean() },
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const index = new NoteIndex()
        const expected = new Map<string, NoteInfo>()
        let released = 0
        for (const { path, remove, hash, quarantined, isFact } of steps) {
          if (remove) {
            if (expected.get(path)?.quarantined) released++
            index.remove(path)
            expected.delete(path)
          } else {
            const info = note(path, `${hash}${quarantined}${isFact}`, quarantined, isFact)
            if (expected.get(path)?.quarantined && !quarantined) released++
            index.put({ info, stamp })
            expected.set(path, info)
          }
        }
        const sorted = [...expected.values()].sort((a, b) => (a.path < b.path ? -1 : 1))
        const counts = new Map<string, number>()
        for (const { path } of index.cold) {
          const folder = path.split("/").slice(0, -1).join("/")
          counts.set(folder, (counts.get(folder) ?? 0) + 1)
        }
        expect({
          ...{ hot: [...index.hot], cold: [...index.cold], quarantined: [...index.quarantined], facts: index.facts },
          ...{ released: index.released, size: index.size, folders: new Map(index.folders) },
        }).toEqual({
          hot: sorted.filter((info) => info.hot && !info.quarantined),
          cold: sorted.filter((info) => !info.hot && !info.quarantined),
          quarantined: sorted.filter((info) => info.quarantined),
          facts: sorted.filter((info) => info.fact),
          released,
          size: expected.size,
          folders: counts,
        })
      }),
      { numRuns: 500 },
    )
  })

  test("the generation rises with what a prompt could show, and only then", () => {
    const index = new NoteIndex()
    index.put({ info: note("a.md", "1"), stamp })
    const before = index.generation
    index.put({ info: note("a.md", "1"), stamp: { ...stamp, mtimeNs: 2n } })
    expect(index.generation).toBe(before)
    index.put({ info: note("a.md", "2"), stamp })
    expect(index.generation).toBeGreaterThan(before)
  })

  test("the facts that somebody holds do not change under them, and are the same array until something does", () => {
    const index = new NoteIndex()
    index.put({ info: note("facts/b.md", "1", false, true), stamp })
    const held = index.facts
    index.put({ info: note("facts/b.md", "1", false, true), stamp: { ...stamp, mtimeNs: 2n } })
    expect(index.facts).toBe(held)
    index.put({ info: note("facts/a.md", "1", true, true), stamp })
    expect(held.map(({ path }) => path)).toEqual(["facts/b.md"])
    expect(index.facts.map(({ path }) => path)).toEqual(["facts/a.md", "facts/b.md"])
  })
})
