import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import {
  type IdentityKey,
  identityKeys,
  type KeyKind,
  type KnownProject,
  matchProject,
  normaliseRemote,
  projectFolderName,
} from "./project-identity.ts"

describe("normaliseRemote", () => {
  const spellings = [
    "https://github.com/owner/repo",
    "https://github.com/owner/repo.git",
    "https://github.com/owner/repo.git/",
    "https://GitHub.com/Owner/Repo",
    "https://user:secret@github.com/owner/repo.git",
    "https://ghp_secret@github.com/owner/repo",
    "https://user:p@ss/w@github.com/owner/repo",
    "https://github.com:443//owner/repo?private_token=secret#x",
    "http://github.com/owner/repo",
    "git://github.com/owner/repo.git",
    "ssh://git@github.com/owner/repo.git",
    "ssh://git@github.com:22/owner/repo.git",
    "ssh://git@ssh.github.com:443/owner/repo.git",
    "git+ssh://git@github.com/owner/repo",
    "git@github.com:owner/repo.git",
    "git@github.com:/owner/repo.git",
    "github.com:owner/repo",
    "git@[github.com]:owner/repo",
    "git@[github.com:22]:owner/repo",
    "https://p@ss@github.com/owner/repo",
    "  git@github.com.:owner/./repo/.git  ",
  ]
  test.each(spellings)("%s", (url) => {
    expect(normaliseRemote(url)).toBe("github.com/owner/repo")
  })

  const local = [
    "",
    "/srv/git/app.git",
    "./app",
    "../app",
    "app",
    "owner/repo:x",
    "file:///srv/git/app.git",
    "C:/work/app",
    "C:\\work\\app",
    "\\\\server\\share\\app",
    "ext::sh -c id",
    "https://github.com",
    "https://github.com/",
    "https://github.com/.git",
    "https://github.com/a/../b",
    "https://user:secret/@github.com",
    "odd://github.com/owner/repo",
    "https://gith\nub.com/owner/repo",
    `https://github.com/${"a".repeat(3000)}`,
  ]
  test.each(local)("%j names no repository on a server", (url) => {
    expect(normaliseRemote(url)).toBeUndefined()
  })

  test("case counts if the server may distinguish it", () => {
    expect(normaliseRemote("https://Git.Example.com/Owner/Repo")).toBe("git.example.com/Owner/Repo")
  })

  test("an address in brackets stays one", () => {
    expect(normaliseRemote("ssh://git@[2001:DB8::1]:2222/a/b.git")).toBe("[2001:db8::1]/a/b")
    expect(normaliseRemote("git@[2001:db8::1]:a/b")).toBe("[2001:db8::1]/a/b")
  })

  test("a normal form stays as it is under every protocol", () => {
    const anyUrl = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.tuple(fc.constantFrom("https://", "ssh://", "git@", ""), fc.string(), fc.constantFrom("/", ":"), fc.string()),
      fc.tuple(
        fc.constant("https://h/"),
        fc.array(fc.constantFrom("a", ".git", ".", "..", " ", "/", "~", "@", ":", "?", "İ")),
      ),
    )
    let seen = 0
    fc.assert(
      fc.property(anyUrl, (parts) => {
        const normal = normaliseRemote([parts].flat(2).join(""))
        if (normal === undefined) return
        seen += 1
        const again = [`https://${normal}`, `ssh://git@${normal}.git`].map(normaliseRemote)
        expect(again).toEqual([normal, normal])
      }),
      { numRuns: 3000 },
    )
    expect(seen).toBeGreaterThan(100)
  })

  test("credentials are never in the result", () => {
    const secret = fc
      .string({ minLength: 1, unit: fc.constantFrom(..."abcXYZ019@:!$&'()*+,;=-._~%") })
      .map((s) => `S3CRET${s}S3CRET`)
    fc.assert(
      fc.property(
        secret,
        secret,
        fc.constantFrom("https", "ssh", "http", "git"),
        fc.boolean(),
        (user, password, scheme, withUser) => {
          const userinfo = withUser ? `${user}:${password}` : password
          const asUrl = normaliseRemote(`${scheme}://${userinfo}@example.com:8080/a/b.git?token=${password}`)
          const short = normaliseRemote(`${userinfo}@example.com:a/b.git`) ?? "example.com/a/b"
          expect([asUrl, short]).toEqual(["example.com/a/b", "example.com/a/b"])
        },
      ),
      { numRuns: 2000 },
    )
  })
})

