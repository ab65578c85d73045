import { afterEach, describe, expect, test } from "bun:test"
import { setTimeout as sleep } from "node:timers/promises"
import { createLateHooks } from "../model/late-hooks.ts"
import type { Log } from "../platform/log.ts"
import { guard } from "./guard.ts"

const FAULT = Symbol.for("opencode-cairn.fault")
const lines: string[] = []
const write = (event: string, fields?: object) => void lines.push(`${event} ${JSON.stringify(fields)}`)
const log: Log = { info: write, warn: write, error: write, flush: async () => undefined }

afterEach(() => {
  lines.length = 0
  delete (globalThis as Record<symbol, unknown>)[FAULT]
})

describe("the guard", () => {
  test("makes the change when all is well", async () => {
    const output = { text: "before" }
    await guard(
      "h",
      log,
      1000,
      async (value: { text: string }) => () => void Object.assign(value, { text: "after" }),
    )(output)
    expect(output.text).toBe("after")
    expect(lines).toEqual([])
  })

  test.each([
    [
      "throws",
      () => {
        throw new Error("boom")
      },
    ],
    ["rejects", async () => Promise.reject(new Error("boom"))],
    [
      "throws no error",
      () => {
        throw undefined
      },
    ],
    [
      "makes a change that throws",
      () => () => {
        throw new Error("boom")
      },
    ],
  ])("a hook that %s leaves the host alone and is logged", async (_name, hook) => {
    await guard("h", log, 1000, hook as never)({} as never)
    expect(lines).toHaveLength(1)
    expect(lines[0]).toStartWith("hook-failed")
  })

  test("a late hook leaves a trace, the newest first and only a few", async () => {
    const late = createLateHooks()
    for (let at = 0; at < 7; at++) await guard(`slow ${at}`, log, 5, () => new Promise<never>(() => undefined), late)()
    expect(late.list().map(({ hook }) => hook)).toEqual(["slow 6", "slow 5", "slow 4", "slow 3", "slow 2"])
  })

  test("a late hook changes nothing, even when it ends or fails afterwards", async () => {
    const output = { text: "before" }
    const unhandled: unknown[] = []
    const note = (error: unknown) => void unhandled.push(error)
    process.on("unhandledRejection", note)
    await guard("slow", log, 20, async () => {
      await sleep(60)
      return () => void Object.assign(output, { text: "after" })
    })()
    await guard("slow", log, 20, async () => {
      await sleep(60)
      throw new Error("late boom")
    })()
    await guard("stuck", log, 20, () => new Promise<never>(() => undefined))()
    await sleep(120)
    process.off("unhandledRejection", note)
    expect(output.text).toBe("before")
    expect(unhandled).toEqual([])
    expect(lines.filter((line) => line.startsWith("hook-late"))).toHaveLength(3)
  })

  test("a hook that hangs is not waited for as long again; one that was only slow is", async () => {
    const answers: PromiseWithResolvers<void>[] = []
    const hook = guard("h", log, 1500, async () => {
      const answer = Promise.withResolvers<void>()
      answers.push(answer)
      await answer.promise
      return undefined
    })
    const timed = async (call: Promise<void>) => {
      const begun = performance.now()
      await call
      return performance.now() - begun
    }
    expect(await timed(hook())).toBeGreaterThan(1400)
    expect(await timed(hook())).toBeLessThan(1400)
    for (const { resolve } of answers) resolve()
    await sleep(1)
    const slow = hook()
    await sleep(400)
    answers.at(-1)!.resolve()
    await slow
    expect(lines).toHaveLength(2)
  })

  test("a fault can be put into any hook by name", async () => {
    ;(globalThis as Record<symbol, unknown>)[FAULT] = (hook: string) => {
      if (hook === "b") throw new Error("fault")
    }
    const ran: string[] = []
    for (const name of ["a", "b"]) await guard(name, log, 100, () => void ran.push(name) as undefined)()
    expect(ran).toEqual(["a"])
  })
})
