// Chooses the most valuable lines for the available room. A fold costs a line itself, so one that would hide hardly more is not made.

export interface Room {
  readonly chars: number
  /** For errors, in addition to the rest and whatever the ends take. */
  readonly errorChars: number
  /** This many first and last lines stay, whatever they are worth. */
  readonly head: number
  readonly tail: number
}

export interface HiddenLines {
  readonly start: number
  readonly end: number
  readonly chars: number
}

const LEAST_FOLD = 160
/** The last bit of room would only be filled with crumbs. */
const LEAST_ROOM = 40

/** A line of infinite worth always stays, one of negative worth never. */
export function select(lines: readonly string[], worth: Float64Array, room: Room): boolean[] {
  const isEnd = (at: number) => at < room.head || at >= lines.length - room.tail
  const kept = lines.map((_, at) => (isEnd(at) && !isBarred(worth, at)) || worth[at] === Number.POSITIVE_INFINITY)
  let left = room.chars
  lines.forEach((line, at) => {
    if (kept[at]) left -= line.length + 1
  })
  left = Math.max(0, left) + room.errorChars
  const open = [...worth.keys()].filter((at) => !kept[at] && (worth[at] as number) > 0)
  open.sort((a, b) => (worth[b] as number) - (worth[a] as number) || a - b)
  for (const at of open) {
    const cost = (lines[at] as string).length + 1
    if (left < LEAST_ROOM) break
    if (cost > left) continue
    kept[at] = true
    left -= cost
  }
  for (const { start, end, chars } of foldsOf(lines, kept)) {
    if (chars <= LEAST_FOLD && !worth.subarray(start, end).some((value) => value <= 0)) kept.fill(true, start, end)
  }
  return kept
}

export function* foldsOf(lines: readonly string[], kept: readonly boolean[]): Generator<HiddenLines> {
  for (let start = 0; start < kept.length; start++) {
    if (kept[start]) continue
    let end = start
    let chars = 0
    while (end < kept.length && !kept[end]) chars += (lines[end++] as string).length + 1
    yield { start, end, chars }
    start = end
  }
}

function isBarred(worth: Float64Array, at: number): boolean {
  return (worth[at] as number) < 0
}
