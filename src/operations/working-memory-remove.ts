import { CairnError } from "../model/errors.ts"
import type { SessionMemory } from "../session/session-memory.ts"
import { workingItems } from "../session/working-memory.ts"
import { findItem, type Match } from "../text/matching.ts"
import { type Operation, operation, textArg } from "./operation.ts"
import { askingSession, keepingSession } from "./session-access.ts"

export const workingMemoryRemove: Operation = operation({
  name: "working_memory_remove",
  summary: "Remove the item of working memory that has this text.",
  effect: "write",
  access: "agent",
  offered: ({ workingMemory, activity }) => workingMemory || activity,
  input: { content: textArg(4000, 1) },
  async run(ask, { content }): Promise<{ readonly text: string }> {
    const session = keepingSession(ask, askingSession(ask))
    return ask.app.journal.change(
      session.id,
      (memory) => {
        const found = findItem(textsOf(memory), asKept(content))
        if (found.kind !== "one") throw notRemoved(found, content)
        return { events: [{ kind: "remove", text: found.text }], result: { text: found.text } }
      },
      session.turn.answers,
    )
  },
  toText: ({ text }) => `Removed: ${text}`,
})

/** The prompt shows an error with its category before it and its state after it. */
function asKept(content: string): string {
  return content
    .trim()
    .replace(/^\[[a-z][\w-]*\] /, "")
    .replace(/(?: \(\d+x\))?(?: \(maybe fixed\))?$/, "")
}

function textsOf({ working, activity }: SessionMemory): string[] {
  return [
    ...workingItems(working).map(({ text }) => text),
    ...activity.openErrors.map(({ summary }) => summary),
    ...activity.recentDecisions,
    ...activity.files.map(({ path }) => path),
  ]
}

function notRemoved(found: Exclude<Match, { kind: "one" }>, content: string): CairnError {
  if (found.kind === "several")
    return new CairnError(
      "ambiguous",
      `${found.texts.length} items contain that; none was removed:\n${list(found.texts)}`,
      "give more of the one you mean",
    )
  const near = found.near.length > 0 ? `; near it are:\n${list(found.near)}` : ""
  return new CairnError("no_match", `nothing contains "${content.slice(0, 80)}"; nothing was removed${near}`)
}

function list(texts: readonly string[]): string {
  return texts
    .slice(0, 10)
    .map((text) => `- ${text}`)
    .join("\n")
}
