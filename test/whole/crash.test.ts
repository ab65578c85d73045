// Killed after every system call that changes something, and failed by every one that can fail, on both runtimes: a file is the
// old one or the new one, whole, and what was acknowledged is there. strace holds the process after each call, so that the kill
// falls between this one and the next. The calls and their order are the promise: nothing is acknowledged before the last sync.
import { describe, expect, test } from "bun:test"
import { type ChildProcessByStdio, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { createInterface, type Interface } from "node:readline"
import type { Readable } from "node:stream"
import { moveFile } from "../../src/platform/durable-file.ts"
import { isTempName, sweepTemps } from "../../src/platform/temp-file.ts"
import { tempDir } from "../bed/sandbox.ts"
import { type Child, startChild } from "../contract/runtimes.ts"

type Task = "replace" | "move"

const OLD = "old ".repeat(1_000)
const NEW = "new ".repeat(1_000)
const CHANGING = "openat,mkdir,write,fsync,rename,link,unlink"
const RUNTIMES = ["node", "bun"] as const

async function startTraced(root: string, runtime: "node" | "bun", task: Task, options: string[]) {
  const child = startChild(runtime, "replace-child.ts", root, task)
  expect(await child.line()).toBe("ready")
  const args = ["-f", "-e", "signal=none", ...options, "-p", String(child.process.pid)]
  const strace = spawn("strace", args, { stdio: ["ignore", "ignore", "pipe"] })
  const trace = createInterface({ input: strace.stderr })
  await once(trace, "line")
  return { child, strace, trace }
}

/** Sends the child on its way and kills it after its n-th change. Gives the call it died after, undefined if it got to its end. */
async function killAfter(n: number, child: Child, trace: Interface): Promise<string | undefined> {
  let seen = 0
  let last: string | undefined
  trace.on("line", (line) => {
    if (!isChange(line) || seen === n) return
    seen += 1
    if (seen < n) return
    last = line
    child.process.kill("SIGKILL")
  })
  child.process.stdin.write("go\n")
  await once(child.process, "exit")
  return last
}

/** Not what the runtimes say to themselves through their event descriptors. */
function isChange(line: string): boolean {
  return /^(\[pid +\d+\] )?(openat\(.*O_CREAT|mkdir|write\(.*"(old|new|done)|fsync|rename|link|unlink)/.test(line)
}

async function finish(strace: ChildProcessByStdio<null, null, Readable>): Promise<void> {
  if (strace.exitCode === null && strace.signalCode === null) await once(strace, "exit")
}

async function crashEverywhere(
  runtime: "node" | "bun",
  task: Task,
  check: (root: string, acked: boolean) => Promise<void>,
) {
  const points: string[] = []
  for (let n = 1; n < 40; n++) {
    const root = tempDir("crash")
    const { child, strace, trace } = await startTraced(root, runtime, task, [
      "-e",
      `inject=${CHANGING}:delay_exit=10000`,
    ])
    const point = await killAfter(n, child, trace)
    await finish(strace)
    const said = await child.line()
    await check(root, said === "done")
    if (!point) return points
    points.push(/(\w+)\(/.exec(point)?.[1] ?? point)
  }
  throw new Error(`more changes than there should be: ${points.join(" ")}`)
}

const traceable = spawnSync("strace", ["-e", "inject=fsync:delay_exit=1", "true"]).status === 0
if (!traceable) process.stdout.write("skipped: strace is missing here, or may not trace\n")

describe.skipIf(!traceable)("kill -9 after every change", () => {
  for (const runtime of RUNTIMES) {
    test(`of replaceFile (${runtime})`, async () => {
      const points = await crashEverywhere(runtime, "replace", async (root, acked) => {
        const content = readFileSync(join(root, "a/n.md"), "utf8")
        expect([OLD, NEW]).toContain(content)
        if (acked) expect(content).toBe(NEW)
        await sweepTemps(root, 0, Date.now() + 1_000)
        expect(readdirSync(join(root, "a"))).toEqual(["n.md"])
      })
      expect(points).toEqual(["mkdir", "openat", "write", "fsync", "rename", "fsync", "write"])
    })

    test(`of moveFile (${runtime})`, async () => {
      const points = await crashEverywhere(runtime, "move", async (root, acked) => {
        const [from, to] = [join(root, "a/n.md"), join(root, "b/n.md")]
        const there = [from, to].filter((path) => existsSync(path))
        expect(there).not.toEqual([])
        for (const path of there) expect(readFileSync(path, "utf8")).toBe(OLD)
        if (acked) expect(there).toEqual([to])
        if (existsSync(from)) await moveFile(root, { segments: ["a"], name: "n.md" }, { segments: ["b"], name: "n.md" })
        expect([from, to].filter((path) => existsSync(path))).toEqual([to])
      })
      expect(points).toEqual(["mkdir", "fsync", "link", "fsync", "unlink", "fsync", "write"])
    })
  }
})

describe.skipIf(!traceable)("a call that fails", () => {
  const faults: [string, (root: string) => string[], string, string[]][] = [
    ["syncing the file", () => ["-e", "inject=fsync:error=EIO:when=1"], "EIO", [OLD]],
    ["syncing the folder", (root) => ["-P", join(root, "a"), "-e", "inject=fsync:error=EIO"], "EIO", [OLD, NEW]],
    ["renaming", () => ["-e", "inject=rename:error=EROFS"], "EROFS", [OLD]],
    ["too many open files", () => ["-e", "inject=openat:error=EMFILE:when=1"], "EMFILE", [OLD]],
  ]
  for (const runtime of RUNTIMES) {
    for (const [fault, inject, code, contents] of faults) {
      test(`${fault} (${runtime}): not acknowledged, the file whole, nothing left behind`, async () => {
        const root = tempDir("crash")
        const { child, strace } = await startTraced(root, runtime, "replace", [
          "-e",
          "trace=fsync,rename,openat",
          ...inject(root),
        ])
        child.process.stdin.write("go\n")
        expect(await child.line()).toBe(code)
        expect(await child.exit).toBe(0)
        await finish(strace)
        expect(contents).toContain(readFileSync(join(root, "a/n.md"), "utf8"))
        expect(readdirSync(join(root, "a")).filter(isTempName)).toEqual([])
      })
    }
  }
})
