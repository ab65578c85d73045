// What the adapters tell of texts that nobody in the conversation wrote, in real hosts: tools' answers and files, by the first names of the
// tools, in every request and after a restart; and the summary of a compaction.
import { afterAll, expect, test } from "bun:test"
import { writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { type Host, startHost, stopAll } from "../bed/host.ts"
import { hostTools } from "../bed/host-tools.ts"
import { startModel } from "../bed/model-server.ts"
import { momentsLog } from "../bed/moments-log.ts"
import { callTool, say } from "../bed/reply.ts"
import { untilTrue } from "../bed/store-on-disk.ts"

afterAll(stopAll)

interface Foreign {
  readonly tool: string
  readonly text: string
}

async function startPage(text: string) {
  const server = createServer((_request, response) => response.end(text))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => server.close() }
}

/** As the screen sends a message with `@file`. */
async function promptWithFile(host: Host, session: string, text: string, name: string): Promise<void> {
  const url = `file://${join(host.project, name)}`
  if (host.version === "1.18") {
    const file = { type: "file", mime: "text/plain", filename: name, url }
    await host.http.post(
      `/session/${session}/message`,
      { parts: [{ type: "text", text }, file] },
      { directory: host.project },
    )
  } else await host.http.post(`/api/session/${session}/prompt`, { text, files: [{ uri: url, name }] })
  await host.waitIdle(session)
}

test.each(["1.18", "2.0"] as const)(
  "OpenCode %s: what was typed is distinguished from what was not",
  async (version) => {
    const model = await startModel()
    const log = momentsLog()
    const page = await startPage("the page says hello to everyone")
    const host = await startHost({ version, plugin: "./test/bed/moments.plugin.ts", model, env: log.env })
    const { shell, read, call } = hostTools(version)
    const session = await host.createSession()
    const heard = (moment: string) =>
      log
        .read()
        .filter((entry) => entry.moment === moment && entry.said.sessionID === session)
        .map(({ said }) => said)
    const lastForeign = () =>
      (heard("promptBuilt").at(-1)!.foreign as Foreign[])
        .filter(({ text }) => text.includes("says"))
        .map(({ tool, text }) => ({ tool, text }))

    writeFileSync(join(host.project, "attached.txt"), "the attached file says one\n")
    writeFileSync(join(host.project, "read.txt"), "the file says two\n")
    const replies = [
      shell("echo the command says three"),
      call(read("read.txt")),
      callTool("webfetch", { url: page.url, format: "text" }),
      call(read("says-nothing.txt")),
      say("the assistant says four"),
    ]
    model.script(replies, { session })
    await promptWithFile(host, session, "the user says zero", "attached.txt")
    const expected = [
      { tool: "file", text: expect.stringContaining("the attached file says one") },
      { tool: "bash", text: expect.stringContaining("the command says three") },
      { tool: "read", text: expect.stringContaining("the file says two") },
      { tool: "webfetch", text: expect.stringContaining("the page says hello to everyone") },
      { tool: "read", text: expect.stringContaining("says-nothing.txt") },
    ]
    const requests = heard("promptBuilt").map(({ foreign }) => (foreign as Foreign[]).map(({ tool }) => tool))
    expect(requests.map((tools) => tools.filter((tool) => tool !== "file"))).toEqual([
      [],
      ["bash"],
      ["bash", "read"],
      ["bash", "read", "webfetch"],
      ["bash", "read", "webfetch", "read"],
    ])
    expect(lastForeign()).toEqual(expected)

    await host.prompt(session, "the user says five")
    expect(lastForeign()).toEqual(expected)
    await host.restart()
    await host.prompt(session, "the user says six")
    expect(lastForeign()).toEqual(expected)

    await host.compact(session)
    await untilTrue(() => heard("compacted").length > 0)
    expect(heard("compacted").map(({ summary }) => summary)).toEqual([expect.stringContaining("A scripted summary")])
    if (version === "2.0") {
      expect(heard("promptBuilt").at(-1)!.purpose).toBe("compaction")
      expect(lastForeign()).toEqual(expected)
    }
    await host.prompt(session, "the user says seven")
    expect(lastForeign()).toEqual([])
    await host.stop()
    await model.close()
    page.close()
  },
)

test("OpenCode 2 puts the last turns into a checkpoint, including what tools returned", async () => {
  const model = await startModel()
  const log = momentsLog()
  const host = await startHost({ version: "2.0", plugin: "./test/bed/moments.plugin.ts", model, env: log.env })
  const session = await host.createSession()
  await host.prompt(session, "first")
  model.script([hostTools("2.0").shell("echo the command says three"), say("done")], { session })
  await host.prompt(session, "second")
  await host.compact(session)
  await host.prompt(session, "third")
  const last = log.read().findLast(({ moment }) => moment === "promptBuilt")!
  const [checkpoint, ...more] = last.said.foreign as Foreign[]
  expect(checkpoint!.text).toStartWith("[Tool result]: the command says three")
  expect(more).toEqual([])
  await host.stop()
  await model.close()
})
