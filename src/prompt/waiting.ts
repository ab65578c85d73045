// What waits for the user: quarantined notes, which a prompt only counts, and facts that contradict each other.

import type { ConflictPair } from "../facts/conflict-list.ts"
import { ownCommand } from "../model/own-command.ts"
import type { ScopeName } from "../model/scope.ts"
import { asData } from "./escape.ts"
import { framed, ownLine, type PromptLine } from "./prompt-line.ts"

export interface Waiting {
  readonly scope: ScopeName
  readonly quarantined: number
  readonly conflicts: readonly ConflictPair[]
}

const MAX_NAMED = 2

export function renderWaiting(scopes: readonly Waiting[]): PromptLine[] {
  const lines = [quarantineLine(scopes), conflictLine(scopes)].filter((line) => line !== "")
  return framed("waiting", lines.map(ownLine))
}

function quarantineLine(scopes: readonly Waiting[]): string {
  const count = scopes.reduce((sum, { quarantined }) => sum + quarantined, 0)
  if (count === 0) return ""
  return `${count === 1 ? "1 note waits" : `${count} notes wait`} for the user's decision: ${ownCommand("review")}`
}

function conflictLine(scopes: readonly Waiting[]): string {
  const pairs = scopes.flatMap(({ scope, conflicts }) => conflicts.map((pair) => ({ scope, pair })))
  if (pairs.length === 0) return ""
  const named = pairs
    .slice(0, MAX_NAMED)
    .map(({ scope, pair: [one, other] }) => `${asData(one.path)} and ${asData(other.path)} (${scope})`)
  const more = pairs.length - named.length
  const rest = more > 0 ? ` (${more} more in _CONFLICTS.md)` : ""
  return `${named.join("; ")} contradict each other${rest}: ask the user which one is right`
}
