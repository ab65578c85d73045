// A text as search terms, each with a weight for how much it tells. Unlike in a comparison of language, names from code count here: they are
// recognised by their case and signs, and are found as a whole and by their parts.
import { ORDINARY, ORDINARY_EASTERN, SEARCH_FILLERS, SPOKEN, TRADE } from "../text/common-words.ts"
import { EASTERN_SCRIPT, pairsOf } from "../text/script.ts"
import { stemOf } from "../text/words.ts"
import { baseForm } from "./irregular-forms.ts"
import { remembering } from "./remembering.ts"
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
  const { words, names }: TokenReading = { words: [], names: [] }
  readToken(token, { words, names })
  const terms = words.map(({ term }) => term)
  for (const { term } of names) terms.push(term)
  return terms.length > 1 ? [...new Set(terms)] : terms
}

interface TokenReading {
  readonly words: Term[]
  readonly names: Term[]
}

function readToken(token: string, reading: TokenReading): void {
  if (EASTERN_SCRIPT.test(token))
    for (const pair of pairsOf(token)) reading.words.push({ term: pair, weight: weightOfPair(pair), written: pair })
  else if (PLAIN.test(token)) addWord(reading, token.toLowerCase())
  else if (/['’]/.test(token)) readContraction(token.toLowerCase(), reading)
  else readName(token, reading)
}

/** "don't" is a filler, "user's" is "user". */
function readContraction(token: string, reading: TokenReading): void {
  const [word = ""] = token.split(/['’]/)
  if (!SEARCH_FILLERS.has(token.replace(/['’]/g, ""))) addWord(reading, word)
}

/** The words of a camelCase name. Look-behind is slow in the host's engine, and nearly all names are ASCII. */
function humpsOf(name: string): string[] {
  if (/[^\x00-\x7f]/.test(name)) return name.split(HUMP)
  const humps: string[] = []
  let from = 0
  for (let at = 1; at < name.length; at++) {
    const before = name.charCodeAt(at - 1)
    const isHump =
      isUpper(name.charCodeAt(at)) &&
      (isLower(before) || isDigit(before) || (isUpper(before) && isLower(name.charCodeAt(at + 1))))
    if (!isHump) continue
    humps.push(name.slice(from, at))
    from = at
  }
  humps.push(name.slice(from))
  return humps
}

const isUpper = (code: number) => code >= 65 && code <= 90
const isLower = (code: number) => code >= 97 && code <= 122
const isDigit = (code: number) => code >= 48 && code <= 57

function readName(token: string, reading: TokenReading): void {
  const pieces = token.split(/[./\\:_-]+/).filter((piece) => piece !== "")
  const parts = token === token.toLowerCase() ? pieces : pieces.flatMap((piece) => humpsOf(piece))
  // "read/write" and "well-known" are words with a sign between them.
  const isWords =
    parts.length === 1 || (pieces.every((piece) => PLAIN_ANY.test(piece)) && /^[^._\\:/]+(?:\/[^/]+)?$/.test(token))
  for (const part of parts) addWord(reading, part.toLowerCase(), isWords ? 1 : PART)
  if (parts.length === 1 || (isWords && token.includes("/"))) return
  const [name, ...longer] = namesOf(token).filter((form) => isTelling(tellingWeight(form)))
  if (name !== undefined) reading.names.push({ term: name, weight: TELLING, written: token })
  for (const form of longer) reading.names.push({ term: form, weight: LONGER_FORM, written: token })
}

/**
 * `src/store/noteIndex.ts:12`: `noteindex`, `noteindex.ts`, and the path. However a name is split into words, it is the same name; a file name of
 * one word means that word only together with its extension.
 */
function namesOf(token: string): string[] {
  const path = token.replace(/(?::\d+){1,2}$/, "")
  const file = path.split(/[/\\:]+/).at(-1) as string
  const bare = file.charAt(0) + file.slice(1).replace(/\.[a-z]{1,5}$/, "")
  const isCompound = /[._-]/.test(bare) || (bare !== bare.toLowerCase() && humpsOf(bare).length > 1)
  const joined = isCompound ? [stemOf(bare.toLowerCase().replace(/[._-]/g, ""))] : []
  const full = [file, path].filter((form) => form !== bare).map((form) => form.toLowerCase())
  return [...new Set([...joined, ...full])].filter((name) => name.length > 3 && !/^\d+$/.test(name))
}

function addWord({ words }: TokenReading, word: string, share = 1): void {
  const { stem, weight } = readWord(word)
  if (weight > 0) words.push({ term: stem, weight: weight * share, written: word })
}

const readWord = remembering(10_000, (word) => ({ stem: stemOf(baseForm(word)), weight: tellingWeight(word) }))

function add(terms: Map<string, number>, term: string, weight: number): void {
  if (weight > (terms.get(term) ?? 0)) terms.set(term, weight)
}

/** For a word or a term. */
export function tellingWeight(word: string): number {
  if (SEARCH_FILLERS.has(word) || word.length < 2) return 0
  if (/[+#]$/.test(word)) return TELLING
  const stem = stemOf(word)
  if (ordinary.has(word) || ordinary.has(stem) || word.length < 3) return COMMON
  if (trade.has(word) || trade.has(stem)) return OF_TRADE
  // A port is worth searching for, a count is not.
  return /^\d{1,3}$|^20\d\d$/.test(word) ? COMMON : TELLING
}

/** Two Hiragana are an ending more often than a word, and if one begins a pair, it is the end of something else. */
function weightOfPair(pair: string): number {
  if (/^\p{Script=Hiragana}+$/u.test(pair)) return 0
  const isOrdinary = ordinaryPairs.has(pair) || /^\p{Script=Hiragana}/u.test(pair)
  return isOrdinary ? PAIR / 3 : PAIR
}
