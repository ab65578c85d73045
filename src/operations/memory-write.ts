import * as z from "zod"
import { CairnError } from "../model/errors.ts"
import { changeNote, newNote, parseNote } from "../model/note-file.ts"
import type { StoredNote } from "../store/note-reader.ts"
import {
  describeNote,
  escapeRemark,
  hiddenRemark,
  markSeen,
  noteSaved,
  placeOf,
  refuseOverLimit,
  refuseProtected,
  refuseUnseen,
  stampNow,
} from "./note-access.ts"
import { arg, everyone, MAX_TEXT, operation } from "./operation.ts"

interface Written {
  readonly note: StoredNote
  readonly isNew: boolean
}

export const memoryWrite = operation({
  name: "memory_write",
  summary:
    "Create or replace a note of long-term memory. Hot under system/ (in every prompt), cold elsewhere (listed by description).",
  askedBy: everyone,
  input: {
    path: arg.path,
    scope: arg.scope,
    content: z.string().max(MAX_TEXT).describe("whole body, markdown"),
    description: z.string().max(500).optional().describe("one line: what is in it, when to read it"),
    type: arg.type,
    limit: z.number().int().min(1).max(200_000).optional().describe("max characters"),
  },
  async run(ask, input): Promise<Written> {
    const { scope, path } = placeOf(ask, input)
    refuseFrontmatter(input.content)
    let isNew = false
    const note = await ask.app.store.notes.change(scope, path, (current) => {
      isNew = current === undefined
      if (current) {
        refuseProtected(ask, current, "replaced")
        if (current.file.body.trim() !== "") refuseUnseen(ask, current)
      }
      const limit = input.limit ?? current?.info.limit ?? ask.app.config.defaultLimit
      const set = {
        ...(input.description !== undefined && { description: input.description.trim() }),
        ...(input.type !== undefined && { type: input.type }),
        ...(input.limit !== undefined && { limit: input.limit }),
      }
      const now = stampNow(ask)
      const text = current
        ? changeNote(current.file, { ...set, updated: now }, input.content)
        : newNote(input.content, { ...set, created: now, updated: now })
      refuseOverLimit(parseNote(text).body.length, limit, path.path)
      return text
    })
    markSeen(ask, note)
    noteSaved(ask, note)
    return { note, isNew }
  },
  toText: ({ note, isNew }) =>
    `${isNew ? "Wrote" : "Replaced"} ${describeNote(note.info)}${hiddenRemark(note)}${escapeRemark(note)}`,
})

/** Models like to write the frontmatter themselves; it would end up as text inside the body. */
function refuseFrontmatter(content: string): void {
  const { parts, problem } = parseNote(content)
  if (problem !== undefined || !/^(description|type|limit|readonly|trust)\s*:/m.test(parts.yaml)) return
  throw new CairnError(
    "frontmatter_in_content",
    "content begins with frontmatter",
    "give the body alone; description, type and limit are arguments",
  )
}
