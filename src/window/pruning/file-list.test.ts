import { describe, expect, test } from "bun:test"
import { prune } from "./prune.ts"

const listing = (command: string, lines: readonly string[]) =>
  prune({ tool: "bash", args: { command }, output: lines.join("\n"), mode: "hyper" })

describe("a file list", () => {
  test("of `find` goes on as names, and what is built or drawn goes first", () => {
    const paths = ["api", "build", "editor"].flatMap((area) => [
      ...Array.from({ length: 12 }, (_, at) => `./src/${area}/part-${at}.ts`),
      ...Array.from({ length: 12 }, (_, at) => `./assets/${area}/icon-${at}.png`),
    ])
    const pruned = listing("find . -type f", paths)
    expect(pruned?.strategy).toBe("file-list")
    expect(pruned?.text).toMatchInlineSnapshot(`
      "./src/api/part-0.ts
      ./src/api/part-1.ts
      ./src/api/part-2.ts
      ./src/api/part-3.ts
      ./src/api/part-4.ts
      ./src/api/part-5.ts
      ./src/api/part-6.ts
      ./src/api/part-7.ts
      ./src/api/part-8.ts
      [… 15 lines left out]
      ./src/build/part-0.ts
      ./src/build/part-1.ts
      ./src/build/part-2.ts
      [… 21 lines left out]
      ./src/editor/part-0.ts
      ./src/editor/part-1.ts
      ./src/editor/part-2.ts
      [… 19 lines left out]
      ./assets/editor/icon-10.png
      ./assets/editor/icon-11.png
      [names in the lines left out: ./src/api/part-9.ts ./src/api/part-10.ts ./src/api/part-11.ts ./src/build/part-3.ts ./src/build/part-4.ts ./src/build/part-5.ts ./src/build/part-6.ts ./src/build/part-7.ts ./src/build/part-8.ts ./src/build/part-9.ts ./src/build/part-10.ts ./src/build/part-11.ts ./src/editor/part-3.ts ./src/editor/part-4.ts ./src/editor/part-5.ts ./src/editor/part-6.ts ./src/editor/part-7.ts ./src/editor/part-8.ts ./src/editor/part-9.ts ./assets/api/icon-0.png ./assets/api/icon-1.png ./assets/api/icon-2.png ./assets/api/icon-3.png ./assets/api/icon-4.png ./assets/api/icon-5.png ./assets/api/icon-6.png ./assets/api/icon-7.png ./assets/api/icon-8.png ./assets/api/icon-9.png ./src/editor/part-10.ts ./src/editor/part-11.ts ./assets/api/icon-10.png ./assets/api/icon-11.png ./assets/build/icon-0.png]"
    `)
  })

  test("of `git status` keeps what was changed", () => {
    const status = [
      ...Array.from({ length: 30 }, (_, at) => `?? out/trace-${at}.png`),
      " M src/app.ts",
      "D  src/old.ts",
      ...Array.from({ length: 30 }, (_, at) => `?? out/frame-${at}.png`),
    ]
    expect(listing("git status --short", status)?.text).toContain(" M src/app.ts\nD  src/old.ts")
  })

  test("of the list tool is told by its lines", () => {
    const paths = Array.from({ length: 300 }, (_, at) => `src/part${at}/file.ts`)
    const pruned = prune({ tool: "glob", args: { pattern: "**/*.ts" }, output: paths.join("\n"), mode: "normal" })
    expect(pruned?.strategy).toBe("file-list")
  })
})
