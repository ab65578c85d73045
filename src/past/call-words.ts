// Whose words a call holds. Its arguments are a model's, its output is a program's or a file's, where a tag `<private>` is nobody's wish. But some
// outputs are what a person or a model said, and there the tag counts.
import { textAt } from "../model/fields.ts"
import { firstName } from "../model/tool-name.ts"

/** A user's answers, and what a subagent reported. */
const SAID_BY_OTHERS = new Set(["question", "task"])

/** False also for a call that failed: if the user has refused it, the error holds the user's reason. */
export function isSaidByTool(tool: string, state: unknown): boolean {
  return !SAID_BY_OTHERS.has(firstName(tool)) && textAt(state, "status") !== "error"
}
