// One story, told to both hosts while a plugin writes down what it is handed: a command that fails, a tool that fails, a subagent, files that
// are written, edited, read and patched, a compaction, a revert, a fork, a deletion.
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Host, type HostVersion, startHost } from "./host.ts"
import { type ModelServer, startModel } from "./model-server.ts"
import { patcherConfig, promptPatcher } from "./patcher.ts"
import { callTool, type Reply, say } from "./reply.ts"
import { tempDir } from "./sandbox.ts"
import { untilTrue } from "./store-on-disk.ts"

export interface RecordedCall {
  readonly hook: string
  readonly args: unknown[]
}

export async function recordStory(version: HostVersion): Promise<RecordedCall[]> {
  const model = await startModel()
  const file = join(tempDir("recording"), "calls.jsonl")
  writeFileSync(file, "")
  const plugin = ["./test/bed/recorder.plugin.mjs", { answer: 42 }] as [string, Record<string, unknown>]
  const env = { CAIRN_TEST_RECORD: file }
  const host = await startHost({ version, plugin: [plugin], model, env, config: patcherConfig(model) })
  const session = await host.createSession()
  model.rules({
    when: (request) => request.kind === "main" && request.lastUserText.includes("look around"),
    reply: say("the subagent's answer"),
  })
  model.script(version === "1.18" ? firstTurnV1 : firstTurnV2, { session })
  await host.prompt(session, "hello")
  await host.compact(session)
  await host.prompt(session, "second")
  const users = (await host.messages(session)).filter((message) => message.role === "user")
  await host.revert(session, users.at(-1)!.id)
  await host.prompt(session, "third")
  await patchFiles(host, model)
  const fork = await host.fork(session)
  await host.prompt(fork, "fourth")
  await host.deleteSession(session)
  await untilTrue(() => /session\.deleted/.test(readFileSync(file, "utf8")))
  await host.stop()
  await model.close()
  return parseRecording(readFileSync(file, "utf8"))
}

const firstTurnV1: Reply[] = [
  callTool("bash", { command: "echo fine; exit 3", description: "say fine" }, { text: "I will look." }),
  callTool("read", { filePath: "/nowhere/x" }),
  callTool("task", { description: "look", prompt: "look around", subagent_type: "general" }),
  callTool("write", { filePath: "a.txt", content: "one\ntwo\n" }),
  callTool("edit", { filePath: "a.txt", oldString: "two", newString: "three" }),
  callTool("read", { filePath: "a.txt" }),
  callTool("todowrite", { todos: [{ content: "rest", status: "pending", priority: "low" }] }),
  say("the answer"),
]

const firstTurnV2: Reply[] = [
  callTool("shell", { command: "echo fine; exit 3" }, { text: "I will look." }),
  callTool("read", { path: "/nowhere/x" }),
  callTool("subagent", { description: "look", prompt: "look around", agent: "general" }),
  callTool("write", { path: "a.txt", content: "one\ntwo\n" }),
  callTool("edit", { path: "a.txt", oldString: "two", newString: "three" }),
  callTool("read", { path: "a.txt" }),
  say("the answer"),
]

const PATCH = `*** Begin Patch
*** Add File: b.txt
+new
*** Update File: a.txt
*** Move to: c.txt
@@
-three
+four
*** End Patch`

async function patchFiles(host: Host, model: ModelServer): Promise<void> {
  const session = await host.createSession()
  const tool = host.version === "1.18" ? "apply_patch" : "patch"
  model.script([callTool(tool, { patchText: PATCH }), say("patched")], { session })
  await promptPatcher(host, session, "patch")
}

export function parseRecording(text: string): RecordedCall[] {
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line))
}
