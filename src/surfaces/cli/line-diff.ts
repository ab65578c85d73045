// Compares two texts line by line: what a proposal would remove and what it would add.

export interface DiffLine {
  readonly mark: " " | "-" | "+"
  readonly text: string
}

/** Limit for the comparison table; beyond it, all lines in between count as replaced. */
const MAX_CELLS = 1_000_000

export function diffLines(before: string, after: string): DiffLine[] {
  const [a, b] = [before.split("\n"), after.split("\n")]
  let start = 0
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start++
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++
  return [
    ...linesMarked(" ", a.slice(0, start)),
    ...between(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    ...linesMarked(" ", a.slice(a.length - end)),
  ]
}

function between(a: readonly string[], b: readonly string[]): DiffLine[] {
  if (a.length * b.length > MAX_CELLS) return [...linesMarked("-", a), ...linesMarked("+", b)]
  const common = commonLengths(a, b)
  const lines: DiffLine[] = []
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push({ mark: " ", text: a[i++] as string })
      j++
    } else if (j >= b.length || (i < a.length && at(common, i + 1, j) >= at(common, i, j + 1))) {
      lines.push({ mark: "-", text: a[i++] as string })
    } else {
      lines.push({ mark: "+", text: b[j++] as string })
    }
  }
  return lines
}

/** For each pair of positions: how many lines the rest of both texts have in common. */
function commonLengths(a: readonly string[], b: readonly string[]): Uint32Array[] {
  const rows = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1))
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      (rows[i] as Uint32Array)[j] =
        a[i] === b[j] ? at(rows, i + 1, j + 1) + 1 : Math.max(at(rows, i + 1, j), at(rows, i, j + 1))
  return rows
}

function at(rows: readonly Uint32Array[], i: number, j: number): number {
  return rows[i]?.[j] ?? 0
}

export function linesMarked(mark: DiffLine["mark"], lines: readonly string[]): DiffLine[] {
  return lines.map((text) => ({ mark, text }))
}
