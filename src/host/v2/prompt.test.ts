import { expect, test } from "bun:test"
import { v2Adapter } from "../../../test/bed/adapters.ts"
import type { PromptBuilt } from "../../flows/contract.ts"

test("what tools said can be asked for after the request was cut and Cairn's words were put into it", async () => {
  const cut = { from: "msg_2", checkpoint: "Cairn's checkpoint" }
  const adapter = await v2Adapter({ promptBuilt: { cut }, compactionBegun: { context: "Cairn's question" } })
  const typed = (id: string, tail?: string) => ({
    id,
    role: "user",
    metadata: tail === undefined ? {} : { cairn: { tail } },
    content: [{ type: "text", text: "typed" }],
  })
  const result = { type: "tool-result", name: "shell", result: { type: "text", value: "printed" } }
  const messages = [typed("msg_1"), { role: "tool", content: [result] }, typed("msg_2", "Cairn's tail")]
  for (const hook of ["context", "compaction"]) {
    const [event] = await adapter.play({ hook, args: [{ sessionID: "ses_1", system: [], messages }] })
    expect(JSON.stringify(event)).toContain("Cairn's checkpoint")
    const { foreign } = adapter.heard.findLast(({ moment }) => moment === "promptBuilt")!.said as unknown as PromptBuilt
    expect(foreign?.()).toEqual([{ tool: "bash", text: "printed" }])
  }
})
