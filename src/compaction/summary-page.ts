// A summary as the checks read it: blocks (list item, paragraph, heading), each with the titles that govern it. A summary may be hostile or a
// megabyte long, so of a large one only its ends are read, and each character a fixed number of times.
import { stripHidden } from "../text/hidden-text.ts"

export interface Block {
  /** Wrapped lines joined, without the list mark. */
  readonly text: string
  readonly lines: readonly string[]
  /** The heading and the introducing line above it. */
  readonly title: string
}

/** Longer than any real summary, which is one answer of a model. */
const MAX_SUMMARY = 128 * 1024
const MAX_TITLE = 200
const LIST_MARK = /^\s*(?:[-*+•>]|\d{1,3}[.)])\s+(?:\[[ xX~-]?\]\s+)?/
const HEADING = /^\s{0,3}#{1,6}\s/
/** What is inside a tag does not belong to the heading above it. */
const TAG = /^<\/?[a-z]/
const STARTS_BLOCK = /^\s*(?:[-*+•>]\s|\d{1,3}[.)]\s|#{1,6}\s|<|\||```|~~~)/

export function blocksOf(summary: string): Block[] {
  const blocks: Block[] = []
  let heading = ""
  let intro = ""
  let lines: string[] = []
  const close = () => {
    const text = lines.join(" ")
    if (text !== "") blocks.push({ text, lines, title: `${heading} ${intro}` })
    if (text.endsWith(":")) intro = text.slice(-MAX_TITLE)
    lines = []
  }
  for (const line of bothEnds(withoutHidden(summary)).split("\n")) {
    const isBlank = line.trim() === ""
    if (isBlank || STARTS_BLOCK.test(line)) close()
    // An introduction applies to the list below it, even across an empty line, but not to a new paragraph.
    if (!isBlank && lines.length === 0 && !LIST_MARK.test(line)) intro = ""
    if (HEADING.test(line)) heading = line.slice(0, MAX_TITLE)
    else if (TAG.test(line)) heading = ""
    if (!isBlank) lines.push(spacedText(line.replace(LIST_MARK, "")))
  }
  close()
  return blocks
}

/** The text as a prompt can contain it, whether or not it was escaped for one. */
export function withoutHidden(text: string): string {
  return stripHidden(text)
    .text.replaceAll("&lt;", "<")
    .replace(/&#x([\dA-F]{2,4});/g, (_entity, code) => String.fromCharCode(Number.parseInt(code, 16)))
}

export function spacedText(text: string): string {
  return text.replace(/\s+/g, " ").trim()
}

function bothEnds(text: string): string {
  if (text.length <= MAX_SUMMARY) return text
  return `${text.slice(0, MAX_SUMMARY / 2)}\n\n${text.slice(-MAX_SUMMARY / 2)}`
}
