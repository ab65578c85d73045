// The plugin as it was built from an earlier commit of this repository, for tests of two versions on one store.
import { execFileSync, spawnSync } from "node:child_process"
import { mkdirSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { tempDir } from "./sandbox.ts"

/** The last commit of the step after which every part had its folder (tag `rooms`): the oldest build that a store of today may meet. */
export const ROOMS = "bb3e6d4e7010f6aabffbf540538cd1a27accdee6"

const project = fileURLToPath(new URL("../..", import.meta.url))

/** False in a clone without its history. */
export function hasCommit(commit: string): boolean {
  return spawnSync("git", ["cat-file", "-e", `${commit}^{commit}`], { cwd: project }).status === 0
}

/** Its `dist/server.js`. */
export function buildOf(commit: string): string {
  const dir = tempDir("old-build")
  const archive = execFileSync("git", ["archive", commit, "src", "scripts", "package.json", "tsconfig.json"], {
    cwd: project,
    maxBuffer: 1 << 28,
  })
  execFileSync("tar", ["-x", "-C", dir], { input: archive })
  mkdirSync(join(dir, "test"), { recursive: true })
  symlinkSync(join(project, "node_modules"), join(dir, "node_modules"))
  const env = { ...process.env, BUN_BE_BUN: "1" }
  execFileSync(process.execPath, ["run", "scripts/build.ts"], { cwd: dir, env, stdio: ["ignore", "ignore", "inherit"] })
  return join(dir, "dist/server.js")
}
