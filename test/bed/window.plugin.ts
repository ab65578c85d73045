// A flow that writes down what it hears and answers what the file CAIRN_TEST_ANSWERS says at that moment; with a tool that has the session
// compacted, and a message to the agent where the answers hold one.
import { readFileSync } from "node:fs"
import { z } from "zod"
import type { HostServices, Moments } from "../../src/flows/contract.ts"
import type { AgentTool } from "../../src/surfaces/tools/agent-tool.ts"
import { flowPlugin, silentMoments, writtenDown } from "./flow-plugin.ts"
import type { WindowAnswers } from "./window-answers.ts"

function answers(): WindowAnswers {
  return JSON.parse(readFileSync(process.env.CAIRN_TEST_ANSWERS as string, "utf8"))
}

function momentsFor(host: HostServices): Moments {
  let isPrompted = false
  return writtenDown({
    ...silentMoments,
    userSpoke: async ({ text, isFirst }) => (isFirst ? {} : { tail: `\n\n[tail of ${text}]` }),
    promptBuilt: async () => ({ prefix: "<cairn>the prefix</cairn>", cut: answers().cut }),
    toolEnded: async ({ tool }) => (tool === "window_compact" ? {} : { ...answers().tool }),
    compactionBegun: async () => ({ ...answers().compaction }),
    mayContinue: async ({ turnIsOver }) => !(turnIsOver && answers().stopsWhenOver),
    async wentIdle({ sessionID }) {
      const { prompt } = answers()
      if (prompt === undefined || isPrompted) return
      isPrompted = true
      await host.prompt(sessionID, prompt)
    },
  })
}

function compactTool(host: HostServices): AgentTool {
  const input = z.object({})
  return {
    name: "window_compact",
    description: "Compacts",
    input,
    schema: () => z.toJSONSchema(input),
    call: async (_args, { sessionID }) => `compacts: ${await host.compact(sessionID ?? "")}, cuts: ${host.cuts}`,
  }
}

export default flowPlugin("window", (host) => ({ moments: momentsFor(host), tools: [compactTool(host)] }))
