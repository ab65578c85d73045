// One line of a Markdown file that people and other tools read: whatever a note says, it stays on its line and makes no link or comment. Nothing
// else is escaped, since most readers see the source.
import { stripHidden } from "./hidden-text.ts"
import { oneLine } from "./text.ts"

const MAX_TITLE = 200

export function markdownText(text: string, max: number): string {
  return oneLine(stripHidden(text).text, max).replace(/[\\[\]<]/g, "\\$&")
}

/** Spaces and parentheses would end a bare address; a backtick in the title could pair with one behind the link. */
export function markdownLink(title: string, path: string): string {
  const shown = markdownText(title, MAX_TITLE).replaceAll("`", "\\`")
  const address = stripHidden(path).text.replace(/[\n<>\\]/g, encodeURIComponent)
  return `[${shown}](${/^[\w./-]+$/.test(address) ? address : `<${address}>`})`
}
