import { expect, test } from "bun:test"
import { prune } from "./prune.ts"

const getter = (name: string) =>
  [`  get ${name}() {`, `    // ${name} is worked out each time`, `    return this.values.${name}`, "  }", ""].join(
    "\n",
  )
const file = [
  "// Licensed under the terms of the licence.",
  'import { readFile } from "node:fs/promises"',
  "",
  "export class RetryQueue {",
  ...["width", "height", "depth", "colour", "weight", "volume", "shadow", "border"].map(getter),
  "  retryLater(job) {",
  "    const delay = this.backoff(job.attempts)",
  "    this.timers.set(job.id, setTimeout(() => this.run(job), delay))",
  "  }",
  "",
  "  stop() {",
  '    if (!this.timers) throw new Error("error: the queue was never started")',
  "  }",
  "}",
].join("\n")

test("code stays by the paragraph, first what the task is about, errors always, and the rest by name", () => {
  const task = "retryLater uses the wrong delay"
  const pruned = prune({ tool: "bash", args: { command: "cat src/retry-queue.js" }, output: file, mode: "hyper", task })
  expect(pruned?.strategy).toBe("source")
  expect(pruned?.text).toMatchInlineSnapshot(`
    "// Licensed under the terms of the licence.
    import { readFile } from "node:fs/promises"

    export class RetryQueue {
      get width() {
        // width is worked out each time
        return this.values.width
      }

      get height() {
    [… 33 lines left out]

      retryLater(job) {
        const delay = this.backoff(job.attempts)
        this.timers.set(job.id, setTimeout(() => this.run(job), delay))
      }

      stop() {
        if (!this.timers) throw new Error("error: the queue was never started")
      }
    }
    [names in the lines left out: this.values.depth this.values.height this.values.colour this.values.weight this.values.volume this.values.shadow this.values.border]"
  `)
})

test("numbered lines are code too", () => {
  const numbered = file.split("\n").map((line, at) => `${String(at + 1).padStart(6)}\t${line}`)
  const pruned = prune({ tool: "bash", args: { command: "nl -ba q.js" }, output: numbered.join("\n"), mode: "hyper" })
  expect(pruned?.strategy).toBe("source")
  expect(pruned?.text).toContain("the queue was never started")
})
