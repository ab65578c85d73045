// What background calls have cost, in the same words everywhere.
import type { App } from "../app.ts"
import { type Consent, consentOf } from "../background/consent.ts"
import { ownCommand } from "../model/own-command.ts"
import type { LedgerLine } from "../store/tables/background-log.ts"

export interface BackgroundReport {
  readonly consent: Consent
  /** Tokens a day. */
  readonly cap: number
  readonly today: number
  /** For the last week, newest first. */
  readonly ledger: readonly LedgerLine[]
}

const SHOWN_MS = 6 * 86_400_000

export function backgroundReport({ config, store, clock }: App): BackgroundReport {
  const day = (time: number) => new Date(time).toISOString().slice(0, 10)
  const now = clock.now()
  return {
    consent: consentOf(config.background, store.background.answered()),
    cap: config.backgroundTokens,
    today: store.background.spent(day(now)),
    ledger: store.background.ledger(day(now - SHOWN_MS)),
  }
}

export function backgroundLines({ consent, cap, today, ledger }: BackgroundReport): string[] {
  const state = cap === 0 ? "off (backgroundTokens is 0)" : STATES[consent]
  const isAsked = cap > 0 && consent === "ask"
  return [
    `background calls: ${state}; ${count(today)} of ${count(cap)} tokens today`,
    ...(isAsked ? [`to allow them: ${ownCommand("background on")}`] : []),
    ...ledger.map(({ day, purpose, model, input, output, cost, runs, estimated }) => {
      const about = estimated > 0 ? " (estimated: the host does not count them)" : ""
      const paid = cost > 0 ? `, ${cost.toFixed(4)} in money` : ""
      return `- ${day} ${purpose} on ${model}: ${runs} ${runs === 1 ? "call" : "calls"}, ${count(input)} tokens in, ${count(output)} out${about}${paid}`
    }),
  ]
}

const STATES: Readonly<Record<Consent, string>> = {
  on: "on",
  off: "off",
  ask: "off, not agreed to yet",
}

function count(number: number): string {
  return number.toLocaleString("en")
}
