import { expect, test } from "bun:test"
import { lastRuns } from "./last-runs.ts"
import { factsOf } from "./output-target.ts"
import type { ShownOutput } from "./shown-output.ts"

function run(call: string, command: string, given: Partial<ShownOutput> = {}): ShownOutput {
  return { call, tool: "bash", args: { command }, text: "", ok: true, exit: 1, step: 0, before: 0, ...given }
}

test("of each command in each folder the latest run, and the one before it if that was stopped", () => {
  const outputs = [
    run("first", "npm test"),
    run("elsewhere", "npm test", { args: { command: "npm test", workdir: "packages/a" } }),
    run("second", "npm test"),
    run("refused", "npm test", { ok: false }),
    run("ended", "make"),
    run("stopped", "make", { exit: null }),
    run("read", "a.ts", { tool: "read", args: { filePath: "a.ts" } }),
  ]
  const last = lastRuns(outputs, (output) => factsOf(output, "/w"))
  expect(outputs.filter((one) => last.has(one)).map(({ call }) => call)).toEqual([
    "elsewhere",
    "second",
    "ended",
    "stopped",
  ])
})
