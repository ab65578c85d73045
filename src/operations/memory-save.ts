// How the agent saves one fact: Cairn takes care of name, frontmatter, duplicates, secrets and doubts, and says what happened.
import * as z from "zod"
import { decisionText } from "../facts/decision-text.ts"
import { factTypes } from "../facts/retention.ts"
import { placeFor } from "../intake/fact-place.ts"
import { type CandidateOutcome, saveFacts } from "../intake/save-facts.ts"
import { seenBy } from "../intake/session-evidence.ts"
import { CairnError } from "../model/errors.ts"
import { type Candidate, IMPORTANCES } from "../model/fact.ts"
import { factText, MAX_FACT_DETAIL } from "../model/fact-text.ts"
import { ownCommand } from "../model/own-command.ts"
import { cleanText, pieceOf } from "../redaction/clean-text.ts"
import type { Redacted } from "../redaction/redact.ts"
import { evidenceNow } from "../session/live-session.ts"
import { explainReason, quarantineWords, unconfirmedWords, waitingHead } from "./fact-reasons.ts"
import { type Ask, type Audience, arg, type InputOf, type Operation, operation, textArg } from "./operation.ts"
import { redactionRemark } from "./session-access.ts"

const input = {
  text: textArg(20_000).describe("one self-contained statement, not an instruction"),
  type: arg.type,
  scope: arg.scope,
  importance: z.enum(IMPORTANCES).optional(),
  why: textArg(MAX_FACT_DETAIL).optional(),
  confirm: z.boolean().optional(),
}

/** `body`: more text that belongs to it. */
type Input = InputOf<typeof input> & { readonly body?: string | undefined }

export const memorySave: Operation = operation({
  name: "memory_save",
  summary: "Save one fact for later sessions.",
  effect: "keep",
  access: "both",
  input,
  takesSentence: true,
  seldom: ["importance", "why", "confirm"],
  run: saveFact,
  toText: savedText,
  isRefusal: ({ outcome }) => outcome === "rejected" || outcome === "asked",
})

export type SavedFact = Awaited<ReturnType<typeof saveFact>>

/** `into` is the fact that already says it, or that contradicts it. */
export async function saveFact(ask: Ask, given: Input) {
  const { app, session, by } = ask
  const { candidate, redacted } = candidateOf(ask, given)
  // One candidate has one outcome.
  const [taken] = (await saveFacts(app, [candidate], { seen: seenBy(app, session) })) as [CandidateOutcome]
  const saved = taken.outcome === "promoted" ? taken.path : undefined
  if (saved !== undefined && session && by === "agent" && app.config.activity)
    app.journal.note(session.id, [{ kind: "saved", note: `${saved} (${taken.candidate.scope})` }], session.turn.answers)
  const { candidate: kept, outcome, reason, path, into, supersedes, conflicts } = taken
  const { text, type, scope } = kept
  return { outcome, reason, text, type, scope, path, into, supersedes, conflicts, redacted }
}

function candidateOf(
  { app, session, by, isUnattended }: Ask,
  { text, type, scope, importance, why, body, confirm }: Input,
): { candidate: Candidate; redacted: Redacted["found"] } {
  const said = cleanText(text)
  const more = [body?.trim(), why?.trim() && `Why: ${why.trim()}`].filter(Boolean).join("\n\n")
  const added = cleanText(more)
  const { text: words, detail: rest } = factText(said.text)
  const detail = pieceOf(added.text, [rest, added.text].filter(Boolean).join("\n\n"))
  const whose =
    by === "person" && !isUnattended
      ? ({ source: "explicit", said: "user" } as const)
      : ({ source: "manual", said: "assistant" } as const)
  const place = placeFor(app, { text: words, said: whose.said }, checkedType(app, type))
  const candidate = {
    text: place.type === "decision" && by === "agent" ? decisionText(words) : words,
    ...(detail && { detail }),
    ...place,
    ...(scope && { scope }),
    ...whose,
    ...(importance && { importance }),
    ...(confirm && { insists: true }),
    evidence: evidenceNow(session),
  }
  return { candidate, redacted: [...said.found, ...added.found] }
}

export function checkedType({ config }: Ask["app"], type: string | undefined): string | undefined {
  const types = factTypes(config.types)
  const wanted = type?.trim().toLowerCase()
  if (wanted === undefined || types.includes(wanted)) return wanted
  throw new CairnError("no_such_type", `there is no type "${type}"`, `the types are ${types.join(", ")}`)
}

export function savedText(saved: SavedFact, audience: Audience): string {
  const { outcome, reason, type, scope, path, into, supersedes, conflicts, redacted } = saved
  const secrets = redactionRemark(redacted)
  const why = explainReason(reason, audience)
  if (outcome === "rejected") return `Refused (${reason}): ${why}${secrets}`
  const again = audience === "agent" ? "call again with confirm: true" : "run it again with --confirm"
  if (outcome === "asked")
    return `Not saved yet (${reason}): ${why}. If a later session on other work still needs it, ${again}; otherwise leave it${secrets}`
  if (outcome === "absorbed" && reason === "in_review")
    return `${waitingHead(audience, reason)} ${into} (${scope} scope); ${why}; ${quarantineWords(audience)}${secrets}`
  if (outcome === "absorbed") return `Already known (${reason}): ${into} in the ${scope} scope; ${why}${secrets}`
  if (outcome === "superseded") return `Archived (${reason}): ${into} says otherwise; ${why}`
  const place = `${path} (${type}, ${scope} scope)`
  if (outcome === "unconfirmed")
    return `Unconfirmed (${reason}) as ${place}: ${why}; ${unconfirmedWords(audience)}${secrets}`
  if (outcome === "quarantined")
    return `${waitingHead(audience, reason)} ${place}; ${why}; ${quarantineWords(audience)}${secrets}`
  const parts = [
    `Saved ${place}`,
    supersedes && `${supersedes.join(", ")} moved to the archive`,
    conflicts &&
      `it contradicts ${conflicts.join(", ")}: ${audience === "agent" ? "ask the user which one is right" : settleHint(path ?? "", conflicts)}`,
  ].filter(Boolean)
  return `${parts.join("; ")}${secrets}`
}

/** What a person types about a new fact and those that say otherwise. */
export function settleHint(path: string, [other = "", ...more]: readonly string[]): string {
  const words = more.length > 0 ? "resolve --keep … --drop …" : `resolve --keep ${path} --drop ${other}`
  return `both stay until you decide, as with "${ownCommand(words)}"`
}
