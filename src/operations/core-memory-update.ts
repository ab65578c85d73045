import * as z from "zod"
import { BLOCKS, type BlockName } from "../model/core-block.ts"
import { CairnError } from "../model/errors.ts"
import { cleanText } from "../redaction/clean-text.ts"
import { type BlockOverflow, blockOverflow, coreAfter } from "../session/core-blocks.ts"
import { type Operation, operation } from "./operation.ts"
import { askingSession, durabilityRemark, redactionRemark, refuseSubagent } from "./session-access.ts"

interface Updated {
  readonly block: BlockName
  readonly chars: number
  readonly limit: number
  readonly remark: string
}

export const coreMemoryUpdate: Operation = operation({
  name: "core_memory_update",
  summary:
    "Set this session's goal (the ONE task), progress (done, doing, blocked) or context (files, patterns). Survives compactions.",
  effect: "write",
  access: "agent",
  offered: ({ coreMemory }) => coreMemory,
  input: {
    block: z.enum(BLOCKS),
    operation: z.enum(["replace", "append"]).optional().describe("default replace"),
    content: z.string(),
  },
  seldom: ["operation"],
  async run(ask, { block, operation = "replace", content }): Promise<Updated> {
    const session = askingSession(ask)
    refuseSubagent(ask)
    const { clock, config, journal } = ask.app
    const { text, found } = cleanText(content.trim())
    const event = { kind: "core", block, operation, content: text, at: clock.now() } as const
    const chars = await journal.change(
      session.id,
      ({ core }) => {
        const overflow = blockOverflow(core, event, config.coreLimits)
        if (overflow) throw overLimit(overflow)
        return { events: [event], result: coreAfter(core, event)[block].content.length }
      },
      session.turn.answers,
    )
    return { block, chars, limit: config.coreLimits[block], remark: redactionRemark(found) + durabilityRemark(ask) }
  },
  toText: ({ block, chars, limit, remark }) => `${block}: ${chars}/${limit} characters${remark}`,
})

function overLimit({ block, current, adding, limit }: BlockOverflow): CairnError {
  const sum = current > 0 ? `${current} + ${adding} = ${current + adding}` : `${adding}`
  return new CairnError(
    "over_limit",
    `${block} holds at most ${limit} characters and this would make ${sum}; nothing was changed`,
    current > 0 ? "replace it with a shorter text that says both" : "shorten it",
  )
}
