import { expect, test } from "bun:test"
import { v1Adapter } from "../../../test/bed/adapters.ts"

const sessionID = "ses_1"

test("a summary in several texts, reported again as it grows, is one; a failed one is not part of it", async () => {
  const adapter = v1Adapter()
  const tell = (type: string, properties: object) =>
    adapter.play({ hook: "event", args: [{ event: { type, properties } }] })
  const begin = (id: string) =>
    tell("message.updated", { info: { id, sessionID, role: "assistant", summary: true, time: { created: 1 } } })
  const say = (messageID: string, id: string, text: string) =>
    tell("message.part.updated", { part: { id, messageID, sessionID, type: "text", text, time: { start: 1, end: 2 } } })
  await begin("msg_1")
  await say("msg_1", "prt_1", "of the one that failed")
  await begin("msg_2")
  await say("msg_2", "prt_2", "first")
  await say("msg_2", "prt_2", "first text")
  await say("msg_2", "prt_3", "second text")
  await tell("session.compacted", { sessionID })
  await tell("session.compacted", { sessionID })
  expect(adapter.heard).toEqual([
    { moment: "compacted", said: { sessionID, summary: "first text\nsecond text" } },
    { moment: "compacted", said: { sessionID, summary: undefined } },
  ])
})
