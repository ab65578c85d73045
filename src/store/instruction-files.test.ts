import { expect, test } from "bun:test"
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { openedApp } from "../../test/bed/opened-app.ts"
import { tempDir } from "../../test/bed/sandbox.ts"
import { readInstructionFiles, readScriptFiles, readScriptsIn } from "./instruction-files.ts"

function place(): { directory: string; worktree: string; config: string } {
  const worktree = tempDir("worktree")
  const directory = join(worktree, "a", "b")
  mkdirSync(directory, { recursive: true })
  return { directory, worktree, config: tempDir("config") }
}

test("all of them from the directory up to the worktree, and the user's own", async () => {
  const at = place()
  writeFileSync(join(at.directory, "CLAUDE.md"), "in b")
  writeFileSync(join(at.worktree, "a", "CONTEXT.md"), "in a")
  writeFileSync(join(at.worktree, "AGENTS.md"), "at the top")
  writeFileSync(join(at.worktree, "OTHER.md"), "not an instruction")
  writeFileSync(join(at.config, "AGENTS.md"), "the user's")
  expect(await readInstructionFiles(at)).toEqual(["the user's", "in b", "in a", "at the top"])
})

test("a repository's links lead nowhere, the user's own to their dotfiles", async () => {
  const at = place()
  const dotfiles = tempDir("dotfiles")
  writeFileSync(join(dotfiles, "agents.md"), "from the dotfiles")
  symlinkSync(join(dotfiles, "agents.md"), join(at.config, "AGENTS.md"))
  symlinkSync(join(dotfiles, "agents.md"), join(at.worktree, "AGENTS.md"))
  symlinkSync("/dev/zero", join(at.worktree, "CLAUDE.md"))
  symlinkSync("/dev/ptmx", join(at.directory, "CONTEXT.md"))
  symlinkSync("/dev/zero", join(at.config, "CONTEXT.md"))
  expect(await readInstructionFiles(at)).toEqual(["from the dotfiles"])
})

test("one that is too large is left out whole", async () => {
  const at = place()
  writeFileSync(join(at.worktree, "AGENTS.md"), "x".repeat(256 * 1024 + 1))
  writeFileSync(join(at.worktree, "CLAUDE.md"), "y".repeat(256 * 1024))
  expect((await readInstructionFiles(at)).map((text) => text[0])).toEqual(["y"])
})

test("a save does not fill the memory with a device that a repository brought", async () => {
  const directory = tempDir("project")
  for (const [name, device] of [
    ["CLAUDE.md", "zero"],
    ["CONTEXT.md", "ptmx"],
  ] as const)
    symlinkSync(`/dev/${device}`, join(directory, name))
  const opened = await openedApp({ directory })
  const before = process.memoryUsage().rss
  const answer = await opened.call("memory_save", {
    text: "The staging database listens on port 5433",
    type: "reference",
  })
  expect(answer).toContain("facts/")
  expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000)
  await opened.close()
})

test("those that the host's configuration names, below the worktree; any other file only the user may name", async () => {
  const at = place()
  const elsewhere = tempDir("elsewhere")
  writeFileSync(join(elsewhere, "mine.md"), "the user's elsewhere")
  mkdirSync(join(at.worktree, "docs"))
  for (const name of ["a.md", "b.md", "c.txt"]) writeFileSync(join(at.worktree, "docs", name), name)
  symlinkSync(join(elsewhere, "mine.md"), join(at.worktree, "docs", "link.md"))
  const named = ["docs/*.md", "../out.md", "https://evil.example/x.md", join(elsewhere, "mine.md"), 7]
  writeFileSync(join(at.worktree, "opencode.json"), `{ // ours\n "instructions": ${JSON.stringify(named)}, }`)
  expect(await readInstructionFiles(at)).toEqual(["a.md", "b.md"])
  writeFileSync(join(at.config, "opencode.jsonc"), JSON.stringify({ instructions: [join(elsewhere, "mine.md")] }))
  expect(await readInstructionFiles(at)).toEqual(["the user's elsewhere", "a.md", "b.md"])
})

test("a folder that a repository has linked is as little followed as a file", async () => {
  const at = place()
  const elsewhere = tempDir("elsewhere")
  for (const name of ["rules.md", "ci.yml", "package.json"]) writeFileSync(join(elsewhere, name), "somebody's")
  const named = { instructions: ["docs/rules.md", "docs/*.md", "deep/docs/rules.md"] }
  writeFileSync(join(at.worktree, "opencode.json"), JSON.stringify(named))
  writeFileSync(join(elsewhere, "opencode.json"), JSON.stringify({ instructions: ["kept.md"] }))
  writeFileSync(join(at.worktree, "kept.md"), "named by a linked configuration")
  mkdirSync(join(at.worktree, "deep"))
  mkdirSync(join(at.worktree, ".github"))
  for (const link of ["docs", "deep/docs", ".opencode", ".github/workflows"])
    symlinkSync(elsewhere, join(at.worktree, link))
  expect(await readInstructionFiles(at)).toEqual([])
  expect([...(await readScriptFiles(at)), ...(await readScriptsIn(at, [join(at.worktree, "docs")]))]).toEqual([])
  // The folder of the project itself may be reached by a link of the user's.
  const home = tempDir("home")
  symlinkSync(at.worktree, join(home, "project"))
  writeFileSync(join(at.worktree, "AGENTS.md"), "the project's")
  const linked = { worktree: join(home, "project"), directory: join(home, "project"), config: at.config }
  expect(await readInstructionFiles(linked)).toEqual(["the project's"])
})

test("what package.json, Makefile and CI say", async () => {
  const at = place()
  mkdirSync(join(at.worktree, ".github", "workflows"), { recursive: true })
  writeFileSync(join(at.worktree, ".github", "workflows", "ci.yml"), "jobs: {}")
  writeFileSync(join(at.worktree, "Makefile"), "all:\n")
  writeFileSync(join(at.directory, "package.json"), "{}")
  symlinkSync("/dev/zero", join(at.worktree, "package.json"))
  expect((await readScriptFiles(at)).map(({ name }) => name)).toEqual(["package.json", "Makefile", "ci.yml"])
})
