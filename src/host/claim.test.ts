import { expect, test } from "bun:test"
import { symlinkSync } from "node:fs"
import { join } from "node:path"
import { tempDir } from "../../test/bed/sandbox.ts"
import { claim } from "./claim.ts"

test("of two copies of Cairn the first serves a directory, until it lets go", async () => {
  const other = (await import(`./claim.ts?copy=${Date.now()}`)) as typeof import("./claim.ts")
  expect(other.claim).not.toBe(claim)
  const mine = claim("/a")
  expect(mine?.isHeld()).toBe(true)
  expect(other.claim("/a")).toBeUndefined()
  expect(other.claim("/b")?.isHeld()).toBe(true)
  mine?.release()
  expect(other.claim("/a")?.isHeld()).toBe(true)
})

test("of two instances of one copy the newer serves it, also by another name of the directory", () => {
  const directory = tempDir("project")
  const link = join(tempDir("links"), "project")
  symlinkSync(directory, link)
  const older = claim(directory)!
  const newer = claim(link)!
  expect([older.isHeld(), newer.isHeld()]).toEqual([false, true])
  older.release()
  expect(newer.isHeld()).toBe(true)
})
