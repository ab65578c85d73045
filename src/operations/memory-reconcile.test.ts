import { afterEach, expect, test } from "bun:test"
import { TEXTS, withFacts } from "../../test/bed/facts-in-pass.ts"
import { minedSession } from "../../test/bed/mined-session.ts"
import { closeApps, openWithoutHistory } from "../../test/bed/opened-app.ts"
import { untilTrue } from "../../test/bed/store-on-disk.ts"
import { planMark } from "../background/reconcile-report.ts"
import { nullLog } from "../platform/log.ts"
import { openBackgroundLog } from "../store/tables/background-log.ts"
import { spareState } from "../store/tables/spare-state.ts"
import { memoryReconcile } from "./memory-reconcile.ts"

afterEach(closeApps)

test("a person's wish waits for the next idle OpenCode, and the last plan is shown", async () => {
  const { cairn, session, questions } = await minedSession({ env: { CAIRN_EXTRACT_DEBOUNCE_MS: "0" } })
  const ask = async () =>
    memoryReconcile.toText(await memoryReconcile.run({ app: cairn.app, by: "person" }, {}), "person")
  expect(await ask()).toContain("There is no plan yet.")
  for (const place of ["first", "second"])
    await cairn.call(
      "memory_save",
      { text: `The ${place} queue of the importer runs on the small host`, type: "project" },
      session,
    )
  await cairn.moments.wentIdle({ sessionID: session })
  await untilTrue(() => questions.some(({ purpose }) => purpose === "reconcile"))
  await untilTrue(() => cairn.app.store.background.mark(planMark(cairn.app.project.name)) !== undefined)
  expect(await ask()).toContain("The last plan, of ")
})

test("the plan is data, and words only where it is shown", async () => {
  const mined = await withFacts(TEXTS.slice(0, 2), "extraction")
  const [a, b] = [1, 2]
  mined.answers([{ op: "merge", of: [a, b], text: "Nothing that these facts say", why: "the same" }])
  const { app, call } = mined.cairn
  expect(await call("memory_reconcile", { dryRun: true }, mined.session)).toContain(
    "Nothing was changed. The plan:\nmerge",
  )
  await memoryReconcile.run({ app, by: "person" }, { dryRun: true })
  const plan = {
    at: 5,
    dryRun: true,
    left: { groups: 2, why: "budget" },
    ops: [
      {
        op: "merge",
        scope: "project",
        verdict: "apply",
        text: "a and b",
        facts: [
          { path: "facts/a.md", text: "a" },
          { path: "facts/b.md", text: "b" },
        ],
      },
    ],
  }
  app.store.background.setMark(planMark(app.project.name), JSON.stringify(plan), 5)
  const result = await memoryReconcile.run({ app, by: "person" }, {})
  expect(result).toEqual({ did: "queued", isAllowed: true, plan })
  expect(memoryReconcile.toText(result, "person")).toStartWith("Queued: the next OpenCode that goes idle")
  expect(memoryReconcile.toText(result, "person")).toContain(
    "merge (project, can be done)\n  - facts/a.md: a\n  - facts/b.md: b\n  + a and b\n2 more groups are left for the next pass: ",
  )
})

test("what is still being carried out, or is not committed, is not called unchanged", () => {
  const answerTo = (more: object) =>
    memoryReconcile
      .toText({ did: "reconciled", plan: { at: 5, dryRun: false, ops: [], ...more } }, "agent")
      .split(":")[0]
  expect(answerTo({ carried: "made", commit: "0123456789abcdef" })).toBe("Done as commit 0123456789")
  expect(answerTo({ carried: "made" })).toBe("Done, not committed yet")
  expect(answerTo({ carried: "begun" })).toContain("goes on in the background; memory_history shows when")
  const asItIs = { ops: [], at: 5, dryRun: false, trouble: "the disk is full" } as const
  const said = (["partly", "unsure"] as const).map((carried) =>
    memoryReconcile.toText({ did: "reconciled", plan: { ...asItIs, carried } }, "agent"),
  )
  expect(said.map((answer) => answer.split("\n")[0])).toEqual([
    "Partly done: the disk is full:",
    "Perhaps done: the disk is full:",
  ])
  expect(answerTo({ carried: "none" })).toBe("Nothing was changed")
})

test("a person's wish that the model fails is tried again, and once done it is done", async () => {
  const model = { isUp: false, asked: 0 }
  const mined = await withFacts(TEXTS, "extraction", {
    host: {
      async ask() {
        model.asked++
        if (!model.isUp) throw new Error("overloaded")
        return { text: "[]" }
      },
    },
  })
  const { cairn, session } = mined
  await memoryReconcile.run({ app: cairn.app, by: "person" }, {})
  await mined.tidy()
  model.isUp = true
  const later = async () => {
    cairn.clock.time += 11 * 60_000
    await cairn.moments.userSpoke({ sessionID: session, text: "go on", isFirst: false })
    await mined.tidy()
    return model.asked
  }
  expect([model.asked, await later(), await later()]).toEqual([1, 2, 2])
})

test("an agent is told why nothing was done", async () => {
  const { cairn, session } = await minedSession({ env: { CAIRN_BACKGROUND: "off" } })
  const answer = await cairn.call("memory_reconcile", {}, session)
  expect(answer).toContain("not_reconciled")
  expect(answer).toContain("background calls are switched off")
  const bare = { app: cairn.app, by: "agent", session: cairn.app.sessions.get(session) } as const
  await expect(memoryReconcile.run(bare, {})).rejects.toMatchObject({ code: "no_model_here" })
})

test("a person is told that nothing will be done while background calls are off", async () => {
  const { app } = await openWithoutHistory()
  const said = async () => memoryReconcile.toText(await memoryReconcile.run({ app, by: "person" }, {}), "person")
  const off = 'Queued, but background calls are off. Allow them with "cairn background on": the next OpenCode'
  expect(await said()).toStartWith(off)
  app.store.background.setAnswer("on", app.clock.now())
  expect(await said()).toStartWith("Queued: the next OpenCode")
  app.store.background.setAnswer("off", app.clock.now())
  expect(await said()).toStartWith(off)
})

test("a wish that cannot be kept is refused", async () => {
  const { app } = await openWithoutHistory()
  const store = { ...app.store, background: openBackgroundLog(spareState(undefined, nullLog, "state")) }
  const asked = memoryReconcile.run({ app: { ...app, store }, by: "person" }, {})
  await expect(asked).rejects.toMatchObject({ code: "state_off" })
})
