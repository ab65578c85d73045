import { describe, expect, test } from "bun:test"
import { execFileSync, spawn } from "node:child_process"
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { join } from "node:path"
import { tempDir } from "../../../test/bed/sandbox.ts"
import { CairnError } from "../../model/errors.ts"
import { nullLog } from "../../platform/log.ts"
import { openSqlite, type Sqlite } from "../../platform/sqlite.ts"
import { openWriteLock, type WriteLock } from "../lock/write-lock.ts"
import { projectTables } from "./project-keys.ts"
import { openProjects, type Projects } from "./projects.ts"

const identity = ["-c", "user.name=T", "-c", "user.email=t@example.com", "-c", "protocol.file.allow=always"]
const DAY = 86_400_000

function git(cwd: string, ...args: string[]): void {
  execFileSync("git", [...identity, ...args], { cwd, stdio: ["ignore", "ignore", "pipe"] })
}

function makeRepository(path: string, options: { commits?: number; origin?: string } = {}): string {
  mkdirSync(path, { recursive: true })
  git(path, "init", "-q")
  for (let i = 0; i < (options.commits ?? 1); i += 1) git(path, "commit", "-q", "--allow-empty", "-m", `${path} ${i}`)
  if (options.origin) git(path, "remote", "add", "origin", options.origin)
  return path
}

/** As if it had been cloned from a server. */
function makeClone(of: string, path: string, origin: string, ...options: string[]): void {
  git(of, "clone", "-q", ...options, `file://${of}`, path)
  git(path, "remote", "set-url", "origin", origin)
}

function makeFolder(path: string): string {
  mkdirSync(path, { recursive: true })
  return path
}

class Bed {
  readonly dir = realpathSync(tempDir("projects"))
  readonly memoryDir = makeFolder(join(this.dir, "store/memory"))
  readonly stateFile = join(this.dir, "store/state.db")
  readonly warnings: string[] = []
  now = Date.UTC(2026, 10, 15)
  db: Sqlite | undefined
  lock!: WriteLock
  projects!: Projects
  home = "/nobody's"

  static async open(): Promise<Bed> {
    const bed = new Bed()
    bed.lock = await openWriteLock(join(bed.dir, "store/lock.db"))
    await bed.reopen()
    return bed
  }

  async reopen(options: { withoutState?: boolean } = {}): Promise<void> {
    this.db?.close()
    if (options.withoutState) rmSync(this.stateFile)
    this.db = await openSqlite(this.stateFile)
    this.db.exec(projectTables)
    this.openWith(this.db, this.lock)
  }

  openWith(db: Sqlite | undefined, lock: WriteLock): void {
    const log = {
      ...nullLog,
      warn: (event: string, fields = {}) => void this.warnings.push(`${event} ${JSON.stringify(fields)}`),
    }
    const clock = { now: () => this.now }
    this.projects = openProjects({ memoryDir: this.memoryDir, db, lock, log, clock, home: this.home })
  }

  at(path: string): string {
    return join(this.dir, path)
  }

  /** `name reason`, with `+` in front when the project is new. */
  async see(path: string): Promise<string> {
    const { name, reason, isNew } = await this.projects.resolve(this.at(path))
    return `${isNew ? "+" : ""}${name} ${reason}`
  }

  folders(): string[] {
    return existsSync(join(this.memoryDir, "projects")) ? readdirSync(join(this.memoryDir, "projects")).sort() : []
  }

  file(project: string, name: string): string {
    return join(this.memoryDir, "projects", project, name)
  }

  read(project: string, name: string): Record<string, unknown> {
    return JSON.parse(readFileSync(this.file(project, name), "utf8"))
  }
}

