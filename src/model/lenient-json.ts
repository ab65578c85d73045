// JSON as people write it in settings: with comments and commas too many.
import { parse } from "jsonc-parser"

/** Undefined where it is none. */
export function parseLenient(text: string): unknown {
  if (text.trim() === "") return undefined
  try {
    return parse(text, [], { allowTrailingComma: true })
  } catch (error) {
    // Nested deeper than any settings: the parser goes down into it.
    if (error instanceof RangeError) return undefined
    throw error
  }
}
