import { describe, expect, test } from "bun:test"
import { cachePricesOf } from "./cache-prices.ts"
import type { Retirable } from "./retirable.ts"
import { planRetiring, type RetireMoment } from "./retire-plan.ts"

const MINUTE = 60_000
const CLAUDE = cachePricesOf("anthropic/claude-opus-5", 5 * MINUTE)
const CLAUDE_HOUR = cachePricesOf("anthropic/claude-opus-5", 60 * MINUTE)
const GPT = cachePricesOf("openai/gpt-5.4", 60 * MINUTE)

function one(call: string, before: number, tokens: number): Retirable {
  const output = { call, tool: "bash", args: {}, text: "", ok: true, step: 0, before }
  return { output, kind: "command", why: "age", tokens }
}

function planned(retirable: readonly Retirable[], moment: Partial<RetireMoment>) {
  const given = { mayBreak: true, tooMany: 0, prices: CLAUDE, tokens: 100_000, ...moment }
  return planRetiring(retirable, given, ({ tokens }) => tokens)
}

describe("outputs leave", () => {
  test("for nothing, all of them and however few, when the cache is gone", () => {
    const plan = planned([one("a", 10, 500)], { free: "lapsed", mayBreak: false })
    expect(plan).toMatchObject({ reason: "lapsed", saved: 500 })
  })

  test("when twelve steps pay for what is written again", () => {
    // 12 steps of 50,000 at .1 are 60,000; to write the other 50,000 again costs 57,500 more than to read them.
    const plan = planned([one("a", 0, 50_000)], {})
    expect(plan).toMatchObject({ reason: "pays", saved: 50_000, rewritten: 50_000 })
    expect(planned([one("a", 0, 48_000)], {})).toBeUndefined()
  })

  test("when twelve steps pay for the whole conversation, where the cache of what precedes a change is lost too", () => {
    const late = (tokens: number) => one("a", 45_000, tokens)
    expect(planned([late(50_000)], {})).toMatchObject({ reason: "pays", saved: 50_000, rewritten: 50_000 })
    expect(planned([late(48_000)], {})).toBeUndefined()
    expect(planned([late(48_000)], { prices: GPT })).toMatchObject({ reason: "pays", rewritten: 7000 })
  })

  test("after a revert for nothing only if more was taken back than follows them, or else when it pays", () => {
    const reasonOf = (prices: RetireMoment["prices"], before: number, tokens: number, takenBack?: number) =>
      planned([one("a", before, tokens)], { free: "revert", prices, takenBack })?.reason
    expect(reasonOf(GPT, 40_000, 500, 60_001)).toBe("revert")
    expect(reasonOf(GPT, 40_000, 500, 60_000)).toBeUndefined()
    expect(reasonOf(GPT, 40_000, 500)).toBeUndefined()
    expect(reasonOf(CLAUDE, 40_000, 500, 60_001)).toBeUndefined()
    expect(reasonOf(CLAUDE, 40_000, 500, 100_001)).toBe("revert")
    expect(reasonOf(GPT, 40_000, 50_000, 1000)).toBe("pays")
    expect(planned([], { free: "revert", takenBack: 200_000 })).toBeUndefined()
  })

  test("when twenty steps pay for it in a cache of an hour, which outlives most pauses", () => {
    // 20 steps of 50,000 at .1 are 100,000; to write the other 50,000 again costs 95,000 more than to read them.
    expect(planned([one("a", 0, 50_000)], { prices: CLAUDE_HOUR })).toMatchObject({ reason: "pays", saved: 50_000 })
    expect(planned([one("a", 0, 48_000)], { prices: CLAUDE_HOUR })).toBeUndefined()
  })

  test("only what pays where a change costs no more than what follows it", () => {
    const outputs = [one("early", 1000, 900), one("late", 70_000, 20_000)]
    const plan = planned(outputs, { prices: GPT })
    expect(plan?.outputs.map(({ output }) => output.call)).toEqual(["late"])
    expect(plan).toMatchObject({ saved: 20_000, rewritten: 10_000 })
  })

  test("not for less than eight thousand tokens, and not on purpose where only lapses count", () => {
    expect(planned([one("a", 0, 7999)], { tokens: 9000 })).toBeUndefined()
    expect(planned([one("a", 0, 50_000)], { mayBreak: false })).toBeUndefined()
  })

  test("when the window is nearly full, whatever it costs, and no more than is needed", () => {
    const outputs = [one("a", 0, 6000), one("b", 10, 6000), one("c", 20, 6000)]
    const plan = planned(outputs, { tooMany: 10_000, tokens: 500_000 })
    expect(plan).toMatchObject({ reason: "pressure", saved: 12_000 })
    expect(planned(outputs.slice(0, 1), { tooMany: 10_000, tokens: 500_000 })).toBeUndefined()
  })

  test("not for a relief after which the window would soon be full again", () => {
    const outputs = [one("a", 0, 9000), one("b", 10, 6000)]
    expect(planned(outputs, { tooMany: 40_000, tokens: 500_000 })).toBeUndefined()
    expect(planned(outputs, { tooMany: 36_000, tokens: 500_000 })).toMatchObject({ reason: "pressure", saved: 15_000 })
  })

  test("those that leave last only then", () => {
    const outputs = [one("a", 10, 6000), { ...one("source", 0, 60_000), isLast: true } as const]
    const calls = (moment: Partial<RetireMoment>) => planned(outputs, moment)?.outputs.map(({ output }) => output.call)
    expect(calls({ free: "lapsed" })).toEqual(["a"])
    expect(calls({})).toBeUndefined()
    expect(calls({ tooMany: 10_000 })).toEqual(["a", "source"])
  })
})

describe("prices", () => {
  test("Claude's hour costs more to write, and its whole conversation is written again", () => {
    expect(CLAUDE_HOUR).toEqual({ read: 0.1, write: 2, losesAll: true, paysWithin: 20 })
    expect(CLAUDE).toEqual({ read: 0.1, write: 1.25, losesAll: true, paysWithin: 12 })
  })

  test("OpenAI charges for writing from GPT-5.6 on, Google not", () => {
    const writes = ["openai/gpt-5.5-codex", "openai/gpt-5.6", "openai/gpt-5.10", "azure/gpt-6", "google/gemini-3-pro"]
    expect(writes.map((model) => cachePricesOf(model, 0).write)).toEqual([1, 1.25, 1.25, 1.25, 1])
  })

  test("whoever is not known, or has no cache, is taken at the worst", () => {
    const worst = { read: 0.1, write: 2, losesAll: true, paysWithin: 12 }
    expect(["ollama/qwen3", "undefined/undefined", ""].map((model) => cachePricesOf(model, 0))).toEqual([
      worst,
      worst,
      worst,
    ])
  })
})
