// Where a secret is in a text, and how it is told from the marks that earlier redactions left.

export interface SecretSpan {
  readonly start: number
  readonly end: number
  readonly kind: string
}

export const MARK = /\[REDACTED(?::[a-z\d-]{1,20})?\]/g

/**
 * Overlapping spans become one: half a secret is still one. The kind is that of the span given first, so the most specific finder comes first.
 * Spans that touch an earlier mark are left out: they are the mark's own text or refer to a secret that is gone.
 */
export function joinSpans(spans: readonly SecretSpan[], text: string): SecretSpan[] {
  if (spans.length === 0) return []
  const marks = text.includes("[REDACTED")
    ? [...text.matchAll(MARK)].map(({ index, 0: mark }) => [index, index + mark.length] as const)
    : []
  const ranked = toEndOfRun(spans, text)
  const result: { start: number; end: number; kind: string; rank: number }[] = []
  let mark = 0
  for (const span of ranked) {
    while (mark < marks.length && (marks[mark]?.[1] ?? 0) <= span.start) mark++
    if ((marks[mark]?.[0] ?? Number.POSITIVE_INFINITY) < span.end) continue
    const last = result.at(-1)
    if (!last || span.start >= last.end) result.push(span)
    else {
      last.end = Math.max(last.end, span.end)
      if (span.rank < last.rank) Object.assign(last, { kind: span.kind, rank: span.rank })
    }
  }
  return result
}

/** Finders read a secret to its end at any length, as far as they know its signs. One as long as this goes on through other signs, too. */
const LONG = 1000
const RUN = /[\w.~+/=:%-]*/y

/** In order. Of many in one run only the first looks for its end. */
function toEndOfRun(spans: readonly SecretSpan[], text: string) {
  const ranked = spans.map((span, rank) => ({ ...span, rank })).sort((a, b) => a.start - b.start || b.end - a.end)
  let runEnd = 0
  for (const span of ranked) {
    if (span.end - span.start < LONG) continue
    if (span.end > runEnd) runEnd = endOfRun(text, span.end)
    span.end = runEnd
  }
  return ranked
}

/** Where a long span ends that ended here as far as its finder knew. */
export function endOfRun(text: string, at: number): number {
  return endOf(RUN, text, at)
}

/** Where what began earlier ends, which a sticky pattern matches a piece at a time. */
export function endOf(pieces: RegExp, text: string, at: number): number {
  for (let end = at; ; ) {
    pieces.lastIndex = end
    const piece = pieces.exec(text)?.[0]
    if (!piece) return end
    end += piece.length
  }
}

export function marked(text: string, spans: readonly SecretSpan[]): { text: string; places: number[] } {
  const parts: string[] = []
  const places: number[] = []
  let from = 0
  let length = 0
  for (const { start, end, kind } of spans) {
    const mark = `[REDACTED:${kind}]`
    places.push(length + start - from)
    parts.push(text.slice(from, start), mark)
    length += start - from + mark.length
    from = end
  }
  return { text: parts.join("") + text.slice(from), places }
}

export function countsOf(kinds: readonly string[]): { kind: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return [...counts].map(([kind, count]) => ({ kind, count })).sort((a, b) => (a.kind < b.kind ? -1 : 1))
}
