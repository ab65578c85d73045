// Compares a request's outputs with those of the previous request: whether somebody else shortens or removes them, and what is sent. If the
// conversation only grew, only the new part is examined.
import { type LiveSession, updateSession } from "../session/live-session.ts"
import type { RetiredOutput } from "../session/retired-account.ts"
import { outputsSent, outputsShown } from "../session/retiring-run.ts"
import { isRetirable } from "../window/retiring/retirable.ts"
import { type ShownConversation, type ShownOutput, tokensOf } from "../window/retiring/shown-output.ts"

/**
 * An output never gets shorter by itself, nor does it leave from between others: another plugin that cuts or drops outputs would undo what Cairn
 * saves, and the other way round. Only the previous request is compared, because some models number their calls and start over after a compaction
 * or a revert.
 */
export function isRewritten(
  session: LiveSession,
  conversation: ShownConversation,
  { same, compaction }: { readonly same: number; readonly compaction: string | undefined },
): boolean {
  const { outputs } = conversation
  const { shown, lengths: before, compaction: lastCompaction, isReverted } = session.retiring
  const isGrown = same === shown.length
  const lengths = isGrown ? before : new Map<string, number>()
  const twice = isGrown ? session.retiring.twice : new Set<string>()
  for (let at = isGrown ? same : 0; at < outputs.length; at++) {
    const { call, text } = outputs[at] as ShownOutput
    if (lengths.has(call)) twice.add(call)
    lengths.set(call, text.length)
  }
  const gone = isGrown ? [] : [...before.keys()].filter((call) => !lengths.has(call))
  forgetOutputs(session, [...twice, ...gone])
  updateSession(session, { retiring: outputsShown(session.retiring, { shown: outputs, lengths, twice, compaction }) })
  if (isGrown) return false
  const isCut = outputs.some(({ call, text }) => text.length < (before.get(call) ?? 0) && !twice.has(call))
  const isHosts = compaction !== lastCompaction || isReverted === true
  return isCut || (!isHosts && isTakenOut(shown, conversation, twice))
}

/**
 * Whether an output of the last request is missing from between two that are still there, in the same order. A compaction removes a start and a revert
 * an end. What an edit replaced is not looked for: its call's own output stands for it.
 */
function isTakenOut(
  before: readonly ShownOutput[],
  { outputs, cleared = [] }: ShownConversation,
  twice: ReadonlySet<string>,
): boolean {
  const places = new Map(outputs.map(({ call }, at) => [call, at]))
  const hosts = new Set(cleared.map(({ call }) => call))
  let isMissing = false
  let last = -1
  for (const { call, argument } of before) {
    if (argument !== undefined || twice.has(call) || hosts.has(call)) continue
    const at = places.get(call)
    if (at === undefined) isMissing = last >= 0
    else if (isMissing && at > last) return true
    else [isMissing, last] = [false, at]
  }
  return false
}

/** How many outputs at the start are unchanged; a conversation that only grew is not examined again. */
export function sameStart({ retiring: { shown } }: LiveSession, { outputs }: ShownConversation): number {
  let same = 0
  while (same < shown.length && shown[same] === outputs[same]) same++
  return same
}

/** A different output may come under the same call id. */
function forgetOutputs({ retiring: { facts, ready, refused } }: LiveSession, calls: readonly string[]): void {
  for (const call of calls) for (const known of [facts, ready, refused]) known.delete(call)
}

/** As it is sent: with lines in place of retired outputs. */
export function sentOutputs(
  session: LiveSession,
  shown: ShownConversation,
  retired: Readonly<Record<string, RetiredOutput>>,
  same: number,
): ShownConversation {
  const { sent } = session.retiring
  const isGrown = sent?.retired === retired && sent.outputs.length === same
  const outputs = isGrown ? [...sent.outputs] : []
  let gone = isGrown ? sent.gone : 0
  let first = isGrown && sent.first < same ? sent.first : -1
  for (let at = outputs.length; at < shown.outputs.length; at++) {
    const output = shown.outputs[at] as ShownOutput
    const left = retired[output.call]
    const isLeft = left?.chars === output.text.length
    if (isLeft) gone += tokensOf(output.text.length) - tokensOf(left.line.length)
    if (first < 0 && !isLeft && isRetirable(output)) first = at
    outputs.push(isLeft || gone === 0 ? output : { ...output, before: output.before - gone })
  }
  updateSession(session, {
    retiring: outputsSent(session.retiring, { retired, outputs, gone, first: first < 0 ? outputs.length : first }),
  })
  return { ...shown, outputs, tokens: shown.tokens - gone }
}
