// The words that negate. A text about anything has fewer of them than a wish: "mai" is also a month, "non" a part of names.
import { wordSet } from "./word-set.ts"

/** In a text about anything. */
export const NEGATIONS: ReadonlySet<string> = wordSet(
  "not never no none nothing neither nor without cannot dont avoid kein keine nicht nie niemals nunca jamás ningún sin pas jamais",
)

/** They say that something is no longer true. Only a summary uses them that way; in a fact, "use tabs instead" is the content. */
export const RETRACTIONS: ReadonlySet<string> = wordSet(
  "instead rather over except unless stop stopped ignore ignored disregard longer obsolete superseded cancelled canceled dropped revoked withdrawn reverted refuse refused forbidden",
)

/** In a wish, as are the three below: in English, German, Spanish, French, Portuguese, Italian and Russian, in this order. */
export const NO = "kein keine keinen keiner keinem keines"
/** The English ones depend on what is beside them. */
export const NOT = `nicht ${NO} pas não non не нельзя`
export const NEVER = "never nie niemals nunca jamás jamais mai никогда"
export const WITHOUT = "without ohne sin sans sem senza без"

/** Each of these words alone, in a folded text; `_` is any white space. Languages without spaces have a pattern of their own. */
export function anyWord(words: string, eastern?: string): RegExp {
  const alone = `(?<!\\p{L})(?:${eitherOf(words)})(?!\\p{L})`
  return new RegExp(eastern === undefined ? alone : `${alone}|${eastern}`, "u")
}

export function eitherOf(words: string): string {
  return words.replaceAll(" ", "|").replaceAll("_", "\\s+")
}
