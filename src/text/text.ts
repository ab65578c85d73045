// Cutting text to a size, at a place where a reader would cut it.

/** The longest beginning of `text` within `max` characters, ending at a paragraph, otherwise a line, otherwise a word. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text
  const room = text.slice(0, Math.max(0, max))
  for (const boundary of ["\n\n", "\n", " "]) {
    const at = room.lastIndexOf(boundary)
    if (at > max / 2) return room.slice(0, at)
  }
  return room.replace(/[\ud800-\udbff]$/, "")
}

export function oneLine(text: string, max: number): string {
  const line = text.replace(/\s+/g, " ").trim()
  return line.length <= max ? line : `${cutText(line, max - 1).trimEnd()}…`
}

/** Most characters of one item in a session's working memory. */
export const MAX_ITEM = 200
