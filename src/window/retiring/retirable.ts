// Which outputs of a conversation may be retired, and in which order. First what is stale: read again, changed or run again since. Everything
// else goes by age, sooner after a pause, and last of all sources that were read before the agent began to edit, because it goes on to edit those.
// A part of a file that was read and changed in one place is still under work. The ages were chosen by what agents used later.
import type { RetiringAges } from "../../model/tunable.ts"
import { isMostlyAsRead, type KnownOutput } from "./mostly-as-read.ts"
import { fileName } from "./named-files.ts"
import type { OutputFacts, OutputKind } from "./output-target.ts"
import { type ShownConversation, type ShownOutput, tokensOf } from "./shown-output.ts"

export interface Retirable {
  readonly output: ShownOutput
  readonly kind: OutputKind
  readonly why: "superseded" | "duplicate" | "replaced" | "age"
  readonly tokens: number
  /** Retire only under pressure: the host's compaction would drop it anyway. */
  readonly isLast?: true | undefined
}

export interface RetiringView {
  readonly conversation: ShownConversation
  /** Index of the first output that may still be retired. */
  readonly from: number
  readonly factsOf: (output: ShownOutput) => OutputFacts
  /** The step at which the user last mentioned a file, by file name or by path. */
  readonly named: ReadonlyMap<string, number>
  readonly ages: RetiringAges
  /** After a pause, in which the provider's cache was lost. */
  readonly isLapsed: boolean
  /** Kinds that the agent has asked for again; they stay longer. */
  readonly longer: ReadonlySet<OutputKind>
  /** Outputs that are already retired, show an open error or carry news of Cairn's. */
  readonly stays: (output: ShownOutput) => boolean
}

/** About what a retired line itself takes, and that of an argument. */
const LINE_TOKENS = 100
const ARGUMENT_LINE_TOKENS = 25
const LEAST_TOKENS = 150
/** What is shown again later, or was lost from the cache and is out of date, is not needed here any more. */
const AT_ONCE = 1
/** A turn with so many changes is a piece of work that is done, once the user goes on to something else. */
const DONE_CHANGES = 8
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
  replaced: 0,
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
  const looked = onlyLookedUp(view, from)
  const isRequested = requestedFiles(view)
  const found = mayLeave.flatMap((output): Retirable[] => {
    const facts = view.factsOf(output)
    if (output.argument !== undefined) return replacedOutput(view, output, facts)
    const left = stale.get(output)
    const isPointed = isPointedAt(view, output, facts)
    const isStale = left !== undefined && steps - left.step >= staleAge(view, left)
    // If it is stale, the file mentioned is shown again later, or has changed.
    if (isPointed && (!left || (left.isChanged && !isStale))) return []
    const one = { output, kind: facts.kind, tokens: tokensOf(output.text.length) }
    if (isStale)
      return [isPointed && left.isChanged ? { ...one, why: left.why, isLast: true } : { ...one, why: left.why }]
    if (left?.isUnderWork || isRequested(facts)) return []
    const age = steps - output.step
    if (age < ageOf(view, facts, oldAge(view))) return []
    const isLast = facts.isSource && !looked.has(output) && age < ageOf(view, facts, view.ages.focus)
    return [isLast ? { ...one, why: "age", isLast } : { ...one, why: "age" }]
  })
  const isFailed = ({ exit = 0 }: ShownOutput) => exit !== 0
  const rank = ({ why, kind, output, isLast }: Retirable) =>
    isLast ? LAST + 1 : why !== "age" ? 0 : isFailed(output) ? LAST : RANK[kind]
  return found.sort((a, b) => rank(a) - rank(b) || a.output.before - b.output.before)
}

function replacedOutput(view: RetiringView, output: ShownOutput, facts: OutputFacts): Retirable[] {
  const { isLapsed, ages, conversation } = view
  const isOld = conversation.steps - output.step >= ageOf(view, facts, isLapsed ? AT_ONCE : ages.superseded)
  return isOld ? [{ output, kind: facts.kind, why: "replaced", tokens: tokensOf(output.text.length) }] : []
}

/** Tokens saved in each request, as long as the line is not written yet. */
export function likelySaved({ output, tokens }: Retirable): number {
  return tokens - (output.argument === undefined ? LINE_TOKENS : ARGUMENT_LINE_TOKENS)
}

/** As far as the output alone tells. */
export function isRetirable(output: ShownOutput): boolean {
  return isLarge(output) && !isKept(output)
}

function isLarge({ text, argument }: ShownOutput): boolean {
  return argument !== undefined || tokensOf(text.length) >= LEAST_TOKENS
}

/** Kept whole: failures (short, needed to know what to repeat, and hosts do not allow changing them), files, and tools listed above. */
function isKept({ tool, ok, isOwn, args, hasFile }: ShownOutput): boolean {
  return !ok || hasFile === true || NEVER.test(tool) || (isOwn === true && !FETCHED.test(String(args.path ?? "")))
}

/** Whether the user has mentioned the file since it was shown. */
function isPointedAt({ named }: RetiringView, { step }: ShownOutput, { path }: OutputFacts): boolean {
  return path !== undefined && namedAt(named, path) > step
}

