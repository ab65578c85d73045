// A fact's name in records that must not repeat what it says: a deleted fact may have been deleted for what it said.
import { createHash } from "node:crypto"
import { exactKey } from "../capture/fact-key.ts"

/** Equal for facts that are the same word for word. */
export function factId(type: string, text: string): string {
  return createHash("sha256").update(exactKey(type, text)).digest("hex")
}
