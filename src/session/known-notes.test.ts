import { describe, expect, test } from "bun:test"
import type { NoteInfo } from "../model/note.ts"
import { afterReading, hasSeen, type KnownNotes, newInPrefix, noNotes, notesAfter } from "./known-notes.ts"
import type { MemoryEvent } from "./memory-event.ts"

const note = (path: string, hash = "h1") => ({ scope: "project", path, hash }) as NoteInfo
const after = (notes: KnownNotes, ...events: (MemoryEvent | undefined)[]) =>
  events.filter((event) => event !== undefined).reduce(notesAfter, notes)

describe("the notes a session knows", () => {
  test("one that was read or shown whole is seen, in that version", () => {
    const read = after(noNotes, { kind: "seen", note: "project:a.md", hash: "h1" })
    const shown = after(noNotes, { kind: "prefix", tells: {}, notes: newInPrefix(noNotes, [note("b.md")]) })
    expect([hasSeen(read, note("a.md")), hasSeen(read, note("a.md", "h2")), hasSeen(read, note("b.md"))]).toEqual([
      true,
      false,
      false,
    ])
    expect(hasSeen(shown, note("b.md"))).toBe(true)
    expect(newInPrefix(shown, [note("b.md"), note("c.md")])).toEqual({ "project:c.md": "h1" })
  })

  test("one that is read page by page is seen with its last page, if no page was left out", () => {
    const read = (notes: KnownNotes, from: number, to: number, hash = "h1") =>
      after(notes, afterReading(notes, note("a.md", hash), { from, to, rows: 30 }))
    const two = read(read(noNotes, 0, 10), 10, 20)
    expect(hasSeen(two, note("a.md"))).toBe(false)
    expect(hasSeen(read(two, 20, 30), note("a.md"))).toBe(true)
    expect(hasSeen(read(two, 25, 30), note("a.md"))).toBe(false)
    expect(hasSeen(read(two, 20, 30, "h2"), note("a.md", "h2"))).toBe(false)
    expect(afterReading(read(two, 20, 30), note("a.md"), { from: 0, to: 30, rows: 30 })).toBeUndefined()
  })

  test("only the last three hundred of each are kept", () => {
    let notes = noNotes
    for (let n = 0; n < 400; n++)
      notes = after(
        notes,
        { kind: "seen", note: `project:${n}.md`, hash: "h" },
        { kind: "prefix", tells: {}, notes: { [`project:${n}.md`]: "h" } },
        { kind: "recalled", notes: [`project:${n}.md`] },
      )
    const kept = [Object.keys(notes.seen), Object.keys(notes.inPrefix), notes.recalled]
    expect(kept.map((keys) => [keys.length, keys[0], keys.at(-1)])).toEqual(
      Array(3).fill([300, "project:100.md", "project:399.md"]),
    )
  })
})
