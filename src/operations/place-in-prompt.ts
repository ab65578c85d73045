// Whether the prompt of a new session shows a note, and why: rendered as it is now, without anything from a session that would take space.
import type { App } from "../app.ts"
import { retentionRules, ruleOf, startOfDay, strengthOf } from "../facts/retention.ts"
import { ARCHIVE_FOLDER, FACTS_FOLDER, type Fact } from "../model/fact.ts"
import type { NoteInfo } from "../model/note.ts"
import { SCOPES } from "../model/scope.ts"
import { type Prefix, renderPrefix } from "../prompt/prefix.ts"
import { emptyMemory } from "../session/session-memory.ts"

export function placeInPrompt(app: App, info: NoteInfo): string {
  if (info.fact?.trust === "unconfirmed") return "shown as unconfirmed, for three sessions at most"
  if (info.quarantined) return "not shown: quarantined"
  if (info.hot) return placeOfHot(promptNow(app), info)
  const { fact } = info
  if (!fact || !info.path.startsWith(`${FACTS_FOLDER}/`)) {
    if (fact?.supersededBy !== undefined) return `not shown: ${fact.supersededBy} replaced it`
    if (info.path.startsWith(`${ARCHIVE_FOLDER}/`)) return "not shown: it is in the archive"
    return "listed by its description, as far as the tree has room"
  }
  return placeOfFact(app, promptNow(app), fact)
}

/** The prefix of a session that begins now. */
export function promptNow(app: App): Prefix {
  const scopes = SCOPES.map((scope) => {
    const { hot, cold, folders, facts } = app.scopeNotes(scope).index
    return { scope, hot, cold, folders, facts, quarantined: 0, conflicts: [] }
  })
  return renderPrefix({ scopes, clock: clockOf(app) }, { memory: emptyMemory, slots: {} }, app.config)
}

function clockOf(app: App) {
  return { now: startOfDay(app.clock.now()), workDays: app.store.workDays.of(app.project.name) }
}

/** By path: the index may hold another object for the same note. */
function isAmong(all: readonly Pick<Fact, "scope" | "path">[], { scope, path }: Pick<Fact, "scope" | "path">): boolean {
  return all.some((one) => one.scope === scope && one.path === path)
}

function placeOfHot({ whole, origins }: Prefix, info: NoteInfo): string {
  if (isAmong(whole, info)) return "shown in full: it is hot"
  const isThere = origins.some(({ kind, of }) => kind === "note" && of === `${info.scope}:${info.path}`)
  return isThere
    ? "hot, but cut: there is no room for all hot notes"
    : "hot, but not shown: other hot notes fill the space"
}

function placeOfFact(app: App, { facts: shown }: Prefix, fact: Fact): string {
  const rules = retentionRules(app.config.types, app.config.retention)
  const strength = `strength ${strengthOf(fact, clockOf(app), rules).toFixed(2)}`
  if (isAmong(shown, fact)) return `shown among the facts (${strength})`
  const { cap } = ruleOf(fact.type, rules)
  const why = cap === 0 ? `the settings show no facts of type ${fact.type}` : "stronger facts fill the space"
  return `not shown among the facts, counted by its subject (${strength}): ${why}`
}
