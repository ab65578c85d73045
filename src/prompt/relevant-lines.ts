// Notes that may help with a user message, as lines for its tail: a path to read and what is there. A few lines that say something are
// worth more than many that were cut to nothing, so the last ones give way.
import type { NoteInfo } from "../model/note.ts"
import { oneLine } from "../text/text.ts"
import { shareOut } from "./budget.ts"
import { asData } from "./escape.ts"

export interface RelevantLines {
  readonly lines: readonly string[]
  readonly shown: readonly NoteInfo[]
}

export const MAX_RELEVANT = 3
/** Characters in all, line ends counted. */
export const RELEVANT_BUDGET = 400

const TITLE = "Maybe relevant:"
/** So much of a description is understood, or all of it. */
const LEAST_DESCRIPTION = 60
const MAX_DESCRIPTION = 300
/** So much of a line tells it from others, and is never cut off where the prompt shows it. */
const MAX_COMPARED = 100

/** The most relevant first. */
export function renderRelevant(notes: readonly NoteInfo[]): RelevantLines {
  for (let count = Math.min(notes.length, MAX_RELEVANT); count > 0; count--) {
    const shown = notes.slice(0, count)
    const lines = fitted(shown)
    if (lines) return { lines: [TITLE, ...lines], shown }
  }
  return { lines: [], shown: [] }
}

/** Whether a prompt has the note's line in its index, or what it says among its facts. */
export function isShownIn(prompt: string, note: NoteInfo): boolean {
  const description = asData(oneLine(note.description, MAX_DESCRIPTION)).slice(0, MAX_COMPARED)
  return prompt.includes(`\n${asData(note.path)} (`) || prompt.includes(`\n- ${description}`)
}

function fitted(notes: readonly NoteInfo[]): string[] | undefined {
  const parts = notes.map(({ path, scope, description }) => ({
    head: `- ${asData(path)} (${scope}): `,
    // Escaping makes a text longer, so it is cut afterwards; a cut makes no tag.
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
