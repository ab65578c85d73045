import { expect, test } from "bun:test"
import type { Moments, Reverted } from "../../flows/contract.ts"
import { createReverts } from "./reverts.ts"

function stage() {
  const told: Reverted[] = []
  const moments = { reverted: async (said: Reverted) => void told.push(said) } as unknown as Moments
  const marked = { revert: { messageID: "msg_2" } }
  return { told, moments, marked, reverts: createReverts() }
}

const gone = { sessionID: "ses_1", messageID: "msg_2", andAfter: true }

test("what is marked is told before the prompt, and its event tells nothing new", async () => {
  const { told, moments, marked, reverts } = stage()
  reverts.staged("ses_1", "msg_2")
  await reverts.beforePrompt(moments, "ses_1", marked)
  expect(told).toEqual([gone])
  await reverts.committed(moments, "ses_1", "msg_2")
  expect(told).toEqual([gone])
})

test("a mark that was made in another life of the host is told as well", async () => {
  const { told, moments, marked, reverts } = stage()
  await reverts.beforePrompt(moments, "ses_1", marked)
  expect(told).toEqual([gone])
})

test("nothing is marked, or no longer: nothing is reported", async () => {
  const { told, moments, reverts } = stage()
  reverts.staged("ses_1", "msg_2")
  for (const session of [{}, undefined, { revert: null }]) await reverts.beforePrompt(moments, "ses_1", session)
  expect(told).toEqual([])
})

test("what is done away with without a prompt is told by the event", async () => {
  const { told, moments, reverts } = stage()
  await reverts.committed(moments, "ses_1", "msg_2")
  expect(told).toEqual([gone])
})
