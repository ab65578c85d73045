// Loaded before Cairn, makes its hooks fail: CAIRN_TEST_FAULT is "throw" or "hang", for every hook. CAIRN_TEST_FAULT_FILE names a file that says
// it while the host runs: "throw" or "late", and the hook; or "rewrite" or "drop", and then this plugin shortens tool outputs in each request, or
// takes calls out of it, as others do.
import { rewritingPlugin, wanted } from "./rewriting.mjs"

/** How long a hook may take, and longer than that. */
const HOOK_MS = 3000
const LATE_MS = 3400

// A dozen hooks that hang one after the other: the test is about there being a deadline, so each is shortened.
if (process.env.CAIRN_TEST_FAULT === "hang") {
  const { setTimeout } = globalThis
  globalThis.setTimeout = Object.assign(
    (run, ms, ...args) => setTimeout(run, ms === HOOK_MS ? HOOK_MS / 4 : ms, ...args),
    setTimeout,
  )
}

globalThis[Symbol.for("opencode-cairn.fault")] = (hook) => {
  const [fault, which] = wanted()
  if (process.env.CAIRN_TEST_FAULT === "throw" || (fault === "throw" && which === hook))
    throw new Error("fault on purpose")
  if (process.env.CAIRN_TEST_FAULT === "hang") return new Promise(() => undefined)
  if (fault === "late" && which === hook) return new Promise((resolve) => setTimeout(resolve, LATE_MS))
  return undefined
}

export default rewritingPlugin("fault", "rewrite", "drop")
