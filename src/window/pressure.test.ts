import { describe, expect, test } from "bun:test"
import {
  alsoTold,
  dueLevel,
  isDueIntervention,
  isDueTens,
  levelAt,
  noPressureTold,
  pressureAfterCompaction,
  pressureAt,
  tensOf,
} from "./pressure.ts"

const thresholds = { moderate: 70, high: 85, critical: 95 }
const at = (percentage: number, told = noPressureTold) => pressureAt(told, percentage, thresholds)

describe("pressure", () => {
  test.each([
    [0, "safe"],
    [69.9, "safe"],
    [70, "moderate"],
    [84.9, "moderate"],
    [85, "high"],
    [94.9, "high"],
    [95, "critical"],
    [140, "critical"],
  ] as const)("%p %% is %p", (percentage, level) => expect(levelAt(percentage, thresholds)).toBe(level))

  test("each level is due once, in order, and none again on the way down and up", () => {
    let told = noPressureTold
    const levels: string[] = []
    for (const percentage of [10, 71, 72, 86, 84, 87, 96, 60, 99]) {
      const level = dueLevel(at(percentage, told))
      if (level) {
        levels.push(level)
        told = alsoTold(told, { level })
      }
    }
    expect(levels).toEqual(["moderate", "high", "critical"])
    expect(dueLevel(at(90, pressureAfterCompaction(told)))).toBe("high")
  })

  test("each new ten points once", () => {
    expect(isDueTens(at(9.9))).toBe(false)
    expect(isDueTens(at(12))).toBe(true)
    const told = alsoTold(noPressureTold, { tens: tensOf(12) })
    expect(isDueTens(at(15, told))).toBe(false)
    expect(isDueTens(at(43, told))).toBe(true)
  })

  test("one intervention between two compactions, counted for ever", () => {
    expect(isDueIntervention(at(96))).toBe(true)
    const once = alsoTold(noPressureTold, { intervened: true })
    expect(isDueIntervention(at(99, once))).toBe(false)
    const again = pressureAfterCompaction(once)
    expect(isDueIntervention(at(97, again))).toBe(true)
    expect(alsoTold(again, { intervened: true }).interventions).toBe(2)
  })

  test("what two processes have told is told, the most pressing of it", () => {
    const told = alsoTold(alsoTold(noPressureTold, { level: "critical", tens: 9 }), { level: "high", tens: 8 })
    expect(told).toMatchObject({ toldLevel: "critical", toldTens: 9 })
  })
})
