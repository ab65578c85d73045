// Judges and plans another memory's facts through the usual pipeline. A memory in the user's home is the user's word, so only the gate's "empty",
// "secret_only" and "injection" apply. What comes with a repository is nobody's word until a person has approved it.
import type { App } from "../app.ts"
import { foldFact } from "../facts/fact-key.ts"
import { factTypes } from "../facts/retention.ts"
import { placeFor } from "../intake/fact-place.ts"
import { planFact } from "../intake/fact-plan.ts"
import { judgeCandidate } from "../intake/judge.ts"
import { sawNothing } from "../intake/session-evidence.ts"
import { CairnError } from "../model/errors.ts"
import type { Candidate, Reinforced } from "../model/fact.ts"
import { factText } from "../model/fact-text.ts"
import { linkName } from "../model/links.ts"
import { sha256 } from "../model/sha256.ts"
import { cleanText, pieceOf } from "../redaction/clean-text.ts"
import type { Fate, ImportRow, PlannedRow } from "./import-rows.ts"
import type { MovedFact } from "./other-memory.ts"

export interface Believed {
  /** The other memory's name. */
  readonly from: string
  /** Whether everything in it is the user's word. */
  readonly isUsers: boolean
  /** Ids (or their beginnings) of rows that a person has approved. */
  readonly approved: ReadonlySet<string>
}

/** Characters of an id that the table shows, and the fewest that approve it. */
export const SHOWN_ID = 12

export function rowId(...words: readonly string[]): string {
  return sha256(words.join("\n"))
}

export function isApproved({ approved }: Believed, id: string): boolean {
  return [...approved].some((given) => given.length >= SHOWN_ID && id.startsWith(given))
}

const MAX_ID = 80

/** The other memory's id as one line without secrets, not longer than a name. */
export function importOrigin(from: string, id: string): string {
  const line = cleanText(id).text.replace(/[\s\p{Cc}]+/gu, "-")
  return `${from}/${line.length > MAX_ID ? `${line.slice(0, MAX_ID)}-${sha256(id).slice(0, 8)}` : line}`
}

/** Planned twice if they link to each other: only a plan knows the names that they get here. */
export async function planFacts(
  app: App,
  facts: readonly MovedFact[],
  believed: Believed,
  pause: () => Promise<void>,
): Promise<PlannedRow[]> {
  const rows = await planEach(app, facts, believed, pause)
  if (!facts.some(({ detail = "" }) => detail.includes("[["))) return rows
  const names = new Map(facts.map(({ id }, at) => [linkName(id), linkName(rows[at]?.row.path ?? id)]))
  return planEach(app, facts, believed, pause, (text) => withNames(text, names))
}

function withNames(text: string, names: ReadonlyMap<string, string>): string {
  return text.replace(/\[\[([^\][\n|#]{1,100})(?=[|#\]])/g, (all, name: string) => {
    const known = names.get(linkName(name.trim()))
    return known === undefined ? all : `[[${known}`
  })
}

async function planEach(
  app: App,
  facts: readonly MovedFact[],
  believed: Believed,
  pause: () => Promise<void>,
  relink: (text: string) => string = (text) => text,
): Promise<PlannedRow[]> {
  const said = new Set<string>()
  const rows: PlannedRow[] = []
  for (const fact of facts) {
    const { candidate, redacted, id } = candidateOf(app, fact, believed, relink)
    const { scope, type, text, detail } = candidate
    const key = `${scope} ${foldFact(text)}`
    const row = { id, scope, type, text, detail, redacted }
    if (said.has(key)) rows.push({ row: { ...row, fate: "known", reason: "said_twice" } })
    else rows.push(await planned(app, candidate, row, fact.at).catch((error) => unplannable(row, error)))
    said.add(key)
    await pause()
  }
  return rows
}

function candidateOf(
  app: App,
  fact: MovedFact,
  believed: Believed,
  relink: (text: string) => string,
): { candidate: Candidate & { readonly scope: NonNullable<Candidate["scope"]> }; redacted: string[]; id: string } {
  const words = cleanText(fact.text)
  const more = cleanText(fact.detail ?? "")
  const { text, detail: rest } = factText(words.text)
  const detail = pieceOf(more.text, [rest, more.text].filter(Boolean).join("\n\n"))
  const named = fact.type?.toLowerCase()
  const type = named !== undefined && factTypes(app.config.types).includes(named) ? named : undefined
  const place = placeFor(app, { text, said: "user" }, type)
  // Computed before links are renamed: their names here may have changed by the time of the approval.
  const id = rowId(text, detail)
  const isBelieved = believed.isUsers || isApproved(believed, id)
  const candidate = {
    text,
    ...(detail && { detail: pieceOf(detail, relink(detail)) }),
    type: place.type,
    scope: fact.scope ?? place.scope,
    source: fact.source ?? ("import" as const),
    said: isBelieved ? ("user" as const) : ("tool" as const),
    moved: fact.reinforced ? { reinforced: untilNow(app, fact.reinforced) } : {},
    ...(fact.importance && { importance: fact.importance }),
    evidence: `import:${importOrigin(believed.from, fact.id)}`,
  }
  return { candidate, id, redacted: [...words.found, ...more.found].map(({ kind }) => kind) }
}

/** A date in the future would outrank whatever the user says until then. */
function untilNow(app: App, { count, last }: Reinforced): Reinforced {
  return { count, ...(last !== undefined && { last: Math.min(last, app.clock.now()) }) }
}

async function planned(
  app: App,
  candidate: Candidate,
  row: Omit<ImportRow, "fate" | "reason">,
  at: number | undefined,
): Promise<PlannedRow> {
  const judged = await judgeCandidate(app, candidate, {
    seen: sawNothing,
    at: Math.min(at ?? app.clock.now(), app.clock.now()),
  })
  const { outcome, reason, path, into } = (await planFact(app, judged)).outcome
  const scope = judged.candidate.scope
  return { row: { ...row, scope, fate: fateOf(outcome), reason, path: path ?? into }, fact: judged }
}

/** If one cannot be kept because of its name or size, the others still are. */
export function unplannable(row: Omit<ImportRow, "fate" | "reason">, error: unknown): PlannedRow {
  if (!(error instanceof CairnError)) throw error
  return { row: { ...row, path: undefined, fate: "left", reason: error.message } }
}

const FATES: Readonly<Record<string, Fate>> = {
  promoted: "new",
  absorbed: "known",
  superseded: "known",
  unconfirmed: "waits",
  quarantined: "waits",
}

export function fateOf(outcome: string): Fate {
  return FATES[outcome] ?? "refused"
}

/** Whether there is a fact to save. */
export function isToDo({ row, fact }: PlannedRow): boolean {
  return fact !== undefined && row.fate !== "refused"
}
