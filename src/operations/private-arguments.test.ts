// What a person marked as private stays out of everything that is kept, whichever tool an agent puts it into and whatever the tag is dressed as.
import { afterAll, expect, test } from "bun:test"
import { z } from "zod"
import { tracesOf } from "../../test/bed/facts-on-disk.ts"
import { closeApps, openedApp } from "../../test/bed/opened-app.ts"
import { isFor } from "./operation.ts"
import { operations } from "./registry.ts"

afterAll(closeApps)

const DRESSES = [
  (text: string) => `<private>${text}</private>`,
  (text: string) => `＜private＞${text}＜／private＞`,
  (text: string) => `<${" ".repeat(12)}private>${text}<${" ".repeat(12)}/private>`,
  (text: string) => `<pri\u200bvate>${text}</pri\u2060vate>`,
  (text: string) => `&lt;private&gt;${text}&lt;/private&gt;`,
]

/** Arguments that the verb takes, with the words in each that is free text. */
function argumentsOf(input: z.ZodType, words: string): Record<string, unknown> {
  interface Property {
    readonly type?: string
    readonly enum?: readonly string[]
  }
  const { properties = {} } = z.toJSONSchema(input) as { properties?: Record<string, Property> }
  const known: Record<string, unknown> = {
    path: "reference/deploy",
    oldString: "every",
    to: "reference/moved",
    block: "goal",
  }
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, { type, enum: choices }]) => {
      if (name in known) return [[name, known[name]]]
      return type === "string" && !choices ? [[name, `The release needs ${words} every night`]] : []
    }),
  )
}

test("no verb keeps what is private, in any of its arguments", async () => {
  const { app, call, root } = await openedApp()
  await call("memory_write", { path: "reference/deploy", content: "The release runs every night." }, "s")
  const verbs = operations.filter(isFor("agent"))
  const secretOf = (name: string, dress: number) => `unlisted-number-${dress}-${name}`
  for (const [at, dress] of DRESSES.entries())
    for (const { name, input } of verbs)
      await call(name, argumentsOf(input, dress(secretOf(name, at))), "s").catch(() => undefined)
  const names = tracesOf(root, "unlisted-number").length > 0 ? verbs.map(({ name }) => name) : []
  const kept = names.filter((name) => DRESSES.some((_, at) => tracesOf(root, secretOf(name, at)).length > 0))
  expect(kept).toEqual([])
  expect(app.journal.read("s").core.goal.content).toContain("[private]")
})
