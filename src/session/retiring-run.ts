// What this process has found out about a session's outputs, each examined once: the work per request depends on what is new in it.
import type { OutputFacts } from "../window/retiring/output-target.ts"
import type { ShownOutput } from "../window/retiring/shown-output.ts"
import type { RetiredAccount, RetiredOutput } from "./retired-account.ts"

export interface SentOutputs {
  readonly retired: RetiredAccount["outputs"]
  /** As many as were shown, each with its position after the lines that replace removed outputs. */
  readonly outputs: readonly ShownOutput[]
  /** The first of them that may leave. */
  readonly first: number
  /** Tokens that are not sent. */
  readonly gone: number
}

export interface RetiringRun {
  /** By call. */
  readonly facts: Map<string, OutputFacts>
  /** What the last request showed, and what was sent of it. */
  readonly shown: readonly ShownOutput[]
  readonly sent?: SentOutputs | undefined
  /** Their lengths, by call. */
  readonly lengths: Map<string, number>
  /** Calls that two of them answer. */
  readonly twice: Set<string>
  /** Kept whole, with the line that would replace it. */
  readonly ready: Map<string, RetiredOutput>
  /** They contain what must not be written down, so they cannot be kept whole. */
  readonly refused: Set<string>
  /** By message: the files that it names. */
  readonly named: Map<string, readonly string[]>
  /** The model of the last request. */
  readonly model?: string | undefined
  /** The outputs that have left were looked for on disk. */
  readonly isFound?: boolean | undefined
  /** Messages were taken back since then. */
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

/** For a session that nobody has served for a while: these are its whole conversation, and its next request shows them again. */
export function withoutShown(run: RetiringRun): RetiringRun {
  const { shown, sent, lengths, twice } = newRetiringRun()
  return { ...run, shown, sent, lengths, twice }
}
