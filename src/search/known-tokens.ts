// Reads millions of texts as tokens and remembers what is known about each token. A token seen before is recognised by two hashes of its
// characters, so no substring is made or compared, which would cost more than everything else. The second hash uses random numbers of this
// process, so nobody can write a text that makes one token pass for another, or many of them crowd in one place.
import { randomInt } from "node:crypto"
import { eachToken } from "./tokens.ts"

const [OTHER, WORD, JOINT] = [0, 1, 2]
/** Which ASCII codes may be inside a token; the same as in `eachToken`. */
const KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code)
  return /\w/.test(character) ? WORD : /['./\\:-]/.test(character) ? JOINT : OTHER
})
const FACTOR = 0x01000193
const SECRET_FACTOR = randomInt(2 ** 32) | 1
const SECRETS = Int32Array.from({ length: 256 }, () => randomInt(2 ** 32))
/** Longer tokens seldom occur twice. */
const LONGEST = 100

/** The fields of a slot are side by side, so that one access to memory loads them all. */
const [FIRST, SECOND, STATE, SEEN_IN, FIELDS] = [0, 1, 2, 3, 4]
const [EMPTY, NEW, USED] = [0, 1, 2]

export interface TokenReader<T> {
  /** With `isOnce`, a token that repeats within the text is skipped, unless it is too long to be remembered. */
  each(text: string, visit: (value: T) => void, isOnce?: boolean): void
  forget(): void
}

/**
 * Remembers up to `most` tokens; those that occurred only once are dropped first. `read` gets a substring, which in some engines keeps the whole
 * text alive, so it must copy what it keeps.
 */
export function tokenReader<T>(most: number, read: (token: string) => T): TokenReader<T> {
  const slots = 2 ** Math.ceil(Math.log2(most * 2))
  let table = new Int32Array(slots * FIELDS)
  let values = new Array<T | undefined>(slots).fill(undefined)
  let count = 0
  let texts = 0

  function keep(one: number, other: number, seenIn: number, value: T): void {
    let slot = placeOf(other, slots)
    while (table[slot * FIELDS + STATE] !== EMPTY) slot = (slot + 1) & (slots - 1)
    table.set([one, other, NEW, seenIn], slot * FIELDS)
    values[slot] = value
    count++
  }
  function empty(): void {
    table = new Int32Array(slots * FIELDS)
    values = new Array<T | undefined>(slots).fill(undefined)
    count = 0
  }
  function clearOut(): void {
    const [before, known] = [table, values]
    empty()
    const field = (slot: number, name: number) => before[slot * FIELDS + name] as number
    const used = [...known.keys()].filter((slot) => field(slot, STATE) === USED)
    if (used.length >= most * 0.9) return
    for (const slot of used) keep(field(slot, FIRST), field(slot, SECOND), field(slot, SEEN_IN), known[slot] as T)
  }
  /** Undefined if it repeats within the text and `isOnce` is set. */
  function lookUp(
    text: string,
    start: number,
    end: number,
    one: number,
    other: number,
    isOnce: boolean,
  ): T | undefined {
    let slot = placeOf(other, slots)
    for (let at = slot * FIELDS; table[at + STATE] !== EMPTY; at = slot * FIELDS) {
      if (table[at + SECOND] === other && table[at + FIRST] === one) {
        if (isOnce && table[at + SEEN_IN] === texts) return undefined
        table[at + STATE] = USED
        table[at + SEEN_IN] = texts
        return values[slot]
      }
      slot = (slot + 1) & (slots - 1)
    }
    const value = read(text.slice(start, end))
    if (end - start > LONGEST) return value
    if (count >= most) clearOut()
    keep(one, other, texts, value)
    return value
  }
  function each(text: string, visit: (value: T) => void, isOnce = false): void {
    texts = (texts + 1) | 0
    const found = (start: number, end: number, one: number, other: number) => {
      const value = lookUp(text, start, end, one, other, isOnce)
      if (value !== undefined) visit(value)
    }
    eachRun(text, found, (start, end) =>
      eachToken(text.slice(start, end), (token) => {
        const value = lookUp(token, 0, token.length, ...hashesOf(token), isOnce)
        if (value !== undefined) visit(value)
      }),
    )
  }
  return { each, forget: empty }
}

/** The shift separates words of a certain pattern, which multiplication alone would map to one value. */
function mixed(secret: number, byte: number): number {
  return (Math.imul(secret ^ (secret >>> 15), SECRET_FACTOR) + (SECRETS[byte] as number)) | 0
}

function placeOf(hash: number, slots: number): number {
  return (hash ^ (hash >>> 15)) & (slots - 1)
}

/**
 * Letters, digits and characters beyond ASCII, with one or two signs between them: what the first step of `eachToken` finds. `other` gets the
 * runs that are not all ASCII.
 */
function eachRun(
  text: string,
  ascii: (start: number, end: number, one: number, other: number) => void,
  other: (start: number, end: number) => void,
): void {
  const { length } = text
  for (let at = 0; at < length; at++) {
    let code = text.charCodeAt(at)
    if (code < 128 && KINDS[code] !== WORD) continue
    const start = at
    let hash = 0
    let secret = 0
    let isAscii = true
    for (;;) {
      hash = Math.imul(hash ^ code, FACTOR)
      secret = mixed(secret, code & 255)
      if (code >= 128) isAscii = false
      if (++at >= length) break
      code = text.charCodeAt(at)
      if (code >= 128 || KINDS[code] === WORD) continue
      // A sign belongs to the run if a word character follows it, or follows a second sign.
      if (KINDS[code] !== JOINT) break
      const isNext = isWordAt(text, at + 1)
      if (!isNext && !(KINDS[text.charCodeAt(at + 1)] === JOINT && isWordAt(text, at + 2))) break
    }
    if (isAscii) ascii(start, at, hash, secret)
    else other(start, at)
  }
}

function isWordAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code >= 128 || KINDS[code] === WORD
}

function hashesOf(token: string): [number, number] {
  let [hash, secret] = [0, 0]
  for (let at = 0; at < token.length; at++) {
    const code = token.charCodeAt(at)
    hash = Math.imul(hash ^ code, FACTOR)
    // Beyond one byte, both bytes count.
    if (code > 255) secret = mixed(secret, code >> 8)
    secret = mixed(secret, code & 255)
  }
  return [hash, secret]
}
