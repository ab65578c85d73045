// What a compaction's summary proposes to remember. The summary is written by a model that has read files and web pages, so its block is parsed
// line by line: only lines of the agreed form are taken, every other line is returned with the reason.

import { type FactText, factText } from "../model/fact-text.ts"
import { NOTE_TYPES } from "../model/note-head.ts"
import { pieceOf } from "../redaction/clean-text.ts"
import { requestIn } from "../requests/request.ts"
import { unfencedLines } from "../text/fenced-code.ts"
import type { CleanText } from "../text/known-clean.ts"
import { sentencesOf } from "../text/user-text.ts"

export interface FactCandidate extends FactText<CleanText> {
  readonly type: string
}

export type CandidateRefusal =
  | "not_a_candidate"
  | "invalid_memory_type"
  | "invalid_memory_ref"
  | "empty_text"
  | "negated_request"
  | "too_many"

export interface Candidates {
  /**
   * Whether the summary has a block at all. An empty block means the model found nothing to remember; no block means it was not asked or ignored
   * it.
   */
  readonly found: boolean
  readonly candidates: readonly FactCandidate[]
  /** Marks ("M3") of facts shown in the prompt that the summary confirms (`reinforce`) or rewrites (`replace`). */
  readonly reinforce: readonly string[]
  readonly replace: readonly (FactCandidate & { readonly id: string })[]
  /** Id of the prompt that the marks refer to, as the summary repeats it. */
  readonly snapshot?: string
  readonly refused: readonly { readonly line: CleanText; readonly reason: CandidateRefusal }[]
}

const MAX_SUMMARY = 256 * 1024
const MAX_CANDIDATES = 50
const MAX_REFUSED = 50

const TAG = "workspace_memory_candidates"
const LABEL =
  /^\s{0,3}(?:#{1,6}\s{1,4}(?:\*\*|__)?(?:workspace\s)?memory\scandidates(?:\*\*|__)?\s{0,4}[:：]?(?:\*\*|__)?|(?:\*\*|__)(?:workspace\s)?memory\scandidates(?:[:：]?(?:\*\*|__)|(?:\*\*|__)[:：])|(?:workspace\s)?memory\scandidates\s{0,4}[:：])(?=\s|[-(]|$)/i
const OPENING_TAG = new RegExp(`^\\s{0,3}<${TAG}>`, "i")
const CLOSING_TAG = new RegExp(`</${TAG}>`, "i")
const HEADING = /^\s{0,3}#{1,6}\s/

export function candidatesIn(summary: CleanText, types: readonly string[] = NOTE_TYPES): Candidates {
  const lines = unfencedLines(summary, MAX_SUMMARY).map((line) => (/^\s*>/.test(line) ? "" : line))
  const block = lastBlock(lines)
  const found = { candidates: [], reinforce: [], replace: [], refused: [] }
  if (!block) return { found: false, ...found }
  const items = joinWrapped(block).map((line) => pieceOf(summary, line.trim()))
  return parsed(items, new Set(types.map((type) => type.toLowerCase())))
}

/** The last block counts: earlier ones are quoted or corrected by the summary. */
function lastBlock(lines: readonly string[]): string[] | undefined {
  const start = lines.findLastIndex((line) => LABEL.test(line) || OPENING_TAG.test(line))
  if (start < 0) return undefined
  const block: string[] = []
  for (const [index, line] of lines.slice(start).entries()) {
    if (index > 0 && HEADING.test(line)) break
    const body = index === 0 ? line.replace(OPENING_TAG, "").replace(LABEL, "") : line
    const end = body.search(CLOSING_TAG)
    block.push(end < 0 ? body : body.slice(0, end))
    if (end >= 0) break
  }
  return block
}

const ITEM = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+/
const COMMAND = /^\s*(?:(?:[-*+•]|\d{1,3}[.)])\s+)?(?=(?:REINFORCE|REPLACE)\b)/

/** An indented line that starts neither an item nor a command continues the item above it. */
function joinWrapped(block: readonly string[]): string[] {
  const items: string[][] = []
  for (const line of block) {
    const above = items.at(-1)
    const goesOn = /^\s{2,}\S/.test(line) && !ITEM.test(line) && !COMMAND.test(line)
    if (goesOn && above && above[0] !== "") above.push(line.trim())
    else items.push([line])
  }
  return items.map((lines) => lines.join(" "))
}

