// The facts of a scope as consolidation needs them: the current ones, wherever in the scope a person has put them, and those in the archive.
import type { App } from "../app.ts"
import { ARCHIVE_FOLDER, type Fact } from "../model/fact.ts"
import { SCOPES, type ScopeName } from "../model/scope.ts"

export type KnownFacts = ReturnType<typeof knownFacts>

export function knownFacts(app: App, scope: ScopeName) {
  const facts = app.scopeNotes(scope).index.facts.flatMap(({ fact }) => fact ?? [])
  return { facts: facts.filter((fact) => !isArchived(fact)), retired: facts.filter(isArchived) }
}

export function trustedFacts(app: App): Fact[] {
  return SCOPES.flatMap((scope) => knownFacts(app, scope).facts.filter(({ trust }) => trust === "trusted"))
}

export function isArchived({ path }: Fact): boolean {
  return path.startsWith(`${ARCHIVE_FOLDER}/`)
}
