// Finds the list in a model's answer: alone, in prose, in a fence or as a field. If none can be parsed, the list is empty.
import { jsonOf, listAt } from "../model/fields.ts"

const MAX_ANSWER = 100_000
const MAX_TRIES = 20

/** The first list that contains objects, otherwise the first that can be parsed. */
export function jsonArrayIn(answer: string): unknown[] {
  const text = answer.slice(0, MAX_ANSWER)
  let first: unknown[] | undefined
  // What may begin a list of objects, or an empty one; prose is full of other brackets, "[m12]" for one.
  for (const { index } of [...text.matchAll(/\[(?=\s*[{\]])/g)].slice(0, MAX_TRIES)) {
    const list = listAt(jsonOf(text.slice(index, closingOf(text, index) + 1)))
    if (list?.some((item) => typeof item === "object" && item !== null)) return list
    first ??= list
  }
  return first ?? []
}

/** Where the bracket at `from` closes; brackets in strings do not count. */
function closingOf(text: string, from: number): number {
  let [depth, inString] = [0, false]
  for (let at = from; at < text.length; at++) {
    const letter = text[at]
    if (inString && letter === "\\") at++
    else if (letter === '"') inString = !inString
    else if (!inString && letter === "[") depth++
    else if (!inString && letter === "]" && --depth === 0) return at
  }
  return -1
}
