import { describe, expect, test } from "bun:test"
import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { chmodSync, existsSync, readdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type HistoryBed, historyBed } from "../../../test/bed/history.ts"

async function commit(bed: HistoryBed, files: Record<string, string>): Promise<string> {
  for (const [path, content] of Object.entries(files)) bed.write(path, content)
  const outcome = await bed.history.flush()
  if (outcome.result !== "committed") throw new Error(outcome.result)
  return outcome.hash
}

function damageObjects(bed: HistoryBed): void {
  for (const folder of readdirSync(join(bed.gitDir, "objects")).filter((name) => name.length === 2)) {
    for (const name of readdirSync(join(bed.gitDir, "objects", folder))) {
      const file = join(bed.gitDir, "objects", folder, name)
      chmodSync(file, 0o600)
      writeFileSync(file, "junk")
    }
  }
}

describe("list", () => {
  test("without a history there is nothing, and nothing is made", async () => {
    const bed = historyBed()
    expect(await bed.history.list()).toEqual([])
    expect(existsSync(bed.gitDir)).toBe(false)
  })

  test("newest first, with date and files", async () => {
    const bed = historyBed()
    const first = await commit(bed, { "global/a.md": "1", "projects/p/b.md": "1" })
    const second = await commit(bed, { "global/a.md": "2" })
    const commits = await bed.history.list()
    expect(commits.map(({ hash, message, files }) => ({ hash, message, files }))).toEqual([
      { hash: second, message: "edited by hand: a", files: ["global/a.md"] },
      { hash: first, message: "edited by hand: a, b", files: ["global/a.md", "projects/p/b.md"] },
    ])
    expect(Math.abs(Date.parse(commits[0]?.date ?? "") - Date.now())).toBeLessThan(600_000)
  })

  test("by folder and by file, deleted ones too, other files left out", async () => {
    const bed = historyBed()
    const first = await commit(bed, { "global/a.md": "1", "projects/p/b.md": "1", "projects/pp/c.md": "1" })
    bed.remove("projects/p/b.md")
    const second = await commit(bed, {})
    await commit(bed, { "global/a.md": "2" })
    for (const path of ["projects/p", "projects/p/b.md"]) {
      const commits = await bed.history.list({ paths: [path] })
      expect(commits.map(({ hash, files }) => ({ hash, files }))).toEqual([
        { hash: second, files: ["projects/p/b.md"] },
        { hash: first, files: ["projects/p/b.md"] },
      ])
    }
    expect(await bed.history.list({ paths: ["global", "projects/p"] })).toHaveLength(3)
    expect(await bed.history.list({ paths: ["no/such"] })).toEqual([])
    expect(await bed.history.list({ paths: ["*.md"] })).toEqual([])
  })

  test("a file named like a hash or like an option is only a file", async () => {
    const bed = historyBed()
    const name = "a".repeat(40)
    await commit(bed, { [`global/${name}`]: "1", "--all": "1", ":100644": "1" })
    const [only] = await bed.history.list({ paths: ["--all", ":100644", `global/${name}`] })
    expect([...(only?.files ?? [])].sort()).toEqual(["--all", ":100644", `global/${name}`])
  })

  test("the limit is kept between 1 and 200", async () => {
    const bed = historyBed()
    for (let n = 0; n < 12; n += 1) await commit(bed, { "global/a.md": `${n}` })
    const counts = [0, -5, 3, 1000, Number.NaN, 2.9].map((limit) => bed.history.list({ limit }))
    expect((await Promise.all(counts)).map((commits) => commits.length)).toEqual([1, 1, 3, 12, 1, 2])
    expect(await bed.history.list()).toHaveLength(10)
  })
})

