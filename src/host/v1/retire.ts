// Removes old outputs from a request. The request is examined as the host has composed it, and again after all other plugins have run.
import type { OutputsShown } from "../../flows/contract.ts"
import { fieldAt, listAt, textAt } from "../../model/fields.ts"
import { RecentMap } from "../../model/recent-map.ts"
import type { Change } from "../guard.ts"
import type { Runtime } from "../runtime.ts"
import { modelKey } from "./models.ts"
import { createShown, hasOutputs, outputsIn, type WithoutRetired, withoutRetired } from "./shown-outputs.ts"

export function createRetiring(runtime: Runtime) {
  const placed = new RecentMap<
    string,
    { readonly output: unknown; readonly sent: ReadonlyMap<string, string | undefined> }
  >()

  const shownOf = createShown()

  async function changedIn(
    messages: readonly unknown[],
    asked: Omit<OutputsShown, "conversation">,
  ): Promise<WithoutRetired> {
    const conversation = () => shownOf(asked.sessionID, messages)
    const retired = await (await runtime.moments())?.outputsShown({ ...asked, conversation })
    return withoutRetired(messages, retired ?? new Map())
  }

  return {
    /** The change that removes old outputs from the messages, and how many characters shorter they are; undefined if nothing was removed. */
    async retire(
      { sessionID, compaction }: { readonly sessionID: string; readonly compaction: string | undefined },
      output: unknown,
      messages: unknown[],
    ): Promise<{ readonly shorter: number; readonly change: Change } | undefined> {
      const asked = { sessionID, model: modelOf(messages), purpose: "turn", compaction } as const
      const { changed, shorter } = await changedIn(messages, asked)
      if (changed.size === 0) return undefined
      const change = () => {
        for (const [at, message] of changed) messages[at] = message
        placed.set(sessionID, { output, sent: outputsIn(changed.values()) })
      }
      return { shorter, change }
    },
    /** A request for a summary has the lines as well: everything that was removed may together exceed the window. */
    async retireForSummary(sessionID: string, messages: unknown[]): Promise<Change> {
      const { changed } = await changedIn(messages, { sessionID, model: "", purpose: "compaction" })
      return () => {
        for (const [at, message] of changed) messages[at] = message
      }
    },
    /** Whether the lines are still there. */
    async check(sessionID: string): Promise<void> {
      const last = placed.get(sessionID)
      placed.delete(sessionID)
      if (last && !hasOutputs(listAt(last.output, "messages") ?? [], last.sent))
        await (await runtime.moments())?.outputsRewritten({ sessionID })
    },
  }
}

/** The one that the user's newest message asks for. */
function modelOf(messages: readonly unknown[]): string {
  const asked = messages.findLast((message) => textAt(message, "info", "role") === "user")
  const model = fieldAt(asked, "info", "model")
  return modelKey(textAt(model, "providerID"), textAt(model, "modelID"))
}
