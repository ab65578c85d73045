// A fact's name in records that must not repeat what it says: a deleted fact may have been deleted for what it said.

import { sha256 } from "../model/sha256.ts"
import { exactKey } from "./fact-key.ts"

/** Equal for facts that are the same word for word. */
export function factId(type: string, text: string): string {
  return sha256(exactKey(type, text))
}
