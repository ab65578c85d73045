// The words that negate, for both comparisons of wishes: in English, German, Spanish, French, Portuguese, Italian and Russian, in this order.
// `isNegation` in `src/text/words.ts` knows fewer, because it reads texts about anything, in which "mai" is also a month.

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
