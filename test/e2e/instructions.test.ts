// A host that keeps instructions under a key carries the prefix itself, and a new epoch does not disturb the cache.
import { afterAll, expect, test } from "bun:test"
import { startHost, stopAll } from "../bed/host.ts"
import { proves } from "../bed/host-features.ts"
import { callVerb } from "../bed/host-tools.ts"
import { startModel } from "../bed/model-server.ts"
import { prefixBreak } from "../bed/recording.ts"
import { callTool, say } from "../bed/reply.ts"

afterAll(stopAll)

test("OpenCode 2 with keyed instructions: shown once, from the first request, and changes come as messages", async () => {
  const model = await startModel()
  const host = await startHost({ version: "2.0", plugin: "./test/bed/keyed-instructions.plugin.mjs", model })
  const session = await host.createSession()
  model.script(
    [
      callTool("memory_write", { path: "system/x", content: "news of the day" }),
      callVerb("memory_flush", {}),
      say("done"),
    ],
    { session },
  )
  await host.prompt(session, "write and flush")
  await host.prompt(session, "go on")
  await host.prompt(session, "and on")
  const requests = model.of("main", session)
  const copies = (text: string) => text.split("<cairn>").length - 1
  for (const request of requests) expect(copies(request.systemText)).toBe(1)
  for (let i = 1; i < requests.length; i++) expect(prefixBreak(requests[i - 1]!, requests[i]!)).toBeUndefined()
  const last = requests.at(-1)!
  expect(last.systemText).not.toContain("news of the day")
  expect(
    last.messages.filter(
      (message) => message.text.includes("news of the day") && message.text.includes("system-update"),
    ),
  ).toHaveLength(1)
  await host.stop()
  proves("2.0", "instructions")
  await model.close()
})
