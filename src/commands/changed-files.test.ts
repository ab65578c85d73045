import { expect, test } from "bun:test"
import { filesChanged } from "./changed-files.ts"

test("a patch names each of its files once, also where one is moved to", () => {
  const patchText = [
    "*** Begin Patch",
    "*** Update File: src/a.ts\r",
    "*** Move to: src/b.ts",
    "@@",
    "-*** Update File: src/quoted.ts",
    "+*** Add File: src/quoted.ts",
    "*** Add File: docs/c d.md",
    "*** Update File: src/a.ts",
    "*** Delete File: old.ts",
    "*** End Patch",
  ].join("\n")
  expect(filesChanged({ tool: "apply_patch", args: { patchText } })).toEqual([
    "src/a.ts",
    "src/b.ts",
    "docs/c d.md",
    "old.ts",
  ])
})

test("other editing tools name one file; reading or running changes none that is named", () => {
  expect(filesChanged({ tool: "edit", args: { filePath: "a.ts" } })).toEqual(["a.ts"])
  expect(filesChanged({ tool: "write", args: { path: "a.ts" } })).toEqual(["a.ts"])
  expect(filesChanged({ tool: "write", args: { content: "x" } })).toEqual([])
  expect(filesChanged({ tool: "apply_patch", args: { patchText: 5 } })).toEqual([])
  expect(filesChanged({ tool: "read", args: { filePath: "a.ts" } })).toEqual([])
  expect(filesChanged({ tool: "bash", args: { command: "*** Update File: a.ts" } })).toEqual([])
})
