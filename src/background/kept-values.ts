// What a rewording must not lose: numbers, paths, addresses and quoted words. They are what facts are looked up for, and what models drop or
// change without noticing.

const URL = /\bhttps?:\/\/[^\s)>\]"'`]+/gi
/** An apostrophe within a word opens nothing. */
const QUOTED =
  /`([^`\n]{1,200})`|"([^"\n]{1,200})"|[“„]([^”“\n]{1,200})[”“]|«([^»\n]{1,200})»|‹([^›\n]{1,200})›|「([^」\n]{1,200})」|『([^』\n]{1,200})』|(?<![\p{L}\p{N}])['‘]([^'’\n]{1,200})['’](?![\p{L}\p{N}])/gu
const TOKEN = /[\p{L}\p{N}_.@+~/-]+/gu
const WINDOWS_PATH = /(?<![\p{L}\p{N}])[a-z]:\\[^\s"'`<>|]+/giu
const FILE_NAME = /\w\.[a-z]{1,5}$/i
/** Digits of any script. */
const NUMBER = /\p{Nd}+(?:[.,:]\p{Nd}+)*/gu
const SENTENCE_END = ".,;:!?"

/** Without punctuation that merely ends a sentence. */
export function valuesIn(text: string): Set<string> {
  const plain = text.slice(0, 20_000).normalize("NFKC")
  const quoted = [...plain.matchAll(QUOTED)].map((match) => match.slice(1).find((part) => part !== undefined) ?? "")
  const paths = (plain.replace(URL, " ").match(TOKEN) ?? [])
    .map(trimmed)
    .filter((token) => (/[/@]/.test(token) && /[\p{L}\p{N}]/u.test(token)) || FILE_NAME.test(token))
  const found = [URL, WINDOWS_PATH, NUMBER].flatMap((kind) => plain.match(kind) ?? [])
  return new Set([...found, ...paths, ...quoted].map(trimmed).filter((value) => value !== ""))
}

function trimmed(value: string): string {
  let end = value.length
  while (end > 0 && SENTENCE_END.includes(value[end - 1] as string)) end--
  return value.slice(0, end)
}

/** Whether the text contains every value of the sources. */
export function keepsValues(sources: readonly string[], text: string): boolean {
  return missingValues(sources, text).length === 0
}

export function missingValues(sources: readonly string[], text: string): string[] {
  const [kept, plain] = [valuesIn(text), text.normalize("NFKC")]
  return [...new Set(sources.flatMap((source) => [...valuesIn(source)]))].filter(
    (value) => !kept.has(value) && (/^\p{Nd}/u.test(value) || !hasWhole(plain, value)),
  )
}

/** Whether the text contains the value as a whole, not as part of a longer path, address or word. */
function hasWhole(text: string, value: string): boolean {
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1)) {
    const [before, after] = [text.slice(Math.max(0, at - 1), at), text.slice(at + value.length, at + value.length + 2)]
    if (!/[\w/]/.test(before) && !/^(?:[\w/-]|\.\w)/.test(after)) return true
  }
  return false
}
