// What the adapters put at the end of the conversation, in real hosts: replayed byte for byte over turns, a restart, a fork and a revert.
import { afterAll, expect, test } from "bun:test"
import { startHost, stopAll } from "../bed/host.ts"
import { proves } from "../bed/host-features.ts"
import { startModel } from "../bed/model-server.ts"
import { prefixBreak } from "../bed/recording.ts"
import { callTool, say } from "../bed/reply.ts"

afterAll(stopAll)

test.each(["1.18", "2.0"] as const)(
  "OpenCode %s: tails, additions to tool results and a word for the compaction",
  async (version) => {
    const model = await startModel()
    const host = await startHost({ version, plugin: "./test/bed/tail.plugin.ts", model })
    const session = await host.createSession()
    model.script(
      [
        callTool(version === "1.18" ? "bash" : "shell", { command: "echo fine", description: "say fine" }),
        say("first answer"),
      ],
      { session },
    )
    await host.prompt(session, "one")
    await host.prompt(session, "two")
    await host.restart()
    await host.prompt(session, "three")
    const requests = model.of("main", session)
    for (let i = 1; i < requests.length; i++) expect(prefixBreak(requests[i - 1]!, requests[i]!)).toBeUndefined()
    const last = requests.at(-1)!
    const body = JSON.stringify(last.json)
    const count = (text: string) => body.split(text).length - 1
    // Nothing rides on a session's first message: OpenCode 1 shows it to the author of the title.
    expect([count("[tail of one]"), count("[tail of two]"), count("[tail of three]")]).toEqual([0, 1, 1])
    expect(count("[added to the result]")).toBe(1)
    for (const title of model.of("title")) expect(JSON.stringify(title.json)).not.toContain("[tail of")

    const fork = await host.fork(session)
    await host.prompt(fork, "four")
    expect(JSON.stringify(model.of("main", fork).at(-1)!.json)).toContain("[tail of three]")

    const users = (await host.messages(session)).filter((message) => message.role === "user")
    await host.revert(session, users.at(-1)!.id)
    await host.prompt(session, "five")
    const reverted = JSON.stringify(model.of("main", session).at(-1)!.json)
    expect([
      reverted.includes("[tail of two]"),
      reverted.includes("[tail of three]"),
      reverted.includes("[tail of five]"),
    ]).toEqual([true, false, true])

    await host.compact(session)
    expect(JSON.stringify(model.of("compaction").at(-1)!.json)).toContain("[a word for the compaction]")
    proves(version, "tails")
    await host.stop()
    await model.close()
  },
)
