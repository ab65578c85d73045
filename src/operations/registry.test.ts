import { expect, test } from "bun:test"
import { join } from "node:path"
import { ORDINARY_VERBS } from "../model/tool-mode.ts"
import { isFor } from "./operation.ts"
import { operations, type ToolName } from "./registry.ts"

test("an operation can be loaded before the others", () => {
  const file = join(import.meta.dir, "memory-sessions.ts")
  const { exitCode, stderr } = Bun.spawnSync([process.execPath, "-e", `await import(${JSON.stringify(file)})`])
  expect(`${stderr}`).toBe("")
  expect(exitCode).toBe(0)
})

test("the verbs of ordinary work are verbs that an agent may ask for", () => {
  const names = operations.filter(isFor("agent")).map(({ name }) => name)
  // The type holds the names, the check who may ask.
  expect(names).toEqual(expect.arrayContaining([...ORDINARY_VERBS] satisfies ToolName[]))
})
