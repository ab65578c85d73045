// A text as search terms, each with a weight for how much it tells. Unlike in a comparison of language, names from code count here: they are
// recognised by their case and signs, and are found as a whole and by their parts.
import { plainLetters } from "../text/accents.ts"
import { ORDINARY, ORDINARY_EASTERN, SEARCH_FILLERS, SPOKEN, TRADE } from "../text/common-words.ts"
import { pairsOf } from "../text/script.ts"
import { stemOf } from "../text/words.ts"
import { baseForm, oneSpelling } from "./irregular-forms.ts"
import { isFillerIn, languageOfQuestion, type SearchLanguage } from "./languages.ts"
import { lightStem } from "./light-stems.ts"
import { remembering } from "./remembering.ts"
import { partsOfToken } from "./token-parts.ts"
import { eachToken } from "./tokens.ts"

export interface Terms {
  /** What the text is made of. */
  readonly words: ReadonlyMap<string, number>
  /** Names as a whole. They are added to their parts, so they do not count towards the text's own weight. */
  readonly names: ReadonlyMap<string, number>
}

export interface WrittenTerms extends Terms {
  /** Each term as the text has it, in lower case: to show it, and to find other forms of the word. */
  readonly written: ReadonlyMap<string, string>
}

interface Reading {
  readonly words: Map<string, number>
  readonly names: Map<string, number>
  readonly written?: Map<string, string>
}

/** How much a word tells by itself; a rare word that is in none of the lists has the full weight. */
const TELLING = 1
/** An ordinary word: it only supports a note that something else points to as well. */
const COMMON = 0.3
/** A technical word: enough if it is the subject of a note, but not in passing. */
const OF_TRADE = 0.75
/** A word of two characters makes one pair, and pairs match by chance more often than words do. */
const PAIR = 0.6
/** As part of a name, "parse" or "id" tells less than the same word written on purpose. */
const PART = 0.5
/** If two files share a name, the one whose folder is mentioned too is meant. */
const LONGER_FORM = 0.25

const ordinary = withStems([...ORDINARY, SPOKEN].join(" "))
const trade = withStems(TRADE)
const ordinaryPairs = new Set(ORDINARY_EASTERN.join(" ").split(" ").flatMap(pairsOf))

function withStems(words: string): ReadonlySet<string> {
  return new Set(words.split(" ").flatMap((word) => [word, stemOf(word)]))
}

export function termsOf(text: string): Terms {
  return readText(text, { words: new Map(), names: new Map() })
}

export function writtenTermsOf(text: string): WrittenTerms {
  const written = new Map<string, string>()
  return { ...readText(text, { words: new Map(), names: new Map(), written }), written }
}

function readText(text: string, reading: Reading): Reading {
  eachToken(text, (token) => addToken(rememberedTerms(token), reading))
  return reading
}

/** In a pasted log or in code only the names count, not the words. */
export function codeNamesIn(text: string): ReadonlyMap<string, number> {
  return termsOf(text).names
}

/** Whether a term of this weight is more than an ordinary word. */
export function isTelling(weight: number): boolean {
  return weight > COMMON
}

interface Term {
  readonly term: string
  readonly weight: number
  readonly written: string
}

/** The terms of a token. Notes use the same tokens again and again, and reading one costs more than all the rest. */
const rememberedTerms = remembering(10_000, (token) => {
  const reading: TokenReading = { words: [], names: [] }
  readToken(token, reading)
  return reading
})

function addToken(token: TokenReading, { words, names, written }: Reading): void {
  for (const { term, weight } of token.words) add(words, term, weight)
  for (const { term, weight } of token.names) add(names, term, weight)
  if (written) for (const one of [...token.words, ...token.names]) written.set(one.term, one.written)
}

/** Whether a term is a path as a whole, which `indexTerms` leaves out. */
export function isPath(term: string): boolean {
  return term.includes("/") || term.includes("\\")
}

/** All terms of a token, each once, without weights. */
export function termsOfToken(token: string): string[] {
  const { pairs, words, names, versions } = partsOfToken(token)
  const terms: string[] = []
  const add = (term: string) => {
    if (!terms.includes(term)) terms.push(term)
  }
  pairs.forEach(add)
  for (const word of words) if (isSearched(word)) add(termOfWord(word))
  for (const name of names) if (isTellingName(name)) add(name)
  versions.forEach(add)
  return terms
}

