// `npm run soak`, or `npm run soak -- 10` for ten minutes instead of sixty: two hosts on one store, two versions, and every power loss.
import { bun } from "./bun.mjs"
import { makeSandbox, removeSandbox } from "./sandbox.mjs"

const sandbox = makeSandbox("cairn-soak-")
let status = 1
try {
  status = bun(["run", "scripts/build.ts"])
  if (status === 0) status = bun(["run", "test/soak/run.ts", ...process.argv.slice(2)], { env: sandbox.env })
} finally {
  removeSandbox(sandbox.root)
}
process.exit(status)