describe("identityKeys", () => {
  const stamp = { ino: "7", birthtimeMs: 5 }

  test("the strongest come first, and a server's name leaves the root commit out", () => {
    const facts = { worktree: "/w", gitCommonDir: "/w/.git", dirStamp: stamp, remote: "git@github.com:o/r.git" }
    expect(identityKeys(facts, "abc")).toEqual([
      { kind: "own", value: "7@5" },
      { kind: "remote", value: "github.com/o/r" },
      { kind: "dir", value: "7@5" },
      { kind: "gitdir", value: "/w/.git" },
      { kind: "path", value: "/w" },
    ])
  })

  test("a clone of a local repository has the key of its original, and the root commit", () => {
    const facts = { worktree: "/w", gitCommonDir: "/w/.git", remote: "/orig", remoteGitDir: "/orig/.git" }
    expect(identityKeys(facts, "abc")).toEqual([
      { kind: "root", value: "abc" },
      { kind: "gitdir", value: "/w/.git" },
      { kind: "gitdir", value: "/orig/.git" },
      { kind: "path", value: "/w" },
    ])
  })

  test("a plain folder has its stamp and its path", () => {
    expect(identityKeys({ worktree: "/w", dirStamp: stamp })).toEqual([
      { kind: "own", value: "7@5" },
      { kind: "dir", value: "7@5" },
      { kind: "path", value: "/w" },
    ])
  })
})

describe("matchProject", () => {
  const keys = (text: string): IdentityKey[] =>
    text.split(" ").map((pair) => ({ kind: pair.split("=")[0] as KeyKind, value: pair.split("=")[1] ?? "" }))
  const project = (name: string, text: string): KnownProject => ({ name, keys: keys(text) })
  const app = project("app", "remote=r1 dir=d1 gitdir=/a/.git path=/a")
  const bare = project("bare", "dir=d2 root=c2 gitdir=/b/.git path=/b")
  const plain = project("plain", "dir=d3 path=/c")

  const cases: [string, string, string][] = [
    ["nothing known", "remote=r9 dir=d9 gitdir=/z/.git path=/z", "new unseen"],
    ["a second clone", "remote=r1 dir=d9 gitdir=/z/.git path=/z", "app remote"],
    ["a rename", "dir=d2 root=c2 gitdir=/z/.git path=/z", "bare dir"],
    ["a linked worktree", "remote=r1 dir=d1 gitdir=/a/.git path=/a-wt", "app remote"],
    ["a linked worktree without remote", "dir=d2 root=c2 gitdir=/b/.git path=/b-wt", "bare dir"],
    ["a remote added", "remote=r9 dir=d2 gitdir=/b/.git path=/b", "bare dir"],
    ["a remote changed", "remote=r9 dir=d1 gitdir=/a/.git path=/a", "app dir"],
    ["a remote changed, no stamps", "remote=r9 gitdir=/a/.git path=/a", "app gitdir"],
    ["a remote removed", "dir=d1 root=c9 gitdir=/a/.git path=/a", "app dir"],
    ["a remote of one, the folder of another", "remote=r1 dir=d2 gitdir=/b/.git path=/b", "app remote"],
    ["a clone of a local repository", "dir=d9 root=c2 gitdir=/z/.git gitdir=/b/.git path=/z", "bare root"],
    ["a shallow clone of a local repository", "dir=d9 gitdir=/z/.git gitdir=/b/.git path=/z", "bare gitdir"],
    ["a copy without remote", "dir=d9 root=c2 gitdir=/z/.git path=/z", "bare root"],
    ["another repository in the same place", "remote=r9 dir=d9 gitdir=/a/.git path=/a", "new ambiguous"],
    ["another one without remote in the same place", "dir=d9 root=c9 gitdir=/b/.git path=/b", "new ambiguous"],
    ["a known repository in the place of another", "dir=d9 root=c2 gitdir=/a/.git path=/a", "bare root"],
    ["a known remote in the place of another", "remote=r1 dir=d9 gitdir=/b/.git path=/b", "app remote"],
    ["restored from a backup", "dir=d9 path=/c", "plain path"],
    ["a plain folder that became a repository", "dir=d9 root=c9 gitdir=/c/.git path=/c", "plain path"],
    ["a plain folder renamed", "dir=d3 path=/z", "plain dir"],
  ]
  test.each(cases)("%s", (_, mine, expected) => {
    const match = matchProject(keys(mine), [app, bare, plain])
    expect(match.kind === "known" ? `${match.project.name} ${match.reason}` : `new ${match.reason}`).toBe(expected)
  })

  test("a key of several projects is not used, weaker ones still are", () => {
    const twin = project("twin", "remote=r1 dir=d8 path=/t")
    expect(matchProject(keys("remote=r1 dir=d8 path=/t"), [app, twin])).toMatchObject({ project: twin, reason: "dir" })
    expect(matchProject(keys("remote=r1 dir=d9 path=/z"), [app, twin])).toEqual({
      kind: "new",
      reason: "ambiguous",
      detail: 'several projects have the remote r1: "app", "twin"',
    })
  })

  test("says who stood in the same place before", () => {
    expect(matchProject(keys("remote=r9 dir=d9 gitdir=/a/.git path=/a"), [app])).toMatchObject({
      detail: 'another repository stood here: "app"',
    })
  })

  test("says whose folder it was when the remote decides otherwise", () => {
    expect(matchProject(keys("remote=r1 dir=d2 path=/b"), [app, bare])).toMatchObject({
      project: app,
      formerly: ["bare"],
    })
    expect(matchProject(keys("remote=r1 dir=d1 path=/a"), [app, bare])).toMatchObject({ project: app, formerly: [] })
  })
})

