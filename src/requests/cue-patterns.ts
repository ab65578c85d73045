// A language's table as regular expressions, compiled on first use. They are matched against sentences without accents. No list is repeated
// inside another, so matching takes linear time.
import { editDistance } from "../text/edit-distance.ts"
import { EASTERN_SCRIPT } from "../text/script.ts"
import type { Sentence } from "../text/user-text.ts"
import { CHINESE, JAPANESE, KOREAN } from "./languages/eastern.ts"
import { ENGLISH } from "./languages/english.ts"
import { GERMAN } from "./languages/german.ts"
import type { Field, Language } from "./languages/language.ts"
import { FRENCH, ITALIAN, PORTUGUESE, SPANISH } from "./languages/romance.ts"
import { RUSSIAN } from "./languages/russian.ts"

export type Patterns = ReturnType<typeof compile>

const GAP = "[\\s,，、]*"
const CLOSING = "[\\s.。!！?？~…)）]*"

const LANGUAGES = [CHINESE, JAPANESE, KOREAN, ENGLISH, GERMAN, SPANISH, FRENCH, PORTUGUESE, ITALIAN, RUSSIAN]
let made: readonly Patterns[] | undefined

export function everyLanguage(): readonly Patterns[] {
  made ??= LANGUAGES.map(compile)
  return made
}

function compile(language: Language) {
  const unspaced = language.unspaced !== undefined
  const known = new Map<string, RegExp>()
  const once = (key: string, source: () => string, flags = "iu") => {
    const regex = known.get(key) ?? new RegExp(source(), flags)
    known.set(key, regex)
    return regex
  }
  const any = (list: Field) => oneOf(language, language[list] ?? "")
  const skip = () => `(?:${GAP}${any("between")})*`
  const point = () => `^${skip()}(?:${GAP}${any("it")}${skip()})?`
  const that = () => `${GAP}${any("that")}${unspaced ? "" : "(?:\\s+|(?<='))"}`
  const joint = () => `(?:[,;—–]\\s*(?:${any("and")}\\s+)?|\\s${any("and")}\\s+)`
  return {
    unspaced,
    // Whether any phrase can occur in a text with these words. Most sentences have none and are skipped.
    mayBeIn: unspaced ? (words: ReadonlySet<string>) => words.has(EASTERN) : phrasesOf(language),
    // For one list of the table: at the start of a text, at its end, as all of it, anywhere in it, or everywhere.
    starts: (list: Field) => once(`^${list}`, () => `^${GAP}${any(list)}`),
    ends: (list: Field) => once(`${list}$`, () => `${any(list)}${GAP}$`),
    all: (list: Field) => once(`^${list}$`, () => `^[\\s(¡¿–—:.!…,，-]*(?:${any(list)}[\\s,，:;!.—–-]*)*$`),
    has: (list: Field) => once(list, () => any(list)),
    every: (list: Field) => once(`${list}*`, () => any(list), "giu"),
    // Every cue, with a named group for its kind.
    cue: () => once("cue", () => CUES.map((kind) => `(?<${kind}>${any(kind)})`).join("|"), "giu"),
    // After a cue: up to where the text to keep begins, if that is marked ("that", a colon).
    stated: () => once("stated", () => `${point()}(?:${GAP}[:：—–]\\s*|\\s+-\\s+|${that()})`),
    // After a cue: filler words.
    skipped: () => once("skipped", () => `^${skip()}`),
    // After a cue: only words that point at something ("this", "it").
    over: () => once("over", () => `${point()}(?:${GAP}${any("tail")})*${CLOSING}$`),
    // Something else is asked for next.
    goesOn: () => once("goesOn", () => `${unspaced ? "[,;，、\\s]" : joint()}${any("next")}`),
    // Cues that are one long word, for which typos are accepted, unless they are another word of the table.
    longCues: unspaced ? [] : itemsOf(`${language.keep}, ${language.forget}`).filter((word) => LONG.test(word)),
    words: new Set(Object.values(language).flatMap((list) => withoutAccents(list).match(/\p{L}+/gu) ?? [])),
  }
}

const LONG = /^\p{L}{6,9}$/u
const CUES = ["refuse", "keep", "keepIfStated", "forget"] as const
const HEARD = [...CUES, "erase", "standing", "prefer", "hint", "intro", "address", "where", "again"] as const

