import { describe, expect, test } from "bun:test"
import { execFileSync } from "node:child_process"
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { dirname, join } from "node:path"
import { tempDir } from "../../test/bed/sandbox.ts"
import { parseRemotes } from "./git-config.ts"
import { readRepository, readRootCommit } from "./repository.ts"

const identity = ["-c", "user.name=T", "-c", "user.email=t@example.com", "-c", "protocol.file.allow=always"]

function git(cwd: string, ...args: string[]): string {
  return execFileSync("git", [...identity, ...args], {
    cwd,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  }).trim()
}

function makeRepository(path: string, commits = 1): string {
  mkdirSync(path, { recursive: true })
  git(path, "init", "-q")
  for (let i = 0; i < commits; i += 1) git(path, "commit", "-q", "--allow-empty", "-m", `${path} ${i}`)
  return path
}

const root = () => realpathSync(tempDir("repository"))

describe("readRepository", () => {
  test("finds the top from a subfolder and through a link", async () => {
    const dir = root()
    const app = makeRepository(join(dir, "app"))
    mkdirSync(join(app, "src/deep"), { recursive: true })
    symlinkSync(join(app, "src"), join(dir, "link"))
    const facts = await readRepository(app)
    expect(facts).toMatchObject({ directory: app, worktree: app, name: "app", gitCommonDir: join(app, ".git") })
    expect(await readRepository(join(app, "src/deep"))).toEqual({ ...facts, directory: join(app, "src/deep") })
    expect(await readRepository(join(dir, "link/deep"))).toEqual({ ...facts, directory: join(app, "src/deep") })
  })

  test("the stamp survives a rename and tells a copy from its original", async () => {
    const dir = root()
    const app = makeRepository(join(dir, "app"))
    const before = await readRepository(app)
    cpSync(app, join(dir, "copy"), { recursive: true })
    renameSync(app, join(dir, "renamed"))
    expect(before.dirStamp?.birthtimeMs).toBeGreaterThan(0)
    expect((await readRepository(join(dir, "renamed"))).dirStamp).toEqual(before.dirStamp)
    expect((await readRepository(join(dir, "copy"))).dirStamp).not.toEqual(before.dirStamp)
  })

  test("a linked worktree has the git directory, stamp and name of the main one", async () => {
    const dir = root()
    const app = makeRepository(join(dir, "app"))
    git(app, "worktree", "add", "-q", join(dir, "feature"))
    const main = await readRepository(app)
    const linked = await readRepository(join(dir, "feature"))
    expect(linked).toEqual({ ...main, directory: join(dir, "feature"), worktree: join(dir, "feature") })
  })

  test("worktrees of a bare repository are called after it", async () => {
    const dir = root()
    const seed = makeRepository(join(dir, "seed"))
    for (const bare of ["app.git", "other/.bare"]) {
      git(dir, "clone", "-q", "--bare", seed, join(dir, bare))
      git(join(dir, bare), "worktree", "add", "-q", join(dir, `wt-${bare.slice(0, 3)}`))
    }
    expect((await readRepository(join(dir, "wt-app"))).name).toBe("app")
    expect((await readRepository(join(dir, "wt-oth"))).name).toBe("other")
  })

  test.each(["git/app.git", "git/meta", "alone/.git"])(
    "a git directory of its own place (%s) is the repository's",
    async (place) => {
      const dir = root()
      const gitDir = join(dir, place)
      mkdirSync(dirname(gitDir), { recursive: true })
      const app = makeRepository(join(dir, "app"))
      writeFileSync(join(app, "a.txt"), "")
      git(app, "add", "a.txt")
      git(app, "init", "-q", "--separate-git-dir", gitDir)
      git(app, "worktree", "add", "-q", join(dir, "feature"))
      const main = await readRepository(app)
      expect(main).toMatchObject({ worktree: app, name: "app", gitCommonDir: gitDir })
      expect(main.dirStamp).toBeDefined()
      expect(await readRootCommit(main)).toMatch(/^[0-9a-f]{40}$/)
      expect((await readRepository(join(dir, "feature"))).gitCommonDir).toBe(gitDir)
      renameSync(app, join(dir, "renamed"))
      expect(await readRepository(join(dir, "renamed"))).toMatchObject({
        gitCommonDir: gitDir,
        dirStamp: main.dirStamp!,
      })
    },
  )

  test("pointing at the git directory of another folder, or of a submodule, gains nothing", async () => {
    const dir = root()
    const library = makeRepository(join(dir, "library"))
    const app = makeRepository(join(dir, "app"))
    git(app, "submodule", "--quiet", "add", library, "lib")
    for (const [name, target] of [
      ["evil", "app/.git"],
      ["worse", "app/.git/modules/lib"],
    ] as const) {
      mkdirSync(join(dir, name))
      writeFileSync(join(dir, name, ".git"), `gitdir: ${join(dir, target)}\n`)
      expect((await readRepository(join(dir, name))).gitCommonDir).toBeUndefined()
    }
  })

  test("a submodule is a repository of its own", async () => {
    const dir = root()
    const library = makeRepository(join(dir, "library"))
    const app = makeRepository(join(dir, "app"))
    git(app, "submodule", "--quiet", "add", library, "vendor/lib")
    const facts = await readRepository(join(app, "vendor/lib"))
    expect(facts).toMatchObject({
      worktree: join(app, "vendor/lib"),
      name: "lib",
      gitCommonDir: join(app, ".git/modules/vendor/lib"),
      remote: library,
      remoteGitDir: join(library, ".git"),
    })
  })

  test("a remote on this disk is found in every spelling", async () => {
    const dir = root()
    const original = makeRepository(join(dir, "original"))
    git(dir, "clone", "-q", "--bare", original, "bare.git")
    const app = makeRepository(join(dir, "app"))
    git(app, "remote", "add", "origin", "x")
    const seen = async (url: string) => {
      git(app, "remote", "set-url", "origin", url)
      return (await readRepository(app)).remoteGitDir
    }
    expect(await seen(original)).toBe(join(original, ".git"))
    expect(await seen(join(original, ".git"))).toBe(join(original, ".git"))
    expect(await seen("../original/")).toBe(join(original, ".git"))
    expect(await seen(`file://${original}`)).toBe(join(original, ".git"))
    expect(await seen("../bare")).toBe(join(dir, "bare.git"))
    expect(await seen("../bare.git")).toBe(join(dir, "bare.git"))
    expect(await seen(`/${original}`)).toBeUndefined()
    expect(await seen("../nowhere")).toBeUndefined()
    expect(await seen(`host:${original}`)).toBeUndefined()
    expect(await seen("file://host/x")).toBeUndefined()
  })

  test("origin before the others, the others by name", async () => {
    const app = makeRepository(join(root(), "app"))
    git(app, "remote", "add", "zeta", "https://example.com/z")
    expect((await readRepository(app)).remote).toBe("https://example.com/z")
    git(app, "remote", "add", "beta", "https://example.com/b")
    expect((await readRepository(app)).remote).toBe("https://example.com/b")
    git(app, "remote", "add", "origin", "https://example.com/o")
    expect((await readRepository(app)).remote).toBe("https://example.com/o")
  })

  describe("anything that is not a repository is a plain folder", () => {
    const plain = async (folder: string) => {
      const facts = await readRepository(folder)
      expect(facts).toEqual({
        directory: folder,
        worktree: folder,
        name: "app",
        ...(facts.dirStamp ? { dirStamp: facts.dirStamp } : {}),
      })
    }
    const broken: [string, (dotGit: string) => void][] = [
      ["nothing", () => undefined],
      ["an empty folder", (dotGit) => mkdirSync(dotGit)],
      ["a file of noise", (dotGit) => writeFileSync(dotGit, Buffer.from([0, 255, 1, 10, 13]))],
      ["an empty file", (dotGit) => writeFileSync(dotGit, "")],
      ["a pointer to nowhere", (dotGit) => writeFileSync(dotGit, "gitdir: /nowhere/at/all\n")],
      ["a pointer to a folder that is no git directory", (dotGit) => writeFileSync(dotGit, "gitdir: ..\n")],
      ["a pointer to itself", (dotGit) => writeFileSync(dotGit, "gitdir: .git\n")],
      ["a pointer to a network share", (dotGit) => writeFileSync(dotGit, "gitdir: //host/share\n")],
      ["a pointer of 10 MB", (dotGit) => writeFileSync(dotGit, `gitdir: ${"a/".repeat(5_000_000)}`)],
      ["a dangling link", (dotGit) => symlinkSync("/nowhere", dotGit)],
      ["a link to itself", (dotGit) => symlinkSync(".git", dotGit)],
      ["a pipe", (dotGit) => execFileSync("mkfifo", [dotGit])],
    ]
    test.each(broken)("%s", async (_, make) => {
      const app = join(root(), "app")
      mkdirSync(app)
      make(join(app, ".git"))
      await plain(app)
    })

    test("a commondir that leads nowhere", async () => {
      const app = makeRepository(join(root(), "app"))
      writeFileSync(join(app, ".git/commondir"), "../../nowhere\n")
      await plain(app)
    })

    test("a worktree whose repository is gone, even inside another repository", async () => {
      const dir = makeRepository(join(root(), "outer"))
      makeRepository(join(dir, "main"))
      git(join(dir, "main"), "worktree", "add", "-q", join(dir, "app"))
      rmSync(join(dir, "main"), { recursive: true })
      await plain(join(dir, "app"))
    })

    test("a folder that does not exist", async () => {
      await plain(join(root(), "app"))
    })
  })

  test("an empty .git folder does not hide the repository around it", async () => {
    const app = makeRepository(join(root(), "app"))
    mkdirSync(join(app, "sub/.git"), { recursive: true })
    expect((await readRepository(join(app, "sub"))).worktree).toBe(app)
  })

  test("a configuration that is a pipe, missing or 10 MB long", async () => {
    const app = makeRepository(join(root(), "app"))
    const config = join(app, ".git/config")
    writeFileSync(
      config,
      `[remote "origin"]\n\turl = https://example.com/o\n${"# padding\n".repeat(1_000_000)}[remote "a"]\nurl=x\n`,
    )
    expect((await readRepository(app)).remote).toBe("https://example.com/o")
    writeFileSync(config, `[remote "origin"]\n\turl = https://example.com/${"o".repeat(10_000_000)}\n`)
    expect(await readRepository(app)).toMatchObject({ gitCommonDir: join(app, ".git") })
    expect((await readRepository(app)).remote).toBeUndefined()
    rmSync(config)
    expect((await readRepository(app)).gitCommonDir).toBe(join(app, ".git"))
    execFileSync("mkfifo", [config])
    expect((await readRepository(app)).remote).toBeUndefined()
  })
})

