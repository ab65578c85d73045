import { describe, expect, test } from "bun:test"
import { PRUNE_LIMITS, type PruneMode } from "../../model/tunable.ts"
import { prune } from "./prune.ts"

const prose = (lines: number) =>
  Array.from({ length: lines }, (_, at) => `sentence ${words(at)} of a long story that goes on and on`).join("\n")
const words = (at: number) => at.toString(26).replace(/\d/g, (digit) => "klmnopqrst"[Number(digit)] as string)
const listing = (lines: number) => Array.from({ length: lines }, (_, at) => `src/${words(at)}.ts`).join("\n")
const bash = (output: string, mode: PruneMode, command = "./tell") =>
  prune({ tool: "bash", args: { command }, output, mode })

describe.each(["normal", "aggressive", "hyper"] as const)("in %s mode", (mode) => {
  const { listing: most, other, ends } = PRUNE_LIMITS[mode]

  test("an output within the limit is left as it is", () => {
    expect(bash(prose(other), mode)).toBeUndefined()
    expect(bash(listing(most), mode, "ls")).toBeUndefined()
  })

  test("a longer one is cut to about its ends, first and last lines included", () => {
    const lines = prose(other * 4).split("\n")
    const pruned = bash(lines.join("\n"), mode)
    expect(pruned?.text).toStartWith(lines.slice(0, ends / 6).join("\n"))
    expect(pruned?.text).toContain(lines.slice(-ends / 6).join("\n"))
    expect(pruned?.kept).toBeLessThanOrEqual(ends * 2)
    expect((pruned?.kept ?? 0) + (pruned?.leftOut ?? 0)).toBe(lines.length)
  })

  test("a listing is cut sooner", () => {
    expect(bash(listing(most * 8), mode, "ls")?.strategy).toBe("file-list")
  })
})

test("the marks account for every line left out", () => {
  const pruned = bash(prose(900), "normal")
  const marked = [...(pruned?.text ?? "").matchAll(/^\[… (\d+) lines?/gm)].map(([, count]) => Number(count))
  expect(marked.reduce((sum, count) => sum + count, 0)).toBe(pruned?.leftOut as number)
})

test("an error in the middle stays with what stands beside it", () => {
  const lines = prose(900).split("\n")
  lines[450] = "fatal: the disk is full"
  const text = bash(lines.join("\n"), "hyper")?.text
  expect(text).toContain(`${lines[449]}\nfatal: the disk is full\n${lines[451]}`)
})

test("errors stay however long the first and last lines are", () => {
  const lines = prose(900).split("\n")
  for (const at of [0, 1, 898, 899]) lines[at] = `${words(at)} `.repeat(190)
  for (let at = 100; at < 800; at += 50) lines[at] = `error: no room for ${words(at)}`
  const text = bash(lines.join("\n"), "hyper")?.text
  for (let at = 100; at < 800; at += 50) expect(text).toContain(lines[at] as string)
})

test("many short lines are no long output", () => {
  const lines = Array.from({ length: PRUNE_LIMITS.normal.other + 20 }, (_, at) => `  ${words(at)}()`)
  expect(bash(lines.join("\n"), "normal")).toBeUndefined()
})

test("folders and addresses are no names to go on with, nor a name that is part of another", () => {
  const lines = prose(900).split("\n")
  lines[400] = "see https://host.example/guide.html, src/parts and src/parts/wheel.ts, or wheel.ts"
  const [, names] = bash(lines.join("\n"), "normal")?.text.split("[names in the lines left out: ") ?? []
  expect(names).toBe("src/parts/wheel.ts]")
})

test("what the command or the task asks for stays", () => {
  const lines = prose(900).split("\n")
  lines[300] = "sentence about marmalade and nothing else"
  lines[600] = "sentence about kumquats and nothing else"
  const text = prune({
    tool: "bash",
    args: { command: "./tell --fruit marmalade" },
    output: lines.join("\n"),
    mode: "hyper",
    task: "find the kumquats",
  })?.text
  expect(text).toContain("marmalade")
  expect(text).toContain("kumquats")
})

test("one endless line is cut in the middle", () => {
  const line = `start${"QUJD".repeat(20_000)}end`
  const pruned = bash(line, "normal", "cat image.b64")
  expect(pruned?.text).toMatch(/^startQUJD.*\[… \d+ characters left out\].*end$/)
  expect(pruned?.text.length).toBeLessThan(500)
})

test("colours and progress that was drawn over are no text", () => {
  const output = [`\u001b[31mred\u001b[0m`, ...prose(400).split("\n"), "10 %\r50 %\r100 %\r"].join("\r\n")
  const text = bash(output, "normal")?.text ?? ""
  expect(text).toStartWith("red\n")
  expect(text).toContain("\n100 %")
  expect(text).not.toContain("50 %")
})

test("several kinds in one output are each weighed as what they are", () => {
  const output = [
    ...Array.from({ length: 40 }, (_, at) => `src/part${at}.ts`),
    ...Array.from({ length: 80 }, (_, at) => `export function work${at}() {\n  return ${at}\n}\n`),
    ...Array.from({ length: 40 }, (_, at) => `src/other${at}.ts:${at}:  work${at}()`),
  ].join("\n")
  const command = "bash -lc \"rg --files src && cat src/work.ts && rg -n 'work' src\""
  const pruned = prune({ tool: "bash", args: { command }, output, mode: "normal" })
  expect(pruned?.strategy).toBe("source")
  expect(pruned?.text).toContain("src/part39.ts")
  expect(pruned?.text).toContain("src/other39.ts")
})

test("the same output gives the same text", () => {
  const output = prose(900)
  expect(bash(output, "normal")).toEqual(bash(output, "normal"))
})

test("a file that the shell shows stays whole up to 300 lines, in every mode", () => {
  const shown = (lines: number, command: string, mode: "normal" | "hyper") => {
    const output = Array.from({ length: lines }, (_, at) => `const width${at} = measure(${at})`).join("\n")
    return prune({ tool: "bash", args: { command }, output, mode })?.leftOut
  }
  expect(shown(300, "sed -n '1,300p' src/a.ts", "normal")).toBeUndefined()
  expect(shown(300, "cat src/a.ts", "hyper")).toBeUndefined()
  expect(shown(301, "cat src/a.ts", "normal")).toBeGreaterThan(0)
  expect(shown(300, "cat src/a.ts src/b.ts", "normal")).toBeGreaterThan(0)
})
