// Loaded before Cairn, makes its hooks fail: CAIRN_TEST_FAULT is "throw" or "hang", for every hook. CAIRN_TEST_FAULT_FILE names a file that says
// it while the host runs: "throw" or "late", and the hook.
import { existsSync, readFileSync } from "node:fs"

/** Longer than any hook may take. */
const LATE_MS = 3400

globalThis[Symbol.for("opencode-cairn.fault")] = (hook) => {
  const file = process.env.CAIRN_TEST_FAULT_FILE
  const [fault, which] = file && existsSync(file) ? readFileSync(file, "utf8").split(" ") : []
  if (process.env.CAIRN_TEST_FAULT === "throw" || (fault === "throw" && which === hook))
    throw new Error("fault on purpose")
  if (process.env.CAIRN_TEST_FAULT === "hang") return new Promise(() => undefined)
  if (fault === "late" && which === hook) return new Promise((resolve) => setTimeout(resolve, LATE_MS))
  return undefined
}

export default { id: "fault", server: async () => ({}), setup: async () => undefined }
