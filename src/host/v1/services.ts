// What Cairn may ask of OpenCode 1.18, through the client it hands to plugins.
import type { PluginInput } from "@opencode-ai/plugin"
import type { HostServices } from "../../flows/contract.ts"
import { listAt, textAt } from "../fields.ts"

export interface Services extends HostServices {
  /** Whether Cairn itself opened the session, to ask a model something: it is no session of the user's. */
  isOwn(sessionID: string): boolean
  /** Whether the session has no message yet. */
  isNew(sessionID: string): Promise<boolean>
}

/** The agent that answers Cairn's own questions: no tools, not shown to anybody. */
export const ASK_AGENT = "cairn-ask"

export function createServices(client: PluginInput["client"]): Services {
  const own = new Set<string>()
  return {
    isOwn: (sessionID) => own.has(sessionID),
    async isNew(sessionID) {
      const { data } = await client.session.messages({ path: { id: sessionID } })
      return data?.length === 0
    },
    async isSubagent(sessionID) {
      const { data } = await client.session.get({ path: { id: sessionID } })
      return data ? data.parentID !== undefined : undefined
    },
    /** A toast: the terminal itself belongs to the TUI. */
    async notice(message) {
      await client.tui.showToast({ body: { title: "Cairn", message, variant: "warning" } })
    },
    /** OpenCode 1 answers only inside a session, so one is made for the question and removed after it. */
    async ask({ prompt, model }) {
      const [providerID = "", ...rest] = model.split("/")
      const { data: session } = await client.session.create({ body: { title: "[cairn] question" } })
      if (!session) throw new Error("the host made no session")
      own.add(session.id)
      try {
        const { data } = await client.session.prompt({
          path: { id: session.id },
          body: {
            agent: ASK_AGENT,
            model: { providerID, modelID: rest.join("/") },
            tools: { "*": false },
            parts: [{ type: "text", text: prompt }],
          },
        })
        const texts = (listAt(data, "parts") ?? []).filter((part) => textAt(part, "type") === "text")
        return texts.map((part) => textAt(part, "text") ?? "").join("\n")
      } finally {
        await client.session.delete({ path: { id: session.id } })
      }
    },
  }
}
