// One search through what was said in a session since the last one, by a model in the background. Its proposals go through the same intake as
// everybody else's; the watermark moves once all have an outcome, so an interrupted search is only repeated.
import type { App } from "../app.ts"
import {
  type ExtractionAsked,
  type FactProposal,
  isBorneOut,
  readExtraction,
  statementsHeard,
} from "../background/extraction-answer.ts"
import { extractionPrompt } from "../background/extraction-prompt.ts"
import { isLastingClaim } from "../background/how-lasting.ts"
import { keepsValues } from "../background/kept-values.ts"
import { messagesToMine, type Spoken } from "../background/mined-messages.ts"
import { promptSize } from "../background/prompt-size.ts"
import { shorterFact } from "../background/richer-wording.ts"
import { foldFact } from "../facts/fact-key.ts"
import { contentOf, readWords } from "../facts/fact-words.ts"
import { factTypes } from "../facts/retention.ts"
import type { Seen } from "../facts/trust/trust.ts"
import { placeFor } from "../intake/fact-place.ts"
import { type Judged, judgeCandidate } from "../intake/judge.ts"
import { knownFacts } from "../intake/known-facts.ts"
import { isReviewFull } from "../intake/propose-merge.ts"
import { isProtectedFact } from "../intake/protected-fact.ts"
import { recordOutcome, recordRefusedLine } from "../intake/record.ts"
import { reinforceFacts, replaceFact } from "../intake/reinforce-facts.ts"
import { saveJudged } from "../intake/save-facts.ts"
import { CairnError, messageOf } from "../model/errors.ts"
import type { Candidate, Fact } from "../model/fact.ts"
import { inTurns, letOthersRun } from "../model/in-turns.ts"
import { isPrivate, SCOPES } from "../model/scope.ts"
import { sha256 } from "../model/sha256.ts"
import type { PastView } from "../past/past.ts"
import type { PastSession } from "../past/past-session.ts"
import { worthKeeping } from "../prompt/protocol.ts"
import { pieceOf } from "../redaction/clean-text.ts"
import type { MarkedFact } from "../session/compaction-account.ts"
import { wasPaused } from "../session/pause.ts"
import { agreedSince } from "./agreed-since.ts"
import { askInBackground, promptRoom, restAfter, type Unasked, whyNotNow } from "./ask-in-background.ts"
import type { ReadOwnCall } from "./by-verb.ts"
import type { HostServices } from "./contract.ts"
import { readSpoken, type SpokenSession } from "./spoken-session.ts"

export type Extracted =
  | Unasked
  /** Nothing new was said, or nothing meaningful; the user has paused memory; the session is gone. */
  | "nothing_new"
  | "paused"
  | "gone"
  /** The user has taken messages back while the model read them; what is left is looked at after the next pause. */
  | "taken_back"
  /** Nothing can be written now; the search is repeated, but not at every pause. */
  | "unwritten"
  /** Unusable: the model's answer was no list of proposals. */
  | { readonly proposals: number; readonly kept: number; readonly isUnusable?: true | undefined }

export interface Extraction {
  readonly app: App
  readonly host: HostServices
  readonly readOwnCall: ReadOwnCall
  readonly isPause?: () => boolean
}

