// What Cairn may ask of a host, on real hosts.
import { afterAll, expect, test } from "bun:test"
import { startHost, stopAll } from "../bed/host.ts"
import { proves } from "../bed/host-features.ts"
import { startModel } from "../bed/model-server.ts"
import { callTool, hang, say } from "../bed/reply.ts"

afterAll(stopAll)

test.each(["1.18", "2.0"] as const)(
  "OpenCode %s: a model answers a short question, without tools and leaving nothing behind",
  async (version) => {
    const model = await startModel()
    const host = await startHost({ version, plugin: "./test/bed/ask.plugin.ts", model })
    const session = await host.createSession()
    const isQuestion = (text: string) => text.includes("six times seven")
    model.rules(
      { when: (request) => isQuestion(request.lastUserText), reply: say("forty-two") },
      { when: (request) => request.lastUserText.includes("nine times nine"), reply: hang("eighty") },
    )
    model.script([callTool("ask_probe", {}), say("done")], { session })
    const turn = await host.prompt(session, "ask")
    const counted = version === "1.18" ? 100 : "uncounted"
    expect(String(turn.tools[0]!.output)).toContain(
      `forty-two by bed/small for ${counted} tokens, then no answer within 700 ms`,
    )
    const question = model.requests.list.find((request) => isQuestion(request.lastUserText))!
    expect(question.model).toBe("small")
    expect(question.tools).toEqual([])
    if (version === "1.18") {
      const questions = host.events.list.filter(({ type }) => type === "session.deleted")
      expect(questions).toHaveLength(2)
      expect(JSON.stringify(questions[0])).toContain(session)
    }
    proves(version, "ask")
    await host.stop()
    await model.close()
  },
)
