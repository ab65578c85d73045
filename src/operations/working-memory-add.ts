import { CairnError } from "../model/errors.ts"
import { cleanText } from "../redaction/clean-text.ts"
import { isPaused } from "../session/pause.ts"
import { POOL, workingItems } from "../session/working-memory.ts"
import { contentKey } from "../text/matching.ts"
import { MAX_ITEM } from "../text/text.ts"
import { memoryPaused, type Operation, operation, textArg } from "./operation.ts"
import {
  askingSession,
  checkedSlot,
  durabilityRemark,
  keepingSession,
  redactionRemark,
  slotArg,
} from "./session-access.ts"

interface Added {
  readonly slot: string
  readonly wasKnown: boolean
  readonly isCut: boolean
  readonly remark: string
}

export const workingMemoryAdd: Operation = operation({
  name: "working_memory_add",
  summary: "Keep something in this session's working memory.",
  effect: "write",
  access: "agent",
  offered: ({ workingMemory }) => workingMemory,
  input: { content: textArg(4000), slot: slotArg.optional() },
  aliases: { type: "slot" },
  async run(ask, { content, slot: wanted }): Promise<Added> {
    const session = keepingSession(ask, askingSession(ask))
    if (isPaused(ask.app, session)) throw memoryPaused()
    const slot = checkedSlot(ask, wanted ?? POOL)
    if (content.trim() === "") throw new CairnError("empty", "content is empty", "say what to keep in mind")
    const { text, found } = cleanText(content)
    const event = { kind: "item", slot, text, why: "working_memory_add" } as const
    const wasKnown = await ask.app.journal.change(
      session.id,
      ({ working }) => ({
        events: [event],
        result: workingItems(working).some((known) => contentKey(known.text) === contentKey(text)),
      }),
      session.turn.answers,
    )
    return {
      slot,
      wasKnown,
      isCut: text.trim().length > MAX_ITEM,
      remark: redactionRemark(found) + durabilityRemark(ask),
    }
  },
  toText: ({ slot, wasKnown, isCut, remark }) =>
    [
      wasKnown ? `Already known: it is one item, counted once more (${slot})` : `Kept in ${slot}`,
      isCut ? `; cut to ${MAX_ITEM} characters, the rest belongs in a note or a core block` : "",
      remark,
    ].join(""),
})
