// Which items a message mentions. This runs for every message, and messages contain logs and minified files, so only the beginning is read.
import { foldText } from "../text/fold.ts"
import { EASTERN } from "../text/script.ts"

export interface Mentionable {
  readonly text: string
  readonly isPath?: true | undefined
}

const MAX_TEXT = 64 * 1024
/** Shorter texts occur by chance. */
const LEAST_LENGTH = 4

/** Items that occur in a text as whole words; a path also by its base name, if that is unique. */
export function mentionedItems(items: readonly Mentionable[], text: string): string[] {
  // Folding can make a text many times longer.
  const page = markWords(folded(text.slice(0, MAX_TEXT).normalize("NFKC").slice(0, MAX_TEXT)).slice(0, MAX_TEXT))
  const named = new Set(needlesOf(items).flatMap((needle) => (occurs(needle, page) ? [needle.item] : [])))
  return items.filter((_item, index) => named.has(index)).map((item) => item.text)
}

interface Needle {
  /** Index of the item that it names. */
  readonly item: number
  readonly text: string
  readonly isWhole: Whole
}

function occurs({ text, isWhole }: Needle, page: Page): boolean {
  for (let at = page.text.indexOf(text); at >= 0; at = page.text.indexOf(text, at + 1))
    if (isWhole(page, at, at + text.length)) return true
  return false
}

function needlesOf(items: readonly Mentionable[]): Needle[] {
  const names = items.map(({ text, isPath }, item) => ({ item, text: folded(text), isPath }))
  const baseNames = names
    .filter(({ isPath }) => isPath)
    .map(({ item, text }) => ({ item, text: text.slice(text.lastIndexOf("/", text.length - 2) + 1) }))
  const sameBase = Map.groupBy(baseNames, ({ text }) => text)
  return [
    ...names.map(({ item, text, isPath }) => ({ item, text, isWhole: isPath ? isWholePath : isWholeText })),
    ...baseNames
      .filter(({ text }) => sameBase.get(text)?.length === 1)
      .map(({ item, text }) => ({ item, text, isWhole: isWholeName })),
  ].filter(({ text }) => text.length >= LEAST_LENGTH)
}

/** Windows writes paths with backslashes. */
function folded(text: string): string {
  return foldText(text).replaceAll("\\", "/")
}

interface Page {
  readonly text: string
  /** Per code unit: 1 if it is part of a word that ends only at a space or sign. */
  readonly isWord: Uint8Array
  /** Per code unit: where its run of path characters begins. */
  readonly pathStart: Int32Array
}

/** Scripts without spaces between words, or with attached endings: a word may begin or end anywhere in them. */
const RUN_ON = new RegExp(`[${EASTERN}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}]`, "u")
const WORD = /[\p{L}\p{N}\p{M}_]/u
const PATH_SIGNS = "/.-~"

function markWords(text: string): Page {
  const isWord = new Uint8Array(text.length)
  const pathStart = new Int32Array(text.length)
  let start = 0
  let at = 0
  for (const character of text) {
    const end = at + character.length
    const word = WORD.test(character) && !RUN_ON.test(character)
    if (!word && !PATH_SIGNS.includes(character)) start = end
    isWord.fill(word ? 1 : 0, at, end)
    pathStart.fill(start, at, end)
    at = end
  }
  return { text, isWord, pathStart }
}

type Whole = (page: Page, start: number, end: number) => boolean

const isWholeText: Whole = ({ isWord }, start, end) =>
  !(isWord[start] && isWord[start - 1]) && !(isWord[end - 1] && isWord[end])

/** Nothing before it but `./`: `docs/readme.md` is a different file from `readme.md`. */
const isWholeName: Whole = (page, start, end) => {
  const from = pathBegin(page, start)
  const isBare = from === start || (start - from === 2 && page.text.startsWith("./", from))
  return isBare && endsPath(page, end)
}

/** Also at the end of an absolute path, which is what tools get. Not if it has no folder: too many paths end in the same name. */
const isWholePath: Whole = (page, start, end) => {
  const { text } = page
  const from = pathBegin(page, start)
  const isAbsolute = text[start - 1] === "/" && (text[from] === "/" || text.startsWith("~/", from))
  if (!isAbsolute) return isWholeName(page, start, end)
  return text.lastIndexOf("/", end - 2) >= start && endsPath(page, end)
}

function pathBegin({ pathStart }: Page, at: number): number {
  return pathStart[at - 1] ?? 0
}

/** A full stop may follow a path, but `a.ts.bak`, `a.ts-old` and `a.ts/b` are different paths. */
function endsPath({ text, isWord }: Page, end: number): boolean {
  return !isWord[end] && !(PATH_SIGNS.includes(text[end] ?? " ") && isWord[end + 1])
}
