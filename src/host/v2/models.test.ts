import { expect, test } from "bun:test"
import { windowOf } from "./models.ts"

test.each([
  [
    { context: 200_000, output: 64_000 },
    { context: 200_000, usable: 168_000 },
  ],
  [
    { context: 200_000, output: 8000 },
    { context: 200_000, usable: 180_000 },
  ],
  [
    { context: 200_000, output: 8000, input: 60_000 },
    { context: 200_000, usable: 40_000 },
  ],
  [
    { context: 50_000, output: 40_000, input: 49_000 },
    { context: 50_000, usable: 18_000 },
  ],
  [
    { context: 10_000, output: 1000 },
    { context: 10_000, usable: 0 },
  ],
  [{ context: 0, output: 0 }, {}],
  [undefined, {}],
])("%j", (limit, window) => {
  expect(windowOf(limit)).toEqual(window)
})
