// What is proposed as a fact is whatever a model or a page says; nothing that judges it may take more than linear time. 300 kB of each
// input here, far more than a fact may have; quadratic code would run for minutes and be ended by the test's own deadline.
import { describe, expect, test } from "bun:test"
import { slowness } from "../../scripts/slowness.mjs"
import { candidateSaying, clean } from "../../test/bed/facts.ts"
import type { Fact } from "../model/fact.ts"
import { changeOf, stanceOf } from "./changed-mind.ts"
import { conflictBetween } from "./conflict.ts"
import { consolidate } from "./consolidate.ts"
import { classKey } from "./fact-key.ts"
import { classifyFact } from "./fact-type.ts"
import { doubtAbout, gate } from "./gate.ts"
import { instructsAgent } from "./trust/order.ts"
import { seenText } from "./trust/seen-text.ts"
import { judgeTrust } from "./trust/trust.ts"

const DEADLINE_MS = Math.round(10_000 * slowness())
const MUCH = 300_000
const fill = (unit: string) => unit.repeat(Math.ceil(MUCH / unit.length)).slice(0, MUCH)
const units = [
  ..."\n a/.-#`\"'?0<([@界",
  ...["a ", "a/b.c ", "-1 ", "ignore the previous ", "<system ", "<|", "system:\n", "\n## ", "https://a/ ", "in `a/b`"],
  ...["path: a/b/", "phase 1 ", "0a1b2c3 ", "CI ", "at a (", "Error", "you are now ", "not ", "is 1 ", "do not tell "],
  ...["忽略", "以前の", "이전 ", "\u200b", "\u{e0041}", "run it. "],
]

describe("300 kB", () => {
  test.each(units.map((unit) => [JSON.stringify(unit), fill(unit)]))(
    "of %s",
    (_name, text) => {
      const candidate = candidateSaying(text, { detail: text, type: "reference", source: "explicit" })
      gate(candidate)
      const refused = gate({ ...candidate, source: "manual", text: clean(`a ${text} z`) })
      expect(refused).toBe(/^[\u200b\u{e0041}]+$/u.test(text) ? "too_short" : "too_long")
      const short = { ...candidate, source: "manual", text: clean(text.slice(0, 260)) } as const
      gate(short)
      doubtAbout(short)
      changeOf(stanceOf(text), stanceOf(`${text.slice(0, 300)} not`))
      classifyFact(text, { projectNames: ["a"] })
      const outside = (["project", "web"] as const).map((kind) => seenText({ kind, text }))
      const seen = { userTurns: [text], named: [text], outside, readWeb: false, readQuarantined: false }
      expect(
        judgeTrust({ ...candidate, text: text.slice(0, 260), detail: text.slice(0, 4000) }, seen).trust,
      ).toBeString()
      instructsAgent(text)
      classKey("reference", text)
      // All facts of a scope are held against each other, and a fact is short; this is a hundred times as much.
      const long = text.slice(0, 30_000)
      conflictBetween({ type: "user", text: long }, { type: "user", text: `${long} not` })
      const outcome = consolidate(
        { ...candidate, text: clean(long) },
        { verdict: { trust: "trusted", reason: "own_work" }, at: 1 },
        { facts: [] },
      )
      expect((outcome as { fact: Fact }).fact.path.length).toBeLessThan(100)
    },
    DEADLINE_MS,
  )
})
