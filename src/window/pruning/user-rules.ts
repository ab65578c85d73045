// The user's own rules for outputs: which lines always stay, which never do, and how many at the ends.
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

/** Returns the room with the ends that the rule asks for; changes `worth` in place. */
export function applyRule(rule: UserRule, lines: readonly string[], worth: Float64Array, room: Room): Room {
  lines.forEach((line, at) => {
    if (rule.keep?.some((pattern) => isIn(line, pattern))) worth[at] = Number.POSITIVE_INFINITY
    else if (rule.fold?.some((pattern) => isIn(line, pattern))) worth[at] = -1
  })
  return { ...room, head: rule.head ?? room.head, tail: rule.tail ?? room.tail }
}

/** `search` instead of `test`: a pattern with the `g` flag would remember where it stopped. */
function isIn(text: string, pattern: RegExp): boolean {
  return text.search(pattern) >= 0
}
