// How much of what must not be lost a summary contains. No model is asked: the same summary always gets the same score, in linear time.
import type { Essential } from "../session/compaction-account.ts"
import type { EssentialKind } from "./essentials.ts"
import { saidCommands } from "./said-command.ts"
import { saidNames, saidWords } from "./said-name.ts"
import { saidPaths } from "./said-path.ts"
import { saidTexts } from "./said-text.ts"
import { type Block, blocksOf } from "./summary-page.ts"

export interface Fidelity {
  /** The share that is present, 0 to 1; 1 when there was nothing to lose. */
  readonly score: number
  readonly present: readonly Essential[]
  readonly missing: readonly Essential[]
}

type Said = (texts: readonly string[], blocks: readonly Block[]) => boolean[]

const CHECKS: Partial<Record<EssentialKind, Said>> = {
  file: saidPaths,
  place: saidPaths,
  command: saidCommands,
  name: saidNames,
  number: saidNames,
  ran: saidWords,
}

export function checkFidelity(summary: string, essentials: readonly Essential[]): Fidelity {
  const blocks = blocksOf(summary)
  const byCheck = Map.groupBy(essentials, ({ kind }) => CHECKS[kind] ?? saidTexts)
  const said = new Set([...byCheck].flatMap(([check, some]) => saidOf(some, blocks, check)))
  const present = essentials.filter((one) => said.has(one))
  return {
    score: essentials.length === 0 ? 1 : present.length / essentials.length,
    present,
    missing: essentials.filter((one) => !said.has(one)),
  }
}

function saidOf(essentials: readonly Essential[], blocks: readonly Block[], said: Said): Essential[] {
  const isSaid = said(
    essentials.map(({ text }) => text),
    blocks,
  )
  return essentials.filter((_one, at) => isSaid[at])
}
