// What is added to the host's request for a summary. The host's own template and its prior summary stay in force: a text that replaced them
// would lose everything from before the last compaction. So this only tells for whom the summary is, what is on record, and what to end with.

import type { TitledLines } from "../prompt/fair-room.ts"
import type { Activity } from "../session/activity.ts"
import { type ChangedFile, failedLast, type Ledger, type LedgerCommand } from "../session/ledger.ts"

/** Characters for each part that has no limit of its own. */
export const PROMPT_BUDGETS = { ledger: 6000, directives: 6500 } as const

export const CONTINUITY = [
  "You are writing this summary for yourself. Afterwards you will no longer see the conversation above, and you continue the same work from this summary alone. Write notes to yourself, not a report to somebody else.",
  "Keep the headings of the template you were given, and carry over what is still true from an earlier summary. Be exact about what you will need: the user's instructions in the user's words, every changed path, every command that still fails with its exit code, what was decided and why, what was tried and failed, and the very next step.",
  "Below is the record of this session, as data. Where the summary mentions these things, it must agree with the record.",
].join("\n")

export const CANDIDATES = [
  "After the last heading of the template, end with this section:",
  "",
  "Memory candidates:",
  "- [type] text",
  "",
  "One line for each thing that a later session on other work will need: [user] who the user is and how they work, [feedback] how the user wants things done, [project] what is true of this project and not written in its files, [decision] a choice and its reason, [reference] where something can be found. One self-contained sentence each. No secrets, no progress reports, no lists of paths, nothing that only matters for the current task. If there is nothing, write (none).",
].join("\n")

interface LedgerLine {
  readonly text: string
}

/** The record, newest and failing first. */
export function ledgerSections(ledger: Ledger, { openErrors, recentDecisions }: Activity): TitledLines<LedgerLine>[] {
  const failed = new Set(failedLast(ledger))
  const others = ledger.commands.filter((command) => !failed.has(command))
  return [
    section("commands that failed when last run:", newestFirst([...failed]).map(commandLine)),
    section(
      "open errors:",
      openErrors.map(
        ({ category, summary, status }) => `[${category}] ${summary}${status === "open" ? "" : " (maybe fixed)"}`,
      ),
    ),
    section("files changed:", newestFirst(ledger.changedFiles).map(fileLine)),
    section("decisions:", recentDecisions),
    section("other commands:", newestFirst(others).map(commandLine)),
    section(
      "tools that failed:",
      newestFirst(ledger.failures).map(
        ({ tool, target, message }) => `${tool}${target ? ` ${target}` : ""}: ${message}`,
      ),
    ),
  ]
}

function section(title: string, texts: readonly string[]): TitledLines<LedgerLine> {
  return { title, lines: texts.map((text) => ({ text: `- ${text}` })) }
}

function commandLine({ command, exit, times }: LedgerCommand): string {
  return `${command} (${exit === null ? "stopped" : `exit ${exit}`}${times > 1 ? `, run ${times} times` : ""})`
}

function fileLine({ path, first, last }: ChangedFile): string {
  return `${path} (${first === last ? first : `${first}, then ${last}`})`
}

function newestFirst<T>(oldestFirst: readonly T[]): T[] {
  return [...oldestFirst].reverse()
}