describe("parseRemotes", () => {
  const configs: [string, string, Record<string, string>][] = [
    ["as git writes it", '[core]\n\tbare = false\n[remote "origin"]\n\turl = a:b\n\tfetch = +x\n', { origin: "a:b" }],
    ["on one line, in capitals", '[REMOTE "o"] URL=x', { o: "x" }],
    ["quotes, escapes and comments", '[remote "a\\"b"]\nurl = "x;y"\\\\z # note\n', { 'a"b': "x;y\\z" }],
    ["a line that goes on", '[remote "o"]\r\nurl = ab\\\r\ncd\r\n', { o: "abcd" }],
    ["the first of several", '[remote "o"]\nurl = x\nurl = y\n', { o: "x" }],
    ["other sections, other keys", '[branch "o"]\nurl = x\n[remote "o"]\npushurl = y\n[url "z"]\nurl = q\n', {}],
    ["noise", '[[["\nurl\n[remote "o\nurl = x\n]', {}],
    ["an own prototype", '[remote "__proto__"]\nurl = x\n', { ["__proto__"]: "x" }],
  ]
  test.each(configs)("%s", (_, config, expected) => {
    expect([...parseRemotes(config)]).toEqual(Object.entries(expected))
  })

  test("256 KB of anything is read in one go", () => {
    for (const unit of ["[", '[remote "', "\\", '"', " ", "url=", "[a ", '[remote "o"]url="\\']) {
      expect(parseRemotes(unit.repeat(Math.ceil(262_144 / unit.length))).size).toBeLessThan(2)
    }
  })
})

