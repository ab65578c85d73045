// The history on Node: children, timers and files behave differently enough there that the main path is walked again.
import assert from "node:assert/strict"
import { spawn } from "node:child_process"
import { existsSync, lstatSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, test } from "node:test"
import { fileURLToPath } from "node:url"
import { historyBed } from "../bed/history.ts"
import { untilTrue } from "../bed/store-on-disk.ts"

const childScript = fileURLToPath(new URL("../bed/history-child.ts", import.meta.url))

describe("history", () => {
  test("commits, lists, resolves, reads back", async () => {
    const bed = historyBed()
    const bytes = Buffer.from([0xff, 0, 13, 10])
    bed.write("global/a.md", bytes)
    const first = await bed.history.flush()
    assert.equal(first.result, "committed")
    bed.write('projects/p/-odd "näme"\n.md')
    bed.remove("global/a.md")
    await bed.history.flush()
    const [newest, oldest] = await bed.history.list()
    assert.match(newest?.message ?? "", /^edited by hand: /)
    assert.deepEqual(newest?.files, ["global/a.md", 'projects/p/-odd "näme"\n.md'])
    const hash = await bed.history.resolve(oldest?.hash.slice(0, 7) ?? "")
    const snapshot = await bed.history.snapshot(hash, ["global"])
    assert.deepEqual(Buffer.from(snapshot.get("global/a.md") ?? []), bytes)
    await assert.rejects(bed.history.resolve("1234567"), { code: "commit_not_found" })
    assert.deepEqual(bed.history.status(), { state: "current" })
  })

  test("a touch is committed by itself", async () => {
    const bed = historyBed()
    bed.write("global/a.md")
    bed.history.touch()
    await untilTrue(() => bed.history.status().state === "current")
    assert.deepEqual(bed.tracked(), ["global/a.md"])
  })

  test("heals a left lock file, a damaged index, a lost history", async () => {
    const bed = historyBed()
    bed.write("global/a.md")
    await bed.history.flush()
    writeFileSync(join(bed.gitDir, "index.lock"), "")
    utimesSync(join(bed.gitDir, "index.lock"), 1, 1)
    writeFileSync(join(bed.gitDir, "index"), "junk")
    bed.write("global/b.md")
    assert.equal((await bed.history.flush()).result, "committed")
    rmSync(bed.gitDir, { recursive: true })
    assert.equal((await bed.history.flush()).result, "committed")
    assert.deepEqual(bed.tracked(), ["global/a.md", "global/b.md"])
  })

  test("modes are private under umask 000", async () => {
    const before = process.umask(0)
    try {
      const bed = historyBed()
      bed.write("global/a.md")
      await bed.history.flush()
      const names = ["", ...(readdirSync(bed.gitDir, { recursive: true }) as string[])]
      assert.deepEqual(
        names.filter((name) => (lstatSync(join(bed.gitDir, name)).mode & 0o077) !== 0),
        [],
      )
    } finally {
      process.umask(before)
    }
  })

  test("a missing git is an outcome", async () => {
    const bed = historyBed()
    bed.write("global/a.md")
    const path = process.env.PATH
    process.env.PATH = "/nonexistent"
    try {
      assert.deepEqual(await bed.history.flush(), { result: "failed", reason: "git is not installed" })
      assert.equal(bed.history.status().state, "off")
    } finally {
      process.env.PATH = path
    }
    assert.equal((await bed.history.close()).result, "committed")
  })

  test("a process with nothing but a pending touch ends by itself", async () => {
    const bed = historyBed()
    const source = new URL("../../src/store/git/history.ts", import.meta.url)
    const options = JSON.stringify({ gitDir: bed.gitDir, workTree: bed.workTree, debounceMs: 600_000 })
    const code = `import { History } from ${JSON.stringify(source.href)}
      new History({ ...${options}, accepts: () => true }).touch()`
    const child = spawn(process.execPath, ["--input-type=module-typescript", "-e", code], { stdio: "ignore" })
    assert.equal(await new Promise((resolve) => child.on("exit", resolve)), 0)
    assert.equal(existsSync(bed.gitDir), false)
  })

  test("two processes share one history", async () => {
    const bed = historyBed()
    const run = (project: string) =>
      new Promise<string>((resolve) => {
        const child = spawn(process.execPath, [childScript, bed.root, project, "10"])
        let out = ""
        child.stdout.on("data", (chunk) => {
          out += chunk
        })
        child.on("close", () => resolve(out))
      })
    for (const out of await Promise.all([run("left"), run("right")])) {
      assert.deepEqual(JSON.parse(out), { failures: [], status: { state: "current" } })
    }
    assert.equal(bed.tracked().length, 20)
  })
})
