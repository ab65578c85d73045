// Whether a summary says what a text says: the same words in a row, or nearly all of its meaningful words in one sentence with the same numbers
// and negations. "Never commit" contains "commit" and says the opposite, so neighbouring words count as well.

import { statementsIn } from "../text/sentence-end.ts"
import { isSameSet } from "../text/word-set.ts"
import { isTurning, REACH, readSentence, type SentenceWords } from "../text/words.ts"
import { type Block, withoutHidden } from "./summary-page.ts"

const LEAST_SHARE = 0.8
/** Fewer meaningful words than this may come together by chance. */
const LEAST_WORDS = 4

/** A title over what is no longer true. */
const GONE = /\b(?:rejected|discarded|abandoned|obsolete|outdated|superseded|dropped|cancell?ed|revoked|no longer)\b/i

interface Claim extends SentenceWords {
  said: boolean
  /** How many of its words are in the current sentence. */
  met: number
}

export function saidTexts(texts: readonly string[], blocks: readonly Block[]): boolean[] {
  const claims = texts.map(claimsOf)
  const byWord = new Map<string, Claim[]>()
  for (const claim of claims.flat())
    for (const word of claim.content) byWord.set(word, [...(byWord.get(word) ?? []), claim])
  for (const block of blocks) {
    if (GONE.test(block.title)) continue
    for (const text of statementsOf(block)) hear(readSentence(text), byWord)
  }
  return claims.map((of) => of.every(({ said }) => said))
}

function claimsOf(text: string): Claim[] {
  return withoutHidden(text)
    .split("\n")
    .flatMap(statementsIn)
    .map((sentence) => ({ ...readSentence(sentence), said: false, met: 0 }))
    .filter(({ words }) => words.length > 0)
}

/** A wrapped sentence is complete only in its block; separate lines are sentences only by themselves. */
function statementsOf({ text, lines }: Block): string[] {
  return (lines.length > 1 ? [text, ...lines] : lines).flatMap(statementsIn)
}

/** The work is proportional to the sentence: only claims that share a word with it are looked at. */
function hear(sentence: SentenceWords, byWord: ReadonlyMap<string, Claim[]>): void {
  const touched = new Set<Claim>()
  for (const word of new Set(sentence.words)) {
    for (const claim of byWord.get(word) ?? []) {
      if (claim.said) continue
      claim.met = touched.has(claim) ? claim.met + 1 : 1
      touched.add(claim)
    }
  }
  for (const claim of touched) claim.said = saysWordForWord(sentence, claim) || saysInOtherWords(sentence, claim)
}

function saysWordForWord(sentence: SentenceWords, claim: Claim): boolean {
  if (claim.met < claim.content.size) return false
  const at = sentence.joined.indexOf(claim.joined)
  if (at < 0) return false
  const start = sentence.joined.slice(0, at + 1).split(" ").length - 2
  const end = start + claim.words.length
  const around = [...sentence.words.slice(Math.max(0, start - REACH), start), ...sentence.words.slice(end, end + REACH)]
  return !around.some(isTurning)
}

function saysInOtherWords(sentence: SentenceWords, claim: Claim): boolean {
  const { size } = claim.content
  return (
    size >= LEAST_WORDS &&
    claim.met >= LEAST_SHARE * size &&
    // A mere list of words says nothing, however many it has.
    sentence.content.size <= 3 * size + 6 &&
    isSameSet(sentence.numbers, claim.numbers) &&
    isSameSet(sentence.negated, claim.negated) &&
    !hasReplaced(sentence, claim)
  )
}

/** Whether another word replaces one of the claim's: "in French" for "in German". A word that is merely left out does less harm. */
function hasReplaced(sentence: SentenceWords, claim: Claim): boolean {
  if (claim.met === claim.content.size) return false
  const replaced = placesOf(claim.content, (word) => !sentence.content.has(word))
  const foreign = placesOf(sentence.content, (word) => !claim.content.has(word))
  return [...replaced].some((place) => foreign.has(place))
}

/** After which common words the other words come. */
function placesOf(words: ReadonlySet<string>, isOther: (word: string) => boolean): Set<string> {
  const places = new Set<string>()
  let after = ""
  for (const word of words) {
    if (isOther(word)) places.add(after)
    else after = word
  }
  return places
}
