// What a person at a terminal is shown of sessions and of the memory as a whole.

import { expect, test } from "bun:test"
import { renameSync, writeFileSync } from "node:fs"
import { openedApp } from "../../test/bed/opened-app.ts"
import { memoryContext } from "./memory-context.ts"
import { memoryDiff } from "./memory-history.ts"
import { memoryRejected } from "./memory-review.ts"
import { memorySession } from "./memory-session.ts"
import { memoryStatus } from "./memory-status.ts"
import type { Operation } from "./operation.ts"
import { tableOf } from "./past-text.ts"

async function opened() {
  const bed = await openedApp()
  const { app } = bed
  const ask = async (operation: Operation, args: unknown = {}) =>
    operation.toText(await operation.run({ app, by: "person" }, args), "person", { columns: 100, hasColour: false })
  return { ...bed, ask }
}

test("a session: its goal, what it keeps in mind, and the very lines that its model was shown", async () => {
  const { ask, call, prefix, close } = await opened()
  expect(ask(memorySession)).rejects.toThrow("no model was shown anything")
  await call("memory_write", { path: "system/rules", content: "The build is made by make." })
  await call("core_memory_update", { block: "goal", operation: "replace", content: "Mend the tide tables" })
  await call("working_memory_add", { content: "harbour.ts applies the offset twice", slot: "error" })
  prefix()
  await new Promise((resolve) => setImmediate(resolve))
  const short = await ask(memorySession)
  expect(short).toContain("GOAL\nMend the tide tables")
  expect(short).toContain("- harbour.ts applies the offset twice")
  expect(short).toMatch(/prefix \(first\): 5 notes, 7 lines of this session/)
  expect(short).not.toContain("The build is made by make.")
  const whole = await ask(memorySession, { prompts: true })
  expect(whole).toMatch(/note project:system\/rules\.md +│ .*\n +│ The build is made by make\./)
  const context = await ask(memoryContext)
  expect(context).toContain("level: safe")
  // The test is a process of the host; a command line only has what that left in the state.
  expect(context).toContain("model: p/m")
  expect(context).toMatch(/memory block: since \d{4}-\d\d-\d\d \d\d:\d\d \(first\)/)
  expect(context).not.toMatch(/not known yet|T\d\d:\d\d/)
  expect(await call("memory_context")).toContain("trend: not known yet")
  expect(ask(memorySession, { session: "ses_unknown" })).rejects.toThrow("knows nothing of session ses_unknown")
  await close()
})

test("after the log was begun anew, the status says since when it counts what was left out", async () => {
  const { app, ask, call, close } = await opened()
  await call("memory_write", { path: "system/rules", content: "The build is made by make." })
  await app.log.flush()
  const log = app.store.layout.log
  const lines = (day: string) =>
    [
      `${day}T12:00:00.000Z INFO host host=v1`,
      `${day}T12:30:00.000Z INFO outputs-retired outputs=7 saved_tokens=9000 rewritten_tokens=4000`,
    ]
      .map((line) => `${line}\n`)
      .join("")
  writeFileSync(log, lines("2026-01-02"))
  renameSync(log, `${log}.1`)
  writeFileSync(log, lines("2026-03-04"))
  expect(await ask(memoryStatus)).toContain(
    "7 left out of requests in 1 round: 9,000 tokens less, 4,000 sent again uncached\nsince 2026-03-04 (start of the log), in all sessions\n",
  )
  await close()
})

test("the status counts what is there, and the diff and the refusals can be looked at", async () => {
  const { app, ask, call, close } = await opened()
  await call("memory_save", { text: "Releases are cut from a branch called release, since main is deployed at night" })
  await call("memory_save", { text: "TypeError: x is not a function" })
  const status = (await memoryStatus.run({ app, by: "person" }, {})) as {
    scopes: { scope: string; facts: unknown[] }[]
    saved: { text: string }[]
    refused: number
    prompt: { parts: { part: string; chars: number }[]; budget: number }
  }
  expect(status.saved.map(({ text }) => text)).toEqual([
    "Releases are cut from a branch called release, since main is deployed at night",
  ])
  expect(status.refused).toBe(1)
  expect(status.scopes[0]).toMatchObject({ scope: "project", facts: [{ type: "project", count: 1 }] })
  expect(status.prompt.parts.find(({ part }) => part === "facts")?.chars).toBeGreaterThan(40)
  expect(await ask(memoryRejected)).toContain(
    "TypeError: x is not a function\n  raw_error (manual): it is an error message",
  )
  await app.store.history?.flush()
  expect(await ask(memoryDiff)).toContain(
    "+Releases are cut from a branch called release, since main is deployed at night",
  )
  await close()
})

test("a table for a person leaves out what is empty, and on a narrow screen its last columns", () => {
  const rows = [
    ["ses_1", "A title", "", "bed/main"],
    ["ses_2", "B", "", "bed/small"],
  ]
  const head = ["ID", "Title", "Cost", "Model"]
  const heads = (columns?: number) => tableOf(head, rows, "person", columns).split("\n")[0]
  expect([heads(), heads(25), heads(24), heads(3)]).toEqual([
    "ID     Title    Model",
    "ID     Title    Model",
    "ID     Title",
    "ID",
  ])
})
