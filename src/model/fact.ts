// A fact is a short note under `facts/`: the first line of its body is what it says, reasons and more follow, and everything it is judged by is in
// the frontmatter. A person may write any of it by hand, so a value that is missing or not understood is read as the harmless one, and keys at
// their default are not written.
import type { CleanText } from "../text/known-clean.ts"
import { freeName } from "./free-name.ts"
import { type HeadChanges, headText, NOTE_TYPES } from "./note-head.ts"
import { isPrivate, type ScopeName } from "./scope.ts"
import { sha256 } from "./sha256.ts"

/** The strongest source comes first. */
export const SOURCES = ["explicit", "manual", "import", "compaction", "extraction"] as const
export type Source = (typeof SOURCES)[number]

export const IMPORTANCES = ["low", "normal", "high"] as const
export type Importance = (typeof IMPORTANCES)[number]

/** `unconfirmed`: it is about the user, but the user has not said it; a prompt may show it as a question. */
const TRUSTS = ["trusted", "unconfirmed", "quarantined"] as const
export type Trust = (typeof TRUSTS)[number]

/** A value that is not understood is read as the careful one. */
export function trustOf(value = ""): Trust {
  const named = value.toLowerCase() || "trusted"
  return TRUSTS.find((trust) => trust === named) ?? "quarantined"
}

/** Times in ms. */
export interface Fact {
  /** Relative to the scope. */
  readonly path: string
  readonly scope: ScopeName
  /** One of the five built-in types, or one of the user's own. */
  readonly type: string
  readonly text: string
  /** The rest of the note's body: the reason, more details. */
  readonly detail?: string
  /** Path of the note with the whole detail, if only its beginning is here. */
  readonly detailCutFrom?: string
  readonly source: Source
  readonly trust: Trust
  readonly importance: Importance
  readonly created: number
  readonly updated: number
  readonly reinforced: Reinforced
  /** `session/message`. */
  readonly evidence?: string
  /** Path of the fact that replaced it; this one is in the archive. */
  readonly supersededBy?: string
  /** Paths of facts in the scope that contradict it. */
  readonly conflicts?: readonly string[]
  /** A fact that a model found to contradict it, with a mark of the words of both at that time: once either changes, it no longer applies. */
  readonly contradicts?: PairedFact
  /** Facts that seem to contradict it, but somebody has said that both are true. */
  readonly holdsWith?: readonly PairedFact[]
}

export interface PairedFact {
  readonly path: string
  /** A mark of the words of both. */
  readonly words: string
}

export interface Reinforced {
  readonly count: number
  readonly last?: number
}

/** A proposed fact, before anything was decided about it. */
export interface Candidate {
  readonly text: CleanText
  readonly detail?: CleanText
  readonly type: string
  readonly source: Source
  readonly importance?: Importance
  readonly scope?: ScopeName
  readonly evidence: string
  /** Whose words these are. */
  readonly said: "user" | "assistant" | "tool"
  /** Whether the proposer was asked to confirm and says that it should be kept. */
  readonly insists?: boolean | undefined
  /** Whether it holds beyond the task, weighed with the words that it comes from; then its form alone is not questioned. */
  readonly lasts?: boolean | undefined
  /** It was kept before, in another memory: its form is not questioned, and what is known about it comes along. */
  readonly moved?: { readonly reinforced?: Reinforced | undefined } | undefined
}

/** What became of a candidate, by the names of the outcome and of the reason. */
export interface FactFate {
  readonly outcome: string
  readonly reason: string
  /** The candidate's own note. */
  readonly path?: string | undefined
  /** The note that already says it, or that contradicts it and is newer. */
  readonly into?: string | undefined
  readonly supersedes?: readonly string[] | undefined
  readonly conflicts?: readonly string[] | undefined
}

/** Where a note is and what is known about it without its frontmatter. */
export interface FactNote {
  readonly path: string
  readonly scope: ScopeName
  /** Used for missing dates. */
  readonly fileTime: number
  readonly description: string
  readonly body?: string
}

export const FACTS_FOLDER = "facts"
export const ARCHIVE_FOLDER = "archive"
export const MAX_SLUG = 60

/** `values` is the frontmatter by key. */
export function factOf(values: ReadonlyMap<string, unknown>, note: FactNote): Fact {
  const text = (key: string) => headText(values.get(key))
  const created = timeOf(text("created")) ?? timeOf(text("updated")) ?? note.fileTime
  const { sentence = note.description, detail } = factWords(text("description"), note.body ?? "")
  const evidence = text("evidence")
  const supersededBy = text("superseded_by")
  const conflicts = listOf(text("conflicts_with"))
  const [contradicts] = pairedIn([text("contradicts") ?? ""])
  const holdsWith = pairedIn(listOf(text("holds_with")))
  return {
    path: note.path,
    scope: note.scope,
    type: text("type")?.toLowerCase() ?? typeInName(note.path),
    text: sentence,
    ...(detail && { detail }),
    source: SOURCES.find((source) => source === text("source")) ?? "manual",
    trust: trustOf(text("trust")),
    importance: IMPORTANCES.find((importance) => importance === text("importance")) ?? "normal",
    created,
    updated: timeOf(text("updated")) ?? created,
    reinforced: reinforcedOf(text("reinforced")),
    ...(evidence !== undefined && { evidence }),
    ...(supersededBy !== undefined && { supersededBy }),
    ...(conflicts.length > 0 && { conflicts }),
    ...(contradicts && { contradicts }),
    ...(holdsWith.length > 0 && { holdsWith }),
  }
}

