// Removes old outputs from a request. Whatever is known of a conversation goes by the marks of its messages, so only what is new in it is read.
import type { Moments, OutputsShown } from "../../flows/contract.ts"
import type { RetiredOutput } from "../../session/retired-account.ts"
import type { MessageMark } from "../message-marks.ts"
import type { WithoutRetired } from "../retired-places.ts"
import { checkpointOf, typedTexts } from "./conversation.ts"
import { createMessageMarks, createRemoval, createShown } from "./shown-outputs.ts"

/** The messages of a request behind a cut, if there is one. */
export interface MarkedMessages {
  readonly messages: unknown[]
  readonly marks: readonly MessageMark[]
}

type Retired = ReadonlyMap<string, RetiredOutput>

export function createRetiring() {
  const marksOf = createMessageMarks()
  const shownOf = createShown((message) => typedTexts([message]).join("\n"))
  const removal = createRemoval()

  return {
    marked: (sessionID: string, messages: unknown[]): MarkedMessages => ({
      messages,
      marks: marksOf(sessionID, messages),
    }),
    /** What has left the session's conversation. */
    async retired(
      moments: Moments,
      asked: Pick<OutputsShown, "sessionID" | "model" | "purpose">,
      { messages, marks }: MarkedMessages,
    ): Promise<Retired> {
      const { sessionID } = asked
      if (removal.areGone(sessionID)) await moments.outputsRewritten({ sessionID })
      const { compaction } = checkpointOf(messages[0])
      const conversation = () => shownOf(sessionID, messages, marks)
      return moments.outputsShown({ ...asked, compaction, conversation })
    },
    without: (sessionID: string, { messages, marks }: MarkedMessages, retired: Retired): WithoutRetired =>
      removal.without(sessionID, messages, marks, retired),
    placed: removal.placed,
  }
}
