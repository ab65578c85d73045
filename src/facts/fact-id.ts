// A fact's name in records that must not repeat what it says: a deleted fact may have been deleted for what it said.

import { NOTE_TYPES } from "../model/note-head.ts"
import { sha256 } from "../model/sha256.ts"
import { exactKey, foldFact } from "./fact-key.ts"

/** Equal for facts that are the same word for word, whatever their type. */
export function factId(text: string): string {
  return sha256(foldFact(text))
}

/** With the names that older records have for it, one for each type; `types` are those in addition to the five. */
export function everyFactId(text: string, types: Iterable<string>): string[] {
  return [factId(text), ...[...new Set([...NOTE_TYPES, ...types])].map((type) => sha256(exactKey(type, text)))]
}
