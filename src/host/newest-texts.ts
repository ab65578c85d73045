// What tools and files said in a request, as far as it is looked at: the newest of it, since a long session holds more than can be searched
// for the source of a sentence.
import type { ForeignText } from "../flows/contract.ts"

const MAX_CHARS = 4_000_000

/** Oldest first. Takes no more of `newestFirst` than fits. */
export function newestTexts(newestFirst: Iterable<ForeignText>): ForeignText[] {
  const kept: ForeignText[] = []
  let room = MAX_CHARS
  for (const { tool, text } of newestFirst) {
    if (text === "") continue
    kept.push({ tool, text: text.slice(0, room) })
    room -= text.length
    if (room <= 0) break
  }
  return kept.reverse()
}
