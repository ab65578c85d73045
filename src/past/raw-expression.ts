// An FTS5 expression as a person writes it, over an index of words without their endings: "errors" is in no message's terms, "error" is.
import { termsOfToken } from "../search/search-terms.ts"

/** A string in quotes, or a bare word with what makes it a beginning or a column's name. */
const PIECE = /"[^"]*"?|([\w\u0080-\uffff]+)(\s*[*:])?/g
const OPERATOR = /^(?:AND|OR|NOT|NEAR)$/

/** Each plain word in the form that is indexed. What is in quotes or ends in a star stays as it is. */
export function rawExpression(written: string): string {
  return written.replace(PIECE, (piece, word?: string, sign?: string) =>
    word === undefined || sign !== undefined || OPERATOR.test(word) ? piece : asIndexed(word),
  )
}

/** Terms in a row must all be there, as a row of words must; FTS5 takes no brackets in such a row. */
function asIndexed(word: string): string {
  const terms = termsOfToken(word.normalize("NFKC"))
  if (terms.length === 0 || terms.includes(word.toLowerCase())) return word
  return terms.map((term) => `"${term.replaceAll('"', "")}"`).join(" ")
}