function parsed(lines: readonly CleanText[], types: ReadonlySet<string>): Candidates {
  const candidates: FactCandidate[] = []
  const reinforce = new Set<string>()
  const replace: Candidates["replace"][number][] = []
  const refused: Candidates["refused"][number][] = []
  let snapshot: string | undefined
  for (const line of lines) {
    const isFull = candidates.length + replace.length >= MAX_CANDIDATES
    if (isFull && refused.length === MAX_REFUSED) break
    const outcome = readLine(line, types)
    if (!outcome) continue
    if ("snapshot" in outcome) snapshot = outcome.snapshot
    else if ("reason" in outcome || isFull) {
      const reason = "reason" in outcome ? outcome.reason : "too_many"
      if (refused.length < MAX_REFUSED) refused.push({ line: factText(line).text, reason })
    } else if ("reinforce" in outcome) for (const id of outcome.reinforce) reinforce.add(id)
    else if ("id" in outcome) replace.push(outcome)
    else candidates.push(outcome)
  }
  const confirmed = [...reinforce].slice(0, MAX_CANDIDATES)
  return { found: true, candidates, reinforce: confirmed, replace, ...(snapshot && { snapshot }), refused }
}

type Outcome =
  | FactCandidate
  | Candidates["replace"][number]
  | { readonly reinforce: readonly string[] }
  | { readonly snapshot: string }
  | { readonly reason: CandidateRefusal }

const NONE = /^(?:[-*+•]\s+)?[（([]?none[)）\]]?\.?$/i
const SNAPSHOT = /^(?:[-*+•]\s+)?memory ref snapshot id\s*[:：]\s*`?([\w-]{1,80})`?$/i

/** Undefined for blank lines and for "none". */
function readLine(line: CleanText, types: ReadonlySet<string>): Outcome | undefined {
  if (line === "" || NONE.test(line)) return undefined
  const snapshot = SNAPSHOT.exec(line)?.[1]
  if (snapshot !== undefined) return { snapshot }
  if (COMMAND.test(line)) return readCommand(pieceOf(line, line.replace(COMMAND, "")), types)
  if (!ITEM.test(line)) return { reason: "not_a_candidate" }
  const { type, text } = typed(line.replace(ITEM, ""))
  if (type === undefined) return { reason: "not_a_candidate" }
  return candidate(type, pieceOf(line, text), types)
}

function readCommand(line: CleanText, types: ReadonlySet<string>): Outcome {
  const [, verb, refs = "", rest = ""] =
    /^(REINFORCE|REPLACE)((?:[\s,]{1,3}\[M\d{1,3}\]){0,50})\s*(.*)$/.exec(line) ?? []
  const ids = refs.match(/M\d+/g) ?? []
  if (verb === "REINFORCE")
    return ids.length > 0 && /^[.\s]*$/.test(rest) ? { reinforce: ids } : { reason: "invalid_memory_ref" }
  const [id] = ids
  if (id === undefined || ids.length > 1) return { reason: "invalid_memory_ref" }
  const { type, text } = /^\[/.test(rest) ? typed(rest) : {}
  if (type === undefined) return { reason: "invalid_memory_type" }
  const replacement = candidate(type, pieceOf(line, text ?? ""), types)
  return "reason" in replacement ? replacement : { id, ...replacement }
}

/**
 * `[type] text` (also in bold) or `type: text`. A bare type must be followed by a capital, so that "feedback from the review" is not read as a
 * fact of type "feedback".
 */
const TYPED =
  /^(?:\*\*|__|`)?\[\s?([\w-]{1,40})\s?\](?:\*\*|__|`)?[:：]?(?:\s+|$)|^(?:\*\*|__|`)([\w-]{1,40})[:：]?(?:\*\*|__|`)[:：]?\s+|^([\w-]{1,40})[:：]\s+|^([\w-]{1,40})\s+(?=[\p{Lu}\p{Lo}"“「])/u

function typed(item: string): { type?: string; text: string } {
  const [mark = "", ...types] = TYPED.exec(item) ?? []
  const type = types.find((name) => name !== undefined)
  return { ...(type !== undefined && { type }), text: item.slice(mark.length) }
}

function candidate(
  type: string,
  text: CleanText,
  types: ReadonlySet<string>,
): FactCandidate | { reason: CandidateRefusal } {
  if (!types.has(type.toLowerCase())) return { reason: "invalid_memory_type" }
  const [first] = sentencesOf([text.slice(0, 2000)])
  const request = first && requestIn(first)
  if (request?.asks === "refuse") return { reason: "negated_request" }
  // A repeated request ("please remember that …"): the fact is only what it asks to keep.
  const words = request?.asks === "keep" && request.words !== "" ? text.slice(text.indexOf(request.words)) : text
  if (!/[\p{L}\p{N}]/u.test(words)) return { reason: "empty_text" }
  return { type: type.toLowerCase(), ...factText(pieceOf(text, words)) }
}
