import { expect, test } from "bun:test"
import type { PluginInput } from "@opencode-ai/plugin"
import { notice } from "../../model/notice.ts"
import { createServices } from "./services.ts"

test("a toast repeats what the one before it had no time to say, and is good news only if all of it is", async () => {
  const shown: unknown[] = []
  const client = { tui: { showToast: async ({ body }: { body: unknown }) => void shown.push(body) } }
  const services = createServices(client as unknown as PluginInput["client"])
  await services.notice([{ ...notice("saved", 'Saved: "one"'), isGood: true }], "ses_1")
  await services.notice([notice("waiting", "1 new note waits for you", "review it")], "ses_1")
  expect(shown).toMatchObject([
    { message: 'Saved: "one"', variant: "success", duration: 6000 },
    { message: 'Saved: "one"\n1 new note waits for you; review it', variant: "warning", duration: 12_000 },
  ])
})

test("only a session that a question was asked in is removed as one, whatever its title says", async () => {
  const kept = {
    ses_ours: { id: "ses_ours", title: "[cairn] extraction", metadata: { cairn: "extraction" } },
    ses_users: { id: "ses_users", title: "[cairn] extraction" },
  }
  const deleted: string[] = []
  const client = {
    session: {
      get: async ({ path }: { path: { id: keyof typeof kept } }) => ({ data: kept[path.id] }),
      delete: async ({ path }: { path: { id: string } }) => void deleted.push(path.id),
    },
  }
  const services = createServices(client as unknown as PluginInput["client"])
  for (const id of ["ses_users", "ses_ours", "ses_gone"]) await services.removeQuestion?.(id)
  expect(deleted).toEqual(["ses_ours"])
})

test("an answer is not lost because the session of the question cannot be removed", async () => {
  const answer = { info: { tokens: { input: 5, output: 2 } }, parts: [{ type: "text", text: "[]" }] }
  const client = {
    session: {
      create: async () => ({ data: { id: "ses_q" } }),
      prompt: async () => ({ data: answer }),
      delete: async () => Promise.reject(new Error("the socket was closed")),
    },
  }
  const services = createServices(client as unknown as PluginInput["client"])
  const asked = { purpose: "extraction", prompt: "?", model: "p/m", deadlineMs: 1000, about: "ses_1" } as const
  expect(await services.ask(asked)).toMatchObject({ text: "[]", tokens: { input: 5, output: 2 } })
})
