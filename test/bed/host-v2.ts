// The HTTP API of OpenCode 2.0. A session carries its location, so no request needs a directory. A prompt is answered when
// it is admitted; `wait` answers when the session is idle, whatever the outcome, and the outcome is in the messages.
import { type HostMessage, readTokens, type ToolUse } from "./conversation.ts"
import type { Dialect, SessionRef } from "./dialect.ts"
import type { HostHttp } from "./host-http.ts"
import { isObject, type Json, objects, textsOf } from "./recording.ts"

const PAGE = 200

export function v2Dialect(http: HostHttp): Dialect {
  const path = (session: SessionRef, rest = "") => `/api/session/${session.id}${rest}`

  async function waitIdle(session: SessionRef, deadlineMs: number): Promise<void> {
    await http.post(`/api/experimental/session/${session.id}/wait`, {}, { deadlineMs })
  }

  return {
    eventPath: "/api/event",
    readyPath: "/api/info",
    waitIdle,
    async createSession(directory, options) {
      if (options.parentID) throw new Error("OpenCode 2 has no way to create a session below another one")
      const created = await http.post<{ data: Json }>("/api/session", { location: { directory }, ...options })
      return String(created.data.id)
    },
    async prompt(session, text, deadlineMs) {
      await http.post(path(session, "/prompt"), { text }, { deadlineMs })
      await waitIdle(session, deadlineMs)
    },
    async command(session, name, args, deadlineMs) {
      await http.post(path(session, "/command"), { name, text: args }, { deadlineMs })
      await waitIdle(session, deadlineMs)
    },
    async compact(session, deadlineMs) {
      await http.post(path(session, "/compact"), {}, { deadlineMs })
      await waitIdle(session, deadlineMs)
    },
    async shell(session, command, deadlineMs) {
      await http.post(path(session, "/shell"), { command }, { deadlineMs })
      await waitIdle(session, deadlineMs)
    },
    async messages(session) {
      const found: HostMessage[] = []
      let query = "order=asc"
      for (let page = 0; page < 50 && query; page++) {
        const answer = await http.get<{ data: Json[]; cursor?: { next?: string } }>(
          path(session, `/message?limit=${PAGE}&${query}`),
        )
        found.push(...answer.data.map(readMessage))
        query = answer.data.length === PAGE && answer.cursor?.next ? `cursor=${answer.cursor.next}` : ""
      }
      return found
    },
    async abort(session) {
      await http.post(path(session, "/interrupt"), {})
    },
    async revert(session, messageID) {
      await http.post(path(session, "/revert/stage"), { messageID })
    },
    async fork(session, before) {
      return String((await http.post<{ data: Json }>(path(session, "/fork"), before ? { before } : {})).data.id)
    },
    async deleteSession(session) {
      await http.delete(path(session))
    },
    close: async () => undefined,
  }
}

function readMessage(raw: Json): HostMessage {
  const parts = objects(raw.content)
  const failed = raw.type === "idle" && raw.outcome !== "succeeded" ? String(raw.outcome) : ""
  const text = [raw.text, raw.summary].find((value) => typeof value === "string")
  return {
    id: String(raw.id),
    role: String(raw.type),
    text: text === undefined ? textsOf(parts.filter((part) => part.type === "text")).join("\n") : String(text),
    parts,
    tools: parts.filter((part) => part.type === "tool").map(readTool),
    tokens: readTokens(raw.tokens),
    error: readError(raw.error) || failed,
    raw,
  }
}

function readTool(part: Json): ToolUse {
  const state = isObject(part.state) ? part.state : {}
  return {
    id: String(part.id),
    name: String(part.name),
    status: String(state.status),
    input: state.input,
    output: readError(state.error) || textsOf(state.content).join("\n"),
    raw: part,
  }
}

function readError(error: unknown): string {
  return isObject(error) ? `${String(error.type)}: ${String(error.message)}` : ""
}
