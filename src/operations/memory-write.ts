import type { Redacted } from "../capture/redact.ts"
import type { TrustVerdict } from "../capture/trust.ts"
import { cleanText, judgeWriting, recordWriting, refusalOfNote } from "../intake/note-text.ts"
import { CairnError } from "../model/errors.ts"
import { FACTS_FOLDER } from "../model/fact.ts"
import { changeNote, newNote, parseNote } from "../model/note-file.ts"
import type { HeadChanges } from "../model/note-head.ts"
import type { NotePath } from "../model/note-path.ts"
import type { StoredNote } from "../store/note-reader.ts"
import { explainReason } from "./fact-reasons.ts"
import { checkedType } from "./memory-save.ts"
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
import { type Ask, arg, countArg, everyone, MAX_TEXT, operation, textArg } from "./operation.ts"
import { proposalFor, quarantineRemark, trustHead } from "./proposal.ts"
import { redactionRemark } from "./session-access.ts"

interface Written {
  readonly note: StoredNote
  readonly isNew: boolean
  readonly verdict: TrustVerdict
  readonly redacted: Redacted["found"]
  /** The note that stays as it is until a person has decided. */
  readonly proposalFor?: string | undefined
}

export const memoryWrite = operation({
  name: "memory_write",
  summary: "Create or replace a note of long-term memory: hot under system/, cold elsewhere. Scope: default project.",
  askedBy: everyone,
  input: {
    path: arg.path,
    scope: arg.scope,
    content: textArg(MAX_TEXT).describe("whole body, markdown"),
    description: textArg(500).optional().describe("one line: what is in it, when to read it"),
    type: textArg(40).optional(),
    limit: countArg(1, 200_000).optional().describe("max characters"),
  },
  async run(ask, input): Promise<Written> {
    const { scope, path } = placeOf(ask, input)
    refuseFrontmatter(input.content)
    refuseSecretName(path)
    const content = cleanText(input.content)
    const description = input.description === undefined ? undefined : cleanText(input.description.trim())
    const type = checkedType(ask.app, input.type)
    refuseNoFact(await refusalOfNote(ask, scope, path, { text: description?.text ?? content.text, type }))
    const whole = { description: description?.text ?? "", body: content.text }
    const verdict = await judgeWriting(ask, scope, `${whole.description}\n${content.text}`, whole)
    const proposal = verdict.trust === "trusted" ? undefined : await proposalFor(ask, scope, path)
    const target = proposal?.path ?? path
    let isNew = false
    const note = await ask.app.store.notes.change(scope, target, (current) => {
      isNew = current === undefined
      if (proposal) refuseReplacing(ask, proposal.note)
      else if (current) refuseReplacing(ask, current)
      const limit = input.limit ?? (proposal?.note ?? current)?.info.limit ?? ask.app.config.defaultLimit
      const set: HeadChanges = {
        ...(description !== undefined && { description: description.text }),
        ...(type !== undefined && { type }),
        ...(input.limit !== undefined && { limit: input.limit }),
        ...trustHead(verdict, current, proposal),
      }
      const now = stampNow(ask)
      const text = current
        ? changeNote(current.file, { ...set, updated: now }, content.text)
        : newNote(content.text, { ...set, ...factHead(target), created: now, updated: now })
      refuseOverLimit(parseNote(text).body.length, limit, path.path)
      return text
    })
    markSeen(ask, note)
    noteSaved(ask, note)
    recordWriting(ask, note, verdict)
    const redacted = [...content.found, ...(description?.found ?? [])]
    return { note, isNew, verdict, redacted, proposalFor: proposal?.note.info.path }
  },
  toText: ({ note, isNew, verdict, redacted, proposalFor }) =>
    `${isNew ? "Wrote" : "Replaced"} ${describeNote(note.info)}${quarantineRemark(verdict, proposalFor)}${redactionRemark(redacted)}${hiddenRemark(note)}${escapeRemark(note)}`,
})

function refuseReplacing(ask: Ask, current: StoredNote): void {
  refuseProtected(ask, current, "replaced")
  if (current.file.body.trim() !== "") refuseUnseen(ask, current)
}

/** A name stands in index lines, in history and in the log. */
function refuseSecretName({ path }: NotePath): void {
  if (cleanText(path.replaceAll("/", " ")).found.length > 0)
    throw new CairnError("bad_path", "the path holds a secret", "name the note after what it is about")
}

/** Below `facts/` stands only what later sessions can use. */
function refuseNoFact(reason: string | undefined): void {
  if (reason === undefined) return
  throw new CairnError(
    `rejected_${reason}`,
    `this is no fact: ${explainReason(reason)}`,
    "memory_save checks and names a fact; reference/ takes any note",
  )
}

function factHead({ path }: NotePath): HeadChanges {
  return path.startsWith(`${FACTS_FOLDER}/`) ? { source: "manual" } : {}
}

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
