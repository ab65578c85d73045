// How every writing of a note ends: it is on record, and the answer says what became of it and what is odd about it.
import type { TrustVerdict } from "../facts/trust/trust.ts"
import { recordWriting } from "../intake/note-text.ts"
import { unescapeTags } from "../prompt/escape.ts"
import type { Redacted } from "../redaction/redact.ts"
import type { StoredNote } from "../store/notes/note-reader.ts"
import { stripHidden } from "../text/hidden-text.ts"
import { explainReason, quarantineWords, waitingHead } from "./fact-reasons.ts"
import { describeNote, type NoteData, noteData } from "./note-access.ts"
import type { Ask, Audience } from "./operation.ts"
import { redactionRemark } from "./session-access.ts"

export interface NoteWriting {
  readonly note: NoteData
  readonly verdict: TrustVerdict
  readonly oddities: Oddities
  readonly redacted: Redacted["found"]
  /** The note that stays as it is until a person has decided. */
  readonly proposalFor: string | undefined
}

export function endWriting(
  ask: Ask,
  note: StoredNote,
  verdict: TrustVerdict,
  found: Pick<NoteWriting, "redacted" | "proposalFor">,
): NoteWriting {
  noteSaved(ask, note)
  recordWriting(ask, note, verdict)
  return { note: noteData(note.info), verdict, oddities: odditiesOf(note), ...found }
}

/** Only a person takes a note out of quarantine; clean words do not. */
export function writingText(done: string, writing: NoteWriting, audience: Audience): string {
  return [cameText(done, writing, audience), redactionRemark(writing.redacted), oddityRemark(writing.oddities)].join("")
}

function cameText(done: string, { note, verdict, proposalFor }: NoteWriting, audience: Audience): string {
  const { trust, reason } = verdict
  const ending = quarantineWords(audience)
  if (trust === "trusted")
    return `${done} ${describeNote(note)}${note.quarantined ? `; still quarantined: ${ending}` : ""}`
  const stays = proposalFor === undefined ? "" : ` ${proposalFor} stays as it is;`
  return `${waitingHead(audience, reason)} ${describeNote(note)}; ${explainReason(reason, audience)};${stays} ${ending}`
}

/** The session has put something into long-term memory; its activity shows that. */
function noteSaved({ app, session }: Ask, { info: { path, scope, quarantined } }: StoredNote): void {
  if (!session || session.parent || quarantined || !app.config.activity) return
  app.journal.note(session.id, [{ kind: "saved", note: `${path} (${scope})` }], session.turn.answers)
}

/** What is odd about a note's text as it is now. */
interface Oddities {
  /** Characters that no reader of a prompt can see. */
  readonly hidden: number
  /** The prompt escapes Cairn's own tags; copied back, the escape stays in the file. */
  readonly isEscaped: boolean
}

function odditiesOf({ file: { body } }: StoredNote): Oddities {
  return { hidden: stripHidden(body).hidden, isEscaped: unescapeTags(body) !== body }
}

function oddityRemark({ hidden, isEscaped }: Oddities): string {
  const remarks = [
    hidden > 0 && `; warning: it holds ${hidden} invisible characters, which prompts leave out`,
    isEscaped && "; note: it holds &lt; where the prompt escapes a tag of its own; write < if that is meant",
  ]
  return remarks.filter(Boolean).join("")
}
