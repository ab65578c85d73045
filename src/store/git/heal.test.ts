import { describe, expect, test } from "bun:test"
import { spawnSync } from "node:child_process"
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { type HistoryBed, historyBed, plainGit } from "../../../test/bed/history.ts"
import { untilTrue } from "../../../test/bed/store-on-disk.ts"

/** Two commits: a.md, then b.md. */
async function usedBed(): Promise<HistoryBed & { first: string; second: string }> {
  const bed = historyBed()
  bed.write("global/a.md")
  await bed.history.flush()
  const first = bed.git("rev-parse", "refs/heads/main").trim()
  bed.write("global/b.md")
  await bed.history.flush()
  return { ...bed, first, second: bed.git("rev-parse", "refs/heads/main").trim() }
}

async function commitsAgain(bed: HistoryBed, commits: number): Promise<void> {
  bed.write("global/new.md")
  expect(await bed.history.flush()).toMatchObject({ result: "committed", skipped: [] })
  expect(bed.tracked()).toEqual(["global/a.md", "global/b.md", "global/new.md"])
  expect(bed.subjects()).toHaveLength(commits)
  expect(bed.git("fsck", "--strict", "--no-dangling")).toBe("")
  expect(bed.history.status().state).toBe("current")
}

function objectFile(bed: HistoryBed, hash: string): string {
  return join(bed.gitDir, "objects", hash.slice(0, 2), hash.slice(2))
}

function overwrite(file: string, content: string): void {
  chmodSync(file, 0o600)
  writeFileSync(file, content)
}

describe("lock files", () => {
  for (const name of ["index.lock", "refs/heads/main.lock"]) {
    test(`a left-over ${name} is removed`, async () => {
      const bed = await usedBed()
      writeFileSync(join(bed.gitDir, name), "")
      const past = Date.now() / 1000 - 11
      utimesSync(join(bed.gitDir, name), past, past)
      await commitsAgain(bed, 3)
    })
  }

  test("a fresh one is respected and told, and healed from when it is gone", async () => {
    const bed = await usedBed()
    writeFileSync(join(bed.gitDir, "index.lock"), "")
    bed.write("global/c.md")
    const reason = "index.lock is held by another git"
    expect(await bed.history.flush()).toEqual({ result: "failed", reason })
    expect(bed.history.status()).toMatchObject({ state: "behind", reason })
    expect(existsSync(join(bed.gitDir, "index.lock"))).toBe(true)
    rmSync(join(bed.gitDir, "index.lock"))
    bed.remove("global/c.md")
    await commitsAgain(bed, 3)
  })

  test("a lock that another git gives up soon is waited for", async () => {
    const bed = await usedBed()
    const lock = join(bed.gitDir, "index.lock")
    writeFileSync(lock, "")
    const { ino } = statSync(lock)
    // If the machine's clock was set forward meanwhile, it counts as left over, and there may be a real one by now.
    const giveUp = () => statSync(lock, { throwIfNoEntry: false })?.ino === ino && rmSync(lock)
    setTimeout(giveUp, 300)
    await commitsAgain(bed, 3)
  })

  test("behind is retried automatically", async () => {
    const bed = await usedBed()
    const history = bed.open({ retryMs: 100 })
    writeFileSync(join(bed.gitDir, "index.lock"), "")
    bed.write("global/c.md")
    await history.flush()
    expect(history.status().state).toBe("behind")
    rmSync(join(bed.gitDir, "index.lock"))
    await untilTrue(() => history.status().state === "current")
    expect(bed.tracked()).toContain("global/c.md")
    await history.close()
  })

  test("a touch while behind waits for the backoff", async () => {
    const bed = await usedBed()
    const history = bed.open({ retryMs: 60_000, debounceMs: 1 })
    writeFileSync(join(bed.gitDir, "index.lock"), "")
    bed.write("global/c.md")
    await history.flush()
    rmSync(join(bed.gitDir, "index.lock"))
    history.touch()
    await sleep(200)
    expect(history.status().state).toBe("behind")
    expect(await history.flush()).toMatchObject({ result: "committed" })
    await history.close()
  })
})

