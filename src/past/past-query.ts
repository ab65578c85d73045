// A question about the past as terms. There is no query language here: whatever is typed is words, names and quoted strings.
import { foreignForms, isTelling, termsOf, termsOfToken } from "../search/search-terms.ts"
import { eachToken } from "../search/tokens.ts"
import { plainLetters } from "../text/accents.ts"
import { SPACELESS_SCRIPT } from "../text/script.ts"

export interface PastQuery {
  /** As it was asked. */
  readonly text: string
  /** Terms with their weights. */
  readonly terms: ReadonlyMap<string, number>
  /** Of a question in another language than English: terms with what they share with the other forms of the word. Both are among the terms. */
  readonly stems: ReadonlyMap<string, string>
  /** How many of its written words have a term: a single name has several terms. */
  readonly words: number
  /** Strings in quotation marks or backticks, in lower case. */
  readonly phrases: readonly string[]
  /** Hardly anything besides quotations is asked, so only messages that contain them count. */
  readonly isQuotation: boolean
  /** It has no word that the index tells apart well: only what it quotes can be looked for, and only by reading. */
  readonly isLiteral: boolean
  /** The question is when something was. */
  readonly asksWhen: boolean
  /** Around the day or month that the question names. */
  readonly days: { readonly from: number; readonly to: number } | undefined
  /** From 0, if the question names it without a year. */
  readonly month: number | undefined
  /** The last word, which may be unfinished. */
  readonly last: string | undefined
}

/** In characters. Some search with all of a plan or of a report. */
const MAX_QUERY = 8000
/** In characters: nobody leaves a longer word unfinished. */
const LONGEST_LAST = 60
const DAY_MS = 86_400_000
/** Of more, those that tell most by themselves come first, and only so many are looked up. */
const MANY_TERMS = 80
const MAX_TERMS = 400
const MAX_WRITTEN = 40
const QUOTED = /"([^"]{2,200})"|“([^”]{2,200})”|`([^`]{2,200})`/g
/** In words. Whoever looks for a quotation adds few; in a longer text, quotations and code are part of the question. */
const MOST_BESIDE = 4