export async function extractFacts(
  { app, host, readOwnCall, isPause }: Extraction,
  sessionID: string,
): Promise<Extracted> {
  if (wasPaused(app, sessionID)) return "paused"
  const refused = await whyNotNow(app, host, "extraction")
  if (refused) return refused
  const { mined } = app.journal.read(sessionID)
  const heard = await lookAt(app, sessionID, (view, session) => readSpoken(app, { view, session }, mined, readOwnCall))
  if (heard === "gone") return "gone"
  const room = promptRoom(app.config) - RESERVED
  if (room <= 0) return "too_long"
  // What was said before the user agreed was said to nobody but the agent.
  const since = agreedSince(app) ?? Number.POSITIVE_INFINITY
  const spoken = heard.spoken.filter(({ at }) => at >= since)
  const messages = messagesToMine(spoken, mined, room)
  if (messages.length === 0) return "nothing_new"
  const marked = factsAbout(app, messages)
  const types = factTypes(app.config.types)
  const shown = marked.map(({ scope, path, hash }) => [scope, path, hash])
  const snapshot = sha256(JSON.stringify(shown)).slice(0, 12)
  const facts = marked.map(({ fact }) => fact)
  const prompt = extractionPrompt({ messages, facts, snapshot, types, protocol: worthKeeping(app.config.protocol) })
  const answer = await askInBackground(app, host, { purpose: "extraction", prompt, about: sessionID, isPause })
  if (typeof answer === "string") return answer
  // What was deleted, or may no longer be remembered, leaves nothing behind.
  if ((await host.exists(sessionID)) === false) return "gone"
  if (wasPaused(app, sessionID)) return "paused"
  const left = await lookAt(app, sessionID, (view, session) => new Set(view.places(session).map(({ id }) => id)))
  if (left === "gone") return "gone"
  if (!messages.every(({ id }) => left.has(id))) return "taken_back"
  const asked = { messages, marks: marked.length, types }
  const { proposals, refused: faults } = await readAnswer(app, answer.text, asked)
  const isUnusable = proposals.length + faults.length === 0 && !isEmptyList(answer.text)
  if (isUnusable) app.log.info("extraction-empty", { session: sessionID, characters: answer.text.length })
  for (const { text, reason } of faults) recordRefusedLine(app, "extraction", text, reason, `${sessionID}/`)
  try {
    const kept = await takeProposals(app, proposals, { marked, heard, sessionID })
    moveWatermark(app, sessionID, messages)
    return { proposals: proposals.length, kept, ...(isUnusable && { isUnusable }) }
  } catch (error) {
    app.log.warn("extraction", { session: sessionID, why: messageOf(error) })
    restAfter(app, "extraction")
    return "unwritten"
  }
}

/** The rules and the facts need some of the prompt as well. */
const RESERVED = 6000

/** "Nothing", as the question asks for it, or with words or a fence around it. */
function isEmptyList(answer: string): boolean {
  return /\[\s*\]/.test(answer) || /"action"\s*:\s*"none"/.test(answer)
}

/** An answer that cannot be read is an empty one: asked again, the model would be paid for the same. */
async function readAnswer(
  app: App,
  answer: string,
  asked: ExtractionAsked,
): Promise<ReturnType<typeof readExtraction>> {
  await inTurns(asked.messages, statementsHeard)
  try {
    return readExtraction(answer, asked)
  } catch (error) {
    app.log.warn("extraction-answer", { why: messageOf(error) })
    return { proposals: [], refused: [] }
  }
}

type Look<T> = (view: PastView, session: PastSession) => T | Promise<T>

async function lookAt<T>(app: App, id: string, look: Look<T>): Promise<T | "gone"> {
  try {
    return await app.past.look(id, (view) => look(view, view.session(id)))
  } catch (error) {
    if (error instanceof CairnError && error.code === "no_such_session") return "gone"
    throw error
  }
}

interface Marked extends MarkedFact {
  readonly fact: Fact
}

const FACTS_ROOM = 3000
const LEAST_SHARED = 2

/** Facts that share words with what was said, the closest first, as many as fit. */
function factsAbout(app: App, messages: readonly Spoken[]): Marked[] {
  const said = contentOf(readWords(messages.map(({ text }) => text).join("\n")))
  const near = SCOPES.flatMap((scope) => knownFacts(app, scope).facts)
    .filter(({ trust, path }) => trust === "trusted" && !isPrivate(path))
    .map((fact) => ({ fact, shared: [...contentOf(readWords(fact.text))].filter((word) => said.has(word)).length }))
    .filter(({ shared }) => shared >= LEAST_SHARED)
    .sort((a, b) => b.shared - a.shared || (a.fact.path < b.fact.path ? -1 : 1))
  let room = FACTS_ROOM
  return near.flatMap(({ fact }) => {
    const { scope, path } = fact
    const hash = app.scopeNotes(scope).index.get(path)?.info.hash
    room -= promptSize(fact.text) + 20
    return hash === undefined || room < 0 ? [] : { fact, scope, path, hash }
  })
}

