// The same redaction for a text of any length, a slice at a time, so that the host can do other work in between. A slice is examined with its
// surroundings, and extended at either side if something may continue there.
import { PRIVATE_KEY, restOfKey } from "./private-key.ts"
import { type Redacted, secretsIn } from "./redact.ts"
import { countsOf, endOf, endOfRun, marked, type SecretSpan } from "./secret-span.ts"

const SLICE = 12_000
/** Before and after a slice; more than the distance between a label and its value. */
const AROUND = 2000
/** How far a slice is extended for a secret that it would cut. What is longer still goes on to the next blank or quote, a private key to its last line. */
const LONGEST = 48_000
const TO_BLANK = /[^\s"'`]+/y
/** The lines of a key are seldom whole where what is examined begins and ends. */
const LINE = 100
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
    const last = spans.at(-1)
    if (!slice.hasOpenKey || !last) continue
    const end = await endOfKey(text, last.end, pause)
    spans[spans.length - 1] = { ...last, end }
    from = Math.max(from, end)
  }
  return spans
}

async function endOfKey(text: string, at: number, pause: () => Promise<void>): Promise<number> {
  let end = at
  let paused = at
  for (const { known, read } of restOfKey(text, at)) {
    end = known
    if (read - paused < LONGEST) continue
    paused = read
    await pause()
  }
  return endOfRun(text, end)
}

/** The secrets in the slice, and where the next one begins: after everything that was found. */
function spansFrom(text: string, from: number): { spans: SecretSpan[]; end: number; hasOpenKey?: boolean } {
  for (let size = SLICE, before = AROUND; ; ) {
    const start = Math.max(0, from - before)
    const stop = Math.min(text.length, from + size + AROUND)
    const isLast = stop === text.length
    const cut = isLast ? stop : cutAt(text, from, from + size)
    if (cut === undefined && size < LONGEST) {
      size *= 2
      continue
    }
    const border = cut ?? from + size
    const spans = secretsIn(text.slice(start, stop))
    const found = spans.map((span) => ({ ...span, start: span.start + start, end: span.end + start }))
    const mayEndLater = !isLast && found.some(({ end }) => end > stop - LINE)
    const mayBeginBefore = start > 0 && found.some((span) => span.start < start + LINE && span.end > from)
    if (mayEndLater && size < LONGEST) size *= 2
    else if (mayBeginBefore && before < LONGEST) before = LONGEST
    else {
      const own = found.filter((span) => span.end > from && span.start < border)
      const last = own.at(-1)
      // The next slice begins with it and has more room.
      if (last && mayEndLater && last.end > stop - LINE && last.start > from)
        return { spans: own.slice(0, -1), end: last.start }
      if (last && mayEndLater && last.end > stop - LINE && last.kind === PRIVATE_KEY && !endsWithFence(text, last))
        return { spans: own, end: Math.max(border, last.end), hasOpenKey: true }
      if (last && mayEndLater && last.end >= stop - 1) last.end = endOf(TO_BLANK, text, last.end)
      return { spans: own, end: Math.max(border, last?.end ?? 0) }
    }
  }
}

function endsWithFence(text: string, { end }: SecretSpan): boolean {
  return /-{4,5}$/.test(text.slice(end - 5, end))
}

/** Before a line of any length, if that is longer than the slice before a word of any length, undefined if that is longer too. */
function cutAt(text: string, from: number, at: number): number | undefined {
  const slice = text.slice(from, at)
  const line = slice.lastIndexOf("\n")
  const end = line < 0 ? slice.lastIndexOf(" ") : line
  return end < 0 ? undefined : from + end + 1
}
