// The todo lists that OpenCode 1 keeps with its sessions; OpenCode 2 has none.
import { cleanText } from "../redaction/clean-text.ts"
import type { HostTables } from "./host-tables.ts"
import type { PastTodo } from "./past-session.ts"

const TODOS = "SELECT session_id AS session, content, status FROM todo"

export function todosIn({ db, has }: HostTables): PastTodo[] {
  if (!has.todos) return []
  return db.all<Record<"session" | "content" | "status", unknown>>(TODOS).flatMap(({ session, content, status }) => {
    if (typeof session !== "string" || typeof content !== "string") return []
    return [{ session, content: cleanText(content).text, status: String(status) }]
  })
}
