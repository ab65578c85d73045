import { describe, expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { tempDir } from "../../test/bed/sandbox.ts"
import { openApp } from "../app.ts"
import type { HostServices } from "../flows/contract.ts"
import type { Notice } from "../model/notice.ts"
import { findRoot } from "../store/layout.ts"
import { startRuntime } from "./runtime.ts"

test("what reaches an instance that the host has closed or replaced does nothing, and is no trouble for the doctor", async () => {
  const services = { notice: async () => undefined, choosesTools: false, database: "" } as unknown as HostServices
  const start = () => startRuntime({ host: "h", directory, options: {}, services })
  const directory = tempDir("twice")
  const older = (await start())!
  await older.ready()
  const newer = (await start())!
  await newer.ready()
  expect([await older.moments(), (await newer.moments()) === undefined]).toEqual([undefined, false])
  await Promise.all([older.close(), newer.close()])
  expect(await newer.moments()).toBeUndefined()
  const log = readFileSync(join(findRoot(process.env), "cairn.log"), "utf8")
  expect(log).toContain("retired")
  expect(log).not.toContain("WARN")
})

describe("a memory folder that does not answer", () => {
  const hangs = () => new Promise<never>(() => undefined)

  test("is given up: tools say so, hooks go on without it, the person is told once, and the end does not wait for it", async () => {
    const told: Notice[] = []
    const services = {
      notice: async (notices: readonly Notice[]) => void told.push(...notices),
      choosesTools: false,
      database: "",
    } as unknown as HostServices
    const directory = tempDir("hangs")
    const runtime = (await startRuntime({ host: "h", directory, options: {}, services, open: hangs, slowMs: 0 }))!
    await runtime.ready()
    const tool = runtime.toolsIn("full").find(({ name }) => name === "memory_tree")!
    const answer = await tool.call({}, { sessionID: "s" })
    expect(answer).toStartWith("Error (memory_unavailable): memory could not be opened: its folder does not answer")
    const waits = runtime.guarded("waits", 3_600_000, async () => {
      await runtime.moments()
      return undefined
    })
    await waits()
    await runtime.showNotices("s")
    await runtime.showNotices("s")
    expect(told.map(({ code }) => code)).toEqual(["memory_off"])
    await runtime.close()
  })

  test("that answers after all has its own notices told then", async () => {
    const told = Promise.withResolvers<string[]>()
    const codes: string[] = []
    const notice = async (notices: readonly Notice[]) => {
      codes.push(...notices.map(({ code }) => code))
      if (codes.includes("own")) told.resolve(codes)
    }
    const services = { notice, choosesTools: false, database: "" } as unknown as HostServices
    const answers = Promise.withResolvers<void>()
    const open: typeof openApp = async (given) => {
      await answers.promise
      const app = await openApp(given)
      return { ...app, notices: [{ code: "own", text: "slow, but here", hint: "" }] }
    }
    const directory = tempDir("slow")
    const runtime = (await startRuntime({ host: "h", directory, options: {}, services, open, slowMs: 0 }))!
    await runtime.showNotices("s")
    answers.resolve()
    expect((await told.promise).at(-1)).toBe("own")
    await runtime.close()
  })
})
