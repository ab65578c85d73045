// A tool's output is as hostile as whoever wrote what it prints, and nothing can interrupt a hook that does not return. Quadratic code would
// run for minutes here and be ended by the test's own deadline. A longer output than these is never pruned.
import { expect, test } from "bun:test"
import { slowness } from "../../../scripts/slowness.mjs"
import { prune } from "./prune.ts"

const MOST = 300_000
const fill = (unit: string) => unit.repeat(Math.ceil(MOST / unit.length)).slice(0, MOST)
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
  { length: 9000 },
  (_, at) => `worker ${at} took ${at * 7} ms for job-${at % 97}`,
).join("\n")

test.each([...hostile, nearDuplicates].map((text) => [JSON.stringify(text.slice(0, 8)), text]))(
  "300 kB of %s",
  (_name, text) => {
    const lengths = ["cat x", "./x"].map(
      (command) => prune({ tool: "bash", args: { command }, output: text, mode: "hyper" })?.text.length,
    )
    expect(lengths.filter((length = Number.POSITIVE_INFINITY) => length >= 40_000)).toEqual([])
    prune({ tool: "bash", args: { command: text }, output: "x\n".repeat(200), mode: "hyper", task: text })
  },
  Math.round(10_000 * slowness()),
)
