// What this process knows about a session's outputs. Each is examined once, so that the work per request depends only on what is new. What was found
// out about single outputs (`facts`, `ready`, `refused`, `named`) is added in place: a copy of thousands of entries for each new one would cost more.
import type { NamedFiles } from "../window/retiring/named-files.ts"
import type { OutputFacts } from "../window/retiring/output-target.ts"
import type { ShownOutput } from "../window/retiring/shown-output.ts"
import type { RetiredAccount } from "./retired-account.ts"

export interface SentOutputs {
  readonly retired: RetiredAccount["outputs"]
  /** The outputs shown, with positions as if retired ones were already replaced by their lines. */
  readonly outputs: readonly ShownOutput[]
  /** Index of the first that may be retired. */
  readonly first: number
  /** Tokens that are not sent. */
  readonly gone: number
}

export interface SavedOutput {
  readonly chars: number
  readonly id: string
  /** Of the line last made for it; another one replaces it when it leaves. */
  readonly lineChars?: number | undefined
}

export interface RetiringRun {
  /** By call. */
  readonly facts: Map<string, OutputFacts>
  /** What the last request showed, and what was actually sent. */
  readonly shown: readonly ShownOutput[]
  readonly sent?: SentOutputs | undefined
  /** The host's last compaction, as the last request showed it. */
  readonly compaction?: string | undefined
  /** Their lengths, by call. */
  readonly lengths: Map<string, number>
  /** Calls that two outputs claim to answer. */
  readonly twice: Set<string>
  /** Outputs saved in full. */
  readonly ready: Map<string, SavedOutput>
  /** Contain something that must not be written to disk, so they cannot be kept. */
  readonly refused: Set<string>
  /** The files that each message names, by message. */
  readonly named: Map<string, NamedFiles>
  /** The model of the last request, and the tokens of its conversation as it was sent. */
  readonly model?: string | undefined
  readonly tokens?: number | undefined
  /** Whether the retired outputs have been looked up on disk. */
  readonly isFound?: boolean | undefined
  /** Messages were reverted since then. */
  readonly isReverted?: boolean | undefined
}

export function newRetiringRun(): RetiringRun {
  return {
    facts: new Map(),
    shown: [],
    lengths: new Map(),
    twice: new Set(),
    ready: new Map(),
    refused: new Set(),
    named: new Map(),
  }
}

/** A request shows these. */
export function outputsShown(
  run: RetiringRun,
  now: Pick<RetiringRun, "shown" | "lengths" | "twice" | "compaction">,
): RetiringRun {
  return { ...run, ...now }
}

export function outputsSent(run: RetiringRun, sent: SentOutputs): RetiringRun {
  return { ...run, sent }
}

export function keptLookedUp(run: RetiringRun): RetiringRun {
  return { ...run, isFound: true }
}

export function messagesReverted(run: RetiringRun): RetiringRun {
  return { ...run, isReverted: true }
}

/** It was decided what this request leaves out. */
export function requestWeighed(run: RetiringRun, model: string, tokens: number): RetiringRun {
  return { ...run, model, tokens, isReverted: false }
}

/** And that it leaves out more than before. */
export function outputsLeft(run: RetiringRun, saved: number): RetiringRun {
  return run.tokens === undefined ? run : { ...run, tokens: run.tokens - saved }
}

/** For a session that has been idle: these are its whole conversation, and its next request shows them again. */
export function withoutShown(run: RetiringRun): RetiringRun {
  const { shown, sent, lengths, twice } = newRetiringRun()
  return { ...run, shown, sent, lengths, twice }
}
