import { describe, expect, test } from "bun:test"
import {
  dueLevel,
  intervened,
  isDueIntervention,
  isDueTens,
  levelAt,
  levelTold,
  noPressure,
  pressureAt,
  readPressure,
  relieved,
  tensTold,
} from "./pressure.ts"

const thresholds = { moderate: 70, high: 85, critical: 95 }
const at = (percentage: number, before = noPressure) => pressureAt(before, percentage, thresholds, 1)

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
    let pressure = noPressure
    const told: string[] = []
    for (const percentage of [10, 71, 72, 86, 84, 87, 96, 60, 99]) {
      pressure = at(percentage, pressure)
      const level = dueLevel(pressure)
      if (level) {
        told.push(level)
        pressure = levelTold(pressure)
      }
    }
    expect(told).toEqual(["moderate", "high", "critical"])
    expect(dueLevel(at(90, relieved(pressure)))).toBe("high")
  })

  test("each new ten points once", () => {
    let pressure = at(9.9)
    expect(isDueTens(pressure)).toBe(false)
    pressure = at(12, pressure)
    expect(isDueTens(pressure)).toBe(true)
    pressure = at(15, tensTold(pressure))
    expect(isDueTens(pressure)).toBe(false)
    expect(isDueTens(at(43, pressure))).toBe(true)
  })

  test("one intervention between two compactions, counted for ever", () => {
    const critical = at(96)
    expect(isDueIntervention(critical)).toBe(true)
    const once = intervened(critical)
    expect(isDueIntervention(at(99, once))).toBe(false)
    const again = at(97, relieved(once))
    expect(isDueIntervention(again)).toBe(true)
    expect(intervened(again).interventions).toBe(2)
  })

  test("outlives the process; anything else counts as none", () => {
    const pressure = intervened(levelTold(at(96)))
    expect(readPressure(JSON.parse(JSON.stringify(pressure)))).toEqual(pressure)
    for (const other of [undefined, null, 1, {}, { ...pressure, level: "odd" }, { ...pressure, toldTens: "x" }])
      expect(readPressure(other)).toEqual(noPressure)
  })
})
