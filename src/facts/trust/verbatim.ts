// Whether eight words in a row of one text occur in another. A session brings in megabytes of foreign text, and everything the agent wants to
// keep is compared with all of it. So each text is read once into hashes, one per run of eight words, and only those are compared.

import { foldCase } from "../../text/fold.ts"
import { stripHidden } from "../../text/hidden-text.ts"
import { isEasternCode } from "../../text/script.ts"

/** Hashes of runs of words, sorted. */
export type Prints = Float64Array

/** A Chinese, Japanese or Korean character weighs half a word, so that a run is about the same amount of text in every language. */
const RUN_WEIGHT = 8
const WORD_WEIGHT = 1
const CHARACTER_WEIGHT = 0.5
const LONGEST_RUN = RUN_WEIGHT / CHARACTER_WEIGHT

export function printsOf(text: string): Prints {
  const steps = printing(text)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** The same, with pauses in which the host can run. */
export async function printsInSteps(text: string, pause: () => Promise<void>): Promise<Prints> {
  const steps = printing(text)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    await pause()
  }
}

const WORDS_A_STEP = 8000

function* printing(text: string): Generator<undefined, Prints> {
  const prints: number[] = []
  const run: Word[] = []
  let weight = 0
  let words = 0
  for (const word of wordsOf(text)) {
    if (++words % WORDS_A_STEP === 0) yield undefined
    run.push(word)
    weight += word.weight
    while (run.length > 1 && weight - (run[0] as Word).weight >= RUN_WEIGHT) weight -= (run.shift() as Word).weight
    if (weight >= RUN_WEIGHT) prints.push(printOf(run))
    if (run.length > LONGEST_RUN) weight -= (run.shift() as Word).weight
  }
  yield undefined
  return new Float64Array(new Set(prints)).sort()
}

/** `few` belongs to the shorter text. */
export function haveCommonRun(few: Prints, many: Prints): boolean {
  return few.some((print) => holds(many, print))
}

function holds(prints: Prints, wanted: number): boolean {
  let low = 0
  let high = prints.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((prints[middle] as number) < wanted) low = middle + 1
    else high = middle
  }
  return prints[low] === wanted
}

interface Word {
  readonly hash: number
  readonly weight: number
}

/** Removes what tools add when they print a text: line numbers, match positions, escaped line ends, markup, invisible characters. */
function bare(text: string): string {
  return stripHidden(text)
    .text.replace(/\\[nrt]/g, " ")
    .replace(/<[/!]?[a-z][^<>\n]{0,80}>/gi, " ")
    .replace(/^[ \t]{0,8}(?:[^\s:|]{1,200}:)?\d{1,7}[ \t]{0,8}[|:\t→]/gm, " ")
}

/** Goes by character codes: a regular expression with the letters of all scripts takes thirty times as long. */
function* wordsOf(text: string): Generator<Word> {
  const folded = foldCase(bare(text))
  let hash = 0
  let length = 0
  for (let at = 0; at < folded.length; at++) {
    const code = folded.charCodeAt(at)
    const isCharacter = isEasternCode(code)
    if (!isCharacter && isOfWord(code)) {
      hash = mix(hash, code)
      length++
      continue
    }
    if (length > 0) yield { hash, weight: WORD_WEIGHT }
    hash = 0
    length = 0
    if (isCharacter) yield { hash: mix(0, code), weight: CHARACTER_WEIGHT }
  }
  if (length > 0) yield { hash, weight: WORD_WEIGHT }
}

/** ASCII letters and digits; beyond ASCII, everything except punctuation and spaces. */
function isOfWord(code: number): boolean {
  if (code < 0x80) return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39)
  return (
    code >= 0xc0 &&
    !(code >= 0x2000 && code <= 0x206f) &&
    !(code >= 0x3000 && code <= 0x303f) &&
    code !== 0x30fb &&
    code !== 0xfeff
  )
}

function mix(hash: number, value: number): number {
  return Math.imul(hash ^ value, 0x01000193) ^ (hash >>> 15)
}

/** 53 bits: with 32, a long note compared with megabytes of text would often match by chance. */
function printOf(run: readonly Word[]): number {
  let one = 0x811c9dc5
  let other = 0x9e3779b1
  for (const { hash } of run) {
    one = mix(one, hash)
    other = Math.imul(other ^ hash, 0x85ebca6b) ^ (other >>> 13)
  }
  return (one >>> 0) * 0x200000 + (other >>> 11)
}