/** Whether all words of a phrase occur; looked up by first word, so that few phrases are checked. */
function phrasesOf(language: Language): (words: ReadonlySet<string>) => boolean {
  const phrases = itemsOf(HEARD.map((list) => language[list] ?? "").join(",")).map(lettersIn)
  const byFirst = Map.groupBy(phrases, ([first = ""]) => first)
  const open = phrases.filter(([first = ""]) => first.endsWith("*"))
  return (words) => {
    const has = (word: string) => isAmong(word, words)
    for (const word of words) if (byFirst.get(word)?.some((phrase) => phrase.every(has))) return true
    return open.some((phrase) => phrase.every(has))
  }
}

function itemsOf(list: string): string[] {
  return withoutAccents(list)
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "")
    .sort((a, b) => b.length - a.length)
}

/** An empty list never matches. */
function oneOf(language: Language, list: string): string {
  const items = itemsOf(list).map((item) => phrase(language, item))
  if (items.length === 0) return "(?!)"
  if (language.unspaced) return `(?:${items.join("|")})`
  return `(?<![\\p{L}\\p{N}_-])(?:${items.join("|")})(?:(?<=')|(?![\\p{L}\\p{N}_]|-\\p{L}))`
}

function phrase({ it = "", your = "" }: Language, item: string): string {
  const optional = (list: string) => `(?:\\s+(?:${itemsOf(list).map(escaped).join("|")}))?`
  return item
    .split(" ")
    .map((word, at) => {
      if (word === "[it]") return optional(it)
      if (word === "[your]") return optional(your)
      return `${at === 0 ? "" : "[\\s,]+"}${escaped(word)}`
    })
    .join("")
}

function escaped(words: string): string {
  return words
    .replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")
    .replace(/ /g, "\\s+")
    .replace(/\\\*$/, "\\p{L}*")
}

/** Keeps the length. In a short word and at a word's end an accent makes another word: "él", "olvidé". */
export function withoutAccents(text: string): string {
  if (!ACCENT.test(text)) return text
  return text.replace(/\p{L}{3,}/gu, (word) => word.replace(ACCENTS, (letter) => letter.normalize("NFD").charAt(0)))
}

const ACCENT = /[\u00c0-\u024f]/
const ACCENTS = /[\u00c0-\u024f](?!$)/g

const EASTERN = "\u3000"

/** Letters only: the words of a table's phrases, which may end in `*`, and those of a sentence that are looked up among them. */
function lettersIn(text: string): string[] {
  return text.replace(/\[\w+\]/g, " ").match(/\p{L}+\*?/gu) ?? []
}

function isAmong(word: string, words: ReadonlySet<string>): boolean {
  if (!word.endsWith("*")) return words.has(word)
  const start = word.slice(0, -1)
  for (const one of words) if (one.startsWith(start)) return true
  return false
}

/** In lower case, without accents; a marker stands for any Chinese, Japanese or Korean text. */
export function wordsOfSentence(plain: string): Set<string> {
  const words = new Set<string>(lettersIn(withoutAccents(plain.toLowerCase())))
  return EASTERN_SCRIPT.test(plain) ? words.add(EASTERN) : words
}

/** The sentence with the spelling of its long cues corrected: "rember", "remmeber". */
export function spelled(sentence: Sentence, { longCues, words }: Patterns): Sentence {
  if (longCues.length === 0) return sentence
  let { text, plain }: Sentence = sentence
  for (const { 0: word, index } of [...sentence.plain.slice(0, 2000).matchAll(/\p{L}{5,14}/gu)].reverse()) {
    const written = withoutAccents(word.toLowerCase())
    const cue = words.has(written) ? undefined : longCues.find((one) => isMisspelt(written, one))
    if (cue === undefined) continue
    text = text.slice(0, index) + cue + text.slice(index + word.length)
    plain = plain.slice(0, index) + cue + plain.slice(index + word.length)
  }
  return plain === sentence.plain ? sentence : { text, plain }
}

/** One letter added, missing or swapped (two in a long word). A different letter makes another word, and a longer word is another form. */
function isMisspelt(word: string, cue: string): boolean {
  const most = cue.length >= 8 ? 2 : 1
  if (word === cue || word[0] !== cue[0] || Math.abs(word.length - cue.length) > most) return false
  if (word.startsWith(cue) || cue.startsWith(word)) return false
  if (word.length === cue.length && [...word].sort().join() !== [...cue].sort().join()) return false
  return editDistance(word, cue, Infinity) <= most
}
