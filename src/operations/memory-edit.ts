import * as z from "zod"
import type { Redacted } from "../capture/redact.ts"
import type { TrustVerdict } from "../capture/trust.ts"
import { cleanText, judgeWriting, recordWriting } from "../intake/note-text.ts"
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
import { arg, everyone, MAX_TEXT, operation, textArg } from "./operation.ts"
import { proposalFor, quarantineRemark, trustHead } from "./proposal.ts"
import { redactionRemark } from "./session-access.ts"

interface Edited {
  readonly note: StoredNote
  readonly replaced: number
  readonly verdict: TrustVerdict
  readonly redacted: Redacted["found"]
  /** The note that stays as it is until a person has decided. */
  readonly proposalFor?: string | undefined
}

export const memoryEdit = operation({
  name: "memory_edit",
  summary: "Replace an exact, unique text in a note.",
  askedBy: everyone,
  input: {
    path: arg.path,
    scope: arg.scope,
    oldString: textArg(MAX_TEXT),
    newString: textArg(MAX_TEXT),
    replaceAll: z.boolean().optional(),
  },
  async run(ask, input): Promise<Edited> {
    const { scope, path } = placeOf(ask, input)
    if (input.oldString === "")
      throw noMatch(0, path.path, "oldString is empty; memory_write creates a note or replaces it whole")
    const added = cleanText(input.newString)
    const verdict = await judgeWriting(ask, scope, added.text)
    const proposal = verdict.trust === "trusted" ? undefined : await proposalFor(ask, scope, path)
    let replaced = 0
    let knewIt = false
    const note = await ask.app.store.notes.change(scope, proposal?.path ?? path, (current) => {
      // A version that waits already is edited further, where the text stands in it.
      const holds = (one: StoredNote) => editBody(one.file.body, input.oldString, "").matches > 0
      const edited = proposal && !(current && holds(current)) ? proposal.note : current
      if (!edited) throw noteMissing(scope, path, ask.app.scopeNotes(scope.name).index)
      refuseProtected(ask, edited, "edited")
      knewIt = ask.session !== undefined && hasSeen(ask.session, edited.info)
      const edit = editBody(edited.file.body, input.oldString, added.text)
      if (edit.matches === 0) throw noMatch(0, path.path, "copy the text exactly from memory_read")
      if (edit.matches > 1 && !input.replaceAll)
        throw noMatch(edit.matches, path.path, "give more of the surrounding text, or set replaceAll")
      replaced = edit.matches
      const set = { ...trustHead(verdict, current, proposal), updated: stampNow(ask) }
      const text = proposal
        ? changeNote(current?.file ?? parseNote(""), { description: edited.info.description, ...set }, edit.body)
        : changeNote(edited.file, set, edit.body)
      refuseOverLimit(parseNote(text).body.length, edited.info.limit, path.path)
      return text
    })
    // Who had not read the note before has not read the rest of it now.
    if (knewIt) markSeen(ask, note)
    noteSaved(ask, note)
    recordWriting(ask, note, verdict)
    return { note, replaced, verdict, redacted: added.found, proposalFor: proposal?.note.info.path }
  },
  toText: ({ note, replaced, verdict, redacted, proposalFor }) =>
    `Edited ${describeNote(note.info)}${quarantineRemark(verdict, proposalFor)}${redactionRemark(redacted)}${hiddenRemark(note)}${replaced > 1 ? `, ${replaced} places` : ""}`,
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
