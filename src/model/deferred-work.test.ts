import { expect, test } from "bun:test"
import { createDeferredWork } from "./deferred-work.ts"

test("deferred work is done after the answer, in order and once", async () => {
  const { add } = createDeferredWork()
  const done: string[] = []
  add(() => done.push("first"))
  add(() => done.push("second"))
  expect(done).toEqual([])
  await new Promise((resolve) => setImmediate(resolve))
  expect(done).toEqual(["first", "second"])
})

test("what still waits is done before the end, and not again after it", async () => {
  const { add, finish } = createDeferredWork()
  const done: string[] = []
  add(() => done.push("waited"))
  finish()
  expect(done).toEqual(["waited"])
  await new Promise((resolve) => setImmediate(resolve))
  expect(done).toEqual(["waited"])
})
