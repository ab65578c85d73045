// Reads millions of texts as tokens and remembers a number for each token. A token seen before is recognised by two hashes of its characters, so
// no substring is made or compared, which would cost more than everything else. All of it is in arrays of numbers: objects and strings by the
// hundred thousand would be gone through at each collection of garbage, of which the host's engine does one between any two pieces of work.
import { type HashedNumbers, hashedNumbers, hashesOf, mixedHash, mixedSecret } from "./hashed-numbers.ts"
import { eachToken } from "./tokens.ts"

const [OTHER, WORD, JOINT] = [0, 1, 2]
/** Which ASCII codes may be inside a token; the same as in `eachToken`. */
const KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code)
  return /\w/.test(character) ? WORD : /['./\\:-]/.test(character) ? JOINT : OTHER
})
/** Longer tokens seldom occur twice. */
const LONGEST = 100

export interface TokenReader {
  /** With `isOnce`, a token that repeats within the text is skipped, unless it is too long to be remembered. */
  each(text: string, visit: (value: number) => void, isOnce?: boolean): void
  /** How many are remembered. */
  size(): number
  forget(): void
}

/** `read` is asked for the number of a token that is not known; it gets a substring, which in some engines keeps the whole text alive. */
export function tokenReader(read: (token: string) => number): TokenReader {
  let known: HashedNumbers = hashedNumbers()
  let texts = 0

  /** The token's number, or -1 if it repeats within the text and `isOnce` is set. */
  function lookUp(text: string, start: number, end: number, one: number, other: number, isOnce: boolean): number {
    const slot = known.slotOf(one, other)
    if (slot >= 0) return known.isMarked(slot, texts) && isOnce ? -1 : known.valueAt(slot)
    const value = read(text.slice(start, end))
    if (end - start <= LONGEST) known.isMarked(known.add(one, other, value), texts)
    return value
  }
  function each(text: string, visit: (value: number) => void, isOnce = false): void {
    texts = (texts + 1) & 0x3fffffff
    const { length } = text
    for (let at = 0; at < length; at++) {
      let code = text.charCodeAt(at)
      if (code < 128 && KINDS[code] !== WORD) continue
      const start = at
      let hash = 0
      let secret = 0
      let isAscii = true
      // Letters, digits and characters beyond ASCII, with one or two signs between them: what the first step of `eachToken` finds.
      for (;;) {
        hash = mixedHash(hash, code)
        secret = mixedSecret(secret, code & 255)
        if (code >= 128) isAscii = false
        if (++at >= length) break
        code = text.charCodeAt(at)
        if (code >= 128 || KINDS[code] === WORD) continue
        // A sign belongs to the run if a word character follows it, or follows a second sign.
        if (KINDS[code] !== JOINT) break
        const isNext = isWordAt(text, at + 1)
        if (!isNext && !(KINDS[text.charCodeAt(at + 1)] === JOINT && isWordAt(text, at + 2))) break
      }
      if (isAscii) {
        const value = lookUp(text, start, at, hash, secret, isOnce)
        if (value >= 0) visit(value)
      } else
        eachToken(text.slice(start, at), (token) => {
          const value = lookUp(token, 0, token.length, ...hashesOf(token), isOnce)
          if (value >= 0) visit(value)
        })
    }
  }
  return {
    each,
    size: () => known.size(),
    forget() {
      known = hashedNumbers()
    },
  }
}

function isWordAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code >= 128 || KINDS[code] === WORD
}
