// What Cairn may ask of OpenCode 2.
import type { HostServices } from "../../flows/contract.ts"
import { fieldAt, functionAt, textAt } from "../fields.ts"
import type { V2Context } from "./plugin.ts"

export function createServices(ctx: V2Context): HostServices {
  const need = (...path: string[]) => {
    const found = functionAt(ctx, ...path)
    if (!found) throw new Error(`the host has no ${path.join(".")}`)
    return found
  }
  return {
    async isSubagent(sessionID) {
      const answer = await need("session", "get")({ sessionID })
      const session = fieldAt(answer, "data") ?? answer
      return session ? textAt(session, "parentID") !== undefined : undefined
    },
    /** A line of its own in the conversation: OpenCode 2 gives a plugin no toast. The model sees the text, so it says whom it is for. */
    async notice(message, sessionID) {
      const text = `(Notice of the memory plugin to the user, no request: ${message})`
      await need("session", "synthetic")({ sessionID, text, description: `Cairn: ${message}`, resume: false })
    },
    async ask({ prompt, model }) {
      const [providerID = "", ...rest] = model.split("/")
      const answer = await need("generate", "text")({ prompt, model: { providerID, id: rest.join("/") } })
      return textAt(answer, "text") ?? textAt(answer, "data", "text") ?? ""
    },
  }
}
