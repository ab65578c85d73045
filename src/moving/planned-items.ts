// Plans another memory's facts, through the usual pipeline, and its whole notes. A memory in the user's home is the user's word, so only the gate's
// "empty", "secret_only" and "injection" apply. What comes with a repository is nobody's word until a person has approved it.
import type { App } from "../app.ts"
import { foldFact } from "../facts/fact-key.ts"
import { isInjection } from "../facts/injection.ts"
import { factTypes } from "../facts/retention.ts"
import { placeFor } from "../intake/fact-place.ts"
import { planFact } from "../intake/fact-plan.ts"
import { judgeCandidate } from "../intake/judge.ts"
import { sawNothing } from "../intake/session-evidence.ts"
import { CairnError } from "../model/errors.ts"
import { type Candidate, FACTS_FOLDER, type Reinforced } from "../model/fact.ts"
import { factText } from "../model/fact-text.ts"
import { linkName } from "../model/links.ts"
import { isBlank, MAX_NOTE_BYTES } from "../model/note.ts"
import { newNote } from "../model/note-file.ts"
import { type NotePath, parseNotePath } from "../model/note-path.ts"
import { sha256 } from "../model/sha256.ts"
import { cleanText, pieceOf } from "../redaction/clean-text.ts"
import type { Fate, ImportRow, PlannedRow } from "./import-rows.ts"
import type { MovedFact, MovedNote } from "./other-memory.ts"

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

function isApproved({ approved }: Believed, id: string): boolean {
  return [...approved].some((given) => given.length >= SHOWN_ID && id.startsWith(given))
}

const MAX_ID = 80

/** The other memory's id as one line without secrets, not longer than a name. */
function importOrigin(from: string, id: string): string {
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
function unplannable(row: Omit<ImportRow, "fate" | "reason">, error: unknown): PlannedRow {
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

const MAX_LIMIT = 200_000

/** They keep their name, limit and protection; a note whose path is taken gets another name beside it. */
export async function planNotes(
  app: App,
  notes: readonly MovedNote[],
  believed: Believed,
  pause: () => Promise<void>,
): Promise<PlannedRow[]> {
  const rows: PlannedRow[] = []
  for (const note of notes) {
    rows.push(await planNote(app, note, believed))
    await pause()
  }
  return rows
}

async function planNote(app: App, moved: MovedNote, believed: Believed): Promise<PlannedRow> {
  const { name: scope } = moved.scope
  if (moved.body.length > MAX_NOTE_BYTES) {
    const row = { id: rowId(moved.path, moved.body), scope, type: "note", text: moved.path }
    return { row: { ...row, fate: "left", reason: "it is larger than a note may be (1 MB)" } }
  }
  const body = cleanText(moved.body)
  const description = cleanText(moved.description ?? "")
  const id = rowId(moved.path, body.text)
  const text = description.text || (body.text.trim().split("\n", 1)[0] ?? "")
  const redacted = [...body.found, ...description.found].map(({ kind }) => kind)
  const row = { id, scope, type: "note", text, detail: body.text, path: moved.path, redacted }
  if (isBlank(body.text)) return { row: { ...row, fate: "left", reason: "it says nothing yet" } }
  if (isInjection(`${description.text}\n${body.text}`)) return { row: { ...row, fate: "refused", reason: "injection" } }
  const place = await freePlace(app, moved, body.text, believed.from).catch((error) => unplannable(row, error))
  if ("row" in place) return place
  if ("same" in place) return { row: { ...row, fate: "known", reason: "exact", path: place.same } }
  const isBelieved = believed.isUsers || isApproved(believed, id)
  const limit = Math.min(Math.max(moved.limit ?? app.config.defaultLimit, body.text.length), MAX_LIMIT)
  const file = newNote(body.text, {
    ...(description.text && { description: description.text }),
    ...((moved.limit !== undefined || limit !== app.config.defaultLimit) && { limit }),
    ...(moved.readonly && { readonly: true }),
    ...(!isBelieved && { trust: "quarantined" }),
    imported_from: importOrigin(believed.from, moved.id),
  })
  const fate = isBelieved ? "new" : "waits"
  const planned: ImportRow = { ...row, path: place.path.path, fate, reason: isBelieved ? "user_said" : "from_tool" }
  return { row: planned, note: { moved, path: place.path.path, text: file, expect: place.expect } }
}

type Place = { readonly path: NotePath; readonly expect: string } | { readonly same: string }

/** Its own path if that is free or an untouched seed note; otherwise the name with the other memory's appended. */
async function freePlace(app: App, { scope, path }: MovedNote, body: string, from: string): Promise<Place> {
  const wanted = path.startsWith(`${FACTS_FOLDER}/`) ? path.replace(FACTS_FOLDER, "reference") : path
  const endings = ["", `-${from}`]
  for (let number = 0; ; number++) {
    const at = parseNotePath(wanted.replace(/(?:\.md)?$/, `${endings[number] ?? `-${from}-${number}`}.md`))
    const current = await app.store.notes.read(scope, at)
    if (!current) return { path: at, expect: "absent" }
    if (current.file.body.trim() === body.trim()) return { same: at.path }
    if (number in endings && isBlank(current.file.body)) return { path: at, expect: current.info.hash }
  }
}
