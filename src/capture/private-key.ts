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

export function privateKeys(text: string): SecretSpan[] {
  const spans: SecretSpan[] = []
  let begin: { start: number; body: number } | undefined
  let from = 0
  const fences = [...text.matchAll(FENCE)]
  for (const [i, fence] of fences.entries()) {
    const end = fence.index + fence[0].length
    if (fence[1] === "BEGIN") {
      begin = { start: fence.index, body: end }
      const next = fences[i + 1]
      if (next?.[1] === "END") continue
      const stop = endOfKeyLines(text.slice(end, Math.min(next?.index ?? text.length, end + 20_000)))
      if (stop > 0) spans.push({ start: fence.index, end: end + stop, kind: KIND })
    } else if (begin) {
      if (isKeyBody(text.slice(begin.body, fence.index))) spans.push({ start: begin.start, end, kind: KIND })
      begin = undefined
    } else {
      const start = startOfKeyLines(text.slice(Math.max(from, fence.index - 20_000), fence.index))
      if (start > 0) spans.push({ start: fence.index - start, end, kind: KIND })
    }
    from = end
  }
  return [...spans, ...puttyKeys(text)]
}

function isKeyBody(body: string): boolean {
  let count = 0
  for (const [run] of body.matchAll(/[A-Za-z\d+/]{8,}/g)) if (!/^(.)\1*$/.test(run)) count += run.length
  return count >= SHORTEST_BODY
}

/** Length of the key material the text begins with. */
function endOfKeyLines(text: string): number {
  let length = 0
  let material = 0
  for (const line of text.split(/(?<=\n|\\n)/)) {
    const bare = line.replace(/(?:\r?\n|(?:\\{1,2}r)?\\{1,2}n)$/, "")
    const flat = /^\s{0,4}[A-Za-z\d+/=]{16,}/.exec(bare)
    if (!KEY_LINE.test(bare)) {
      if (flat)
        return length + (bare.match(/^[\sA-Za-z\d+/=]{0,20000}(?![a-z])/)?.[0].trimEnd().length ?? flat[0].length)
      break
    }
    length += line.length
    if (/[A-Za-z\d+/]{4}/.test(bare)) material = length - (line.length - bare.length)
  }
  return material
}

function startOfKeyLines(text: string): number {
  let length = 0
  let material = 0
  for (const line of text.split(/(?<=\n|\\n)/).reverse()) {
    const bare = line.replace(/(?:\r?\n|(?:\\{1,2}r)?\\{1,2}n)$/, "")
    if (!KEY_LINE.test(bare) && !(length > 0 && material === 0 && bare.trim() === "")) {
      const flat = /[A-Za-z\d+/=]{16,}\s{0,4}$/.exec(bare)
      if (flat && !/^[a-z]+\s*$/.test(flat[0])) return length + flat[0].length + (line.length - bare.length)
      break
    }
    length += line.length
    if (/[A-Za-z\d+/]{4}/.test(bare)) material = length
  }
  return material
}

function puttyKeys(text: string): SecretSpan[] {
  if (!text.includes("Private-Lines:")) return []
  return [...text.matchAll(/Private-Lines: \d{1,3}\s{1,4}((?:[A-Za-z\d+/=]{4,64}\s{1,4}){1,200})/g)].map((match) => {
    const start = match.index + match[0].length - (match[1] as string).length
    return { start, end: match.index + match[0].trimEnd().length, kind: KIND }
  })
}
