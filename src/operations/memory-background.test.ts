import { afterEach, expect, test } from "bun:test"
import { closeApps, openWithoutHistory } from "../../test/bed/opened-app.ts"
import { nullLog } from "../platform/log.ts"
import { openBackgroundLog } from "../store/tables/background-log.ts"
import { memoryBackground } from "./memory-background.ts"

afterEach(closeApps)

test("a person allows background calls and forbids them, and sees what they have cost", async () => {
  const { app } = await openWithoutHistory()
  const run = async (answer: string) =>
    memoryBackground.toText(await memoryBackground.run({ app, by: "person" }, { answer }), "person")
  expect(await run("show")).toContain("off, not agreed to yet")
  expect(await run("on")).toContain("background calls: on; 0 of 100,000 tokens today")
  const day = new Date(app.clock.now()).toISOString().slice(0, 10)
  const call = { purpose: "extraction", model: "bed/small", estimate: 10 }
  app.store.background.pay(day, call, 1000)
  app.store.background.settle(day, call, { input: 1234, output: 56, cost: 0, isEstimated: true })
  expect(await run("show")).toContain("extraction on bed/small: 1 call, 1,234 tokens in, 56 out (estimated")
  expect(await run("off")).toContain("background calls: off")
})

test("a setting overrides the answer", async () => {
  const { app } = await openWithoutHistory({ env: { CAIRN_BACKGROUND: "off" } })
  const result = await memoryBackground.run({ app, by: "person" }, { answer: "on" })
  expect(memoryBackground.toText(result, "person")).toContain(
    'The setting "background" is "off", which overrides the answer.',
  )
})

test("an answer that cannot be saved does not count", async () => {
  const { app } = await openWithoutHistory()
  const store = { ...app.store, background: openBackgroundLog(undefined, nullLog) }
  const answering = memoryBackground.run({ app: { ...app, store }, by: "person" }, { answer: "on" })
  await expect(answering).rejects.toMatchObject({ code: "state_off" })
})
