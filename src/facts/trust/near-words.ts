// Where the words of a short text occur close together in a long one. A session brings in megabytes, and everything to be kept is compared with
// all of it; so each word is searched for in the plain text, without building an index first.
import { EASTERN_SCRIPT } from "../../text/script.ts"

/** A passage of the long text and which words of the short text it contains, also as a share of their total weight. */
export interface Passage {
  readonly share: number
  readonly found: ReadonlySet<string>
  /** Folded, with some of its surroundings. */
  readonly text: string
}

/** Hits per word; a text with more has the word everywhere. */
const MAX_HITS = 3000
/** Most characters added around a passage, within its lines. */
const MARGIN = 160

/** The passage of `room` characters with the most weight. `weights` is keyed by the folded beginnings of words. */
export function bestPassage(folded: string, weights: ReadonlyMap<string, number>, room: number): Passage | undefined {
  const all = sum(weights.values())
  const places: { readonly at: number; readonly word: string }[] = []
  for (const word of weights.keys()) for (const at of placesOf(word, folded)) places.push({ at, word })
  if (places.length === 0) return undefined
  places.sort((a, b) => a.at - b.at)
  const inside = new Map<string, number>()
  let [weight, from, best, bestFrom, bestTo] = [0, 0, 0, 0, 0]
  for (let to = 0; to < places.length; to++) {
    const { at, word } = places[to] as (typeof places)[number]
    const times = inside.get(word) ?? 0
    inside.set(word, times + 1)
    if (times === 0) weight += weights.get(word) ?? 0
    for (; at - (places[from]?.at ?? at) > room; from++) {
      const gone = (places[from] as (typeof places)[number]).word
      const left = (inside.get(gone) ?? 1) - 1
      inside.set(gone, left)
      if (left === 0) weight -= weights.get(gone) ?? 0
    }
    if (weight > best) [best, bestFrom, bestTo] = [weight, from, to]
  }
  const found = new Set(places.slice(bestFrom, bestTo + 1).map(({ word }) => word))
  return { share: best / all, found, text: around(folded, places[bestFrom]?.at ?? 0, places[bestTo]?.at ?? 0) }
}

function placesOf(word: string, folded: string): number[] {
  const places: number[] = []
  // In scripts without spaces a word begins anywhere.
  const isEastern = EASTERN_SCRIPT.test(word)
  for (let at = folded.indexOf(word); at >= 0 && places.length < MAX_HITS; at = folded.indexOf(word, at + word.length))
    if (isEastern || (!isOfWord(folded.charCodeAt(at - 1)) && isWholeEnough(word, folded.charCodeAt(at + word.length))))
      places.push(at)
  return places
}

/** Longer words may continue: "deploy" matches "deployment". */
const SHORT = 3

function isWholeEnough(word: string, next: number): boolean {
  return word.length > SHORT || !isOfWord(next)
}

function isOfWord(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39) || code >= 0xc0
}

function around(text: string, from: number, to: number): string {
  const start = Math.max(text.lastIndexOf("\n", from) + 1, from - MARGIN)
  const end = text.indexOf("\n", to)
  return text.slice(start, Math.min(end < 0 ? text.length : end, to + MARGIN))
}

function sum(numbers: Iterable<number>): number {
  let total = 0
  for (const number of numbers) total += number
  return total
}
