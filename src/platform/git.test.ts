import { describe, expect, test } from "bun:test"
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { tempDir } from "../../test/bed/sandbox.ts"
import { type GitPlace, runGit } from "./git.ts"

function place(): GitPlace & { root: string } {
  const root = tempDir("git")
  const gitDir = join(root, "x.git")
  const workTree = join(root, "tree")
  for (const folder of [join(gitDir, "objects"), join(gitDir, "refs"), workTree]) mkdirSync(folder, { recursive: true })
  writeFileSync(join(gitDir, "HEAD"), "ref: refs/heads/main\n")
  return { root, gitDir, workTree }
}

/** Runs `body` with a program of ours in git's place. */
async function withFakeGit<T>(script: string, body: () => Promise<T>): Promise<T> {
  const folder = tempDir("fake")
  writeFileSync(join(folder, "git"), `#!/bin/sh\n${script}\n`)
  chmodSync(join(folder, "git"), 0o700)
  const path = process.env.PATH
  process.env.PATH = folder
  try {
    return await body()
  } finally {
    process.env.PATH = path
  }
}

describe("runGit", () => {
  test("gives output and exit code, and passes input on", async () => {
    const here = place()
    const big = "x".repeat(3_000_000)
    const hash = await runGit(here, ["hash-object", "-w", "--stdin"], { input: big })
    expect(hash).toMatchObject({ code: 0, stderr: "" })
    const back = await runGit(here, ["cat-file", "blob", hash.stdout.toString().trim()])
    expect(back.stdout.toString() === big).toBe(true)
    const failed = await runGit(here, ["rev-parse", "--verify", "main"])
    expect(failed).toMatchObject({ code: 128, stderr: "fatal: Needed a single revision\n" })
  })

  test("what it makes is private under any umask", async () => {
    const here = place()
    const before = process.umask(0)
    try {
      await runGit(here, ["read-tree", "--empty"])
      expect(process.umask()).toBe(0)
    } finally {
      process.umask(before)
    }
    expect(statSync(join(here.gitDir, "index")).mode & 0o777).toBe(0o600)
  })

  test("arguments are never words of a shell", async () => {
    const here = place()
    const evil = `$(touch ${here.root}/ran); touch ${here.root}/ran`
    const answer = await runGit(here, ["rev-parse", "--verify", evil])
    expect(answer.code).toBe(128)
    expect(() => readFileSync(join(here.root, "ran"))).toThrow("ENOENT")
  })

  test("the environment is only its own", async () => {
    const here = place()
    process.env.GIT_TEST_SECRET = "leaked"
    try {
      const { stdout } = await withFakeGit('export -p; echo "$@"', () => runGit(here, ["version"]))
      const names = [...stdout.toString().matchAll(/^export (\w+)/gm)].map((match) => match[1])
      const expected = [
        "GIT_ALLOW_PROTOCOL",
        "GIT_ATTR_NOSYSTEM",
        "GIT_CONFIG_GLOBAL",
        "GIT_CONFIG_NOSYSTEM",
        "GIT_CONFIG_SYSTEM",
      ]
      const rest = ["GIT_NO_LAZY_FETCH", "GIT_TERMINAL_PROMPT", "HOME", "LC_ALL", "PATH", "TZ"]
      expect(names.filter((name) => name !== "PWD" && name !== "OLDPWD")).toEqual([...expected, ...rest])
      expect(stdout.toString()).toContain("core.hooksPath=/dev/null")
    } finally {
      delete process.env.GIT_TEST_SECRET
    }
  })

  test("a missing git is an outcome of its own", async () => {
    const path = process.env.PATH
    process.env.PATH = `${tempDir("empty")}:relative/bin`
    try {
      await expect(runGit(place(), ["version"])).rejects.toMatchObject({ name: "GitRunError", kind: "missing" })
    } finally {
      process.env.PATH = path
    }
  })

  test("one that hangs is ended, also when it ignores the first signal", async () => {
    for (const script of ["exec /bin/sleep 60", "trap '' TERM; while :; do /bin/sleep 0.1; done"]) {
      const hung = withFakeGit(script, () => runGit(place(), ["log"], { timeoutMs: 200 }))
      await expect(hung).rejects.toMatchObject({ kind: "ended", message: "git log gave no answer within 0.2 s" })
    }
  })

  test("one that talks without end is ended", async () => {
    const loud = withFakeGit("while :; do echo yyyyyyyyyyyyyyyyyyyyyyyyyyyyyy; done", () =>
      runGit(place(), ["log"], { maxBytes: 100_000 }),
    )
    await expect(loud).rejects.toMatchObject({
      kind: "ended",
      message: expect.stringContaining("more than 100000 bytes"),
    })
  })

  test("the caller can stop it", async () => {
    const stop = new AbortController()
    const run = withFakeGit("exec /bin/sleep 60", () => runGit(place(), ["log"], { signal: stop.signal }))
    stop.abort()
    await expect(run).rejects.toMatchObject({ kind: "ended", message: "git log was stopped" })
  })
})
