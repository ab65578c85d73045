import { expect, test } from "bun:test"
import { rmSync } from "node:fs"
import { join } from "node:path"
import { tempDir } from "../../test/bed/sandbox.ts"
import { keptIndex } from "./kept-index.ts"

test("what was used last stays open for the next, nobody shares it, and what is removed or has failed does not stay", async () => {
  const file = join(tempDir("past"), "past.db")
  const { use, close } = keptIndex(file)
  const first = await use((index) => index)
  expect(await use((index) => index)).toBe(first)
  const both = await use(async (index) => [index, await use((other) => other)])
  expect(both[0]).toBe(first)
  expect(both[1]).not.toBe(first)
  const last = await use((index) => index)
  rmSync(file)
  expect(await use((index) => index)).not.toBe(last)
  const failed = use((index) => {
    throw Object.assign(new Error("no"), { index })
  })
  const { index } = (await failed.catch((error: unknown) => error)) as { index: unknown }
  expect(await use((one) => one)).not.toBe(index)
  close()
  expect(() => last.size()).toThrow()
})
