// Retires old outputs from a session's requests when that pays. What was retired is an event in the session's journal, so that every later
// request begins with the same bytes; between two decisions nothing changes. If anything fails here, the request is sent whole.
import type { App } from "../app.ts"
import { toLog } from "../model/errors.ts"
import { onceFor } from "../model/once-for.ts"
import { cacheTtlOf } from "../prompt/epoch-ladder.ts"
import { TAIL_END } from "../prompt/news.ts"
import { cleanOutput } from "../redaction/clean-text.ts"
import { commandText } from "../session/ledger.ts"
import { type LiveSession, updateSession } from "../session/live-session.ts"
import type { RetiredAccount, RetiredOutput } from "../session/retired-account.ts"
import { messagesReverted, outputsLeft, requestWeighed } from "../session/retiring-run.ts"
import type { SessionMemory } from "../session/session-memory.ts"
import { alsoCame } from "../session/unshown.ts"
import { thousands } from "../text/counted.ts"
import { readMeter } from "../window/meter.ts"
import { cachePricesOf } from "../window/retiring/cache-prices.ts"
import { lastRuns } from "../window/retiring/last-runs.ts"
import { whenNamed } from "../window/retiring/named-files.ts"
import { commandRun, factsOf, type OutputFacts, pathsRead } from "../window/retiring/output-target.ts"
import { likelySaved, type Retirable, type RetiringView, retirableOutputs } from "../window/retiring/retirable.ts"
import {
  type FreeReason,
  gainOf,
  planRetiring,
  type RetireMoment,
  type RetirePlan,
} from "../window/retiring/retire-plan.ts"
import { type ShownConversation, type ShownOutput, tokensOf } from "../window/retiring/shown-output.ts"
import type { OutputsShown, ToolEnded } from "./contract.ts"
import { type LeavingOutput, leavingOutputs, readyAhead, readyOutputs, restoreKept, warnOnce } from "./ready-outputs.ts"
import { isRewritten, sameStart, sentOutputs } from "./sent-outputs.ts"
import { recordEvents } from "./session-events.ts"
import { meterOf, pressureOf } from "./tell-pressure.ts"

type Retired = ReadonlyMap<string, RetiredOutput>

const NONE: Retired = new Map()

/** What has been retired from this session's conversation, including what is retired now. */
export async function retireOutputs(app: App, session: LiveSession, moment: OutputsShown): Promise<Retired> {
  const { retired } = app.journal.read(session.id)
  if (app.config.longWindow === "off" || retired.isLeft) {
    if (moment.purpose === "turn") countShorter(app, session, retired, 0)
    return NONE
  }
  if (moment.purpose === "turn" && session.parent === null) {
    // Earlier decisions still hold.
    await retireMore(app, session, moment, retired).catch(toLog(app, "not-retired", { session: session.id }))
  }
  const { isLeft, outputs } = app.journal.read(session.id).retired
  return isLeft ? NONE : byCall(outputs)
}

/** The same set is asked for in every request until the next decision. */
const byCall = onceFor((outputs: RetiredAccount["outputs"]): Retired => new Map(Object.entries(outputs)))

async function retireMore(
  app: App,
  session: LiveSession,
  moment: OutputsShown,
  retired: RetiredAccount,
): Promise<void> {
  const shown = moment.conversation()
  const same = sameStart(session, shown)
  if (isRewritten(session, shown, { same, compaction: moment.compaction })) return leaveOutputs(app, session)
  restoreKept(app, session, withCleared(shown), retired.outputs)
  const sent = sentOutputs(session, shown, retired.outputs, same)
  countShorter(app, session, retired, shown.tokens - sent.tokens)
  await decide(app, session, moment, sent)
}

/** The line of a retired output stays when the host clears the output, and so does its way back. */
function withCleared(shown: ShownConversation): ShownConversation {
  return shown.cleared?.length ? { ...shown, outputs: [...shown.outputs, ...shown.cleared] } : shown
}

/** After a revert, in a copy that ends early or after a compaction, less is saved than was decided. */
function countShorter(app: App, session: LiveSession, { shorter }: RetiredAccount, tokens: number): void {
  if (shorter !== tokens) recordEvents(app, session, [{ kind: "shorter", tokens }])
}

/** Messages were reverted: the next request has no use for what the cache has of them. */
export function noticeRevert(session: LiveSession): void {
  updateSession(session, { retiring: messagesReverted(session.retiring) })
}

