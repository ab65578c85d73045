// What the file layer promises, on both runtimes.
import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs"
import { join } from "node:path"
import { test } from "node:test"
import { moveFile, readFileBelow, removeFile, replaceFile, sameStamp } from "../../src/platform/durable-file.ts"
import { privateDir, privateFile } from "../../src/platform/private-mode.ts"
import { isTempName, sweepTemps, tempName } from "../../src/platform/temp-file.ts"
import { tempDir } from "../bed/sandbox.ts"

const bytes = (text: string) => new TextEncoder().encode(text)
const text = (content: { bytes: Uint8Array } | undefined) => content && new TextDecoder().decode(content.bytes)
const any = { maxBytes: 1_000 }

/** Every file below the root, so that a test sees what was left behind. */
function tree(root: string): string[] {
  return readdirSync(root, { recursive: true, encoding: "utf8" }).sort()
}

function openDescriptors(): number {
  return readdirSync("/proc/self/fd").length
}

test("file: written, read, replaced and removed, with stamps that tell changes apart", async () => {
  const root = tempDir("file")
  assert.equal(await readFileBelow(root, ["a", "b"], "n.md", 1_000), undefined)
  const first = await replaceFile(root, ["a", "b"], "n.md", bytes("one"), any)
  const read = await readFileBelow(root, ["a", "b"], "n.md", 1_000)
  assert.equal(text(read), "one")
  assert.equal(read?.truncated, false)
  assert.ok(sameStamp(read?.stamp, first))
  const second = await replaceFile(root, ["a", "b"], "n.md", bytes("two"), any)
  assert.ok(!sameStamp(first, second))
  assert.equal(await removeFile(root, ["a", "b"], "n.md", any), true)
  assert.equal(await removeFile(root, ["a", "b"], "n.md", any), false)
  assert.equal(await removeFile(root, ["nowhere"], "n.md", any), false)
  assert.deepEqual(tree(root), ["a", "a/b"])
})

test("file: no more than asked for is read, and the reader is told", async () => {
  const root = tempDir("file")
  writeFileSync(join(root, "n.md"), "0123456789")
  const cut = await readFileBelow(root, [], "n.md", 4)
  assert.deepEqual([text(cut), cut?.truncated, cut?.stamp.size], ["0123", true, 10])
  const whole = await readFileBelow(root, [], "n.md", 10)
  assert.deepEqual([text(whole), whole?.truncated], ["0123456789", false])
})

test("file: expect sees the current content and can refuse", async () => {
  const root = tempDir("file")
  const seen: (string | undefined)[] = []
  const expect = (current: { bytes: Uint8Array } | undefined) => {
    seen.push(text(current))
    if (text(current) === "hand edit") throw new Error("stale")
  }
  await replaceFile(root, ["a"], "n.md", bytes("mine"), { ...any, expect })
  writeFileSync(join(root, "a", "n.md"), "hand edit")
  await assert.rejects(replaceFile(root, ["a"], "n.md", bytes("agent"), { ...any, expect }), /stale/)
  await assert.rejects(removeFile(root, ["a"], "n.md", { ...any, expect }), /stale/)
  assert.equal(readFileSync(join(root, "a", "n.md"), "utf8"), "hand edit")
  assert.equal(await removeFile(root, ["a"], "other.md", { ...any, expect }), false)
  assert.equal(await removeFile(root, ["b"], "other.md", { ...any, expect }), false)
  assert.deepEqual(seen, [undefined, "hand edit", "hand edit", undefined, undefined])
  assert.deepEqual(tree(root), ["a", "a/n.md"])
})

const edits: [string, (file: string) => void][] = [
  ["edited in place", (file) => writeFileSync(file, "hand edit")],
  ["replaced", (file) => replaceByHand(file)],
  ["removed", (file) => rmSync(file)],
  ["linked elsewhere", (file) => linkSync(file, `${file}.twin`)],
  ["made a link", (file) => linkByHand(file)],
]

function replaceByHand(file: string): void {
  writeFileSync(`${file}~`, "old")
  renameSync(`${file}~`, file)
}

function linkByHand(file: string): void {
  rmSync(file)
  symlinkSync("/etc/passwd", file)
}

for (const [kind, edit] of edits) {
  test(`file: ${kind} after the last look is not overwritten`, async () => {
    const root = tempDir("file")
    const file = join(root, "n.md")
    for (const change of [
      (options: typeof any) => replaceFile(root, [], "n.md", bytes("agent"), options),
      (options: typeof any) => removeFile(root, [], "n.md", options),
    ]) {
      rmSync(file, { force: true })
      rmSync(`${file}.twin`, { force: true })
      writeFileSync(file, "old")
      utimesSync(file, 1, 1)
      await assert.rejects(change({ ...any, ...{ expect: () => edit(file) } }), { code: "ECHANGED" })
      if (kind === "edited in place") assert.equal(readFileSync(file, "utf8"), "hand edit")
    }
    assert.deepEqual(tree(root).filter(isTempName), [])
  })
}

