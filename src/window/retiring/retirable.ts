// Which outputs of a conversation may be retired, and in which order. First what is stale: read again, changed or run again since. Everything
// else goes by age, and last of all sources that were read before the agent began to edit, because it goes on to edit those. The ages were chosen
// by what agents used later.
import type { RetiringAges } from "../../model/tunable.ts"
import { fileName, type OutputFacts, type OutputKind } from "./output-target.ts"
import { type ShownConversation, type ShownOutput, tokensOf } from "./shown-output.ts"

export interface Retirable {
  readonly output: ShownOutput
  readonly kind: OutputKind
  readonly why: "superseded" | "duplicate" | "age"
  readonly tokens: number
  /** Retire only under pressure: the host's compaction would drop it anyway. */
  readonly isLast?: true | undefined
}

export interface RetiringView {
  readonly conversation: ShownConversation
  /** Index of the first output that may still be retired. */
  readonly from: number
  readonly factsOf: (output: ShownOutput) => OutputFacts
  /** The step at which the user last mentioned a file, by file name. */
  readonly named: ReadonlyMap<string, number>
  readonly ages: RetiringAges
  /** Kinds that the agent has asked for again; they stay longer. */
  readonly longer: ReadonlySet<OutputKind>
  /** Outputs that are already retired, show an open error or carry news of Cairn's. */
  readonly stays: (output: ShownOutput) => boolean
}

/** About what a retired line itself takes. */
export const LINE_TOKENS = 100
const LEAST_TOKENS = 150
/** Instructions, the user's answers, todo lists. */
const NEVER = /^(?:skill|question|todowrite|todoread|invalid|plan_exit)$/
/** Of Cairn's own tools only a fetched output may go; the rest is memory, which counts as seen. */
const FETCHED = /^output:/

const LAST = 3
const RANK: Readonly<Record<OutputKind, number>> = {
  check: 1,
  listing: 2,
  command: LAST,
  other: LAST,
  search: LAST,
  report: LAST,
  read: LAST,
}

/** Those least likely to be needed first. */
export function retirableOutputs(view: RetiringView): Retirable[] {
  const { steps, outputs } = view.conversation
  const mayLeave = outputs.slice(view.from).filter((output) => isRetirable(output) && !view.stays(output))
  const [first] = mayLeave
  if (first === undefined) return []
  const from = outputs.indexOf(first)
  const stale = staleOutputs(view, from)
  const looked = readAmidEdits(view, from)
  const found = mayLeave.flatMap((output): Retirable[] => {
    const facts = view.factsOf(output)
    const left = stale.get(output)
    const isPointed = isPointedAt(view, output, facts)
    const isStale = left !== undefined && steps - left.step >= view.ages.superseded
    // If it is stale, the file mentioned is shown again later, or has changed.
    if (isPointed && (!left || (left.isChanged && !isStale))) return []
    const one = { output, kind: facts.kind, tokens: tokensOf(output.text.length) }
    if (isStale)
      return [isPointed && left.isChanged ? { ...one, why: left.why, isLast: true } : { ...one, why: left.why }]
    const age = steps - output.step
    if (age < ageOf(view, facts, view.ages.output)) return []
    const isLast = facts.isSource && !looked.has(output) && age < ageOf(view, facts, view.ages.focus)
    return [isLast ? { ...one, why: "age", isLast } : { ...one, why: "age" }]
  })
  const isFailed = ({ exit = 0 }: ShownOutput) => exit !== 0
  const rank = ({ why, kind, output, isLast }: Retirable) =>
    isLast ? LAST + 1 : why !== "age" ? 0 : isFailed(output) ? LAST : RANK[kind]
  return found.sort((a, b) => rank(a) - rank(b) || a.output.before - b.output.before)
}

/** As far as the output alone tells. */
export function isRetirable(output: ShownOutput): boolean {
  return isLarge(output) && !isKept(output)
}

function isLarge({ text }: ShownOutput): boolean {
  return tokensOf(text.length) >= LEAST_TOKENS
}

