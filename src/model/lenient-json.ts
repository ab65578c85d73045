// JSON as people write it in settings: with comments and commas too many.
import { parse } from "jsonc-parser"

/** Undefined where it is none. */
export function parseLenient(text: string): unknown {
  return text.trim() === "" ? undefined : parse(text, [], { allowTrailingComma: true })
}