test("file: one that appears after the last look is not overwritten", async () => {
  const root = tempDir("file")
  const expect = () => writeFileSync(join(root, "n.md"), "hand made")
  await assert.rejects(replaceFile(root, [], "n.md", bytes("agent"), { ...any, expect }), { code: "ECHANGED" })
  assert.equal(readFileSync(join(root, "n.md"), "utf8"), "hand made")
})

test("file: links, second names, FIFOs, folders and devices are refused, and nothing outside changes", async () => {
  const outside = tempDir("outside")
  writeFileSync(join(outside, "secret"), "secret")
  const root = tempDir("file")
  symlinkSync(outside, join(root, "linkdir"))
  symlinkSync(join(outside, "secret"), join(root, "linkfile"))
  symlinkSync(join(outside, "made"), join(root, "dangling"))
  linkSync(join(outside, "secret"), join(root, "hardlink"))
  mkdirSync(join(root, "folder"))
  assert.equal(spawnSync("mkfifo", [join(root, "fifo")]).status, 0)
  const before = tree(root)

  const all = (segments: string[], name: string) => [
    () => readFileBelow(root, segments, name, 1_000),
    () => replaceFile(root, segments, name, bytes("x"), any),
    () => removeFile(root, segments, name, any),
    () => moveFile(root, { segments, name }, { segments: [], name: "moved" }),
  ]
  for (const attempt of all(["linkdir"], "secret")) await assert.rejects(attempt(), { code: "ESYMLINK" })
  await assert.rejects(replaceFile(root, ["linkdir", "new"], "n.md", bytes("x"), any), { code: "ESYMLINK" })
  for (const name of ["linkfile", "dangling"]) {
    for (const attempt of all([], name)) await assert.rejects(attempt(), { code: /^(ESYMLINK|ENOTREG)$/ })
  }
  for (const name of ["fifo", "folder"]) {
    for (const attempt of all([], name)) await assert.rejects(attempt(), { code: "ENOTREG" })
  }
  await assert.rejects(replaceFile(root, [], "hardlink", bytes("x"), any), { code: "EHARDLINK" })
  await assert.rejects(readFileBelow("/dev", [], "null", 1_000), { code: "ENOTREG" })
  assert.deepEqual(tree(root), before)
  assert.deepEqual(tree(outside), ["secret"])
  assert.equal(readFileSync(join(outside, "secret"), "utf8"), "secret")
})

test("file: a name is one name", async () => {
  const root = tempDir("file")
  for (const bad of ["", ".", "..", "a/b", "/etc", "../x", "a\0b"]) {
    for (const attempt of [
      () => readFileBelow(root, [bad], "n.md", 10),
      () => readFileBelow(root, [], bad, 10),
      () => replaceFile(root, [bad], "n.md", bytes("x"), any),
      () => replaceFile(root, [], bad, bytes("x"), any),
      () => removeFile(root, [], bad, any),
      () => moveFile(root, { segments: [], name: bad }, { segments: [], name: "b" }),
    ]) {
      await assert.rejects(attempt(), { code: "EBADNAME" })
    }
  }
  assert.deepEqual(tree(root), [])
})

test("file: a name of the longest length can be written", async () => {
  const root = tempDir("file")
  const name = "n".repeat(255)
  await replaceFile(root, [], name, bytes("long"), any)
  assert.equal(text(await readFileBelow(root, [], name, 10)), "long")
})

test("file: a move never overwrites, and finishes one that a crash cut short", async () => {
  const root = tempDir("file")
  const from = { segments: ["a"], name: "n.md" }
  const to = { segments: ["b", "c"], name: "m.md" }
  await replaceFile(root, ["a"], "n.md", bytes("one"), any)
  await moveFile(root, from, to)
  assert.deepEqual(tree(root), ["a", "b", "b/c", "b/c/m.md"])
  await replaceFile(root, ["a"], "n.md", bytes("two"), any)
  await assert.rejects(moveFile(root, from, to), { code: "EEXIST" })
  assert.equal(readFileSync(join(root, "b/c/m.md"), "utf8"), "one")
  rmSync(join(root, "b/c/m.md"))
  linkSync(join(root, "a/n.md"), join(root, "b/c/m.md"))
  await moveFile(root, from, to)
  assert.deepEqual(tree(root), ["a", "b", "b/c", "b/c/m.md"])
  assert.equal(readFileSync(join(root, "b/c/m.md"), "utf8"), "two")
  await assert.rejects(moveFile(root, from, to), { code: "ENOENT" })
  await assert.rejects(moveFile(root, to, to), { code: "EEXIST" })
  linkSync(join(root, "b/c/m.md"), join(root, "twin"))
  await assert.rejects(moveFile(root, to, to), { code: "EEXIST" })
  assert.equal(readFileSync(join(root, "b/c/m.md"), "utf8"), "two")
})

