// The HTTP API of OpenCode 1.18. A request finds its project by a header; without it, by the server's working directory.
import { setTimeout as sleep } from "node:timers/promises"
import { type HostMessage, readTokens, type ToolUse } from "./conversation.ts"
import type { Dialect, SessionRef } from "./dialect.ts"
import type { HostHttp } from "./host-http.ts"
import { deadlineIn } from "./patience.ts"
import { isObject, type Json, objects } from "./recording.ts"

type V1Message = { info: Json; parts: Json[] }

export function v1Dialect(http: HostHttp): Dialect {
  const path = (session: SessionRef, rest = "") => `/session/${session.id}${rest}`
  const at = (session: SessionRef, deadlineMs?: number) => ({
    directory: session.directory,
    ...(deadlineMs ? { deadlineMs } : {}),
  })

  // Title and auto-compaction go on for a moment after the prompt's own request was answered.
  async function waitIdle(session: SessionRef, deadlineMs: number): Promise<void> {
    const deadline = deadlineIn(deadlineMs)
    while (!deadline.isOver()) {
      const busy = await http.get<Record<string, Json>>("/session/status", at(session))
      if ((busy[session.id]?.type ?? "idle") === "idle") return
      await sleep(20)
    }
    throw new Error(`session ${session.id} was not idle within ${deadlineMs} ms`)
  }

  return {
    eventPath: "/global/event",
    readyPath: "/global/health",
    waitIdle,
    async createSession(directory, options) {
      return String((await http.post("/session", options, { directory })).id)
    },
    async prompt(session, text, deadlineMs) {
      await http.post(path(session, "/message"), { parts: [{ type: "text", text }] }, at(session, deadlineMs))
      await waitIdle(session, deadlineMs)
    },
    async command(session, name, args, deadlineMs) {
      await http.post(path(session, "/command"), { command: name, arguments: args }, at(session, deadlineMs))
      await waitIdle(session, deadlineMs)
    },
    async compact(session, deadlineMs) {
      const model = { providerID: "bed", modelID: "main" }
      await http.post(path(session, "/summarize"), model, at(session, deadlineMs))
      await waitIdle(session, deadlineMs)
    },
    async shell(session, command, deadlineMs) {
      await http.post(path(session, "/shell"), { agent: "build", command }, at(session, deadlineMs))
      await waitIdle(session, deadlineMs)
    },
    async messages(session) {
      return (await http.get<V1Message[]>(path(session, "/message"), at(session))).map(readMessage)
    },
    async abort(session) {
      await http.post(path(session, "/abort"), {}, at(session))
    },
    async revert(session, messageID) {
      await http.post(path(session, "/revert"), { messageID }, at(session))
    },
    async fork(session, messageID) {
      return String((await http.post(path(session, "/fork"), messageID ? { messageID } : {}, at(session))).id)
    },
    async deleteSession(session) {
      await http.delete(path(session), at(session))
    },
    async close(directory) {
      await http.post("/instance/dispose", {}, { directory })
    },
  }
}

function readMessage({ info, parts }: V1Message): HostMessage {
  const text = parts.filter((part) => part.type === "text").map((part) => String(part.text))
  return {
    id: String(info.id),
    role: info.summary === true ? "compaction" : String(info.role),
    text: text.join("\n"),
    parts,
    tools: objects(parts)
      .filter((part) => part.type === "tool")
      .map(readTool),
    tokens: readTokens(info.tokens),
    error: readError(info.error),
    raw: { info, parts },
  }
}

function readTool(part: Json): ToolUse {
  const state = isObject(part.state) ? part.state : {}
  return {
    id: String(part.callID),
    name: String(part.tool),
    status: String(state.status),
    input: state.input,
    output: String(state.output ?? state.error ?? ""),
    raw: part,
  }
}

function readError(error: unknown): string {
  if (!isObject(error)) return ""
  const message = isObject(error.data) ? error.data.message : undefined
  return `${String(error.name)}: ${String(message ?? "")}`
}
