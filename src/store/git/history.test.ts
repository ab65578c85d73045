import { afterEach, describe, expect, test } from "bun:test"
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { slowness } from "../../../scripts/slowness.mjs"
import { gitInTheWay } from "../../../test/bed/git-in-the-way.ts"
import { type HistoryBed, historyBed, plainGit } from "../../../test/bed/history.ts"
import { untilTrue } from "../../../test/bed/store-on-disk.ts"
import { generatedMark, projectsMark } from "../../model/generated-mark.ts"
import { nullLog } from "../../platform/log.ts"
import { openWriteLock } from "../lock/write-lock.ts"

describe("touch", () => {
  test("opening touches nothing", () => {
    const bed = historyBed()
    expect(existsSync(bed.gitDir)).toBe(false)
    expect(bed.history.status()).toEqual({ state: "current" })
  })

  test("changes in quick succession become one commit", async () => {
    const bed = historyBed({ debounceMs: 1000 })
    for (const name of ["a", "b", "c"]) {
      bed.write(`global/facts/${name}.md`)
      bed.history.touch()
      await sleep(5)
    }
    expect(bed.history.status().state).toBe("pending")
    await untilTrue(() => bed.history.status().state === "current")
    expect(bed.subjects()).toEqual(["edited by hand: a, b, c"])
  })

  test("steady changes are committed although it is never quiet", async () => {
    const bed = historyBed({ debounceMs: 100 })
    let committed = false
    for (let n = 0; n < 400 && !committed; n += 1) {
      bed.write("global/a.md", `${n}\n`)
      bed.history.touch()
      await sleep(20)
      committed = existsSync(join(bed.gitDir, "refs/heads/main"))
    }
    expect(committed).toBe(true)
    await bed.history.close()
  })

  test("a change during a run leads to another run", async () => {
    const bed = historyBed()
    bed.write("global/a.md")
    bed.history.touch()
    await untilTrue(() => existsSync(join(bed.gitDir, "index")))
    bed.write("global/b.md")
    bed.history.touch()
    await untilTrue(() => bed.history.status().state === "current")
    expect(bed.tracked()).toEqual(["global/a.md", "global/b.md"])
  })
})

