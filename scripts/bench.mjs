// The benchmarks, in OpenCode's own Bun and in a sandbox home. `npm run bench -- quick` is a subset that writes no page.
import { cpSync } from "node:fs"
import { join } from "node:path"
import { bun } from "./bun.mjs"
import { makeSandbox, removeSandbox } from "./sandbox.mjs"

const sandbox = makeSandbox("cairn-bench-")
let status = 1
try {
  status = bun(["run", "scripts/build.ts"])
  // A copy, so that a build meanwhile does not change what is measured.
  if (status === 0) cpSync("dist", join(sandbox.root, "dist"), { recursive: true })
  if (status === 0) status = bun(["run", "bench/run.ts", ...process.argv.slice(2)], { env: sandbox.env })
} finally {
  removeSandbox(sandbox.root)
}
process.exit(status)
