// What waits for the user: notes in quarantine, of which a prompt may say how many and nothing else, and facts that contradict each other.

import type { ConflictPair } from "../facts/conflict-list.ts"
import type { ScopeName } from "../model/scope.ts"
import { asData } from "./escape.ts"

export interface Waiting {
  readonly scope: ScopeName
  readonly quarantined: number
  readonly conflicts: readonly ConflictPair[]
}

const MAX_NAMED = 2

/** Empty when nothing waits, or there is no room to say so. */
export function renderWaiting(scopes: readonly Waiting[], budget: number): string {
  const lines: string[] = []
  let room = budget - element([]).length
  for (const line of [quarantineLine(scopes), conflictLine(scopes)]) {
    if (line === "" || line.length + 1 > room) continue
    lines.push(line)
    room -= line.length + 1
  }
  return lines.length > 0 ? element(lines) : ""
}

function element(lines: readonly string[]): string {
  return ["<waiting>", ...lines, "</waiting>"].join("\n")
}

function quarantineLine(scopes: readonly Waiting[]): string {
  const count = scopes.reduce((sum, { quarantined }) => sum + quarantined, 0)
  if (count === 0) return ""
  return `${count === 1 ? "1 note waits" : `${count} notes wait`} for the user's decision: npx opencode-cairn review`
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
