import { expect, test } from "bun:test"
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

test("of two instances of one copy the newer serves it", () => {
  const older = claim("/c")!
  const newer = claim("/c")!
  expect([older.isHeld(), newer.isHeld()]).toEqual([false, true])
  older.release()
  expect(newer.isHeld()).toBe(true)
})
