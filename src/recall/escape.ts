// Keeps what a note says from opening or closing one of Cairn's own tags. Nothing else is escaped, so that text the model copies out of the
// prompt still matches the file when it comes back in an edit.
import { stripHidden } from "../model/hidden-text.ts"

export const TAGS = ["cairn", "instructions", "system", "tree"] as const

// A few spaces more and no reader takes it for a tag; without a bound, a note full of spaces would take quadratic time.
const OWN_TAG = new RegExp(`<(?=\\s{0,9}/?\\s{0,9}(?:${TAGS.join("|")})\\b)`, "gi")
const ESCAPED_TAG = new RegExp(`&lt;(?=\\s{0,9}/?\\s{0,9}(?:${TAGS.join("|")})\\b)`, "gi")

export function escapeTags(text: string): string {
  return text.replace(OWN_TAG, "&lt;")
}

/** Text as it may stand in a prompt: nothing unseen, none of our tags. */
export function asData(text: string): string {
  return escapeTags(stripHidden(text).text)
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
