// Whether a text is one from outside in other words. Words, hosts and numbers that occur together in one passage tell; which words, nobody can
// foresee. What strangers wrote is suspect as such. A project's own files are what an agent works with, and most of its facts come from there: of
// these only a sentence tells that is meant for agents or speaks for somebody, that asks something of its reader without naming a thing of the
// project, that leads out of it, or that would do harm.
import { CLAIM_FILLERS } from "../../text/common-words.ts"
import { foldCase } from "../../text/fold.ts"
import { contentOf, readWords } from "../fact-words.ts"
import { isDangerous, movesThings } from "./danger.ts"
import { oneCommand } from "./grounds.ts"
import { commandsNamedIn, outwardIn, rareIn } from "./named-things.ts"
import { bestPassage, type Passage } from "./near-words.ts"
import { addressesReader, seeksBelief } from "./order.ts"
import { isStrangers } from "./outside-text.ts"
import { foldedOf, type SeenText } from "./seen-text.ts"
import { SAID_OF_ANYTHING, weightOfStem } from "./typed-words.ts"

/** So much of what a text says, by weight. */
const LIKE_STRANGERS = 0.5
const LIKE_DANGER = 0.4
const LIKE_ORDER = 0.6
/** Of the sentences of a passage, those that have so much of it. */
const PART = 0.25
/** This many words that nothing else around has. */
const LEAST_FROM_BAIT = 2
/** Fewer words than these are like anything. */
const LEAST_WORDS = 3

export function resemblesOutside(text: string, outside: readonly SeenText[], instructions = ""): boolean {
  const claim = {
    weights: weightsOf(text),
    folded: foldCase(text),
    outward: [...outwardIn(text)],
    names: [...rareIn(text), ...commandsNamedIn(text).map(oneCommand)],
    isDangerous: isDangerous(text),
    moves: movesThings(text),
  }
  return outside.some((seen) => {
    const passage = bestPassage(foldedOf(seen), claim.weights, roomFor(text))
    if (!passage || passage.found.size < Math.min(LEAST_WORDS, claim.weights.size)) return false
    if (comesFromBait(claim, passage.text, isStrangers(seen) ? "" : instructions)) return true
    if (!isStrangers(seen)) return resemblesProject(claim, passage)
    return passage.share >= LIKE_STRANGERS || claim.outward.some((name) => passage.text.includes(name))
  })
}

interface ReadClaim {
  readonly weights: ReadonlyMap<string, number>
  readonly folded: string
  readonly outward: readonly string[]
  readonly names: readonly string[]
  readonly isDangerous: boolean
  readonly moves: boolean
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

const SENTENCE_END = /(?<=[.!?。！？])\s+|\n+/

/** How tools print a line of a file. */
const LINE_NUMBER = /^\s*\d{1,7}\s?[|:\t→]/

/** Whether a part of the claim can only be from a sentence that seeks belief. What the project tells every agent anyway seeks none. */
function comesFromBait({ weights }: ReadClaim, passage: string, instructions: string): boolean {
  const sentences = passage.split(SENTENCE_END).map((line) => line.replace(LINE_NUMBER, "").trim())
  const isBait = (sentence: string) => seeksBelief(sentence) && !instructions.includes(sentence.replace(/\s+/g, " "))
  const bait = sentences.filter(isBait).join("\n")
  if (bait === "") return false
  const rest = sentences.filter((sentence) => !isBait(sentence)).join("\n")
  const elsewhere = bestPassage(rest, weights, rest.length)?.found
  const fromBait = bestPassage(bait, weights, bait.length)?.found ?? new Set<string>()
  return [...fromBait].filter((stem) => !elsewhere?.has(stem)).length >= LEAST_FROM_BAIT
}

/** Those sentences of a passage that have a part in it. */
function sentencesLike(passage: string, weights: ReadonlyMap<string, number>): string {
  return passage
    .split(SENTENCE_END)
    .filter((sentence) => (bestPassage(sentence, weights, sentence.length)?.share ?? 0) >= PART)
    .join("\n")
}

export function weightsOf(text: string): Map<string, number> {
  const stems = [...contentOf(readWords(text))].filter((stem) => !SAID_OF_ANYTHING.has(stem))
  return new Map(stems.map((stem) => [stem, weightOfStem(stem)]))
}

/** What says the same takes about as much room. */
export function roomFor(text: string): number {
  return Math.min(600, Math.max(200, 2 * text.length))
}

const CODE = /^\s*(?:export|import|const|let|var|function|class|return|def|fn|func|pub|#include)\b.*[=({;:'"]/m

/** A sentence, and not code, a setting or a listing. */
export function isProse(text: string): boolean {
  const words = text.match(/[\p{L}\p{N}'’]+/gu) ?? []
  if (CODE.test(text)) return false
  const marks = text.match(/[{}()[\]=<>*$|\\"]/g) ?? []
  return (
    words.length >= 5 && marks.length * 4 <= words.length && words.some((word) => CLAIM_FILLERS.has(word.toLowerCase()))
  )
}