/** The agent gets a retired output again, by asking for it or by reading the file once more: this kind is worth more here than elsewhere. */
export function noticeFetched(app: App, session: LiveSession, { tool, args, isOwn, ok }: ToolEnded): void {
  const asked = isOwn ? /^output:(.*)$/.exec(String(args.path ?? "").trim())?.[1] : undefined
  const { worktree, directory } = app.project.checkout
  const path = !isOwn && tool === "read" ? factsOf({ tool, args }, worktree, directory).path : undefined
  if (!ok || session.parent !== null || (asked === undefined && path === undefined)) return
  const outputs = Object.values(app.journal.read(session.id).retired.outputs)
  const found = outputs.find((one) => (asked === undefined ? one.path === path : one.id === asked))
  if (!found) return
  recordEvents(app, session, [{ kind: "fetched", output: found.kind }])
  app.log.info("output-fetched", { session: session.id, tool, kind: found.kind })
}

/** Two that rewrite one conversation would both miss the cache in every request, so Cairn steps back, and says so once. */
export function leaveOutputs(app: App, session: LiveSession): void {
  if (app.journal.read(session.id).retired.isLeft) return
  recordEvents(app, session, [{ kind: "left" }])
  app.log.warn("long-window-left", { session: session.id, why: "something else rewrites old outputs" })
  tellUser(session, "Another plugin shortens or removes old tool outputs, so Cairn leaves them alone")
}

function tellUser(session: LiveSession, text: string): void {
  updateSession(session, { unshown: alsoCame(session.unshown, { what: "window", by: "agent", text, note: "window" }) })
}

async function decide(
  app: App,
  session: LiveSession,
  request: OutputsShown,
  conversation: ShownConversation,
): Promise<void> {
  const memory = app.journal.read(session.id)
  const moment = momentOf(app, session, request, conversation)
  const view = viewOf(app, session, memory, conversation)
  const retirable = retirableOutputs({ ...view, isLapsed: moment.free === "lapsed" })
  updateSession(session, { retiring: requestWeighed(session.retiring, request.model, conversation.tokens) })
  const wanted = planRetiring(retirable, moment, (one) => savedAtLast(session, one))
  const notKept = warnOnce(app, session)
  const ready = wanted ? await readyOutputs(app, session, wanted.outputs, notKept) : []
  // A break that merely pays is not urgent: it is made once, for all of them.
  const isTime = wanted?.reason !== "pays" || ready.length === wanted.outputs.length
  const plan = wanted && isTime ? planLeaving(app, session, ready, moment) : undefined
  if (plan) await makeItSo(app, session, plan, moment)
  // After a pause more may leave, all in the first request.
  else {
    const find = () => retirableOutputs({ ...view, isLapsed: true }).filter(({ isLast }) => !isLast)
    readyAhead(app, session, find, notKept)
  }
}

/** By the last line that was made for it, or else by a guess. */
function savedAtLast({ retiring: { ready } }: LiveSession, one: Retirable): number {
  const chars = ready.get(one.output.call)?.lineChars
  return chars === undefined ? likelySaved(one) : one.tokens - tokensOf(chars)
}

/** A plan with the lines that its numbers come from. */
interface LeavingPlan extends RetirePlan {
  readonly lines: readonly LeavingOutput[]
}

function planLeaving(
  app: App,
  session: LiveSession,
  ready: readonly Retirable[],
  moment: RetireMoment,
): LeavingPlan | undefined {
  const leaving = leavingOutputs(app, session, ready)
  const lineOf = ({ output }: Retirable) => leaving.get(output.call)
  const plan = planRetiring(ready, moment, (one) => one.tokens - tokensOf(lineOf(one)?.line.length ?? Infinity))
  return plan && { ...plan, lines: plan.outputs.flatMap((one) => lineOf(one) ?? []) }
}

/** Once is enough: `status` and `memory_context` have the numbers. */
function tellOnce({ store, clock }: App, session: LiveSession, saved: number): void {
  if (store.background.mark(TOLD) || !store.background.setMark(TOLD, "", clock.now())) return
  tellUser(session, `Cairn leaves out old tool outputs: ${thousands(saved)} tokens less a request`)
}

const TOLD = "told of the long window"

