import { afterAll, describe, expect, test } from "bun:test"
import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import {
  appendFileSync,
  linkSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs"
import { dirname, join } from "node:path"
import { tempDir } from "../../../test/bed/sandbox.ts"
import { childEnv, runtimes } from "../../../test/contract/runtimes.ts"
import { projectScope } from "../../model/scope.ts"
import { openStore, type Store } from "../open-store.ts"
import type { PersonDecision } from "./person-decisions.ts"

const scope = projectScope("app")
const stores: Store[] = []
afterAll(() => Promise.all(stores.map((store) => store.close())))

async function opened(root = join(tempDir("decisions"), "cairn")) {
  const settings = { hotDir: "system", defaultLimit: 1000, redact: (text: string) => text }
  const store = await openStore(
    root,
    { ...settings, history: false, autoCommitDebounceMs: 10 },
    { now: () => Date.now() },
  )
  stores.push(store)
  const file = join(root, "memory/projects/app/.decisions.jsonl")
  mkdirSync(dirname(file), { recursive: true })
  return { root, store, file, decisions: store.decisions(scope) }
}

const hash = (number: number) => number.toString(16).padStart(64, "0")
const at = "2026-11-15T09:00:00.000Z"
const path = "facts/a.md"

function verdict(number: number, decision: "approved" | "rejected" = "approved"): PersonDecision {
  return { at, decision, hash: hash(number), path }
}

function deletion(number: number, decision: "deleted" | "restored" = "deleted", evidence?: string): PersonDecision {
  return { at, decision, key: hash(number), ...(evidence !== undefined && { evidence }) }
}

describe("a person's decisions", () => {
  test("are there for another process, and the last one about a thing counts", async () => {
    const { root, file, decisions } = await opened()
    await decisions.add([verdict(1), verdict(2, "rejected"), deletion(1, "deleted", "ses_1/msg_1"), deletion(2)])
    await decisions.add([verdict(1, "rejected"), deletion(2, "restored"), deletion(3), deletion(3, "restored")])
    await decisions.add([deletion(3)])
    const read = await (await opened(root)).decisions.read()
    expect([1, 2, 3].map((number) => read.verdictOn(hash(number)))).toEqual(["rejected", "rejected", undefined])
    expect([1, 2, 3, 4].map((number) => read.isDeleted(hash(number)))).toEqual([
      { evidence: "ses_1/msg_1" },
      undefined,
      {},
      undefined,
    ])
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readFileSync(file, "utf8").trimEnd().split("\n")).toHaveLength(9)
  })

  test("that are withdrawn no longer count, even when read again later", async () => {
    const { root, decisions } = await opened()
    await decisions.add([verdict(1), verdict(2, "rejected"), verdict(3)])
    for (const number of [1, 2])
      await decisions.add([{ at, decision: "withdrawn", hash: hash(number), path: "facts/x.md" }])
    const read = await (await opened(root)).decisions.read()
    expect([1, 2, 3].map((number) => read.verdictOn(hash(number)))).toEqual([undefined, undefined, "approved"])
  })

  test("of one scope say nothing about another", async () => {
    const { store, decisions } = await opened()
    await decisions.add([verdict(1)])
    expect((await store.decisions(projectScope("other")).read()).verdictOn(hash(1))).toBeUndefined()
  })

  test("name what they are about by a hash only", async () => {
    const { decisions } = await opened()
    const text = { at, decision: "deleted", key: "project: the password is 1234", path } as const
    await expect(decisions.add([text])).rejects.toThrow(/hash/)
    expect((await decisions.read()).isDeleted(text.key)).toBeUndefined()
  })

  test("are found among lines that are torn, foreign or not text, which stay byte for byte", async () => {
    const { file, decisions } = await opened()
    const hostile = [
      "",
      "\r",
      "null",
      "[]",
      "1",
      '"text"',
      "{",
      "\0\0\0",
      '{"__proto__":{"decision":"approved"}}',
      JSON.stringify({ ...verdict(1), hash: "abc" }),
      JSON.stringify({ ...verdict(1), hash: [hash(1)] }),
      JSON.stringify({ ...verdict(1), decision: "muted" }),
      JSON.stringify({ ...deletion(1), evidence: { a: 1 } }),
      JSON.stringify({ decision: "approved", hash: hash(1) }),
      "[".repeat(50_000),
      JSON.stringify(verdict(2)),
      "conflict >>>>>>> theirs",
    ]
    const before = Buffer.concat([
      Buffer.from(`${hostile.join("\n")}\n`),
      Buffer.from([0xff, 0xfe, 0x0a]),
      Buffer.from(JSON.stringify(verdict(3)).slice(0, -9)),
    ])
    writeFileSync(file, before)
    await decisions.add([verdict(4)])
    const read = await decisions.read()
    expect([1, 2, 3, 4].map((number) => read.verdictOn(hash(number)))).toEqual([
      undefined,
      "approved",
      undefined,
      "approved",
    ])
    expect(read.isDeleted(hash(1))).toBeUndefined()
    expect(readFileSync(file)).toEqual(Buffer.concat([before, Buffer.from(`\n${JSON.stringify(verdict(4))}\n`)]))
  })

  test("are folded beyond a megabyte: one line about each thing, none about what came back", async () => {
    const { file, decisions } = await opened()
    const lines = ["not of ours", '{"torn'].concat(
      Array.from({ length: 9000 }, (_, i) =>
        JSON.stringify(
          i % 2 ? verdict(i % 50, i % 3 ? "approved" : "rejected") : deletion(i, i % 20 ? "restored" : "deleted"),
        ),
      ),
    )
    writeFileSync(file, `${lines.join("\n")}\n`)
    expect(statSync(file).size).toBeGreaterThan(1024 * 1024)
    const before = await decisions.read()
    await decisions.add([verdict(60, "rejected")])
    const after = await decisions.read()
    const known = (read: typeof before, i: number) => JSON.stringify([read.verdictOn(hash(i)), read.isDeleted(hash(i))])
    const changed = Array.from({ length: 9000 }, (_, i) => i).filter((i) => known(after, i) !== known(before, i))
    expect(changed).toEqual([60])
    expect(after.verdictOn(hash(60))).toBe("rejected")
    const kept = readFileSync(file, "utf8").trimEnd().split("\n")
    expect(kept.slice(0, 2)).toEqual(["not of ours", '{"torn'])
    expect(kept).toHaveLength(2 + 25 + 450 + 1)
  })

  test("a file that nobody can have decided is neither read in part nor rewritten", async () => {
    const { file, decisions } = await opened()
    await decisions.add([verdict(1)])
    truncateSync(file, 20_000_000)
    await expect(decisions.read()).rejects.toMatchObject({ code: "decisions_too_large" })
    await expect(decisions.add([verdict(2)])).rejects.toMatchObject({ code: "decisions_too_large" })
    expect(statSync(file).size).toBe(20_000_000)
  })

  test("no link is followed, in reading or writing", async () => {
    const outside = join(tempDir("outside"), "target")
    writeFileSync(outside, `${JSON.stringify(verdict(1))}\n`)
    const { file, decisions } = await opened()
    symlinkSync(outside, file)
    await expect(decisions.read()).rejects.toMatchObject({ code: "link_refused" })
    await expect(decisions.add([verdict(2)])).rejects.toMatchObject({ code: "link_refused" })
    const linked = await opened()
    linkSync(outside, linked.file)
    await expect(linked.decisions.add([verdict(2)])).rejects.toMatchObject({ code: "link_refused" })
    const folder = await opened()
    mkdirSync(folder.file)
    await expect(folder.decisions.read()).rejects.toMatchObject({ code: "not_a_file" })
    await expect(folder.decisions.add([verdict(2)])).rejects.toMatchObject({ code: "not_a_file" })
    expect(readFileSync(outside, "utf8")).toBe(`${JSON.stringify(verdict(1))}\n`)
  })

  test("inside `alone`, and what a person writes at that very moment is not lost", async () => {
    const { store, file, decisions } = await opened()
    await store.notes.alone(async () => {
      await decisions.addAlone([verdict(1)])
      await decisions.addAlone([])
    })
    const adding = Array.from({ length: 20 }, (_, i) => decisions.add([deletion(i)]))
    appendFileSync(file, `${JSON.stringify(verdict(2))}\n`)
    const results = await Promise.allSettled(adding)
    const read = await decisions.read()
    expect([1, 2].map((number) => read.verdictOn(hash(number)))).toEqual(["approved", "approved"])
    const wrong = results.filter(
      ({ status }, i) => (read.isDeleted(hash(i)) !== undefined) !== (status === "fulfilled"),
    )
    expect(wrong).toEqual([])
  })

  test("where somebody else goes on writing, it is refused and nothing of theirs is lost", async () => {
    const { store, file, decisions } = await opened()
    await decisions.add([verdict(1)])
    let theirs = 0
    /** Gives the error, if it was refused. */
    const addBeside = async (n: number): Promise<unknown> => {
      let isOver = false
      const adding = store.notes
        .alone(() => decisions.addAlone([verdict(n)]))
        .finally(() => {
          isOver = true
        })
        .catch((error) => error)
      while (!isOver) {
        appendFileSync(file, `{"theirs": ${theirs++}}\n`)
        await new Promise((resolve) => setImmediate(resolve))
      }
      return adding
    }
    // Now and then it finds a gap between two of their lines, and is kept.
    for (let n = 2; n < 30; n++) {
      const refused = await addBeside(n)
      expect(readFileSync(file, "utf8").match(/theirs/g)).toHaveLength(theirs)
      expect((await decisions.read()).verdictOn(hash(n)) === undefined).toBe(refused !== undefined)
      if (refused !== undefined) return void expect(refused).toMatchObject({ code: "decisions_changed" })
    }
    throw new Error("never refused")
  })

  test("two processes, OpenCode's Bun and Node, lose nothing of each other", async () => {
    const { root, decisions } = await opened()
    const script = `
      const { openStore } = await import(${JSON.stringify(join(import.meta.dir, "../open-store.ts"))})
      const settings = { hotDir: "system", defaultLimit: 1000, redact: (text) => text, history: false, autoCommitDebounceMs: 10 }
      const store = await openStore(${JSON.stringify(root)}, settings, { now: () => Date.now() })
      const decisions = store.decisions({ name: "project", folder: ["projects", "app"] })
      for (let i = 0; i < 25; i++) {
        const number = Number(process.env.FIRST) + i
        const hash = number.toString(16).padStart(64, "0")
        await decisions.add([{ at: ${JSON.stringify(at)}, decision: "approved", hash, path: "facts/a.md" }])
      }
      await store.close()`
    const start = (binary: string, args: string[], first: number) =>
      once(spawn(binary, [...args, "-e", script], { env: { ...childEnv, FIRST: String(first) } }), "close")
    const [one, two] = await Promise.all([
      start(runtimes.bun, [], 100),
      start(runtimes.node, ["--input-type=module"], 200),
    ])
    expect([one[0], two[0]]).toEqual([0, 0])
    const read = await decisions.read()
    const numbers = Array.from({ length: 25 }, (_, i) => [100 + i, 200 + i]).flat()
    expect(numbers.filter((number) => read.verdictOn(hash(number)) !== "approved")).toEqual([])
  })

  test("a disk that may not be written: what was decided is read, and the error says why", async () => {
    const mount = tempDir("read-only-disk")
    if (spawnSync("mount", ["-t", "tmpfs", "tmpfs", mount]).status !== 0)
      return void process.stderr.write("not tried here: mounting is not allowed\n")
    try {
      const { root, store, decisions } = await opened(join(mount, "cairn"))
      await decisions.add([verdict(1)])
      await store.close()
      spawnSync("mount", ["-o", "remount,ro", mount])
      const again = await opened(root)
      await expect(again.decisions.add([verdict(2)])).rejects.toMatchObject({ code: "store_read_only" })
      expect((await again.decisions.read()).verdictOn(hash(1))).toBe("approved")
      await again.store.close()
    } finally {
      spawnSync("umount", ["-l", mount])
    }
  })
})
