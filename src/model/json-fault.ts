// A mistake in a JSON file in plain words, at the place where a person has to type something.
import { type ParseError, printParseErrorCode, stripComments } from "jsonc-parser"

const WORDS: Readonly<Record<string, string>> = {
  CommaExpected: "a comma is missing at the end",
  ColonExpected: "a colon is missing",
  CloseBraceExpected: "a closing } is missing",
  CloseBracketExpected: "a closing ] is missing",
  PropertyNameExpected: "a name in quotes is missing",
  ValueExpected: "a value is missing",
  EndOfFileExpected: "there is something after the end",
  InvalidSymbol: "a word that is none of true, false, null or a text in quotes",
  InvalidNumberFormat: "a number is not written as one",
  UnexpectedEndOfString: "a closing quotation mark is missing",
  UnexpectedEndOfComment: "a comment is not closed",
  InvalidEscapeCharacter: "a backslash is followed by a wrong letter",
  InvalidUnicode: "\\u is not followed by four digits",
  InvalidCharacter: "a character that may not be there",
}

/** Found only where the next word begins, which may be some lines below. */
const MISSING_BEFORE = new Set(["CommaExpected", "CloseBraceExpected", "CloseBracketExpected"])

export function jsonFault(
  text: string,
  { error, offset }: ParseError,
): { readonly line: number; readonly what: string } {
  const code = printParseErrorCode(error)
  // Comments become blanks, so all offsets stay.
  const before = stripComments(text, " ").slice(0, offset)
  const upTo = MISSING_BEFORE.has(code) ? before.trimEnd() : before
  return { line: upTo.split("\n").length, what: WORDS[code] ?? code }
}
