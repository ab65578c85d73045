// What Cairn can ask of OpenCode 2.

import type { HostServices } from "../../flows/contract.ts"
import { untilDeadline } from "../../model/deadline.ts"
import { fieldAt, functionAt, listAt, textAt } from "../../model/fields.ts"
import { noticesText } from "../../model/notice.ts"
import { hostDatabase } from "../host-database.ts"
import { isToolDenied, type PermissionRule } from "../permissions.ts"
import { noticeForModel, noticeMark } from "./notices.ts"
import type { V2Context } from "./plugin.ts"

export interface Services extends HostServices {
  /** Everything the host knows about a session: its parent, what it was copied from, what is about to be taken back. */
  session(sessionID: string): Promise<unknown>
}

export function createServices(ctx: V2Context): Services {
  const need = (...path: string[]) => {
    const found = functionAt(ctx, ...path)
    if (!found) throw new Error(`the host has no ${path.join(".")}`)
    return found
  }
  async function session(sessionID: string): Promise<unknown> {
    const answer = await need("session", "get")({ sessionID })
    return fieldAt(answer, "data") ?? answer
  }
  return {
    database: hostDatabase("opencode-2"),
    session,
    async parentOf(sessionID) {
      const found = await session(sessionID)
      return found ? (textAt(found, "parentID") ?? null) : undefined
    },
    async exists(sessionID) {
      try {
        return (await session(sessionID)) ? true : undefined
      } catch (error) {
        return textAt(error, "_tag") === "Session.NotFoundError" ? false : undefined
      }
    },
    /** OpenCode 2.0 has neither a tool nor an interface for such a list. */
    todos: async () => undefined,
    /** A plugin of OpenCode 2.0 cannot start a compaction; it may cut requests itself. */
    compact: async () => false,
    cuts: true,
    choosesTools: true,
    /** By the rules in force for the agent, whichever file they come from, and by those of the session. */
    async isDenied(tool, { sessionID, agent }) {
      const [agents, asking] = await Promise.all([
        need("agent", "list")(),
        sessionID === undefined ? undefined : session(sessionID),
      ])
      const found = (listAt(agents, "data") ?? listAt(agents) ?? []).find((one) => textAt(one, "id") === agent)
      if (!found) throw new Error(`the host tells nothing of the agent ${agent}`)
      return isToolDenied([...rulesIn(found), ...rulesIn(asking)], tool)
    },
    async prompt(sessionID, text) {
      await need("session", "prompt")({ sessionID, text })
    },
    hasToasts: false,
    /** A line of its own on the screen: OpenCode 2 gives a plugin no toast. It is marked, so that no request contains it (`withoutNotices`). */
    async notice(notices, sessionID) {
      const message = noticesText(notices)
      const shown = {
        text: noticeForModel(message),
        description: `Cairn: ${message}`,
        metadata: noticeMark,
        resume: false,
      }
      await need("session", "synthetic")({ sessionID, ...shown })
    },
    isWatched: true,
    /** It contains only the prompt, and is in no session. Without a model it would use the user's main one. */
    async ask({ prompt, model, deadlineMs }) {
      const [providerID = "", ...rest] = model.split("/")
      const asked = need("generate", "text")({ prompt, model: { providerID, id: rest.join("/") } })
      const answer = await untilDeadline(deadlineMs, Promise.resolve(asked), undefined)
      if (answer === undefined) throw new Error(`no answer within ${deadlineMs} ms`)
      return { text: textAt(answer, "text") ?? textAt(answer, "data", "text") ?? "" }
    },
    /** The model that titles are written with. */
    async smallModel() {
      const agents = await need("agent", "list")()
      const title = (listAt(agents, "data") ?? listAt(agents) ?? []).find((one) => textAt(one, "id") === "title")
      const [provider, id] = [textAt(title, "model", "providerID"), textAt(title, "model", "id")]
      return provider && id ? `${provider}/${id}` : undefined
    },
  }
}

function rulesIn(owner: unknown): PermissionRule[] {
  return (listAt(owner, "permissions") ?? []).map((rule) => ({
    name: textAt(rule, "action") ?? "",
    about: textAt(rule, "resource") ?? "",
    effect: textAt(rule, "effect") ?? "",
  }))
}
