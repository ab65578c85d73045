// Facts as the author of a summary sees them: each has a mark, by which the summary can confirm or correct it. A mark is only valid for the prompt
// that gave it, which the snapshot id identifies.
import type { Fact } from "../model/fact.ts"
import { asSessionData } from "../prompt/escape.ts"
import { fitting } from "../text/fit-into.ts"
import { oneLine } from "../text/text.ts"

export interface MarkedFactLines {
  readonly id: string
  readonly facts: readonly Fact[]
}

const BUDGET = 3000
const MAX_TEXT = 200

/** As many as fit, the strongest first. */
export function fitMarkedFacts(facts: readonly Fact[]): Fact[] {
  return fitting(facts, BUDGET, (fact, at) => lineOf(fact, at).length + 1)
}

export function renderMarked({ id, facts }: MarkedFactLines): string {
  if (facts.length === 0) return ""
  return [
    "Facts on record from earlier sessions:",
    ...facts.map(lineOf),
    "",
    "In that section, the line `REINFORCE [M1]` confirms a fact that this session showed to be true, and `REPLACE [M1] [type] text` corrects one that is no longer true. If you use either, add this line:",
    `memory ref snapshot id: ${id}`,
  ].join("\n")
}

function lineOf({ type, text }: Fact, at: number): string {
  return `[M${at + 1}] [${asSessionData(oneLine(type, 40))}] ${asSessionData(oneLine(text, MAX_TEXT))}`
}