export function headOfFact(fact: Fact): HeadChanges {
  const { count, last } = fact.reinforced
  return {
    type: fact.type,
    source: fact.source,
    trust: fact.trust === "trusted" ? undefined : fact.trust,
    importance: fact.importance === "normal" ? undefined : fact.importance,
    created: isoOf(fact.created),
    updated: isoOf(fact.updated),
    reinforced: count === 0 ? undefined : last === undefined ? String(count) : `${count}, ${isoOf(last)}`,
    evidence: fact.evidence || undefined,
    superseded_by: fact.supersededBy && namedAt(fact.path, [fact.supersededBy])[0],
    conflicts_with: namedAt(fact.path, fact.conflicts ?? []).join(", ") || undefined,
    contradicts: pairedText(fact.path, fact.contradicts ? [fact.contradicts] : []),
    holds_with: pairedText(fact.path, fact.holdsWith ?? []),
  }
}

function pairedIn(entries: readonly string[]): PairedFact[] {
  return entries.flatMap((entry) => {
    const [, path, words] = /^(.{1,300}) ([0-9a-f]{8})$/.exec(entry) ?? []
    return path && words ? { path, words } : []
  })
}

function pairedText(at: string, paired: readonly PairedFact[]): string | undefined {
  const named = paired.filter(({ path }) => namedAt(at, [path]).length > 0)
  return named.map(({ path, words }) => `${path} ${words}`).join(", ") || undefined
}

/** Those of the paths that a note at this path may name: history keeps the note, and private names must stay out of history. */
export function namedAt(path: string, others: readonly string[]): string[] {
  return others.filter((other) => isPrivate(path) || !isPrivate(other))
}

export interface FactStatement {
  readonly sentence?: string | undefined
  readonly detail?: string | undefined
}

/** A reason, which cannot be the sentence itself. */
const REASON = /^(?:why|reason|because)\b/i

/** Older facts have their sentence in the description, and at most a reason in the body. If both have one, the body's counts. */
export function factWords(description: string | undefined, body: string): FactStatement & { detail: string } {
  const text = body.trim()
  const [line = ""] = text.split("\n", 1)
  if (text === "" || (description !== undefined && REASON.test(line)))
    return { sentence: description && oneLineOf(description), detail: text }
  return { sentence: oneLineOf(line), detail: text.slice(line.length).trim() }
}

export function factBody({ sentence, detail }: FactStatement): string {
  return [sentence, detail].filter(Boolean).join("\n\n")
}

function oneLineOf(text: string): string {
  return text.replace(/\s*\n\s*/g, " ").trim()
}

/** What a person approves or rejects: only the words, so that neither a new date nor a new name asks them again. */
export function contentHash({ description, body }: { readonly description: string; readonly body: string }): string {
  return sha256(`${description.trim()}\n\n${body.trim()}`)
}

/** `facts/<type>-<slug>.md`, with a number if that is taken. */
export function factPath(type: string, text: string, isTaken: (path: string) => boolean): string {
  return freeName(`${FACTS_FOLDER}/${slugOf(type)}-${slugOf(text)}.md`, isTaken)
}

export function slugOf(text: string): string {
  const slug = text
    .slice(0, 1000)
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-/, "")
    .slice(0, MAX_SLUG)
    .replace(/-$/, "")
  return slug === "" ? "note" : slug
}

function typeInName(path: string): string {
  const name = path.split("/").at(-1) ?? ""
  return NOTE_TYPES.find((type) => name.startsWith(`${type}-`)) ?? "reference"
}

function reinforcedOf(text: string | undefined): Reinforced {
  const [, count, date] = /^(\d{1,6})(?:\s*,\s*(\S{1,40}))?$/.exec(text ?? "") ?? []
  const last = timeOf(date)
  return { count: Number(count ?? 0), ...(last !== undefined && { last }) }
}

function listOf(text = ""): string[] {
  return text
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "")
}

function timeOf(text: string | undefined): number | undefined {
  const time = text === undefined ? Number.NaN : Date.parse(text)
  return Number.isFinite(time) ? time : undefined
}

/** To the second, as people write it. */
function isoOf(time: number): string {
  const inRange = Number.isFinite(time) && Math.abs(time) <= 8.64e15
  return new Date(inRange ? time : 0).toISOString().replace(/\.\d{3}Z$/, "Z")
}