describe("flush", () => {
  test("commits hand edits, new files and deletions that nobody announced", async () => {
    const bed = historyBed()
    bed.write("global/system/a.md", "one\n")
    bed.write("projects/p/facts/b.md")
    expect(await bed.history.flush()).toMatchObject({
      result: "committed",
      files: ["global/system/a.md", "projects/p/facts/b.md"],
      skipped: [],
    })
    bed.write("global/system/a.md", "two\n")
    bed.remove("projects/p/facts/b.md")
    expect(await bed.history.flush()).toMatchObject({ result: "committed" })
    expect(bed.tracked()).toEqual(["global/system/a.md"])
    expect(bed.content("global/system/a.md")).toBe("two\n")
    expect(bed.subjects()).toEqual(["edited by hand: a, b", "edited by hand: a, b"])
    expect(bed.git("log", "-1", "--format=%an <%ae> %cn <%ce>").trim()).toBe(
      "Cairn <cairn@localhost> Cairn <cairn@localhost>",
    )
  })

  test("without a change there is no commit", async () => {
    const bed = historyBed()
    expect(await bed.history.flush()).toEqual({ result: "unchanged", skipped: [] })
    bed.write("global/a.md")
    await bed.history.flush()
    expect(await bed.history.flush()).toEqual({ result: "unchanged", skipped: [] })
    expect(bed.subjects()).toHaveLength(1)
  })

  test("flushes at the same time share one run", async () => {
    const bed = historyBed()
    bed.write("global/a.md")
    const outcomes = await Promise.all([bed.history.flush(), bed.history.flush(), bed.history.flush()])
    expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size).toBe(1)
    expect(outcomes[0]?.result).toBe("committed")
  })

  test("two changes of one size within a moment are both seen", async () => {
    const bed = historyBed()
    for (let n = 10; n < 20; n += 1) {
      bed.write("global/a.md", `${n}`)
      await bed.history.flush()
      expect(bed.content("global/a.md")).toBe(`${n}`)
    }
    expect(bed.subjects()).toHaveLength(10)
  })

  test("keeps every byte: CRLF, NUL, a BOM, no last newline, not UTF-8", async () => {
    const bed = historyBed()
    const bytes = Buffer.from([0xef, 0xbb, 0xbf, 65, 13, 10, 66, 10, 0, 0xff, 0xfe, 13])
    bed.write(".gitattributes", "* text=auto eol=lf working-tree-encoding=UTF-16\n")
    bed.write("global/odd.md", bytes)
    const outcome = await bed.history.flush()
    const hash = outcome.result === "committed" ? outcome.hash : ""
    const snapshot = await bed.history.snapshot(hash, [""])
    expect(Buffer.from(snapshot.get("global/odd.md") ?? [])).toEqual(bytes)
  })

  test("takes names of every kind", async () => {
    const names = [
      "-rf.md",
      "--help",
      'say "x".md',
      "a b.md",
      "line\nbreak.md",
      "ünï-日本.md",
      "e\u0301.md",
      "*.md",
      ":(top)x.md",
    ]
    const bed = historyBed()
    for (const name of names) bed.write(`global/${name}`, name)
    expect(await bed.history.flush()).toMatchObject({ result: "committed", skipped: [] })
    expect(bed.tracked()).toEqual(names.map((name) => `global/${name}`).sort())
    expect(bed.subjects()).toHaveLength(1)
    bed.remove("global/*.md")
    bed.remove("global/-rf.md")
    await bed.history.flush()
    expect(bed.tracked()).toHaveLength(names.length - 2)
    const [newest] = await bed.history.list({ paths: ["global/line\nbreak.md"] })
    expect(newest?.files).toEqual(["global/line\nbreak.md"])
  })

  test("a file may become a folder, and a folder a file", async () => {
    const bed = historyBed()
    bed.write("global/a.md")
    bed.write("global/b/c.md")
    await bed.history.flush()
    bed.remove("global/a.md")
    bed.write("global/a.md/inside.md")
    renameSync(join(bed.workTree, "global/b"), join(bed.root, "gone"))
    bed.write("global/b")
    expect(await bed.history.flush()).toMatchObject({ result: "committed", skipped: [] })
    expect(bed.tracked()).toEqual(["global/a.md/inside.md", "global/b"])
  })

  test("a missing folder of notes is not a deletion of all notes", async () => {
    const bed = historyBed()
    bed.write("global/a.md")
    await bed.history.flush()
    renameSync(bed.workTree, `${bed.workTree}-elsewhere`)
    expect(await bed.history.flush()).toEqual({ result: "failed", reason: "the folder of the notes is missing" })
    expect(bed.history.status().state).toBe("behind")
    renameSync(`${bed.workTree}-elsewhere`, bed.workTree)
    expect(await bed.history.flush()).toMatchObject({ result: "unchanged" })
    expect(bed.history.status()).toEqual({ state: "current" })
  })

  test("waits for the commit lock of another process", async () => {
    const bed = historyBed()
    bed.write("global/a.md")
    await bed.history.flush()
    const lock = await openWriteLock(join(bed.gitDir, "commit.lock.db"))
    bed.write("global/b.md")
    await lock.hold(1000, async () => {
      expect(await bed.history.flush(300)).toEqual({ result: "unfinished" })
    })
    await bed.history.flush()
    expect(bed.tracked()).toEqual(["global/a.md", "global/b.md"])
    lock.close()
  })

  test("does not outlast its time", async () => {
    const bed = historyBed()
    bed.write("global/a.md")
    expect(await bed.history.flush(0)).toEqual({ result: "unfinished" })
    await bed.history.flush()
    expect(bed.tracked()).toEqual(["global/a.md"])
  })
})

