import { afterEach, describe, expect, test } from "bun:test"
import { execFileSync } from "node:child_process"
import { existsSync, rmSync, statSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { closeApps, type OpenedApp, open } from "../../test/bed/opened-app.ts"
import { tempDir } from "../../test/bed/sandbox.ts"
import { refreshGenerated } from "./generated-lists.ts"

afterEach(closeApps)

const fact = (description: string, more = "") =>
  `---\ndescription: ${description}\ntype: feedback\nsource: explicit\n${more}---\n`

async function scanned(cairn: OpenedApp): Promise<void> {
  await cairn.app.complete
  await cairn.app.scopeNotes("project").refreshNow()
}

function git(root: string, ...args: string[]): string {
  return execFileSync("git", ["--git-dir", join(root, "history.git"), ...args], { encoding: "utf8" })
}

describe("generated files", () => {
  test("follow the notes, and are not in history", async () => {
    const cairn = await open()
    cairn.edit("facts/a.md", fact("Use tabs for indentation", "conflicts_with: facts/b.md\n"))
    cairn.edit("facts/b.md", fact("Use spaces for indentation"))
    cairn.edit("reference/private/key.md", "secret plans")
    await scanned(cairn)
    await refreshGenerated(cairn.app)
    expect(cairn.read("MEMORY.md")).toContain("- [A](facts/a.md) — Use tabs for indentation\n")
    expect(cairn.read("MEMORY.md")).not.toContain("secret plans")
    expect(cairn.read("MEMORY.md", "global")).toContain("(system/human.md)")
    expect(cairn.read("_CONFLICTS.md")).toContain("Use spaces for indentation")
    expect(existsSync(cairn.file("_CONFLICTS.md", "global"))).toBe(false)
    expect(cairn.prefixNow()).toContain("facts/a.md and facts/b.md (project) contradict each other")

    await cairn.app.store.history?.flush()
    const tree = git(cairn.root, "ls-tree", "-r", "--name-only", "HEAD")
    expect(tree).toContain("facts/a.md")
    expect(tree).not.toMatch(/MEMORY|CONFLICTS|projects\.md/)
    expect(git(cairn.root, "log", "--format=%s")).not.toMatch(/MEMORY|CONFLICTS/)

    cairn.edit("facts/b.md", fact("Ask before deleting a file"))
    await scanned(cairn)
    await refreshGenerated(cairn.app)
    expect(existsSync(cairn.file("_CONFLICTS.md"))).toBe(false)
    expect(cairn.prefixNow()).not.toContain("contradict")
  })

  test("the list of projects follows their folders, whoever changed it, and a note of a person's own stays", async () => {
    const cairn = await open()
    await scanned(cairn)
    const list = "reference/projects.md"
    const text = cairn.read(list, "global")
    expect(text).toContain(`- ${cairn.app.project.name}: `)
    cairn.edit(list, text.replace(cairn.app.project.name, "of-old"), "global")
    await refreshGenerated(cairn.app)
    expect(cairn.read(list, "global")).toBe(text)
    const { ino } = statSync(cairn.file(list, "global"))
    await refreshGenerated(cairn.app)
    expect(statSync(cairn.file(list, "global")).ino).toBe(ino)
    cairn.edit(list, "my own\n", "global")
    await refreshGenerated(cairn.app)
    expect(cairn.read(list, "global")).toBe("my own\n")
  })

  test("are not touched while no note has changed", async () => {
    const cairn = await open()
    await scanned(cairn)
    await refreshGenerated(cairn.app)
    const { ino } = statSync(cairn.file("MEMORY.md"))
    await refreshGenerated(cairn.app)
    cairn.edit("facts/a.md", fact("A fact of some length"))
    await scanned(cairn)
    expect(statSync(cairn.file("MEMORY.md")).ino).toBe(ino)
    await refreshGenerated(cairn.app)
    expect(statSync(cairn.file("MEMORY.md")).ino).not.toBe(ino)
  })

  test("are made again only after a change of a note", async () => {
    const cairn = await open()
    cairn.edit("facts/a.md", fact("A fact of some length"))
    await scanned(cairn)
    await refreshGenerated(cairn.app)
    let looks = 0
    const [info] = cairn.app.scopeNotes("project").index.cold
    Object.defineProperty(info, "description", { get: () => `look ${++looks}` })
    await refreshGenerated(cairn.app)
    expect(looks).toBe(0)
    cairn.edit("facts/b.md", fact("Another fact of some length"))
    await scanned(cairn)
    await refreshGenerated(cairn.app)
    expect(looks).toBeGreaterThan(0)
  })

  test("are written again where somebody changed or removed them", async () => {
    const cairn = await open()
    await scanned(cairn)
    await refreshGenerated(cairn.app)
    const text = cairn.read("MEMORY.md")
    rmSync(cairn.file("MEMORY.md"))
    cairn.edit("MEMORY.md", `${text}spoilt`, "global")
    await refreshGenerated(cairn.app)
    expect(cairn.read("MEMORY.md")).toBe(text)
    expect(cairn.read("MEMORY.md", "global")).not.toContain("spoilt")
  })

  test("one that cannot be written costs nothing else", async () => {
    const cairn = await open()
    await scanned(cairn)
    symlinkSync(join(tempDir("outside"), "x.md"), cairn.file("MEMORY.md"))
    await refreshGenerated(cairn.app)
    expect(cairn.read("MEMORY.md", "global")).toContain("# Memory (global)")
  })

  test("wait until every note is known", async () => {
    const cairn = await open()
    await scanned(cairn)
    await refreshGenerated({ ...cairn.app, isComplete: () => false })
    expect(existsSync(cairn.file("MEMORY.md"))).toBe(false)
    await refreshGenerated(cairn.app)
    expect(existsSync(cairn.file("MEMORY.md"))).toBe(true)
  })
})
