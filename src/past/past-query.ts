// What somebody looks for in the past, as terms. No text is a query language here: whatever is typed is words, names and quoted strings.
import { termsOf } from "../search/search-terms.ts"

export interface PastQuery {
  /** Terms with what each tells. */
  readonly terms: ReadonlyMap<string, number>
  /** What stood in quotation marks: to be found word for word. */
  readonly phrases: readonly string[]
  /** The last word, which may be the beginning of one. */
  readonly last: string | undefined
}

const MAX_QUERY = 2000
const MAX_TERMS = 40

export function parsePastQuery(text: string): PastQuery {
  const query = text.slice(0, MAX_QUERY)
  const { words, names } = termsOf(query)
  const terms = [...words, ...names].filter(([term, weight]) => weight > 0 && !/["\s]/.test(term)).slice(0, MAX_TERMS)
  const phrases = [...query.matchAll(/"([^"]{2,200})"|“([^”]{2,200})”|`([^`]{2,200})`/g)].map(([, ...found]) =>
    (found.find((one) => one !== undefined) ?? "").trim().toLowerCase(),
  )
  const last = /([\p{L}\p{N}]{3,})\s*$/u.exec(query)?.[1]?.toLowerCase()
  return { terms: new Map(terms), phrases: phrases.filter((phrase) => phrase !== ""), last }
}

const DAY_MS = 86_400_000
const SPANS: readonly (readonly [RegExp, number])[] = [
  [/^today$/, 0],
  [/^yesterday$/, 1],
  [/^(?:last|this|past) week$|^a week ago$/, 7],
  [/^(?:last|this|past) month$|^a month ago$/, 31],
  [/^(?:last|this|past) year$|^a year ago$/, 366],
]

/** The beginning of a day: a date, or so many days back. Undefined: it is no date. */
export function dayMeant(text: string, now: number): number | undefined {
  const said = text.trim().toLowerCase()
  const startOf = (daysBack: number) => Math.floor(now / DAY_MS) * DAY_MS - daysBack * DAY_MS
  const span = SPANS.find(([pattern]) => pattern.test(said))
  if (span) return startOf(span[1])
  const [, count, unit] = /^(\d{1,4}) (day|week|month|year)s? ago$/.exec(said) ?? []
  const days = { day: 1, week: 7, month: 30, year: 365 }
  if (count && unit) return startOf(Number(count) * days[unit as keyof typeof days])
  const time = /^\d{4}-\d\d/.test(said) ? Date.parse(said) : Number.NaN
  return Number.isNaN(time) ? undefined : time
}
