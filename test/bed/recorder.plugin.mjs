// Writes down what a host really hands to a plugin: every hook's input and output as JSON lines, to the file CAIRN_TEST_RECORD names.
// Functions become "[function]", the sandbox is called /sandbox and long texts are cut, so that a recording stays readable.
import { appendFileSync } from "node:fs"
import { dirname } from "node:path"

const file = process.env.CAIRN_TEST_RECORD
const sandbox = dirname(dirname(file))
const MAX = 300

function shortened(text) {
  if (text.length <= MAX) return text
  const env = text.indexOf("<env>")
  const middle = env < 0 ? "" : `${text.slice(env, env + 20)} […] `
  return `${text.slice(0, MAX / 2)} […] ${middle}${text.slice(-MAX / 2)}`
}

function plain(value, depth = 0) {
  if (typeof value === "function") return "[function]"
  if (typeof value === "bigint") return String(value)
  if (typeof value === "string") return shortened(value.replaceAll(sandbox, "/sandbox"))
  if (value === null || typeof value !== "object") return value
  if (depth > 8) return "[deep]"
  if (Array.isArray(value)) return value.slice(0, 40).map((item) => plain(item, depth + 1))
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item, depth + 1)]))
}

function record(hook, ...args) {
  appendFileSync(file, `${JSON.stringify({ hook, args: args.map((arg) => plain(arg)) })}\n`)
}

const V1_HOOKS = [
  "chat.message",
  "experimental.chat.messages.transform",
  "experimental.chat.system.transform",
  "experimental.session.compacting",
  "tool.execute.after",
  "command.execute.before",
]
const V1_EVENTS = /^(session\.(created|idle|compacted|deleted)|message\.(updated|removed|part\.updated))$/
const V2_EVENTS = /^session\.(step\.ended|text\.ended|execution\.\w+|compaction\.ended|revert\.\w+|forked|deleted)$/

export default {
  id: "recorder",
  async server({ client, directory, worktree }, options) {
    record("server", { directory, worktree }, options)
    const hooks = Object.fromEntries(V1_HOOKS.map((name) => [name, async (...args) => record(name, ...args)]))
    hooks["chat.message"] = async (input, output) => {
      const { data } = await client.session.messages({ path: { id: input.sessionID }, query: { limit: 1 } })
      record("client.session.messages", data.length)
      record("chat.message", input, output)
    }
    const event = async (input) => {
      if (V1_EVENTS.test(input.event.type)) record("event", input)
    }
    return { ...hooks, event }
  },
  async setup(ctx) {
    if (typeof ctx.session?.hook !== "function") return
    record("setup", { app: ctx.app, location: ctx.location, options: ctx.options })
    for (const name of ["context", "compaction"]) {
      await ctx.session.hook(name, async ({ tools, ...event }) => record(name, event))
    }
    await ctx.session.hook("prompt", async (event) => {
      record("ctx.session.get", await ctx.session.get({ sessionID: event.sessionID }))
      record("prompt", event)
    })
    await ctx.tool.hook("execute.after", async (event) => {
      // An error's message is not among its own keys.
      const { error } = event
      record("execute.after", { ...event, ...(error && { error: { _tag: error._tag, message: error.message } }) })
    })
    void (async () => {
      for await (const event of ctx.event.subscribe()) if (V2_EVENTS.test(event.type)) record("event", event)
    })()
  },
}
