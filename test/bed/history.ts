// A history in a fresh folder, and a plain git to look at it from outside with.
import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { History, type HistoryOptions } from "../../src/store/git/history.ts"
import { tempDir } from "./sandbox.ts"

export function historyBed(options: Partial<HistoryOptions> = {}, root = tempDir("history")) {
  const gitDir = join(root, "history.git")
  const workTree = join(root, "memory")
  mkdirSync(workTree, { recursive: true, mode: 0o700 })
  const open = (more: Partial<HistoryOptions> = {}) =>
    new History({ gitDir, workTree, accepts: () => true, debounceMs: 20, ...options, ...more })
  const git = (...args: string[]) => plainGit(gitDir, args)
  return {
    root,
    gitDir,
    workTree,
    history: open(),
    open,
    git,
    write(path: string, content: string | Uint8Array = `${path}\n`) {
      mkdirSync(dirname(join(workTree, path)), { recursive: true })
      writeFileSync(join(workTree, path), content)
    },
    remove: (path: string) => rmSync(join(workTree, path)),
    /** Paths in the newest commit. */
    tracked: () => nulSplit(git("ls-tree", "-r", "-z", "--name-only", "refs/heads/main")).sort(),
    subjects: () =>
      git("log", "--format=%s", "refs/heads/main")
        .split("\n")
        .filter((line) => line !== ""),
    content: (path: string) => git("cat-file", "blob", `refs/heads/main:${path}`),
    /** Everything in git's objects as text, reachable or not. */
    everything: () => git("cat-file", "--batch-all-objects", "--batch", "--unordered"),
    exists: (name: string) => existsSync(join(root, name)),
  }
}

export type HistoryBed = ReturnType<typeof historyBed>

export function plainGit(gitDir: string, args: readonly string[]): string {
  const env = { PATH: process.env.PATH ?? "", GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1", HOME: gitDir }
  const result = spawnSync("git", [`--git-dir=${gitDir}`, ...args], { env, encoding: "utf8", maxBuffer: 1 << 28 })
  if (result.status !== 0) throw new Error(`git ${args.join(" ")}: ${result.stderr}`)
  return result.stdout
}

function nulSplit(text: string): string[] {
  return text.split("\0").filter((part) => part !== "")
}
