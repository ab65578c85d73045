// Shows Cairn at work in a real OpenCode, with no API key. This file needs nothing but Node 20: it makes the temporary home before any
// other process starts and removes it afterwards. The story itself (scripts/demo/) runs in the OpenCode binary's own Bun.
import { spawn, spawnSync } from "node:child_process"
import { existsSync, readdirSync, statSync } from "node:fs"
import { constants, homedir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { bun, opencode } from "./bun.mjs"
import { makeSandbox, removeSandbox } from "./sandbox.mjs"

const help = `Tells an agent something in one session and finds it in the next: a real OpenCode, a scripted model, no API key.

usage: npm run demo [-- options]

  --full            show the prompt block whole, with its instructions
  --keep            keep the temporary folder and say where it is
  --picture FILE    draw what was shown as an SVG
  --without-memory  the same story with Cairn switched off; it must fail
  --help            this text

Exit code 0 only if every check held. OPENCODE_BIN names another OpenCode 1.18 binary than the installed one.`

const root = fileURLToPath(new URL("..", import.meta.url))
const plugin = join(root, "dist/server.js")

process.exitCode = await main()

async function main() {
  const options = readOptions()
  if (typeof options === "string") return complain(options, 2)
  if (options.help) {
    console.log(help)
    return 0
  }
  const missing = whatIsMissing()
  if (missing) return complain(missing, 1)

  const before = ownFiles()
  const hasBuilt = !existsSync(plugin)
  const sandbox = makeSandbox("cairn-demo-")
  let code = 1
  try {
    const wrong = process.env.OPENCODE_BIN && wrongVersion(sandbox.env)
    if (wrong) return complain(wrong, 1)
    code = (hasBuilt && build(sandbox.env)) || (await play(sandbox.env))
  } finally {
    if (!options.keep) removeSandbox(sandbox.root)
  }
  const changed = [...ownFiles()].filter(([path, time]) => before.get(path) !== time).map(([path]) => path)
  console.log(closing(sandbox.root, options.keep, hasBuilt, changed))
  return code
}

function readOptions() {
  const flag = { type: "boolean", default: false }
  try {
    return parseArgs({
      options: { full: flag, keep: flag, help: flag, "without-memory": flag, picture: { type: "string" } },
    }).values
  } catch (error) {
    return `${error.message}\nhint: npm run demo -- --help`
  }
}

function complain(message, code) {
  console.error(message)
  return code
}

function whatIsMissing() {
  if (spawnSync("git", ["--version"]).status !== 0) return "git is not installed, and Cairn keeps its history in it"
  const here = `${process.platform}-${process.arch}`
  if (!process.env.OPENCODE_BIN && here !== "linux-x64")
    return `npm ci installs OpenCode for linux-x64 only, and this is ${here}\nhint: set OPENCODE_BIN to an OpenCode 1.18 binary`
  if (!process.env.OPENCODE_BIN && !existsSync(opencode))
    return "OpenCode is not installed here\nhint: run npm ci first"
  return undefined
}

function wrongVersion(env) {
  const asked = spawnSync(opencode, ["--version"], { encoding: "utf8", env })
  const version = asked.error?.message ?? asked.stdout.trim()
  return version.startsWith("1.18.") ? undefined : `OPENCODE_BIN is no OpenCode 1.18: ${opencode}\nit says: ${version}`
}

function build(env) {
  console.log("building dist/ …")
  return bun(["run", "scripts/build.ts"], { cwd: root, env, stdio: ["ignore", "ignore", "inherit"] })
}

function play(env) {
  const args = ["run", join(root, "scripts/demo/main.ts"), ...process.argv.slice(2)]
  const child = spawn(opencode, args, { cwd: root, env: { ...env, BUN_BE_BUN: "1" }, stdio: "inherit" })
  // The child stops its OpenCode before it goes, so this process must outlive it to clear up after both.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal))
  return new Promise((resolve, reject) => {
    child.on("error", reject)
    child.on("exit", (code, signal) => resolve(code ?? 128 + constants.signals[signal]))
  })
}

/** What the person's own OpenCode and Cairn keep, by path, each with the time of its last change. */
function ownFiles() {
  const data = process.env.XDG_DATA_HOME ?? join(homedir(), ".local/share")
  const config = process.env.XDG_CONFIG_HOME ?? join(homedir(), ".config")
  const state = process.env.XDG_STATE_HOME ?? join(homedir(), ".local/state")
  const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache")
  const folders = [join(data, "cairn"), ...[data, config, state, cache].map((parent) => join(parent, "opencode"))]
  const paths = folders.flatMap((dir) =>
    existsSync(dir) ? [dir, ...readdirSync(dir).map((name) => join(dir, name))] : [],
  )
  return new Map(paths.map((path) => [path, statSync(path, { throwIfNoEntry: false })?.mtimeMs]))
}

function closing(folder, keep, hasBuilt, changed) {
  const outside = changed.length
    ? `Changed meanwhile (is another OpenCode running?): ${changed.join(", ")}`
    : `Nothing outside the temporary folder was touched${hasBuilt ? " but dist/" : ""}`
  return `  ${outside}.${keep ? `\n  That folder is kept: ${folder}` : " That folder is gone."}\n`
}
