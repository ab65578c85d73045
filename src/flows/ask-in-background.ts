// A model call that nobody asked for: only with the user's consent, within the day's tokens, on a model that was configured for such things, and
// not if the user has been away for long. Every other answer is a reason not to call.
import type { App } from "../app.ts"
import { consentOf } from "../background/consent.ts"
import { promptSize, sizeOfTokens, tokensIn } from "../background/prompt-size.ts"
import { messageOf, toLog } from "../model/errors.ts"
import type { Config } from "../model/settings.ts"
import { utcDay } from "../text/local-time.ts"
import type { Answered, HostServices, Purpose, Question } from "./contract.ts"

export type Unasked =
  | "off"
  | "not_agreed"
  | "no_model"
  | "nobody_here"
  | "turn_began"
  | "too_long"
  | "budget_spent"
  | "run_spent"
  | "failed"
  | "failed_lately"

/** Per process, not per session: no calls are made while the user is away. */
let lastUserAt = Number.NEGATIVE_INFINITY
let messages = 0
const STAYS_MS = 10 * 60_000
/** After a call that failed or led to nothing: it may have cost something, and the next one would probably end the same way. */
const RETRY_MS = 10 * 60_000
const FAILED = "call failed"

export function userIsHere(now: number): void {
  lastUserAt = now
  messages++
}

/** Whether the user has said nothing in this process since this was called: a run of several calls ends where the next turn begins. */
export function pauseOfUser(): () => boolean {
  const before = messages
  return () => messages === before
}

const MODEL_OF: Readonly<Record<Purpose, (config: Config) => string>> = {
  extraction: ({ extractModel }) => extractModel,
  reconcile: ({ reconcileModel, extractModel }) => reconcileModel || extractModel,
}

export async function backgroundModel(app: App, host: HostServices, purpose: Purpose): Promise<string | undefined> {
  const named = MODEL_OF[purpose](app.config)
  if (named !== "") return named
  return host.smallModel().catch(toLog(app, "small-model"))
}

/** Why a call would not be made now; checked before anything is read for it. */
export async function whyNotNow(app: App, host: HostServices, purpose: Purpose): Promise<Unasked | undefined> {
  const consent = consentOf(app.config.background, app.store.background.answered())
  if (consent !== "on") return consent === "off" ? "off" : "not_agreed"
  if (app.config.backgroundTokens === 0) return "off"
  if (!isWithin(app, lastUserAt, STAYS_MS)) return "nobody_here"
  if (isWithin(app, app.store.background.mark(FAILED)?.at, RETRY_MS)) return "failed_lately"
  if (app.store.background.spent(utcDay(app.clock.now())) >= app.config.backgroundTokens) return "budget_spent"
  return (await backgroundModel(app, host, purpose)) === undefined ? "no_model" : undefined
}

/** Also false if the clock was set back meanwhile. */
function isWithin({ clock }: App, time: number | undefined, ms: number): boolean {
  return time !== undefined && Math.abs(clock.now() - time) <= ms
}

/** What an answer may take; OpenCode 1 also sends the environment and AGENTS.md, which the count afterwards includes. */
const ANSWER_TOKENS = 1500
const DEADLINE_MS = 90_000

/** What a call would cost at most, as far as that can be known. */
export function estimateOf(prompt: string): number {
  return tokensIn(prompt) + ANSWER_TOKENS
}

/** How large a prompt may be (`promptSize`). */
export function promptRoom({ backgroundTokensPerRun }: Config): number {
  return sizeOfTokens(backgroundTokensPerRun - ANSWER_TOKENS)
}

interface BackgroundQuestion extends Pick<Question, "purpose" | "prompt" | "about"> {
  /** None for a call that somebody asked for in a turn. */
  readonly isPause?: (() => boolean) | undefined
}

export async function askInBackground(
  app: App,
  host: HostServices,
  question: BackgroundQuestion,
): Promise<(Answered & { readonly spent: number }) | Unasked> {
  const { purpose, prompt, about, isPause } = question
  if (isPause?.() === false) return "turn_began"
  const refused = await whyNotNow(app, host, purpose)
  const model = await backgroundModel(app, host, purpose)
  if (refused || !model) return refused ?? "no_model"
  if (promptSize(prompt) > promptRoom(app.config)) return "too_long"
  const { background } = app.store
  const day = utcDay(app.clock.now())
  const spending = { purpose, model, estimate: estimateOf(prompt) }
  if (!background.pay(day, spending, app.config.backgroundTokens)) return "budget_spent"
  try {
    const answer = await host.ask({ purpose, prompt, model, about, deadlineMs: DEADLINE_MS })
    const counted = answer.tokens
    const { input, output } = counted ?? { input: tokensIn(prompt), output: tokensIn(answer.text) }
    background.settle(day, spending, { input, output, cost: answer.cost ?? 0, isEstimated: !counted })
    app.log.info("background-call", { purpose, model, input, output, estimated: !counted, about })
    return { ...answer, spent: input + output }
  } catch (error) {
    // Its real cost is unknown: the estimate stays in the ledger.
    app.log.warn("background-call", { purpose, model, about, why: messageOf(error) })
    restAfter(app, purpose)
    return "failed"
  }
}

export function restAfter({ store, clock }: App, purpose: Purpose): void {
  store.background.setMark(FAILED, purpose, clock.now())
}
