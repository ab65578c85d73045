// What this process has found out of a session's outputs, each looked at once: the work of a request goes by what is new in it.
import type { OutputFacts } from "../window/retiring/output-target.ts"
import type { RetiredOutput } from "./retired-account.ts"

export interface RetiringRun {
  /** By call. */
  readonly facts: Map<string, OutputFacts>
  /** In the last request. */
  readonly lengths: ReadonlyMap<string, number>
  /** Calls that two outputs of the last request answer. */
  readonly twice: ReadonlySet<string>
  /** Kept whole, with the line that would take its place. */
  readonly ready: Map<string, RetiredOutput>
  /** They hold what must not be written down, so they cannot be kept whole. */
  readonly refused: Set<string>
  /** By message: the files that it names. */
  readonly named: Map<string, readonly string[]>
  /** The model of the last request. */
  readonly model?: string | undefined
  /** What has left was looked for on disk. */
  readonly isFound?: boolean | undefined
  /** Messages were taken back since then. */
  readonly isReverted?: boolean | undefined
}

export function newRetiringRun(): RetiringRun {
  return {
    facts: new Map(),
    lengths: new Map(),
    twice: new Set(),
    ready: new Map(),
    refused: new Set(),
    named: new Map(),
  }
}