describe("a person's own git", () => {
  test("a detached HEAD is left where it is, with its commit", async () => {
    const bed = await usedBed()
    const tree = bed.git("rev-parse", `${bed.first}^{tree}`).trim()
    const identity = ["-c", "user.name=x", "-c", "user.email=x"]
    const stray = plainGit(bed.gitDir, [...identity, "commit-tree", "-m", "stray", "-p", bed.first, tree]).trim()
    writeFileSync(join(bed.gitDir, "HEAD"), `${stray}\n`)
    await commitsAgain(bed, 3)
    await bed.history.pack()
    expect(bed.git("rev-parse", "HEAD^{commit}").trim()).toBe(stray)
  })

  test("another branch is left, and kept", async () => {
    const bed = await usedBed()
    bed.git("branch", "mine", bed.first)
    bed.git("symbolic-ref", "HEAD", "refs/heads/mine")
    await commitsAgain(bed, 3)
    expect(bed.git("rev-parse", "HEAD", "refs/heads/mine").trim().split("\n")).toEqual([bed.first, bed.first])
  })

  test("a merge with conflicts does not stop a commit, and does not touch the notes", async () => {
    const bed = await usedBed()
    const blobs = ["one", "two", "three"].map((text) => {
      writeFileSync(join(bed.root, "blob"), text)
      return bed.git("hash-object", "-w", join(bed.root, "blob")).trim()
    })
    const stages = blobs.map((blob, at) => `100644 ${blob} ${at + 1}\tglobal/a.md\n`).join("")
    const staged = spawnSync("git", [`--git-dir=${bed.gitDir}`, "update-index", "--index-info"], { input: stages })
    expect(staged.status).toBe(0)
    expect(bed.git("ls-files", "--unmerged")).not.toBe("")
    writeFileSync(join(bed.gitDir, "MERGE_HEAD"), `${bed.first}\n`)
    writeFileSync(join(bed.gitDir, "MERGE_MSG"), "merging\n")
    mkdirSync(join(bed.gitDir, "rebase-merge"))
    await commitsAgain(bed, 3)
    expect(bed.git("ls-files", "--unmerged")).toBe("")
    expect(bed.content("global/a.md")).toBe("global/a.md\n")
    expect(bed.git("rev-parse", "MERGE_HEAD").trim()).toBe(bed.first)
  })

  test("gc and packed refs do not stop a commit", async () => {
    const bed = await usedBed()
    bed.git("gc", "-q", "--prune=now")
    await commitsAgain(bed, 3)
  })
})

describe("refs", () => {
  const losses: Record<string, (main: string) => void> = {
    empty: (main) => truncateSync(main),
    garbage: (main) => writeFileSync(main, "garbage\n"),
    "pointing nowhere": (main) => writeFileSync(main, `${"1".repeat(40)}\n`),
    missing: (main) => rmSync(main),
  }
  for (const [how, lose] of Object.entries(losses)) {
    test(`main ${how} is found again`, async () => {
      const bed = await usedBed()
      lose(join(bed.gitDir, "refs/heads/main"))
      await commitsAgain(bed, 3)
    })

    test(`main ${how} is found again without a reflog`, async () => {
      const bed = await usedBed()
      lose(join(bed.gitDir, "refs/heads/main"))
      rmSync(join(bed.gitDir, "logs"), { recursive: true })
      await commitsAgain(bed, 3)
    })
  }

  test("until then reading says that it is lost, not that it is empty", async () => {
    const bed = await usedBed()
    truncateSync(join(bed.gitDir, "refs/heads/main"))
    await expect(bed.history.list()).rejects.toMatchObject({ code: "history_unavailable" })
  })

  test("missing HEAD, refs and config are laid out again", async () => {
    const bed = await usedBed()
    for (const name of ["HEAD", "config", "refs", "info"]) rmSync(join(bed.gitDir, name), { recursive: true })
    await commitsAgain(bed, 3)
    expect(bed.git("symbolic-ref", "HEAD").trim()).toBe("refs/heads/main")
  })

  test.each(["", "ref: ", "junk\n"])("a HEAD of %p is put back on main", async (content) => {
    const bed = await usedBed()
    writeFileSync(join(bed.gitDir, "HEAD"), content)
    await commitsAgain(bed, 3)
    expect(bed.git("symbolic-ref", "HEAD").trim()).toBe("refs/heads/main")
  })
})

