// The shapes are those that OpenCode 2.0.15 was seen to hand over.
import { describe, expect, test } from "bun:test"
import { worktreePaths } from "../worktree-paths.ts"
import { fileTouches } from "./file-touches.ts"

const pathOf = worktreePaths("/repo/sub", "/repo")
const touches = (tool: string, event: unknown, output = "") => fileTouches(tool, event, output, pathOf)

describe("OpenCode 2: the files a tool had to do with", () => {
  test("a directory that is read is not a file", () => {
    const read = (type: string) => ({ input: { path: "a" }, result: { output: { type } } })
    expect(touches("read", read("list-page")).files).toEqual([])
    expect(touches("read", read("file")).files).toEqual([{ path: "sub/a", action: "read" }])
  })

  test("what is written", () => {
    const event = { input: { path: "a", content: "text" }, result: { output: { target: "/repo/sub/a" } } }
    expect(touches("write", event)).toEqual({ files: [{ path: "sub/a", action: "write" }], added: "text" })
    expect(touches("write", { input: { path: "/out/a", content: "" } }).files).toEqual([
      { path: "/out/a", action: "write" },
    ])
  })

  test("a patch of every kind; a moved file is headed by its old name", () => {
    const file = (name: string, status: string, patch: string, head = `/repo/sub/${name}`) => ({
      file: name,
      status,
      patch: `Index: ${head}\n====\n--- ${head}\n+++ ${head}\n@@ -1,1 +1,1 @@\n${patch}\n`,
    })
    const files = [
      file("new", "added", "+hello"),
      file("a", "modified", "-a\n+b"),
      file("del", "deleted", "-bye"),
      file("src/b", "modified", "+moved", "/repo/sub/b"),
      file("x", "constructor", "+?"),
    ]
    expect(touches("patch", { result: { output: { files } } })).toEqual({
      files: [
        { path: "sub/new", action: "write" },
        { path: "sub/a", action: "edit" },
        { path: "sub/del", action: "delete" },
        { path: "sub/b", action: "move", to: "sub/src/b" },
      ],
      added: "hello\nb\nmoved\n?",
    })
  })

  test("an edit, whose patch is headed by a relative name", () => {
    const files = [{ file: "a", status: "modified", patch: "Index: a\n--- a\n+++ a\n@@ -1,1 +1,1 @@\n-x\n+y\n" }]
    expect(touches("edit", { result: { output: { files } } })).toEqual({
      files: [{ path: "sub/a", action: "edit" }],
      added: "y",
    })
  })

  test("a search", () => {
    const grep = "Found 2 matches\n/repo/sub/a.ts:\n  Line 1: needle\n\n\n/repo/b.ts:\n  Line 1: needle\n"
    expect(touches("grep", {}, grep).files).toEqual([
      { path: "sub/a.ts", action: "grep" },
      { path: "b.ts", action: "grep" },
    ])
    expect(touches("glob", {}, "/repo/b.ts").files).toEqual([{ path: "b.ts", action: "grep" }])
    expect(touches("grep", {}, "No matches found").files).toEqual([])
  })
})
