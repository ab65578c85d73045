// Names that an agent may want to use next: paths, files, dotted and compound identifiers. A list of them costs a fraction of their lines and is
// enough to ask for the right one.
import { isLibraryCode } from "./foreign.ts"
import { isDefinition } from "./source.ts"
import { isPassed } from "./test-report.ts"

const MOST_READ = 20_000
const LEAST_LENGTH = 5
const MOST_LENGTH = 100
/** Most words are not names; a cheap test first skips them. */
const WORD = /[\w.@~+/-]{5,}/g
const MAY_BE_NAME = /[/_]|\.[A-Za-z_]|[a-z0-9A-Z][A-Z]/
/** Bounded repetitions, so that a long name is not tried from each of its letters. */
const NAME =
  /[\w.@~-]{0,80}(?:\/[\w.@+-]+)+|[A-Za-z_][\w-]{0,80}(?:\.[A-Za-z_]\w{0,80})+|\b[A-Za-z0-9]*_\w+|\b[A-Za-z][a-z0-9]*[A-Z]\w*/g
/** Words in capitals, and lines drawn with underscores. */
const NO_NAME = /^(?:[A-Z\d]+|_+)$/
const FILE_ENDING = /\.\w{1,5}$/
const ADDRESS = "//"
const DEFINED = 2
const ABOUT_TASK = 2

export function namesIn(text: string, most = MOST_READ): string[] {
  const names: string[] = []
  for (const word of text.slice(0, most).match(WORD) ?? []) {
    if (!MAY_BE_NAME.test(word) || word.startsWith(ADDRESS)) continue
    for (const name of word.match(NAME) ?? []) {
      if (name.length >= LEAST_LENGTH && name.length <= MOST_LENGTH && !NO_NAME.test(name)) names.push(name)
    }
  }
  return names
}

/** As many names as fit that occur only in the lines left out: the most frequent and those about the question first. */
export function namesLeftOut(
  lines: readonly string[],
  kept: readonly boolean[],
  asked: string,
  room: { readonly names: number; readonly chars: number },
): string[] {
  const times = countLeftOut(lines, kept, new Set(namesIn(asked)))
  const topics = new Set(wordPartsOf(asked))
  const rank = (name: string) => {
    const isAbout = wordPartsOf(name).some((part) => topics.has(part))
    return (Math.sqrt(times.get(name) as number) * (isAbout ? ABOUT_TASK : 1)) / name.length ** 0.25
  }
  const useful = [...times.keys()].filter((name) => !isFolder(name) && !isLibraryCode(name))
  const ranked = useful.map((name) => ({ name, rank: rank(name) })).sort((a, b) => b.rank - a.rank)
  const names: string[] = []
  let listed = ""
  let left = room.chars
  for (const { name } of ranked) {
    if (names.length >= room.names || left <= LEAST_LENGTH) break
    if (name.length + 1 > left || listed.includes(name)) continue
    left -= name.length + 1
    listed += `${name} `
    names.push(name)
  }
  const isPartOfAnother = (name: string) => listed.indexOf(name) !== listed.lastIndexOf(name)
  return names.filter((name) => !isPartOfAnother(name))
}

function countLeftOut(lines: readonly string[], kept: readonly boolean[], shown: Set<string>): Map<string, number> {
  lines.forEach((line, at) => {
    if (kept[at]) for (const name of namesIn(line)) shown.add(name)
  })
  const times = new Map<string, number>()
  lines.forEach((line, at) => {
    if (kept[at]) return
    const fresh = namesIn(line).filter((name) => !shown.has(name))
    if (fresh.length === 0 || isPassed(line)) return
    const weight = isDefinition(line) ? DEFINED : 1
    for (const name of fresh) times.set(name, (times.get(name) ?? 0) + weight)
  })
  return times
}

/** Folders, and parts of addresses, media types or fractions: nothing that an agent opens. */
function isFolder(name: string): boolean {
  return name.includes("/") && !FILE_ENDING.test(name)
}

function wordPartsOf(text: string): string[] {
  const parts = text.slice(0, MOST_READ).match(/[A-Z]?[a-z]{3,}/g) ?? []
  return parts.filter((part) => part.length >= 4).map((part) => part.toLowerCase())
}
