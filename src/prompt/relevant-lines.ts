// Notes that may help with a user message, as lines for its tail: a path to read and what is there. A few informative lines are worth more than
// many that are cut short, so the last ones are dropped.
import type { NoteInfo } from "../model/note.ts"
import { oneLine } from "../text/text.ts"
import { shareOut } from "./budget.ts"
import { asData } from "./escape.ts"

export const MAX_RELEVANT = 3
/** Characters in total, including line ends. */
export const RELEVANT_BUDGET = 400

const TITLE = "Maybe relevant:"
/** The least part of a description that can be understood; a shorter one is shown whole. */
const LEAST_DESCRIPTION = 60
const MAX_DESCRIPTION = 300
/** The least part of a cut line that tells it from others. */
const LEAST_COMPARED = 10

/** The most relevant first. */
export function renderRelevant(notes: readonly NoteInfo[]): {
  readonly lines: readonly string[]
  readonly shown: readonly NoteInfo[]
} {
  for (let count = Math.min(notes.length, MAX_RELEVANT); count > 0; count--) {
    const shown = notes.slice(0, count)
    const lines = fitted(shown)
    if (lines) return { lines: [TITLE, ...lines], shown }
  }
  return { lines: [], shown: [] }
}

/** Whether a prompt already lists the note in its index, or shows its text among the facts, whole or cut. */
export function shownIn(prompt: string): (note: NoteInfo) => boolean {
  const facts = prompt.split("\n").flatMap((line) => (line.startsWith("- ") ? [line.slice(2)] : []))
  return ({ path, description }) => {
    const sentence = asData(oneLine(description, MAX_DESCRIPTION))
    return prompt.includes(`\n${asData(path)} — `) || facts.some((line) => isLineOf(line, sentence))
  }
}

function isLineOf(line: string, sentence: string): boolean {
  if (sentence !== "" && line.startsWith(sentence)) return true
  const cut = line.indexOf("…")
  return cut >= LEAST_COMPARED && sentence.startsWith(line.slice(0, cut))
}

function fitted(notes: readonly NoteInfo[]): string[] | undefined {
  const parts = notes.map(({ path, scope, description }) => ({
    head: `- ${asData(path)} (${scope}): `,
    // Escaping makes a text longer, so it is cut afterwards; cutting cannot create a tag.
    description: asData(oneLine(description, MAX_DESCRIPTION)),
  }))
  const sizes = parts.map(({ head, description }) => head.length + description.length + 1)
  const shares = shareOut(sizes, RELEVANT_BUDGET - TITLE.length - 1)
  const lines = parts.map(({ head, description }, at) => {
    const room = (shares[at] as number) - head.length - 1
    return room < Math.min(LEAST_DESCRIPTION, description.length) ? undefined : head + oneLine(description, room)
  })
  return lines.every((line) => line !== undefined) ? lines : undefined
}
