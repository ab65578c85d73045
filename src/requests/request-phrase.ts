// The form in which a language's ways of asking to remember or to forget are written down: what stands before and after the thing itself.
// Western languages ask first, Japanese and Korean last, Chinese and German also around it.

export interface Phrase {
  readonly asks: "keep" | "refuse" | "forget"
  /** How the sentence begins, and how it ends; what is between them is what is to be kept or forgotten. */
  readonly lead?: Pattern
  readonly trail?: Pattern
  /** What, standing there, makes it no request. */
  readonly unless?: RegExp
  /** A request in the form of a question. */
  readonly polite?: boolean
}

export type Pattern = Pick<RegExp, "exec" | "test">

/** The phrases hold many choices; a sentence without the cue has none of them, and most sentences are not looked at further. */
export interface Language {
  readonly cue: RegExp
  readonly phrases: readonly Phrase[]
}

/** Ends a word in any script, and no half of a longer one: `\b` knows only ASCII letters, and "remember-me" is a name. */
export const WORD_END = "(?![\\p{L}\\p{N}]|-\\p{L})"
/** What may separate the request from its object. */
export const MARKS = "\\s*(?:(?:[:：,，、;—–]|-(?=\\s)|\\.\\.\\.|…)\\s*){0,3}"
/** The request is over here: a mark follows, or nothing. */
export const OVER = "(?=\\s*(?:[:：,;!?…—–)]|\\.(?![\\p{L}\\p{N}])|\\s-\\s|$))"
export const CLOSING = "[\\s.。!！?？~…)）]{0,8}$"

const START = "^[\\s(¡¿–—-]{0,4}"

/** The beginning of a sentence, made of parts that follow each other. */
export function lead(...parts: string[]): Pattern {
  return onceNeeded(START + parts.join(""))
}

/** The end of a sentence. */
export function trail(...parts: string[]): Pattern {
  return onceNeeded(`${parts.join("")}${CLOSING}`)
}

/** A pattern of so many choices takes milliseconds to make, all of them a good part of the start; most sessions need none. */
function onceNeeded(source: string): Pattern {
  let made: RegExp | undefined
  const pattern = () => {
    made ??= new RegExp(source, "iu")
    return made
  }
  return { exec: (text) => pattern().exec(text), test: (text) => pattern().test(text) }
}

export function anyOf(...choices: string[]): string {
  return `(?:${choices.join("|")})`
}

/** Words that may stand before a request, a few of them, with or without a mark; `words` are choices of a pattern. */
export function fillers(words: string): string {
  return `(?:(?:${words})${WORD_END}[,:;!.\\s—–-]{0,4}){0,4}`
}
