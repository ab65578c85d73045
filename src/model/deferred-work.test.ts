import { expect, test } from "bun:test"
import { createDeferredWork } from "./deferred-work.ts"

const begin = () => {
  const failures: unknown[] = []
  return { ...createDeferredWork((error) => failures.push(error)), failures }
}

test("deferred work is done after the answer, in order and once", async () => {
  const { add } = begin()
  const done: string[] = []
  add(() => done.push("first"))
  add(() => done.push("second"))
  expect(done).toEqual([])
  await new Promise((resolve) => setImmediate(resolve))
  expect(done).toEqual(["first", "second"])
})

test("what still waits is done before the end, and not again after it", async () => {
  const { add, finish } = begin()
  const done: string[] = []
  add(() => done.push("waited"))
  finish()
  expect(done).toEqual(["waited"])
  await new Promise((resolve) => setImmediate(resolve))
  expect(done).toEqual(["waited"])
})

test("what fails is reported, and the rest is done all the same", async () => {
  const { add, finish, failures } = begin()
  const done: string[] = []
  const fail = () => {
    throw new Error("no space")
  }
  add(fail)
  add(() => done.push("at the end"))
  finish()
  add(fail)
  add(() => done.push("after the answer"))
  await new Promise((resolve) => setImmediate(resolve))
  expect(done).toEqual(["at the end", "after the answer"])
  expect(failures.map(String)).toEqual(["Error: no space", "Error: no space"])
})
