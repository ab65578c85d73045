// What a token consists of: its words in lower case, and the forms that a name is known by as a whole. Every new name in every past output comes
// here, and nearly all are ASCII: those are read character by character, since a single pattern costs more than the whole loop.
import { plainLetters } from "../text/accents.ts"
import { SEARCH_FILLERS } from "../text/common-words.ts"
import { pairsOf, SPACELESS_SCRIPT } from "../text/script.ts"
import { isAscii } from "../text/text-bytes.ts"
import { wordSet } from "../text/word-set.ts"
import { stemOf } from "../text/words.ts"

export interface TokenParts {
  /** Pairs of characters, if it is in writing without spaces; then there is nothing else. */
  readonly pairs: readonly string[]
  readonly words: readonly string[]
  /** From the shortest form to the whole path. Words with a sign between them have none. */
  readonly names: readonly string[]
  /** The words are parts of a name. */
  readonly isName: boolean
  /** Numbers with dots, such as versions and addresses: "1.2.3" of `node-v1.2.3`. Their digits are among the words too. */
  readonly versions: readonly string[]
}

export function partsOfToken(token: string): TokenParts {
  if (SPACELESS_SCRIPT.test(token)) return { ...NOTHING, pairs: pairsOf(token) }
  if (token.includes("'") || token.includes("’")) return contracted(token)
  const pieces = piecesOf(token)
  const parts = token === token.toLowerCase() ? pieces : pieces.flatMap(humpsOf)
  const words = parts.map((part) => part.toLowerCase())
  if (parts.length === 1) return { ...NOTHING, words }
  // "read/write" and "well-known" are words with a sign between them.
  const isName = !pieces.every((piece) => PLAIN.test(piece)) || !WORDS_WITH_SIGN.test(token)
  const versions = token.includes(".") ? versionsIn(token) : []
  const isVersion = token.replace(/^v/i, "") === versions[0]
  const names = !isVersion && (isName || !token.includes("/")) ? namesOf(token) : []
  return { pairs: [], words, names: names.length > 0 ? names : shortNameOf(token), isName, versions }
}

const NOTHING: TokenParts = { pairs: [], words: [], names: [], isName: false, versions: [] }

/** Of two numbers only short ones: "0.8372" is measured, and nobody looks for it. After digits and a colon it is a time. */
const VERSION = /(?<![\d.]|\d:)(?:\d{1,3}\.\d{1,3}|\d{1,5}(?:\.\d{1,5}){2,4})(?![\p{L}\d_]|\.\d)/gu

function versionsIn(token: string): string[] {
  return [...new Set(token.match(VERSION))]
}

/** Of a name without a word, such as "a_b", all letters are too short to be found. */
const SHORT_NAME = /^\p{L}(?:_[\p{L}\d])+$/u
const LONGEST_SHORT_NAME = 12

function shortNameOf(token: string): string[] {
  const isShort = token.length <= LONGEST_SHORT_NAME && SHORT_NAME.test(token)
  return isShort ? [plainLetters(token.toLowerCase())] : []
}

const PLAIN = /^\p{Lu}?\p{Ll}+$/u
const WORDS_WITH_SIGN = /^[^._\\:/]+(?:\/[^/]+)?$/

/** What French and Italian shorten before a vowel: "l'erreur", "dell'utente". */
const ELIDED = wordSet("l d j m n s t c qu jusqu lorsqu puisqu quoiqu quelqu dell nell all sull dall un quest quell")
/** What English shortens has fewer letters after the sign: "he'll", "user's". */
const LEAST_AFTER = 3

/** "don't" is a filler, "user's" is "user", "l'erreur" is "erreur"; of "O'Reilly" and of `f'harbour` each piece is read. */
function contracted(token: string): TokenParts {
  if (SEARCH_FILLERS.has(token.toLowerCase().replace(/['’]/g, ""))) return NOTHING
  const [first = "", ...others] = token.split(/['’]+/)
  const after = others.filter(({ length }) => length >= LEAST_AFTER)
  const isElided = after.length > 0 && ELIDED.has(first.toLowerCase())
  const parts = (isElided ? after : [first, ...after]).map(partsOfToken)
  return {
    pairs: parts.flatMap(({ pairs }) => pairs),
    words: parts.flatMap(({ words }) => words),
    names: parts.flatMap(({ names }) => names),
    isName: parts.some(({ isName }) => isName),
    versions: parts.flatMap(({ versions }) => versions),
  }
}

const SIGNS: ReadonlySet<number> = new Set(Buffer.from("./\\:_-"))

/** What is between the signs. */
function piecesOf(token: string): string[] {
  const pieces: string[] = []
  let from = 0
  for (let at = 0; at <= token.length; at++) {
    if (at < token.length && !SIGNS.has(token.charCodeAt(at))) continue
    if (at > from) pieces.push(token.slice(from, at))
    from = at + 1
  }
  return pieces
}

const HUMP = /(?<=\p{Ll}|\p{N})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u

/** The words of a camelCase name. */
function humpsOf(name: string): string[] {
  if (!isAscii(name)) return name.split(HUMP)
  const humps: string[] = []
  let from = 0
  for (let at = 1; at < name.length; at++) {
    const before = name.charCodeAt(at - 1)
    const isHump =
      isUpper(name.charCodeAt(at)) &&
      (isLower(before) || isDigit(before) || (isUpper(before) && isLower(name.charCodeAt(at + 1))))
    if (!isHump) continue
    humps.push(name.slice(from, at))
    from = at
  }
  humps.push(name.slice(from))
  return humps
}

const isUpper = (code: number) => code >= 65 && code <= 90
const isLower = (code: number) => code >= 97 && code <= 122
const isDigit = (code: number) => code >= 48 && code <= 57

/**
 * `src/store/noteIndex.ts:12`: `noteindex`, `noteindex.ts`, and the path. However a name is split into words, it is the same name; a file name of
 * one word means that word only together with its extension.
 */
function namesOf(token: string): string[] {
  const path = token.includes(":") ? token.replace(/(?::\d+){1,2}$/, "") : token
  const file = path.slice(1 + Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\"), path.lastIndexOf(":")))
  const bare = file.includes(".", 1) ? file.charAt(0) + file.slice(1).replace(/\.[a-z]{1,5}$/, "") : file
  const small = bare.toLowerCase()
  const pieces = piecesOf(small)
  const isCompound = pieces.join("") !== small || (bare !== small && humpsOf(bare).length > 1)
  const names: string[] = []
  const add = (name: string) => {
    const plain = plainLetters(name)
    if (name.length > 3 && !names.includes(plain) && !/^\d+$/.test(name)) names.push(plain)
  }
  if (isCompound) add(stemOf(pieces.join("")))
  for (const form of [file, path]) if (form !== bare) add(form.toLowerCase())
  return names
}
