import { expect, test } from "bun:test"
import { prune } from "./prune.ts"
import { source } from "./source.ts"

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
  const pruned = prune({
    tool: "bash",
    args: { command: "cat src/retry-queue.js src/none.js" },
    output: file,
    mode: "hyper",
    task,
  })
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
        // height is worked out each time
        return this.values.height
      }

      get depth() {
        // depth is worked out each time
        return this.values.depth
      }
    [… 20 lines left out]

      get border() {
        // border is worked out each time
        return this.values.border
      }

      retryLater(job) {
        const delay = this.backoff(job.attempts)
        this.timers.set(job.id, setTimeout(() => this.run(job), delay))
      }

      stop() {
        if (!this.timers) throw new Error("error: the queue was never started")
      }
    }
    [names in the lines left out: this.values.colour this.values.weight this.values.volume this.values.shadow]"
  `)
})

test("numbered lines are code too", () => {
  const numbered = file.split("\n").map((line, at) => `${String(at + 1).padStart(6)}\t${line}`)
  const pruned = prune({
    tool: "bash",
    args: { command: "nl -ba q.js none.js" },
    output: numbered.join("\n"),
    mode: "hyper",
  })
  expect(pruned?.strategy).toBe("source")
  expect(pruned?.text).toContain("the queue was never started")
})

test("a long string with a name is code, a doc string is prose", () => {
  const body = ["first part", "second part"]
  const [named, doc] = [
    ['PATTERN = r"""', ...body, '"""'],
    ['"""', ...body, '"""'],
  ].map((lines) => source.weigh(lines))
  expect(named?.slice(1, 3)).toEqual([1, 1])
  expect(doc?.slice(1, 3)).toEqual([0.5, 0.5])
})
