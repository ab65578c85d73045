// A fact's id in records that must not repeat its words: it may have been deleted because of them.

import { NOTE_TYPES } from "../model/note-head.ts"
import { sha256 } from "../model/sha256.ts"
import { exactKey, foldFact } from "./fact-key.ts"

/** Equal for facts that are the same word for word, whatever their type. */
export function factId(text: string): string {
  return sha256(foldFact(text))
}

/** Also the ids that older records used, one per type. `types`: the user's own types besides the five built-in ones. */
export function everyFactId(text: string, types: Iterable<string>): string[] {
  return [factId(text), ...[...new Set([...NOTE_TYPES, ...types])].map((type) => sha256(exactKey(type, text)))]
}
