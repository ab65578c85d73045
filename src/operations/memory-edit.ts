import * as z from "zod"
import { CairnError } from "../model/errors.ts"
import { changeNote, parseNote } from "../model/note-file.ts"
import { unescapeTags } from "../recall/escape.ts"
import { hasSeen } from "../sessions.ts"
import type { StoredNote } from "../store/note-reader.ts"
import { noteMissing } from "../store/notes.ts"
import {
  describeNote,
  hiddenRemark,
  markSeen,
  noteSaved,
  placeOf,
  refuseOverLimit,
  refuseProtected,
  stampNow,
} from "./note-access.ts"
import { arg, everyone, MAX_TEXT, operation } from "./operation.ts"

interface Edited {
  readonly note: StoredNote
  readonly replaced: number
}

export const memoryEdit = operation({
  name: "memory_edit",
  summary: "Replace an exact, unique text in a note of long-term memory.",
  askedBy: everyone,
  input: {
    path: arg.path,
    scope: arg.scope,
    oldString: z.string().max(MAX_TEXT),
    newString: z.string().max(MAX_TEXT),
    replaceAll: z.boolean().optional(),
  },
  async run(ask, input): Promise<Edited> {
    const { scope, path } = placeOf(ask, input)
    if (input.oldString === "")
      throw noMatch(0, path.path, "oldString is empty; memory_write creates a note or replaces it whole")
    let replaced = 0
    let knewIt = false
    const note = await ask.app.store.notes.change(scope, path, (current) => {
      if (!current) throw noteMissing(scope, path, ask.app.scopeNotes(scope.name).index)
      refuseProtected(ask, current, "edited")
      knewIt = ask.session !== undefined && hasSeen(ask.session, current.info)
      const edit = editBody(current.file.body, input.oldString, input.newString)
      if (edit.matches === 0) throw noMatch(0, path.path, "copy the text exactly from memory_read")
      if (edit.matches > 1 && !input.replaceAll)
        throw noMatch(edit.matches, path.path, "give more of the surrounding text, or set replaceAll")
      replaced = edit.matches
      const text = changeNote(current.file, { updated: stampNow(ask) }, edit.body)
      refuseOverLimit(parseNote(text).body.length, current.info.limit, path.path)
      return text
    })
    // Who had not read the note before has not read the rest of it now.
    if (knewIt) markSeen(ask, note)
    noteSaved(ask, note)
    return { note, replaced }
  },
  toText: ({ note, replaced }) =>
    `Edited ${describeNote(note.info)}${hiddenRemark(note)}${replaced > 1 ? `, ${replaced} places` : ""}`,
})

function editBody(body: string, oldString: string, newString: string): { matches: number; body: string } {
  const lines = (text: string) => (body.includes("\r\n") ? text.replace(/\r?\n/g, "\r\n") : text.replace(/\r\n/g, "\n"))
  // What the model copied from the prompt may carry Cairn's own escapes.
  const plain = (text: string) => lines(unescapeTags(text))
  const [wanted, replacement] = body.includes(lines(oldString))
    ? [lines(oldString), lines(newString)]
    : [plain(oldString), plain(newString)]
  const pieces = body.split(wanted)
  return { matches: pieces.length - 1, body: pieces.join(replacement) }
}

function noMatch(matches: number, path: string, hint: string): CairnError {
  if (matches === 0) return new CairnError("no_match", `oldString does not occur in ${path}`, hint)
  return new CairnError("several_matches", `oldString occurs ${matches} times in ${path}`, hint)
}
