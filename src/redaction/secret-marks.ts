// What replaces a secret in a text, and how many of each kind there were.
import { markOf, type SecretSpan } from "./secret-span.ts"

export function withMarks(text: string, spans: readonly SecretSpan[]): string {
  return marked(text, spans).text
}

/** Also returns where the marks begin. */
export function marked(text: string, spans: readonly SecretSpan[]): { text: string; places: number[] } {
  const parts: string[] = []
  const places: number[] = []
  let from = 0
  let length = 0
  for (const { start, end, kind } of spans) {
    const mark = markOf(kind)
    places.push(length + start - from)
    parts.push(text.slice(from, start), mark)
    length += start - from + mark.length
    from = end
  }
  return { text: parts.join("") + text.slice(from), places }
}

/** Sorted by kind. */
export function countsOf(kinds: readonly string[]): { kind: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return [...counts].map(([kind, count]) => ({ kind, count })).sort((a, b) => (a.kind < b.kind ? -1 : 1))
}
