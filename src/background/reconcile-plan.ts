// Which of a model's proposed changes to facts may be made. Each is checked on its own: it must name facts that were shown, lose no value, add
// nothing, and leave alone what a person said, wrote or confirmed. A merge that involves those is only proposed.
import { bothHold } from "../facts/conflict-list.ts"
import { contentOf, readWords } from "../facts/fact-words.ts"
import type { Fact } from "../model/fact.ts"
import { fieldAt, listAt, textAt } from "../model/fields.ts"
import { cleanText, pieceOf } from "../redaction/clean-text.ts"
import type { CleanText } from "../text/known-clean.ts"
import { isOneStatement, shownWordsAt } from "./extraction-answer.ts"
import { jsonArrayIn } from "./json-array.ts"
import { missingValues } from "./kept-values.ts"

export interface ClusterFact {
  readonly fact: Fact
  /** The user's own, confirmed, hot, read-only or edited by hand. */
  readonly isProtected: boolean
}

const OPS = ["merge", "rewrite", "delete", "flag"] as const
/** `none`: what it proposes has another name, or no name at all. */
export type ReconcileOp = (typeof OPS)[number] | "none"

export type OpFault =
  | "unknown_op"
  | "unknown_mark"
  | "mark_used_twice"
  | "not_one_statement"
  | "loses_value"
  | "loses_words"
  | "adds_value"
  | "adds_words"
  | "deletes_too_much"
  | "fact_protected"
  | "changes_nothing"
  | "both_hold"

export interface CheckedOp {
  readonly op: ReconcileOp
  /** Those of the facts it names that were shown. */
  readonly facts: readonly Fact[]
  /** What it names, for an op without facts. */
  readonly named?: CleanText | undefined
  readonly text?: CleanText | undefined
  readonly why?: CleanText | undefined
  /** `propose`: a person has to agree first. */
  readonly verdict: "apply" | "propose" | OpFault
}

const MAX_OPS = 100
/** Largest share of a group that may be deleted. */
const MOST_DELETED = 0.25

export function readReconcile(answer: string, groups: readonly (readonly ClusterFact[])[]): CheckedOp[] {
  const used = new Set<number>()
  const deleted = new Map<number, number>()
  const checked: CheckedOp[] = []
  for (const item of jsonArrayIn(answer).slice(0, MAX_OPS)) {
    const read = readOp(item, groups)
    if (!read) continue
    const { marks, group, isOfOne: _, members, ...op } = read
    const alone = marks.some((mark) => used.has(mark)) ? "mark_used_twice" : verdictOn(read)
    const isDeletion = op.op === "delete" && alone === "apply"
    const gone = (deleted.get(group) ?? 0) + 1
    const isTooMuch = isDeletion && gone > Math.floor((groups[group]?.length ?? 0) * MOST_DELETED)
    const verdict = isTooMuch ? "deletes_too_much" : alone
    checked.push({ ...op, facts: members.map(({ fact }) => fact), verdict })
    if (verdict !== "apply" && verdict !== "propose") continue
    if (isDeletion) deleted.set(group, gone)
    for (const mark of marks) used.add(mark)
  }
  return checked
}

/** Undefined: it says that nothing is to be done. */
function readOp(item: unknown, groups: readonly (readonly ClusterFact[])[]) {
  const called = textAt(item, "op") ?? ""
  if (called === "none") return undefined
  const op: ReconcileOp = OPS.find((name) => name === called) ?? "none"
  const all = groups.flatMap((members, group) => members.map((member) => ({ member, group })))
  const of = (listAt(item, "of") ?? [fieldAt(item, "of")]).map((mark) => (typeof mark === "string" ? mark.trim() : ""))
  const marks = [...new Set(of.map((mark) => Number(/^\[?M(\d{1,4})\]?$/.exec(mark)?.[1] ?? 0) - 1))]
  const found = marks.map((mark) => all[mark])
  const group = found[0]?.group ?? -1
  const members = found.flatMap((one) => one?.member ?? [])
  const text = shownWordsAt(item, "text", 2000)
  const why = shownWordsAt(item, "why", 260)
  return {
    ...{ op, group, marks, members },
    /** All its marks are those of one group. */
    isOfOne: found.every((one) => one !== undefined && one.group === group),
    ...(members.length === 0 && { named: cleanText(`${called} ${of.join(" ")}`.trim().slice(0, 260)).text }),
    ...(text && { text: pieceOf(text, text.replace(/\s+/g, " ")) }),
    ...(why && { why }),
  }
}

type ReadOp = NonNullable<ReturnType<typeof readOp>>
type NamedOp = Exclude<ReconcileOp, "none">
const LEAST_MEMBERS: Readonly<Record<NamedOp, number>> = { merge: 2, rewrite: 1, delete: 1, flag: 2 }
const MOST_MEMBERS: Readonly<Record<NamedOp, number>> = { merge: 8, rewrite: 1, delete: 1, flag: 2 }

function verdictOn({ op, members, isOfOne, text = cleanText("").text }: ReadOp): CheckedOp["verdict"] {
  if (op === "none") return "unknown_op"
  if (!isOfOne || members.length < LEAST_MEMBERS[op] || members.length > MOST_MEMBERS[op]) return "unknown_mark"
  const [one, other] = members
  if (op === "flag") return one && other && bothHold(one.fact, other.fact) ? "both_hold" : "apply"
  const isProtected = members.some((member) => member.isProtected)
  if (op === "delete") return isProtected ? "fact_protected" : "apply"
  const fault = faultOfWords(
    members.map(({ fact }) => fact),
    text,
  )
  if (fault) return fault
  if (isProtected) return op === "merge" ? "propose" : "fact_protected"
  return "apply"
}

/** Share of the new wording that must come from the old ones. */
const LEAST_SAID = 0.7
/** Share of each old wording that must be left: a merge that drops more is a deletion. */
const LEAST_KEPT = 0.6

function faultOfWords(facts: readonly Fact[], text: string): OpFault | undefined {
  const sources = facts.map((fact) => fact.text)
  if (!isOneStatement(text) || text.length < 12) return "not_one_statement"
  if (facts.length === 1 && sources[0] === text) return "changes_nothing"
  if (missingValues(sources, text).length > 0) return "loses_value"
  const all = facts.map((fact) => `${fact.text}\n${fact.detail ?? ""}`).join("\n")
  if (missingValues([text], all).length > 0) return "adds_value"
  const [said, known] = [readWords(text), readWords(all)]
  const [words, knownWords] = [contentOf(said), contentOf(known)]
  const isNewlyNegated = [...said.negated].some((word) => !known.negated.has(word))
  const isNegationLost = known.negated.size > 0 && said.negated.size === 0
  const share = [...words].filter((word) => knownWords.has(word)).length / Math.max(1, words.size)
  if (share < LEAST_SAID || isNewlyNegated || isNegationLost) return "adds_words"
  return sources.every((source) => keptShare(source, words) >= LEAST_KEPT) ? undefined : "loses_words"
}

function keptShare(source: string, words: ReadonlySet<string>): number {
  const content = [...contentOf(readWords(source))]
  return content.length === 0 ? 1 : content.filter((word) => words.has(word)).length / content.length
}
