import { expect, test } from "bun:test"
import { isToolDenied, type PermissionRule } from "./permissions.ts"

const rule = (name: string, effect: string, about = "*"): PermissionRule => ({ name, about, effect })

test.each<[string, PermissionRule[], boolean]>([
  ["no rule at all", [], false],
  ["by name", [rule("*", "allow"), rule("memory_delete", "deny")], true],
  ["by a pattern", [rule("memory_*", "deny")], true],
  ["everything", [rule("*", "deny")], true],
  ["the last rule that fits counts", [rule("*", "deny"), rule("memory_del?te", "allow")], false],
  ["another tool", [rule("memory_deleted", "deny"), rule("memory", "deny"), rule("memory.delete", "deny")], false],
  ["only for some paths", [rule("memory_delete", "deny", "src/*")], false],
  ["a question is not a denial", [rule("memory_delete", "ask")], false],
])("what the rules say of memory_delete: %s", (_what, rules, isDenied) => {
  expect(isToolDenied(rules, "memory_delete")).toBe(isDenied)
})
