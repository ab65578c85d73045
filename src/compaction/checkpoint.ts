// A checkpoint: the summary at the head of a conversation after a compaction, under the headings of OpenCode 2's template (its check of a summary
// knows no others). It is read as lines per heading, so that the next summary can carry it over instead of nesting it.
import { cleanText } from "../redaction/clean-text.ts"
import { stripHidden } from "../text/hidden-text.ts"
import { spacedText } from "./summary-page.ts"

export const HEADINGS = [
  "## Objective",
  "## Requirements",
  "## Decisions",
  "## Work State",
  "### Completed",
  "### Active",
  "### Blocked",
  "## Next Move",
  "## Relevant Files",
  "## Important Context",
] as const
export type Heading = (typeof HEADINGS)[number]

export type Checkpoint = Readonly<Record<Heading, readonly string[]>>

export interface Message {
  readonly role: "user" | "assistant"
  readonly text: string
}

const MAX_READ = 256 * 1024
/** A single heading may just be the topic of a message. */
const LEAST_HEADINGS = 2
const LIST_MARK = /^\s*(?:[-*+>]|\d{1,3}\.)\s+/

/** The checkpoint among the first two messages (the host may put a question before it), empty if there is none, and what was said since. */
export function readSinceCheckpoint(messages: readonly Message[]): {
  checkpoint: Checkpoint
  messages: readonly Message[]
} {
  const at = messages.slice(0, 2).findIndex(({ text }) => isCheckpoint(text.slice(0, MAX_READ)))
  if (at < 0) return { checkpoint: readCheckpoint(""), messages }
  const text = messages[at]?.text.slice(0, MAX_READ) ?? ""
  return {
    checkpoint: readCheckpoint(quoteSafely(between(text, "<summary>", "</summary>") ?? text)),
    messages: [
      ...recentMessages(between(text, "<recent-context>", "</recent-context>") ?? ""),
      ...messages.slice(at + 1),
    ],
  }
}

/** Redacted, because a summary outlives its conversation. */
export function quoteSafely(text: string): string {
  return cleanText(text.slice(0, MAX_READ)).text
}

function between(text: string, open: string, close: string): string | undefined {
  const start = text.indexOf(open)
  if (start < 0) return undefined
  const end = text.indexOf(close, start)
  return text.slice(start + open.length, end < 0 ? text.length : end)
}

function isCheckpoint(text: string): boolean {
  const lines = text.split("\n").map((line) => line.trim())
  return text.includes("<conversation-checkpoint>") || lines.filter(isHeading).length >= LEAST_HEADINGS
}

function isHeading(line: string): line is Heading {
  return (HEADINGS as readonly string[]).includes(line)
}

/** Text under an unknown heading counts as context. The memory candidates have already been processed. */
function readCheckpoint(summary: string): Checkpoint {
  const sections = Object.fromEntries(HEADINGS.map((heading) => [heading, [] as string[]])) as Record<Heading, string[]>
  let heading: Heading | undefined = "## Important Context"
  for (const line of stripHidden(summary).text.split("\n")) {
    const title = line.trim()
    if (isHeading(title)) heading = title
    else if (/^(?:#{1,6}\s*)?memory candidates:?$/i.test(title)) heading = undefined
    else if (/^#{1,6}\s/.test(title)) heading = "## Important Context"
    else {
      const text = spacedText(line.replace(LIST_MARK, ""))
      if (heading && /[\p{L}\p{N}]/u.test(text) && text !== NONE) sections[heading].push(text)
    }
  }
  return sections
}

export const NONE = "(none)"

/** The host shows the messages it kept as text. */
function recentMessages(text: string): Message[] {
  return [...text.matchAll(/^\[(User|Assistant)\]: (.*)$/gm)].map(([, who, said = ""]) => ({
    role: who === "User" ? "user" : "assistant",
    text: said,
  }))
}

/** When an agent asks to have its conversation compacted: the host does it, Cairn cuts by itself, or there is a reason why not. */
export type CompactAnswer = "under-way" | "cut" | "nothing-before" | "cut-already" | "not-possible"