test("file: the sweep takes old temporary files of ours, follows no link, and nothing else", async () => {
  const outside = tempDir("outside")
  const root = tempDir("file")
  mkdirSync(join(root, "a/b"), { recursive: true })
  symlinkSync(outside, join(root, "a/link"))
  const [old, fresh, beyond] = [tempName(), tempName(), tempName()]
  for (const path of [join(root, "a/b", old), join(root, ".#n.md"), join(root, "n.tmp"), join(outside, beyond)]) {
    writeFileSync(path, "x")
    utimesSync(path, 1_000, 1_000)
  }
  writeFileSync(join(root, fresh), "x")
  symlinkSync(join(outside, beyond), join(root, "a", tempName()))
  const left = tree(root).filter((path) => path !== `a/b/${old}`)
  assert.equal(await sweepTemps(root, 60_000, Date.now()), 1)
  assert.deepEqual(tree(root), left)
  assert.ok(existsSync(join(outside, beyond)))
})

for (const umask of [0o000, 0o022, 0o077]) {
  test(`file: folders 0700 and files 0600 under umask ${umask.toString(8).padStart(3, "0")}`, async () => {
    const before = process.umask(umask)
    try {
      const root = join(tempDir("file"), "x/y")
      assert.equal((await privateDir(root)).tightened, false)
      await replaceFile(root, ["a", "b"], "n.md", bytes("one"), any)
      await moveFile(root, { segments: ["a", "b"], name: "n.md" }, { segments: ["c"], name: "n.md" })
      const modes = ["..", ".", "a", "a/b", "c"].map((path) => statSync(join(root, path)).mode & 0o777)
      assert.deepEqual(modes, [0o700, 0o700, 0o700, 0o700, 0o700])
      assert.equal(statSync(join(root, "c/n.md")).mode & 0o777, 0o600)
    } finally {
      process.umask(before)
    }
  })
}

test("file: loose modes are tightened with a notice, and an open parent is reported", async () => {
  const parent = tempDir("file")
  const dir = join(parent, "root")
  mkdirSync(dir)
  setMode(dir, 0o755)
  assert.deepEqual(await privateDir(dir), { tightened: true, parentWritableByOthers: false })
  assert.equal(statSync(dir).mode & 0o777, 0o700)
  setMode(parent, 0o777)
  assert.deepEqual(await privateDir(dir), { tightened: false, parentWritableByOthers: true })
  setMode(parent, 0o1777)
  assert.deepEqual(await privateDir(dir), { tightened: false, parentWritableByOthers: false })

  const file = join(dir, "f")
  assert.deepEqual(await privateFile(file), { tightened: false })
  writeFileSync(file, "")
  setMode(file, 0o664)
  assert.deepEqual(await privateFile(file), { tightened: true })
  assert.equal(statSync(file).mode & 0o777, 0o600)
  symlinkSync(file, `${file}.link`)
  await assert.rejects(privateFile(`${file}.link`), { code: "ENOTREG" })
  await assert.rejects(privateDir(file), { code: "ENOTDIR" })
})

function setMode(path: string, mode: number): void {
  assert.equal(spawnSync("chmod", [mode.toString(8), path]).status, 0)
}

test("file: no descriptor is left open, whatever fails", async () => {
  const root = tempDir("file")
  symlinkSync("/etc", join(root, "link"))
  writeFileSync(join(root, "plain"), "x")
  await replaceFile(root, ["a"], "n.md", bytes("warm up"), any)
  const before = openDescriptors()
  for (let round = 0; round < 50; round++) {
    await replaceFile(root, ["a", "b"], "n.md", bytes(String(round)), any)
    const refuse = () => {
      throw new Error("no")
    }
    const attempts = [
      replaceFile(root, ["a"], "n.md", bytes("x"), { ...any, expect: refuse }),
      replaceFile(root, ["a", "link2", "b"], "..", bytes("x"), any),
      readFileBelow(root, ["a", "..", "b"], "n.md", 10),
      readFileBelow(root, ["link"], "passwd", 10),
      readFileBelow(root, ["plain"], "n.md", 10),
      removeFile(root, ["a"], "b", any),
      moveFile(root, { segments: ["a"], name: "n.md" }, { segments: ["link"], name: "n.md" }),
    ]
    for (const attempt of await Promise.allSettled(attempts)) assert.equal(attempt.status, "rejected")
  }
  assert.equal(openDescriptors(), before)
})
