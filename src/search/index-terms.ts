// The terms of millions of texts, without weights: as one string for an index, or counted for a search. A token's terms are worked out once; from then
// on the token is a number that leads to the numbers of its terms.
import { hashedNumbers, hashesOf } from "./hashed-numbers.ts"
import { type TokenReader, tokenReader } from "./known-tokens.ts"
import { languageTally, marksOf, type SearchLanguage } from "./languages.ts"
import { isPath, stemOfToken, termsOfToken } from "./search-terms.ts"

/**
 * With more tokens than this, everything is forgotten: learning them again takes half a second, while a larger table takes more of the host's memory and
 * holds the host up when it grows.
 */
const MOST_TOKENS = 130_000
/** In a search, learning again what its texts are made of would add some 12 ms at once. It leaves forgetting to the next build, unless there is none. */
const MOST_IN_SEARCHES = 2 * MOST_TOKENS
/** Nobody searches for longer ones. */
const LONGEST_TERM = 60

/** Terms by number: their characters in UTF-8 one after the other, where each begins, and the last text that had it. */
const numbers = hashedNumbers()
let characters = Buffer.alloc(2 ** 16)
let begins = new Int32Array(2 ** 12)
let seenIn = new Int32Array(2 ** 12)
/**
 * For each token: how many terms it has, how many of those are indexed, which languages it is a mark of, and the numbers of its terms, the indexed
 * ones first. The list at 0 is empty.
 */
const [COUNT, INDEXED, MARKS, TERMS] = [0, 1, 2, 3]
let lists = new Int32Array(2 ** 14)
let listed = TERMS
let learned = 0
let textsRead = 0

function numberOf(term: string): number {
  const [one, other] = hashesOf(term)
  const slot = numbers.slotOf(one, other)
  if (slot >= 0) return numbers.valueAt(slot)
  const number = numbers.size()
  const begin = begins[number] as number
  // At most three bytes a character.
  if (begin + 3 * term.length > characters.length) characters = Buffer.concat([characters], 2 * characters.length)
  if (number + 2 > begins.length) {
    begins = enlarged(begins)
    seenIn = enlarged(seenIn)
  }
  begins[number + 1] = begin + characters.write(term, begin)
  seenIn[number] = 0
  numbers.add(one, other, number)
  return number
}

function enlarged(numbers: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const more = new Int32Array(2 * numbers.length)
  more.set(numbers)
  return more
}

const tokens = tokenReader((token) => {
  const terms = termsOfToken(token).filter(({ length }) => length <= LONGEST_TERM)
  const marks = token.length <= LONGEST_TERM ? marksOf(token.toLowerCase()) : 0
  return terms.length === 0 && marks === 0 ? 0 : addList(terms, marks)
})

function addList(terms: readonly string[], marks: number): number {
  while (listed + TERMS + terms.length > lists.length) lists = enlarged(lists)
  const at = listed
  listed += TERMS
  const put = (term: string) => {
    lists[listed++] = numberOf(term)
  }
  for (const term of terms) if (!isPath(term)) put(term)
  lists[at + INDEXED] = listed - at - TERMS
  for (const term of terms) if (isPath(term)) put(term)
  lists[at + COUNT] = terms.length
  lists[at + MARKS] = marks
  return at
}

/** The same for the other forms of words in a language; most users need one of these at most. */
const stemReaders = new Map<SearchLanguage, TokenReader>()

function stemReaderOf(language: SearchLanguage): TokenReader {
  const known = stemReaders.get(language)
  if (known) return known
  const made = tokenReader((token) => {
    const stem = stemOfToken(token, language)
    return stem === undefined || stem.length > LONGEST_TERM ? 0 : addList([stem], 0)
  })
  stemReaders.set(language, made)
  return made
}

const tally = languageTally()
/** Function words of a language that a text has at least. */
const LEAST_MARKS = 3

/**
 * Visits the tokens of a text and then, if it seems to be in another language than English, those again that have other forms there. With `isOnce`,
 * each once; the language is told by each word once in any case, since the index and a search must tell the same.
 */
function eachWithForms(text: string, visit: (token: number, isForm: boolean) => void, isOnce: boolean): void {
  tally.clear()
  marking.clear()
  const visitToken = (token: number) => {
    const marks = lists[token + MARKS] as number
    if (marks !== 0 && (isOnce || !marking.has(token))) {
      tally.add(marks)
      if (!isOnce) marking.add(token)
    }
    visit(token, false)
  }
  tokens.each(text, visitToken, isOnce)
  const language = tally.language(LEAST_MARKS)
  if (language) stemReaderOf(language).each(text, (form) => form > 0 && visit(form, true), isOnce)
}

