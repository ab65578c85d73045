import * as z from "zod"
import { withoutDescription } from "../intake/fact-files.ts"
import { isFactPath, refusalOfNote, wordsAt, writingJudge } from "../intake/note-text.ts"
import { CairnError } from "../model/errors.ts"
import { factBody, factWords } from "../model/fact.ts"
import { describePath } from "../model/note.ts"
import { changeNote, newNote, parseNote } from "../model/note-file.ts"
import type { HeadChanges } from "../model/note-head.ts"
import type { NotePath } from "../model/note-path.ts"
import { isPrivate } from "../model/scope.ts"
import { shownName } from "../model/shown-name.ts"
import { cleanText } from "../redaction/clean-text.ts"
import type { StoredNote } from "../store/notes/note-reader.ts"
import { explainReason } from "./fact-reasons.ts"
import { checkedType, type SavedFact, savedText, saveFact } from "./memory-save.ts"
import {
  markSeen,
  type NotePlace,
  placeOf,
  refuseOverLimit,
  refuseProtected,
  refuseUnseen,
  stampNow,
} from "./note-access.ts"
import { endWriting, writingText } from "./note-writing.ts"
import { type Ask, arg, countArg, type InputOf, MAX_TEXT, type Operation, operation, textArg } from "./operation.ts"
import { proposalOf, refuseChangingOthers, refuseOthersProposal, trustHead } from "./proposal.ts"

type Written = Awaited<ReturnType<typeof write>>

const input = {
  path: arg.path,
  scope: arg.scope,
  content: textArg(MAX_TEXT).describe("whole body"),
  description: textArg(500).optional().describe("one line: what is in it, when to read it"),
  type: textArg(40).optional(),
  limit: countArg(1, 200_000).optional().describe("max characters"),
  confirm: z.boolean().optional(),
}
const personInput = { readonly: z.boolean().optional().describe("the agent's tools cannot change it") }

type Input = InputOf<typeof input & typeof personInput>

export const memoryWrite: Operation = operation({
  name: "memory_write",
  summary: "Create or replace a note: hot under system/, cold elsewhere. Default scope: project.",
  effect: "keep",
  access: "both",
  input,
  seldom: ["type", "limit", "confirm"],
  personInput,
  async run(ask, given: Input): Promise<Written | SavedFact> {
    const place = placeOf(ask, given)
    refuseFrontmatter(given.content)
    refuseSecretName(place.path)
    const current = await ask.app.store.notes.read(place.scope, place.path)
    // A new fact is named after what it says, and is saved the way all facts are; a private one stays where it was put.
    const isNewFact = isFactPath(place.path) && !current && !isPrivate(place.path.path)
    if (ask.by === "agent" && isNewFact) return saveFact(ask, asFact(given))
    return write(ask, place, given, current)
  },
  toText: (done, audience) =>
    "note" in done ? writingText(done.isNew ? "Wrote" : "Replaced", done, audience) : savedText(done, audience),
  isRefusal: (done) => "outcome" in done && (done.outcome === "rejected" || done.outcome === "asked"),
})

function asFact({ content, description, type, scope, confirm }: Input) {
  const said = description === undefined ? { text: content } : { text: description, body: content }
  return { ...said, type, scope, confirm }
}

async function write(ask: Ask, place: NotePlace, input: Input, seen: StoredNote | undefined) {
  const { scope, path } = place
  const isFact = seen?.info.fact !== undefined || isFactPath(path)
  const content = cleanText(input.content)
  const given = input.description === undefined ? undefined : cleanText(input.description.trim())
  const type = checkedType(ask.app, input.type)
  const known = given?.text ?? seen?.info.description ?? describePath(path.path)
  const body = isFact ? bodyOfFact(content.text, given?.text, seen) : content.text
  const whole = wordsAt(
    { path: path.path, ...(seen?.info.fact && { fact: seen.info.fact }) },
    { description: known, body },
  )
  refuseNoFact(ask, await refusalOfNote(ask, scope, path, { text: cleanText(whole.description).text, type }))
  const added = `${given?.text ?? ""}\n${content.text}`
  const judge = await writingJudge(ask, scope)
  const verdict = judge({ path, added, whole, type: type ?? seen?.info.type, isNew: seen === undefined })
  // A new note, or one already in quarantine, is written directly.
  const proposal = verdict.trust === "quarantined" && seen && !seen.info.quarantined ? proposalOf(seen) : undefined
  let isNew = false
  const make = (current: StoredNote | undefined) => {
    isNew = current === undefined
    if (proposal) refuseOthersProposal(ask, current, proposal)
    else refuseChangingOthers(ask, current)
    const replaced = proposal?.note ?? current
    if (replaced) refuseReplacing(ask, replaced)
    const limit = input.limit ?? replaced?.info.limit ?? ask.app.config.defaultLimit
    const set: HeadChanges = {
      ...(isFact ? current && withoutDescription(current) : given && { description: given.text }),
      ...(type !== undefined && { type }),
      ...(input.limit !== undefined && { limit: input.limit }),
      ...(input.readonly && { readonly: true }),
      ...trustHead(verdict, current, proposal),
    }
    const now = stampNow(ask)
    const text =
      current && !proposal
        ? changeNote(current.file, { ...set, updated: now }, body)
        : newNote(body, { ...set, created: now, updated: now })
    refuseOverLimit(parseNote(text).body.length, limit, path.path)
    return text
  }
  const why = (adds: boolean) => `${proposal ? "propose" : adds ? "add" : "replace"} ${shownName(path.path)}`
  const note = await ask.app.store.notes.change(scope, proposal?.path ?? path, make, why)
  markSeen(ask, note)
  const redacted = [...content.found, ...(given?.found ?? [])]
  return { ...endWriting(ask, note, verdict, { redacted, proposalFor: proposal?.note.info.path }), isNew }
}

/** The sentence comes first; content that is only a reason keeps the existing sentence. */
function bodyOfFact(content: string, given: string | undefined, seen: StoredNote | undefined): string {
  if (given === undefined) return factBody(factWords(seen?.info.description, content))
  const { sentence, detail } = factWords(undefined, content)
  return factBody({ sentence: given, detail: sentence === given ? detail : content.trim() })
}

function refuseReplacing(ask: Ask, current: StoredNote): void {
  refuseProtected(ask, current, "replaced")
  if (current.file.body.trim() !== "") refuseUnseen(ask, current)
}

/** A name shows up in index lines, in history and in the log. */
function refuseSecretName({ path }: NotePath): void {
  if (cleanText(path.replaceAll("/", " ")).found.length > 0)
    throw new CairnError("bad_path", "the path holds a secret", "name the note after what it is about")
}

/** `facts/` is only for what later sessions can use. */
function refuseNoFact({ by }: Ask, reason: string | undefined): void {
  if (reason === undefined) return
  throw new CairnError(
    `rejected_${reason}`,
    `this is not a fact: ${explainReason(reason, by)}`,
    "memory_save checks and names a fact; reference/ takes any note",
  )
}

/** Models like to write the frontmatter themselves; it would end up as text in the body. */
function refuseFrontmatter(content: string): void {
  const { parts, problem } = parseNote(content)
  if (problem !== undefined || !/^(description|type|limit|readonly|trust)\s*:/m.test(parts.yaml)) return
  throw new CairnError(
    "frontmatter_in_content",
    "content begins with frontmatter",
    "give the body alone; description, type and limit are arguments",
  )
}
