// Writes down what a host really hands to a plugin: every hook's input and output as JSON lines, to the file CAIRN_TEST_RECORD names.
// Functions become "[function]", long texts are cut in the middle, so that a recording stays readable.
import { appendFileSync } from "node:fs"

const file = process.env.CAIRN_TEST_RECORD
const MAX = 600

function plain(value, depth = 0, seen = new Set()) {
  if (typeof value === "function") return "[function]"
  if (typeof value === "bigint") return String(value)
  if (typeof value === "string")
    return value.length <= MAX ? value : `${value.slice(0, MAX / 2)} […] ${value.slice(-MAX / 2)}`
  if (value === null || typeof value !== "object") return value
  if (seen.has(value) || depth > 8) return "[deep]"
  seen.add(value)
  const copy = Array.isArray(value)
    ? value.slice(0, 40).map((item) => plain(item, depth + 1, seen))
    : Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item, depth + 1, seen)]))
  seen.delete(value)
  return copy
}

function record(hook, ...args) {
  appendFileSync(file, `${JSON.stringify({ hook, args: args.map((arg) => plain(arg)) })}\n`)
}

const V1_HOOKS = [
  "chat.message",
  "chat.params",
  "experimental.chat.messages.transform",
  "experimental.chat.system.transform",
  "experimental.session.compacting",
  "experimental.compaction.autocontinue",
  "command.execute.before",
  "tool.execute.before",
  "tool.execute.after",
]

export default {
  id: "recorder",
  async server(input, options) {
    record("server", { ...input, client: Object.keys(input.client), $: typeof input.$ }, options)
    const hooks = Object.fromEntries(V1_HOOKS.map((name) => [name, async (...args) => record(name, ...args)]))
    return {
      ...hooks,
      async event(input) {
        if (!/delta|plugin\.added|catalog|diff/.test(input.event.type)) record("event", input)
      },
    }
  },
  async setup(ctx) {
    record(
      "setup",
      Object.fromEntries(
        Object.entries(ctx).map(([key, value]) => [
          key,
          value && typeof value === "object"
            ? Object.fromEntries(
                Object.entries(value).map(([name, item]) => [
                  name,
                  typeof item === "function" ? "[function]" : plain(item, 6),
                ]),
              )
            : value,
        ]),
      ),
    )
    if (typeof ctx.session?.hook !== "function") return
    for (const name of ["prompt", "context", "title", "compaction", "generate"])
      await ctx.session.hook(name, async (event) => record(`session.${name}`, event))
    for (const name of ["execute.before", "execute.after"])
      await ctx.tool.hook(name, async (event) => record(`tool.${name}`, event))
    try {
      const subscription = ctx.event.subscribe()
      record("event.subscribe", {
        kind: Object.prototype.toString.call(subscription),
        keys: Object.keys(subscription ?? {}),
        iterator: typeof subscription?.[Symbol.asyncIterator],
        proto: Object.getOwnPropertyNames(Object.getPrototypeOf(subscription ?? {})),
      })
      void (async () => {
        for await (const event of subscription) if (!/streamed|delta/.test(event.type)) record("event", event)
      })().catch((error) => record("event.error", { message: String(error) }))
    } catch (error) {
      record("event.error", { message: String(error) })
    }
  },
}
