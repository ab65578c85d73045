// A tool's output is as hostile as whoever wrote what it prints, and nothing can interrupt a hook that does not return. Quadratic code would
// run for minutes here and be ended by the test's own deadline.
import { expect, test } from "bun:test"
import { prune } from "./prune.ts"

const MB = 1_000_000
const fill = (unit: string) => unit.repeat(Math.ceil(MB / unit.length)).slice(0, MB)
const hostile = [
  "\n",
  "\r",
  "\r\n",
  " ",
  " \n",
  "a",
  "a\n",
  "/",
  "/a",
  "a/\n",
  ".",
  "a.",
  "_",
  "aB",
  "0",
  "0:\n",
  "\u001b",
  "\u001b[",
  "\u001b]",
  "\u001b[0;",
  "QUJD",
  "-",
  "- ",
  "|",
  "| ",
  '"',
  '"a":\n',
  "{",
  "{\n",
  "[\n",
  "'''\n",
  "error ",
  "Error:\n",
  "error 1\n",
  "=",
  "___ ",
  "é",
  "😀",
  "a:1:b\n",
  "npm -",
].map(fill)
const nearDuplicates = Array.from(
  { length: 30_000 },
  (_, at) => `worker ${at} took ${at * 7} ms for job-${at % 97}`,
).join("\n")

test.each([...hostile, nearDuplicates].map((text) => [JSON.stringify(text.slice(0, 8)), text]))(
  "a megabyte of %s",
  (_name, text) => {
    for (const command of ["cat x", "./x"]) {
      const pruned = prune({ tool: "bash", args: { command }, output: text, mode: "hyper" })
      expect(pruned?.text.length ?? Number.POSITIVE_INFINITY).toBeLessThan(40_000)
    }
    prune({ tool: "bash", args: { command: text }, output: "x\n".repeat(200), mode: "hyper", task: text })
  },
)
