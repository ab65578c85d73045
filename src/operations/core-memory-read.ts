import { BLOCKS, type BlockName } from "../model/core-block.ts"
import { renderSession } from "../prompt/prefix.ts"
import { emptyCore } from "../session/core-blocks.ts"
import { ancestorOf } from "../session/live-session.ts"
import { switchedOn } from "../session/session-memory.ts"
import { type Operation, operation } from "./operation.ts"
import { askingSession } from "./session-access.ts"

interface Blocks {
  readonly blocks: readonly {
    readonly name: BlockName
    readonly content: string
    readonly limit: number
    readonly changedAt?: number
  }[]
  /** Working memory and activity as they are now. */
  readonly rest: string
}

export const coreMemoryRead: Operation = operation({
  name: "core_memory_read",
  summary: "Show this session's core blocks, working memory and activity.",
  effect: "read",
  access: "agent",
  offered: ({ coreMemory, workingMemory, activity }) => coreMemory || workingMemory || activity,
  input: {},
  async run(ask): Promise<Blocks> {
    const { app } = ask
    const session = askingSession(ask)
    // A subagent reads the memory of the session it works for.
    const memory = switchedOn(app.journal.read(ancestorOf(app.sessions, session).id), app.config)
    const blocks = BLOCKS.map((name) => {
      const { content, changedAt } = memory.core[name]
      return { name, content, limit: app.config.coreLimits[name], ...(changedAt !== undefined && { changedAt }) }
    })
    return { blocks, rest: renderSession({ memory: { ...memory, core: emptyCore }, slots: app.slots }, app.config) }
  },
  toText: ({ blocks, rest }) => [...blocks.map(blockText), rest].filter((part) => part !== "").join("\n\n"),
})

function blockText({ name, content, limit, changedAt }: Blocks["blocks"][number]): string {
  const changed = changedAt === undefined ? "" : `, changed ${new Date(changedAt).toISOString()}`
  return `${name} (${content.length}/${limit} characters${changed}):\n${content || "(empty)"}`
}
