// The prefix as it would be rendered for a session now. Every prompt asks whether it would differ from the last one, which costs next to nothing;
// it is rendered only when an epoch begins.

import type { App } from "../app.ts"
import { repairOf } from "../compaction/repair.ts"
import { startOfDay } from "../facts/retention.ts"
import { conflictsAmong } from "../intake/shown-conflicts.ts"
import type { ScopeName } from "../model/scope.ts"
import type { Config } from "../model/settings.ts"
import { sha256 } from "../model/sha256.ts"
import {
  type NotesView,
  type Prefix,
  renderPrefix,
  renderSession,
  renderSubagentPrefix,
  type ScopeView,
  type SessionView,
} from "../prompt/prefix.ts"
import { ancestorOf, type LiveSession } from "../session/live-session.ts"
import { emptyMemory } from "../session/session-memory.ts"
import { memoryShown } from "./session-events.ts"
import { toolsOf } from "./tools-of.ts"
import { claimsShown } from "./unconfirmed.ts"

export interface FreshPrefix {
  /** Equal for equal prefixes. */
  readonly hash: string
  /** Hash of what the notes contribute to it. */
  readonly notes: string
  render(): Prefix
}

export function freshPrefix(app: App, session: LiveSession): FreshPrefix {
  if (session.parent) return subagentPrefix(app, session)
  const memory = memoryShown(app, session.id)
  const { loss } = memory.compactions
  const isLastLoss = loss !== undefined && loss.compaction === session.served.compaction
  const repair = isLastLoss
    ? (room: number, shown: string) => repairOf(memory, loss, app.config.coreLimits, { room, shown }).text
    : undefined
  const view = { memory, slots: app.slots, repair, aside: memory.telling.aside, unconfirmed: claimsShown(app, session) }
  const notes = notesNow(app)
  const settings = { ...app.config, tools: toolsOf(app, session) }
  const hash = sha256(`${notes.hash}\n${settings.tools}\n${renderSession(view, settings)}`)
  let prefix: Prefix | undefined
  const render = () => {
    prefix ??= renderPrefix(notes.view, view, settings)
    return prefix
  }
  return { hash, notes: notes.hash, render }
}

function subagentPrefix(app: App, session: LiveSession): FreshPrefix {
  const goal = memoryShown(app, ancestorOf(app.sessions, session).id).core.goal.content
  const { view, hash } = notesNow(app)
  const [, project] = view.scopes as [ScopeView, ScopeView]
  const prefix = renderSubagentPrefix(project, goal, { ...app.config, tools: toolsOf(app, session) })
  return { hash: sha256(prefix.text), notes: hash, render: () => prefix }
}

const noSession: SessionView = { memory: emptyMemory, slots: {} }

interface NotesNow {
  readonly config: Config
  readonly key: string
  readonly view: NotesView
  readonly hash: string
}

const known = new WeakMap<App, NotesNow>()

/** Computed once per change of a note or of the settings, and once a day. */
function notesNow(app: App): NotesNow {
  const today = startOfDay(app.clock.now())
  const generations = SCOPES.map((scope) => app.scopeNotes(scope).index.generation)
  const key = [...generations, today].join("/")
  const last = known.get(app)
  if (last?.key === key && last.config === app.config) return last
  const view = {
    scopes: SCOPES.map((scope) => scopeView(app, scope)),
    clock: { now: today, workDays: app.store.workDays.of(app.project.name) },
  }
  const hash = sha256(renderPrefix(view, noSession, { ...app.config, tools: "full" }).text)
  const now = { config: app.config, key, view, hash }
  known.set(app, now)
  return now
}

/** The scope that changes least comes first. */
const SCOPES = ["global", "project"] as const

function scopeView(app: App, scope: ScopeName): ScopeView {
  const { hot, cold, folders, facts, quarantined } = app.scopeNotes(scope).index
  return {
    scope,
    hot,
    cold,
    folders,
    facts,
    quarantined: quarantined.filter(({ fact }) => fact?.trust !== "unconfirmed").length,
    conflicts: conflictsAmong(facts),
  }
}
