// Runs the Bun that lives inside the OpenCode binary: exactly the runtime the plugin meets, and no second copy to install.
import { spawn, spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"

const installed = fileURLToPath(new URL("../node_modules/opencode-linux-x64/bin/opencode", import.meta.url))

export const opencode = process.env.OPENCODE_BIN ?? (existsSync(installed) ? installed : "opencode")

export function bun(args, options = {}) {
  const env = { ...process.env, ...options.env, BUN_BE_BUN: "1" }
  const done = spawnSync(opencode, args, { stdio: "inherit", ...options, env })
  if (done.error) {
    console.error(
      `cannot run ${opencode}: ${done.error.message}\nhint: run "npm ci", or set OPENCODE_BIN to an OpenCode 1.18 binary`,
    )
    return 1
  }
  return done.status ?? 1
}

/** The same, beside others; resolves with what it said when it has ended. */
export function bunBeside(args, options) {
  const env = { ...process.env, ...options.env, BUN_BE_BUN: "1" }
  const child = spawn(opencode, args, { stdio: ["ignore", "pipe", "pipe"], ...options, env })
  let output = ""
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text) => {
      output += text
    })
  }
  return new Promise((resolve) => {
    child.on("error", (error) => resolve({ status: 1, output: `${output}\n${error.message}` }))
    child.on("close", (status) => resolve({ status: status ?? 1, output }))
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exit(bun(process.argv.slice(2)))
