// Numbers that a user may tune, each seen where the user or the model would see it.
import { afterAll, describe, expect, test } from "bun:test"
import { closeApps, type OpenOptions, open } from "../../test/bed/opened-app.ts"
import type { ToolEnded } from "./contract.ts"

afterAll(closeApps)

const S = "ses_test"

async function tuned(settings: Record<string, unknown>, more: OpenOptions = {}) {
  const env = Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, JSON.stringify(value)]))
  const cairn = await open({ ...more, env })
  await cairn.app.complete
  expect(cairn.app.notices).toEqual([])
  const step = () => cairn.moments.stepEnded({ sessionID: S, tokens: { total: 100 } })
  const ended = (tool: string, rest: Partial<ToolEnded>) =>
    cairn.moments.toolEnded({ sessionID: S, callID: "c", tool, args: {}, ok: true, output: "", files: [], ...rest })
  const add = (content: string, slot = "pool") => cairn.call("working_memory_add", { content, slot })
  return { ...cairn, step, ended, add }
}

const countOf = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].length

describe("the pool", () => {
  async function poolAfter(pool: object | undefined, steps: number): Promise<number> {
    const { add, step, prefix } = await tuned(pool ? { CAIRN_POOL: pool } : {})
    for (let i = 1; i <= 4; i++) await add(`remark ${i}`)
    for (let i = 0; i < steps; i++) await step()
    return countOf(prefix(), /^- remark \d$/gm)
  }

  test("holds as many items as it may", async () => {
    expect(await poolAfter(undefined, 0)).toBe(4)
    expect(await poolAfter({ items: 2 }, 0)).toBe(2)
  })

  test("fades at its own pace", async () => {
    expect(await poolAfter(undefined, 3)).toBe(4)
    expect(await poolAfter({ decay: 0.1 }, 3)).toBe(0)
    expect(await poolAfter({ floor: 0.7 }, 3)).toBe(0)
  })

  test("ranks by that pace, too", async () => {
    const order = async (pool: object) => {
      const { add, step, prefix } = await tuned({ CAIRN_POOL: pool })
      for (let i = 0; i < 4; i++) await add("often said")
      await step()
      await step()
      await add("said last")
      return [...prefix().matchAll(/^- ((?:often said|said last))$/gm)].map(([, text]) => text)
    }
    expect(await order({ decay: 0.99 })).toEqual(["often said", "said last"])
    expect(await order({ decay: 0.2 })).toEqual(["said last", "often said"])
  })
})

describe("activity", () => {
  async function shownWith(activityLimits?: object): Promise<{ files: number; errors: number; decisions: number }> {
    const limits = activityLimits ? { CAIRN_ACTIVITY_LIMITS: activityLimits } : {}
    const { add, ended, prefix } = await tuned({ ...limits, CAIRN_ACTIVITY_BUDGET: 5000 })
    for (let i = 0; i < 10; i++) await ended("edit", { files: [{ path: `src/f${i}.ts`, action: "edit" }] })
    const output = ["a", "b", "c", "d"].map((name) => `lib/${name}.ts(3,1): error TS2304: no ${name}`).join("\n")
    await ended("bash", { args: { command: "npx tsc" }, output, exit: 2 })
    for (let i = 0; i < 4; i++) await add(`we chose plan ${i}`, "decision")
    const [activity = ""] = /<activity>[\s\S]*<\/activity>/.exec(prefix()) ?? []
    return {
      files: countOf(activity, /^- src\/f\d/gm),
      errors: countOf(activity, /error TS2304/g),
      decisions: countOf(activity, /we chose plan/g),
    }
  }

  test("shows as many files, errors and decisions as it may", async () => {
    expect(await shownWith()).toEqual({ files: 8, errors: 3, decisions: 4 })
    expect(await shownWith({ filesShown: 10, errorsShown: 1, decisionsShown: 2 })).toEqual({
      files: 10,
      errors: 1,
      decisions: 2,
    })
  })

  test("keeps as many", async () => {
    expect(await shownWith({ files: 3, errors: 2, decisions: 1 })).toEqual({ files: 3, errors: 2, decisions: 1 })
  })
})
