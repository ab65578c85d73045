import { describe, expect, test } from "bun:test"
import type { Epoch } from "../model/epoch.ts"
import { cacheTtlOf, decideEpoch, type Moment } from "./epoch-ladder.ts"

const epoch: Epoch = { text: "b", hash: "h1", renderedAt: 999_000, model: "m", pressureStep: 0 }
const calm: Moment = {
  epoch,
  freshHash: "h2",
  knowsAll: true,
  model: "m",
  usagePercentage: 10,
  refreshThresholdPercentage: 65,
  lastResponseAt: 999_000,
  cacheTtl: 300_000,
  now: 1_000_000,
}

describe("the ladder", () => {
  const cases: [string, Partial<Moment>, string][] = [
    ["nothing rendered yet", { epoch: undefined }, "render first"],
    ["byte-identical", { freshHash: "h1" }, "serve same"],
    [
      "byte-identical wins over all the rest",
      { freshHash: "h1", forcedBy: "flush", compaction: "c", model: "x", usagePercentage: 99, lastResponseAt: 0 },
      "serve same",
    ],
    ["forced", { forcedBy: "promote" }, "render forced:promote"],
    ["forced before compaction", { forcedBy: "flush", compaction: "c" }, "render forced:flush"],
    ["compacted", { compaction: "msg_1" }, "render compaction"],
    ["model changed", { model: "other" }, "render model"],
    ["pressure", { usagePercentage: 70 }, "render pressure"],
    ["pressure exactly at the threshold", { usagePercentage: 65 }, "render pressure"],
    ["just below the threshold", { usagePercentage: 64.99 }, "serve deferred"],
    [
      "pressure only once per ten points",
      { usagePercentage: 69, epoch: { ...epoch, pressureStep: 6 } },
      "serve deferred",
    ],
    [
      "pressure again ten points later",
      { usagePercentage: 70, epoch: { ...epoch, pressureStep: 6 } },
      "render pressure",
    ],
    ["pressure off", { usagePercentage: 99, refreshThresholdPercentage: 0 }, "serve deferred"],
    ["pressure before ttl", { usagePercentage: 80, lastResponseAt: 0 }, "render pressure"],
    ["cache lapsed", { lastResponseAt: 0 }, "render ttl"],
    ["exactly the ttl is not over it", { lastResponseAt: 700_000 }, "serve deferred"],
    ["no response yet: counted from the render", { lastResponseAt: undefined, now: 999_000 + 300_001 }, "render ttl"],
    ["changed, cache warm", {}, "serve deferred"],
    [
      "rendered before all notes were known, now they are",
      { epoch: { ...epoch, provisional: "notes" } },
      "render complete",
    ],
    [
      "rendered before all notes were known, and still not all are",
      { epoch: { ...epoch, provisional: "notes" }, knowsAll: false },
      "serve deferred",
    ],
  ]
  test.each(cases)("%s", (_name, over, expected) => {
    const { render, reason } = decideEpoch({ ...calm, ...over })
    expect(`${render ? "render" : "serve"} ${reason}`).toBe(expected)
  })
})

test.each([
  ["auto", "anthropic/claude-sonnet-5", 300_000],
  ["auto", "openrouter/anthropic/claude-opus", 300_000],
  ["auto", "openai/gpt-5.6", 3_600_000],
  ["auto", "", 3_600_000],
  [1000, "anthropic/claude-sonnet-5", 1000],
] as const)("a cache of %p for %p lasts %p ms", (setting, model, ms) => expect(cacheTtlOf(setting, model)).toBe(ms))
