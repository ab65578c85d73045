// The published design's cases of error capture and of ranking files. Where Cairn decides otherwise, the case is listed with the reason.
import { describe, expect, test } from "bun:test"
import { commandEvent } from "../../src/commands/command-event.ts"
import { categoryOfCommand } from "../../src/commands/error-category.ts"
import { type Activity, activityAfter, emptyActivity, rankedFiles } from "../../src/session/activity.ts"
import { publishedCases } from "../bed/published-cases.ts"

interface Case {
  fn?: string
  name?: string
  // biome-ignore lint/suspicious/noExplicitAny: data of many shapes, read field by field
  input: any
  // biome-ignore lint/suspicious/noExplicitAny: as above
  expect: any
}
const { present, cases } = publishedCases<Case>("wm-errors")

/** By command: what is expected here instead, and why. */
const DIFFERS: Record<string, { count: number; category?: string; summary?: string; why: string }> = {
  "cat some-file.txt": { count: 0, why: "a command that only reads tells of no error of its own" },
  "python x.py": {
    count: 1,
    category: "runtime",
    summary: "ValueError: x",
    why: "the heading is the same for every failure of Python; the line below says which",
  },
  "npx vitest run": {
    count: 1,
    category: "test",
    summary: "1 failed",
    why: "the one file that the runner says has failed is the error's",
  },
  make: {
    count: 1,
    category: "build",
    summary: "make: *** [all] Error 2",
    why: "make is a known command, so a line with the word error counts",
  },
}

describe.if(present)("cases of the published activity design", () => {
  test("errors from outputs", () => {
    const outputs = cases.filter(({ input }) => input.output !== undefined && input.command)
    expect(outputs.length).toBe(15)
    for (const { input, expect: expected } of outputs) {
      const wanted = DIFFERS[input.command] ?? expected
      const event = commandEvent(input)
      expect([input.command, event.errors?.length ?? 0]).toEqual([input.command, wanted.count])
      if (wanted.count === 0) continue
      expect([event.category, event.errors?.[0]?.summary]).toEqual([wanted.category, wanted.summary])
      // Fingerprints cannot be the same: here they are taken over the category and a normalised summary.
      expect(event.errors?.[0]?.fingerprint).toMatch(/^[0-9a-f]{12}$/)
      if (wanted === expected) expect(event.errors?.[0]?.file ?? null).toBe(expected.file)
    }
  })

  test("categories", () => {
    const commands = cases.filter(({ input }) => input.classify)
    expect(commands.length).toBe(11)
    for (const { input, expect: expected } of commands) {
      expect([input.classify, categoryOfCommand(input.classify)?.category ?? null]).toEqual([
        input.classify,
        expected.category,
      ])
    }
  })

  test("a command without an exit code records and clears nothing", () => {
    const [unfinished] = cases.filter(({ input }) => input.hookOutput)
    const failed = commandEvent({ command: "npm test", exit: 1, output: "Error: before" })
    const before = activityAfter(emptyActivity, failed)
    const event = commandEvent({
      command: unfinished?.input.command,
      exit: null,
      output: unfinished?.input.hookOutput.output,
    })
    expect(before.openErrors).toHaveLength(1)
    expect(activityAfter(before, event)).toEqual(before)
  })

  test("the order of active files", () => {
    const states = publishedCases<Case>("wm-render").cases.filter(
      ({ fn, input }) => fn === "renderHot" && input.state?.activeFiles,
    )
    expect(states.length).toBe(4)
    for (const { name, input, expect: expected } of states) {
      const files = input.state.activeFiles.map(({ path, action, count, lastSeen }: Record<string, unknown>) => ({
        path: String(path).slice(`${input.root}/`.length),
        action,
        count,
        last: lastSeen,
      }))
      const lines = rankedFiles({ ...emptyActivity, files } as Activity).map(
        ({ path, action, count }) => `- ${path} (${action}, ${count}x)`,
      )
      const shown = expected.prompt.split("\n").filter((line: string) => /^- .* \(\w+, \d+x\)$/.test(line))
      expect([name, lines.slice(0, shown.length)]).toEqual([name, shown])
    }
  })
})
