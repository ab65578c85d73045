// What an agent or a person puts into any note passes here: no secret and nothing private goes further, and a text whose origin is in doubt is
// quarantined, in every folder.
import type { App } from "../app.ts"
import { type GateReason, gate } from "../capture/gate.ts"
import { withoutPrivateText } from "../capture/private-text.ts"
import { type Redacted, redact } from "../capture/redact.ts"
import { judgeNote, type TrustVerdict } from "../capture/trust.ts"
import { type Candidate, contentHash, FACTS_FOLDER, factOf } from "../model/fact.ts"
import type { NotePath } from "../model/note-path.ts"
import type { Scope } from "../model/scope.ts"
import type { SessionState } from "../sessions.ts"
import type { StoredNote } from "../store/note-reader.ts"
import { factId } from "./fact-id.ts"
import { instructionsOf } from "./judge.ts"
import { recordOutcome } from "./record.ts"
import { seenBy } from "./seen.ts"

export interface Writer {
  readonly app: App
  readonly by: "agent" | "person"
  readonly session?: SessionState | undefined
}

export interface CleanText {
  readonly text: string
  readonly found: Redacted["found"]
}

export function cleanText(text: string): CleanText {
  return redact(withoutPrivateText(text))
}

/** `added` is what the writer puts in; `whole` is the note as it would be, which a person may have approved before. */
export async function judgeWriting(
  { app, by, session }: Writer,
  scope: Scope,
  added: string,
  whole?: { readonly description: string; readonly body: string },
): Promise<TrustVerdict> {
  if (by === "person") return { trust: "trusted", reason: "user_said" }
  const verdict = judgeNote(added, seenBy(app, session))
  if (verdict.trust === "trusted" || !whole) return verdict
  const decided = (await app.store.decisions(scope).read()).verdictOn(contentHash(whole))
  return decided === "approved" ? { trust: "trusted", reason: "approved" } : verdict
}

/** Why a note that the agent puts below `facts/` is no fact, which is then on record; of other notes nothing is asked. */
export async function refusalOfNote(
  writer: Writer,
  scope: Scope,
  { path }: NotePath,
  said: { readonly text: string; readonly type: string | undefined },
): Promise<GateReason | undefined> {
  if (writer.by === "person" || !path.startsWith(`${FACTS_FOLDER}/`)) return undefined
  const candidate = {
    text: said.text,
    type: said.type ?? "project",
    scope: scope.name,
    source: "manual",
    said: "assistant",
    evidence: evidenceOf(writer),
  } as const
  const reason = gate(candidate, await instructionsOf(writer.app))
  if (reason === undefined) return undefined
  const id = factId(candidate.type, candidate.text)
  recordOutcome(writer.app, { candidate, id }, { outcome: "rejected", reason, path })
  return reason
}

function evidenceOf({ session }: Writer): string {
  return session ? `${session.id}/${session.turn ?? ""}` : ""
}

/** Where a doubtful new version of a trusted note waits for a person. */
export const QUARANTINE_FOLDER = "quarantine"

export function recordWriting(writer: Writer, { info, file }: StoredNote, { trust, reason }: TrustVerdict): void {
  const fact =
    info.fact ?? factOf(new Map(), { path: info.path, scope: info.scope, fileTime: 0, description: info.description })
  const candidate: Candidate & { scope: Scope["name"] } = {
    text: info.description,
    detail: file.body,
    type: info.type ?? fact.type,
    scope: info.scope,
    source: fact.source,
    evidence: evidenceOf(writer),
    said: writer.by === "person" ? "user" : "assistant",
  }
  const outcome = trust === "trusted" ? "promoted" : "quarantined"
  const id = factId(candidate.type, candidate.text)
  recordOutcome(writer.app, { candidate, id }, { outcome, reason, path: info.path, hash: info.hash })
}
