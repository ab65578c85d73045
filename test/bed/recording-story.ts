// One story, told to both hosts while a plugin writes down what it is handed: a command that fails, a tool that fails, a subagent, a
// compaction, a revert, a deletion.
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type HostVersion, startHost } from "./host.ts"
import { startModel } from "./model-server.ts"
import { callTool, say } from "./reply.ts"
import { sandboxRoot, tempDir } from "./sandbox.ts"
import { untilTrue } from "./store-on-disk.ts"

export interface RecordedCall {
  readonly hook: string
  readonly args: unknown[]
}

export async function recordStory(version: HostVersion): Promise<RecordedCall[]> {
  const model = await startModel()
  const file = join(tempDir("recording"), "calls.jsonl")
  writeFileSync(file, "")
  const isV1 = version === "1.18"
  const plugin = ["./test/bed/recorder.plugin.mjs", { answer: 42 }] as [string, Record<string, unknown>]
  const host = await startHost({ version, plugin: [plugin], model, env: { CAIRN_TEST_RECORD: file } })
  const session = await host.createSession()
  model.rules({
    when: (request) => request.kind === "main" && request.sessionID !== session,
    reply: say("the subagent's answer"),
  })
  model.script(
    [
      callTool(isV1 ? "bash" : "shell", { command: "echo fine; exit 3", description: "say fine" }),
      callTool("read", isV1 ? { filePath: "/nowhere/x" } : { path: "/nowhere/x" }),
      isV1
        ? callTool("task", { description: "look", prompt: "look around", subagent_type: "general" })
        : callTool("subagent", { description: "look", prompt: "look around", agent: "general" }),
      say("the answer"),
    ],
    { session },
  )
  await host.prompt(session, "hello")
  await host.compact(session)
  await host.prompt(session, "second")
  const users = (await host.messages(session)).filter((message) => message.role === "user")
  await host.revert(session, users.at(-1)!.id)
  await host.prompt(session, "third")
  await host.deleteSession(session)
  await untilTrue(() => /session\.deleted/.test(readFileSync(file, "utf8")))
  await host.stop()
  await model.close()
  return parseRecording(readFileSync(file, "utf8").replaceAll(sandboxRoot(), "/sandbox"))
}

export function parseRecording(text: string): RecordedCall[] {
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line))
}
