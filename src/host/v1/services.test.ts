import { expect, test } from "bun:test"
import type { PluginInput } from "@opencode-ai/plugin"
import { notice } from "../../model/notice.ts"
import { createServices } from "./services.ts"

test("a toast repeats what the one before it in the same turn had no time to say, and is good news only if all of it is", async () => {
  const shown: unknown[] = []
  const client = { tui: { showToast: async ({ body }: { body: unknown }) => void shown.push(body) } }
  const services = createServices(client as unknown as PluginInput["client"])
  await services.notice([{ ...notice("saved", 'Saved: "one"'), isGood: true }])
  await services.notice([notice("waiting", "1 new note waits", "review it")])
  services.turnBegan("ses_1")
  await services.notice([notice("waiting", "2 notes wait", "review them")])
  expect(shown).toMatchObject([
    { message: 'Saved: "one"', variant: "success", duration: 6000 },
    { message: 'Saved: "one"\n1 new note waits; review it', variant: "warning", duration: 12_000 },
    { message: "2 notes wait; review them", duration: 6000 },
  ])
})

test("a task for a subagent is no message of the user's: what was shown before it is repeated", async () => {
  const shown: string[] = []
  const client = {
    tui: { showToast: async ({ body }: { body: { message: string } }) => void shown.push(body.message) },
    session: { get: async () => ({ data: { id: "ses_resumed", parentID: "ses_1" } }) },
  }
  const services = createServices(client as unknown as PluginInput["client"])
  services.meet({ id: "ses_1" })
  services.meet({ id: "ses_task", parentID: "ses_1" })
  await services.parentOf("ses_resumed")
  await services.notice([notice("saved", "one")])
  for (const id of ["ses_task", "ses_resumed"]) services.turnBegan(id)
  await services.notice([notice("saved", "two")])
  services.turnBegan("ses_1")
  await services.notice([notice("saved", "three")])
  expect(shown).toEqual(["one", "one\ntwo", "three"])
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

const ASKED = { purpose: "extraction", prompt: "?", model: "p/m/x", about: "ses_1" } as const

test("a question is a child of the session that it is about, and at its deadline it is aborted and deleted", async () => {
  const did: unknown[] = []
  const told = (what: string) => async (given: { path?: { id: string }; body?: unknown }) => {
    did.push([what, given.path?.id, ...(what === "create" ? [given.body] : [])])
    return { data: what === "create" ? { id: "ses_slow" } : undefined }
  }
  const prompt = (given: { body?: { model?: unknown; tools?: unknown } }) => {
    did.push(["prompt", given.body?.model, given.body?.tools])
    return new Promise<never>(() => undefined)
  }
  const client = { session: { create: told("create"), prompt, abort: told("abort"), delete: told("delete") } }
  const services = createServices(client as unknown as PluginInput["client"])
  await expect(services.ask({ ...ASKED, deadlineMs: 30 })).rejects.toThrow("no answer within 30 ms")
  expect(did).toEqual([
    ["create", undefined, { title: "[cairn] extraction", parentID: "ses_1", metadata: { cairn: "extraction" } }],
    ["prompt", { providerID: "p", modelID: "m/x" }, { "*": false }],
    ["abort", "ses_slow"],
    ["delete", "ses_slow"],
  ])
  expect(services.isOwn("ses_slow")).toBe(true)
})

test("another copy's question is recognised by title and metadata, and a session of the user's is not", () => {
  const services = createServices({} as PluginInput["client"])
  const title = "[cairn] reconcile"
  services.meet({ id: "ses_theirs", title, metadata: { cairn: "reconcile" } })
  services.meet({ id: "ses_titled", title })
  services.meet({ id: "ses_marked", title: "a plan", metadata: { cairn: "reconcile" } })
  expect(["ses_theirs", "ses_titled", "ses_marked"].map(services.isOwn)).toEqual([true, false, false])
})
