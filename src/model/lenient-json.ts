// JSON as people write it in settings: with comments and trailing commas.
import { parse } from "jsonc-parser"

/** Undefined if it is not JSON. */
export function parseLenient(text: string): unknown {
  if (text.trim() === "") return undefined
  try {
    return parse(text, [], { allowTrailingComma: true })
  } catch (error) {
    // Nested deeper than any settings, which would make the parser recurse too deep.
    if (error instanceof RangeError) return undefined
    throw error
  }
}