describe("what is never committed", () => {
  test("temporary, hidden, private, too large, links: not even in the objects", async () => {
    const bed = historyBed({ accepts: (_path, size) => size < 1000 })
    const refused = [
      "global/.hidden.md",
      "global/.cairn-0123456789abcdef.tmp",
      "global/a.md~",
      "global/#a.md#",
      "global/.a.md.swp",
      "global/4913",
      "global/a.md.tmp",
      ".obsidian/x.md",
      "global/private/x.md",
      "private/x.md",
      "projects/p/private/deep/x.md",
      "projects/p/facts/Private/x.md",
    ]
    for (const path of refused) bed.write(path, `CANARY ${path}\n`)
    bed.write("global/large.md", `CANARY large ${"x".repeat(1000)}`)
    bed.write("../outside.md", "CANARY outside\n")
    bed.write("../outside/in.md", "CANARY outside\n")
    symlinkSync(join(bed.root, "outside.md"), join(bed.workTree, "global/link.md"))
    symlinkSync(join(bed.root, "outside"), join(bed.workTree, "global/linked"))
    const kept = ["global/.decisions.jsonl", "global/a.md", "projects/p/.identity.json", "projects/private/facts/x.md"]
    for (const path of kept) bed.write(path, "kept\n")
    await bed.history.flush()
    expect(bed.tracked()).toEqual(kept)
    expect(bed.everything()).not.toContain("CANARY")
    expect(bed.everything()).not.toContain("outside")
    expect(bed.history.status()).toEqual({ state: "current" })
  })

  test("generated files, which leave an older history and stay on disk; a person's own of that name is kept", async () => {
    const bed = historyBed()
    const lists = ["global/MEMORY.md", "projects/p/_CONFLICTS.md"]
    for (const path of lists) bed.write(path, "a person's own\n")
    bed.write("global/reference/projects.md", "a person's own\n")
    await bed.history.flush()
    expect(bed.tracked()).toEqual([...lists.slice(0, 1), "global/reference/projects.md", ...lists.slice(1)])
    for (const path of lists) bed.write(path, `${generatedMark}\nCANARY\n`)
    bed.write("global/reference/projects.md", `---\ndescription: ${projectsMark}\n---\n\nCANARY\n`)
    bed.write("global/a.md")
    await bed.history.flush()
    expect(bed.tracked()).toEqual(["global/a.md"])
    expect(bed.everything()).not.toContain("CANARY")
    expect(bed.exists("memory/global/MEMORY.md")).toBe(true)
    expect(bed.history.status()).toEqual({ state: "current" })
  })

  test("a note that grew too large keeps its last good version", async () => {
    const bed = historyBed({ accepts: (_path, size) => size < 10 })
    bed.write("global/a.md", "small")
    await bed.history.flush()
    bed.write("global/a.md", "far too large")
    expect(await bed.history.flush()).toMatchObject({ result: "unchanged" })
    bed.git(`--work-tree=${bed.workTree}`, "update-index", "--force-remove", "global/a.md")
    expect(await bed.history.flush()).toMatchObject({ result: "unchanged" })
    expect(bed.content("global/a.md")).toBe("small")
  })

  test("what somebody else has staged", async () => {
    const bed = historyBed()
    bed.write("global/a.md")
    await bed.history.flush()
    bed.write("global/private/secret.md", "CANARY\n")
    plainGit(bed.gitDir, [`--work-tree=${bed.workTree}`, "add", "-f", "--", "global/private/secret.md"])
    bed.write("global/b.md")
    await bed.history.flush()
    expect(bed.tracked()).toEqual(["global/a.md", "global/b.md"])
  })

  test("a .gitignore among the notes hides nothing", async () => {
    const bed = historyBed()
    bed.write("global/.gitignore", "*\n")
    bed.write("global/a.md")
    await bed.history.flush()
    expect(bed.tracked()).toEqual(["global/a.md"])
  })
})

describe("one bad place does not stop the others", () => {
  test("a nested git repository is looked into like any folder", async () => {
    const bed = historyBed()
    bed.write("projects/p/facts/a.md")
    plainGit(join(bed.workTree, "projects/p/.git"), ["init", "-q"])
    bed.write("global/b.md")
    expect(await bed.history.flush()).toMatchObject({ result: "committed", skipped: [] })
    expect(bed.tracked()).toEqual(["global/b.md", "projects/p/facts/a.md"])
  })

  test("a name that git refuses is skipped and told", async () => {
    const bed = historyBed()
    bed.write("global/git~1/a.md")
    bed.write("global/b.md")
    const skipped = [{ path: "global/git~1/a.md", reason: "git does not accept its name" }]
    expect(await bed.history.flush()).toMatchObject({ result: "committed", skipped })
    expect(bed.tracked()).toEqual(["global/b.md"])
    expect(bed.history.status()).toEqual({
      state: "current",
      reason: "not in the history: global/git~1/a.md (git does not accept its name)",
    })
  })
})

describe("the outside", () => {
  test("modes are private whatever the umask", async () => {
    const before = process.umask(0)
    try {
      const bed = historyBed()
      mkdirSync(bed.gitDir)
      chmodSync(bed.gitDir, 0o777)
      bed.write("global/a.md")
      await bed.history.flush()
      bed.write("global/a.md", "more\n")
      await bed.history.flush()
      const open = ["", ...(readdirSync(bed.gitDir, { recursive: true }) as string[])]
        .map((name) => ({ name, mode: lstatSync(join(bed.gitDir, name)).mode & 0o777 }))
        .filter(({ mode }) => (mode & 0o077) !== 0)
      expect(open).toEqual([])
    } finally {
      process.umask(before)
    }
  })

  test("a person can read it with git alone", async () => {
    const bed = historyBed()
    bed.write("global/a.md")
    await bed.history.flush()
    expect(bed.git("fsck", "--strict")).toBe("")
    expect(bed.git("symbolic-ref", "HEAD").trim()).toBe("refs/heads/main")
    expect(bed.git(`--work-tree=${bed.workTree}`, "status", "--porcelain")).toBe("")
  })
})

