// What a rewording must not lose: numbers, paths, addresses and quoted words. They are what facts are looked up for, and what models drop or
// change without noticing.

const URL = /\bhttps?:\/\/[^\s)>\]"'`]+/gi
const QUOTED = /`([^`\n]{1,200})`|"([^"\n]{1,200})"|“([^”\n]{1,200})”|「([^」\n]{1,200})」/g
const TOKEN = /[\w.@+~/-]+/g
const FILE_NAME = /\w\.[a-z]{1,5}$/i
const NUMBER = /\d+(?:[.,:]\d+)*/g
const SENTENCE_END = ".,;:!?"

/** Without punctuation that merely ends a sentence. */
export function valuesIn(text: string): Set<string> {
  const plain = text.slice(0, 20_000)
  const quoted = [...plain.matchAll(QUOTED)].map((match) => match.slice(1).find((part) => part !== undefined) ?? "")
  const paths = (plain.replace(URL, " ").match(TOKEN) ?? [])
    .map(trimmed)
    .filter((token) => (token.includes("/") && /\w/.test(token)) || FILE_NAME.test(token))
  const found = [...(plain.match(URL) ?? []), ...paths, ...(plain.match(NUMBER) ?? []), ...quoted]
  return new Set(found.map(trimmed).filter((value) => value !== ""))
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
  const kept = valuesIn(text)
  return [...new Set(sources.flatMap((source) => [...valuesIn(source)]))].filter(
    (value) => !kept.has(value) && (/^\d/.test(value) || !hasWhole(text, value)),
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
