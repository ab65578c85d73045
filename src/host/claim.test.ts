import { expect, test } from "bun:test"
import { claimDirectory } from "./claim.ts"

test("of two copies of Cairn the first serves a directory, until it lets go", async () => {
  const other = (await import(`./claim.ts?copy=${Date.now()}`)) as typeof import("./claim.ts")
  expect(other.claimDirectory).not.toBe(claimDirectory)
  const mine = claimDirectory("/a")
  expect(mine?.isHeld()).toBe(true)
  expect(other.claimDirectory("/a")).toBeUndefined()
  expect(other.claimDirectory("/b")?.isHeld()).toBe(true)
  mine?.release()
  expect(other.claimDirectory("/a")?.isHeld()).toBe(true)
})

test("of two instances of one copy the newer serves it", () => {
  const older = claimDirectory("/c")!
  const newer = claimDirectory("/c")!
  expect([older.isHeld(), newer.isHeld()]).toEqual([false, true])
  older.release()
  expect(newer.isHeld()).toBe(true)
})
