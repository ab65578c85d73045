// Keys that no table knows: long words that only a machine makes. Names in code consist of words with a number or two, digests are hex, and base64
// has slashes or is in a block, so none of them is mistaken for a key. Symbols of a linker are names, too.
import { wordSet } from "../text/word-set.ts"
import { entropy } from "./entropy.ts"
import { codesOf, eachLongRun } from "./long-runs.ts"
import type { SecretSpan } from "./secret-span.ts"

/** The shortest recognisable key, alone and after a prefix such as "acme_". */
const SHORTEST = 20
const SHORTEST_BODY = 16
/** Nothing says of a longer word that it is a secret: most are payloads, pictures and symbols. With a label or in a form that is known, any length is. */
export const LONGEST = 200

/** These words come before identifiers, which are machine-made too, and digests. */
const IDENTIFIERS = wordSet(
  `acct asst batch build bundle call card cf chatcmpl ch chunk cluster commit conv cus diff dpl edge etag evt file gen graph group guid hash
   id img in integrity inv item job key lock msg node nonce org page part pi pm price prj process prod proj prt pub public pvc req request resp
   pk phc rev rs run sec seg seti ses sess session shard snapshot span srvtoolu step sub task team thread tok toolu trace tr tx txn user usr uuid vs wf
   workspace x`,
)

const WORD = codesOf(/[\w-]/)

export function madeWords(text: string): SecretSpan[] {
  const spans: SecretSpan[] = []
  const isSymbol = symbolsIn(text)
  eachLongRun(text, WORD, SHORTEST, (start, end) => {
    if (end - start > LONGEST) return
    const word = text.slice(start, end)
    if (/\d/.test(word) && isMade(word) && standsAlone(text, start, end) && !isSymbol(start, end))
      spans.push({ start, end: end + dottedLength(text, end), kind: "secret" })
  })
  return spans
}

/** Whether a machine made it: a key, not a name and not a digest. */
export function isMade(word: string): boolean {
  if (PUBLIC.test(word)) return false
  const parts = word.split(/[^A-Za-z\d]+/)
  const [prefix = ""] = parts
  if (parts.length > 1 && (IDENTIFIERS.has(prefix.toLowerCase()) || /^(?:sha|md)\d+$/i.test(prefix))) return false
  const shortest = parts.length > 1 ? SHORTEST_BODY : SHORTEST
  if (parts.some((part) => part.length >= shortest && isRandom(part))) return true
  // A hyphen or an underscore comes about by chance in one of thirty characters of base64.
  const body = parts.filter((part) => !/^(?:[a-z]+\d?|[A-Z]+\d?)$/.test(part))
  const joined = body.join("")
  return joined.length >= Math.max(shortest, 8 * body.length) && isMixedCase(joined) && isRandom(joined)
}

/** The body of a public SSH key, a ULID, a recipient of age, a CID of IPFS. */
const PUBLIC =
  /^AAAA(?:[BCE]3NzaC1|E2VjZHNh|GnNrLXNzaC|InNrLWVjZHNh)|^[0-7][0-9A-HJKMNP-TV-Z]{25}$|^age1[a-z\d]{58}$|^(?:bafy[a-z2-7]{55}|bafk[a-z2-7]{55}|Qm[1-9A-HJ-NP-Za-km-z]{44})$/

/** Digits all over it, and few runs of letters that could be words. */
export function isRandom(part: string): boolean {
  if (/^(?:0x)?[\da-f]+(?:u?l{0,2})?$/i.test(part)) return false
  const numbers = part.match(/\d+/g)?.length ?? 0
  if (!isMixedCase(part)) return numbers >= Math.max(3, part.length / 10) && entropy(part) > 3
  const pieces = part.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/g)?.length ?? 0
  return part.length <= (numbers > 2 ? 2.6 : numbers > 0 ? 2.3 : 0) * pieces && !isEncodedText(part)
}

function isMixedCase(part: string): boolean {
  return /[a-z]/.test(part) && /[A-Z]/.test(part)
}

/** Base64 of something that can be read. */
function isEncodedText(part: string): boolean {
  return /^[\t\n\r\x20-\x7e]+$/.test(Buffer.from(part.slice(0, 24), "base64").toString("latin1"))
}

/**
 * How the mangled names of C++, Rust and Swift begin: on a Mac with one more underscore, in a linker's map behind the name of a section.
 * Those of MSVC have an @ at each of their words.
 */
const SYMBOL = /^(?:(?:\.[a-z]{2,12}){1,3}\.)?(?:_{1,4}Z[A-Za-z\d]|_{1,2}R[INC]|_?\$[sS][A-Za-z\d])/
const OF_SYMBOL = /[\w$.]/

/** Whether a word, later than the one asked for before, is in a mangled name: with dollar signs and dots that is more than a word. */
function symbolsIn(text: string): (start: number, end: number) => boolean {
  let known = 0
  let isKnown = false
  return (start, end) => {
    let from = start
    while (from > known && OF_SYMBOL.test(text.charAt(from - 1))) from--
    if (from > known || known === 0) isKnown = SYMBOL.test(text.slice(from, from + 60))
    known = end
    return isKnown && !text.slice(start, end).includes("-")
  }
}

const DOTTED = /(?:\.[\w-]+){1,4}/y

/** The later parts of a token with several parts, such as a JWT. */
function dottedLength(text: string, at: number): number {
  DOTTED.lastIndex = at
  return DOTTED.exec(text)?.[0].length ?? 0
}

/** Not in a path, an address or a block of base64, and not after a name that says it may be seen. */
function standsAlone(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 64), start)
  if (/[+/.#@%~\\]$/.test(before) && !/\\[nrt]$/.test(before)) return false
  if (/[+/=@%]/.test(text.charAt(end)) || SHOWN.test(before)) return false
  return !(
    /(?:[A-Za-z\d+/=]{50}|-----)["'`\s,+\\]{1,12}$/.test(before) ||
    /^["'`\s,+\\]{1,12}(?:[A-Za-z\d+/=]{50}|-----)/.test(text.slice(end, end + 62))
  )
}

const SHOWN =
  /(?:(?:public|publishable|page|cursor|next|continuation|sync|site)[\s_-]?(?:key|token)?|[\s_"'-]k?id|[a-z]I[Dd]|x5t(?:#S256)?|nonce|etag|integrity|checksum|digest|hash|(?:sha|md)\d{1,3}|fingerprint|challenge|signature)["'`\]]{0,2}(?:\s{0,4}(?:[:=]|=>)\s{0,4}|\s)["'`]?$/i
