// Lines that differ only in a number, a time or a hash, as in logs and progress reports.

const MOST_COMPARED = 200
const RUN_SHOWN = 2
const LONG_LINE = 200
const CUT_MARK = 30
/** What may differ between two lines that say the same. */
const FILLING = /\d+|'[^']*'|"[^"]*"|`[^`]*`/g

export function shapeOf(line: string): string {
  return line
    .slice(0, MOST_COMPARED)
    .replace(/[0-9a-f]*\d[0-9a-f]*/gi, "0")
    .trim()
}

/** Each further line of the same shape is worth less, and those inside a run are worth nothing. */
export function lessWhenRepeated(lines: readonly string[], worth: readonly number[]): number[] {
  const shapes = lines.map(shapeOf)
  const seen = new Map<string, number>()
  let run = 0
  return shapes.map((shape, at) => {
    const before = seen.get(shape) ?? 0
    seen.set(shape, before + 1)
    run = shape === shapes[at - 1] ? run + 1 : 0
    if (run >= RUN_SHOWN && shape === shapes[at + 1]) return 0
    return (worth[at] as number) / (1 + before)
  })
}

/** A long line that repeats an earlier one keeps its beginning, which has the place and the message. */
export function shortenAlike(lines: readonly string[]): string[] {
  const seen = new Set<string>()
  return lines.map((line) => {
    if (line.length <= LONG_LINE + CUT_MARK) return line
    const saying = line.replace(FILLING, "")
    if (seen.has(saying)) return `${line.slice(0, LONG_LINE)}[… ${line.length - LONG_LINE} characters left out]`
    seen.add(saying)
    return line
  })
}
