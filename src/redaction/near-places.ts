// Looks for secrets only near certain places in a text: where a mark was inserted or a character was encoded, there may be something that was not
// there before; everywhere else the answer is known. Each place is examined with its surroundings, so that nothing is judged by half of itself.
import type { SecretSpan } from "./secret-span.ts"

/** More than the distance between a label and its value; doubled, because the surroundings are examined too. */
const NEAR = 2000

/** `places` are in order. Secrets far from all of them may be missed. */
export function secretsNear(
  text: string,
  places: readonly number[],
  find: (text: string) => readonly SecretSpan[],
): readonly SecretSpan[] {
  const windows = windowsAround(places)
  const size = windows.reduce((sum, { from, to }) => sum + to - from + 2 * NEAR, 0)
  if (size >= text.length) return find(text)
  return windows.flatMap(({ from, to }) => {
    const start = Math.max(0, from - NEAR)
    const found = find(text.slice(start, to + NEAR)).map(({ kind, ...span }) => ({
      start: span.start + start,
      end: span.end + start,
      kind,
    }))
    return found.filter((span) => span.end > from && span.start < to)
  })
}

function windowsAround(places: readonly number[]): { from: number; to: number }[] {
  const windows: { from: number; to: number }[] = []
  for (const place of places) {
    const last = windows.at(-1)
    if (last && place - NEAR <= last.to) last.to = place + NEAR
    else windows.push({ from: place - NEAR, to: place + NEAR })
  }
  return windows
}
