import { afterEach, expect, test } from "bun:test"
import { closeApps, openWithoutHistory } from "../../test/bed/opened-app.ts"
import { lastRunMark, lastRunText, passMark } from "../background/last-run.ts"
import { nullLog } from "../platform/log.ts"
import { openBackgroundLog } from "../store/tables/background-log.ts"
import { spareState } from "../store/tables/spare-state.ts"
import { memoryBackground } from "./memory-background.ts"

afterEach(closeApps)

test("a person allows background calls and forbids them, and sees what they have cost", async () => {
  const { app } = await openWithoutHistory()
  const run = async (answer: string) =>
    memoryBackground.toText(await memoryBackground.run({ app, by: "person" }, { answer }), "person")
  expect(await run("show")).toContain("off (you have not agreed to them yet)")
  expect(await run("on")).toContain("background calls: on; 0 of 100,000 tokens today")
  const day = new Date(app.clock.now()).toISOString().slice(0, 10)
  const call = { purpose: "extraction", model: "bed/small", estimate: 10 }
  app.store.background.pay(day, call, 1000)
  app.store.background.settle(day, call, { input: 1234, output: 56, cost: 0, isEstimated: true })
  expect(await run("show")).toContain("extraction on bed/small: 1 call, 1,234 tokens in, 56 out (estimated")
  expect(await run("off")).toContain("background calls: off")
})

test("a person sees what it came to last and when it comes next", async () => {
  const { app } = await openWithoutHistory({ env: { CAIRN_BACKGROUND: "on" } })
  const { background } = app.store
  const show = async () => {
    const lines = memoryBackground.toText(await memoryBackground.run({ app, by: "person" }, {}), "person").split("\n")
    return lines.slice(1)
  }
  const at = new Date(2026, 0, 5, 10).getTime()
  expect(await show()).toEqual([
    "- looking for facts: not yet",
    "  next: 60 s after your next turn ends",
    "- tidying up: not yet",
    "  next: after 8 changed facts",
  ])
  background.setMark(lastRunMark("extraction", app.project.name), lastRunText({ proposed: 3, done: 2 }), at)
  background.setMark(lastRunMark("reconcile", app.project.name), lastRunText({ why: "no_history" }), at)
  background.setMark(passMark(app.project.name), "{}", at)
  expect(await show()).toEqual([
    "- looking for facts: 2026-01-05 10:00, 2 of 3 proposals accepted",
    "  next: 60 s after your next turn ends",
    "- tidying up: 2026-01-05 10:00, nothing done: without git nothing is merged or deleted",
    "  next: after 8 changed facts, or from 2026-01-05 22:00 with any",
  ])
  background.setMark(lastRunMark("extraction", app.project.name), lastRunText({ why: "no_usable_answer" }), at)
  expect((await show())[0]).toEndWith("nothing done: the model gave no usable answer")
  background.setMark(lastRunMark("extraction", app.project.name), lastRunText({ proposed: 0, done: 0 }), at)
  expect((await show())[0]).toEndWith("nothing was proposed")
  expect(await memoryBackground.run({ app, by: "person" }, {})).toMatchObject({
    work: [
      { purpose: "extraction", next: { after: "turn", ms: 60_000 } },
      { purpose: "reconcile", next: { after: "changes", changes: 8, from: at + 12 * 3_600_000 } },
    ],
  })
  const day = new Date(app.clock.now()).toISOString().slice(0, 10)
  background.pay(day, { purpose: "extraction", model: "bed/small", estimate: 100_000 }, 100_000)
  expect((await show())[1]).toBe("  next: tomorrow (UTC), since today's tokens are spent")
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
  const store = { ...app.store, background: openBackgroundLog(spareState(undefined, nullLog, "state")) }
  const answering = memoryBackground.run({ app: { ...app, store }, by: "person" }, { answer: "on" })
  await expect(answering).rejects.toMatchObject({ code: "state_off" })
})
