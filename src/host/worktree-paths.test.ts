import { describe, expect, test } from "bun:test"
import { mkdirSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { tempDir } from "../../test/bed/sandbox.ts"
import { worktreePaths } from "./worktree-paths.ts"

describe("a path as memory knows it", () => {
  test("is relative to the worktree, wherever in it the session is", () => {
    const pathOf = worktreePaths("/repo/packages/a", "/repo")
    expect(pathOf("src/x.ts")).toBe("packages/a/src/x.ts")
    expect(pathOf("../b/x.ts")).toBe("packages/b/x.ts")
    expect(pathOf("/repo/x.ts")).toBe("x.ts")
    expect(pathOf("/repo/..x")).toBe("..x")
  })

  test("is absolute outside of it", () => {
    const pathOf = worktreePaths("/repo", "/repo")
    expect(pathOf("/repository/x")).toBe("/repository/x")
    expect(pathOf("../x")).toBe("/x")
    expect(pathOf("/repo")).toBe("/repo")
  })

  test("is relative to the directory if there is no worktree", () => {
    expect(worktreePaths("/notes", "/")("/notes/x.md")).toBe("x.md")
    expect(worktreePaths("/notes", "/")("/other/x.md")).toBe("/other/x.md")
    expect(worktreePaths("/notes", undefined)("x.md")).toBe("x.md")
  })

  test("is the same by any name of the directory", () => {
    const root = tempDir("paths")
    const [real, link] = [join(root, "real"), join(root, "link")]
    mkdirSync(join(real, "src"), { recursive: true })
    symlinkSync(real, link)
    expect(worktreePaths(link, real)(join(link, "src/x.ts"))).toBe("src/x.ts")
    expect(worktreePaths(join(link, "src"), real)("x.ts")).toBe("src/x.ts")
    expect(worktreePaths(join(link, "src"), real)(join(real, "x.ts"))).toBe("x.ts")
    expect(worktreePaths(join(root, "gone"), real)(join(root, "gone/x"))).toBe(join(root, "gone/x"))
  })
})
