// A guard cannot interrupt code that does not return, so nothing that reads a note may take more than linear time. The inputs are as large
// as a note can be; quadratic code would run for minutes here and be ended by the test's own deadline.
import { expect, test } from "bun:test"
import { renderConflicts } from "../facts/conflict-list.ts"
import { renderMemoryIndex } from "../facts/memory-index.ts"
import { factOf } from "../model/fact.ts"
import { linksIn } from "../model/links.ts"
import { isBlank, type NoteInfo } from "../model/note.ts"
import { newNote, parseNote } from "../model/note-file.ts"
import { defaultConfig } from "../model/settings.ts"
import { emptyMemory } from "../session/session-memory.ts"
import { renderPrefix } from "./prefix.ts"

const MB = 1_000_000
const fill = (unit: string) => unit.repeat(Math.ceil(MB / unit.length)).slice(0, MB)
const hostile = [
  "\n",
  "\r\n",
  " ",
  "\t",
  "<",
  "< ",
  "<!--",
  "-->",
  "---\n",
  "- ",
  "[[",
  "]]",
  "a",
  "/",
  ".",
  "\u{e0041}",
  "é",
  "😀",
  "&lt;",
  "<system ",
  ": ",
  '"',
  "\\",
].map(fill)

test.each(hostile.map((text) => [JSON.stringify(text.slice(0, 6)), text]))("a megabyte of %s", (_name, text) => {
  for (const body of [text, `${text}x`, `x${text}x`, `< ${text}`]) {
    const note = parseNote(body)
    expect(parseNote(newNote(body, { description: body.slice(0, 500) })).problem).toBeUndefined()
    isBlank(note.body)
    linksIn(note.body)
    const info = {
      scope: "project" as const,
      path: "system/x.md",
      description: body.slice(0, 16_000),
      limit: 1,
      chars: 1,
      hot: true,
      readonly: false,
      quarantined: false,
      hash: "h",
      body: note.body,
    }
    const fact = factOf(new Map([["type", body.slice(0, 16_000)]]), {
      path: "facts/x.md",
      scope: "project",
      fileTime: 0,
      description: info.description,
      body: `Why: ${body.slice(0, 4000)}`,
    })
    const cold = [
      { ...info, path: "facts/x.md", hot: false, fact },
      { ...info, hot: false },
    ]
    const view = {
      scope: "project" as const,
      hot: [info],
      cold,
      folders: new Map([
        ["facts", 1],
        ["system", 1],
      ]),
      facts: [cold[0] as NoteInfo],
      quarantined: 0,
      conflicts: [[fact, fact] as const],
    }
    const { text: prefix } = renderPrefix(
      { scopes: [view], clock: { now: 0 } },
      { memory: emptyMemory, slots: {} },
      defaultConfig,
    )
    expect(prefix.length).toBeLessThanOrEqual(16_000)
    renderConflicts(view.conflicts)
    expect(renderMemoryIndex({ ...view, quarantined: [] }, "project").length).toBeLessThan(3000)
  }
})
