// What a call asked for: its command, and the words that it and the task are about. A line with one of them is likely the answer.
import { wordSet } from "../../text/word-set.ts"

/** Only the beginning of a long task is read: what comes later seldom names what one call is after. */
const MOST_READ = 20_000
/** Identifiers and long words, by a cheap expression: it goes over every line of an output. */
const WORD = /[A-Za-z_]\w{3,}/g
const COMMON = wordSet(
  "this that with from have when will should would could which there then than they what your into only also same other because while where after before does each been some such more most must just like make made using used uses need needs code file files test tests following commands command output task true false null none return self const function class import export async await number string object value values default type types name names line lines issue please version check project source change changes node http https bash head tail grep find print echo",
)

/** The text of a call's arguments; for a shell, only its command. */
export function commandOf(args: unknown): string {
  if (typeof args === "string") return args
  if (args === null || typeof args !== "object") return ""
  const { command, cmd } = args as Record<string, unknown>
  const shell = command ?? cmd
  if (typeof shell === "string") return shell
  return Object.values(args).map(commandOf).join(" ")
}

export function callWords(text: string): Set<string> {
  const words = text.slice(0, MOST_READ).match(WORD) ?? []
  return new Set(words.filter((word) => !COMMON.has(word.toLowerCase())))
}

/** How many of the words asked for each line has; a word on most lines counts little. */
export function interestOf(lines: readonly string[], asked: ReadonlySet<string>): number[] {
  const found = lines.map((line) => {
    const words = (line.match(WORD) ?? []).filter((word) => asked.has(word))
    return words.length > 1 ? [...new Set(words)] : words
  })
  const linesWith = new Map<string, number>()
  for (const words of found) for (const word of words) linesWith.set(word, (linesWith.get(word) ?? 0) + 1)
  return found.map((words) => words.reduce((sum, word) => sum + 1 / Math.sqrt(linesWith.get(word) as number), 0))
}
