// Budgets are hard: whatever is on disk, a part of the prompt never grows past its characters.

/** Equal shares, smallest first: what a small item leaves over goes to the larger ones. */
export function shareOut(sizes: readonly number[], budget: number): number[] {
  const shares = new Array<number>(sizes.length).fill(0)
  const order = sizes.map((size, index) => ({ size, index })).sort((a, b) => a.size - b.size || a.index - b.index)
  let left = Math.max(0, budget)
  order.forEach(({ size, index }, done) => {
    const share = Math.min(size, Math.floor(left / (order.length - done)))
    shares[index] = share
    left -= share
  })
  return shares
}

/** The longest beginning of `text` within `max` characters, ending at a paragraph, else a line, else a word. */
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
