import { describe, expect, test } from "bun:test"
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { readdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { tempDir } from "../../test/bed/sandbox.ts"
import { type AnchoredDir, type AnchorOptions, openAnchored, withAnchored } from "./anchored-dir.ts"

type Open = (root: string, segments: readonly string[], options: AnchorOptions) => Promise<AnchoredDir>

async function thrownBy(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => ({ code: "nothing thrown" }),
    (thrown: { code: string }) => thrown,
  )
  return error.code
}

for (const [way, open] of [
  ["by descriptor", openAnchored],
  ["by path", (root, segments, options) => openAnchored(root, segments, options, false)],
] as [string, Open][]) {
  describe(way, () => {
    test("reaches a folder, and makes missing ones private when asked", async () => {
      const root = tempDir()
      expect(await thrownBy(open(root, ["a"], {}))).toBe("ENOENT")
      const dir = await open(root, ["a", "b"], { create: true })
      await writeFile(dir.at("n.md"), "one")
      await dir.sync()
      expect(await readdir(dir.path)).toEqual(["n.md"])
      await dir.close()
      expect(readFileSync(join(root, "a/b/n.md"), "utf8")).toBe("one")
      expect(statSync(join(root, "a")).mode & 0o777).toBe(0o700)
    })

    test("takes the root through a link, but nothing below it", async () => {
      const outside = tempDir()
      const base = tempDir()
      mkdirSync(join(base, "real/a"), { recursive: true })
      symlinkSync(join(base, "real"), join(base, "root"))
      symlinkSync(outside, join(base, "real/link"))
      symlinkSync(join(base, "real/a"), join(base, "real/inner"))
      await (await open(join(base, "root"), ["a"], {})).close()
      for (const options of [{}, { create: true }]) {
        expect(await thrownBy(open(join(base, "root"), ["link"], options))).toBe("ESYMLINK")
        expect(await thrownBy(open(join(base, "root"), ["link", "new"], options))).toBe("ESYMLINK")
        expect(await thrownBy(open(join(base, "root"), ["inner"], options))).toBe("ESYMLINK")
      }
      expect(readdirSync(outside)).toEqual([])
    })

    test("refuses what is not a folder, and what is not a name", async () => {
      const root = tempDir()
      writeFileSync(join(root, "file"), "")
      for (const options of [{}, { create: true }]) {
        expect(await thrownBy(open(root, ["file"], options))).toBe("ENOTDIR")
        for (const bad of ["", ".", "..", "a/b", "/", "\0"]) {
          expect(await thrownBy(open(root, [bad], options))).toBe("EBADNAME")
        }
      }
      const dir = await open(root, [], {})
      expect(() => dir.at("../file")).toThrow(/EBADNAME/)
      await dir.close()
      expect(await thrownBy(open(join(root, "missing"), [], { create: true }))).toBe("ENOENT")
      expect(readdirSync(root)).toEqual(["file"])
    })
  })
}

test("a folder swapped for a link after opening leads nobody astray", async () => {
  const [root, outside] = [tempDir(), tempDir()]
  mkdirSync(join(root, "a"))
  await withAnchored(root, ["a"], {}, async (dir) => {
    renameSync(join(root, "a"), join(root, "moved"))
    symlinkSync(outside, join(root, "a"))
    await writeFile(dir.at("n.md"), "one")
  })
  expect(lstatSync(join(root, "a")).isSymbolicLink()).toBe(true)
  expect(readdirSync(outside)).toEqual([])
  expect(existsSync(join(root, "moved/n.md"))).toBe(true)
})

test("the folder is closed when the work throws", async () => {
  const root = tempDir()
  const before = readdirSync("/proc/self/fd").length
  const failing = withAnchored(root, ["a"], { create: true }, async () => {
    throw new Error("mine")
  })
  await expect(failing).rejects.toThrow("mine")
  // Another test's may be closed meanwhile.
  expect(readdirSync("/proc/self/fd").length).toBeLessThanOrEqual(before)
})
