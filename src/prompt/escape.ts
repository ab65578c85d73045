// Keeps what a note says from opening or closing one of Cairn's own tags. Nothing else is escaped, so that text the model copies out of the
// prompt still matches the file when it comes back in an edit.

import { BLOCKS } from "../model/core-block.ts"
import { stripHidden } from "../text/hidden-text.ts"

export const TAGS = [
  "cairn",
  "instructions",
  "system",
  "facts",
  "waiting",
  "tree",
  "core_memory",
  "working_memory",
  "activity",
  "repair",
  "news",
] as const

const OWN_TAG = tagPattern("<", TAGS)
const BLOCK_TAG = tagPattern("<", BLOCKS)
const ESCAPED_TAG = tagPattern("&lt;", TAGS)

export function escapeTags(text: string): string {
  return text.replace(OWN_TAG, "&lt;")
}

// A few spaces more and no reader takes it for a tag; without a bound, a note full of spaces would take quadratic time.
function tagPattern(open: string, tags: readonly string[]): RegExp {
  return new RegExp(`${open}(?=\\s{0,9}/?\\s{0,9}(?:${tags.join("|")})\\b)`, "gi")
}

/** Text as it may stand in a prompt: nothing unseen, none of our tags. */
export function asData(text: string): string {
  return escapeTags(stripHidden(text).text)
}

/** Of a session's memory, where the core blocks' tags are Cairn's too; in a note, `<context>` is somebody's markup. */
export function asSessionData(text: string): string {
  return asData(text).replace(BLOCK_TAG, "&lt;")
}

/** Undoes `escapeTags`, for text that comes back from the model. */
export function unescapeTags(text: string): string {
  return text.replace(ESCAPED_TAG, "<")
}

export function asAttribute(text: string): string {
  return stripHidden(text)
    .text.replace(/\s+/g, " ")
    .replaceAll("&", "&amp;")
    .replaceAll('"', "&quot;")
    .replaceAll("<", "&lt;")
}
