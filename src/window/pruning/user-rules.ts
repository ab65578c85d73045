// A user's own rules for outputs they know better: which lines always stay, which never, and how much of the ends.
import type { Room } from "./selection.ts"

export interface UserRule {
  readonly tool?: string | undefined
  readonly command?: RegExp | undefined
  readonly keep?: readonly RegExp[] | undefined
  readonly fold?: readonly RegExp[] | undefined
  readonly head?: number | undefined
  readonly tail?: number | undefined
}

export function ruleFor(rules: readonly UserRule[], tool: string, command: string): UserRule | undefined {
  return rules.find((rule) => (rule.tool ?? tool) === tool && (!rule.command || isIn(command, rule.command)))
}

/** The room with the ends the rule asks for; `worth` is changed in place. */
export function applyRule(rule: UserRule, lines: readonly string[], worth: Float64Array, room: Room): Room {
  lines.forEach((line, at) => {
    if (rule.keep?.some((pattern) => isIn(line, pattern))) worth[at] = Number.POSITIVE_INFINITY
    else if (rule.fold?.some((pattern) => isIn(line, pattern))) worth[at] = -1
  })
  return { ...room, head: rule.head ?? room.head, tail: rule.tail ?? room.tail }
}

/** `search` and not `test`: a pattern with the flag `g` would remember where it stopped. */
function isIn(text: string, pattern: RegExp): boolean {
  return text.search(pattern) >= 0
}
