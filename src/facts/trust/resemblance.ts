// Whether a text repeats one from outside in other words: its words, hosts and numbers occur together in one passage. A stranger's text is
// suspect as such. A project's own files are what an agent works with and the source of most facts, so only some of their sentences count: those
// that address agents or speak for somebody, ask something of the reader without naming a thing of the project, lead out of it, or would do harm.
import { CLAIM_FILLERS } from "../../text/common-words.ts"
import { foldCase } from "../../text/fold.ts"
import { sentencesIn } from "../../text/sentence-end.ts"
import { contentOf, readWords } from "../fact-words.ts"
import { isDangerous, movesThings } from "./danger.ts"
import { oneCommand } from "./grounds.ts"
import { commandsNamedIn, outwardIn, rareIn } from "./named-things.ts"
import { bestPassage, type Passage } from "./near-words.ts"
import { addressesReader, seeksBelief } from "./order.ts"
import { isStrangers } from "./outside-text.ts"
import { foldedOf, type SeenText } from "./seen-text.ts"
import { SAID_OF_ANYTHING, weightOfStem } from "./typed-words.ts"

/** Shares of a text's weight that a passage must contain. */
const LIKE_STRANGERS = 0.5
const LIKE_DANGER = 0.4
const LIKE_ORDER = 0.6
/** Least share for a sentence of the passage to count as involved. */
const PART = 0.25
/** Words that only a sentence seeking belief has. */
const LEAST_FROM_BAIT = 2
/** Fewer matching words than this could be chance; if one is a foreign host, one more is enough. */
const LEAST_WORDS = 3
const LEAST_WITH_HOST = 2

/** `own`: names that the agent knows from elsewhere. */
export function resemblesOutside(
  text: string,
  outside: readonly SeenText[],
  instructions = "",
  own: ReadonlySet<string> = new Set(),
): boolean {
  const claim = readClaim(text, own)
  return outside.some((seen) => {
    const passage = bestPassage(foldedOf(seen), claim.weights, roomFor(text))
    const isNamed = claim.outward.some((name) => passage?.text.includes(name))
    const least = Math.min(isNamed ? LEAST_WITH_HOST : LEAST_WORDS, claim.weights.size)
    if (!passage || passage.found.size < least) return false
    if (comesFromBait(claim, passage.text, isStrangers(seen) ? "" : instructions)) return true
    if (!isStrangers(seen)) return resemblesProject(claim, passage)
    return isNamed || passage.share >= LIKE_STRANGERS
  })
}

type ReadClaim = ReturnType<typeof readClaim>

function readClaim(text: string, own: ReadonlySet<string>) {
  return {
    weights: weightsOf(text),
    folded: foldCase(text),
    outward: [...outwardIn(text)].filter((name) => !own.has(name)),
    names: [...rareIn(text), ...commandsNamedIn(text).map(oneCommand)],
    isDangerous: isDangerous(text),
    moves: movesThings(text),
  }
}

function resemblesProject(claim: ReadClaim, { share, text }: Passage): boolean {
  const like = sentencesLike(text, claim.weights)
  if (!isProse(like)) return false
  const isAddressed = addressesReader(like)
  const leadsOut =
    claim.outward.some((name) => like.includes(name)) ||
    [...outwardIn(like)].some((name) => claim.folded.includes(name))
  if (leadsOut) return isAddressed || claim.isDangerous || claim.moves
  if (!isAddressed) return false
  if (claim.isDangerous) return share >= LIKE_DANGER
  return share >= LIKE_ORDER && !claim.names.some((name) => like.includes(name))
}

/** Share of some words that one passage of others' sentences must have, and how many. */
const FROM_THERE = 0.4
const LEAST_FROM_THERE = 2

/** Whether these words may come from what others wrote, in a project's files too: for words that somebody is said to have meant. */
export function comesFromOutside(words: string, outside: readonly SeenText[]): boolean {
  const weights = weightsOf(words)
  return outside.some((seen) => {
    const passage = bestPassage(foldedOf(seen), weights, roomFor(words))
    if (!passage || passage.found.size < Math.min(LEAST_FROM_THERE, weights.size)) return false
    return passage.share >= FROM_THERE && (isStrangers(seen) || isProse(passage.text))
  })
}

/** The line number that tools print before a line of a file. */
const LINE_NUMBER = /^\s*\d{1,7}\s?[|:\t→]/

/** Whether part of the claim can only come from a sentence that seeks belief. The project's own instruction files do not count as that. */
function comesFromBait({ weights }: ReadClaim, passage: string, instructions: string): boolean {
  const sentences = sentencesIn(passage).map((line) => line.replace(LINE_NUMBER, "").trim())
  const isBait = (sentence: string) => seeksBelief(sentence) && !instructions.includes(sentence.replace(/\s+/g, " "))
  const bait = sentences.filter(isBait).join("\n")
  if (bait === "") return false
  const rest = sentences.filter((sentence) => !isBait(sentence)).join("\n")
  const elsewhere = bestPassage(rest, weights, rest.length)?.found
  const fromBait = bestPassage(bait, weights, bait.length)?.found ?? new Set<string>()
  return [...fromBait].filter((stem) => !elsewhere?.has(stem)).length >= LEAST_FROM_BAIT
}

/** The sentences of a passage that share words with the claim. */
function sentencesLike(passage: string, weights: ReadonlyMap<string, number>): string {
  return sentencesIn(passage)
    .filter((sentence) => (bestPassage(sentence, weights, sentence.length)?.share ?? 0) >= PART)
    .join("\n")
}

export function weightsOf(text: string): Map<string, number> {
  const stems = [...contentOf(readWords(text))].filter((stem) => !SAID_OF_ANYTHING.has(stem))
  return new Map(stems.map((stem) => [stem, weightOfStem(stem)]))
}

/** A paraphrase takes about as much room as the original. */
export function roomFor(text: string): number {
  return Math.min(600, Math.max(200, 2 * text.length))
}

const CODE = /^\s*(?:export|import|const|let|var|function|class|return|def|fn|func|pub|#include)\b.*[=({;:'"]/m

/** Sentences, not code, settings or a listing. */
export function isProse(text: string): boolean {
  // Counted against the marks, a host or a path in its parts: "the registry is npm.evil.example" is a sentence of six words.
  const words = text.match(/[\p{L}\p{N}'’]+/gu) ?? []
  if (CODE.test(text)) return false
  const marks = text.match(/[{}()[\]=<>*$|\\"]/g) ?? []
  return (
    words.length >= 5 && marks.length * 4 <= words.length && words.some((word) => CLAIM_FILLERS.has(word.toLowerCase()))
  )
}

/** Least share of a text that makes it something that a paste says. */
const OF_PASTE = 0.25

/** Whether it may come from what the user pasted, however it is worded. */
export function isOfPaste(text: string, outside: readonly SeenText[]): boolean {
  const weights = weightsOf(text)
  return outside.some(
    (seen) => seen.kind === "paste" && (bestPassage(foldedOf(seen), weights, roomFor(text))?.share ?? 0) >= OF_PASTE,
  )
}
