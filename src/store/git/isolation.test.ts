import { describe, expect, test } from "bun:test"
import { spawn, spawnSync } from "node:child_process"
import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { type HistoryBed, historyBed } from "../../../test/bed/history.ts"

const childScript = fileURLToPath(new URL("../../../test/bed/history-child.ts", import.meta.url))

function childEnv(env: Record<string, string>) {
  return { ...process.env, BUN_BE_BUN: "1", ...env }
}

function runChild(bed: HistoryBed, env: Record<string, string>) {
  const done = spawnSync(process.execPath, [childScript, bed.root, "p"], { env: childEnv(env), encoding: "utf8" })
  if (done.status !== 0) throw new Error(done.stderr)
  return JSON.parse(done.stdout) as { failures: string[]; status: { state: string; reason?: string } }
}

/** Programs that leave a mark when they are run; `ran` lists the marks. */
function traps(bed: HistoryBed) {
  const marks = join(bed.root, "marks")
  const bin = join(bed.root, "bin")
  mkdirSync(marks)
  mkdirSync(bin)
  return {
    trap(name: string): string {
      const file = join(bin, name)
      writeFileSync(file, `#!/bin/sh\n: > '${marks}/${name}'\ncat\n`)
      chmodSync(file, 0o700)
      return file
    },
    ran: () => readdirSync(marks).sort(),
  }
}

const ATTRIBUTES = "* filter=evil diff=evil merge=evil\n"

function poison(bed: HistoryBed, { trap }: ReturnType<typeof traps>): void {
  const evilConfig = `[core]
	repositoryFormatVersion = 1
	bare = false
	fsmonitor = ${trap("fsmonitor")}
	hooksPath = ${join(bed.root, "hooks")}
	sshCommand = ${trap("ssh")}
	pager = ${trap("pager")}
	editor = ${trap("editor")}
	askPass = ${trap("askpass")}
	attributesFile = ${join(bed.root, "attributes")}
	alternateRefsCommand = ${trap("alternates")}
[extensions]
	worktreeConfig = true
[include]
	path = ${join(bed.root, "included")}
[filter "evil"]
	clean = ${trap("clean")}
	smudge = ${trap("smudge")}
	required = true
[diff]
	external = ${trap("extdiff")}
[diff "evil"]
	textconv = ${trap("textconv")}
	command = ${trap("diffcommand")}
[merge "evil"]
	driver = ${trap("merge")}
[alias]
	log = !${trap("alias")}
	update-index = !${trap("alias")}
[commit]
	gpgSign = true
[gpg]
	program = ${trap("gpg")}
[log]
	showSignature = true
[uploadpack]
	packObjectsHook = ${trap("packobjects")}
`
  writeFileSync(join(bed.root, "attributes"), ATTRIBUTES)
  writeFileSync(join(bed.root, "included"), `[filter "evil"]\n\tprocess = ${trap("process")}\n`)
  writeFileSync(join(bed.gitDir, "config"), evilConfig)
  writeFileSync(join(bed.gitDir, "config.worktree"), evilConfig)
  writeFileSync(join(bed.gitDir, "info/attributes"), ATTRIBUTES)
  const hooks = ["pre-commit", "post-commit", "commit-msg", "post-index-change", "reference-transaction", "pre-auto-gc"]
  for (const folder of [join(bed.root, "hooks"), join(bed.gitDir, "hooks")]) {
    mkdirSync(folder)
    for (const hook of hooks) {
      writeFileSync(join(folder, hook), `#!/bin/sh\nexec '${trap("hook")}' </dev/null\n`)
      chmodSync(join(folder, hook), 0o700)
    }
  }
  bed.write(".gitattributes", ATTRIBUTES)
  bed.write("global/.gitattributes", ATTRIBUTES)
}

/** Once with each way into git, so that every payload has its chance. */
async function useAll(bed: HistoryBed): Promise<void> {
  bed.write("global/b.md")
  bed.write("global/a.md", "changed\n")
  const outcome = await bed.history.flush()
  expect(outcome).toMatchObject({ result: "committed", skipped: [] })
  const [newest] = await bed.history.list()
  const hash = await bed.history.resolve(newest?.hash.slice(0, 7) ?? "")
  const snapshot = await bed.history.snapshot(hash, ["global"])
  expect(Buffer.from(snapshot.get("global/a.md") ?? []).toString()).toBe("changed\n")
}

describe("a hostile git directory and work tree", () => {
  test("run nothing", async () => {
    const bed = historyBed()
    bed.write("global/a.md")
    await bed.history.flush()
    const set = traps(bed)
    poison(bed, set)
    await useAll(bed)
    expect(set.ran()).toEqual([])
  })

  test("run nothing by way of another common directory", async () => {
    const bed = historyBed()
    bed.write("global/a.md")
    await bed.history.flush()
    const set = traps(bed)
    const other = historyBed()
    other.write("global/a.md")
    await other.history.flush()
    poison({ ...other, root: bed.root, workTree: bed.workTree } as HistoryBed, set)
    writeFileSync(join(bed.gitDir, "commondir"), `${other.gitDir}\n`)
    await useAll(bed)
    expect(set.ran()).toEqual([])
  })

  test("the same payloads do run in a plain git", async () => {
    const bed = historyBed()
    bed.write("global/a.md")
    await bed.history.flush()
    const set = traps(bed)
    poison(bed, set)
    bed.write("global/a.md", "changed\n")
    const git = (...args: string[]) =>
      spawnSync("git", [`--git-dir=${bed.gitDir}`, `--work-tree=${bed.workTree}`, ...args], { cwd: bed.workTree })
    git("status")
    git("diff")
    git("add", "global/a.md")
    git("log", "-p", "--ext-diff")
    git("commit", "-m", "x")
    expect(set.ran()).toEqual(expect.arrayContaining(["fsmonitor", "hook", "process"]))
  })
})

