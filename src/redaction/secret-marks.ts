// What stands in a text where a secret was, and how many of each kind there were.
import { markOf, type SecretSpan } from "./secret-span.ts"

export function withMarks(text: string, spans: readonly SecretSpan[]): string {
  const parts: string[] = []
  let from = 0
  for (const { start, end, kind } of spans) {
    parts.push(text.slice(from, start), markOf(kind))
    from = end
  }
  return parts.join("") + text.slice(from)
}

/** Sorted by kind. */
export function countsOf(kinds: readonly string[]): { kind: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return [...counts].map(([kind, count]) => ({ kind, count })).sort((a, b) => (a.kind < b.kind ? -1 : 1))
}
