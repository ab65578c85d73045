// Numbers that a user may tune, each seen where the user or the model would see it.

import { afterAll, describe, expect, test } from "bun:test"
import { existsSync, readFileSync } from "node:fs"
import { clean } from "../../test/bed/facts.ts"
import { closeApps, type OpenOptions, openWithoutHistory as open } from "../../test/bed/opened-app.ts"
import { deadlineIn } from "../../test/bed/patience.ts"
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

/** What is done behind everybody's back is waited for. */
async function until<T>(look: () => T | undefined): Promise<T | undefined> {
  for (const deadline = deadlineIn(2000); !deadline.isOver(); await Bun.sleep(10)) {
    const found = look()
    if (found !== undefined) return found
  }
  return undefined
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

describe("pruning", () => {
  const lines = (count: number) =>
    Array.from({ length: count }, (_, at) => `step ${at} of the long procedure went ${"well ".repeat(at % 4)}`).join(
      "\n",
    )

  async function leftOf(pruneLimits: object | undefined, count: number, used = 0): Promise<number> {
    const { moments, ended } = await tuned(pruneLimits ? { CAIRN_PRUNE_LIMITS: pruneLimits } : {})
    const window = { usable: 100_000, context: 120_000 }
    if (used > 0) await moments.stepEnded({ sessionID: S, tokens: { total: used }, window })
    const whole = lines(count)
    const { output = whole } = await ended("bash", { args: { command: "./run" }, output: whole, exit: 0 })
    return output.split("\n").length
  }

  test("begins where the mode's limits say", async () => {
    expect(await leftOf(undefined, 100)).toBe(100)
    expect(await leftOf({ normal: { other: 60 } }, 100)).toBeLessThan(90)
    expect(await leftOf(undefined, 100, 90_000)).toBeLessThan(90)
    expect(await leftOf({ aggressive: { other: 200 } }, 100, 90_000)).toBe(100)
    expect(await leftOf(undefined, 100, 97_000)).toBeLessThan(60)
    expect(await leftOf({ hyper: { listing: 200, other: 200 } }, 100, 97_000)).toBe(100)
  })

  test("leaves as much as they say", async () => {
    const [few, usual, many] = [
      await leftOf({ normal: { ends: 5 } }, 400),
      await leftOf(undefined, 400),
      await leftOf({ normal: { ends: 100 } }, 400),
    ] as const
    expect([few < usual, usual < many]).toEqual([true, true])
  })
})

test("of a long listing as many names are told as the limits say", async () => {
  const paths = Array.from({ length: 400 }, (_, at) => `src/part-${at % 9}/component-${at}.ts`)
  const named = async (normal: object) => {
    const { ended } = await tuned({ CAIRN_PRUNE_LIMITS: { normal } })
    const { output = "" } = await ended("bash", { args: { command: "find src" }, output: paths.join("\n"), exit: 0 })
    return paths.filter((path) => output.includes(path.slice(path.lastIndexOf("/") + 1))).length
  }
  expect(await named({ names: 0 })).toBeLessThan(await named({ names: 128 }))
})

describe("the sweep of kept outputs", () => {
  const output = (n: number) => Array.from({ length: 200 }, (_, at) => `src/part-${n}/file-${at}.ts`).join("\n")

  async function swept(sweep: object) {
    const { app, ended, step, clock } = await tuned({ CAIRN_SWEEP: sweep })
    await until(() => (existsSync(app.store.layout.log) ? sweeps(app.store.layout.log)[0] : undefined))
    // What lies there belongs to a session that nobody serves.
    const kept = await Promise.all([1, 2, 3].map((n) => app.store.toolOutputs.keep("ses_gone", clean(output(n)), "/p")))
    clock.time += 3 * 86_400_000
    await step()
    for (let i = 0; i < 2; i++) await ended("bash", { args: { command: "true" } })
    const record = await until(() => lastSweep(app.store.layout.log))
    const left = await Promise.all(kept.map(({ id }) => app.store.toolOutputs.read(id)))
    return { record, left: left.filter((text) => text !== undefined).length }
  }

  /** The first is the start's own. */
  const sweeps = (log: string) =>
    readFileSync(log, "utf8")
      .split("\n")
      .filter((line) => line.includes("tool-outputs-swept"))

  /** The line of a sweep that a tool's end began. */
  const lastSweep = (log: string) => sweeps(log).findLast((line) => line.includes(S))

  test("comes after as many ends of tools as it may, keeps as many files, days and bytes, and records whose and when", async () => {
    const record = /tool-outputs-swept .*session=ses_test .*events=2 .*scanned=3 deleted=\d bytes=\d+ errors=0/
    const kept = [
      await swept({ events: 2 }),
      await swept({ events: 2, files: 1 }),
      await swept({ events: 2, days: 2 }),
      await swept({ events: 2, megabytes: 0.01 }),
    ]
    expect(kept.map(({ left }) => left)).toEqual([3, 1, 0, 2])
    expect(kept.filter((one) => !record.test(one.record ?? ""))).toEqual([])
  })
})

describe("retention", () => {
  const DAY = 86_400_000
  const now = Date.UTC(2026, 10, 15)
  const noted = (days: number) => new Date(now - days * DAY).toISOString()

  /** Sentences of the facts in a first prompt; `at` is how many days ago each was noted. */
  async function factsShown(
    settings: Record<string, unknown>,
    facts: readonly { type: string; text: string; days: number }[],
  ) {
    const cairn = await tuned(settings)
    cairn.clock.time = now
    facts.forEach(({ type, text, days }, at) => {
      const head = `description: ${text}\ntype: ${type}\nsource: manual\ncreated: ${noted(days)}\nupdated: ${noted(days)}`
      cairn.edit(`facts/${type}-${at}.md`, `---\n${head}\n---\n\n${text}\n`)
    })
    await cairn.app.scopeNotes("project").refreshNow()
    const [block = ""] = /<facts>[\s\S]*<\/facts>/.exec(cairn.prefix()) ?? []
    return facts.map(({ text }) => text).filter((text) => block.includes(text))
  }
  const many = (type: string, count: number) =>
    Array.from({ length: count }, (_, at) => ({
      type,
      text: `The ${type} statement number ${at + 100} holds`,
      days: 1,
    }))

  test("shows as many facts as it may, and of a type at least as many as its cap says", async () => {
    const all = [...many("feedback", 12), ...many("decision", 12), ...many("project", 12)]
    expect(await factsShown({}, all)).toHaveLength(36)
    expect(await factsShown({ CAIRN_RETENTION: { shown: 5 } }, all)).toHaveLength(5)
    const few = { CAIRN_RETENTION: { shown: 14 }, CAIRN_TYPES: { feedback: { cap: 2 } } }
    const two = await factsShown(few, [...many("feedback", 12), ...many("project", 12)])
    expect(two.filter((text) => text.includes("feedback"))).toHaveLength(6)
    expect(await factsShown({ CAIRN_TYPES: { feedback: { cap: 0 } } }, many("feedback", 12))).toHaveLength(0)
    const wide = { CAIRN_RETENTION: { shown: 40 }, CAIRN_TYPES: { feedback: { cap: 40 } }, CAIRN_FACTS_BUDGET: 9000 }
    expect(await factsShown(wide, many("feedback", 35))).toHaveLength(35)
  })

  test("lets a fact fade at the pace that is set", async () => {
    const [old, fresh] = [
      { type: "decision", text: "The decision of long ago holds still", days: 60 },
      { type: "project", text: "The build has been on three machines lately", days: 0 },
    ]
    const one = { shown: 1 }
    expect(await factsShown({ CAIRN_RETENTION: { ...one, halfLifeDays: 300 } }, [old, fresh])).toEqual([old.text])
    expect(await factsShown({ CAIRN_RETENTION: { ...one, halfLifeDays: 10 } }, [old, fresh])).toEqual([fresh.text])
  })

  test("counts reinforcements and idle days as they are set", async () => {
    const strength = async (retention: object) => {
      const cairn = await tuned({ CAIRN_RETENTION: retention })
      cairn.clock.time = now
      cairn.app.store.workDays.mark(cairn.app.project.name, now - 40 * DAY)
      const head = `description: The parser is generated\ntype: project\nsource: manual\nupdated: ${noted(40)}`
      cairn.edit(
        "facts/project-1.md",
        `---\n${head}\nreinforced: 3, ${noted(40).slice(0, 10)}\n---\n\nThe parser is generated\n`,
      )
      await cairn.app.scopeNotes("project").refreshNow()
      const [, shown] =
        /strength (\d\.\d\d)/.exec(await cairn.call("memory_why", { about: "facts/project-1.md" })) ?? []
      return Number(shown)
    }
    const usual = await strength({})
    expect(await strength({ slower: 0.5 })).toBeGreaterThan(usual)
    expect(await strength({ dormantRate: 1 })).toBeLessThan(usual)
    expect(await strength({ dormantAfterDays: 39 })).toBeLessThan(usual)
  })
})

describe("cue words of one's own", () => {
  const said = "Ship log: the staging box reboots every Monday"

  async function factsAfter(settings: Record<string, unknown>, options?: unknown) {
    const cairn = await tuned(settings, { options })
    await cairn.moments.userSpoke({ sessionID: S, messageID: "msg_1", text: said, isFirst: true })
    return countOf(cairn.prefix(), /the staging box reboots every Monday/g) > 0
  }

  test("keep what follows, as 'remember' does", async () => {
    expect(await factsAfter({})).toBe(false)
    expect(await factsAfter({ CAIRN_REMEMBER_CUES: ["ship log"] })).toBe(true)
    expect(await factsAfter({ CAIRN_REMEMBER_CUES: ["/^ship\\b.*?:/"] })).toBe(true)
  })
})
