// The host is about to summarise the session: its author is shown what the session remembers, so that the summary has it right. The memory
// itself does not depend on the summary: it stands in the prefix that follows.
import type { App } from "../app.ts"
import { messageOf } from "../model/errors.ts"
import { renderSession } from "../recall/prefix.ts"
import { renderTodos } from "../recall/todos.ts"
import type { SessionState } from "../session/sessions.ts"
import type { HostServices } from "./contract.ts"
import { memoryShown } from "./keeping.ts"
import { patience } from "./learn-parent.ts"

const INTRODUCTION = "What this session remembers, kept outside the conversation. Let the summary agree with it:"

export async function compactionContext(
  app: App,
  session: SessionState,
  host: HostServices,
): Promise<string | undefined> {
  if (!app.config.inject || session.parent) return undefined
  const memory = renderSession({ memory: memoryShown(app, session.id), slots: app.slots }, app.config)
  const todos = renderTodos(await todosOf(app, session, host))
  const parts = [memory, todos].filter((part) => part !== "")
  return parts.length === 0 ? undefined : [INTRODUCTION, ...parts].join("\n")
}

async function todosOf(app: App, session: SessionState, host: HostServices) {
  const todos = host.todos(session.id).catch((error) => {
    app.log.warn("todos-unknown", { session: session.id, why: messageOf(error) })
    return undefined
  })
  return (await Promise.race([todos, patience()])) ?? []
}
