// What the reader of files that are not ours promises, on both runtimes.
import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { mkdirSync, readdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { test } from "node:test"
import { slowness } from "../../scripts/slowness.mjs"
import { readOutsideFile } from "../../src/platform/outside-file.ts"
import { tempDir } from "../bed/sandbox.ts"
import { type runtimes, startChild } from "./runtimes.ts"

const LIMITS = { maxBytes: 1_000, links: "refuse" } as const
const OWN = { maxBytes: 1_000, links: "own" } as const

/** A folder with one entry of every kind that a repository can bring. */
function zoo(): (name: string) => string {
  const dir = tempDir("outside")
  const at = (name: string) => join(dir, name)
  writeFileSync(at("plain"), "grüße\n")
  writeFileSync(at("empty"), "")
  mkdirSync(at("folder"))
  spawnSync("mkfifo", [at("pipe")])
  symlinkSync("plain", at("link"))
  symlinkSync("link", at("chain"))
  symlinkSync("circle", at("circle"))
  symlinkSync("/nowhere", at("dangling"))
  symlinkSync("pipe", at("link-to-pipe"))
  for (const device of ["zero", "random", "tty", "ptmx", "full"]) symlinkSync(`/dev/${device}`, at(device))
  symlinkSync("/proc/self/mem", at("memory"))
  symlinkSync("/proc/kmsg", at("kernel-log"))
  return at
}

test("outside: a regular file is read, an absent one is missing", async () => {
  const at = zoo()
  assert.deepEqual(await readOutsideFile(at("plain"), LIMITS), { text: "grüße\n", truncated: false })
  assert.deepEqual(await readOutsideFile(at("empty"), LIMITS), { text: "", truncated: false })
  for (const name of ["absent", "plain/below", "no/folder"]) {
    const found = await readOutsideFile(at(name), LIMITS)
    assert.equal("fault" in found && found.fault, "missing", name)
  }
})

test("outside: nothing but a regular file is opened, whatever leads there, and at once", async () => {
  const at = zoo()
  const odd = ["folder", "pipe", "circle", "link-to-pipe", "zero", "random", "tty", "ptmx", "full"]
  const links = ["link", "chain", "memory", "kernel-log", "dangling"]
  const began = Date.now()
  const descriptors = readdirSync("/proc/self/fd").length
  for (const name of [...odd, ...links]) {
    const found = await readOutsideFile(at(name), LIMITS)
    assert.equal("fault" in found && found.fault, "unreadable", name)
  }
  for (const name of odd) {
    const found = await readOutsideFile(at(name), OWN)
    assert.equal("fault" in found && found.fault, "unreadable", `own ${name}`)
  }
  assert.ok(Date.now() - began < 1_500 * slowness())
  // Another test's may be closed meanwhile.
  assert.ok(readdirSync("/proc/self/fd").length <= descriptors)
})

test("outside: the user's own links are followed, to a regular file only", async () => {
  const at = zoo()
  for (const name of ["link", "chain"])
    assert.deepEqual(await readOutsideFile(at(name), OWN), { text: "grüße\n", truncated: false })
  const gone = await readOutsideFile(at("dangling"), OWN)
  assert.equal("fault" in gone && gone.fault, "missing")
  // The kernel's files are regular and say that they are empty.
  assert.deepEqual(await readOutsideFile(at("kernel-log"), OWN), { text: "", truncated: false })
})

test("outside: below a folder of somebody else's no folder on the way is a link either", async () => {
  const at = zoo()
  writeFileSync(at("folder/inside"), "inside")
  symlinkSync("folder", at("linked"))
  symlinkSync("..", at("folder/up"))
  const below = { maxBytes: 1_000, links: { below: at("") } }
  assert.deepEqual(await readOutsideFile(at("folder/inside"), below), { text: "inside", truncated: false })
  assert.deepEqual(await readOutsideFile(at("plain"), below), { text: "grüße\n", truncated: false })
  for (const name of ["linked/inside", "folder/up/plain", "folder/up/folder/inside", "link", "pipe", "zero"]) {
    const found = await readOutsideFile(at(name), below)
    assert.equal("fault" in found && found.fault, "unreadable", name)
  }
  for (const name of ["absent", "plain/below", "no/folder"]) {
    const found = await readOutsideFile(at(name), below)
    assert.equal("fault" in found && found.fault, "missing", name)
  }
  const above = await readOutsideFile(at("plain"), { maxBytes: 1_000, links: { below: at("folder") } })
  assert.equal("fault" in above && above.fault, "unreadable")
})

test("outside: ten gigabytes cost what the caller allows", async () => {
  const file = join(tempDir("outside"), "large")
  writeFileSync(file, "begin")
  truncateSync(file, 10 * 1024 ** 3)
  const before = process.memoryUsage().rss
  const found = await readOutsideFile(file, LIMITS)
  assert.ok("text" in found && found.truncated && found.text.length === 1_000 && found.text.startsWith("begin"))
  assert.ok(process.memoryUsage().rss - before < 50_000_000)
})

test("outside: a file that grows is read as far as it went when it was opened", async () => {
  const file = join(tempDir("outside"), "growing")
  writeFileSync(file, "x")
  const writer = startChild("node", "grow-child.ts", file)
  assert.equal(await writer.line(), "growing")
  const limits = { maxBytes: 100 * 1024 ** 2, links: "refuse" } as const
  const began = Date.now()
  for (let at = 0; at < 20; at++) assert.ok("text" in (await readOutsideFile(file, limits)))
  assert.ok(Date.now() - began < 10_000 * slowness())
  writer.process.kill()
})

for (const runtime of ["bun", "node"] satisfies (keyof typeof runtimes)[])
  test(`outside: nobody waits for a disk that hangs, and it is asked once (${runtime})`, async () => {
    const dir = tempDir("outside")
    writeFileSync(join(dir, "file"), "text")
    const child = startChild(runtime, "hanging-child.ts", dir)
    assert.deepEqual(JSON.parse(await child.line()), { before: "text" })
    const { fault, ms } = JSON.parse(await child.line())
    assert.equal(fault, "late")
    assert.ok(ms < 2_000, `${ms} ms`)
    assert.deepEqual(JSON.parse(await child.line()), { faults: ["late"] })
    child.process.kill("SIGKILL")
  })
