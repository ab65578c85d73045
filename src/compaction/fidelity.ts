// How much of what must not be lost a summary contains. No model is asked: the same summary always gets the same score, in linear time.
import type { Essential } from "../session/compaction-account.ts"
import { keyOfName } from "../text/used-names.ts"
import type { EssentialKind } from "./essentials.ts"
import { saidCommands } from "./said-command.ts"
import { saidPaths } from "./said-path.ts"
import { saidTexts } from "./said-text.ts"
import { type Block, blocksOf, spacedText, withoutHidden } from "./summary-page.ts"

type Said = (texts: readonly string[], blocks: readonly Block[]) => boolean[]

const CHECKS: Partial<Record<EssentialKind, Said>> = {
  file: saidPaths,
  place: saidPaths,
  command: saidCommands,
  name: saidNames,
  number: saidNames,
  ran: saidWords,
}

export function checkFidelity(summary: string, essentials: readonly Essential[]) {
  const blocks = blocksOf(summary)
  const byCheck = Map.groupBy(essentials, ({ kind }) => CHECKS[kind] ?? saidTexts)
  const said = new Set(
    [...byCheck].flatMap(([check, some]) => {
      const isSaid = check(
        some.map(({ text }) => text),
        blocks,
      )
      return some.filter((_one, at) => isSaid[at])
    }),
  )
  const present = essentials.filter((one) => said.has(one))
  return {
    score: essentials.length === 0 ? 1 : present.length / essentials.length,
    present,
    missing: essentials.filter((one) => !said.has(one)),
  }
}

function saidNames(names: readonly string[], blocks: readonly Block[]): boolean[] {
  // A name is said if its parts are, whatever signs are between them.
  const words = new Set(blocks.flatMap(({ text }) => text.match(/[\w$]+/g) ?? []))
  return names.map((name) => {
    const parts = keyOfName(name).match(/[\w$]+/g) ?? []
    return parts.length > 0 && parts.every((part) => words.has(part))
  })
}

function saidWords(texts: readonly string[], blocks: readonly Block[]): boolean[] {
  const page = blocks.map(({ text }) => text).join("\n")
  return texts.map((text) => page.includes(spacedText(withoutHidden(text)).replace(/…$/, "")))
}
