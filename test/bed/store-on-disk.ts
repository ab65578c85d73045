// A store as it lies on disk, looked at from outside: with plain files and plain git, not with Cairn's own code.
import { execFileSync } from "node:child_process"
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import type { Host } from "./host.ts"
import { deadlineIn } from "./patience.ts"

export function cairnRoot(host: Pick<Host, "root">): string {
  return host.root
}

/** The one project's folder of a store that has only one. */
export function projectFolder(root: string): string {
  const names = readdirSync(join(root, "memory/projects"))
  if (names.length !== 1) throw new Error(`expected one project, found: ${names.join(", ")}`)
  return join(root, "memory/projects", names[0] as string)
}

export function git(root: string, ...args: string[]): string {
  const place = ["--git-dir", join(root, "history.git"), "--work-tree", join(root, "memory")]
  return execFileSync("git", [...place, ...args], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] })
}

export async function untilTrue(check: () => boolean, deadlineMs = 10_000): Promise<void> {
  const deadline = deadlineIn(deadlineMs)
  for (;;) {
    const isLastLook = deadline.isOver()
    try {
      if (check()) return
    } catch (error) {
      if (isLastLook) throw error
    }
    if (isLastLook) throw new Error(`not true within ${deadlineMs} ms: ${check}`)
    await sleep(50)
  }
}
