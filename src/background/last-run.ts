// The outcome of the last background run, stored by name so that a person can be told what it did, or why it did nothing.
import { jsonOf, numberAt, textAt } from "../model/fields.ts"

export interface LastRun {
  readonly at: number
  /** Why nothing was done. */
  readonly why?: string | undefined
  /** How many changes the model proposed, and how many were made. */
  readonly proposed?: number | undefined
  readonly done?: number | undefined
}

export const lastRunMark = (purpose: string, project: string) => `last ${purpose} ${project}`

/** When the facts of a project were last checked, and which. */
export const passMark = (project: string) => `pass project ${project}`

export function lastRunText(run: Omit<LastRun, "at">): string {
  return JSON.stringify(run)
}

export function readLastRun(mark: { readonly value: string; readonly at: number } | undefined): LastRun | undefined {
  const run = jsonOf(mark?.value)
  if (!mark || run === undefined) return undefined
  return { at: mark.at, why: textAt(run, "why"), proposed: numberAt(run, "proposed"), done: numberAt(run, "done") }
}

/** Why a call was not made, or nothing came of it. */
const REASONS: Readonly<Record<string, string>> = {
  off: "background calls are switched off",
  not_agreed: "the user has not agreed to background calls (cairn background on)",
  no_model: "no small_model is configured in OpenCode",
  nobody_here: "the user has been away for ten minutes",
  turn_began: "the user has gone on; it comes after the next pause",
  budget_spent: "today's background tokens are spent",
  run_spent: "the tokens of one run (backgroundTokensPerRun) are spent",
  too_long: "the question would be longer than backgroundTokensPerRun",
  failed: "the model did not answer",
  failed_lately: "a call some minutes ago came to nothing",
  unwritten: "nothing can be written to memory (doctor says why)",
  no_history: "without git nothing is merged or deleted",
  no_usable_answer: "the model gave no usable answer",
  taken_back: "messages were taken back meanwhile",
}

export function whyNotDone(reason: string): string {
  return REASONS[reason] ?? reason
}