interface Taking {
  readonly marked: readonly Marked[]
  readonly heard: SpokenSession
  readonly sessionID: string
}

/** Returns how many are facts now. Throws if nothing can be written. */
async function takeProposals(app: App, proposals: readonly FactProposal[], taking: Taking): Promise<number> {
  let kept = 0
  for (const proposal of proposals) {
    const evidence = `${taking.sessionID}/${proposal.evidence[0]?.id ?? ""}`
    const named = proposal.of === undefined ? undefined : taking.marked[proposal.of]
    const seen = taking.heard.seenFor(proposal.evidence)
    if (named && (proposal.action === "reinforce" || foldFact(named.fact.text) === foldFact(proposal.text))) {
      await confirmFact(app, named, proposal, evidence, seen)
      continue
    }
    const judged = await judgeProposal(app, proposal, evidence, seen)
    const isTrusted = judged.verdict.trust === "trusted"
    const old = named ?? (isTrusted ? shorterFact(replaceable(app, taking.marked), proposal.text) : undefined)
    // A text that would lose a value of the old fact is not a better version of it; as separate facts, the two are compared.
    if (old && keepsValues([old.fact.text, old.fact.detail ?? ""], judged.candidate.text)) {
      await replaceFact(app, old, judged.candidate, seen)
      continue
    }
    if (!isTrusted && isReviewFull(app)) {
      recordOutcome(app, judged, { outcome: "rejected", reason: "review_full" })
      continue
    }
    const [saved] = await saveJudged(app, [judged])
    if (saved?.outcome === "promoted") kept++
  }
  return kept
}

/** Beside the others, a richer wording is a fact of its own. */
function replaceable(app: App, marked: readonly Marked[]): Marked[] {
  return marked.filter(({ scope, path }) => !isProtectedFact(app, app.scopeNotes(scope).index.get(path)?.info))
}

/** What a turn says that has read strangers' words confirms nothing, and what is about the user needs words of theirs. */
async function confirmFact(app: App, old: Marked, proposal: FactProposal, evidence: string, seen: Seen): Promise<void> {
  const doubt = seen.readWeb ? "read_web" : seen.readQuarantined ? "read_quarantined" : undefined
  const refused = doubt ?? (isBorneOut(old.fact, proposal.evidence) ? undefined : "no_user_turn")
  if (refused) recordRefusedLine(app, "extraction", old.fact.text, refused, evidence)
  else await reinforceFacts(app, evidence, [old])
}

/** A reason that nobody can vouch for is left out, so that the fact need not wait because of it. */
async function judgeProposal(app: App, proposal: FactProposal, evidence: string, seen: Seen): Promise<Judged> {
  const candidate = await candidateOf(app, proposal, evidence)
  const judged = await judgeCandidate(app, candidate, { seen })
  if (candidate.detail === undefined || judged.verdict.trust === "trusted") return judged
  const { detail: _, ...bare } = candidate
  const again = await judgeCandidate(app, bare, { seen })
  return again.verdict.trust === "trusted" ? again : judged
}

async function candidateOf(app: App, proposal: FactProposal, evidence: string): Promise<Candidate> {
  const { text, why, type } = proposal
  const said = { text, said: "assistant" } as const
  const lasts = !proposal.isForTask && (await isSaidForGood(proposal))
  const detail = why && { detail: pieceOf(why, `Why: ${why}`) }
  return { ...said, ...detail, ...placeFor(app, said, type), source: "extraction", evidence, lasts }
}

async function isSaidForGood(proposal: FactProposal): Promise<boolean> {
  for (const source of proposal.evidence) {
    // Weighing a long message takes some milliseconds.
    await letOthersRun()
    if (isLastingClaim(proposal, [source])) return true
  }
  return false
}

/** It belongs to the user's newest message: if that is taken back, so is the watermark. */
function moveWatermark(app: App, sessionID: string, messages: readonly Spoken[]): void {
  const last = messages.at(-1) as Spoken
  const user = messages.findLast(({ role }) => role === "user") as Spoken
  app.journal.note(sessionID, [{ kind: "mined", through: last.id, at: last.at }], user.id)
}
