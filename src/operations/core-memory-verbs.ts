// The verbs of core memory: set a block, or read them all.
import * as z from "zod"
import { BLOCKS } from "../model/core-block.ts"
import { CairnError } from "../model/errors.ts"
import { renderSession } from "../prompt/prefix.ts"
import { cleanText } from "../redaction/clean-text.ts"
import { type BlockOverflow, blockOverflow, coreAfter, emptyCore } from "../session/core-blocks.ts"
import { ancestorOf } from "../session/live-session.ts"
import { switchedOn } from "../session/session-memory.ts"
import { type Operation, operation } from "./operation.ts"
import { askingSession, changeMemory, durabilityRemark, redactionRemark, userSession } from "./session-access.ts"

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
  async run(ask, { block, operation = "replace", content }) {
    const session = userSession(ask)
    const { clock, config } = ask.app
    const { text, found } = cleanText(content.trim())
    const event = { kind: "core", block, operation, content: text, at: clock.now() } as const
    const chars = await changeMemory(ask, session, ({ core }) => {
      const overflow = blockOverflow(core, event, config.coreLimits)
      if (overflow) throw overLimit(overflow)
      return { events: [event], result: coreAfter(core, event)[block].content.length }
    })
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

export const coreMemoryRead: Operation = operation({
  name: "core_memory_read",
  summary: "Show this session's core blocks, working memory and activity.",
  effect: "read",
  access: "agent",
  offered: ({ coreMemory, workingMemory, activity }) => coreMemory || workingMemory || activity,
  input: {},
  async run(ask) {
    const { app } = ask
    const session = askingSession(ask)
    // A subagent reads the memory of the session it works for.
    const memory = switchedOn(app.journal.read(ancestorOf(app.sessions, session).id), app.config)
    const blocks = BLOCKS.map((name) => {
      const { content, changedAt } = memory.core[name]
      return { name, content, limit: app.config.coreLimits[name], ...(changedAt !== undefined && { changedAt }) }
    })
    // Working memory and activity as they are now.
    return { blocks, rest: renderSession({ memory: { ...memory, core: emptyCore }, slots: app.slots }, app.config) }
  },
  toText({ blocks, rest }) {
    const shown = blocks.map(({ name, content, limit, changedAt }) => {
      const changed = changedAt === undefined ? "" : `, changed ${new Date(changedAt).toISOString()}`
      return `${name} (${content.length}/${limit} characters${changed}):\n${content || "(empty)"}`
    })
    return [...shown, rest].filter((part) => part !== "").join("\n\n")
  },
})
