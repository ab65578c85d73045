import { expect, test } from "bun:test"
import { prune } from "./prune.ts"
import { shapeOf } from "./repeats.ts"

test("lines that differ by a number have one shape", () => {
  expect(shapeOf("chunk 17 of 90 (3fa9c1d2)")).toBe(shapeOf("chunk 18 of 90 (11ffe0a7)"))
  expect(shapeOf("chunk 17 of 90")).not.toBe(shapeOf("part 17 of 90"))
})

test("a run of them is one fold, and the line that is unlike them stays", () => {
  const output = [
    ...Array.from({ length: 200 }, (_, at) => `uploaded chunk ${at} of 400`),
    "switched to the second mirror",
    ...Array.from({ length: 200 }, (_, at) => `uploaded chunk ${200 + at} of 400`),
  ].join("\n")
  const pruned = prune({ tool: "bash", args: { command: "./upload" }, output, mode: "aggressive" })
  expect(pruned?.strategy).toBe("general")
  expect(pruned?.text).toMatchInlineSnapshot(`
    "uploaded chunk 0 of 400
    uploaded chunk 1 of 400
    uploaded chunk 2 of 400
    uploaded chunk 3 of 400
    [… 195 lines left out, like the one above]
    uploaded chunk 199 of 400
    switched to the second mirror
    uploaded chunk 200 of 400
    uploaded chunk 201 of 400
    [… 194 lines left out, like the one above]
    uploaded chunk 396 of 400
    uploaded chunk 397 of 400
    uploaded chunk 398 of 400
    uploaded chunk 399 of 400"
  `)
})
