import { expect, test } from "bun:test"
import { cacheTtlOf } from "./cache-ttl.ts"

test.each([
  ["auto", "anthropic/claude-sonnet-5", 300_000],
  ["auto", "openrouter/anthropic/claude-opus", 300_000],
  ["auto", "openai/gpt-5.6", 3_600_000],
  ["auto", "", 3_600_000],
  [1000, "anthropic/claude-sonnet-5", 1000],
] as const)("%p for %p is %p ms", (setting, model, ms) => expect(cacheTtlOf(setting, model)).toBe(ms))
