// An FTS5 expression as a person writes it, over an index of words without their endings: "errors" is in no message's terms, "error" is.
import { oneSpelling } from "../search/irregular-forms.ts"
import { termsOfToken } from "../search/search-terms.ts"
import { stemOf } from "../text/words.ts"

/** A string in quotes, or a bare word with what makes it a beginning or a column's name. */
const PIECE = /"[^"]*"?|([\w\u0080-\uffff]+)(\s*[*:])?/g
const OPERATOR = /^(?:AND|OR|NOT|NEAR)$/

/** Each plain word in the form that is indexed, and a beginning as far as that has it. What is in quotes stays as it is. */
export function rawExpression(written: string): string {
  return written.replace(PIECE, (piece, word?: string, sign?: string) => {
    if (word === undefined || OPERATOR.test(word)) return piece
    if (sign === undefined) return asIndexed(word)
    return sign.endsWith("*") ? `${beginningOf(word)}${sign}` : piece
  })
}

/** Terms in a row must all be there, as a row of words must; FTS5 takes no brackets in such a row. */
function asIndexed(word: string): string {
  const terms = termsIn(word)
  if (terms.length === 0 || terms.includes(word.toLowerCase())) return word
  return terms.map((term) => `"${term.replaceAll('"', "")}"`).join(" ")
}

/** "releases*" would find nothing, since only "releas" is indexed; nor would "colour*", since "color" is. */
function beginningOf(word: string): string {
  const [term = "", another] = termsIn(word)
  const small = word.toLowerCase()
  if (another !== undefined || term.length < LEAST_BEGINNING) return word
  return small.startsWith(term) || term === oneSpelling(stemOf(small)) ? term : word
}

/** In letters: a shorter one finds too much. */
const LEAST_BEGINNING = 3

function termsIn(word: string): string[] {
  return termsOfToken(word.normalize("NFKC"))
}
