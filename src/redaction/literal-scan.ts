// Which of many literals occur in a text, in one pass and in any case. It decides which of the costly patterns run at all. An alternation of this
// many literals runs at 20 MB/s in the host's engine and a search for each is no faster; this loop is the cheap way.
import { textBytes } from "../text/text-bytes.ts"

/**
 * The literals must be ASCII in lower case and at least three characters long. One counts only where at least `follow` letters and digits come
 * after it.
 */
export function literalScan(
  literals: readonly string[],
  follow: (literal: string) => number = () => 0,
): (text: string) => ReadonlySet<string> {
  const slot = new Uint16Array(1 << 15)
  /** Which slots are taken, a bit each: small enough to stay where the processor reads fastest. */
  const taken = new Uint8Array(1 << 12)
  const buckets: number[][] = [[]]
  for (const [number, literal] of literals.entries()) {
    let hash = 0
    for (let i = 0; i < 3; i++) hash = (hash << 5) | (literal.charCodeAt(i) & 31)
    if (slot[hash] === 0) slot[hash] = buckets.push([]) - 1
    taken[hash >> 3] = (taken[hash >> 3] as number) | (1 << (hash & 7))
    buckets[slot[hash] as number]?.push(number)
  }
  const fourths = Int32Array.from(buckets, (bucket) => fourthsOf(bucket.map((number) => literals[number] as string)))
  const follows = Uint8Array.from(literals, (literal) => Math.min(MOST_FOLLOWING, follow(literal)))
  /** In which scan each was last found. */
  const foundIn = new Uint32Array(literals.length)
  let scan = 0
  const current = textBytes()
  return (text) => {
    const found = new Set<string>()
    scan++
    const length = current.fill(text)
    const bytes = current.bytes()
    let hash = 0
    for (let i = 0; i < length; i++) {
      // The low five bits of an ASCII letter are the same in both cases.
      hash = ((hash << 5) | ((bytes[i] as number) & 31)) & 0x7fff
      if ((((taken[hash >> 3] as number) >>> (hash & 7)) & 1) === 0) continue
      const bucket = slot[hash] as number
      if ((((fourths[bucket] as number) >>> ((bytes[i + 1] as number) & 31)) & 1) === 0) continue
      for (const number of buckets[bucket] as number[]) {
        const literal = literals[number] as string
        if (foundIn[number] === scan || !startsWith(bytes, i - 2, literal)) continue
        if (!isFollowed(bytes, i - 2 + literal.length, follows[number] as number)) continue
        foundIn[number] = scan
        found.add(literal)
      }
    }
    return found
  }
}

/** Checking more rules out hardly any other word. */
const MOST_FOLLOWING = 16
const PLAIN = Uint8Array.from({ length: 256 }, (_, code) => Number(/[A-Za-z\d]/.test(String.fromCharCode(code))))

function isFollowed(bytes: Uint8Array, at: number, count: number): boolean {
  for (let i = at; i < at + count; i++) if (PLAIN[bytes[i] as number] !== 1) return false
  return true
}

/** What may come fourth, as bits by the low five bits of its code; anything where a literal has no fourth character. */
function fourthsOf(bucket: readonly string[]): number {
  if (bucket.some(({ length }) => length === 3)) return -1
  return bucket.reduce((bits, literal) => bits | (1 << (literal.charCodeAt(3) & 31)), 0)
}

function startsWith(bytes: Uint8Array, at: number, literal: string): boolean {
  for (let i = 0; i < literal.length; i++) {
    const code = bytes[at + i]
    if ((code !== undefined && code >= 65 && code <= 90 ? code | 32 : code) !== literal.charCodeAt(i)) return false
  }
  return true
}