describe("a change in a commit of its own", () => {
  test("comes after what was pending, and nobody else's commit takes it", async () => {
    const bed = historyBed({ debounceMs: 1 })
    bed.write("global/a.md", "pending")
    const outcome = await bed.history.commitChange("memory: special", async () => {
      bed.write("global/a.md", "changed")
      bed.history.touch()
      await Bun.sleep(50)
    })
    expect(outcome.result).toBe("committed")
    expect(bed.git("log", "--format=%s").trim().split("\n")).toEqual(["memory: special", "edited by hand: a"])
    expect(bed.git("show", "HEAD~1:global/a.md")).toBe("pending")
  })

  test("is never made if time ran out before it began", async () => {
    const bed = historyBed()
    bed.write("global/a.md", "as it was")
    await bed.history.flush()
    const lock = await openWriteLock(join(bed.gitDir, "commit.lock.db"))
    await lock.hold(1000, async () => {
      const late = async () => bed.write("global/a.md", "too late")
      expect(await bed.history.commitChange("memory: late", late, 100)).toEqual({
        result: "unfinished",
        change: "none",
      })
    })
    await bed.history.flush()
    lock.close()
    expect(readFileSync(join(bed.workTree, "global/a.md"), "utf8")).toBe("as it was")
    expect(bed.subjects()).toHaveLength(1)
  })

  test("is not made when the first commit fails, and its own error reaches the caller", async () => {
    const bed = historyBed()
    bed.write("global/a.md", "x")
    await expect(bed.history.commitChange("m", () => Promise.reject(new Error("mine")))).rejects.toThrow("mine")
    expect(bed.history.status().state).toBe("current")
  })
})

describe("what became of a change is told apart from what became of its commit", () => {
  const git = gitInTheWay()
  afterEach(git.commitsWork)

  test("made, if only its own commit fails; that commit comes later", async () => {
    const bed = historyBed()
    const write = async () => {
      bed.write("global/a.md", "changed")
      git.commitsFail()
    }
    const outcome = await bed.history.commitChange("memory: special", write)
    git.commitsWork()
    expect(outcome).toMatchObject({ result: "failed", change: "made" })
    expect((await bed.history.flush()).result).toBe("committed")
    expect(bed.git("show", "HEAD:global/a.md")).toBe("changed")
  })

  test("begun, if time runs out meanwhile, and none if it ran out before: then it is never made", async () => {
    const bed = historyBed()
    bed.write("global/a.md", "first")
    await bed.history.flush(60_000)
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    let begin: () => void = () => undefined
    const begun = new Promise<void>((resolve) => {
      begin = resolve
    })
    const long = bed.history.commitChange(
      "long",
      async (starts) => {
        starts()
        begin()
        await held
        bed.write("global/a.md", "in the end")
      },
      1500 * slowness(),
    )
    await begun
    const late = await bed.history.commitChange("late", async () => bed.write("global/b.md", "never"), 20)
    expect(late).toEqual({ result: "unfinished", change: "none" })
    expect(await long).toEqual({ result: "unfinished", change: "begun" })
    release()
    await bed.history.flush(60_000)
    expect(bed.git("show", "HEAD:global/a.md")).toBe("in the end")
    expect(existsSync(join(bed.workTree, "global/b.md"))).toBe(false)
  })

  /** A change that waits for something until it is `free`, while time runs out. */
  async function waiting(bed: HistoryBed, change: (starts: () => void) => void) {
    bed.write("global/a.md", "first")
    await bed.history.flush(60_000)
    const { promise: free, resolve: release } = Promise.withResolvers<void>()
    const { promise: asked, resolve: begin } = Promise.withResolvers<void>()
    const outcome = bed.history.commitChange(
      "undo abc",
      async (starts) => {
        begin()
        await free
        change(starts)
      },
      1500 * slowness(),
    )
    await asked
    return { outcome: await outcome, release }
  }

  test("none, if time runs out while it waits to begin; what others wrote meanwhile is not called so", async () => {
    const bed = historyBed({ debounceMs: 600_000 })
    const { outcome, release } = await waiting(bed, (starts) => {
      starts()
      bed.write("global/a.md", "never")
    })
    expect(outcome).toEqual({ result: "unfinished", change: "none" })
    bed.write("global/b.md", "by somebody else")
    release()
    await bed.history.flush(60_000)
    expect(readFileSync(join(bed.workTree, "global/a.md"), "utf8")).toBe("first")
    expect(bed.subjects()).toEqual(["edited by hand: b", "edited by hand: a"])
  })

  test("what fails when nobody waits for it any more is in the log", async () => {
    const said: unknown[] = []
    const log = { ...nullLog, warn: (...line: unknown[]) => void said.push(line) }
    const bed = historyBed({ log })
    const { outcome, release } = await waiting(bed, () => {
      throw new Error("the disk broke")
    })
    expect(outcome.change).toBe("none")
    release()
    await untilTrue(() => said.length > 0)
    expect(said).toEqual([["history.change-failed", { message: "undo abc", why: "the disk broke" }]])
  })
})

