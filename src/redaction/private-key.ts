// Private keys in PEM and its relatives: the whole block, whatever separates its lines (line ends, an escaped \n, string concatenation, the
// line numbers of a file listing), and what is left of a block that was cut off at either end.
import type { SecretSpan } from "./secret-span.ts"

const KIND = "private-key"
const FENCE = /-{4,5} ?(BEGIN|END)[ +]([A-Z\d+ ]{0,40}PRIVATE[ +]KEY(?:[ +]BLOCK)?) ?-{4,5}/g
/** A line of a key with what a listing, a quotation or a string literal puts around it. */
const KEY_LINE =
  /^[\s\d|:>+"'`\\#*/,-]{0,24}(?:[A-Za-z-]{3,20}: [^\n]{0,100}|[A-Za-z\d+/]{16,}={0,2}|[A-Za-z\d+/]{1,15}={1,2}|=[A-Za-z\d+/]{4})?["'`\\+,; \tnr]{0,8}$/
/** An Ed25519 key, the shortest there is, has 64 such characters. */
const SHORTEST_BODY = 60
/** More than an RSA key of 16,384 bits needs. Fences further apart, or with other text between them, are two halves. */
const LONGEST_BODY = 20_000
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
      if (material(body) > 0.5 * body.length) spans.push({ start: fence.start, end: next.end, kind: KIND })
    }
    if (fence.begins) {
      const length = endOfKeyLines(
        text.slice(fence.end, Math.min(next?.start ?? text.length, fence.end + LONGEST_BODY)),
      )
      if (length > 0) spans.push({ start: fence.start, end: fence.end + length, kind: KIND })
    } else if (!previous?.begins || material(text.slice(previous.end, fence.start)) >= SHORTEST_BODY) {
      const from = Math.max(previous?.end ?? 0, fence.start - LONGEST_BODY)
      const length = startOfKeyLines(text.slice(from, fence.start))
      if (length > 0) spans.push({ start: fence.start - length, end: fence.end, kind: KIND })
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
  let length = 0
  let known = 0
  for (const line of text.split(/(?<=\n|\\n)/)) {
    const bare = line.replace(LINE_END, "")
    const flat = /^\s{0,4}[A-Za-z\d+/=]{16,}/.exec(bare)
    if (!KEY_LINE.test(bare)) {
      if (flat)
        return length + (bare.match(/^[\sA-Za-z\d+/=]{0,20000}(?![a-z])/)?.[0].trimEnd().length ?? flat[0].length)
      break
    }
    length += line.length
    if (/[A-Za-z\d+/]{4}/.test(bare)) known = length - (line.length - bare.length)
  }
  return known
}

function startOfKeyLines(text: string): number {
  let length = 0
  let known = 0
  for (const line of text.split(/(?<=\n|\\n)/).reverse()) {
    const bare = line.replace(LINE_END, "")
    if (!KEY_LINE.test(bare) && !(length > 0 && known === 0 && bare.trim() === "")) {
      const flat = /[A-Za-z\d+/=]{16,}\s{0,4}$/.exec(bare)
      if (flat && !/^[a-z]+\s*$/.test(flat[0])) return length + flat[0].length + (line.length - bare.length)
      break
    }
    length += line.length
    if (/[A-Za-z\d+/]{4}/.test(bare)) known = length
  }
  return known
}

function puttyKeys(text: string): SecretSpan[] {
  if (!text.includes("Private-Lines:")) return []
  return [...text.matchAll(/Private-Lines: \d{1,3}\s{1,4}((?:[A-Za-z\d+/=]{4,64}\s{1,4}){1,200})/g)].map((match) => {
    const start = match.index + match[0].length - (match[1] as string).length
    return { start, end: match.index + match[0].trimEnd().length, kind: KIND }
  })
}
