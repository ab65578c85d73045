// What a rewording may not lose: numbers, paths, addresses and quoted words. They are what a fact is looked up for, and what a model drops or
// changes without noticing.

const URL = /\bhttps?:\/\/[^\s)>\]"'`]+/gi
const QUOTED = /`([^`\n]{1,200})`|"([^"\n]{1,200})"|“([^”\n]{1,200})”|「([^」\n]{1,200})」/g
const PATH = /(?<![\w/])(?:~|\.{1,2})?\/?(?:[\w.@+-]+\/)+[\w.@+-]*|(?<![\w./-])[\w-]+\.[a-z]{1,5}\b/gi
const NUMBER = /\d+(?:[.,:]\d+)*/g

/** In lower case, without what merely ends a sentence. */
export function valuesIn(text: string): Set<string> {
  const plain = text.slice(0, 20_000)
  const quoted = [...plain.matchAll(QUOTED)].map((match) => match.slice(1).find((part) => part !== undefined) ?? "")
  const found = [...(plain.match(URL) ?? []), ...(plain.match(PATH) ?? []), ...(plain.match(NUMBER) ?? []), ...quoted]
  return new Set(found.map((value) => value.toLowerCase().replace(/[.,;:!?]+$/, "")).filter((value) => value !== ""))
}

/** Whether the text has every value of the sources. */
export function keepsValues(sources: readonly string[], text: string): boolean {
  return missingValues(sources, text).length === 0
}

export function missingValues(sources: readonly string[], text: string): string[] {
  const kept = valuesIn(text)
  const plain = text.toLowerCase()
  return [...new Set(sources.flatMap((source) => [...valuesIn(source)]))].filter(
    (value) => !kept.has(value) && (/^\d/.test(value) || !plain.includes(value)),
  )
}
