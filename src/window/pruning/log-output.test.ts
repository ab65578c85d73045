import { expect, test } from "bun:test"
import { prune } from "./prune.ts"

test("of a log the errors, the warnings, their surroundings and the project's own frames stay", () => {
  const output = [
    ...Array.from(
      { length: 60 },
      (_, at) => `2026-01-10T09:00:${10 + (at % 50)}Z INFO request ${at} served in ${at} ms`,
    ),
    "2026-01-10T09:01:00Z WARN pool is nearly empty",
    "2026-01-10T09:01:01Z ERROR request 61 failed: TypeError: x is undefined",
    "    at serve (/app/src/serve.ts:14:3)",
    ...Array.from({ length: 12 }, (_, at) => `    at next (/app/node_modules/router/layer${at}.js:9:1)`),
    ...Array.from(
      { length: 60 },
      (_, at) => `2026-01-10T09:02:${10 + (at % 50)}Z INFO request ${at} served in ${at} ms`,
    ),
  ].join("\n")
  const pruned = prune({ tool: "bash", args: { command: "docker logs web" }, output, mode: "hyper" })
  expect(pruned?.strategy).toBe("log")
  expect(pruned?.text).toMatchInlineSnapshot(`
    "2026-01-10T09:00:10Z INFO request 0 served in 0 ms
    2026-01-10T09:00:11Z INFO request 1 served in 1 ms
    [… 58 lines left out, like the one above]
    2026-01-10T09:01:00Z WARN pool is nearly empty
    2026-01-10T09:01:01Z ERROR request 61 failed: TypeError: x is undefined
        at serve (/app/src/serve.ts:14:3)
        at next (/app/node_modules/router/layer0.js:9:1)
    [… 69 lines left out]
    2026-01-10T09:02:18Z INFO request 58 served in 58 ms
    2026-01-10T09:02:19Z INFO request 59 served in 59 ms"
  `)
})
