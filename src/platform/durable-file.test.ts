import { expect, test } from "bun:test"
import { spawnSync } from "node:child_process"
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, unlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { tempDir } from "../../test/bed/sandbox.ts"
import { startChild } from "../../test/contract/runtimes.ts"
import {
  type ChangeOptions,
  discardStaged,
  moveFile,
  placeStaged,
  readFileBelow,
  removeFile,
  replaceFile,
  type StagedFile,
  stageFile,
} from "./durable-file.ts"
import { sweepTemps } from "./temp-file.ts"

const bytes = (text: string) => new TextEncoder().encode(text)
const any = { maxBytes: 1_000 }

test("thousands of operations race with swaps for links, and nothing outside is read or changed", async () => {
  const [root, outside] = [tempDir(), tempDir()]
  mkdirSync(join(root, "a"))
  writeFileSync(join(outside, "n.md"), "secret")
  writeFileSync(join(outside, "twin.md"), "twin")
  const swapper = startChild("node", "swap-child.ts", root, outside)
  expect(await swapper.line()).toBe("swapping")

  const outcomes = new Map<string, number>()
  let leaks = 0
  const read = async () => {
    const found = await readFileBelow(root, ["a"], "n.md", 1_000)
    if (found && new TextDecoder().decode(found.bytes) === "secret") leaks += 1
  }
  const operations = [
    read,
    read,
    () => replaceFile(root, ["a"], "n.md", bytes("agent"), any),
    () => replaceFile(root, ["a", "sub"], "n.md", bytes("agent"), any),
    () => removeFile(root, ["a"], "n.md", any),
    () => moveFile(root, { segments: ["a"], name: "n.md" }, { segments: ["a", "sub"], name: "m.md" }),
    () => sweepTemps(root, 0, Date.now()),
  ]
  async function worker(): Promise<void> {
    for (let n = 0; n < 1_300; n++) {
      const outcome = await operations[n % operations.length]!().then(
        () => "done",
        (error: { code?: string }) => error.code ?? String(error),
      )
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: 8 }, worker))
  swapper.process.kill("SIGKILL")
  await swapper.exit

  expect(leaks).toBe(0)
  expect(readdirSync(outside).sort()).toEqual(["n.md", "twin.md"])
  expect(readFileSync(join(outside, "n.md"), "utf8")).toBe("secret")
  expect(readFileSync(join(outside, "twin.md"), "utf8")).toBe("twin")
  // The race was a race: some got through, some met a link.
  expect(outcomes.get("done")).toBeGreaterThan(100)
  expect(outcomes.get("ESYMLINK")).toBeGreaterThan(0)
})

test("a full disk leaves the old content and no temporary file, and writing works again when there is room", async () => {
  const root = tempDir()
  if (spawnSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", root]).status !== 0) {
    process.stdout.write("skipped: a small tmpfs cannot be mounted here\n")
    return
  }
  try {
    await replaceFile(root, ["a"], "n.md", bytes("old"), any)
    const large = replaceFile(root, ["a"], "n.md", new Uint8Array(100_000), any)
    expect(await large.catch((error) => error.code)).toBe("ENOSPC")
    expect(readdirSync(join(root, "a"))).toEqual(["n.md"])
    expect(readFileSync(join(root, "a/n.md"), "utf8")).toBe("old")
    await replaceFile(root, ["a"], "n.md", bytes("new"), any)
    expect(readFileSync(join(root, "a/n.md"), "utf8")).toBe("new")
  } finally {
    spawnSync("umount", [root])
  }
})

test("a staged file takes its place only as it was staged, and where nobody has written meanwhile", async () => {
  const root = tempDir()
  const stage = (text: string) => stageFile(root, ["a"], bytes(text))
  const place = (staged: StagedFile, options: ChangeOptions = any) =>
    placeStaged(root, ["a"], "n.md", staged, options).then(
      (stamp) => stamp?.size,
      (error) => error.code,
    )
  const [first, swapped, gone, late] = [
    await stage("one"),
    await stage("two"),
    await stage("three"),
    await stage("four"),
  ]
  expect(await place(first)).toBe(3)
  writeFileSync(join(root, "a", swapped.temp), "evil")
  await discardStaged(root, ["a"], gone)
  expect([await place(swapped), await place(gone)]).toEqual(["ECHANGED", undefined])
  const swept = await stage("five")
  const sweep = () => unlinkSync(join(root, "a", swept.temp))
  expect(await place(swept, { ...any, expect: sweep })).toBe(undefined)
  const refuse = () => {
    throw Object.assign(new Error(), { code: "refused" })
  }
  expect(await place(late, { ...any, expect: refuse })).toBe("refused")
  for (const one of [swapped, late]) await discardStaged(root, ["a"], one)
  expect(readdirSync(join(root, "a"))).toEqual(["n.md"])
  expect(readFileSync(join(root, "a/n.md"), "utf8")).toBe("one")
})

test("a disk out of inodes leaves the old content", async () => {
  const root = tempDir()
  if (spawnSync("mount", ["-t", "tmpfs", "-o", "nr_inodes=6", "tmpfs", root]).status !== 0) {
    process.stdout.write("skipped: a small tmpfs cannot be mounted here\n")
    return
  }
  try {
    await replaceFile(root, ["a"], "n.md", bytes("old"), any)
    for (const name of ["1", "2", "3", "4"]) spawnSync("touch", [join(root, name)])
    const failed = replaceFile(root, ["a"], "n.md", bytes("new"), any)
    expect(await failed.catch((error) => error.code)).toBe("ENOSPC")
    expect(readFileSync(join(root, "a/n.md"), "utf8")).toBe("old")
    rmSync(join(root, "1"))
    expect((await replaceFile(root, ["a"], "n.md", bytes("new"), any)).size).toBe(3)
    expect(statSync(join(root, "a/n.md")).size).toBe(3)
  } finally {
    spawnSync("umount", [root])
  }
})

test("a text that cannot be staged leaves no folder, also if only some of its folders could be made", async () => {
  const root = tempDir()
  const tooLong = "x".repeat(300)
  await expect(stageFile(root, ["new", "deep", tooLong], bytes("text"))).rejects.toMatchObject({ code: "ENAMETOOLONG" })
  expect(readdirSync(root)).toEqual([])
})
