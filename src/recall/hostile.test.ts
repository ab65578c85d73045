// A guard cannot interrupt code that does not return, so nothing that reads a note may take more than linear time. The inputs are as large
// as a note can be; quadratic code would run for minutes here and be ended by the test's own deadline.
import { expect, test } from "bun:test"
import { linksIn } from "../model/links.ts"
import { isBlank } from "../model/note.ts"
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
    const view = {
      scope: "project" as const,
      hot: [info],
      cold: [{ ...info, hot: false }],
      folders: new Map([["system", 1]]),
    }
    expect(renderPrefix([view], { memory: emptyMemory, slots: {} }, defaultConfig).text.length).toBeLessThanOrEqual(
      12_000,
    )
  }
})
