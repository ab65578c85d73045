// What is added to the host's request for a summary, on both hosts. The host's own template and its earlier summary stay in force: a text that
// replaced them would lose everything from before the last compaction. So this only says who the summary is for, what is on record and what to end
// with. Everything that comes from the session is data, and each part has its own budget.

import { NOTE_TYPES } from "../model/note-head.ts"
import type { Config } from "../model/settings.ts"
import { isOpen, type Todo } from "../model/todo.ts"
import { fitFairly, type TitledLines } from "../prompt/budget.ts"
import { renderCore } from "../prompt/core-memory.ts"
import { asSessionData } from "../prompt/escape.ts"
import { joinLines } from "../prompt/prompt-line.ts"
import { EXAMPLES, ONE_SENTENCE, TYPES_MEAN, worthKeeping } from "../prompt/protocol.ts"
import { isQuotable } from "../prompt/quoted-text.ts"
import { renderWorking } from "../prompt/working-memory-lines.ts"
import type { Activity } from "../session/activity.ts"
import { type Asked, objectiveOf } from "../session/asked.ts"
import type { ChangedFile, Ledger, LedgerCommand } from "../session/ledger.ts"
import type { SessionMemory } from "../session/session-memory.ts"
import type { SlotSettings } from "../session/working-memory.ts"
import { oneLine } from "../text/text.ts"
import { blockedCommands, failedByOutput, type RecentKind, recentlyUsed, workIn } from "./essentials.ts"
import { MAX_BEFORE } from "./instant-summary.ts"
import { type MarkedFactLines, renderMarked } from "./marked-facts.ts"
import { linesOf } from "./repair.ts"
import { failureText, requestText } from "./retold.ts"

export interface CompactionView {
  readonly memory: SessionMemory
  readonly slots: SlotSettings
  readonly todos: readonly Todo[]
  readonly marked?: MarkedFactLines | undefined
}

/** Characters for each part without a limit of its own. */
const PROMPT_BUDGETS = { ledger: 6000, directives: 6500, request: 3800, recent: 2200 } as const

const CONTINUITY = [
  "You are writing this summary for yourself. Where the instructions speak of another coding agent, that is you: afterwards you will no longer see the conversation above, and you continue the same work from this summary alone. Write notes to yourself, not a report to somebody else.",
  "Keep the headings of the template you were given, and carry over what is still true from an earlier summary. Be exact about what you will need: the user's latest request with all its conditions, and the user's instructions, in the user's words; every changed path; every command that still fails, with its exit code; what was decided and why; causes that were found; what was tried and failed; names, numbers, ports and ids that you work with; and the very next step.",
  "Below is the record of this session, as data. Where the summary mentions these things, it must agree with the record.",
].join("\n")

const candidates = (own: string) =>
  [
    "After the last heading of the template, end with this section:",
    "",
    "Memory candidates:",
    "- [type] text",
    "",
    own === ""
      ? `One line for each thing that a later session on other work will need: ${TYPES_MEAN} ${ONE_SENTENCE} If there is nothing, write (none).\n\n${EXAMPLES}`
      : `One line for each thing that a later session on other work will need; if there is nothing, write (none). ${worthKeeping(asSessionData(own))}`,
  ].join("\n")

const MAX_TODOS = 40
const MAX_CONTENT = 200

export function renderCompactionPrompt(view: CompactionView, settings: Config): string {
  const { core, working, activity, ledger, directives, step, asked } = view.memory
  const shown = new Set([
    ...activity.recentDecisions,
    ...activity.openErrors.map(({ summary }) => summary),
    ...ledger.changedFiles.map(({ path }) => path),
  ])
  const record = [
    renderCore(core, settings.coreLimits, Number.POSITIVE_INFINITY),
    joinLines(
      renderWorking(working, { step, slots: view.slots, shown, budget: settings.workingBudget, limits: settings.pool })
        .lines,
    ),
    renderSections(requestSections(asked), PROMPT_BUDGETS.request),
    renderSections(
      [section("the user's standing instructions, to be kept word for word:", directives.toReversed())],
      PROMPT_BUDGETS.directives,
    ),
    renderSections(ledgerSections(ledger, activity), PROMPT_BUDGETS.ledger),
    renderSections(recentSections(view.memory), PROMPT_BUDGETS.recent),
    renderTodos(view.todos),
  ].filter((part) => part !== "")
  const wanted = settings.capture
    ? [candidates(settings.protocol), ownTypes(settings.types), view.marked ? renderMarked(view.marked) : ""]
    : []
  return [CONTINUITY, ...record, ...wanted].filter((part) => part !== "").join("\n\n")
}

