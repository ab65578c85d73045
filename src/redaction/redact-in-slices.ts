// The same redaction for a text of any length, a slice at a time, so that the host can do other work in between. A slice is examined with its
// surroundings, and extended if something may continue past its end.
import { type Redacted, secretsIn } from "./redact.ts"
import { countsOf, marked, type SecretSpan } from "./secret-span.ts"

const SLICE = 12_000
/** Before and after a slice; more than the distance between a label and its value. */
const AROUND = 2000
/** A private key is longer than anything else that is found. */
const LONGEST = 48_000
const MOST_ROUNDS = 4

export async function redactInSlices(
  text: string,
  pause: () => Promise<void>,
  first?: readonly SecretSpan[],
): Promise<Redacted> {
  const kinds: string[] = []
  let current = text
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const spans = round === 0 && first ? first : await secretsInSlices(current, pause)
    if (spans.length === 0) break
    for (const { kind } of spans) kinds.push(kind)
    current = marked(current, spans).text
  }
  return { text: current, found: countsOf(kinds) }
}

export async function secretsInSlices(text: string, pause: () => Promise<void>): Promise<SecretSpan[]> {
  const spans: SecretSpan[] = []
  for (let from = 0; from < text.length; ) {
    if (from > 0) await pause()
    const slice = spansFrom(text, from)
    for (const span of slice.spans) spans.push({ ...span, start: Math.max(span.start, spans.at(-1)?.end ?? 0) })
    from = slice.end
  }
  return spans
}

/** The secrets in the slice, and where the next one begins: after everything that was found. */
function spansFrom(text: string, from: number): { spans: SecretSpan[]; end: number } {
  const start = Math.max(0, from - AROUND)
  for (let size = SLICE; ; size *= 2) {
    const stop = Math.min(text.length, from + size + AROUND)
    const isLast = stop === text.length
    const spans = secretsIn(text.slice(start, stop))
    const found = spans.map((span) => ({ ...span, start: span.start + start, end: span.end + start }))
    if (!isLast && size < LONGEST && found.some(({ end }) => end >= stop - 1)) continue
    const border = isLast ? stop : cutAt(text, from + size)
    const own = found.filter((span) => span.end > from && span.start < border)
    return { spans: own, end: Math.max(border, own.at(-1)?.end ?? 0) }
  }
}

function cutAt(text: string, at: number): number {
  const line = text.lastIndexOf("\n", at)
  if (line > at - AROUND) return line + 1
  const blank = text.lastIndexOf(" ", at)
  return blank > at - AROUND ? blank + 1 : at
}
