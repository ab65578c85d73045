// Whether a text was copied: eight words in a row or, for a shorter text, everything it names, close together in one passage.
import { foldCase } from "../../text/fold.ts"
import { outwardIn, rareIn } from "./named-things.ts"
import { bestPassage } from "./near-words.ts"
import { isStrangers } from "./outside-text.ts"
import { isProse, roomFor, weightsOf } from "./resemblance.ts"
import { foldedOf, type SeenText } from "./seen-text.ts"
import { haveCommonRun, printsOf } from "./verbatim.ts"

export function isVerbatim(text: string, outside: readonly SeenText[]): boolean {
  const prints = printsOf(text)
  return prints.length > 0 && outside.some((seen) => haveCommonRun(prints, seen.prints))
}

/** Share of the remaining words that must be there as well: two facts may name the same file. */
const LIKE_COPY = 0.5
/** For a project's own file: share of the text that must occur as one run of words. */
const LIKE_RUN = 0.7
/** One name is enough if it leads out of the project; otherwise it takes two. */
const LEAST_NAMES = 2

/** A longer copied text would contain eight words in a row. */
const MAX_WORDS = 60

/** `own`: names that the agent knows from elsewhere, such as an address that it fetched itself. */
export function isShortCopy(text: string, outside: readonly SeenText[], own: ReadonlySet<string>): boolean {
  const outward = [...outwardIn(text)].filter((name) => !own.has(name))
  const names = [...rareIn(text)].filter((name) => !own.has(name))
  if (outward.length === 0 && names.length < LEAST_NAMES) return false
  const weights = weightsOf(text)
  return outside.some((seen) => {
    if (!isStrangers(seen) && outward.length === 0) return false
    const folded = foldedOf(seen)
    if (!names.every((name) => folded.includes(name))) return false
    const named = bestPassage(folded, new Map(names.map((name) => [name, 1])), roomFor(text))
    if (named?.share !== 1) return false
    if (!isStrangers(seen)) return isProse(named.text) && runShare(text, named.text) >= LIKE_RUN
    return (bestPassage(named.text, weights, named.text.length)?.share ?? 0) >= LIKE_COPY
  })
}

/** The longest run of the text's words that the passage contains, as a share of the text. */
function runShare(text: string, passage: string): number {
  // Names in parts: a copy may write `rates.yaml` as "rates yaml".
  const wordsOf = (said: string) => foldCase(said).match(/[\p{L}\p{N}]+/gu) ?? []
  const words = wordsOf(text).slice(0, MAX_WORDS)
  const said = ` ${wordsOf(passage).join(" ")} `
  let longest = 0
  for (let from = 0; from < words.length - longest; from++)
    while (from + longest < words.length && said.includes(` ${words.slice(from, from + longest + 1).join(" ")} `))
      longest++
  return longest / words.length
}
