// The host's permissions, as far as they decide which tools an agent is offered: of the rules whose name fits, the last counts, and it denies
// the tool only if it denies everything. What the router can do for an agent goes by the same.

export interface PermissionRule {
  /** A tool's name; may have `*` and `?`. */
  readonly name: string
  /** What it is about, such as a path; `*` is everything. */
  readonly about: string
  readonly effect: string
}

export function isToolDenied(rules: readonly PermissionRule[], tool: string): boolean {
  const rule = rules.findLast(({ name }) => fits(name, tool))
  return rule !== undefined && rule.about === "*" && rule.effect === "deny"
}

function fits(pattern: string, tool: string): boolean {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replace(/\*+/g, ".*")
    .replaceAll("?", ".")
  return new RegExp(`^${source}$`, "s").test(tool)
}
