// The one line that remains of a retired output: what was called, the result (of a check its counts), names in it, and how to get the whole text. Names are what agents
// use of an old output later, and listing them costs little. Of the text that an edit replaced only its length remains: the call is still there.
import { countsIn } from "../../commands/check-counts.ts"
import { isBeside, isCount } from "../../commands/command-errors.ts"
import { oneLine } from "../../text/text.ts"
import { namesIn } from "../pruning/names.ts"
import { targetText } from "./output-target.ts"
import type { Retirable } from "./retirable.ts"

const MAX_TARGET = 160
const MAX_ERROR = 160
const NAME_CHARS = 300
const MOST_USED = 4
const MOST_READ = 40_000
const ERROR_LINE = /^.*\b(?:error|exception|fail(?:ed|ure)?|panic|fatal)\b.*$/gim
const NO_ERROR = /\b(?:0|no) (?:error|fail)/i

/** How to get the text again: the call that shows what was kept, and whether the file can be read too. */
export interface WayBack {
  readonly kept: string
  readonly isFile: boolean
}

/** `used`: names that the agent has used since. */
export function retiredLine({ output, why, kind }: Retirable, used: ReadonlySet<string>, back: WayBack): string {
  if (output.argument !== undefined)
    return `[left out: the ${output.text.length} characters that this edit replaced · whole: ${back.kept}]`
  const text = output.text.slice(0, MOST_READ)
  const names = namesOf(text, used, why !== "age")
  const target = oneLine(targetText(output), MAX_TARGET)
  const parts = [
    `${output.tool}${target === "" ? "" : ` ${target}`}: ${outcomeOf(output, kind)}`,
    why === "superseded" && (kind === "read" ? "read or changed again since" : "run again since"),
    why === "duplicate" && "the same came again later",
    names.length > 0 && `names in it: ${names.join(" ")}`,
    wayBackText(back, why),
  ]
  return `[old output left out · ${parts.filter((part) => part !== false).join(" · ")}]`
}

/** Of a file that was changed since, what was kept is out of date, and an edit made from it would fail. */
function wayBackText({ kept, isFile }: WayBack, why: Retirable["why"]): string {
  if (!isFile) return `whole: ${kept}`
  return why === "superseded" ? `now: read the file · as it was: ${kept}` : `whole: ${kept}, or read the file`
}

/** A few that were used since, then the most frequent; these are needless where the same is shown later. */
function namesOf(text: string, used: ReadonlySet<string>, isStale: boolean): string[] {
  const times = new Map<string, number>()
  for (const name of namesIn(text, MOST_READ)) times.set(name, (times.get(name) ?? 0) + 1)
  const ranked = [...times.keys()].sort((a, b) => (times.get(b) as number) - (times.get(a) as number))
  const before = ranked.filter((name) => used.has(name)).slice(0, MOST_USED)
  const names: string[] = []
  let left = NAME_CHARS
  for (const name of isStale ? before : [...before, ...ranked.filter((one) => !used.has(one))]) {
    if (name.length + 1 > left) continue
    left -= name.length + 1
    names.push(name)
  }
  return names
}

function outcomeOf({ text, ok, exit }: Retirable["output"], kind: Retirable["kind"]): string {
  const counts = kind === "check" ? countsIn(text) : undefined
  const error = ok && (exit === 0 || exit === undefined) ? undefined : firstError(text, counts !== undefined)
  const size = text.length > MOST_READ ? `${text.length} characters` : `${text.split("\n").length} lines`
  const parts = [
    exit === null && "stopped",
    typeof exit === "number" && `exit ${exit}`,
    !ok && "failed",
    error !== undefined && `"${error}"`,
    counts !== undefined && counts,
    size,
  ]
  return parts.filter((part) => part !== false).join(", ")
}

/** Of a long text both ends are looked at: builds print for long before they fail. */
function firstError(text: string, isCounted: boolean): string | undefined {
  const found = errorIn(text.slice(0, MOST_READ), isCounted)
  if (found !== undefined || text.length <= MOST_READ) return found
  const end = text.slice(Math.max(MOST_READ, text.length - MOST_READ))
  return errorIn(end.slice(end.indexOf("\n") + 1), isCounted)
}

function errorIn(text: string, isCounted: boolean): string | undefined {
  for (const [line] of text.matchAll(ERROR_LINE)) {
    const start = line.slice(0, MAX_ERROR)
    if (NO_ERROR.test(line) || isBeside(start) || (isCounted && isCount(start))) continue
    return oneLine(line, MAX_ERROR).replaceAll('"', "'")
  }
  return undefined
}