/** The tokens of the text at hand that mark a language. */
const marking = new Set<number>()

function forgetBeyond(most: number): void {
  const readers = [tokens, ...stemReaders.values()]
  if (readers.reduce((sum, { size }) => sum + size(), 0) <= most) return
  for (const { forget } of readers) forget()
  numbers.clear()
  listed = TERMS
  learned++
}

let output = Buffer.alloc(2 ** 14)

/**
 * The terms of a text, each once, joined by spaces: all that an index of many texts needs. A path is indexed by its parts and its file name, which
 * take less room.
 */
export function indexTerms(text: string): string {
  return slicedTerms()(text)
}

/** The same for a text that comes in slices: each gives the terms that the ones before it did not have. */
export function slicedTerms(): (slice: string) => string {
  const current = ++textsRead
  return (slice) => newTermsIn(slice, current)
}

function newTermsIn(text: string, current: number): string {
  forgetBeyond(MOST_TOKENS)
  let end = 0
  const take = (token: number) => {
    const past = token + TERMS + (lists[token + INDEXED] as number)
    for (let at = token + TERMS; at < past; at++) {
      const term = lists[at] as number
      if (seenIn[term] === current) continue
      seenIn[term] = current
      end = write(term, end)
    }
  }
  eachWithForms(text, take, true)
  return output.toString("utf8", 0, Math.max(0, end - 1))
}

/** Puts the term and a space after it at `end` of the output; returns the new end. */
function write(term: number, end: number): number {
  const past = begins[term + 1] as number
  let at = begins[term] as number
  if (end + past - at + 1 > output.length) output = Buffer.concat([output], 2 * output.length)
  let to = end
  while (at < past) output[to++] = characters[at++] as number
  output[to++] = 32
  return to
}

/** What a term counts in another form than the one asked for, or as part of a longer name. */
const OTHER_FORM = 0.5

export interface TermCounts {
  /** How often each of the terms asked for occurs, in their order. */
  readonly counts: Float64Array
  /** Number of tokens in the text. */
  readonly length: number
}

/**
 * Counts some terms in many texts. `asked` is the text that they come from: a word as it is there counts in full. A term for which `unfinished` is
 * true may also be the beginning of a word, which then counts once.
 */
export function termCounter(terms: readonly string[], asked: string, unfinished: (term: string) => boolean) {
  const beginnings = terms.flatMap((term, place) => (unfinished(term) ? [{ letters: Buffer.from(term), place }] : []))
  let places = new Map<number, number>()
  const askedTokens = new Set<number>()
  let knownAt = -1
  function learnAsked(): void {
    places = new Map(terms.map((term, place) => [numberOf(term), place]))
    askedTokens.clear()
    for (const text of inEachCase(asked)) tokens.each(text, (token) => askedTokens.add(token))
    knownAt = learned
  }
  return (text: string): TermCounts => {
    forgetBeyond(MOST_IN_SEARCHES)
    if (knownAt !== learned) learnAsked()
    const counts = new Float64Array(terms.length)
    const begun = new Set<number>()
    let length = 0
    const take = (token: number, isForm: boolean) => {
      const count = lists[token + COUNT] as number
      if (count === 0) return
      if (!isForm) length++
      const worth = isForm || askedTokens.has(token) ? 1 : OTHER_FORM
      for (let at = token + TERMS; at < token + TERMS + count; at++) {
        const term = lists[at] as number
        const place = places.get(term)
        if (place !== undefined) counts[place] = (counts[place] as number) + worth
        for (const { letters, place } of beginnings) if (beginsWith(term, letters)) begun.add(place)
      }
    }
    eachWithForms(text, take, false)
    for (const place of begun) counts[place] ||= 1
    return { counts, length }
  }
}

/** As typed, in small and in capital letters, and with capitals at the beginning of words. */
function inEachCase(text: string): string[] {
  const small = text.toLowerCase()
  return [text, small, text.toUpperCase(), small.replace(/(?<![\p{L}\p{N}])\p{Ll}/gu, (letter) => letter.toUpperCase())]
}

function beginsWith(term: number, letters: Uint8Array): boolean {
  const begin = begins[term] as number
  if ((begins[term + 1] as number) - begin < letters.length) return false
  for (let at = 0; at < letters.length; at++) if (characters[begin + at] !== letters[at]) return false
  return true
}
