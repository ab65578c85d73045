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

/** Remembers up to `most` tokens; those that occurred only once are dropped first. */
export function tokenReader<T>(most: number, read: (token: string) => T) {
  const slots = 2 ** Math.ceil(Math.log2(most * 2))
  const first = new Int32Array(slots)
  const second = new Int32Array(slots)
  const isUsed = new Uint8Array(slots)
  let values = new Array<T | undefined>(slots).fill(undefined)
  let count = 0

  function keep(one: number, other: number, value: T): void {
    let slot = placeOf(other, slots)
    while (values[slot] !== undefined) slot = (slot + 1) & (slots - 1)
    first[slot] = one
    second[slot] = other
    isUsed[slot] = 0
    values[slot] = value
    count++
  }
  function clearOut(): void {
    const kept = values.flatMap((value, slot) =>
      value !== undefined && isUsed[slot] ? [{ value, one: first[slot] as number, other: second[slot] as number }] : [],
    )
    values = new Array<T | undefined>(slots).fill(undefined)
    count = 0
    if (kept.length < most * 0.9) for (const { one, other, value } of kept) keep(one, other, value)
  }
  function lookUp(text: string, start: number, end: number, one: number, other: number): T {
    let slot = placeOf(other, slots)
    for (let known = values[slot]; known !== undefined; known = values[slot]) {
      if (first[slot] === one && second[slot] === other) {
        isUsed[slot] = 1
        return known
      }
      slot = (slot + 1) & (slots - 1)
    }
    // In some engines a substring keeps the whole text alive, so a copy is kept.
    const value = read(Buffer.from(text.slice(start, end), "utf16le").toString("utf16le"))
    if (end - start > LONGEST) return value
    if (count >= most) clearOut()
    keep(one, other, value)
    return value
  }
  return (text: string, visit: (value: T) => void): void => {
    const found = (start: number, end: number, one: number, other: number) =>
      visit(lookUp(text, start, end, one, other))
    eachRun(text, found, (start, end) =>
      eachToken(text.slice(start, end), (token) => visit(lookUp(token, 0, token.length, ...hashesOf(token)))),
    )
  }
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
    let [hash, secret] = [0, 0]
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