describe("the person's account", () => {
  test("global hooks, signing, templates, filters and ignores have no effect", () => {
    const bed = historyBed()
    const set = traps(bed)
    const home = join(bed.root, "home")
    mkdirSync(join(home, ".config/git"), { recursive: true })
    mkdirSync(join(home, "hooks"))
    writeFileSync(join(home, "hooks/reference-transaction"), `#!/bin/sh\nexec '${set.trap("hook")}'\n`, { mode: 0o700 })
    writeFileSync(
      join(home, ".gitconfig"),
      `[core]\n\thooksPath = ${home}/hooks\n\tautocrlf = true\n\tfsmonitor = ${set.trap("fsmonitor")}\n[commit]\n\tgpgSign = true
[gpg]\n\tprogram = ${set.trap("gpg")}\n[init]\n\ttemplateDir = ${home}\n\tdefaultBranch = trunk\n[user]\n\tname = Somebody
[filter "evil"]\n\tclean = ${set.trap("clean")}\n\trequired = true\n`,
    )
    writeFileSync(join(home, ".config/git/attributes"), "* filter=evil text\n")
    writeFileSync(join(home, ".config/git/ignore"), "*\n")
    const { failures, status } = runChild(bed, { HOME: home, XDG_CONFIG_HOME: join(home, ".config") })
    expect({ failures, status }).toEqual({ failures: [], status: { state: "current" } })
    expect(bed.git("log", "--format=%an %s %G?", "refs/heads/main").trim()).toBe("Cairn edited by hand: n0 N")
    expect(set.ran()).toEqual([])
  })

  test("GIT_ variables of the caller have no effect", () => {
    const bed = historyBed()
    const set = traps(bed)
    const elsewhere = join(bed.root, "elsewhere")
    const { failures, status } = runChild(bed, {
      GIT_DIR: elsewhere,
      GIT_WORK_TREE: elsewhere,
      GIT_INDEX_FILE: join(elsewhere, "index"),
      GIT_OBJECT_DIRECTORY: join(elsewhere, "objects"),
      GIT_COMMON_DIR: elsewhere,
      GIT_NAMESPACE: "other",
      GIT_AUTHOR_NAME: "Somebody",
      GIT_COMMITTER_EMAIL: "somebody@example.org",
      GIT_EXTERNAL_DIFF: set.trap("extdiff"),
      GIT_TRACE: join(bed.root, "trace"),
      GIT_LITERAL_PATHSPECS: "0",
      GIT_CONFIG_COUNT: "1",
      GIT_CONFIG_KEY_0: "core.hooksPath",
      GIT_CONFIG_VALUE_0: elsewhere,
      LC_ALL: "de_DE.UTF-8",
    })
    expect({ failures, status }).toEqual({ failures: [], status: { state: "current" } })
    expect(bed.tracked()).toEqual(["projects/p/n0.md"])
    expect(bed.git("log", "-1", "--format=%an %ae %cn %ce").trim()).toBe("Cairn cairn@localhost Cairn cairn@localhost")
    expect(existsSync(elsewhere)).toBe(false)
    expect(bed.exists("trace")).toBe(false)
  })

  test("without git the notes stay and the history is off; with git again it follows", async () => {
    const bed = historyBed()
    const empty = join(bed.root, "empty")
    mkdirSync(empty)
    const { failures, status } = runChild(bed, { PATH: empty })
    expect(failures).toEqual([JSON.stringify({ result: "failed", reason: "git is not installed" })])
    expect(status).toMatchObject({ state: "off", reason: "git is not installed" })
    expect(await bed.history.flush()).toMatchObject({ result: "committed", files: ["projects/p/n0.md"] })
  })
})

describe("processes", () => {
  test("two of them, fifty notes each: all is committed and none fails", async () => {
    const bed = historyBed()
    const children = ["left", "right"].map(
      (project) =>
        new Promise<string>((resolve) => {
          const child = spawn(process.execPath, [childScript, bed.root, project, "50"], { env: childEnv({}) })
          let out = ""
          child.stdout.on("data", (chunk) => {
            out += chunk
          })
          child.stderr.on("data", (chunk) => {
            out += chunk
          })
          child.on("close", () => resolve(out))
        }),
    )
    for (const out of await Promise.all(children)) {
      expect(JSON.parse(out)).toEqual({ failures: [], status: { state: "current" } })
    }
    expect(bed.tracked()).toHaveLength(100)
    for (const n of [0, 49]) expect(bed.content(`projects/left/n${n}.md`)).toBe(`left ${n}\n`)
    expect(bed.git("fsck", "--strict", "--no-dangling")).toBe("")
    expect(bed.exists("history.git.damaged-1")).toBe(false)
  })
})
