// What plugins do that shorten tool outputs in each request, in both hosts.
import { existsSync, readFileSync } from "node:fs"

const SHORT = "[pruned by another plugin]"

/** The words of the file that CAIRN_TEST_FAULT_FILE names. */
export function wanted() {
  const file = process.env.CAIRN_TEST_FAULT_FILE
  return file && existsSync(file) ? readFileSync(file, "utf8").split(" ") : []
}

/** A plugin that does it while the file says so in this word. */
export function rewritingPlugin(id, word) {
  const server = async () => ({
    async "experimental.chat.messages.transform"(_input, output) {
      if (wanted()[0] !== word) return
      for (const { parts } of output.messages)
        for (const part of parts) if (part.type === "tool") part.state = { ...part.state, output: SHORT }
    },
  })
  const setup = async (ctx) => {
    await ctx.session?.hook?.("context", async (event) => {
      if (wanted()[0] !== word) return
      for (const message of event.messages)
        for (const part of message.content)
          if (part.type === "tool-result") part.result = { ...part.result, value: [{ type: "text", text: SHORT }] }
    })
  }
  return { id, server, setup }
}
