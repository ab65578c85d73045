// What a summary must not lose. A model that summarises leaves out whatever it likes; this list comes from the account of what really
// happened, so a summary can be held against it.

import { isOpen, type Todo } from "../model/todo.ts"
import { type CleanText, cleanText, pieceOf } from "../redaction/clean-text.ts"
import type { Essential } from "../session/compaction-account.ts"
import { failedLast } from "../session/ledger.ts"
import type { SessionMemory } from "../session/session-memory.ts"
import { foldText } from "../text/fold.ts"
import { MAX_ITEM, oneLine } from "../text/text.ts"

/** Most important first: what the user wants, what is broken, what was touched, what is left to do. */
export const ESSENTIAL_KINDS = ["goal", "directive", "command", "file", "todo", "decision", "error"] as const
export type EssentialKind = (typeof ESSENTIAL_KINDS)[number]

export type CompactionSubject = Pick<SessionMemory, "core" | "working" | "activity" | "ledger" | "directives">

const MAX_TODOS = 40

export function essentialsOf(memory: CompactionSubject, todos: readonly Todo[]): Essential[] {
  const { core, working, activity, ledger, directives } = memory
  const slot = (name: string) => (working.slots[name] ?? []).map(({ text }) => text)
  const openErrors = activity.openErrors.filter(({ status }) => status === "open").map(({ summary }) => summary)
  return [
    ...textsOf("goal", [core.goal.content]),
    ...textsOf("directive", directives),
    ...failedLast(ledger).map(({ command, exit }) => ({ kind: "command", text: command, exit: exit ?? 1 }) as const),
    ...ledger.changedFiles.map(({ path, last }) => ({ kind: "file", text: path, action: last }) as const),
    ...textsOf("todo", [...openTodos(todos), ...slot("todo")]),
    ...textsOf("decision", [...activity.recentDecisions, ...slot("decision")]),
    ...textsOf("error", [...openErrors, ...slot("error")]),
  ]
}

export function openTodos(todos: readonly Todo[]): CleanText[] {
  const open = todos.filter(isOpen)
  return open.slice(0, MAX_TODOS).map(todoText)
}

/** The host keeps its list as it is; what is told of it here is also written down elsewhere. */
export function todoText({ content }: Todo): CleanText {
  const { text } = cleanText(content)
  return pieceOf(text, oneLine(text, MAX_ITEM))
}

/** One of those that are the same text, none that says nothing. */
function textsOf(kind: Exclude<EssentialKind, "command" | "file">, texts: readonly string[]): Essential[] {
  const distinct = new Map(texts.map((text) => [foldText(text), text]))
  return [...distinct].filter(([key]) => /[\p{L}\p{N}]/u.test(key)).map(([, text]) => ({ kind, text }))
}