describe("a project stays the same", () => {
  test("when its folder is renamed or moved", async () => {
    const bed = await Bed.open()
    makeRepository(bed.at("app"), { commits: 0 })
    expect(await bed.see("app")).toBe("+app unseen")
    renameSync(bed.at("app"), bed.at("renamed"))
    expect(await bed.see("renamed")).toBe("app dir")
    makeFolder(bed.at("else/where"))
    renameSync(bed.at("renamed"), bed.at("else/where/app2"))
    expect(await bed.see("else/where/app2")).toBe("app dir")
    expect(bed.folders()).toEqual(["app"])
  })

  test("when a folder outside git is renamed", async () => {
    const bed = await Bed.open()
    makeFolder(bed.at("notes"))
    expect(await bed.see("notes")).toBe("+notes unseen")
    renameSync(bed.at("notes"), bed.at("papers"))
    expect(await bed.see("papers")).toBe("notes dir")
  })

  test("in a linked worktree, seen before or after the main one", async () => {
    const bed = await Bed.open()
    makeRepository(bed.at("app"))
    git(bed.at("app"), "worktree", "add", "-q", bed.at("feature"))
    expect(await bed.see("feature")).toBe("+app unseen")
    expect(await bed.see("app")).toBe("app dir")
    expect(await bed.see("feature")).toBe("app dir")
  })

  test("in two clones whose remotes are spelled differently", async () => {
    const bed = await Bed.open()
    makeRepository(bed.at("seed"))
    git(bed.dir, "clone", "-q", "--bare", bed.at("seed"), "remote.git")
    git(bed.dir, "clone", "-q", bed.at("remote.git"), "one")
    git(bed.dir, "clone", "-q", bed.at("remote.git"), "two")
    git(bed.at("one"), "remote", "set-url", "origin", "git@github.com:owner/app.git")
    git(bed.at("two"), "remote", "set-url", "origin", "https://me:hunter2@GitHub.com/owner/app/")
    expect(await bed.see("one")).toBe("+one unseen")
    expect(await bed.see("two")).toBe("one remote")
    expect(await bed.projects.list()).toMatchObject([{ name: "one", remote: "github.com/owner/app" }])
    const stored = readdirSync(bed.at("store"), { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    )
    expect(stored.length).toBeGreaterThan(3)
    for (const { parentPath, name } of stored)
      expect(readFileSync(join(parentPath, name), "latin1")).not.toContain("hunter2")
  })

  test("in two clones of one bare repository on this disk", async () => {
    const bed = await Bed.open()
    makeRepository(bed.at("seed"), { commits: 0 })
    git(bed.dir, "clone", "-q", "--bare", bed.at("seed"), "remote.git")
    git(bed.dir, "clone", "-q", bed.at("remote.git"), "one")
    git(bed.dir, "clone", "-q", `file://${bed.at("remote.git")}`, "two")
    expect(await bed.see("one")).toBe("+one unseen")
    expect(await bed.see("two")).toBe("one gitdir")
  })

  test("in a clone of a repository on this disk, whichever is seen first", async () => {
    const bed = await Bed.open()
    makeRepository(bed.at("original"), { origin: "https://example.com/o/original" })
    git(bed.dir, "clone", "-q", bed.at("original"), "clone")
    expect(await bed.see("clone")).toBe("+clone unseen")
    expect(await bed.see("original")).toBe("clone gitdir")
    makeRepository(bed.at("local"))
    expect(await bed.see("local")).toBe("+local unseen")
    git(bed.dir, "clone", "-q", bed.at("local"), "local2")
    expect(await bed.see("local2")).toBe("local root")
  })

  test("in a copy of a repository with commits", async () => {
    const bed = await Bed.open()
    makeRepository(bed.at("app"))
    expect(await bed.see("app")).toBe("+app unseen")
    cpSync(bed.at("app"), bed.at("copy"), { recursive: true })
    expect(await bed.see("copy")).toBe("app root")
  })

  test("when a remote is added, changed and removed", async () => {
    const bed = await Bed.open()
    makeRepository(bed.at("app"))
    expect(await bed.see("app")).toBe("+app unseen")
    git(bed.at("app"), "remote", "add", "origin", "https://example.com/o/app")
    expect(await bed.see("app")).toBe("app dir")
    makeClone(bed.at("app"), bed.at("clone"), "ssh://git@example.com/o/app.git")
    expect(await bed.see("clone")).toBe("app remote")
    git(bed.at("app"), "remote", "set-url", "origin", "https://example.com/new/app")
    expect(await bed.see("app")).toBe("app dir")
    expect(await bed.see("app")).toBe("app remote")
    expect(await bed.projects.list()).toMatchObject([{ name: "app", remote: "example.com/new/app" }])
    git(bed.at("app"), "remote", "remove", "origin")
    expect(await bed.see("app")).toBe("app dir")
  })

  test("from a subfolder and through a link", async () => {
    const bed = await Bed.open()
    makeRepository(bed.at("app"))
    makeFolder(bed.at("app/src"))
    symlinkSync(bed.at("app/src"), bed.at("link"))
    expect(await bed.see("app/src")).toBe("+app unseen")
    expect(await bed.see("link")).toBe("app dir")
    expect(await bed.see("app")).toBe("app dir")
  })

  test("when a plain folder becomes a repository and gets its first commit", async () => {
    const bed = await Bed.open()
    makeFolder(bed.at("app"))
    expect(await bed.see("app")).toBe("+app unseen")
    makeRepository(bed.at("app"), { commits: 0 })
    expect(await bed.see("app")).toBe("app path")
    makeRepository(bed.at("app"))
    expect(await bed.see("app")).toBe("app dir")
    expect(bed.read("app", ".identity.json").root).toHaveLength(1)
  })

  test("on another machine, where only the tracked file arrives", async () => {
    const here = await Bed.open()
    makeRepository(here.at("app"), { origin: "https://example.com/o/app" })
    expect(await here.see("app")).toBe("+app unseen")
    const there = await Bed.open()
    makeFolder(join(there.memoryDir, "projects/app"))
    cpSync(here.file("app", ".identity.json"), there.file("app", ".identity.json"))
    makeClone(here.at("app"), there.at("checkout"), "git@example.com:o/app.git")
    expect(await there.see("checkout")).toBe("app remote")
    expect(await there.see("checkout")).toBe("app remote")
    expect(readFileSync(there.file("app", ".identity.json"), "utf8")).toBe(
      readFileSync(here.file("app", ".identity.json"), "utf8"),
    )
  })
})

describe("two projects stay two", () => {
  test("with the same basename, in git and outside", async () => {
    const bed = await Bed.open()
    makeRepository(bed.at("a/app"))
    makeRepository(bed.at("b/app"))
    makeFolder(bed.at("c/app"))
    makeFolder(bed.at("d/APP"))
    const names = [await bed.see("a/app"), await bed.see("b/app"), await bed.see("c/app"), await bed.see("d/APP")]
    expect(names[0]).toBe("+app unseen")
    for (const name of names.slice(1)) expect(name).toMatch(/^\+app-[0-9a-f]{4} unseen$/i)
    expect(bed.folders()).toHaveLength(4)
    expect(await bed.see("b/app")).toBe(`${names[1]?.slice(1, -7)} dir`)
  })

  test("with different remotes and the same root: a fork", async () => {
    const bed = await Bed.open()
    makeRepository(bed.at("app"), { origin: "https://github.com/one/app" })
    cpSync(bed.at("app"), bed.at("fork"), { recursive: true })
    git(bed.at("fork"), "remote", "set-url", "origin", "https://github.com/two/app")
    expect(await bed.see("app")).toBe("+app unseen")
    expect(await bed.see("fork")).toBe("+fork unseen")
  })

  test("a submodule and the repository around it", async () => {
    const bed = await Bed.open()
    makeRepository(bed.at("library"))
    makeRepository(bed.at("app"))
    git(bed.at("app"), "submodule", "--quiet", "add", bed.at("library"), "lib")
    expect(await bed.see("app")).toBe("+app unseen")
    expect(await bed.see("app/lib")).toBe("+lib unseen")
    expect(await bed.see("library")).toBe("lib root")
  })

  test("a copy of a folder outside git", async () => {
    const bed = await Bed.open()
    makeFolder(bed.at("notes"))
    expect(await bed.see("notes")).toBe("+notes unseen")
    cpSync(bed.at("notes"), bed.at("copy"), { recursive: true })
    expect(await bed.see("copy")).toBe("+copy unseen")
  })

  test("another repository in the same place, said once, and the first one wherever it went", async () => {
    const bed = await Bed.open()
    makeRepository(bed.at("app"), { origin: "https://example.com/o/first" })
    expect(await bed.see("app")).toBe("+app unseen")
    renameSync(bed.at("app"), bed.at("moved"))
    makeRepository(bed.at("app"), { origin: "https://example.com/o/second" })
    const second = await bed.projects.resolve(bed.at("app"))
    expect(second).toMatchObject({ isNew: true, reason: "ambiguous" })
    expect(second.notice?.text).toContain('another repository stood here: "app"')
    expect(bed.read("app", ".local.json")).toMatchObject({ gitdir: [], path: [] })
    const again = await bed.projects.resolve(bed.at("app"))
    expect(again).toMatchObject({ name: second.name, isNew: false, reason: "remote" })
    expect(again.notice).toBeUndefined()
    expect(await bed.see("moved")).toBe("app remote")
    git(bed.at("app"), "remote", "remove", "origin")
    git(bed.at("moved"), "remote", "remove", "origin")
    expect(await bed.see("app")).toBe(`${second.name} dir`)
    expect(await bed.see("moved")).toBe("app dir")
  })

  test("a remote that several projects have does not decide, and no project is made twice for it", async () => {
    const bed = await Bed.open()
    makeRepository(bed.at("app"), { origin: "https://example.com/o/app" })
    await bed.see("app")
    makeFolder(join(bed.memoryDir, "projects/twin"))
    cpSync(bed.file("app", ".identity.json"), bed.file("twin", ".identity.json"))
    await bed.reopen()
    bed.db?.run("DELETE FROM project_key")
    expect(await bed.see("app")).toBe("app dir")
    makeRepository(bed.at("clone"), { origin: "https://example.com/o/app" })
    expect(await bed.see("clone")).toBe("+clone ambiguous")
    expect(await bed.see("clone")).toBe("clone dir")
    expect(bed.read("clone", ".identity.json").remote).toEqual([])
    expect(bed.folders()).toEqual(["app", "clone", "twin"])
  })

  test("a folder whose remote turns out to belong to another project goes there, and says so once", async () => {
    const bed = await Bed.open()
    makeRepository(bed.at("app"), { commits: 0 })
    await bed.see("app")
    makeRepository(bed.at("clone"), { origin: "https://example.com/o/app" })
    await bed.see("clone")
    git(bed.at("app"), "pull", "-q", bed.at("clone"))
    git(bed.at("app"), "remote", "add", "origin", "https://example.com/o/app")
    const moved = await bed.projects.resolve(bed.at("app"))
    expect(moved).toMatchObject({ name: "clone", reason: "remote" })
    expect(moved.notice?.text).toContain('had the memory "app"')
    expect(moved.notice?.hint).toContain("projects join app clone")
    expect((await bed.projects.resolve(bed.at("app"))).notice).toBeUndefined()
  })
})

describe("a folder that claims to be a project", () => {
  const origin = "https://example.com/acme/app"

  test("by its remote alone is another one, is told so once, and takes the remote from nobody", async () => {
    const bed = await Bed.open()
    makeRepository(bed.at("app"), { origin, commits: 3 })
    await bed.see("app")
    makeRepository(bed.at("evil"), { origin })
    const first = await bed.projects.resolve(bed.at("evil"))
    expect(first).toMatchObject({ name: "evil", isNew: true, notice: { code: "project_unproven" } })
    expect(first.notice?.text).toContain('the remote of "app"')
    expect(await bed.projects.resolve(bed.at("evil"))).toMatchObject({ name: "evil", isNew: false })
    expect((await bed.projects.resolve(bed.at("evil"))).notice).toBeUndefined()
    expect(bed.read("evil", ".identity.json").remote).toEqual([])
    makeClone(bed.at("app"), bed.at("clone"), origin)
    expect(await bed.see("clone")).toBe("app remote")
    // With the history it was the project after all.
    git(bed.at("evil"), "fetch", "-q", bed.at("app"))
    const joined = await bed.projects.resolve(bed.at("evil"))
    expect(joined).toMatchObject({ name: "app", notice: { code: "project_moved" } })
  })

  test("is it by a commit that the project had, also a later one, and a shallow clone with a notice", async () => {
    const bed = await Bed.open()
    makeRepository(bed.at("app"), { origin })
    await bed.see("app")
    git(bed.at("app"), "commit", "-q", "--allow-empty", "-m", "later")
    bed.now += DAY
    await bed.see("app")
    makeClone(bed.at("app"), bed.at("seen"), origin, "--depth=1")
    expect(await bed.projects.resolve(bed.at("seen"))).toMatchObject({ name: "app", isNew: false })
    git(bed.at("app"), "commit", "-q", "--allow-empty", "-m", "not seen yet")
    makeClone(bed.at("app"), bed.at("shallow"), origin, "--depth=1")
    const shallow = await bed.projects.resolve(bed.at("shallow"))
    expect(shallow).toMatchObject({ name: "app", notice: { code: "project_unchecked" } })
    expect((await bed.projects.resolve(bed.at("shallow"))).notice).toBeUndefined()
  })

  test("is it as a shallow clone of a history with many branches, where the file that says so is long", async () => {
    const bed = await Bed.open()
    makeRepository(bed.at("app"), { origin })
    await bed.see("app")
    git(bed.at("app"), "commit", "-q", "--allow-empty", "-m", "not seen yet")
    makeClone(bed.at("app"), bed.at("shallow"), origin, "--depth=1")
    const ends = bed.at("shallow/.git/shallow")
    const others = Array.from({ length: 1000 }, (_, at) => at.toString(16).padStart(40, "0"))
    writeFileSync(ends, [...others, readFileSync(ends, "utf8")].join("\n"))
    expect(await bed.see("shallow")).toBe("app remote")
  })

  test("a file that calls it shallow does not make a stranger the project, nor teach its commits", async () => {
    const bed = await Bed.open()
    makeRepository(bed.at("app"), { origin, commits: 2 })
    await bed.see("app")
    makeRepository(bed.at("evil"), { origin })
    writeFileSync(bed.at("evil/.git/shallow"), "")
    expect(await bed.see("evil")).toBe("+evil unseen")
    const before = bed.read("app", ".local.json").commit
    git(bed.at("app"), "commit", "-q", "--allow-empty", "-m", "not seen yet")
    makeClone(bed.at("app"), bed.at("shallow"), origin, "--depth=1")
    expect(await bed.see("shallow")).toBe("app remote")
    bed.now += DAY
    expect(await bed.see("shallow")).toBe("app remote")
    expect(bed.read("app", ".local.json").commit).toEqual(before)
  })

  test.each([
    ["where there is no git", false],
    ["where git only says how to install it", true],
  ])("%s is taken by its word, with a notice, and nothing is written down", async (_, hasStub) => {
    const bed = await Bed.open()
    if (hasStub) writeFileSync(join(makeFolder(bed.at("bin")), "git"), "#!/bin/sh\nexit 1\n", { mode: 0o755 })
    makeRepository(bed.at("app"), { origin })
    await bed.see("app")
    makeClone(bed.at("app"), bed.at("clone"), origin)
    const path = process.env.PATH
    process.env.PATH = bed.at("bin")
    try {
      const seen = await bed.projects.resolve(bed.at("clone"))
      expect(seen).toMatchObject({ name: "app", isNew: false, notice: { code: "project_unchecked" } })
      expect(seen.notice?.text).toContain("git is not installed")
    } finally {
      process.env.PATH = path
    }
    expect(bed.read("app", ".local.json").path).toEqual([bed.at("app")])
    expect((await bed.projects.resolve(bed.at("clone"))).notice).toBeUndefined()
    expect(bed.read("app", ".local.json").path).toContain(bed.at("clone"))
  })

  const unreadable: [string, (folder: string) => void][] = [
    ["of a format that git does not know", (folder) => git(folder, "config", "core.repositoryformatversion", "99")],
    ["that keeps git reading for ever", (folder) => git(folder, "config", "include.path", "/dev/zero")],
    ["without refs", (folder) => rmSync(join(folder, ".git/refs"), { recursive: true })],
  ]
  test.each(unreadable)("with a repository %s has no commit of it", async (_, spoil) => {
    const bed = await Bed.open()
    makeRepository(bed.at("app"), { origin })
    await bed.see("app")
    makeRepository(bed.at("evil"), { origin })
    spoil(bed.at("evil"))
    const seen = await bed.projects.resolve(bed.at("evil"))
    expect(seen).toMatchObject({ name: "evil", isNew: true, notice: { code: "project_unproven" } })
    expect(bed.read("app", ".local.json").path).toEqual([bed.at("app")])
  })

  test("by a remote that is its folder must have its commits", async () => {
    const bed = await Bed.open()
    makeRepository(bed.at("app"), { origin })
    makeRepository(bed.at("local"))
    await bed.see("app")
    await bed.see("local")
    makeRepository(bed.at("evil"), { origin: bed.at("app") })
    // Its root commit would tell otherwise.
    makeRepository(bed.at("worse"), { origin: bed.at("local"), commits: 0 })
    for (const name of ["evil", "worse"]) {
      const seen = await bed.projects.resolve(bed.at(name))
      expect(seen).toMatchObject({ name, isNew: true, notice: { code: "project_unproven" } })
      expect(bed.read(name, ".local.json").gitdir).toEqual([bed.at(`${name}/.git`)])
    }
    expect([...(await bed.projects.ofDirectories([bed.at("evil"), bed.at("app")])).values()]).toEqual(["evil", "app"])
    git(bed.dir, "clone", "-q", bed.at("app"), "clone")
    expect(await bed.see("clone")).toBe("app gitdir")
  })

  test("by a remote that is its folder does not get its past sessions before it was seen", async () => {
    const bed = await Bed.open()
    makeRepository(bed.at("app"), { origin })
    await bed.see("app")
    makeRepository(bed.at("evil"), { origin: bed.at("app") })
    expect([...(await bed.projects.ofDirectories([bed.at("evil"), bed.at("app")]))]).toEqual([[bed.at("app"), "app"]])
  })

  const borrowing: [string, (folder: string, objects: string) => void][] = [
    ["by git's own list", (folder, objects) => writeFileSync(join(folder, "info/alternates"), `${objects}\n`)],
    [
      "by a link to all",
      (folder, objects) => {
        rmSync(folder, { recursive: true })
        symlinkSync(objects, folder)
      },
    ],
    [
      "by links to some",
      (folder, objects) => {
        for (const name of readdirSync(objects).filter((one) => one.length === 2))
          if (!existsSync(join(folder, name))) symlinkSync(join(objects, name), join(folder, name))
      },
    ],
  ]
  test.each(borrowing)("with the project's own commits, borrowed %s, is told and proves nothing", async (_, borrow) => {
    const bed = await Bed.open()
    makeRepository(bed.at("app"), { origin, commits: 3 })
    await bed.see("app")
    makeRepository(bed.at("evil"), { origin })
    borrow(bed.at("evil/.git/objects"), bed.at("app/.git/objects"))
    const before = bed.read("app", ".local.json").commit
    const seen = await bed.projects.resolve(bed.at("evil"))
    expect(seen).toMatchObject({ name: "app", notice: { code: "project_unchecked" } })
    bed.now += DAY
    await bed.see("evil")
    expect(bed.read("app", ".local.json").commit).toEqual(before)
  })

  test("before a commit of it is known is believed, with a notice, and proves nothing to the next", async () => {
    const bed = await Bed.open()
    makeRepository(bed.at("app"), { origin, commits: 0 })
    await bed.see("app")
    makeRepository(bed.at("other"), { origin })
    const seen = await bed.projects.resolve(bed.at("other"))
    expect(seen).toMatchObject({ name: "app", notice: { code: "project_unchecked" } })
    expect(bed.read("app", ".identity.json").first).toEqual([])
  })

  test("by a pointer to the git directory of somebody else is a plain folder", async () => {
    const bed = await Bed.open()
    makeRepository(bed.at("app"), { origin })
    git(bed.at("app"), "worktree", "add", "-q", bed.at("feature"))
    await bed.see("app")
    makeFolder(bed.at("evil"))
    writeFileSync(bed.at("evil/.git"), `gitdir: ${bed.at("app/.git")}\n`)
    expect(await bed.see("evil")).toBe("+evil unseen")
    makeFolder(bed.at("worse"))
    writeFileSync(bed.at("worse/.git"), `gitdir: ${bed.at("app/.git/worktrees/feature")}\n`)
    expect(await bed.see("worse")).toBe("+worse unseen")
    makeFolder(bed.at("linked"))
    symlinkSync(bed.at("app/.git"), bed.at("linked/.git"))
    expect(await bed.see("linked")).toBe("+linked unseen")
    for (const gitDir of ["common/.git", "pointing/git"]) {
      makeFolder(bed.at(gitDir))
      writeFileSync(bed.at(`${gitDir}/HEAD`), "ref: refs/heads/main\n")
      writeFileSync(bed.at(`${gitDir}/commondir`), `${bed.at("app/.git")}\n`)
    }
    writeFileSync(bed.at("pointing/.git"), "gitdir: git\n")
    expect(await bed.see("common")).toBe("+common unseen")
    expect(await bed.see("pointing")).toBe("+pointing unseen")
    renameSync(bed.at("feature"), bed.at("moved"))
    expect(await bed.see("moved")).toBe("app remote")
  })
})

describe("the register", () => {
  test("keeps what is true everywhere apart from what is true here, both private", async () => {
    const bed = await Bed.open()
    makeRepository(bed.at("app"), { origin: "https://me:pw@example.com/o/app.git" })
    const { folder } = await bed.projects.resolve(bed.at("app"))
    expect(folder).toBe(join(bed.memoryDir, "projects/app"))
    expect(bed.read("app", ".identity.json")).toEqual({
      version: 1,
      remote: ["example.com/o/app"],
      root: [],
      first: [expect.stringMatching(/^[0-9a-f]{40}$/)],
    })
    expect(bed.read("app", ".local.json")).toEqual({
      own: [],
      version: 1,
      seen: "2026-11-15",
      dir: [expect.stringMatching(/^\d+@\d+$/)],
      gitdir: [bed.at("app/.git")],
      path: [bed.at("app")],
      commit: [expect.stringMatching(/^[0-9a-f]{40}$/)],
    })
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(statSync(bed.file("app", ".local.json")).mode & 0o777).toBe(0o600)
  })

  test("writes nothing on an ordinary start, and the day on the first of a day", async () => {
    const bed = await Bed.open()
    makeRepository(bed.at("app"))
    await bed.see("app")
    const stamps = () =>
      [".identity.json", ".local.json"].map((name) => statSync(bed.file("app", name), { bigint: true }).mtimeNs)
    const before = stamps()
    await bed.see("app")
    expect(stamps()).toEqual(before)
    bed.now += DAY
    await bed.see("app")
    expect(bed.read("app", ".local.json").seen).toBe("2026-11-16")
  })

  test("asks the database first, and the files when it is missing, emptied or broken", async () => {
    const bed = await Bed.open()
    makeRepository(bed.at("app"))
    await bed.see("app")
    expect(bed.db?.all("SELECT DISTINCT project FROM project_key")).toEqual([{ project: "app" }])
    await bed.reopen({ withoutState: true })
    expect(await bed.see("app")).toBe("app dir")
    expect(bed.db?.get<{ n: number }>("SELECT count(*) AS n FROM project_key")?.n).toBe(4)
    bed.db?.exec("DROP TABLE project_key")
    expect(await bed.see("app")).toBe("app dir")
    bed.openWith(undefined, bed.lock)
    expect(await bed.see("app")).toBe("app dir")
    expect(bed.folders()).toEqual(["app"])
  })

  test("trusts the files if the database says otherwise", async () => {
    const bed = await Bed.open()
    makeRepository(bed.at("app"))
    makeRepository(bed.at("other"))
    await bed.see("app")
    await bed.see("other")
    bed.db?.run("UPDATE project_key SET project = CASE project WHEN 'app' THEN 'other' ELSE 'app' END")
    expect(await bed.see("app")).toBe("app dir")
    expect(await bed.see("other")).toBe("other dir")
    bed.db?.run("UPDATE project_key SET project = '../../outside'")
    expect(await bed.see("app")).toBe("app dir")
    expect(bed.warnings).toEqual([])
    renameSync(join(bed.memoryDir, "projects/app"), join(bed.memoryDir, "projects/by hand"))
    expect(await bed.see("app")).toBe("by hand dir")
  })

  test("forgets a project whose folder a person deleted", async () => {
    const bed = await Bed.open()
    makeRepository(bed.at("app"))
    await bed.see("app")
    rmSync(join(bed.memoryDir, "projects/app"), { recursive: true })
    expect(await bed.projects.list()).toEqual([])
    expect(await bed.see("app")).toBe("+app unseen")
  })

  test("takes an empty folder for free and one with notes for taken", async () => {
    const bed = await Bed.open()
    makeFolder(join(bed.memoryDir, "projects/app"))
    makeFolder(join(bed.memoryDir, "projects/notes/system"))
    makeFolder(bed.at("app"))
    makeFolder(bed.at("notes"))
    expect(await bed.see("app")).toBe("+app unseen")
    expect(await bed.see("notes")).toMatch(/^\+notes-[0-9a-f]{4} unseen$/)
  })

  const damages: [string, string | Buffer][] = [
    ["half a file", '{ "version": 1, "remote": ["exam'],
    ["no object", "[]"],
    ["wrong types", '{ "remote": "example.com/o/bad", "path": { "0": 1 } }'],
    ["wrong values", '{ "remote": [7], "path": [""] }'],
    ["not UTF-8", Buffer.from([0x7b, 0xff, 0xfe, 0x7d])],
    ["too large", `{ "remote": ["${"x".repeat(400_000)}"] }`],
  ]
  test.each(damages)("damage in one project (%s) is told, healed and stops no other", async (_, content) => {
    const bed = await Bed.open()
    makeRepository(bed.at("bad"), { origin: "https://example.com/o/bad" })
    makeRepository(bed.at("good"), { origin: "https://example.com/o/good" })
    await bed.see("bad")
    await bed.see("good")
    for (const file of [".identity.json", ".local.json"]) {
      const before = bed.read("bad", file)
      writeFileSync(bed.file("bad", file), content)
      expect(await bed.see("good")).toBe("good remote")
      const healed = await bed.projects.resolve(bed.at("bad"))
      expect(healed).toMatchObject({ name: "bad", isNew: false, notice: { code: "project_damaged" } })
      expect(bed.read("bad", file)).toEqual(before)
      expect(readFileSync(bed.file("bad", `${file}.damaged`))).toEqual(Buffer.from(content))
      expect(bed.warnings.join("\n")).toContain(`project.damaged {"project":"bad","file":"${file}"`)
      expect((await bed.projects.resolve(bed.at("bad"))).notice).toBeUndefined()
    }
    // Nothing is left to heal it from.
    writeFileSync(bed.file("bad", ".identity.json"), content)
    writeFileSync(bed.file("bad", ".local.json"), content)
    await bed.reopen({ withoutState: true })
    const lost = await bed.projects.resolve(bed.at("bad"))
    expect(`${lost.name} ${lost.reason}`).toMatch(/^bad-[0-9a-f]{4} unseen$/)
    expect(lost.notice).toMatchObject({
      code: "project_lost",
      text: expect.stringContaining('identify "bad" are damaged'),
    })
    expect(lost.notice?.hint).toEndWith(`projects join ${lost.name} bad`)
    expect((await bed.projects.resolve(bed.at("bad"))).notice).toBeUndefined()
    expect(await bed.projects.list()).toHaveLength(3)
    await bed.lock.hold(1000, () => bed.projects.changes.join(lost.name, "bad"))
    expect(await bed.see("bad")).toBe("bad remote")
  })

  test("a lost file of a project without a remote is made again", async () => {
    const bed = await Bed.open()
    makeFolder(bed.at("notes"))
    await bed.see("notes")
    rmSync(bed.file("notes", ".local.json"))
    expect(await bed.see("notes")).toBe("notes dir")
    expect(bed.read("notes", ".local.json").path).toEqual([bed.at("notes")])
  })

  test("does not follow a link in place of a project or of its file", async () => {
    const bed = await Bed.open()
    makeRepository(bed.at("app"), { origin: "https://example.com/o/app" })
    await bed.see("app")
    renameSync(join(bed.memoryDir, "projects/app"), bed.at("outside"))
    symlinkSync(bed.at("outside"), join(bed.memoryDir, "projects/app"))
    const before = readFileSync(bed.at("outside/.local.json"), "utf8")
    bed.now += DAY
    expect(await bed.see("app")).toMatch(/^\+app-[0-9a-f]{4} unseen$/)
    expect(readFileSync(bed.at("outside/.local.json"), "utf8")).toBe(before)
  })

  test("keeps fields it does not know, and only the newest places", async () => {
    const bed = await Bed.open()
    makeRepository(bed.at("app"))
    await bed.see("app")
    const paths = Array.from({ length: 60 }, (_, i) => `/old/${i}`)
    writeFileSync(
      bed.file("app", ".local.json"),
      JSON.stringify({ ...bed.read("app", ".local.json"), path: paths, later: [1] }),
    )
    await bed.see("app")
    const { path, later } = bed.read("app", ".local.json")
    expect(later).toEqual([1])
    expect(path).toEqual([...paths.slice(11), bed.at("app")])
  })

  test("lists by name", async () => {
    const bed = await Bed.open()
    makeFolder(bed.at("zeta"))
    makeRepository(bed.at("alpha"), { origin: "https://example.com/o/alpha" })
    await bed.see("zeta")
    await bed.see("alpha")
    makeFolder(join(bed.memoryDir, "projects/by-hand"))
    expect(await bed.projects.list()).toEqual([
      {
        name: "alpha",
        remote: "example.com/o/alpha",
        path: bed.at("alpha"),
        paths: [bed.at("alpha")],
        seen: "2026-11-15",
      },
      { name: "zeta", path: bed.at("zeta"), paths: [bed.at("zeta")], seen: "2026-11-15" },
    ])
  })
})

describe("a project that nobody asked for", () => {
  test("looking for one writes nothing, and finds what there is", async () => {
    const bed = await Bed.open()
    makeRepository(bed.at("app"))
    expect(await bed.projects.find(bed.at("app"))).toMatchObject({ name: "app", isNew: true })
    expect(bed.folders()).toEqual([])
    await bed.see("app")
    bed.now += DAY
    expect(await bed.projects.find(bed.at("app"))).toMatchObject({ name: "app", isNew: false })
    expect(bed.read("app", ".local.json")).toMatchObject({ seen: "2026-11-15" })
  })

  test("the home folder and those above it get one at the first note, once, and only they", async () => {
    const bed = await Bed.open()
    makeFolder(bed.at("people/me/app"))
    bed.home = bed.at("people/me")
    await bed.reopen()
    expect(await bed.see("people/me/app")).toBe("+app unseen")
    expect(await bed.see("people")).toMatch(/^\+people-\w{4} unseen$/)
    const mine = await bed.projects.resolve(bed.at("people/me"))
    const again = await bed.projects.resolve(bed.at("people/me"))
    expect(bed.folders()).toEqual(["app"])
    await bed.lock.hold(1000, async () => mine.make?.())
    await bed.lock.hold(1000, async () => again.make?.())
    expect(mine.name).toMatch(/^me-\w{4}$/)
    expect(bed.folders()).toEqual(["app", mine.name])
    const made = await bed.projects.resolve(bed.at("people/me"))
    expect([made.name, made.isNew, made.make]).toEqual([mine.name, false, undefined])
  })

  test("a home folder under git is a project", async () => {
    const bed = await Bed.open()
    bed.home = makeRepository(bed.at("people/me"))
    await bed.reopen()
    expect(await bed.see("people/me")).toBe("+me unseen")
    expect(bed.folders()).toEqual(["me"])
  })
})

describe("when nothing can be written", () => {
  test("a known project is still found, an unknown one has a name and a notice", async () => {
    const bed = await Bed.open()
    makeRepository(bed.at("app"))
    await bed.see("app")
    bed.lock.close()
    bed.now += DAY
    renameSync(bed.at("app"), bed.at("renamed"))
    const known = await bed.projects.resolve(bed.at("renamed"))
    expect(known).toMatchObject({ name: "app", isNew: false })
    expect(known.notice).toBeUndefined()
    makeFolder(bed.at("b/app"))
    const unknown = await bed.projects.resolve(bed.at("b/app"))
    expect(unknown).toMatchObject({ name: expect.stringMatching(/^app-[0-9a-f]{4}$/), isNew: true })
    expect(unknown.notice?.text).toContain("cannot be written")
    expect(bed.folders()).toEqual(["app"])
  })

  test("a missing store, or a file instead of its folder", async () => {
    const bed = await Bed.open()
    makeFolder(bed.at("app"))
    rmSync(bed.memoryDir, { recursive: true })
    expect((await bed.projects.resolve(bed.at("app"))).notice?.text).toContain("cannot be written")
    makeFolder(bed.memoryDir)
    writeFileSync(join(bed.memoryDir, "projects"), "")
    const resolved = await bed.projects.resolve(bed.at("app"))
    expect(resolved).toMatchObject({ name: "app", isNew: true })
    expect(resolved.notice?.text).toContain("cannot be")
    await expect(bed.projects.list()).rejects.toThrow(CairnError)
  })

  test("a directory that does not exist, or is not a path at all", async () => {
    const bed = await Bed.open()
    expect(await bed.see("nowhere")).toBe("+nowhere unseen")
    expect((await bed.projects.resolve("\0")).isNew).toBe(true)
    expect((await bed.projects.resolve("/")).name).toMatch(/^project-\w{4}$/)
  })
})

describe("at once", () => {
  test("many openings of one new project in one process make one folder", async () => {
    const bed = await Bed.open()
    makeRepository(bed.at("app"))
    const all = await Promise.all(Array.from({ length: 20 }, () => bed.projects.resolve(bed.at("app"))))
    expect(new Set(all.map(({ name }) => name))).toEqual(new Set(["app"]))
    expect(all.filter(({ isNew }) => isNew)).toHaveLength(1)
    expect(bed.folders()).toEqual(["app"])
  })

  test("a project that another process made while this one waited for the lock in vain is found", async () => {
    const bed = await Bed.open()
    makeRepository(bed.at("app"))
    const { lock, projects: other } = bed
    bed.openWith(undefined, {
      ...lock,
      async hold() {
        expect(await other.resolve(bed.at("app"))).toMatchObject({ isNew: true })
        throw new CairnError("lock_busy", "somebody else is writing", "try again")
      },
    })
    expect(await bed.projects.resolve(bed.at("app"))).toMatchObject({ name: "app", isNew: false })
    expect(bed.warnings).toEqual([])
  })

  test("several processes make one folder for each new project", async () => {
    const bed = await Bed.open()
    for (const name of ["a/app", "b/app", "c/app"]) makeRepository(bed.at(name))
    const script = join(bed.dir, "opener.ts")
    const from = (path: string) => JSON.stringify(join(import.meta.dir, path))
    writeFileSync(
      script,
      `import { nullLog } from ${from("../../platform/log.ts")}
       import { openSqlite } from ${from("../../platform/sqlite.ts")}
       import { openProjects } from ${from("./projects.ts")}
       import { openWriteLock } from ${from("../lock/write-lock.ts")}
       const [memoryDir, state, lockFile, ...directories] = process.argv.slice(2)
       const lock = await openWriteLock(lockFile)
       const db = await openSqlite(state)
       const projects = openProjects({ memoryDir, db, lock, log: nullLog, clock: { now: () => 0 } })
       const names = []
       for (const directory of directories) {
         let found = await projects.resolve(directory)
         // A turn that did not come in five seconds, which a busy machine may cause, is told and tried again.
         for (let tries = 0; tries < 10 && found.notice?.code === "project_unwritable"; tries++)
           found = await projects.resolve(directory)
         names.push(found.name)
       }
       process.stdout.write(JSON.stringify(names))`,
    )
    const files = [bed.memoryDir, bed.stateFile, bed.at("store/lock.db")]
    const directories = ["a/app", "b/app", "c/app"].map((name) => bed.at(name))
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => run(process.execPath, ["run", script, ...files, ...directories])),
    )
    expect([...new Set(answers)]).toEqual([answers[0] as string])
    expect(new Set(JSON.parse(answers[0] as string)).size).toBe(3)
    expect(bed.folders()).toHaveLength(3)
  })
})

function run(command: string, args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env: { ...process.env, BUN_BE_BUN: "1" }, stdio: ["ignore", "pipe", "pipe"] })
    const out: Buffer[] = []
    const err: Buffer[] = []
    child.stdout.on("data", (chunk) => out.push(chunk))
    child.stderr.on("data", (chunk) => err.push(chunk))
    child.on("error", reject)
    child.on("close", (code) =>
      code === 0 ? resolve(Buffer.concat(out).toString()) : reject(new Error(Buffer.concat(err).toString())),
    )
  })
}
