import { expect, test } from "bun:test"
import { usagePercentage } from "./window-usage.ts"

test("cached tokens count, a total wins, an unknown window is never full", () => {
  expect(usagePercentage({ input: 1000, output: 0, cacheRead: 60_000, cacheWrite: 4000 }, 100_000)).toBe(65)
  expect(usagePercentage({ total: 65_000, input: 1 }, 100_000)).toBe(65)
  expect(usagePercentage({ input: 1 }, 0)).toBe(0)
  expect(usagePercentage({}, 1000)).toBe(0)
})
