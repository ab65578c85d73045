// The shapes are those that OpenCode 1.18.33 was seen to hand over.
import { describe, expect, test } from "bun:test"
import { worktreePaths } from "../worktree-paths.ts"
import { fileTouches } from "./file-touches.ts"

const pathOf = worktreePaths("/repo", "/repo")
const touches = (tool: string, args: unknown, result: unknown) => fileTouches(tool, args, result, pathOf)

describe("OpenCode 1: the files a tool had to do with", () => {
  test("a directory that is read is not a file", () => {
    const display = (type: string) => ({ metadata: { display: { type, path: "/repo/src" } } })
    expect(touches("read", { filePath: "src" }, display("directory")).files).toEqual([])
    expect(touches("read", { filePath: "src" }, display("file")).files).toEqual([{ path: "src", action: "read" }])
    expect(touches("read", { filePath: "src" }, {}).files).toEqual([{ path: "src", action: "read" }])
  })

  test("an edit and what it added", () => {
    const diff = "Index: /repo/a\n====\n--- /repo/a\n+++ /repo/a\n@@ -1,2 +1,3 @@\n one\n-two\n+2\n++ 3\n"
    const edited = touches("edit", { filePath: "a" }, { metadata: { diff, filediff: { file: "/repo/a" } } })
    expect(edited).toEqual({ files: [{ path: "a", action: "edit" }], added: "2\n+ 3" })
  })

  test("of what is written the beginning is kept, whole characters only", () => {
    const content = `${"x".repeat(4095)}😀 and more`
    const { added } = touches("write", { filePath: "a", content }, { metadata: { filepath: "/repo/a" } })
    expect(added).toBe("x".repeat(4095))
    const patch = `@@ -0,0 +1,2000 @@\n${"+long line\n".repeat(2000)}`
    expect(touches("edit", { filePath: "a" }, { metadata: { diff: patch } }).added).toHaveLength(4096)
  })

  test("a patch of every kind", () => {
    const files = [
      { filePath: "/repo/new", type: "add", patch: "@@\n+hello" },
      { filePath: "/repo/a", type: "update", patch: "@@\n-a\n+b" },
      { filePath: "/repo/del", type: "delete", patch: "@@\n-bye" },
      { filePath: "/repo/b", type: "move", movePath: "/repo/src/b", patch: "@@\n+moved" },
      { filePath: "/repo/x", type: "constructor", patch: "" },
    ]
    expect(touches("apply_patch", {}, { metadata: { files } })).toEqual({
      files: [
        { path: "new", action: "write" },
        { path: "a", action: "edit" },
        { path: "del", action: "delete" },
        { path: "b", action: "move", to: "src/b" },
      ],
      added: "hello\nb\nmoved",
    })
  })

  test("a search: the first five files, each once", () => {
    const found = (n: number) => `/repo/src/${n}.ts:\n  Line 2: again needle:\n  Line 3: /not/a/file:\n\n`
    const grep = `Found 14 matches\n${[1, 2, 3, 4, 5, 6, 7].map(found).join("\n")}`
    expect(touches("grep", { pattern: "needle" }, { output: grep }).files).toEqual(
      [1, 2, 3, 4, 5].map((n) => ({ path: `src/${n}.ts`, action: "grep" })),
    )
    const glob = "/repo/a.ts\n/elsewhere/b.ts\n\n(Results are truncated: showing first 100 results.)"
    expect(touches("glob", { pattern: "*" }, { output: glob }).files).toEqual([
      { path: "a.ts", action: "grep" },
      { path: "/elsewhere/b.ts", action: "grep" },
    ])
    for (const tool of ["grep", "glob"]) expect(touches(tool, {}, { output: "No files found" }).files).toEqual([])
  })

  test("other tools have none", () => {
    for (const tool of ["bash", "task", "todowrite", "invalid", "constructor"])
      expect(touches(tool, { filePath: "a" }, { output: "/repo/a" })).toEqual({ files: [] })
  })
})
