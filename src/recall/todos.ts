// OpenCode's own todo list, as it is shown to the author of a compaction's summary. It is read where it is needed and never copied.
import { oneLine } from "../model/text.ts"
import { asSessionData } from "./escape.ts"

export interface Todo {
  readonly content: string
  readonly status: string
  readonly priority?: string | undefined
}

const MAX_TODOS = 40
const MAX_CONTENT = 200
const DONE = new Set(["completed", "cancelled"])

/** What is still to do comes first. */
export function renderTodos(todos: readonly Todo[]): string {
  if (todos.length === 0) return ""
  const open = todos.filter(({ status }) => !DONE.has(status))
  const closed = todos.filter(({ status }) => DONE.has(status))
  const lines = [...open, ...closed].slice(0, MAX_TODOS).map(todoLine)
  const left = todos.length - lines.length
  return ["todos:", ...lines, ...(left > 0 ? [`… ${left} more`] : [])].join("\n")
}

function todoLine({ content, status }: Todo): string {
  return `- [${asSessionData(status)}] ${oneLine(asSessionData(content), MAX_CONTENT)}`
}