describe("damage", () => {
  for (const content of ["", "DIRC", "junk".repeat(100)]) {
    test(`an index of ${content.length} bytes is rebuilt`, async () => {
      const bed = await usedBed()
      writeFileSync(join(bed.gitDir, "index"), content)
      await commitsAgain(bed, 3)
    })
  }

  test("a flipped byte in the index is found", async () => {
    const bed = await usedBed()
    const index = readFileSync(join(bed.gitDir, "index"))
    index[20] = (index[20] ?? 0) ^ 0xff
    writeFileSync(join(bed.gitDir, "index"), index)
    await commitsAgain(bed, 3)
  })

  test("an index that names lost objects is rebuilt", async () => {
    const bed = await usedBed()
    bed.write("global/c.md", "only staged\n")
    plainGit(bed.gitDir, [`--work-tree=${bed.workTree}`, "add", "--", "global/c.md"])
    const blob = bed.git("rev-parse", ":global/c.md").trim()
    rmSync(objectFile(bed, blob), { force: true })
    bed.remove("global/c.md")
    await commitsAgain(bed, 3)
  })

  const targets = ["refs/heads/main", "refs/heads/main^{tree}", "refs/heads/main:global"]
  const harms = { junk: "junk", nothing: "" }
  for (const target of targets) {
    for (const [harm, content] of Object.entries(harms)) {
      test(`${harm} in the object of ${target}: set aside, and a new history begins`, async () => {
        const bed = await usedBed()
        overwrite(objectFile(bed, bed.git("rev-parse", target).trim()), content)
        await commitsAgain(bed, 1)
        expect(bed.history.status().reason).toBe("the earlier history was damaged and is kept in history.git.damaged-1")
        expect(statSync(`${bed.gitDir}.damaged-1`).mode & 0o777).toBe(0o700)
        expect(readdirSync(`${bed.gitDir}.damaged-1`)).toContain("objects")
      })
    }
  }

  test("a lost tree is damage too, and the next one gets the next number", async () => {
    const bed = await usedBed()
    mkdirSync(`${bed.gitDir}.damaged-1`)
    rmSync(objectFile(bed, bed.git("rev-parse", "refs/heads/main^{tree}").trim()))
    await commitsAgain(bed, 1)
    expect(bed.exists("history.git.damaged-2")).toBe(true)
  })

  test("a failure without damage sets nothing aside", async () => {
    const bed = await usedBed()
    const bin = join(bed.root, "bin")
    mkdirSync(bin)
    const script = `case "$*" in *write-tree*) echo "fatal: strange" >&2; exit 128 ;; esac; PATH=$REAL exec git "$@"`
    const path = process.env.PATH ?? ""
    writeFileSync(join(bin, "git"), `#!/bin/sh\n${script.replace("$REAL", path)}\n`, { mode: 0o700 })
    bed.write("global/new.md")
    process.env.PATH = `${bin}:${path}`
    try {
      expect(await bed.history.flush()).toEqual({ result: "failed", reason: "git failed: strange" })
    } finally {
      process.env.PATH = path
    }
    expect(bed.exists("history.git.damaged-1")).toBe(false)
    await commitsAgain(bed, 3)
  })

  test("a lost blob of a note that still exists is written again", async () => {
    const bed = await usedBed()
    rmSync(objectFile(bed, bed.git("rev-parse", "refs/heads/main:global/a.md").trim()))
    rmSync(join(bed.gitDir, "index"))
    await commitsAgain(bed, 3)
  })

  test("objects that are all gone are damage, not a history that never was", async () => {
    const bed = await usedBed()
    rmSync(join(bed.gitDir, "objects"), { recursive: true })
    await commitsAgain(bed, 1)
    expect(bed.exists("history.git.damaged-1/refs/heads/main")).toBe(true)
  })

  test("a deleted history starts again", async () => {
    const bed = await usedBed()
    rmSync(bed.gitDir, { recursive: true })
    await commitsAgain(bed, 1)
  })

  test("a file in place of the history is told and left alone", async () => {
    const bed = await usedBed()
    renameSync(bed.gitDir, `${bed.gitDir}-mine`)
    writeFileSync(bed.gitDir, "mine")
    expect(await bed.history.flush()).toMatchObject({ result: "failed" })
    expect(readFileSync(bed.gitDir, "utf8")).toBe("mine")
  })
})