async function makeItSo(app: App, session: LiveSession, plan: LeavingPlan, moment: RetireMoment): Promise<void> {
  const { reason, saved, rewritten, lines: outputs } = plan
  const isFree = reason === moment.free
  const counted = { saved, rewritten }
  const isDone = await app.journal.change(session.id, ({ retired }) => {
    // Another process may have been faster.
    const news = outputs.filter(({ call, chars }) => retired.outputs[call]?.chars !== chars)
    const isNews = news.length === outputs.length
    return { events: isNews ? [{ kind: "retired", reason, isFree, outputs, ...counted }] : [], result: isNews }
  })
  if (!isDone) return
  updateSession(session, { retiring: outputsLeft(session.retiring, saved) })
  tellOnce(app, session, saved)
  app.log.info("outputs-retired", {
    session: session.id,
    reason,
    outputs: outputs.length,
    saved_tokens: saved,
    rewritten_tokens: isFree ? 0 : rewritten,
    read_price: moment.prices.read,
    write_price: moment.prices.write,
    pays_within: isFree ? undefined : moment.prices.paysWithin,
    gain: isFree ? undefined : Math.round(gainOf(plan, moment.prices)),
  })
}

function momentOf(
  app: App,
  session: LiveSession,
  { model, compaction }: OutputsShown,
  { tokens }: ShownConversation,
): RetireMoment {
  const ttl = cacheTtlOf(app.config.cacheTtl, model)
  const { level } = pressureOf(app, session)
  const { used, limit = 0 } = readMeter(meterOf(app, session))
  return {
    free: freeReason(app, session, { model, compaction, ttl }),
    takenBack: Math.max(0, (session.retiring.tokens ?? 0) - tokens),
    mayBreak: app.config.longWindow === "auto",
    // Not sooner: to wait costs nothing, and many sessions end before.
    tooMany: level === "critical" ? used - (limit * app.config.pressure.moderate) / 100 : 0,
    prices: cachePricesOf(model, ttl),
    tokens,
  }
}

/** Why the provider's cache is gone, if it is. */
function freeReason(
  app: App,
  { id, served, retiring }: LiveSession,
  { model, compaction, ttl }: { readonly model: string; readonly compaction: string | undefined; readonly ttl: number },
): FreeReason | undefined {
  const before = retiring.model ?? served.epoch?.model ?? ""
  if (served.lastResponseAt === undefined) return undefined
  if (app.clock.now() - served.lastResponseAt > ttl) return "lapsed"
  if (before !== "" && model !== "" && before !== model) return "model"
  // Cairn's own cut counts as a compaction, but the host still shows the one before it.
  const { cut } = app.journal.read(id).compactions
  if (compaction !== undefined && compaction !== (cut ? cut.after : served.compaction)) return "compaction"
  return retiring.isReverted ? "revert" : undefined
}

function viewOf(
  app: App,
  session: LiveSession,
  memory: SessionMemory,
  conversation: ShownConversation,
): Omit<RetiringView, "isLapsed"> {
  const { facts, twice } = session.retiring
  const { worktree, directory } = app.project.checkout
  const from = session.retiring.sent?.first ?? 0
  const knownFacts = (output: ShownOutput): OutputFacts => {
    const known = facts.get(output.call) ?? factsOf(output, worktree, directory)
    if (!twice.has(output.call)) facts.set(output.call, known)
    return known
  }
  const shown = conversation.outputs.slice(from)
  const last = lastRuns(shown, knownFacts)
  const isFailed = failedBy(app, memory)
  return {
    conversation,
    from,
    factsOf: knownFacts,
    named: whenNamed(conversation.said, pathsRead(shown.map(knownFacts)), session.retiring.named),
    ages: app.config.longWindowAges,
    longer: new Set(memory.retired.fetched),
    stays: (output) =>
      memory.retired.outputs[output.call]?.chars === output.text.length ||
      session.retiring.refused.has(output.call) ||
      twice.has(output.call) ||
      output.text.endsWith(TAIL_END) ||
      (last.has(output) && isFailed(output)),
  }
}

/** Whether a command's error is still open. Where no account of errors is kept, every failure counts until the command succeeds. */
function failedBy({ config }: App, { activity: { openErrors, crowdedOut } }: SessionMemory) {
  if (!config.activity) return ({ exit }: ShownOutput) => typeof exit === "number" && exit !== 0
  const open = new Set([...openErrors, ...crowdedOut].map(({ command }) => command))
  const isMasked = [...open].some((command) => command.includes("[REDACTED"))
  return (output: ShownOutput) => {
    const command = open.size > 0 ? commandRun(output) : undefined
    return command !== undefined && open.has(commandText(isMasked ? cleanOutput(command).text : command))
  }
}
