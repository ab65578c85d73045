// A text as terms to search by, each with how much it tells. Unlike words that are compared as language, names from code count here: they
// are told by their case and signs, and are found as a whole and by their parts.
import { ORDINARY, ORDINARY_EASTERN, SEARCH_FILLERS, SPOKEN, TRADE } from "../text/common-words.ts"
import { EASTERN, pairsOf } from "../text/script.ts"
import { stemOf } from "../text/words.ts"

export interface Terms {
  /** What the text is made of. */
  readonly words: ReadonlyMap<string, number>
  /** Names as a whole. They come on top of their parts, and so are no part of the text's own weight. */
  readonly names: ReadonlyMap<string, number>
}

export interface WrittenTerms extends Terms {
  /** Each term as the text has it: to be shown, and to find other forms of a word, which is in lower case. */
  readonly written: ReadonlyMap<string, string>
}

interface Reading {
  readonly words: Map<string, number>
  readonly names: Map<string, number>
  readonly written?: Map<string, string>
}

/** What a word tells by itself; a word that is met seldom and stands in none of the lists tells all it can. */
const TELLING = 1
/** An ordinary word: it speaks for a note that something else speaks for as well. */
const COMMON = 0.3
/** A word of the trade: it is enough where it says what a note is about, in passing it is not. */
const OF_TRADE = 0.75
/** A word of two characters makes one pair, and pairs meet by chance more often than words do. */
const PAIR = 0.6
/** Of a name, "parse" or "id" tells less than the same word that somebody wrote on purpose. */
const PART = 0.5
/** Of two files of one name, the one whose folder is named as well is meant. */
const LONGER_FORM = 0.25

const LETTER = `(?:(?![${EASTERN}])[\\p{L}\\p{N}\\p{M}_])`
/** A run of an Eastern script, or letters with what may stand inside a name or a path. */
const TOKEN = new RegExp(`([${EASTERN}]+)|${LETTER}+(?:['’./\\\\:-]{1,2}${LETTER}+)*`, "gu")
/** The same for most texts, at a tenth of the cost. */
const ASCII_TOKEN = /[A-Za-z0-9_]+(?:['./\\:-]{1,2}[A-Za-z0-9_]+)*/g
const ASCII = /^[\x00-\x7f]*$/
const PLAIN = /^[A-Z]?[a-z]+$/
const PLAIN_ANY = /^\p{Lu}?\p{Ll}+$/u
const HUMP = /(?<=\p{Ll}|\p{N})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u

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
  if (ASCII.test(text)) {
    for (const token of text.match(ASCII_TOKEN) ?? []) readToken(token, reading)
    return reading
  }
  for (const [token, eastern] of text.normalize("NFKC").matchAll(TOKEN)) {
    if (eastern) for (const pair of pairsOf(eastern)) add(reading.words, pair, weightOfPair(pair))
    else readToken(token, reading)
  }
  return reading
}

/** Of a pasted log or code only the names count: its words are nobody's. */
export function codeNamesIn(text: string): ReadonlyMap<string, number> {
  return termsOf(text).names
}

/** Whether a term of this weight is more than an ordinary word. */
export function isTelling(weight: number): boolean {
  return weight > COMMON
}

function readToken(token: string, reading: Reading): void {
  if (PLAIN.test(token)) addWord(reading, token.toLowerCase())
  else if (/['’]/.test(token)) readContraction(token.toLowerCase(), reading)
  else readName(token, reading)
}

/** "don't" is a filler, "user's" is "user". */
function readContraction(token: string, reading: Reading): void {
  const [word = ""] = token.split(/['’]/)
  if (!SEARCH_FILLERS.has(token.replace(/['’]/g, ""))) addWord(reading, word)
}

function readName(token: string, reading: Reading): void {
  const pieces = token.split(/[./\\:_-]+/).filter((piece) => piece !== "")
  const parts = pieces.flatMap((piece) => piece.split(HUMP))
  // "read/write" and "well-known" are words with a sign between them.
  const isWords =
    parts.length === 1 || (pieces.every((piece) => PLAIN_ANY.test(piece)) && /^[^._\\:/]+(?:\/[^/]+)?$/.test(token))
  for (const part of parts) addWord(reading, part.toLowerCase(), isWords ? 1 : PART)
  if (parts.length === 1 || (isWords && token.includes("/"))) return
  const [name, ...longer] = namesOf(token).filter((form) => isTelling(tellingWeight(form)))
  if (name !== undefined) addName(reading, name, TELLING, token)
  for (const form of longer) addName(reading, form, LONGER_FORM, token)
}

/**
 * `src/store/noteIndex.ts:12`: `noteindex`, `noteindex.ts`, and the path. However a name is cut into words, it is the same name; a file's
 * name of one word is that word only together with its ending.
 */
function namesOf(token: string): string[] {
  const path = token.replace(/(?::\d+){1,2}$/, "")
  const file = path.split(/[/\\:]+/).at(-1) as string
  const bare = file.replace(/(?<=.)\.[a-z]{1,5}$/, "")
  const isCompound = /[._-]/.test(bare) || HUMP.test(bare)
  const joined = isCompound ? [stemOf(bare.toLowerCase().replace(/[._-]/g, ""))] : []
  const full = [file, path].filter((form) => form !== bare).map((form) => form.toLowerCase())
  return [...new Set([...joined, ...full])].filter((name) => name.length > 3 && !/^\d+$/.test(name))
}

function addName({ names, written }: Reading, name: string, weight: number, token: string): void {
  add(names, name, weight)
  written?.set(name, token)
}

function addWord({ words, written }: Reading, word: string, share = 1): void {
  const { stem, weight } = readWord(word)
  if (weight === 0) return
  add(words, stem, weight * share)
  written?.set(stem, word)
}

interface Word {
  readonly stem: string
  readonly weight: number
}

/** Notes and messages use the same words again and again, and to cut off an ending costs more than all the rest. */
const known = new Map<string, Word>()
const MAX_KNOWN = 20_000

function readWord(word: string): Word {
  const before = known.get(word)
  if (before) return before
  const read = { stem: stemOf(word), weight: tellingWeight(word) }
  if (known.size >= MAX_KNOWN) known.clear()
  if (word.length <= 40) known.set(word, read)
  return read
}

function add(terms: Map<string, number>, term: string, weight: number): void {
  if (weight > (terms.get(term) ?? 0)) terms.set(term, weight)
}

/** Of a word, or of a term. */
export function tellingWeight(word: string): number {
  if (SEARCH_FILLERS.has(word) || word.length < 2) return 0
  const stem = stemOf(word)
  if (ordinary.has(word) || ordinary.has(stem) || word.length < 3) return COMMON
  if (trade.has(word) || trade.has(stem)) return OF_TRADE
  // A port is worth looking for, a count is not.
  return /^\d{1,3}$|^20\d\d$/.test(word) ? COMMON : TELLING
}

/** Two Hiragana are an ending more often than a word, and one that begins a pair is the end of something else. */
function weightOfPair(pair: string): number {
  if (/^\p{Script=Hiragana}+$/u.test(pair)) return 0
  const isOrdinary = ordinaryPairs.has(pair) || /^\p{Script=Hiragana}/u.test(pair)
  return isOrdinary ? PAIR / 3 : PAIR
}