/** What a word of the language is besides its term; undefined if that is the same, or for anything but a word. */
export function stemOfToken(token: string, language: SearchLanguage): string | undefined {
  const { words, isName } = partsOfToken(token)
  const [word = "", second] = words
  if (second !== undefined || isName || !isSearched(word) || !LETTERS_ALONE.test(word)) return undefined
  const stem = lightStem(plainLetters(word), language)
  return stem === termOfWord(word) ? undefined : stem
}

export interface ForeignForms {
  /** Terms, each with the stem that it has in the language. */
  readonly stems: ReadonlyMap<string, string>
  /** Terms of words that say nothing in the language. */
  readonly fillers: ReadonlySet<string>
}

/** What is to be known of a question that is in another language than English. */
export function foreignForms(question: string): ForeignForms {
  const tokens = new Set<string>()
  eachToken(question, (token) => tokens.add(token))
  const told = languageOfQuestion(new Set([...tokens].map((token) => token.toLowerCase())), question)
  const stems = new Map<string, string>()
  const fillers = new Set<string>()
  for (const token of told ? tokens : []) {
    const { language, isSure } = told as NonNullable<typeof told>
    const small = token.toLowerCase()
    const stem = stemOfToken(token, language)
    // "comment" and "bin" say something wherever code is talked about.
    if (isSure && isFillerIn(language, small) && !ordinary.has(small) && !trade.has(small))
      fillers.add(termOfWord(small))
    else if (stem !== undefined) stems.set(termOfWord(small), stem)
  }
  return { stems, fillers }
}

const LETTERS_ALONE = /^\p{L}{4,}$/u

interface TokenReading {
  readonly words: Term[]
  readonly names: Term[]
}

function readToken(token: string, reading: TokenReading): void {
  const { pairs, words, names, isName, versions } = partsOfToken(token)
  for (const pair of pairs) reading.words.push({ term: pair, weight: weightOfPair(pair), written: pair })
  // The "15" of "1.1.15" is in "2.0.15" too, which is another version.
  const digits = new Set(versions.flatMap((version) => [`v${version.split(".")[0]}`, ...version.split(".")]))
  for (const word of words) if (!digits.has(word)) addWord(reading, word, isName ? PART : 1)
  for (const version of versions)
    reading.words.push({ term: version, weight: weightOfVersion(version), written: version })
  const [name, ...longer] = names.filter(isTellingName)
  if (name !== undefined) reading.names.push({ term: name, weight: TELLING, written: token })
  for (const form of longer) reading.names.push({ term: form, weight: LONGER_FORM, written: token })
}

function addWord({ words }: TokenReading, word: string, share: number): void {
  const { stem, weight } = readWord(word)
  if (weight > 0) words.push({ term: stem, weight: weight * share, written: word })
}

const readWord = remembering(10_000, (word) => ({ stem: termOfWord(word), weight: tellingWeight(word) }))

function add(terms: Map<string, number>, term: string, weight: number): void {
  if (weight > (terms.get(term) ?? 0)) terms.set(term, weight)
}

const CYRILLIC = /[\u0400-\u04ff]/

/** In any language; only the forms of English and, by their script, of Russian words are known. */
function termOfWord(word: string): string {
  const bare = plainLetters(word)
  return CYRILLIC.test(bare) ? lightStem(bare, "russian") : oneSpelling(stemOf(baseForm(bare)))
}

function isSearched(word: string): boolean {
  return word.length >= 2 && !SEARCH_FILLERS.has(word)
}

/** Names are long and have no filler among them. */
function isTellingName(name: string): boolean {
  return !ordinary.has(name) && !ordinary.has(stemOf(name)) && !SEARCH_FILLERS.has(name)
}

/** For a word or a term. */
export function tellingWeight(word: string): number {
  if (!isSearched(word)) return 0
  if (/[+#]$/.test(word)) return TELLING
  const stem = stemOf(word)
  if (ordinary.has(word) || ordinary.has(stem) || word.length < 3) return COMMON
  if (trade.has(word) || trade.has(stem)) return OF_TRADE
  // A port is worth searching for, a count is not.
  return /^\d{1,3}$|^20\d\d$/.test(word) ? COMMON : TELLING
}

/** Two numbers with a dot may be anything; more of them are a version or an address. */
function weightOfVersion(version: string): number {
  return version.split(".").length > 2 ? TELLING : COMMON
}

/** Two Hiragana are an ending more often than a word, and if one begins a pair, it is the end of something else. */
function weightOfPair(pair: string): number {
  if (/^\p{Script=Hiragana}+$/u.test(pair)) return 0
  const isOrdinary = ordinaryPairs.has(pair) || /^\p{Script=Hiragana}/u.test(pair)
  return isOrdinary ? PAIR / 3 : PAIR
}
