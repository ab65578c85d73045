// The text with its folds marked: how many lines each one hides, and at the end the names in them.
import { shapeOf } from "./repeats.ts"
import { foldsOf, type HiddenLines } from "./selection.ts"

/** A large fold says what the mark means; between lines of code, where folds are frequent, the number is enough. */
const LARGE_FOLD = 10

export function foldedText(lines: readonly string[], kept: readonly boolean[], names: readonly string[]): string {
  const text: string[] = []
  let next = 0
  for (const fold of foldsOf(lines, kept)) {
    while (next < fold.start) text.push(lines[next++] as string)
    text.push(markOf(fold, lines))
    next = fold.end
  }
  while (next < lines.length) text.push(lines[next++] as string)
  if (names.length > 0) text.push(`[names in the lines left out: ${names.join(" ")}]`)
  return text.join("\n")
}

function markOf({ start, end }: HiddenLines, lines: readonly string[]): string {
  const count = `${end - start} ${end - start === 1 ? "line" : "lines"}`
  if (start > 0 && areAlike(lines, start - 1, end)) return `[… ${count} left out, like the one above]`
  if (end < lines.length && areAlike(lines, start, end + 1)) return `[… ${count} left out, like the one below]`
  return end - start < LARGE_FOLD ? `[… ${count}]` : `[… ${count} left out]`
}

function areAlike(lines: readonly string[], start: number, end: number): boolean {
  const shape = shapeOf(lines[start] as string)
  for (let at = start + 1; at < end; at++) if (shapeOf(lines[at] as string) !== shape) return false
  return true
}
