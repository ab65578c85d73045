// A summary as a check reads it: blocks (a list item, a paragraph, a heading), each below the titles that govern it. A summary may be hostile or a
// megabyte long, so above a certain size only its ends are read, and each character a fixed number of times.
import { stripHidden } from "../text/hidden-text.ts"

export interface Block {
  /** As written, wrapped lines joined, without the list mark. */
  readonly text: string
  readonly lines: readonly string[]
  /** The heading and the introducing line above it. */
  readonly title: string
}

/** No summary is longer: it is the answer of one model step. */
const MAX_SUMMARY = 128 * 1024
const MAX_TITLE = 200
const LIST_MARK = /^\s*(?:[-*+•>]|\d{1,3}[.)])\s+(?:\[[ xX~-]?\]\s+)?/
const HEADING = /^\s{0,3}#{1,6}\s/
/** The content of a tag is a part of its own. */
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

/** A text as it can appear in a prompt, whether or not it has been made safe for one already. */
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