describe("projectFolderName", () => {
  const key: IdentityKey[] = [{ kind: "remote", value: "github.com/o/r" }]
  const names: [string, string][] = [
    ["my-app", "my-app"],
    ["My App", "My-App"],
    ["café_2.0", "cafe_2.0"],
    [".dotfiles", "dotfiles"],
    ["--x--", "x"],
    ["..", "project"],
    ["", "project"],
    ["项目", "project"],
    ["con", "project-con"],
    ["NUL.txt", "project-NUL.txt"],
    ["x".repeat(200), "x".repeat(60)],
  ]
  test.each(names)("%j becomes %j", (basename, expected) => {
    expect(projectFolderName(basename, key, new Set())).toBe(expected)
  })

  test("on a clash, whatever the case, a hash of the strongest key is added", () => {
    const first = projectFolderName("app", key, new Set(["APP"]))
    expect(first).toMatch(/^app-[0-9a-f]{4}$/)
    expect(projectFolderName("app", key, new Set(["app"]))).toBe(first)
    expect(projectFolderName("app", key, new Set(["app", first]))).toMatch(/^app-[0-9a-f]{5}$/)
    expect(projectFolderName("app", [{ kind: "path", value: "/x" }], new Set(["app"]))).not.toBe(first)
  })

  test("any name is of the grammar, and never one that is taken", () => {
    const anyName = fc.oneof(
      fc.string({ unit: "binary", maxLength: 100 }),
      fc.constantFrom("con", "aux.", "a".repeat(99), "-", ".git"),
    )
    fc.assert(
      fc.property(anyName, fc.integer({ min: 1, max: 12 }), (basename, times) => {
        const taken = new Set<string>()
        const wrong: string[] = []
        for (let i = 0; i < times; i += 1) {
          const name = projectFolderName(basename, key, taken)
          const isOfGrammar = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,59}$/.test(name)
          const isReserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)|\.$/i.test(name)
          const isTaken = [...taken].some((other) => other.toLowerCase() === name.toLowerCase())
          if (!isOfGrammar || isReserved || isTaken) wrong.push(name)
          taken.add(i % 2 ? name.toUpperCase() : name)
        }
        expect(wrong).toEqual([])
      }),
      { numRuns: 1000 },
    )
  })
})