export function parsePastQuery(text: string): PastQuery {
  const query = text.slice(0, MAX_QUERY)
  const { words, names } = termsOf(query)
  const { stems, fillers } = foreignForms(query)
  const otherForms = [...stems].flatMap(([term, stem]) =>
    words.has(stem) ? [] : [[stem, words.get(term) ?? 0] as const],
  )
  const isAsked = ([term, weight]: readonly [string, number]) => weight > 0 && !/["\s]/.test(term) && !fillers.has(term)
  const asked = [...words, ...new Map(otherForms), ...names].filter(isAsked)
  const times = timesSaid(query, stems)
  const terms = new Map(
    mostTelling(asked.map(([term, weight]) => [term, weight * (1 + Math.log(times.get(term) ?? 1))])),
  )
  const phrases = [...query.matchAll(QUOTED)].map(([, ...found]) =>
    (found.find((one) => one !== undefined) ?? "").trim().toLowerCase(),
  )
  const days = daysNamed(query)
  // Only the end is looked at: over a whole text without Latin letters the pattern would take minutes.
  const end = query.normalize("NFKC").trimEnd().slice(-LONGEST_LAST)
  const last = /([\p{L}\p{N}]{3,})$/u.exec(plainLetters(end))?.[1]?.toLowerCase()
  const isQuotation =
    phrases.length > 0 && (query.replace(QUOTED, " ").match(/[\p{L}\p{N}]+/gu) ?? []).length <= MOST_BESIDE
  return {
    ...{ text: query, terms, stems, last, isQuotation },
    words: wordsWith({ text: query, stems }, terms).reduce((sum, word) => sum + wordsIn(word), 0),
    phrases: phrases.filter((phrase) => phrase !== ""),
    isLiteral: isQuotation && phrases.some((phrase) => phrase !== "") && !asked.some(([, weight]) => isTelling(weight)),
    asksWhen: ASKS_WHEN.test(query),
    days,
    month: days ? undefined : monthNamed(query),
  }
}

/** The words of a question that have one of these terms, as written, with their endings; of many, the first. */
export function writtenWords(query: Pick<PastQuery, "text" | "stems">, terms: { has(term: string): boolean }) {
  return wordsWith(query, terms).slice(0, MAX_WRITTEN)
}

function wordsWith(
  { text, stems }: Pick<PastQuery, "text" | "stems">,
  terms: { has(term: string): boolean },
): string[] {
  const isMeant = (word: string) => {
    const { words, names } = termsOf(word)
    return [...words.keys(), ...names.keys()].some((term) => terms.has(term) || terms.has(stems.get(term) ?? ""))
  }
  return [...new Set(text.match(/[^\s"“”`,;!?()]+/g) ?? [])].filter(isMeant)
}

/** What a long text says again and again is what it is about. */
function timesSaid(text: string, stems: PastQuery["stems"]): ReadonlyMap<string, number> {
  const times = new Map<string, number>()
  eachToken(text, (token) => {
    for (const term of termsOfToken(token)) times.set(term, (times.get(term) ?? 0) + 1)
  })
  for (const [term, stem] of stems) times.set(stem, Math.max(times.get(stem) ?? 1, times.get(term) ?? 1))
  return times
}

/** Without spaces between words, two characters are about one. */
function wordsIn(written: string): number {
  return Math.max(1, (written.match(SPACELESS_CHARACTERS)?.length ?? 0) / 2)
}

const SPACELESS_CHARACTERS = new RegExp(SPACELESS_SCRIPT, "g")

/** Of a whole message that is searched for, names would be cut first if the order decided, and they tell most. */
function mostTelling(terms: readonly (readonly [string, number])[]): readonly (readonly [string, number])[] {
  return terms.length <= MANY_TERMS ? terms : terms.toSorted(([, a], [, b]) => b - a).slice(0, MAX_TERMS)
}

const ASKS_WHEN =
  /^\s*(?:when|how long|since when|what (?:day|date|year|month))\b|\bwhen (?:did|was|is|were|will|does)\b/i
const MONTHS = "january february march april may june july august september october november december".split(" ")
const MONTH = `(${MONTHS.join("|")})`
const DAY_FIRST = new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)? (?:of )?${MONTH},? (\\d{4})\\b`, "i")
const MONTH_FIRST = new RegExp(`\\b${MONTH}(?: (\\d{1,2})(?:st|nd|rd|th)?)?,? (\\d{4})\\b`, "i")
/** "May" and "March" are months only after such a word. */
const MONTH_ALONE = new RegExp(`\\b(?:in|of|on|during|since|until|by|last|this|early|late|mid)[ -]${MONTH}\\b`, "i")
/** People talk about an event on the day itself and in the two weeks after. */
const TALKED_OF_DAYS = 14

function daysNamed(query: string): PastQuery["days"] {
  const iso = /\b(\d{4})-(\d\d)-(\d\d)\b/.exec(query)
  if (iso) return daysAround(Number(iso[1]), Number(iso[2]) - 1, Number(iso[3]))
  const first = DAY_FIRST.exec(query)
  if (first) return daysAround(Number(first[3]), monthOf(first[2]), Number(first[1]))
  const named = MONTH_FIRST.exec(query)
  return named ? daysAround(Number(named[3]), monthOf(named[1]), Number(named[2] ?? 0)) : undefined
}

function monthNamed(query: string): number | undefined {
  const named = MONTH_ALONE.exec(query)
  return named ? monthOf(named[1]) : undefined
}

/** Whether a day, or a month of any year, is named that this moment is in or soon after. */
export function isDayNamed({ days, month }: Pick<PastQuery, "days" | "month">, at: number): boolean {
  if (days) return at >= days.from && at < days.to
  const monthAt = (time: number) => new Date(time).getUTCMonth()
  return month !== undefined && (monthAt(at) === month || monthAt(at - TALKED_OF_DAYS * DAY_MS) === month)
}

function monthOf(name: string | undefined): number {
  return MONTHS.indexOf((name ?? "").toLowerCase())
}

/** `day` 0 means the whole month. */
function daysAround(year: number, month: number, day: number): PastQuery["days"] {
  const from = Date.UTC(year, month, Math.max(1, day)) - DAY_MS
  const end = day === 0 ? Date.UTC(year, month + 1, 1) : Date.UTC(year, month, day + 1)
  return { from, to: end + TALKED_OF_DAYS * DAY_MS }
}
