// Keeps the text of a note from opening or closing anything in a prompt: one of Cairn's own tags, or a turn in a chat template. Nothing else is
// escaped, so that text which the model copies from the prompt still matches the file when it comes back in an edit. A model takes look-alike
// brackets and letters for the real ones, so this does too.

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

/** Names that begin or end a turn, a call or a text for one model or another, in angle and in square brackets. */
const TEMPLATE_TAGS =
  "s sys bos eos think start_of_turn end_of_turn tool_call tool_calls tool_response function_calls function_results invoke antml".split(
    " ",
  )
const TEMPLATE_MARKS = "INST|SYS|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS|TOOL_CONTENT"

const ANGLES = "<＜﹤‹〈\\u2329⟨❬❮❰⧼ᐸ˂"
const SQUARES = "\\[［【"
const BARS = "|｜¦│∣"
const SLASHES = "/\\\\／⁄∕"
/** After an opening bracket each part is read once, however many blanks there are. */
const AFTER_ANGLE = `\\s*(?:[${SLASHES}]\\s*){0,3}(?:[${BARS}]\\s*(\\p{L})[\\p{L}\\p{N}_▁-]{0,40}\\s*[${BARS}>＞]|(\\p{L}[\\p{L}\\p{M}\\p{N}_]{0,40}))`
const AFTER_SQUARE = `\\s*(?:[${SLASHES}]\\s*){0,3}(${TEMPLATE_MARKS})\\s*[\\]］】]`
const OPENING = new RegExp(`[${ANGLES}](?=${AFTER_ANGLE})|[${SQUARES}](?=${AFTER_SQUARE})`, "giu")
const ESCAPED = new RegExp(`&(?:lt|#x[\\dA-F]{2,4});(?:(?=${AFTER_SQUARE})|(?=${AFTER_ANGLE}))`, "giu")

const OWN = new Set<string>([...TAGS, ...TEMPLATE_TAGS])
const OWN_AND_BLOCKS = new Set<string>([...OWN, ...BLOCKS])

export function escapeTags(text: string): string {
  return escapeNames(text, OWN)
}

/** Escapes tags with these names, in any disguise, and template marks. */
function escapeNames(text: string, names: ReadonlySet<string>): string {
  return text.replace(OPENING, (open, bar?: string, word?: string, mark?: string) =>
    bar || mark || isNamed(word, names) ? entityOf(open) : open,
  )
}

/** Text as it may appear in a prompt: nothing invisible, none of our tags. */
export function asData(text: string): string {
  return escapeTags(stripHidden(text).text)
}

/** For a session's memory, where the core blocks' tags are Cairn's too; in a note, `<context>` is somebody's markup. */
export function asSessionData(text: string): string {
  return escapeNames(stripHidden(text).text, OWN_AND_BLOCKS)
}

/** The same, for text inside tags that it must not close either. */
export function asSessionDataIn(text: string, tags: ReadonlySet<string>): string {
  return escapeNames(stripHidden(text).text, new Set([...OWN_AND_BLOCKS, ...tags]))
}

/** Undoes `escapeTags`, for text that comes back from the model. */
export function unescapeTags(text: string): string {
  return text.replace(ESCAPED, (entity, mark?: string, bar?: string, word?: string) => {
    const open = entity === "&lt;" ? "<" : String.fromCharCode(Number.parseInt(entity.slice(3, -1), 16))
    return entityOf(open) === entity && (bar || mark || isNamed(word, OWN)) ? open : entity
  })
}

export function asAttribute(text: string): string {
  return stripHidden(text)
    .text.replace(/\s+/g, " ")
    .replaceAll("&", "&amp;")
    .replaceAll('"', "&quot;")
    .replaceAll("<", "&lt;")
}

function entityOf(open: string): string {
  return open === "<" ? "&lt;" : `&#x${open.charCodeAt(0).toString(16).toUpperCase()};`
}

function isNamed(word: string | undefined, names: ReadonlySet<string>): boolean {
  if (word === undefined) return false
  const plain = /[^\0-\x7f]/.test(word) ? lookAlike(word) : word.toLowerCase()
  return names.has(plain)
}

/** Letters of other scripts, and at the same position the Latin letter that each looks like. */
const FOREIGN = "асеіıοорρѕухαιηνкмтгո"
const LATIN = "aceiiooppsyxainvkmtrn"

function lookAlike(word: string): string {
  const folded = word.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()
  return [...folded].map((char) => LATIN.charAt(FOREIGN.indexOf(char)) || char).join("")
}
