// Whether a session's first message continues earlier work: "continue", "where were we?", "the tests fail again", "it still does not work". Other
// orders use the same words ("add a Continue button", "it should still work offline", "try again when it fails"). So "go on" has to begin a
// sentence, "still" has to be about something unsolved, and neither counts in a condition or a requirement.
import { foldCase } from "../text/fold.ts"
import { ownLines } from "../text/pasted-text.ts"
import { EASTERN_SCRIPT } from "../text/script.ts"
import { BLOT, sentencesOf } from "../text/user-text.ts"
import { RESUME_WORDS, type ResumeWords } from "./resume-words.ts"

/** People who continue something say so first; further down comes what to build. */
const MAX_MESSAGE = 4000
const MAX_SENTENCES = 3
const MAX_SENTENCE = 400

export function goesOnWithEarlierWork(message: string): boolean {
  const sentences = sentencesOf(ownLines(message.slice(0, MAX_MESSAGE))).slice(0, MAX_SENTENCES)
  return sentences.some(({ plain }) => {
    const text = foldCase(plain.slice(0, MAX_SENTENCE)).replaceAll(BLOT, "#")
    return patterns(EASTERN_SCRIPT.test(text)).some((language) => goesOn(text, language))
  })
}

type Patterns = ReturnType<typeof compile>

function goesOn(
  text: string,
  { unspaced, begins, back, not, did, again, still, undone, guard, inCase }: Patterns,
): boolean {
  if (begins.test(text)) return true
  const named = back.exec(text)?.index
  // "don't continue yesterday's work"
  if (named !== undefined && !not?.test(text.slice(0, named).split(CLAUSE).at(-1) ?? "")) return true
  if (inCase?.test(text)) return false
  const clauses = unspaced ? [text] : text.split(CLAUSE)
  return clauses.some((clause) => {
    const at =
      did?.exec(clause)?.index ??
      again.exec(clause)?.index ??
      (undone.test(clause) ? still.exec(clause)?.index : undefined)
    return at !== undefined && !guard.test(unspaced ? clause : clause.slice(0, at))
  })
}

const CLAUSE = /[,;:()—–]|\s-\s|\s(?:but|aber|pero|mais|mas|ma|но)\s/

let made: readonly Patterns[] | undefined

function patterns(isEastern: boolean): readonly Patterns[] {
  made ??= RESUME_WORDS.map(compile)
  return made.filter(({ unspaced }) => unspaced === isEastern)
}

function compile({ unspaced: isUnspaced, lead, goOn, ...words }: ResumeWords) {
  const unspaced = isUnspaced === true
  const edge = (list: string) => (unspaced ? `(?:${list})` : `(?<![\\p{L}\\p{N}_])(?:${list})(?![\\p{L}\\p{N}_])`)
  const pattern = (source: string) => new RegExp(source.replaceAll(" ?", "\\s*").replaceAll(" ", "\\s+"), "u")
  const anywhere = (list: string) => pattern(edge(list))
  return {
    unspaced,
    begins: pattern(`^[^\\p{L}\\p{N}#]*(?:${edge(lead)}[^\\p{L}\\p{N}#]*){0,12}${edge(goOn)}`),
    back: anywhere(words.back),
    did: words.did === undefined ? undefined : anywhere(words.did),
    not: words.not === undefined ? undefined : pattern(`${edge(words.not)} ${edge(goOn)}`),
    again: anywhere(words.again),
    still: anywhere(words.still),
    undone: anywhere(words.undone),
    guard: anywhere(words.guard),
    inCase: words.inCase === undefined ? undefined : pattern(`^[^\\p{L}]*${edge(words.inCase)}`),
  }
}
