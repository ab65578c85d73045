// Numbers by two hashes of a string, without the string. The second hash uses random numbers of this process, so nobody can write a text that
// makes one string pass for another, or many of them crowd in one place.
import { randomInt } from "node:crypto"

const FACTOR = 0x01000193
const SECRET_FACTOR = randomInt(2 ** 32) | 1
const SECRETS = Int32Array.from({ length: 256 }, () => randomInt(2 ** 32))

/** The fields of a slot are side by side, so that one access to memory loads them all. A slot with the value 0 is free. */
const [FIRST, SECOND, VALUE, MARK, FIELDS] = [0, 1, 2, 3, 4]
const FEWEST_SLOTS = 2 ** 12

export function mixedHash(hash: number, code: number): number {
  return Math.imul(hash ^ code, FACTOR)
}

/** The shift separates words of a certain pattern, which multiplication alone would map to one value. */
export function mixedSecret(secret: number, byte: number): number {
  return (Math.imul(secret ^ (secret >>> 15), SECRET_FACTOR) + (SECRETS[byte] as number)) | 0
}

export function hashesOf(text: string): [number, number] {
  let [hash, secret] = [0, 0]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    hash = mixedHash(hash, code)
    // Beyond one byte, both bytes count.
    if (code > 255) secret = mixedSecret(secret, code >> 8)
    secret = mixedSecret(secret, code & 255)
  }
  return [hash, secret]
}

export function hashedNumbers() {
  let slots = FEWEST_SLOTS
  let table = new Int32Array(slots * FIELDS)
  let count = 0

  function put(one: number, other: number, value: number, mark: number): number {
    let slot = (other ^ (other >>> 15)) & (slots - 1)
    while (table[slot * FIELDS + VALUE] !== 0) slot = (slot + 1) & (slots - 1)
    table[slot * FIELDS + FIRST] = one
    table[slot * FIELDS + SECOND] = other
    table[slot * FIELDS + VALUE] = value
    table[slot * FIELDS + MARK] = mark
    return slot
  }
  function grow(): void {
    const before = table
    slots *= 2
    table = new Int32Array(slots * FIELDS)
    const field = (at: number, name: number) => before[at + name] as number
    for (let at = 0; at < before.length; at += FIELDS)
      if (field(at, VALUE) !== 0) put(field(at, FIRST), field(at, SECOND), field(at, VALUE), field(at, MARK))
  }
  return {
    size: () => count,
    /** Where it is; -1 if it is not there. Valid until something is added. */
    slotOf(one: number, other: number): number {
      let slot = (other ^ (other >>> 15)) & (slots - 1)
      for (let at = slot * FIELDS; table[at + VALUE] !== 0; at = slot * FIELDS) {
        if (table[at + SECOND] === other && table[at + FIRST] === one) return slot
        slot = (slot + 1) & (slots - 1)
      }
      return -1
    },
    valueAt: (slot: number) => (table[slot * FIELDS + VALUE] as number) - 1,
    /** Whether it has been marked with this number; marks it. */
    isMarked(slot: number, mark: number): boolean {
      const at = slot * FIELDS + MARK
      if (table[at] === mark) return true
      table[at] = mark
      return false
    },
    /** Keeps the memory: it would be needed again soon. */
    clear(): void {
      table.fill(0)
      count = 0
    },
    /** `value` is not negative. */
    add(one: number, other: number, value: number): number {
      if (2 * ++count > slots) grow()
      return put(one, other, value + 1, 0)
    },
  }
}
