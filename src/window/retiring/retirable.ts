// Which outputs of a conversation may leave it, and in which order. What somebody looked at again, changed since or ran again is stale; all
// else leaves by age, and last the sources that were read and not changed yet: these are what agents go on to edit. The ages were chosen by
// what agents went on to use.
import type { RetiringAges } from "../../model/tunable.ts"
import { fileName, type OutputFacts, type OutputKind } from "./output-target.ts"
import { type ShownConversation, type ShownOutput, tokensOf } from "./shown-output.ts"

export interface Retirable {
  readonly output: ShownOutput
  readonly kind: OutputKind
  readonly why: "superseded" | "duplicate" | "age"
  readonly tokens: number
  /** Only where the host would have to compact: then all of it would go. */
  readonly isLast?: true | undefined
}

export interface RetiringView {
  readonly conversation: ShownConversation
  /** Before it nothing may leave any more. */
  readonly from: number
  readonly factsOf: (output: ShownOutput) => OutputFacts
  /** The step at which the user last named a file, by its name. */
  readonly named: ReadonlyMap<string, number>
  readonly ages: RetiringAges
  /** Kinds that the agent has asked for again: they stay longer. */
  readonly longer: ReadonlySet<OutputKind>
  /** It is retired already, shows an open error or has a word of Cairn's to tell. */
  readonly stays: (output: ShownOutput) => boolean
}

/** A line takes about so much itself. */
export const LINE_TOKENS = 100
const LEAST_TOKENS = 150
/** Instructions, the user's own answers, lists of what is to do. */
const NEVER = /^(?:skill|question|todowrite|todoread|invalid|plan_exit)$/
/** Of what Cairn's own tools say only a retired output that was asked for again: the rest is memory, and counts as seen. */
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
  const stale = staleOutputs(view, outputs.indexOf(first))
  const found = mayLeave.flatMap((output): Retirable[] => {
    const facts = view.factsOf(output)
    const left = stale.get(output)
    const isPointed = isPointedAt(view, output, facts)
    const isStale = left !== undefined && steps - left.step >= view.ages.superseded
    // If it is stale, what was pointed at is there again, or is not what it was.
    if (isPointed && (!left || (left.isChanged && !isStale))) return []
    const one = { output, kind: facts.kind, tokens: tokensOf(output.text.length) }
    if (isStale)
      return [isPointed && left.isChanged ? { ...one, why: left.why, isLast: true } : { ...one, why: left.why }]
    const age = steps - output.step
    if (age < ageOf(view, facts, view.ages.output)) return []
    const isLast = facts.isSource && age < ageOf(view, facts, view.ages.focus)
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

/** A failure says why a call has to be made again; it is short, and no host lets its text be changed. */
function isKept({ tool, ok, isOwn, args, hasFile }: ShownOutput): boolean {
  return !ok || hasFile === true || NEVER.test(tool) || (isOwn === true && !FETCHED.test(String(args.path ?? "")))
}

/** By the user, since it was shown. */
function isPointedAt({ named }: RetiringView, { step }: ShownOutput, { path }: OutputFacts): boolean {
  return path !== undefined && (named.get(fileName(path)) ?? -1) > step
}

function ageOf({ longer }: RetiringView, { kind }: OutputFacts, steps: number): number {
  return longer.has(kind) ? 2 * steps : steps
}

interface Stale {
  readonly why: "superseded" | "duplicate"
  /** Since when. */
  readonly step: number
  /** The file is another one now. */
  readonly isChanged: boolean
}

/** The newest reads of a file that an older one is compared with: some agents page through one file all day. */
const MAX_SPANS = 200

/** From the newest back, so that each output meets only what came after it; in a long session most of those before `first` have left. */
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
      // A file that is being worked on is still looked up; the last change counts.
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
