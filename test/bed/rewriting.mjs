// What plugins do that shorten tool outputs in each request, or drop whole calls, in both hosts.
import { existsSync, readFileSync } from "node:fs"

const SHORT = "[pruned by another plugin]"

/** The words of the file that CAIRN_TEST_FAULT_FILE names. */
export function wanted() {
  const file = process.env.CAIRN_TEST_FAULT_FILE
  return file && existsSync(file) ? readFileSync(file, "utf8").split(" ") : []
}

/** The second to the fourth of a request. */
const dropped = (calls) => new Set(calls.slice(1, 4))

function dropOfV1({ messages }) {
  const gone = dropped(messages.filter(({ parts }) => parts.some(({ type }) => type === "tool")))
  messages.splice(0, messages.length, ...messages.filter((message) => !gone.has(message)))
}

function dropOfV2({ messages }) {
  const parts = messages.flatMap(({ content }) => content)
  const gone = dropped(parts.filter(({ type }) => type === "tool-call").map(({ id }) => id))
  const kept = messages.map((message) => ({ ...message, content: message.content.filter(({ id }) => !gone.has(id)) }))
  messages.splice(0, messages.length, ...kept.filter(({ content }) => content.length > 0))
}

/** A plugin that shortens while the file says so in this word, and drops while it says so in that. */
export function rewritingPlugin(id, word, dropWord) {
  const server = async () => ({
    async "experimental.chat.messages.transform"(_input, output) {
      if (dropWord && wanted()[0] === dropWord) dropOfV1(output)
      if (wanted()[0] !== word) return
      for (const { parts } of output.messages)
        for (const part of parts) if (part.type === "tool") part.state = { ...part.state, output: SHORT }
    },
  })
  const setup = async (ctx) => {
    await ctx.session?.hook?.("context", async (event) => {
      if (dropWord && wanted()[0] === dropWord) dropOfV2(event)
      if (wanted()[0] !== word) return
      for (const message of event.messages)
        for (const part of message.content)
          if (part.type === "tool-result") part.result = { ...part.result, value: [{ type: "text", text: SHORT }] }
    })
  }
  return { id, server, setup }
}
