// What Cairn can ask of OpenCode 1.18, through the client it gives to plugins.

import { isMainThread } from "node:worker_threads"
import type { PluginInput } from "@opencode-ai/plugin"
import type { HostServices } from "../../flows/contract.ts"
import { fieldAt, listAt, textAt } from "../../model/fields.ts"
import { type Notice, noticesText } from "../../model/notice.ts"
import { RecentMap } from "../../model/recent-map.ts"
import { ofProcess } from "../../platform/process-wide.ts"
import { hostDatabase } from "../host-database.ts"
import { isToolDenied, type PermissionRule } from "../permissions.ts"
import { askInOwnSession, isOwnQuestion, meetQuestion } from "./ask.ts"
import { askToCompact } from "./compaction.ts"
import { createForks } from "./forks.ts"
import { createModels } from "./models.ts"

export type Services = ReturnType<typeof createServices>

/** To read one. */
const NOTICE_MS = 6000

/** `failed` is told why a requested compaction did not happen: nobody waits for it. */
export function createServices(client: PluginInput["client"], failed: (why: string) => void = () => undefined) {
  // Per process: a question outlives the instance that asked it, and its events then go to the next one.
  const own = ofProcess("own-sessions", () => new Set<string>())
  const models = createModels()
  const toasts = toaster(client)
  const subagents = new RecentMap<string, true>()
  function meet(session: unknown): void {
    meetQuestion(own, session)
    const id = textAt(session, "id")
    if (id && textAt(session, "parentID") !== undefined) subagents.set(id, true)
  }
  return {
    database: hostDatabase("opencode-1"),
    /** Whether Cairn itself opened the session, to ask a model something: it is not one of the user's sessions. */
    isOwn: (sessionID: string) => own.has(sessionID),
    /** Records a session as the host describes it: another copy of Cairn may have made it for a question. */
    meet,
    /** Whether the session has no message yet. */
    async isNew(sessionID: string): Promise<boolean> {
      const { data } = await client.session.messages({ path: { id: sessionID }, query: { limit: 1 } })
      if (!data) throw new Error("the host shows no messages")
      return data.length === 0
    },
    forks: createForks(client),
    models,
    cuts: false,
    /** It takes a plugin's tools once, at the start. */
    choosesTools: false,
    async parentOf(sessionID) {
      const { data } = await client.session.get({ path: { id: sessionID } })
      meet(data)
      return data ? (data.parentID ?? null) : undefined
    },
    async exists(sessionID) {
      const answer = await client.session.get({ path: { id: sessionID } }).catch(() => undefined)
      if (answer?.data) return true
      return textAt(answer, "error", "name") === "NotFoundError" ? false : undefined
    },
    async todos(sessionID) {
      const { data } = await client.session.todo({ path: { id: sessionID } })
      return Array.isArray(data) ? data.map(readTodo) : undefined
    },
    async compact(sessionID) {
      await askToCompact(client, sessionID, failed)
      return true
    },
    /** By the rules in force for the agent, whichever file they come from, and by those of the session. */
    async isDenied(tool, { sessionID, agent }) {
      const [agents, session] = await Promise.all([
        client.app.agents(),
        sessionID === undefined ? undefined : client.session.get({ path: { id: sessionID } }),
      ])
      const found = (listAt(agents.data) ?? []).find((one) => textAt(one, "name") === agent)
      if (!found) throw new Error(`the host tells nothing of the agent ${agent}`)
      return isToolDenied([...rulesIn(found), ...rulesIn(session?.data)], tool)
    },
    async prompt(sessionID, text) {
      // By default the host would switch to its default agent.
      const agent = textAt((await client.session.get({ path: { id: sessionID } })).data, "agent")
      const body = { parts: [{ type: "text" as const, text }], ...(agent && { agent }) }
      await client.session.promptAsync({ path: { id: sessionID }, body })
    },
    hasToasts: true,
    notice: toasts.notice,
    /** A message was sent. What an agent sends to a subagent says nothing of what the user has read. */
    turnBegan(sessionID: string): void {
      if (!subagents.has(sessionID)) toasts.turnBegan()
    },
    /** A toast is seen in the TUI, whose server is a thread beside it, and in the desktop app. */
    isWatched: !isMainThread || process.versions.electron !== undefined,
    ask: (question) => askInOwnSession(client, own, question),
    smallModel: async () => models.small(),
    async removeQuestion(sessionID) {
      // The user may have given one of their sessions such a title; the metadata is ours alone.
      if (!isOwnQuestion((await client.session.get({ path: { id: sessionID } })).data)) return
      await client.session.delete({ path: { id: sessionID } })
    },
  } satisfies HostServices & Record<string, unknown>
}

/**
 * A single toast, since a second one would replace it: it repeats what nobody had time to read since the user's last message. Whoever has written
 * another has seen the screen. The terminal itself belongs to the TUI.
 */
function toaster(client: PluginInput["client"]) {
  let last: { readonly notices: readonly Notice[]; readonly until: number } = { notices: [], until: 0 }
  return {
    turnBegan(): void {
      last = { notices: [], until: 0 }
    },
    async notice(given: readonly Notice[]): Promise<void> {
      const before = performance.now() < last.until ? last.notices : []
      const notices = [...before.filter(({ text }) => given.every((one) => one.text !== text)), ...given]
      const duration = NOTICE_MS * notices.length
      last = { notices, until: performance.now() + duration }
      const variant = notices.every(({ isGood }) => isGood) ? "success" : "warning"
      await client.tui.showToast({ body: { title: "Cairn", message: noticesText(notices), variant, duration } })
    },
  }
}

function rulesIn(owner: unknown): PermissionRule[] {
  return (listAt(owner, "permission") ?? []).map((rule) => ({
    name: textAt(rule, "permission") ?? "",
    about: textAt(rule, "pattern") ?? "",
    effect: textAt(rule, "action") ?? "",
  }))
}

function readTodo(todo: unknown) {
  const text = (field: string) => String(fieldAt(todo, field) ?? "")
  return { content: text("content"), status: text("status"), priority: text("priority") }
}
