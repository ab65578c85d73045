// What a summary must not lose: a model may leave out anything, so the summary is checked against the record of what really happened.

import { workOf } from "../commands/work-of-command.ts"
import { onceFor } from "../model/once-for.ts"
import { isOpen, type Todo } from "../model/todo.ts"
import { isQuotable } from "../prompt/quoted-text.ts"
import { cleanText, pieceOf } from "../redaction/clean-text.ts"
import type { Activity, OpenError } from "../session/activity.ts"
import { objectiveOf } from "../session/asked.ts"
import type { Essential } from "../session/compaction-account.ts"
import { byUse, type Lately, type UsedName } from "../session/lately.ts"
import { failedLast, type Ledger, type LedgerCommand } from "../session/ledger.ts"
import type { SessionMemory } from "../session/session-memory.ts"
import { fitting } from "../text/fit-into.ts"
import { foldText } from "../text/fold.ts"
import type { CleanText } from "../text/known-clean.ts"
import { requestLines } from "../text/pasted-text.ts"
import { MAX_ITEM, oneLine } from "../text/text.ts"
import { isCounted } from "../text/used-names.ts"

/** Most important first: what the user wants, what is broken, what was touched, what is left to do. */
export const ESSENTIAL_KINDS = ["goal", "directive", "command", "file", "todo", "decision", "error"] as const
/** What the work continues with: kept if there is room, because much of it can be found again. */
export const RECENT_KINDS = ["request", "place", "name", "number", "ran"] as const
export type RecentKind = (typeof RECENT_KINDS)[number]
export type EssentialKind = (typeof ESSENTIAL_KINDS)[number] | RecentKind

const MAX_TODOS = 40
const MAX_PLACES = 50
const MAX_NAMES_CHARS = 2500
const MAX_NUMBERS_CHARS = 500
const MAX_RAN = 8
const MAX_RAN_CHARS = 160

export function essentialsOf(memory: SessionMemory, todos: readonly Todo[]): Essential[] {
  const { core, working, activity, ledger, directives } = memory
  const slot = (name: string) => (working.slots[name] ?? []).map(({ text }) => text)
  const openErrors = activity.openErrors.filter(({ status }) => status === "open").map(({ summary }) => summary)
  return [
    ...textsOf("goal", [core.goal.content]),
    ...textsOf("directive", directives),
    ...blockedCommands(ledger, activity).map(
      ({ command, exit }) => ({ kind: "command", text: command, exit: exit ?? 1 }) as const,
    ),
    ...ledger.changedFiles.map(({ path, last }) => ({ kind: "file", text: path, action: last }) as const),
    ...textsOf("todo", [...openTodos(todos), ...slot("todo")]),
    ...textsOf("decision", [...activity.recentDecisions, ...slot("decision")]),
    ...textsOf("error", [...openErrors, ...slot("error")]),
  ]
}

/** Leaves out searches that found nothing, and commands that have since passed in another form. */
export function blockedCommands(ledger: Ledger, { openErrors, resolvedErrors }: Activity): LedgerCommand[] {
  const shows = (errors: readonly OpenError[], { command }: LedgerCommand) =>
    errors.some((one) => one.command === command)
  const isFixed = (one: LedgerCommand) => shows(resolvedErrors, one) && !shows(openErrors, one)
  const passed = ledger.commands.map((one) => (one.exit === 0 && workDone(one).tellsExit ? workDone(one).work : ""))
  return failedLast(ledger).filter((one) => {
    const { work } = workDone(one)
    return work !== "" && !isFixed(one) && passed.lastIndexOf(work) < ledger.commands.indexOf(one)
  })
}

/** What was used last: the request without its code and logs, the rest by recency and frequency. */
export function recentlyUsed({ asked, lately, ledger }: SessionMemory): Essential[] {
  const { objective } = objectiveOf(asked)
  const isTyped = objective?.isWhole && !objective.isTemplate
  const lines = isTyped ? requestLines(objective.text) : []
  const own = lines.filter(({ text, by }) => by === "user" || isQuotable(text, false)).map(({ text }) => text.trim())
  const changed = new Set(ledger.changedFiles.map(({ path }) => path))
  const places = textsByUse(lately.files, lately).filter((path) => !changed.has(path))
  const used = textsByUse(lately.names, lately)
  const [names, numbers] = [used.filter((name) => !isCounted(name)), used.filter(isCounted)]
  const spaceOf = ({ length }: string) => length + 2
  return [
    ...textsOf("request", own),
    ...textsOf("place", places.slice(0, MAX_PLACES)),
    ...textsOf("name", fitting(names, MAX_NAMES_CHARS, spaceOf)),
    ...textsOf("number", fitting(numbers, MAX_NUMBERS_CHARS, spaceOf)),
    ...textsOf(
      "ran",
      workIn(ledger.commands)
        .slice(0, MAX_RAN)
        .map(({ command }) => oneLine(command, MAX_RAN_CHARS)),
    ),
  ]
}

function textsByUse(used: readonly UsedName[], { calls }: Lately): string[] {
  return byUse(used, calls).map(({ text }) => text)
}

/** Newest first, without commands that only looked; of runs that differ only in how their output is cut, the last one. */
export function workIn(commands: readonly LedgerCommand[]): LedgerCommand[] {
  const byWork = new Map(commands.map((one) => [workDone(one).work, one]))
  return commands.filter((one) => workDone(one).work !== "" && byWork.get(workDone(one).work) === one).toReversed()
}

/** Commands that failed although a pipe made their exit code 0: what failed in their output is still open. */
export function failedByOutput(
  commands: readonly LedgerCommand[],
  { openErrors, crowdedOut }: Activity,
): LedgerCommand[] {
  const failing = new Set([...openErrors, ...crowdedOut].map(({ command }) => command))
  const works = new Set([...failing].map((command) => workOf(command).work))
  return commands.filter((one) => {
    const { work, tellsExit } = workDone(one)
    return one.exit === 0 && !tellsExit && work !== "" && (failing.has(one.command) || works.has(work))
  })
}

/** The same commands are examined for every prompt. */
const workDone = onceFor((one: LedgerCommand) => workOf(one.command))

export function openTodos(todos: readonly Todo[]): CleanText[] {
  const open = todos.filter(isOpen)
  return open.slice(0, MAX_TODOS).map(todoText)
}

/** The host's list is not redacted, and what is used of it here is stored elsewhere. */
export function todoText({ content }: Todo): CleanText {
  const { text } = cleanText(content)
  return pieceOf(text, oneLine(text, MAX_ITEM))
}

/** Each text once, without those that say nothing. */
function textsOf(kind: Exclude<EssentialKind, "command" | "file">, texts: readonly string[]): Essential[] {
  const distinct = new Map(texts.map((text) => [foldText(text), text]))
  return [...distinct].filter(([key]) => /[\p{L}\p{N}]/u.test(key)).map(([, text]) => ({ kind, text }))
}
