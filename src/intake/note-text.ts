// Everything that an agent or a person puts into any note passes through here: no secret and nothing private gets further, and a text of doubtful
// origin is quarantined, in every folder.
import type { App } from "../app.ts"
import { type GateReason, gate } from "../facts/gate.ts"
import { judgeTrust, type TrustVerdict } from "../facts/trust/trust.ts"
import { CairnError } from "../model/errors.ts"
import { contentHash, FACTS_FOLDER, type Fact, factOf, factWords } from "../model/fact.ts"
import type { NoteInfo } from "../model/note.ts"
import type { NotePath } from "../model/note-path.ts"
import type { Scope } from "../model/scope.ts"
import { evidenceNow, type LiveSession } from "../session/live-session.ts"
import type { StoredNote } from "../store/notes/note-reader.ts"
import type { OutcomeRecord } from "../store/tables/outcomes.ts"
import type { CleanText } from "../text/known-clean.ts"
import { decidedFor, groundsFor, projectFiles } from "./judge.ts"
import { recordWords } from "./record.ts"
import { seenBy } from "./session-evidence.ts"

export interface Writer {
  readonly app: App
  readonly by: "agent" | "person"
  /** A person's command without a terminal: anybody may have written it, so its words are judged like an agent's. */
  readonly isUnattended?: boolean | undefined
  /** The session that asks; a person at a terminal has none. */
  readonly session?: LiveSession | undefined
}

/** For a fact, its sentence and what follows; so a verdict on it applies whichever form its file has. */
export interface NoteWords {
  readonly description: string
  readonly body: string
}

export function noteWords({ info }: { readonly info: NoteInfo }, body: string): NoteWords {
  return wordsAt(info, { description: info.description, body })
}

export function wordsAt({ path, fact }: { readonly path: string; readonly fact?: Fact }, said: NoteWords): NoteWords {
  if (!fact && !path.startsWith(`${FACTS_FOLDER}/`)) return said
  const { sentence = said.description, detail } = factWords(undefined, said.body)
  return { description: sentence, body: detail }
}

export interface Writing {
  readonly path: NotePath
  readonly added: string
  /** The note as it would be: a person may have decided about these words before. */
  readonly whole: NoteWords
  readonly type?: string | undefined
  /** Whether the path is new as well. */
  readonly isNew?: boolean
  /** It is moved, and its text is unchanged. */
  readonly wasJudged?: boolean
}

/** Judges immediately, under the write lock; throws if a person has refused the words. */
export type WritingJudge = (writing: Writing) => TrustVerdict

export async function writingJudge({ app, by, isUnattended, session }: Writer, scope: Scope): Promise<WritingJudge> {
  if (by === "person" && !isUnattended) return () => ({ trust: "trusted", reason: "user_said" })
  const [{ decisions, isRejected }, project] = await Promise.all([decidedFor(app, scope.name), projectFiles(app)])
  const grounds = groundsFor(scope.name, project)
  const seen = seenBy(app, session)
  return ({ path, added, whole, type = "project", isNew = false, wasJudged = false }) => {
    if (decisions?.verdictOn(contentHash(whole)) === "approved") return { trust: "trusted", reason: "approved" }
    if (isRejected(whole))
      throw new CairnError("rejected_by_person", "a person refused these words in a review", "do not write them again")
    return judgeTrust(
      {
        text: added,
        type,
        said: "assistant",
        note: { path: path.path, isNew, wasJudged, isGlobal: scope.name === "global" },
      },
      seen,
      grounds,
    )
  }
}

export function linesAdded(before: string, after: string): string {
  const known = new Set(before.split(/\r?\n/))
  return after
    .split(/\r?\n/)
    .filter((line) => !known.has(line))
    .join("\n")
}

export function isFactPath({ path }: NotePath): boolean {
  return path.startsWith(`${FACTS_FOLDER}/`)
}

/** Why a note that the agent puts below `facts/` is not a fact, which then goes on record; other notes are not judged. */
export async function refusalOfNote(
  writer: Writer,
  scope: Scope,
  path: NotePath,
  said: { readonly text: CleanText; readonly type: string | undefined },
): Promise<GateReason | undefined> {
  if (writer.by === "person" || !isFactPath(path)) return undefined
  const candidate = {
    text: said.text,
    type: said.type ?? "project",
    scope: scope.name,
    source: "manual",
    said: "assistant",
    evidence: evidenceNow(writer.session),
  } as const
  const reason = gate(candidate, (await projectFiles(writer.app)).instructions)
  if (reason === undefined) return undefined
  recordWords(writer.app, candidate, { outcome: "rejected", reason, path: path.path })
  return reason
}

const BASE_CHARS = 16

/** Enough of the note's text to tell its versions apart: a proposal names the version it was made for. */
export function baseOf({ info, file }: StoredNote): string {
  return contentHash(noteWords({ info }, file.body)).slice(0, BASE_CHARS)
}

/** Where a doubtful new version of a trusted note waits for a person. */
export const QUARANTINE_FOLDER = "quarantine"

export function recordWriting(writer: Writer, { info }: StoredNote, { trust, reason }: TrustVerdict): void {
  const fact =
    info.fact ?? factOf(new Map(), { path: info.path, scope: info.scope, fileTime: 0, description: info.description })
  const said = {
    text: info.description,
    type: info.type ?? fact.type,
    scope: info.scope,
    source: fact.source,
    evidence: evidenceNow(writer.session),
    said: writer.by === "person" && !writer.isUnattended ? "user" : "assistant",
  } as const
  const outcome = info.quarantined ? "quarantined" : "promoted"
  // Clean words do not lift a quarantine: the note keeps waiting, for its old reason.
  const before = info.quarantined && trust === "trusted" ? whyItWaits(writer.app, info) : undefined
  recordWords(writer.app, said, { outcome, reason: before?.reason ?? reason, path: info.path, hash: info.hash })
}

export function whyItWaits({ store, project }: App, { scope, path }: NoteInfo): OutcomeRecord | undefined {
  return store.outcomes.lastQuarantine(project.name, scope, path)
}
