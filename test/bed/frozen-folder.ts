// A folder on a file system that has stopped answering, as a network drive does: whoever touches it waits.
import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { tempDir } from "./sandbox.ts"
import { untilTrue } from "./store-on-disk.ts"

/** It needs bindfs (a Debian package) and the right to mount. */
export const canFreeze = spawnSync("bindfs", ["--version"]).status === 0 && tryMount()

export interface FrozenFolder {
  readonly path: string
  /** Answers again; without this, nobody who waits can be ended. */
  thaw(): void
  remove(): void
}

export async function frozenFolder(): Promise<FrozenFolder> {
  const { path, server } = mounted()
  await untilTrue(() => isMounted(path))
  server.kill("SIGSTOP")
  return {
    path,
    thaw: () => server.kill("SIGCONT"),
    remove() {
      server.kill("SIGCONT")
      spawnSync("umount", ["-l", path])
      server.kill()
    },
  }
}

function mounted(): { path: string; server: ChildProcess } {
  const root = tempDir("frozen")
  const [source, path] = [join(root, "source"), join(root, "mount")]
  for (const folder of [source, path]) mkdirSync(folder)
  return { path, server: spawn("bindfs", ["-f", "--no-allow-other", source, path], { stdio: "ignore" }) }
}

function isMounted(path: string): boolean {
  return spawnSync("mountpoint", ["-q", path]).status === 0
}

function tryMount(): boolean {
  const { path, server } = mounted()
  for (let tries = 0; tries < 50 && !isMounted(path); tries++) spawnSync("sleep", ["0.05"])
  const isThere = isMounted(path)
  spawnSync("umount", ["-l", path])
  server.kill()
  return isThere
}
