import { expect, test } from "bun:test"
import { prune } from "./prune.ts"

test("the upper levels of a tree stay", () => {
  const output = [
    ".",
    ...["api", "docs", "editor", "search"].flatMap((folder) => [
      `├── ${folder}`,
      ...Array.from({ length: 15 }, (_, at) => `│   │   ├── ${folder}-leaf-${at}.ts`),
    ]),
    "└── package.json",
  ].join("\n")
  const pruned = prune({ tool: "bash", args: { command: "tree" }, output, mode: "hyper" })
  expect(pruned?.strategy).toBe("tree")
  for (const folder of ["api", "docs", "editor", "search"]) expect(pruned?.text).toContain(`├── ${folder}\n`)
})