describe("readRootCommit", () => {
  test("is the same in every copy and worktree, and the oldest of several", async () => {
    const dir = root()
    const app = makeRepository(join(dir, "app"), 3)
    const first = git(app, "rev-list", "--max-parents=0", "HEAD")
    git(dir, "clone", "-q", app, "clone")
    git(app, "worktree", "add", "-q", join(dir, "wt"))
    for (const folder of ["app", "clone", "wt"]) {
      expect(await readRootCommit(await readRepository(join(dir, folder)))).toBe(first)
    }
    git(app, "replace", "--graft", "HEAD")
    expect(await readRootCommit(await readRepository(app))).toBe(first)
    git(app, "replace", "-d", git(app, "rev-parse", "HEAD"))
    git(app, "checkout", "-q", "--orphan", "second")
    const later = { ...process.env, GIT_COMMITTER_DATE: "2040-01-01T00:00:00Z" }
    execFileSync("git", [...identity, "commit", "-q", "--allow-empty", "-m", "other root"], { cwd: app, env: later })
    git(app, "merge", "-q", "--allow-unrelated-histories", "-m", "joined", first)
    expect(git(app, "rev-list", "--max-parents=0", "HEAD").split("\n")).toHaveLength(2)
    expect(await readRootCommit(await readRepository(app))).toBe(first)
  })

  test("does not exist without commits, in a shallow clone, in a plain folder, in a broken repository", async () => {
    const dir = root()
    const app = makeRepository(join(dir, "app"), 3)
    makeRepository(join(dir, "unborn"), 0)
    git(dir, "clone", "-q", "--depth", "1", `file://${app}`, "shallow")
    mkdirSync(join(dir, "plain"))
    for (const folder of ["unborn", "shallow", "plain"]) {
      expect(await readRootCommit(await readRepository(join(dir, folder)))).toBeUndefined()
    }
    const facts = await readRepository(app)
    rmSync(join(app, ".git/objects"), { recursive: true })
    expect(await readRootCommit(facts)).toBeUndefined()
  })

  test("there is none without git", async () => {
    const app = makeRepository(join(root(), "app"))
    const facts = await readRepository(app)
    const { PATH } = process.env
    try {
      process.env.PATH = join(app, "nowhere")
      expect(await readRootCommit(facts)).toBeUndefined()
    } finally {
      process.env.PATH = PATH
    }
  })

  test("runs nothing that a hostile repository names", async () => {
    const dir = root()
    const app = makeRepository(join(dir, "app"), 2)
    const trap = join(dir, "trap.sh")
    const sprung = join(dir, "sprung")
    writeFileSync(trap, `#!/bin/sh\ntouch ${sprung}\n`)
    chmodSync(trap, 0o755)
    for (const [key, value] of [
      ["core.fsmonitor", trap],
      ["core.hooksPath", dir],
      ["core.sshCommand", trap],
      ["core.pager", trap],
      ["core.alternateRefsCommand", trap],
      ["core.gitProxy", trap],
      ["credential.helper", trap],
      ["log.showSignature", "true"],
      ["gpg.program", trap],
      ["alias.rev-list", `!${trap}`],
      ["protocol.allow", "always"],
      ["protocol.ext.allow", "always"],
      ["core.repositoryFormatVersion", "1"],
      ["extensions.partialClone", "evil"],
      ["remote.evil.promisor", "true"],
      ["remote.evil.url", `ext::${trap}`],
    ] as const) {
      git(app, "config", key, value)
    }
    const first = git(app, "rev-list", "--max-parents=0", "HEAD")
    rmSync(join(app, ".git/objects", first.slice(0, 2), first.slice(2)))
    rmSync(sprung, { force: true })
    expect(() => git(app, "rev-list", "--max-parents=0", "HEAD")).toThrow()
    expect(existsSync(sprung)).toBe(true)
    rmSync(sprung)
    expect(await readRootCommit(await readRepository(app))).toBeUndefined()
    expect(existsSync(sprung)).toBe(false)
  })
})
