// Secrets in what is encoded in base64: the key in a kubeconfig, the data of a Kubernetes secret, a variable of a CI that has a whole file in it. What
// decodes to something readable is looked at like any other text, and if there is a secret in it, nothing of the block is left.
import { codesOf, eachLongRun } from "./long-runs.ts"
import type { SecretSpan } from "./secret-span.ts"

/** In characters: 24 bytes, too few for an address with a password. */
const SHORTEST = 32
/** Of a block that is wrapped, each line but the last is at least this long. */
const SHORTEST_LINE = 40
/** No more of a block is decoded. What comes later in it than a long file's beginning is hardly what it was encoded for. */
const MOST = 64_000
/** So much is decoded to see whether it can be read. */
const BEGINNING = 24

const BASE64 = codesOf(/[\w+/-]/)
/** Of an escaped line end the letter belongs to the run after it. */
const BETWEEN_LINES = /^(?:[\r\n]{1,4}[ \t]{0,40}|(?:\\r)?\\)$/
const MOST_BETWEEN = 50

/** `find` is what looks for secrets in a decoded text. */
export function encodedSecrets(text: string, find: (decoded: string) => readonly SecretSpan[]): SecretSpan[] {
  const spans: SecretSpan[] = []
  for (const block of readableBlocks(text)) {
    const [start, end] = [block.start, endOf(text, block)]
    const [found] = find(decode(text.slice(start, Math.min(end, start + MOST))))
    if (found) spans.push({ start, end, kind: found.kind })
  }
  return spans
}

interface Block {
  readonly start: number
  end: number
  lastLine: number
  /** It has more than one line. */
  isWrapped: boolean
}

function readableBlocks(text: string): Block[] {
  const blocks: Block[] = []
  let open: Block | undefined
  eachLongRun(text, BASE64, SHORTEST, (from, end) => {
    if (open && continues(text, open, from)) {
      Object.assign(open, { end, lastLine: end - from, isWrapped: true })
      return
    }
    // The letter of an escaped line end is not part of what follows.
    const start = text.charAt(from - 1) === "\\" && /[nrt]/.test(text.charAt(from)) ? from + 1 : from
    open = isReadable(text, start) ? { start, end, lastLine: end - start, isWrapped: false } : undefined
    if (open) blocks.push(open)
  })
  return blocks
}

function continues(text: string, { end, lastLine }: Block, from: number): boolean {
  return lastLine >= SHORTEST_LINE && from - end <= MOST_BETWEEN && BETWEEN_LINES.test(text.slice(end, from))
}

/** What follows a block as a line of its own. */
const SHORT_LINE = /(?:[\r\n]{1,4}[ \t]{0,40}|(?:\\r)?\\n)([\w+/-]{1,31})(={0,2})(?=[ \t]*(?:["'`<\\\r\n]|$))/y

const PADDING = /={1,2}/y
/** Where PEM and MIME wrap. */
const WRAPPED_AT: readonly number[] = [64, 76]

/** With its padding, and with the last line of a wrapped block, which may be too short to be found as a long run: base64 comes in groups of four. */
function endOf(text: string, { start, end, lastLine, isWrapped }: Block): number {
  PADDING.lastIndex = end
  const padded = PADDING.exec(text)
  if (padded) return end + padded[0].length
  SHORT_LINE.lastIndex = end
  const [line, characters = "", padding = ""] = (lastLine >= SHORTEST_LINE && SHORT_LINE.exec(text)) || []
  if (line === undefined) return end
  const length = unwrapped(text.slice(start, end)).length
  // After one line that is complete by itself, what follows may be any word.
  const mayFollow = isWrapped || WRAPPED_AT.includes(lastLine) || length % 4 !== 0 || padding !== ""
  return mayFollow && (length + characters.length + padding.length) % 4 === 0 ? end + line.length : end
}

/** Most words are ruled out by their first four letters. */
function isReadable(text: string, at: number): boolean {
  return READABLE.test(bytesOf(text.slice(at, at + 4))) && READABLE.test(bytesOf(text.slice(at, at + BEGINNING)))
}

const READABLE = /^[\t\n\r\x20-\x7e]+$/

function bytesOf(base64: string): string {
  return Buffer.from(base64, "base64").toString("latin1")
}

function decode(block: string): string {
  return Buffer.from(unwrapped(block), "base64").toString("utf8")
}

function unwrapped(block: string): string {
  return block.replace(/\\[rn]|\s+/g, "")
}
