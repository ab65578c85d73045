// Faults of the disk under a history, each in a process of its own that may mount, or that has lost root's right to read everything.
// Answers with the outcomes before, during and after the fault as JSON.
import { spawnSync } from "node:child_process"
import { chmodSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { History } from "../../src/store/git/history.ts"

const [root = "", fault = ""] = process.argv.slice(2)
const gitDir = join(root, "history.git")
const workTree = join(root, "memory")
const history = new History({ gitDir, workTree, accepts: () => true })
const write = (name: string) => writeFileSync(join(workTree, name), `${name} ${"x".repeat(100)}\n`)
const report: unknown[] = []

async function flush(): Promise<void> {
  const { result, reason, files, skipped } = (await history.flush(60_000)) as Record<string, unknown>
  report.push({ result, reason, files, skipped, state: history.status().state })
}

function mount(...args: string[]): void {
  const done = spawnSync("mount", [...args, root], { encoding: "utf8" })
  if (done.status !== 0) throw new Error(done.stderr)
}

const faults: Record<string, { begin(): void; end(): void }> = {
  full: { begin: fill, end: () => rmSync(join(root, "filler")) },
  "read-only": { begin: () => mount("-o", "remount,ro"), end: () => mount("-o", "remount,rw") },
  "unwritable objects": {
    begin: () => chmodSync(join(gitDir, "objects"), 0o500),
    end: () => chmodSync(join(gitDir, "objects"), 0o700),
  },
  "unreadable note": {
    begin: () => chmodSync(join(workTree, "b.md"), 0),
    end: () => chmodSync(join(workTree, "b.md"), 0o600),
  },
}

function fill(): void {
  for (let size = 1 << 20; size > 0; size = Math.floor(size / 2)) {
    try {
      for (;;) writeFileSync(join(root, "filler"), "x".repeat(size), { flag: "a" })
    } catch (error) {
      if ((error as { code?: string }).code !== "ENOSPC") throw error
    }
  }
}

write("a.md")
await flush()
write("b.md")
write("c.md")
faults[fault]?.begin()
await flush()
faults[fault]?.end()
await flush()
await history.close()
process.stdout.write(JSON.stringify(report))
