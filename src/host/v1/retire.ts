// Removes old outputs from a request. The request is examined as the host has composed it, and again after all other plugins have run.
import type { OutputsShown } from "../../flows/contract.ts"
import { fieldAt, textAt } from "../../model/fields.ts"
import type { RetiredOutput } from "../../session/retired-account.ts"
import type { Change } from "../guard.ts"
import type { MessageMark } from "../message-marks.ts"
import type { WithoutRetired } from "../retired-places.ts"
import type { Runtime } from "../runtime.ts"
import { modelKey } from "./models.ts"
import { createRemoval, createShown } from "./shown-outputs.ts"

interface Shown {
  readonly messages: unknown[]
  readonly marks: readonly MessageMark[]
}

const NONE: ReadonlyMap<string, RetiredOutput> = new Map()

export function createRetiring(runtime: Runtime) {
  const shownOf = createShown()
  const removal = createRemoval()

  async function changedIn(
    { messages, marks }: Shown,
    asked: Omit<OutputsShown, "conversation">,
  ): Promise<WithoutRetired> {
    const conversation = () => shownOf(asked.sessionID, messages, marks)
    const retired = await (await runtime.moments())?.outputsShown({ ...asked, conversation })
    return removal.without(asked.sessionID, messages, marks, retired ?? NONE)
  }

  return {
    /** The change that removes old outputs from the messages, and how many characters shorter they are; undefined if nothing was removed. */
    async retire(
      { sessionID, compaction }: { readonly sessionID: string; readonly compaction: string | undefined },
      output: unknown,
      { messages, marks }: Shown,
    ): Promise<(Pick<WithoutRetired, "shorter"> & { readonly change: Change }) | undefined> {
      const asked = { sessionID, model: modelOf(messages), purpose: "turn", compaction } as const
      const { changed, shorter, places } = await changedIn({ messages, marks }, asked)
      if (changed.size === 0) return undefined
      const change = () => {
        for (const [at, message] of changed) messages[at] = message
        removal.placed(sessionID, output, places)
      }
      return { shorter, change }
    },
    /** A request for a summary has the lines as well: everything that was removed may together exceed the window. */
    async retireForSummary(sessionID: string, { messages, marks }: Shown): Promise<Change> {
      const { changed } = await changedIn({ messages, marks }, { sessionID, model: "", purpose: "compaction" })
      return () => {
        for (const [at, message] of changed) messages[at] = message
      }
    },
    /** Whether the lines are still there. */
    async check(sessionID: string): Promise<void> {
      if (removal.areGone(sessionID)) await (await runtime.moments())?.outputsRewritten({ sessionID })
    },
  }
}

/** The one that the user's newest message asks for. */
function modelOf(messages: readonly unknown[]): string {
  const asked = messages.findLast((message) => textAt(message, "info", "role") === "user")
  const model = fieldAt(asked, "info", "model")
  return modelKey(textAt(model, "providerID"), textAt(model, "modelID"))
}
