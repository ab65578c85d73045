// When two texts are the same thing, and which one a fragment means. Models quote from memory: case, spaces and the final full stop differ first.
import { foldText } from "./fold.ts"
import { MAX_ITEM, oneLine } from "./text.ts"
import { wordsIn } from "./words.ts"

export type Match =
  | { readonly kind: "one"; readonly text: string }
  | { readonly kind: "several"; readonly texts: readonly string[] }
  | { readonly kind: "none"; readonly near: readonly string[] }

/** Equal for texts that are one item. Cut like an item, so that the whole of a long text still finds it. */
export function contentKey(text: string): string {
  const folded = foldText(oneLine(text, MAX_ITEM))
  let end = folded.length
  while (end > 0 && ".!; ".includes(folded[end - 1] as string)) end--
  return end === 0 ? folded : folded.slice(0, end)
}

/** The text that contains `wanted`. One that equals `wanted` wins over others that only contain it. */
export function findItem(texts: readonly string[], wanted: string): Match {
  const distinct = [...new Set(texts)]
  const piece = foldText(wanted)
  if (piece === "") return { kind: "none", near: [] }
  const key = contentKey(wanted)
  const found = distinct.filter((text) => foldText(text).includes(piece) || contentKey(text) === key)
  if (found.length === 0) return { kind: "none", near: nearest(distinct, key) }
  const sameKey = found.filter((text) => contentKey(text) === key)
  for (const choice of [found, sameKey, found.filter((text) => text === wanted)])
    if (choice.length === 1) return { kind: "one", text: choice[0] as string }
  return { kind: "several", texts: found }
}

const MAX_NEAR = 3
/** Below this, what two texts share is chance. */
const LEAST_LIKENESS = 0.3

function nearest(texts: readonly string[], key: string): string[] {
  const words = wordsOf(key)
  const trigrams = trigramsOf(key)
  return texts
    .map((text) => {
      const other = contentKey(text)
      return { text, likeness: (shared(words, wordsOf(other)) + shared(trigrams, trigramsOf(other))) / 2 }
    })
    .filter(({ likeness }) => likeness >= LEAST_LIKENESS)
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, MAX_NEAR)
    .map(({ text }) => text)
}

function shared(wanted: ReadonlySet<string>, other: ReadonlySet<string>): number {
  return [...wanted].filter((one) => other.has(one)).length / Math.max(1, wanted.size)
}

function wordsOf(key: string): Set<string> {
  return new Set(wordsIn(key, (run) => [...run]))
}

/** With a space at each end, so that the beginnings and ends of words count, and two characters are enough. */
function trigramsOf(key: string): Set<string> {
  const characters = [...` ${key} `]
  return new Set(characters.slice(2).map((last, i) => `${characters[i]}${characters[i + 1]}${last}`))
}
