// One flipped bit in the pages that describe a database: no start may crash, and the second one must be able to read and write.
import { expect, test } from "bun:test"
import { spawnSync } from "node:child_process"
import { readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { tempDir } from "../../../test/bed/sandbox.ts"
import type { NoteInfo } from "../../model/note.ts"
import { globalScope } from "../../model/scope.ts"
import { nullLog } from "../../platform/log.ts"
import { openIndexCache } from "../notes/index-cache.ts"
import { NoteIndex } from "../notes/note-index.ts"
import { openStateDb } from "./state-db.ts"

const CHILD = join(import.meta.dir, "../../../test/bed/flip-child.ts")
const PAGE = 4096
/** Odd, so that each of the eight bits is met. */
const STEP = 499
const TEXT_BITS = 120

async function make(kind: "state" | "index", folder: string): Promise<void> {
  if (kind === "state") {
    const { db } = await openStateDb(join(folder, "state.db"), nullLog)
    db?.run("INSERT INTO work_day(project, day) VALUES ('app', '2026-01-01')")
    return db?.close()
  }
  const settings = { hotDir: "system", defaultLimit: 5000 }
  const cache = await openIndexCache(join(folder, "index.db"), settings, nullLog)
  const index = new NoteIndex()
  await cache.load(globalScope, index, settings)
  const info = { scope: "global", path: "a.md", hash: "h", hot: false, limit: 1 } as NoteInfo
  index.put({ info, stamp: { mtimeNs: 1n, size: 1, ino: 1n, nlink: 1 } })
  await cache.save(globalScope, index)
  cache.close()
}

/** Of the file's head, of the first page, and above all the bits that turn a letter of the schema into bytes that are no text. */
function bitsToFlip(bytes: Buffer): number[] {
  const page = bytes.subarray(0, PAGE)
  const text = Array.from({ length: PAGE - page.indexOf("CREATE ") }, (_, index) => page.indexOf("CREATE ") + index)
  const every = Math.ceil(text.length / TEXT_BITS)
  const letters = text.filter((byte) => byte % every === 0).map((byte) => byte * 8 + 7)
  const head = Array.from({ length: 100 }, (_, byte) => byte * 8 + (byte % 8))
  const others = Array.from({ length: (PAGE * 8) / STEP }, (_, index) => index * STEP)
  return [...new Set([...head, ...others, ...letters])]
}

/** What each start said, by its bit; a process that crashed is named and gone on without. */
function start(kind: string, whole: string, work: string, bits: readonly number[]): string[] {
  const said: string[] = []
  while (said.length < bits.length) {
    const rest = bits.slice(said.length).map(String)
    const env = { ...process.env, BUN_BE_BUN: "1" }
    const child = spawnSync(process.execPath, [CHILD, kind, whole, work, ...rest], { env, encoding: "utf8" })
    const lines = child.stdout.split("\n").filter((line) => line !== "")
    const end = `crashed (${child.status ?? child.signal})`
    if (child.status !== 0) said.push(...lines.slice(0, -1), `${lines.at(-1) ?? rest[0]} ${end}`)
    else said.push(...lines)
  }
  return said
}

test.each(["state", "index"] as const)(
  "a flipped bit in %s.db crashes no start, and the second start can use it",
  async (kind) => {
    const whole = tempDir("whole")
    await make(kind, whole)
    const bits = bitsToFlip(readFileSync(join(whole, `${kind}.db`)))
    const work = tempDir("flipped")
    const first = start(kind, whole, work, bits)
    expect(first.filter((line) => line.includes("crashed"))).toEqual([])
    expect(first.filter((line) => line.endsWith(": fit")).length).toBeGreaterThan(20)
    expect(start(kind, whole, work, bits).filter((line) => !line.endsWith(": fit"))).toEqual([])
    rmSync(work, { recursive: true })
  },
  180_000,
)