describe("pack", () => {
  test("leaves no loose object and loses nothing", async () => {
    const bed = historyBed()
    await bed.history.pack()
    expect(existsSync(bed.gitDir)).toBe(false)
    for (const content of ["1", "2", "3"]) {
      bed.write("global/a.md", content)
      await bed.history.flush()
    }
    await bed.history.pack()
    expect(bed.git("count-objects", "-v").split("\n")).toEqual(expect.arrayContaining(["count: 0", "in-pack: 12"]))
    expect(await bed.history.list()).toHaveLength(3)
    bed.write("global/a.md", "4")
    expect(await bed.history.flush()).toMatchObject({ result: "committed" })
  })
})

describe("messages, and close", () => {
  test("what was announced is said, by whichever process commits, and the rest was done by hand", async () => {
    const writer = historyBed()
    const other = writer.open()
    writer.history.announce({ why: "add fact a", paths: ["global/a.md"] })
    writer.write("global/a.md")
    writer.history.announce({ why: "add canary", paths: ["global/private/canary.md"] })
    expect(readFileSync(join(writer.gitDir, "changes.jsonl"), "utf8")).not.toContain("canary")
    expect(await other.flush()).toMatchObject({ result: "committed" })
    expect(writer.subjects()).toEqual(["add fact a"])
    writer.history.announce({ why: "delete a", paths: ["global/a.md"] })
    writer.history.announce({ why: "promote b", paths: ["global/system/b.md", "global/b.md"] })
    writer.history.announce({ why: "write c", paths: ["global/never-written.md"] })
    writer.remove("global/a.md")
    writer.write("global/system/b.md")
    writer.write("global/d.md")
    await other.flush()
    expect(writer.git("log", "-1", "--format=%B").trim().split("\n")).toEqual([
      "delete a; and 2 more",
      "",
      "- delete a [global/a.md]",
      "- promote b [global/system/b.md]",
      "- edited by hand: d [global/d.md]",
    ])
    writer.write("global/never-written.md")
    await writer.history.flush()
    expect(writer.subjects()[0]).toBe("write c")
  })

  test("close commits what is pending, and only then", async () => {
    const idle = historyBed()
    idle.write("global/a.md")
    await idle.history.close()
    expect(existsSync(idle.gitDir)).toBe(false)

    const bed = historyBed({ debounceMs: 60_000 })
    bed.write("global/a.md")
    bed.history.touch()
    expect(await bed.history.close()).toMatchObject({ result: "committed" })
    expect(readFileSync(join(bed.gitDir, "HEAD"), "utf8")).toBe("ref: refs/heads/main\n")
    expect(await bed.history.flush()).toEqual({ result: "failed", reason: "the history is closed" })
  })

  test("close outlasts no hanging git, and ends it", async () => {
    const bed = historyBed({ debounceMs: 60_000 })
    const bin = join(bed.root, "bin")
    mkdirSync(bin)
    writeFileSync(join(bin, "git"), `#!/bin/sh\necho $$ > '${bed.root}/pid'\nexec /bin/sleep 600\n`, { mode: 0o700 })
    const path = process.env.PATH
    process.env.PATH = bin
    try {
      bed.history.touch()
      expect(await bed.history.close(500 * slowness())).toEqual({ result: "unfinished" })
    } finally {
      process.env.PATH = path
    }
    const pid = Number(readFileSync(join(bed.root, "pid"), "utf8"))
    await untilTrue(() => !existsSync(`/proc/${pid}`))
  })
})
