// Lines that say the same but for a number, a time or a hash, as those of logs and progress reports do.

const MOST_COMPARED = 200
const RUN_SHOWN = 2

export function shapeOf(line: string): string {
  return line
    .slice(0, MOST_COMPARED)
    .replace(/[0-9a-f]*\d[0-9a-f]*/gi, "0")
    .trim()
}

/** Each further line of a shape is worth less, and nothing in the middle of a run of them. */
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
