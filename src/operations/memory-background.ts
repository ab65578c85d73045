// Whether background calls are allowed, and what they have cost, in the same words everywhere.
import * as z from "zod"
import type { App } from "../app.ts"
import { consentOf } from "../background/consent.ts"
import { lastRunMark, passMark, readLastRun, whyNotDone } from "../background/last-run.ts"
import { CairnError } from "../model/errors.ts"
import { ownCommand } from "../model/own-command.ts"
import { counted, thousands } from "../text/counted.ts"
import { localMinute, utcDay } from "../text/local-time.ts"
import { type Operation, operation } from "./operation.ts"

const SHOWN_MS = 6 * 86_400_000

type BackgroundReport = ReturnType<typeof backgroundReport>
type BackgroundWork = BackgroundReport["work"][number]

/** `cap` and `today` are tokens, the ledger is of the last week, newest first. */
export function backgroundReport(app: App) {
  const { config, store, clock } = app
  const now = clock.now()
  const consent = consentOf(config.background, store.background.answered())
  const [cap, today] = [config.backgroundTokens, store.background.spent(utcDay(now))]
  return {
    ...{ consent, cap, today },
    ledger: store.background.ledger(utcDay(now - SHOWN_MS)),
    // What is done for this project; none while nothing runs.
    work: consent === "on" && cap > 0 ? workOf(app, today >= cap) : [],
  }
}

function workOf({ config, store: { background }, project: { name } }: App, isSpent: boolean) {
  const last = (purpose: string) => readLastRun(background.mark(lastRunMark(purpose, name)))
  const later = (next: NextRun): NextRun => (isSpent ? { after: "today" } : next)
  const passed = background.mark(passMark(name))?.at
  const from = passed === undefined ? undefined : passed + config.reconcileIntervalMs
  const pause = { after: "turn", ms: config.extractDebounceMs } as const
  const churn = { after: "changes", changes: config.reconcileChurn, from } as const
  const facts = { purpose: "extraction", last: last("extraction"), next: later(pause) } as const
  const tidying = { purpose: "reconcile", last: last("reconcile"), next: later(churn) } as const
  return [...(config.capture && config.extract ? [facts] : []), ...(config.reconcile ? [tidying] : [])]
}

type NextRun =
  /** Today's tokens are spent. */
  | { readonly after: "today" }
  | { readonly after: "turn"; readonly ms: number }
  /** After so many changed facts; from that time on after any. */
  | { readonly after: "changes"; readonly changes: number; readonly from: number | undefined }

function nextText(next: NextRun): string {
  if (next.after === "today") return "tomorrow (UTC), since today's tokens are spent"
  if (next.after === "turn") return `${Math.round(next.ms / 1000)} s after your next turn ends`
  const from = next.from === undefined ? "" : `, or from ${localMinute(next.from)} with any`
  return `after ${next.changes} changed facts${from}`
}

const PURPOSES = { extraction: "looking for facts", reconcile: "tidying up" } as const

function workLines({ purpose, last, next }: BackgroundWork): string[] {
  const took = last?.proposed ? `${last.done ?? 0} of ${last.proposed} proposals accepted` : "nothing was proposed"
  const came = last?.why ? `nothing done: ${whyNotDone(last.why)}` : took
  return [
    `- ${PURPOSES[purpose]}: ${last ? `${localMinute(last.at)}, ${came}` : "not yet"}`,
    `  next: ${nextText(next)}`,
  ]
}

export function backgroundLines({ consent, cap, today, ledger, work }: BackgroundReport): string[] {
  const state =
    cap === 0 ? "off (backgroundTokens is 0)" : consent === "ask" ? "off (you have not agreed to them yet)" : consent
  const isAsked = cap > 0 && consent === "ask"
  const spent = `${thousands(today)} of ${thousands(cap)} tokens today`
  return [
    ...(isAsked
      ? [`background calls: ${state}`, spent, `to allow them: ${ownCommand("background on")}`]
      : [`background calls: ${state}; ${spent}`]),
    ...work.flatMap(workLines),
    ...ledger.map(({ day, purpose, model, input, output, cost, runs, estimated }) => {
      const about = estimated > 0 ? " (estimated: the host does not count them)" : ""
      const paid = cost > 0 ? `, $${cost.toFixed(4)}` : ""
      return `- ${day} ${purpose} on ${model}: ${counted(runs, "call")}, ${thousands(input)} tokens in, ${thousands(output)} out${about}${paid}`
    }),
  ]
}

export const memoryBackground: Operation = operation({
  name: "memory_background",
  summary: "Allow background model calls that look for facts, or forbid them, and show what they have cost.",
  effect: "write",
  access: "person",
  input: { answer: z.enum(["on", "off", "show"]).optional().describe("default: show") },
  words: ["answer"],
  needsNoMemory: true,
  onlyLooks: ({ answer = "show" }) => answer === "show",
  async run({ app }, { answer = "show" }) {
    if (answer !== "show" && !app.store.background.setAnswer(answer, app.clock.now()))
      throw new CairnError("state_off", "the answer could not be saved: session state is off", "see cairn.log")
    const { background } = app.config
    const overruled = answer !== "show" && background !== "ask" && background !== answer ? background : undefined
    return { ...backgroundReport(app), overruled }
  },
  toText: ({ overruled, ...report }) =>
    [
      ...(overruled ? [`The setting "background" is "${overruled}", which overrides the answer.`] : []),
      ...backgroundLines(report),
    ].join("\n"),
})
