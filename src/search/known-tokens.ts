// Reads millions of texts as tokens and remembers a number for each token. A token seen before is recognised by two hashes of its characters, so
// no substring is made or compared, which would cost more than everything else. All of it is in arrays of numbers: objects and strings by the
// hundred thousand would be gone through at each collection of garbage, of which the host's engine does one between any two pieces of work.

import { textBytes } from "../text/text-bytes.ts"
import { hashedNumbers, hashesOf, mixedHash, mixedSecret } from "./hashed-numbers.ts"
import { eachToken } from "./tokens.ts"

const [OTHER, WORD, JOINT] = [0, 1, 2]
/** Which bytes may be inside a token; the same as in `eachToken`, with all that is beyond ASCII. */
const KINDS = Uint8Array.from({ length: 256 }, (_, code) => {
  const character = String.fromCharCode(code)
  if (code >= 128 || /\w/.test(character)) return WORD
  return /['./\\:-]/.test(character) ? JOINT : OTHER
})
/** Longer tokens seldom occur twice. */
const LONGEST = 100

export type TokenReader = ReturnType<typeof tokenReader>

/** `read` is asked for the number of a token that is not known. */
export function tokenReader(read: (token: string) => number) {
  const known = hashedNumbers()
  let texts = 0
  const current = textBytes()
  /** The text at hand, if it has no other characters. */
  let ascii: string | undefined

  /** The number of a token, or -1 if it repeats within the text and `isOnce` is set. */
  function lookUp(start: number, end: number, one: number, other: number, isOnce: boolean): number {
    const slot = known.slotOf(one, other)
    if (slot >= 0) return known.isMarked(slot, texts) && isOnce ? -1 : known.valueAt(slot)
    // In ASCII, bytes and characters are at the same places.
    return learn(ascii?.slice(start, end) ?? current.bytes().toString("latin1", start, end), one, other)
  }
  function learn(token: string, one: number, other: number): number {
    const value = read(token)
    if (token.length <= LONGEST) known.isMarked(known.add(one, other, value), texts)
    return value
  }
  function eachBeyondAscii(run: string, visit: (value: number) => void, isOnce: boolean): void {
    eachToken(run, (token) => {
      const [one, other] = hashesOf(token)
      const slot = known.slotOf(one, other)
      if (slot < 0) visit(learn(token, one, other))
      else if (!known.isMarked(slot, texts) || !isOnce) visit(known.valueAt(slot))
    })
  }
  /** With `isOnce`, a token that repeats within the text is skipped, unless it is too long to be remembered. */
  function each(text: string, visit: (value: number) => void, isOnce = false): void {
    texts = (texts + 1) & 0x3fffffff
    const length = current.fill(text)
    const codes = current.bytes()
    ascii = length === text.length ? text : undefined
    for (let at = 0; at < length; at++) {
      if (KINDS[codes[at] as number] !== WORD) continue
      const start = at
      let hash = 0
      let secret = 0
      let seen = 0
      // Letters, digits and characters beyond ASCII, with one or two signs between them: what the first step of `eachToken` finds.
      for (;;) {
        const code = codes[at] as number
        hash = mixedHash(hash, code)
        secret = mixedSecret(secret, code)
        seen |= code
        const kind = KINDS[codes[++at] as number]
        if (kind === WORD) continue
        // A sign belongs to the run if a word character follows it, or follows a second sign.
        if (kind !== JOINT) break
        const next = KINDS[codes[at + 1] as number]
        if (next !== WORD && !(next === JOINT && KINDS[codes[at + 2] as number] === WORD)) break
      }
      const end = signsEnd(codes, start, at)
      for (; at < end; at++) {
        hash = mixedHash(hash, codes[at] as number)
        secret = mixedSecret(secret, codes[at] as number)
      }
      if (seen >= 128) eachBeyondAscii(codes.toString("utf8", start, end), visit, isOnce)
      else {
        const value = lookUp(start, end, hash, secret, isOnce)
        if (value >= 0) visit(value)
      }
      // The next token may begin right here.
      at = end - 1
    }
    ascii = undefined
  }
  /** `size`: how many are remembered. */
  return { each, size: () => known.size(), forget: () => known.clear() }
}

const [PLUS, SHARP, SLASH] = [43, 35, 47]
const SIGNED_LETTERS: ReadonlySet<number> = new Set([...Buffer.from("CFGJcfgj")])

/** Where a token ends that has signs: C++ or C#, as in `eachToken`. */
function signsEnd(codes: Uint8Array, start: number, end: number): number {
  const signs = codes[end] === SHARP ? 1 : codes[end] === PLUS && codes[end + 1] === PLUS ? 2 : 0
  if (signs === 0 || !SIGNED_LETTERS.has(codes[end - 1] as number)) return end
  const before = end - 2 >= 0 ? (codes[end - 2] as number) : 0
  const isAlone = before >= 128 || before === SLASH || (end - 1 === start && KINDS[before] === OTHER)
  return isAlone ? end + signs : end
}