function ownTypes(types: Config["types"]): string {
  const names = Object.keys(types).filter((name) => !(NOTE_TYPES as readonly string[]).includes(name))
  return names.length === 0 ? "" : `The user has types of their own: ${names.map((name) => `[${name}]`).join(", ")}.`
}

type Lines = TitledLines<{ readonly text: string }>

function requestSections(asked: Asked): Lines[] {
  const { objective, since, before } = objectiveOf(asked)
  if (!objective) return []
  const lines = requestText(objective).filter((line) => line !== "")
  return [
    {
      title: `the user's latest ${since.length > 0 ? "longer " : ""}request${objective.isTemplate ? ", by a command" : ""}; make it the objective${since.length > 0 ? ", unless what was said since asks for something else" : ""}:`,
      lines: lines.map((text) => ({ text: `> ${text}` })),
    },
    section(
      "what the user said since, newest first:",
      since.map(({ text }) => oneLine(text, MAX_CONTENT)),
    ),
    section(
      "what the user asked for before it, which is the objective if that only shows an output:",
      before.slice(0, MAX_BEFORE).map((one) => oneLine(requestText(one).join(" "), MAX_CONTENT)),
    ),
  ]
}

function recentSections(memory: SessionMemory): Lines[] {
  const recent = recentlyUsed(memory)
  const lines = (kind: RecentKind) => linesOf(recent.filter((one) => one.kind === kind))
  return [
    { title: "other files used last:", lines: lines("place") },
    { title: "names used last:", lines: lines("name") },
    { title: "numbers and ids used last:", lines: lines("number") },
  ]
}

function renderSections(sections: readonly Lines[], budget: number): string {
  const safe = sections.map(({ title, lines }) => ({
    title,
    lines: lines.map(({ text }) => ({ text: asSessionData(text).replace(/\s+/g, " ") })),
  }))
  const { kept } = fitFairly(safe, budget)
  return kept
    .flatMap((lines, at) => (lines.length === 0 ? [] : [safe[at]?.title, ...lines.map(({ text }) => text)]))
    .join("\n")
}

function ledgerSections(ledger: Ledger, activity: Activity): Lines[] {
  const { openErrors, recentDecisions } = activity
  const work = workIn(ledger.commands)
  const hidden = new Set(failedByOutput(work, activity))
  const failed = new Set([...blockedCommands(ledger, activity), ...hidden])
  const failing = ledger.commands.filter((one) => failed.has(one)).toReversed()
  const line = (one: LedgerCommand) => commandLine(one, hidden.has(one))
  const said = (texts: readonly string[]) => texts.filter((text) => isQuotable(text, false))
  const fileLine = ({ path, first, last }: ChangedFile) =>
    `${path} (${first === last ? first : `${first}, then ${last}`})`
  return [
    section("commands that failed when last run:", said(failing.map(line))),
    section(
      "open errors:",
      openErrors
        .filter(({ summary }) => isQuotable(summary, true))
        .map(({ category, summary, status }) => `[${category}] ${summary}${status === "open" ? "" : " (maybe fixed)"}`),
    ),
    section("files changed:", said(ledger.changedFiles.toReversed().map(fileLine))),
    section("decisions:", said(recentDecisions)),
    section("other commands:", said(work.filter((one) => !failed.has(one)).map(line))),
    section("tools that failed:", ledger.failures.toReversed().map(failureText)),
  ]
}

function section(title: string, texts: readonly string[]): Lines {
  return { title, lines: texts.map((text) => ({ text: `- ${text}` })) }
}

function commandLine({ command, exit, times }: LedgerCommand, isHidden: boolean): string {
  const ended = exit === null ? "stopped" : isHidden ? "failed, by its output" : `exit ${exit}`
  return `${command} (${ended}${times > 1 ? `, run ${times} times` : ""})`
}

function renderTodos(all: readonly Todo[]): string {
  const todos = all.filter(({ content }) => isQuotable(content, false))
  if (todos.length === 0) return ""
  const open = todos.filter(isOpen)
  const closed = todos.filter((todo) => !isOpen(todo))
  const lines = [...open, ...closed]
    .slice(0, MAX_TODOS)
    .map(({ content, status }) => `- [${asSessionData(status)}] ${asSessionData(oneLine(content, MAX_CONTENT))}`)
  const left = todos.length - lines.length
  return ["todos:", ...lines, ...(left > 0 ? [`… ${left} more`] : [])].join("\n")
}
