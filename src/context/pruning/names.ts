// Names an agent may want to use next: paths, files, dotted and compound identifiers. A list of them costs a fraction of the lines they stood
// in and is enough to ask for the right one.
import { isForeign } from "./foreign.ts"
import { isDefinition } from "./source.ts"
import { isPassed } from "./test-report.ts"

const MOST_READ = 20_000
const LEAST_LENGTH = 5
const MOST_LENGTH = 100
/** Bounded where a name could otherwise be tried from each of its letters. */
const NAME =
  /[\w.@~-]{0,80}(?:\/[\w.@+-]+)+|[A-Za-z_][\w-]{0,80}(?:\.[A-Za-z_]\w{0,80})+|\b[A-Za-z0-9]*_\w+|\b[A-Za-z][a-z0-9]*[A-Z]\w*/g
const DEFINED = 2
const ABOUT_TASK = 2

export function namesIn(text: string, most = MOST_READ): string[] {
  const names = text.slice(0, most).match(NAME) ?? []
  return names.filter((name) => name.length >= LEAST_LENGTH && name.length <= MOST_LENGTH && !/^[A-Z\d]+$/.test(name))
}

/** The names that only the lines left out have, as many as fit: the most frequent and those about what was asked first. */
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
  const ranked = [...times.keys()].map((name) => ({ name, rank: rank(name) })).sort((a, b) => b.rank - a.rank)
  const names: string[] = []
  let left = room.chars
  for (const { name } of ranked) {
    if (names.length >= room.names) break
    if (name.length + 1 > left) continue
    left -= name.length + 1
    names.push(name)
  }
  return names
}

function countLeftOut(lines: readonly string[], kept: readonly boolean[], shown: Set<string>): Map<string, number> {
  lines.forEach((line, at) => {
    if (kept[at]) for (const name of namesIn(line)) shown.add(name)
  })
  const times = new Map<string, number>()
  lines.forEach((line, at) => {
    if (kept[at] || isPassed(line)) return
    const weight = isDefinition(line) ? DEFINED : 1
    for (const name of namesIn(line)) {
      if (!shown.has(name) && !isForeign(name)) times.set(name, (times.get(name) ?? 0) + weight)
    }
  })
  return times
}

function wordPartsOf(text: string): string[] {
  const parts = text.slice(0, MOST_READ).match(/[A-Z]?[a-z]{3,}/g) ?? []
  return parts.filter((part) => part.length >= 4).map((part) => part.toLowerCase())
}