function namedAt(named: RetiringView["named"], path: string): number {
  return Math.max(named.get(fileName(path)) ?? -1, named.get(path) ?? -1)
}

/**
 * Files that the latest message with any file names mentions, often read only after that. Unlike those mentioned since, they leave once they are
 * stale: they are what the work is about, so most are changed, and the changes show them.
 */
function requestedFiles({ named }: RetiringView): (facts: OutputFacts) => boolean {
  const latest = Math.max(...named.values())
  return ({ path }) => path !== undefined && namedAt(named, path) === latest
}

function oldAge({ isLapsed, ages: { output, lapsed } }: RetiringView): number {
  return isLapsed ? Math.min(lapsed, output) : output
}

function staleAge({ isLapsed, ages }: RetiringView, { isChanged, isUnderWork }: Stale): number {
  if (!isChanged || isLapsed) return AT_ONCE
  return isUnderWork ? ages.output : ages.superseded
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
  /** It shows a part of the file, and most of that is still as it was. */
  readonly isUnderWork: boolean
}

/** Reads of one file that an older one is compared with, newest first; some agents page through one file all day. */
const MAX_SPANS = 200
/** Changes of one file that a read is compared with, newest first. */
const MAX_CHANGES = 20

/**
 * Goes backwards, so that each output is compared only with later ones, and stops at `first`: in a long session most outputs before it are
 * already retired.
 */
function staleOutputs(
  { conversation: { outputs, steps }, factsOf, stays, ages, isLapsed }: RetiringView,
  first: number,
): Map<ShownOutput, Stale> {
  const stale = new Map<ShownOutput, Stale>()
  const calls = new Map<string, number>()
  const texts = new Map<number, ShownOutput[]>()
  const changes = new Map<string, KnownOutput[]>()
  const reads = new Map<string, Span[]>()
  for (let at = outputs.length - 1; at >= first; at--) {
    const output = outputs[at] as ShownOutput
    if (output.argument !== undefined) continue
    const facts = factsOf(output)
    const { kind, key, path, lines } = facts
    if (isLarge(output) && !stays(output)) {
      // A file under work is still looked up, so only its last change counts.
      const since = kind === "read" && path !== undefined ? changes.get(path) : undefined
      const edited = since?.[0]?.output.step
      const covering = lines && reads.get(path ?? "")?.find(({ from, to }) => from <= lines.from && to >= lines.to)
      const again = edited ?? covering?.step ?? (key === "" ? undefined : calls.get(key))
      const same = again === undefined ? sameText(texts, output) : undefined
      // Later it leaves in any case, so that hardly any read has to be compared.
      const mayBe = edited !== undefined && steps - edited < ages.output && facts.isPart && !covering && !isLapsed
      const isUnderWork = mayBe && isMostlyAsRead({ output, facts }, since ?? [])
      const state = { isChanged: since !== undefined, isUnderWork }
      if (again !== undefined) stale.set(output, { why: "superseded", step: again, ...state })
      else if (same) stale.set(output, { why: "duplicate", step: same.step, ...state })
      if (output.ok) push(texts, output.text.length, output)
    }
    if (!output.ok) continue
    if (key !== "") calls.set(key, output.step)
    if (lines && path !== undefined && (reads.get(path)?.length ?? 0) < MAX_SPANS)
      push(reads, path, { ...lines, step: output.step })
    for (const one of facts.changes)
      if ((changes.get(one)?.length ?? 0) < MAX_CHANGES) push(changes, one, { output, facts })
  }
  return stale
}

function sameText(texts: ReadonlyMap<number, ShownOutput[]>, { tool, text }: ShownOutput): ShownOutput | undefined {
  return texts.get(text.length)?.find((one) => one.tool === tool && one.text === text)
}

/**
 * Sources that the agent will hardly change any more: those that it read after it had changed a file in the same turn, to look something up, and
 * those that it left alone in work that is done. What it reads before it begins is what it goes on to change.
 */
function onlyLookedUp({ conversation: { outputs, said }, factsOf }: RetiringView, first: number): Set<ShownOutput> {
  const looked = new Set<ShownOutput>()
  const before: ShownOutput[] = []
  const changes: number[] = []
  const { step: firstStep } = outputs[first] as ShownOutput
  let turn = said.findLastIndex(({ step }) => step < firstStep)
  let at = first
  while (at > 0 && (outputs[at - 1] as ShownOutput).step > (said[turn]?.step ?? -1)) at--
  let changed = Number.POSITIVE_INFINITY
  for (; at < outputs.length; at++) {
    const output = outputs[at] as ShownOutput
    for (; (said[turn + 1]?.step ?? output.step) < output.step; turn++) changed = Number.POSITIVE_INFINITY
    const facts = factsOf(output)
    if (facts.isSource && changed < output.step) looked.add(output)
    else if (facts.isSource) before.push(output)
    if (!output.ok || facts.changes.length === 0) continue
    changed = Math.min(changed, output.step)
    changes.push(output.step)
  }
  const lastSaid = said.at(-1)?.step ?? -1
  const done = changes.filter((step) => step <= lastSaid).at(-DONE_CHANGES) ?? -1
  for (const output of before) if (output.step < done) looked.add(output)
  return looked
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
