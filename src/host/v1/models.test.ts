import { expect, test } from "bun:test"
import { windowOf } from "./models.ts"

const LIMIT = { context: 200_000, output: 64_000 }

test.each([
  ["the output's room is kept free", LIMIT, undefined, {}, { context: 200_000, usable: 168_000 }],
  [
    "a model that says nothing of its output",
    { context: 100_000 },
    undefined,
    {},
    { context: 100_000, usable: 68_000 },
  ],
  [
    "`reserved` counts for models with an input limit only",
    LIMIT,
    { reserved: 5000 },
    {},
    { context: 200_000, usable: 168_000 },
  ],
  ["an input limit", { ...LIMIT, input: 90_000 }, {}, {}, { context: 200_000, usable: 70_000 }],
  ["and `reserved`", { ...LIMIT, input: 90_000 }, { reserved: 5000 }, {}, { context: 200_000, usable: 85_000 }],
  ["a small output", { ...LIMIT, output: 8000, input: 90_000 }, {}, {}, { context: 200_000, usable: 82_000 }],
  ["more reserved than there is", { ...LIMIT, input: 4000 }, {}, {}, { context: 200_000, usable: 0 }],
  [
    "the output's cap by environment",
    LIMIT,
    {},
    { OPENCODE_EXPERIMENTAL_OUTPUT_TOKEN_MAX: "50000" },
    { context: 200_000, usable: 150_000 },
  ],
  [
    "a cap that is none",
    LIMIT,
    {},
    { OPENCODE_EXPERIMENTAL_OUTPUT_TOKEN_MAX: "lots" },
    { context: 200_000, usable: 168_000 },
  ],
  ["no automatic compaction", LIMIT, { auto: false }, {}, { context: 200_000 }],
  ["none by environment", LIMIT, {}, { OPENCODE_DISABLE_AUTOCOMPACT: "1" }, { context: 200_000 }],
  ["a window nobody knows", { context: 0, output: 0 }, {}, {}, {}],
  ["no limits at all", undefined, {}, {}, {}],
])("%s", (_, limit, compaction, env, window) => {
  expect(windowOf(limit, compaction, env as Record<string, string>)).toEqual(window)
})
