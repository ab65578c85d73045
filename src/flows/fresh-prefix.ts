// The prefix as it would be rendered for a session now. Telling whether it would differ from the last one is asked at every prompt and costs
// next to nothing; rendering it, only when an epoch begins.
import { createHash } from "node:crypto"
import type { App } from "../app.ts"
import {
  type Prefix,
  renderPrefix,
  renderSession,
  renderSubagentPrefix,
  type ScopeView,
  type SessionView,
} from "../recall/prefix.ts"
import { emptyMemory } from "../session/session-memory.ts"
import { ancestorOf, type SessionState } from "../sessions.ts"
import { memoryShown } from "./keeping.ts"
import { repairText } from "./repair.ts"

export interface FreshPrefix {
  /** Equal for equal prefixes. */
  readonly hash: string
  /** Of what the notes put into it. */
  readonly notes: string
  render(): Prefix
}

export function freshPrefix(app: App, session: SessionState): FreshPrefix {
  if (session.parent) return subagentPrefix(app, session)
  const memory = memoryShown(app, session.id)
  const view = { memory, slots: app.slots, repair: repairText(app, session, memory) }
  const notes = notesHash(app)
  const hash = sha256(`${notes}\n${renderSession(view, app.config)}`)
  let prefix: Prefix | undefined
  const render = () => {
    prefix ??= renderPrefix(scopeViews(app), view, app.config)
    return prefix
  }
  return { hash, notes, render }
}

function subagentPrefix(app: App, session: SessionState): FreshPrefix {
  const goal = memoryShown(app, ancestorOf(app.sessions, session).id).core.goal.content
  const [, project] = scopeViews(app) as [ScopeView, ScopeView]
  const prefix = renderSubagentPrefix(project, goal, app.config)
  return { hash: sha256(prefix.text), notes: notesHash(app), render: () => prefix }
}

const noSession: SessionView = { memory: emptyMemory, slots: {} }
const notesHashes = new WeakMap<App, { generation: string; hash: string }>()

/** Of all that the notes put into a prefix; worked out once per change of a note. */
function notesHash(app: App): string {
  const generation = `${app.scopeNotes("global").index.generation}/${app.scopeNotes("project").index.generation}`
  const known = notesHashes.get(app)
  if (known?.generation === generation) return known.hash
  const hash = sha256(renderPrefix(scopeViews(app), noSession, app.config).text)
  notesHashes.set(app, { generation, hash })
  return hash
}

function scopeViews(app: App): ScopeView[] {
  return (["global", "project"] as const).map((scope) => {
    const { hot, cold, folders } = app.scopeNotes(scope).index
    return { scope, hot, cold, folders }
  })
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex")
}
