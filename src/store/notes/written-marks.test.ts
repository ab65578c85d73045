// A hint that tells Cairn's own texts from a person's: what it says is the last text at a path, and whatever becomes of it nothing fails.
import { expect, test } from "bun:test"
import { existsSync, rmSync, statSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { openedApp } from "../../../test/bed/opened-app.ts"
import { tempDir } from "../../../test/bed/sandbox.ts"
import { git } from "../../../test/bed/store-on-disk.ts"
import { openWrittenMarks } from "./written-marks.ts"

test("the last text at a path is known, to every process, and no other", () => {
  const file = join(tempDir("marks"), "cache/written")
  const [one, other] = [openWrittenMarks(file), openWrittenMarks(file)]
  expect(one.has("a.md", "1")).toBe(false)
  one.add("a.md", "1")
  other.add("b/a.md", "2")
  expect([other.has("a.md", "1"), one.has("b/a.md", "2"), one.has("a.md", "2")]).toEqual([true, true, false])
  other.add("a.md", "3")
  expect([one.has("a.md", "1"), one.has("a.md", "3"), one.has("a.md", "")]).toEqual([false, true, false])
})

test("it stays small, and a damaged or unwritable one is as good as none", () => {
  const file = join(tempDir("marks"), "cache/written")
  const marks = openWrittenMarks(file)
  for (let at = 0; at < 2000; at++) marks.add(`note-${at}.md`, "0".repeat(64))
  expect(statSync(file).size).toBeLessThan(64 * 1024)
  expect([marks.has("note-1999.md", "0".repeat(64)), marks.has("note-1.md", "0".repeat(64))]).toEqual([true, false])
  writeFileSync(file, new Uint8Array([0xff, 0, 0x0a, 0xc3]))
  expect(marks.has("note-1999.md", "0".repeat(64))).toBe(false)
  rmSync(dirname(file), { recursive: true })
  writeFileSync(dirname(file), "a file in its place")
  marks.add("a.md", "1")
  expect(marks.has("a.md", "1")).toBe(false)
})

test("what Cairn wrote is replaced without a commit of its own; what a person wrote is in history first", async () => {
  const cairn = await openedApp({ env: { CAIRN_AUTO_COMMIT_DEBOUNCE_MS: "600000" } })
  await cairn.call("memory_write", { path: "reference/a", content: "by Cairn" })
  expect(existsSync(cairn.app.store.layout.written)).toBe(true)
  cairn.edit("reference/a.md", "by hand\n")
  await cairn.call("memory_write", { path: "reference/a", content: "by Cairn again" })
  expect(git(cairn.root, "log", "-p", "--format=")).toContain("+by hand")
  await cairn.close()
})
