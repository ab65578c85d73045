import { expect, test } from "bun:test"
import { prune } from "./prune.ts"
import { shapeOf, shortenAlike } from "./repeats.ts"

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
    [… 196 lines left out, like the one above]
    switched to the second mirror
    [… 196 lines left out, like the one below]
    uploaded chunk 396 of 400
    uploaded chunk 397 of 400
    uploaded chunk 398 of 400
    uploaded chunk 399 of 400"
  `)
})

test("a long line that says what an earlier one said keeps its beginning", () => {
  const complaint = (at: number, name: string) =>
    `src/view.ts(${at},3): error: '${name}' has no type. ${"Why so. ".repeat(30)}`
  const [first, second, other] = [complaint(1, "width"), complaint(20, "height"), `unlike ${"them all ".repeat(30)}`]
  const lines = shortenAlike([first, second, other])
  expect(lines).toEqual([first, `${second.slice(0, 200)}[… ${second.length - 200} characters left out]`, other])
})
