// Loaded before Cairn, makes its hooks fail: CAIRN_TEST_FAULT is "throw" or "hang", for every hook. CAIRN_TEST_FAULT_FILE names a file that says
// it while the host runs: "throw" or "late", and the hook; or "rewrite", and then this plugin shortens tool outputs in each request, as others do.
import { existsSync, readFileSync } from "node:fs"

/** How long a hook may take, and longer than that. */
const HOOK_MS = 3000
const LATE_MS = 3400
const SHORT = "[pruned by another plugin]"

// A dozen hooks that hang one after the other: the test is about there being a deadline, so each is shortened.
if (process.env.CAIRN_TEST_FAULT === "hang") {
  const { setTimeout } = globalThis
  globalThis.setTimeout = Object.assign(
    (run, ms, ...args) => setTimeout(run, ms === HOOK_MS ? HOOK_MS / 4 : ms, ...args),
    setTimeout,
  )
}

function wanted() {
  const file = process.env.CAIRN_TEST_FAULT_FILE
  return file && existsSync(file) ? readFileSync(file, "utf8").split(" ") : []
}

globalThis[Symbol.for("opencode-cairn.fault")] = (hook) => {
  const [fault, which] = wanted()
  if (process.env.CAIRN_TEST_FAULT === "throw" || (fault === "throw" && which === hook))
    throw new Error("fault on purpose")
  if (process.env.CAIRN_TEST_FAULT === "hang") return new Promise(() => undefined)
  if (fault === "late" && which === hook) return new Promise((resolve) => setTimeout(resolve, LATE_MS))
  return undefined
}

const server = async () => ({
  async "experimental.chat.messages.transform"(_input, output) {
    if (wanted()[0] !== "rewrite") return
    for (const { parts } of output.messages)
      for (const part of parts) if (part.type === "tool") part.state = { ...part.state, output: SHORT }
  },
})

const setup = async (ctx) => {
  await ctx.session?.hook?.("context", async (event) => {
    if (wanted()[0] !== "rewrite") return
    for (const message of event.messages)
      for (const part of message.content)
        if (part.type === "tool-result") part.result = { ...part.result, value: [{ type: "text", text: SHORT }] }
  })
}

export default { id: "fault", server, setup }
