// Private keys in PEM and its relatives: the whole block, whatever separates its lines (line ends, an escaped \n, string concatenation, the
// line numbers of a file listing), and what is left of a block that was cut off at either end.
import { endOf, type SecretSpan } from "./secret-span.ts"

export const PRIVATE_KEY = "private-key"
const FENCE = /-{4,5} ?(BEGIN|END)[ +]([A-Z\d+ ]{0,40}PRIVATE[ +]KEY(?:[ +]BLOCK)?) ?-{4,5}/g
/** A line of a key with what a listing, a quotation or a string literal puts around it. */
const KEY_LINE =
  /^[\s\d|:>+"'`\\#*/,-]{0,24}(?:[A-Za-z-]{3,20}: [^\n]{0,100}|[A-Za-z\d+/]{16,}={0,2}|[A-Za-z\d+/]{1,15}={1,2}|=[A-Za-z\d+/]{4})?["'`\\+,; \tnr]{0,8}$/
/** An Ed25519 key, the shortest there is, has 64 such characters. */
const SHORTEST_BODY = 60
const LINE_END = /(?:\r?\n|(?:\\{1,2}r)?\\{1,2}n)$/

export function privateKeys(text: string): SecretSpan[] {
  const spans: SecretSpan[] = []
  const fences = [...text.matchAll(FENCE)].map((match) => ({
    begins: match[1] === "BEGIN",
    start: match.index,
    end: match.index + match[0].length,
  }))
  for (const [i, fence] of fences.entries()) {
    const previous = fences[i - 1]
    const next = fences[i + 1]
    if (fence.begins && next?.begins === false) {
      const body = text.slice(fence.end, next.start)
      if (material(body) < SHORTEST_BODY) continue
      if (material(body) > 0.5 * body.length) spans.push({ start: fence.start, end: next.end, kind: PRIVATE_KEY })
    }
    if (fence.begins) {
      const length = endOfKeyLines(text.slice(fence.end, next?.start))
      if (length > 0) spans.push({ start: fence.start, end: fence.end + length, kind: PRIVATE_KEY })
    } else if (!previous?.begins || material(text.slice(previous.end, fence.start)) >= SHORTEST_BODY) {
      const length = startOfKeyLines(text.slice(previous?.end ?? 0, fence.start))
      if (length > 0) spans.push({ start: fence.start - length, end: fence.end, kind: PRIVATE_KEY })
    }
  }
  return [...spans, ...puttyKeys(text)]
}

/** How many characters are in runs so long that only keys have them. */
function material(body: string): number {
  let count = 0
  for (const [run] of body.matchAll(/[A-Za-z\d+/]{16,}/g)) if (!/^(.)\1*$/.test(run)) count += run.length
  return count
}

function endOfKeyLines(text: string): number {
  let known = 0
  for (const line of keyLines(text, 0)) known = line.known
  return known
}

/** What a key's line may still have where it was cut, encoded as in an address or not. */
const REST_OF_LINE = /[A-Za-z\d+/=%]{1,2000}/y
/** What may be before the fence on its line. */
const END_FENCE = /[\s\d|:>+"'`\\#*/,-]{0,24}?-{4,5} ?END[ +][A-Z\d+ ]{0,40}PRIVATE[ +]KEY(?:[ +]BLOCK)? ?-{4,5}/y

/**
 * The end of a key of which the text was only read up to here, in the middle of its lines: behind the fence, or before the first line that cannot
 * be one of a key. Each time it says how far the key is known to go, and how far was read, so that the caller may pause.
 */
export function* restOfKey(text: string, at: number): Generator<{ known: number; read: number }> {
  const from = endOf(REST_OF_LINE, text, at)
  let line = { known: from, read: from }
  for (line of keyLines(text, from)) yield line
  END_FENCE.lastIndex = line.read
  const fence = END_FENCE.exec(text)
  const end = fence ? line.read + fence[0].length : line.known
  yield { known: end, read: end }
}

/** After each line that may be of a key: the end of the last that surely is, and of this one. */
function* keyLines(text: string, from: number): Generator<{ known: number; read: number }> {
  let known = from
  let read = from
  for (const line of linesOf(text, from)) {
    const bare = line.replace(LINE_END, "")
    if (!KEY_LINE.test(bare)) {
      const flat = /^\s{0,4}[A-Za-z\d+/=]{16,}/.exec(bare)
      if (!flat) return
      read += bare.match(/^[\sA-Za-z\d+/=]*(?![a-z])/)?.[0].trimEnd().length ?? flat[0].length
      yield { known: read, read }
      return
    }
    read += line.length
    if (/[A-Za-z\d+/]{4}/.test(bare)) known = read - (line.length - bare.length)
    yield { known, read }
  }
}

function startOfKeyLines(text: string): number {
  let length = 0
  let known = 0
  for (const line of linesFromEnd(text)) {
    const bare = line.replace(LINE_END, "")
    if (!KEY_LINE.test(bare) && !(length > 0 && known === 0 && bare.trim() === "")) {
      const flat = keyAtEnd(bare)
      return flat ? length + flat.length + (line.length - bare.length) : known
    }
    length += line.length
    if (/[A-Za-z\d+/]{4}/.test(bare)) known = length
  }
  return known
}

/** A pattern with this at its end would read a long run again from each of its characters. */
function keyAtEnd(line: string): string | undefined {
  const end = line.trimEnd().length
  let start = end
  while (start > 0 && /[A-Za-z\d+/=]/.test(line.charAt(start - 1))) start--
  const isKey = end - start >= 16 && line.length - end <= 4 && !/^[a-z]+$/.test(line.slice(start, end))
  return isKey ? line.slice(start) : undefined
}

const LINE_ENDS = ["\n", "\\n"]

/** Each with its end. Only those that are asked for are looked for: the text goes on after most keys. */
function* linesOf(text: string, from: number): Generator<string> {
  const ends = LINE_ENDS.map(() => 0)
  for (let at = from; at < text.length; ) {
    for (const [i, sign] of LINE_ENDS.entries()) {
      if ((ends[i] as number) > at) continue
      const found = text.indexOf(sign, at)
      ends[i] = found < 0 ? text.length : found + sign.length
    }
    const end = Math.min(...ends)
    yield text.slice(at, end)
    at = end
  }
}

function* linesFromEnd(text: string): Generator<string> {
  const starts = LINE_ENDS.map(() => text.length)
  for (let end = text.length; end > 0; ) {
    for (const [i, sign] of LINE_ENDS.entries()) {
      if ((starts[i] as number) < end) continue
      const from = end - 1 - sign.length
      const found = from < 0 ? -1 : text.lastIndexOf(sign, from)
      starts[i] = found < 0 ? 0 : found + sign.length
    }
    const start = Math.max(...starts)
    yield text.slice(start, end)
    end = start
  }
}

const PUTTY_LINES = /(?:[A-Za-z\d+/=]{4,64}\s{1,4}){1,200}/y

function puttyKeys(text: string): SecretSpan[] {
  if (!text.includes("Private-Lines:")) return []
  return [...text.matchAll(/Private-Lines: \d{1,9}\s{1,4}/g)].flatMap((match) => {
    const start = match.index + match[0].length
    const end = start + text.slice(start, endOf(PUTTY_LINES, text, start)).trimEnd().length
    return end > start ? [{ start, end, kind: PRIVATE_KEY }] : []
  })
}
