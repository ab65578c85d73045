// OpenCode's own todo list, as it is shown to the author of a compaction's summary.

import { isOpen, type Todo } from "../model/todo.ts"
import { asSessionData } from "../prompt/escape.ts"
import { oneLine } from "../text/text.ts"

const MAX_TODOS = 40
const MAX_CONTENT = 200

/** What is still to do comes first. */
export function renderTodos(todos: readonly Todo[]): string {
  if (todos.length === 0) return ""
  const open = todos.filter(isOpen)
  const closed = todos.filter((todo) => !isOpen(todo))
  const lines = [...open, ...closed].slice(0, MAX_TODOS).map(todoLine)
  const left = todos.length - lines.length
  return ["todos:", ...lines, ...(left > 0 ? [`… ${left} more`] : [])].join("\n")
}

function todoLine({ content, status }: Todo): string {
  return `- [${asSessionData(status)}] ${asSessionData(oneLine(content, MAX_CONTENT))}`
}
