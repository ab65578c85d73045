// The published design's own cases, input and expected outcome. Where Cairn decides otherwise, the case is listed with the reason.
import { describe, expect, test } from "bun:test"
import { resolveConfig } from "../../src/model/config.ts"
import { parseDuration } from "../../src/model/duration.ts"
import { describePath } from "../../src/model/note.ts"
import { parseNote } from "../../src/model/note-file.ts"
import { isHot } from "../../src/model/scope.ts"
import { decideEpoch } from "../../src/prompt/epoch-ladder.ts"
import { publishedCases } from "../bed/published-cases.ts"

interface Case {
  fn: string
  name?: string
  // biome-ignore lint/suspicious/noExplicitAny: data of many shapes, read field by field
  input: any
  // biome-ignore lint/suspicious/noExplicitAny: as above
  expect: any
}
const { present, of } = publishedCases<Case>("memfs")

describe.if(present)("cases of the published hot/cold design", () => {
  test("durations", () => {
    expect(of("parseCacheTtl").length).toBeGreaterThan(20)
    for (const { input, expect: expected } of of("parseCacheTtl")) {
      expect([input, parseDuration(input)]).toEqual([input, expected?.error ? undefined : expected])
    }
  })

  test("the ladder", () => {
    /** A forced refresh that would render the same bytes is not worth a log line of its own: rule 2 comes before rule 3. */
    const differs: Record<string, string> = { "forced, same hash": "same" }
    for (const { name, input, expect: expected } of of("ladder")) {
      const { cached, ...given } = input
      const { render, reason } = decideEpoch({
        epoch: cached && {
          text: cached.block,
          hash: cached.hash,
          renderedAt: cached.renderedAt,
          model: "m",
          pressureStep: 0,
        },
        freshHash: given.currentHash,
        knowsAll: true,
        forcedBy: given.forceBustGeneration > (cached?.bustGenSeen ?? 0) ? "x" : undefined,
        model: "m",
        usagePercentage: given.usagePercentage,
        refreshThresholdPercentage: given.refreshThresholdPercentage,
        lastResponseAt: given.lastResponseTime,
        cacheTtl: given.cacheTtlMs,
        now: given.now,
      })
      const mine = render ? reason.replace(/:.*/, "") : null
      expect([name, mine]).toEqual([name, differs[name ?? ""] ? null : expected])
      if (differs[name ?? ""]) expect(reason as string).toBe(differs[name ?? ""] as string)
    }
  })

  test("descriptions from names", () => {
    for (const { input, expect: expected } of of("humanize"))
      expect([input, describePath(input)]).toEqual([input, expected])
  })

  test("frontmatter", () => {
    for (const { input, expect: expected } of of("parseFrontmatter")) {
      const note = parseNote(input.raw)
      expect([input.raw, note.body]).toEqual([input.raw, expected.body])
      expect(note.head.description ?? describePath(input.path)).toBe(expected.frontmatter.description)
      expect(note.head.limit ?? 5000).toBe(expected.frontmatter.limit)
      // Frontmatter that is not understood makes a note read-only here, where the original went on to rewrite it.
      expect(note.head.readonly || note.problem !== undefined).toBe(
        expected.frontmatter.readonly || note.problem !== undefined,
      )
    }
  })

  test("what is hot", () => {
    for (const { input, expect: expected } of of("isHot")) {
      // A bare folder name is no note's path here: notes end in .md.
      if (input.path === input.hotDir) continue
      expect([input.path, isHot(input.path, input.hotDir)]).toEqual([input.path, expected])
    }
  })

  test("config", () => {
    for (const { input, expect: expected } of of("config")) {
      // An unknown key is reported here, not silently accepted; values are as expected all the same.
      const { config, problems } = resolveConfig({ file: { name: "cairn.jsonc", text: JSON.stringify(input) } })
      const unknown = problems.some(({ message }) => message.startsWith("unknown setting"))
      expect([input, problems.length === 0 || unknown]).toEqual([input, expected.ok])
      // The pressure refresh is off by default: a render at 65 % throws away a full cache.
      const { cacheTtlMs, refreshThresholdPercentage, ...rest } = expected.value ?? {}
      // Where the user has not said how long the cache lasts, it goes by the model's provider.
      const cacheTtl = "cacheTtl" in input ? cacheTtlMs : "auto"
      if (expected.ok) expect(config).toMatchObject({ ...rest, cacheTtl })
    }
  })
})
