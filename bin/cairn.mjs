#!/usr/bin/env node
// Starts the command line. The SQLite of a Node before 22.16 has no full-text search; there it runs inside OpenCode's own runtime, which is on
// every machine that has a use for it. This file alone must be understood by any Node that knows modules: the language of 2019.
import { spawnSync } from "node:child_process"
import { accessSync, constants, existsSync } from "node:fs"
import { homedir } from "node:os"
import { basename, delimiter, dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const [major, minor] = process.versions.node.split(".").map(Number)
const folders = (process.env.PATH || "").split(delimiter).filter((folder) => folder !== "")

if (!process.env.CAIRN_PROGRAM) {
  const called = process.argv[1] || ""
  const isOnPath = folders.includes(dirname(called)) && !called.includes("_npx") && !/\.mjs$/.test(called)
  if (isOnPath) process.env.CAIRN_PROGRAM = basename(called)
}

const isNewEnough = process.versions.bun || major > 22 || (major === 22 && minor >= 16)

if (!existsSync(new URL("../dist/cli.js", import.meta.url))) {
  const folder = fileURLToPath(new URL("..", import.meta.url))
  process.stderr.write(`cairn is not built yet. In ${folder}, run this first:\n  npm ci && npm run build\n`)
  process.exitCode = 1
} else if (isNewEnough) {
  run()
} else {
  runInHost()
}

function run() {
  import("../dist/cli.js").then(({ main }) => main())
}

/** Help and version open no database, so any Node can show them. */
function asksForHelp([first, ...more]) {
  const help = ["--help", "-h"]
  return !first || [...help, "help", "--version", "-v"].includes(first) || help.includes(more[more.length - 1])
}

function runInHost() {
  const host = findHost()
  if (!host && asksForHelp(process.argv.slice(2))) {
    run()
    return
  }
  if (!host) {
    process.stderr.write(
      `cairn needs Node 22.16 or newer, or OpenCode to run in; this is Node ${process.versions.node}, and there is no "opencode" on your PATH.\n` +
        "Install either of them, or name OpenCode's program in OPENCODE_BIN.\n",
    )
    process.exitCode = 1
    return
  }
  // Otherwise Bun would obey the `bunfig.toml` and the `.env` of the folder it is started in, which may be anybody's repository.
  const own = [`--config=${fileURLToPath(new URL("bunfig.toml", import.meta.url))}`, "--no-env-file"]
  const words = [...own, fileURLToPath(import.meta.url), ...process.argv.slice(2)]
  const env = { ...process.env, BUN_BE_BUN: "1" }
  const { status, error } = spawnSync(host, words, { stdio: "inherit", env })
  if (error) process.stderr.write(`cairn could not be started inside ${host}: ${error.message}\n`)
  process.exitCode = status === null ? 1 : status
}

function findHost() {
  const own = process.env.OPENCODE_BIN
  const usual = [...folders, join(homedir(), ".opencode", "bin")].map((folder) => join(folder, "opencode"))
  return [...(own ? [own] : []), ...usual].find((file) => {
    try {
      accessSync(file, constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}