/** Kept whole: failures (short, needed to know what to repeat, and hosts do not allow changing them), files, and tools listed above. */
function isKept({ tool, ok, isOwn, args, hasFile }: ShownOutput): boolean {
  return !ok || hasFile === true || NEVER.test(tool) || (isOwn === true && !FETCHED.test(String(args.path ?? "")))
}

/** Whether the user has mentioned the file since it was shown. */
function isPointedAt({ named }: RetiringView, { step }: ShownOutput, { path }: OutputFacts): boolean {
  return path !== undefined && (named.get(fileName(path)) ?? -1) > step
}

function ageOf({ longer }: RetiringView, { kind }: OutputFacts, steps: number): number {
  return longer.has(kind) ? 2 * steps : steps
}

interface Stale {
  readonly why: "superseded" | "duplicate"
  /** Since which step. */
  readonly step: number
  /** Whether the file itself has changed. */
  readonly isChanged: boolean
}

/** Reads of one file that an older one is compared with, newest first; some agents page through one file all day. */
const MAX_SPANS = 200

/**
 * Goes backwards, so that each output is compared only with later ones, and stops at `first`: in a long session most outputs before it are
 * already retired.
 */
function staleOutputs(
  { conversation: { outputs }, factsOf, stays }: RetiringView,
  first: number,
): Map<ShownOutput, Stale> {
  const stale = new Map<ShownOutput, Stale>()
  const calls = new Map<string, number>()
  const texts = new Map<number, ShownOutput[]>()
  const changed = new Map<string, number>()
  const reads = new Map<string, Span[]>()
  for (let at = outputs.length - 1; at >= first; at--) {
    const output = outputs[at] as ShownOutput
    const { key, path, lines, changes } = factsOf(output)
    if (isLarge(output) && !stays(output)) {
      // A file under work is still looked up, so only its last change counts.
      const edited = lines && path !== undefined ? changed.get(path) : undefined
      const covering = lines && reads.get(path ?? "")?.find(({ from, to }) => from <= lines.from && to >= lines.to)
      const again = edited ?? covering?.step ?? (key === "" ? undefined : calls.get(key))
      const same = again === undefined ? sameText(texts, output) : undefined
      const isChanged = edited !== undefined
      if (again !== undefined) stale.set(output, { why: "superseded", step: again, isChanged })
      else if (same) stale.set(output, { why: "duplicate", step: same.step, isChanged })
      if (output.ok) push(texts, output.text.length, output)
    }
    if (!output.ok) continue
    if (key !== "") calls.set(key, output.step)
    if (lines && path !== undefined && (reads.get(path)?.length ?? 0) < MAX_SPANS)
      push(reads, path, { ...lines, step: output.step })
    for (const one of changes) if (!changed.has(one)) changed.set(one, output.step)
  }
  return stale
}

function sameText(texts: ReadonlyMap<number, ShownOutput[]>, { tool, text }: ShownOutput): ShownOutput | undefined {
  return texts.get(text.length)?.find((one) => one.tool === tool && one.text === text)
}

/**
 * Sources that were read after the agent had changed a file in the same turn: it looks something up. What it reads before it begins is what
 * it goes on to change.
 */
function readAmidEdits({ conversation: { outputs, said }, factsOf }: RetiringView, first: number): Set<ShownOutput> {
  const amid = new Set<ShownOutput>()
  const { step: firstStep } = outputs[first] as ShownOutput
  let turn = said.findLastIndex(({ step }) => step < firstStep)
  let at = first
  while (at > 0 && (outputs[at - 1] as ShownOutput).step > (said[turn]?.step ?? -1)) at--
  let changed = Number.POSITIVE_INFINITY
  for (; at < outputs.length; at++) {
    const output = outputs[at] as ShownOutput
    for (; (said[turn + 1]?.step ?? output.step) < output.step; turn++) changed = Number.POSITIVE_INFINITY
    const { isSource, changes } = factsOf(output)
    if (isSource && changed < output.step) amid.add(output)
    if (output.ok && changes.length > 0) changed = Math.min(changed, output.step)
  }
  return amid
}

interface Span {
  readonly from: number
  readonly to: number
  readonly step: number
}

function push<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}
