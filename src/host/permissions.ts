// The host's permissions, as far as they decide which tools an agent is offered: the last rule whose name fits counts, and it denies the tool only
// if it denies everything. The same rules limit what the router can do for an agent.

export interface PermissionRule {
  /** A tool's name; may have `*` and `?`. */
  readonly name: string
  /** What it applies to, such as a path; `*` is everything. */
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
