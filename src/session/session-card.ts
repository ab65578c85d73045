// A past session in a few words, by which a later session on the same subject finds it: what the user asked for, the goal, the changed files.
import type { SessionCard } from "../model/worked-session.ts"
import { ownLines } from "../text/pasted-text.ts"
import { cutText } from "../text/text.ts"
import type { SessionMemory } from "./session-memory.ts"

export type { SessionCard }

const MAX_ASKED = 1500
const MAX_MORE = 1500
const MAX_FILES = 30

/** What a session contributes to its card. Undefined if nothing was asked for, or nothing may be kept. */
export function cardOf({
  asked,
  core,
  ledger,
  paused,
}: SessionMemory): Omit<SessionCard, "session" | "at"> | undefined {
  const { first, latest } = asked
  if (paused !== undefined || first === undefined) return undefined
  const typed = [first, ...latest.filter(({ text }) => text !== first.text)].filter(({ isTemplate }) => !isTemplate)
  const [request = "", ...later] = typed.map(({ text }) => ownLines(text).join("\n").trim())
  const files = ledger.changedFiles.filter(({ last }) => last !== "delete").map(({ path }) => path)
  return {
    asked: cutText(request, MAX_ASKED),
    more: cutText([core.goal.content, ...later].filter((text) => text !== "").join("\n"), MAX_MORE),
    files: files.slice(-MAX_FILES),
  }
}
