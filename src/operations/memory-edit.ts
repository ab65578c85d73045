import * as z from "zod"
import { withoutDescription } from "../intake/fact-files.ts"
import { linesAdded, noteWords, type WritingJudge, writingJudge } from "../intake/note-text.ts"
import { CairnError } from "../model/errors.ts"
import { changeNote, parseNote } from "../model/note-file.ts"
import type { NotePath } from "../model/note-path.ts"
import type { Scope } from "../model/scope.ts"
import { shownName } from "../model/shown-name.ts"
import { unescapeTags } from "../prompt/escape.ts"
import { cleanText } from "../redaction/clean-text.ts"
import type { StoredNote } from "../store/notes/note-reader.ts"
import { noteChanged, noteMissing } from "../store/notes/note-refusals.ts"
import { argumentFor } from "./audience.ts"
import {
  markSeen,
  type NotePlace,
  placeOf,
  refuseOverLimit,
  refuseProtected,
  sessionHasSeen,
  stampNow,
} from "./note-access.ts"
import { endWriting, writingText } from "./note-writing.ts"
import { type Ask, arg, type InputOf, MAX_TEXT, type Operation, operation, textArg } from "./operation.ts"
import { proposalOf, refuseChangingOthers, refuseOthersProposal, trustHead } from "./proposal.ts"

const input = {
  path: arg.path,
  scope: arg.scope,
  oldString: textArg(MAX_TEXT),
  newString: textArg(MAX_TEXT),
  replaceAll: z.boolean().optional(),
}

export const memoryEdit: Operation = operation({
  name: "memory_edit",
  summary: "Replace an exact, unique text in a note.",
  effect: "keep",
  access: "both",
  input,
  async run(ask, given) {
    const { scope, path } = placeOf(ask, given)
    if (given.oldString === "")
      throw noMatch(ask, 0, path.path, "it is empty; memory_write creates a note or replaces it whole")
    const added = cleanText(given.newString)
    const judge = await writingJudge(ask, scope)
    const { edit, note, proposalFor } = await editOrPropose(ask, { scope, path }, (current) =>
      edited(ask, current, { ...given, newString: added.text }, path, judge),
    )
    // An agent that had not read the note before has not read the rest of it now.
    if (sessionHasSeen(ask, edit.of.info)) markSeen(ask, note)
    const writing = endWriting(ask, note, edit.verdict, { redacted: added.found, proposalFor })
    return { ...writing, oddities: { ...writing.oddities, isEscaped: false }, replaced: edit.matches }
  },
  toText: ({ replaced, ...writing }, audience) =>
    `${writingText("Edited", writing, audience)}${replaced > 1 ? `, ${replaced} places` : ""}`,
})

type Edit = ReturnType<typeof edited>

/** A trusted note stays as it is if its new version would not be trusted; otherwise the edit is made on the note as it is under the lock. */
async function editOrPropose(
  ask: Ask,
  { scope, path }: NotePlace,
  editing: (current: StoredNote) => Edit,
): Promise<{ edit: Edit; note: StoredNote; proposalFor?: string }> {
  const { notes } = ask.app.store
  const editNow = (current: StoredNote | undefined) => {
    if (!current) throw noteMissing(scope, path, ask.app.scopeNotes(scope.name).index)
    return editing(current)
  }
  let edit = editNow(await notes.read(scope, path))
  if (isDoubtful(edit)) return { edit, note: await propose(ask, scope, edit), proposalFor: edit.of.info.path }
  const make = (current: StoredNote | undefined) => {
    edit = editNow(current)
    if (isDoubtful(edit)) throw noteChanged()
    const head = { ...withoutDescription(edit.of), ...trustHead(edit.verdict, edit.of, undefined) }
    return changeNote(edit.of.file, { ...head, updated: stampNow(ask) }, edit.body)
  }
  const note = await notes.change(scope, path, make, () => `edit ${shownName(path.path)}`)
  return { edit, note }
}

function isDoubtful({ of, verdict }: Edit): boolean {
  return verdict.trust === "quarantined" && !of.info.quarantined
}

function edited(
  ask: Ask,
  note: StoredNote,
  { oldString, newString, replaceAll }: InputOf<typeof input>,
  path: NotePath,
  judge: WritingJudge,
) {
  refuseProtected(ask, note, "edited")
  refuseChangingOthers(ask, note)
  const before = note.file.body
  const { body, matches } = editBody(before, oldString, newString)
  refuseMatches(ask, matches, replaceAll === true, path.path)
  refuseSecret(before, body, path.path)
  refuseOverLimit(body.length, note.info.limit, path.path)
  const { type } = note.info
  // If only a word of a line changed, the whole line is judged: a text may come in piece by piece.
  const verdict = judge({ path, added: linesAdded(before, body), whole: noteWords(note, body), type })
  return { of: note, body, matches, verdict }
}

function propose(ask: Ask, scope: Scope, { of, body, verdict }: Edit): Promise<StoredNote> {
  const proposal = proposalOf(of)
  const description = of.info.fact ? undefined : of.info.description
  const make = (waiting: StoredNote | undefined) => {
    refuseOthersProposal(ask, waiting, proposal)
    const head = { description, ...trustHead(verdict, waiting, proposal), updated: stampNow(ask) }
    return changeNote(parseNote(""), head, body)
  }
  return ask.app.store.notes.change(scope, proposal.path, make, () => `propose ${shownName(of.info.path)}`)
}

function editBody(body: string, oldString: string, newString: string): { matches: number; body: string } {
  const lines = (text: string) => (body.includes("\r\n") ? text.replace(/\r?\n/g, "\r\n") : text.replace(/\r\n/g, "\n"))
  // What the model copied from the prompt may contain Cairn's own escapes.
  const plain = (text: string) => lines(unescapeTags(text))
  const [wanted, replacement] = body.includes(lines(oldString))
    ? [lines(oldString), lines(newString)]
    : [plain(oldString), plain(newString)]
  const pieces = body.split(wanted)
  return { matches: pieces.length - 1, body: pieces.join(replacement) }
}

function refuseMatches(ask: Ask, matches: number, replaceAll: boolean, path: string): void {
  if (matches === 0) throw noMatch(ask, 0, path, "copy the text exactly from memory_read")
  const hint = `give more of the surrounding text, or set ${argumentFor(ask.by, "replaceAll")}`
  if (matches > 1 && !replaceAll) throw noMatch(ask, matches, path, hint)
}

/** Harmless pieces may form a secret together with the text around them. */
function refuseSecret(before: string, after: string, path: string): void {
  const count = (text: string) => cleanText(text).found.reduce((sum, one) => sum + one.count, 0)
  if (count(after) > count(before))
    throw new CairnError("holds_secret", `${path} would hold a secret`, "leave the secret out")
}

function noMatch({ by }: Ask, matches: number, path: string, hint: string): CairnError {
  const what = by === "agent" ? "oldString" : "the text of --old-string"
  if (matches === 0) return new CairnError("no_match", `${what} does not occur in ${path}`, hint)
  return new CairnError("several_matches", `${what} occurs ${matches} times in ${path}`, hint)
}