describe("resolve", () => {
  test("gives the full hash", async () => {
    const bed = historyBed()
    const first = await commit(bed, { "global/a.md": "1" })
    await commit(bed, { "global/a.md": "2" })
    expect(await bed.history.resolve(first.slice(0, 7))).toBe(first)
    expect(await bed.history.resolve(first)).toBe(first)
  })

  test("anything but a hash is refused before git sees it", async () => {
    const bed = historyBed()
    await commit(bed, { "global/a.md": "1" })
    const typed = [
      "HEAD",
      "main",
      "",
      "abcdef",
      "--all",
      "-n1",
      "ABCDEF0",
      "abcdef0^",
      "abcdef0..",
      "main@{0}",
      "1".repeat(65),
    ]
    for (const each of [...typed, "abcdef0\n"]) {
      await expect(bed.history.resolve(each)).rejects.toMatchObject({ code: "bad_commit_hash" })
    }
  })

  test("a commit that is not of the notes is not found", async () => {
    const bed = historyBed()
    await expect(bed.history.resolve("1234567")).rejects.toMatchObject({ code: "commit_not_found" })
    const first = await commit(bed, { "global/a.md": "1" })
    const tree = bed.git("rev-parse", `${first}^{tree}`).trim()
    const identity = ["-c", "user.name=x", "-c", "user.email=x"]
    const stray = bed.git(...identity, "commit-tree", "-m", "stray", tree).trim()
    bed.git("update-ref", "refs/heads/1234567", first)
    for (const hash of ["1234567", "1".repeat(40), "1".repeat(64), tree, stray]) {
      await expect(bed.history.resolve(hash)).rejects.toMatchObject({ code: "commit_not_found" })
    }
  })

  test("two commits with one beginning are ambiguous", async () => {
    const bed = historyBed()
    const first = await commit(bed, { "global/a.md": "1" })
    const tree = bed.git("rev-parse", `${first}^{tree}`).trim()
    const [one, two] = twins((n) => `tree ${tree}\nauthor x <x> ${n} +0000\ncommitter x <x> ${n} +0000\n\nx\n`)
    for (const input of [one, two]) {
      const how = [`--git-dir=${bed.gitDir}`, "hash-object", "-t", "commit", "-w", "--stdin"]
      expect(spawnSync("git", how, { input: input.text }).stdout.toString().trim()).toBe(input.hash)
    }
    await expect(bed.history.resolve(one.hash.slice(0, 7))).rejects.toMatchObject({ code: "commit_ambiguous" })
  })

  test("a damaged history is not reported as a missing commit", async () => {
    const bed = historyBed()
    const first = await commit(bed, { "global/a.md": "1" })
    damageObjects(bed)
    const unavailable = { code: "history_unavailable", message: expect.stringContaining("is corrupt") }
    await expect(bed.history.resolve(first)).rejects.toMatchObject(unavailable)
    await expect(bed.history.list()).rejects.toMatchObject(unavailable)
    await expect(bed.history.snapshot(first, [""])).rejects.toMatchObject({ code: "history_unavailable" })
  })

  test("a missing git is told as such", async () => {
    const bed = historyBed()
    const first = await commit(bed, { "global/a.md": "1" })
    const path = process.env.PATH
    process.env.PATH = bed.workTree
    try {
      const message = "the history cannot be read: git is not installed"
      await expect(bed.history.resolve(first)).rejects.toMatchObject({ code: "history_unavailable", message })
    } finally {
      process.env.PATH = path
    }
  })
})

describe("snapshot", () => {
  test("has the files of that commit below the given folders", async () => {
    const bed = historyBed()
    const first = await commit(bed, { "global/a.md": "1", "projects/p/b.md": "", "projects/pp/c.md": "1\n2\n" })
    bed.remove("global/a.md")
    await commit(bed, { "projects/p/b.md": "2", "projects/p/new.md": "2" })
    const read = async (...prefixes: string[]) =>
      [...(await bed.history.snapshot(first, prefixes))].map(([path, bytes]) => [path, Buffer.from(bytes).toString()])
    expect(await read("global", "projects/p")).toEqual([
      ["global/a.md", "1"],
      ["projects/p/b.md", ""],
    ])
    expect(await read("projects/pp/c.md")).toEqual([["projects/pp/c.md", "1\n2\n"]])
    expect(await read("")).toHaveLength(3)
    expect(await read()).toEqual([])
    expect(await read("projects/p/b.md/x", "glob")).toEqual([])
  })
})

/** Two texts whose commit hashes begin with the same seven digits. */
function twins(textOf: (n: number) => string): [{ text: string; hash: string }, { text: string; hash: string }] {
  const seen = new Map<string, { text: string; hash: string }>()
  for (let n = 1_000_000; n < 2_000_000; n += 1) {
    const text = textOf(n)
    const hash = createHash("sha1").update(`commit ${text.length}\0${text}`).digest("hex")
    const twin = seen.get(hash.slice(0, 7))
    if (twin) return [twin, { text, hash }]
    seen.set(hash.slice(0, 7), { text, hash })
  }
  throw new Error("no two hashes begin alike")
}
