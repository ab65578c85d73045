import { describe, expect, test } from "bun:test"
import { spawnSync } from "node:child_process"
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { tempDir } from "../../test/bed/sandbox.ts"
import { type LogOptions, nullLog, openLog } from "./log.ts"

const clock = { now: () => Date.UTC(2026, 10, 15, 9) }

function logIn(dir: string, options: Partial<LogOptions> = {}) {
  const path = join(dir, "cairn.log")
  const log = openLog(path, { clock, ...options })
  return { path, log, lines: () => readFileSync(path, "utf8").split("\n").slice(0, -1) }
}

describe("a line", () => {
  test("has time, level, event and fields", async () => {
    const { log, lines } = logIn(tempDir())
    log.info("note.saved", { path: "global/a.md", bytes: 12, hot: true, skipped: undefined })
    log.warn("two words", { why: "not now", empty: "", quote: 'a"b' })
    log.error("bad")
    await log.flush()
    expect(lines()).toEqual([
      "2026-11-15T09:00:00.000Z INFO note.saved path=global/a.md bytes=12 hot=true",
      '2026-11-15T09:00:00.000Z WARN "two words" why="not now" empty="" quote="a\\"b"',
      "2026-11-15T09:00:00.000Z ERROR bad",
    ])
  })

  test("is one line whatever is in it, and harmless on a terminal", async () => {
    const { log, lines } = logIn(tempDir())
    const hostile = "a\nb\r\u0085c\u2028d\u001b[31me\u009b1mf\u202eg\u200bh\ud800"
    log.info(hostile, { "key\n=": hostile })
    await log.flush()
    expect(lines()).toHaveLength(1)
    expect(lines()[0]).toMatch(/^[\x20-\x7e]+$/)
  })

  test("keeps values short, and redacts before it cuts", async () => {
    const seen: number[] = []
    const redact = (text: string) => {
      seen.push(text.length)
      return text.replace(/SECRET\w+/, "***")
    }
    const { log, lines } = logIn(tempDir(), { redact })
    log.info("cut", { long: "x".repeat(1_000_000), edge: `${"y".repeat(295)}SECRET0123456789` })
    await log.flush()
    expect(lines()[0]).toBe(`2026-11-15T09:00:00.000Z INFO cut long=${"x".repeat(299)}… edge=${"y".repeat(295)}***`)
    expect(Math.max(...seen)).toBeLessThan(5_000)
  })

  test("holds the values of the moment", async () => {
    const { log, lines } = logIn(tempDir())
    const fields = { n: 1 }
    log.info("now", fields)
    fields.n = 2
    await log.flush()
    expect(lines()[0]).toEndWith("n=1")
  })
})

describe("the file", () => {
  test("is private, and made so when it was not", async () => {
    const { log, path } = logIn(tempDir())
    log.info("a")
    await log.flush()
    expect(statSync(path).mode & 0o777).toBe(0o600)
    chmodSync(path, 0o644)
    log.info("b")
    await log.flush()
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  test("is rotated once it is full", async () => {
    const { log, path, lines } = logIn(tempDir(), { maxBytes: 300 })
    for (let n = 0; n < 20; n++) {
      log.info("tick", { n })
      await log.flush()
      expect(statSync(path).size).toBeLessThanOrEqual(300)
    }
    expect(lines().at(-1)).toEndWith("n=19")
    const before = readFileSync(`${path}.1`, "utf8")
    expect(before.length).toBeGreaterThan(200)
    expect(before.length).toBeLessThanOrEqual(300)
  })

  test("keeps the order of many lines and loses none", async () => {
    const { log, lines } = logIn(tempDir())
    for (let n = 0; n < 2_000; n++) {
      log.info("tick", { n })
      if (n % 500 === 0) await log.flush()
    }
    await log.flush()
    expect(lines().map((line) => line.split("n=")[1])).toEqual(Array.from({ length: 2_000 }, (_, n) => String(n)))
  })

  test("is shared by two logs without a broken line", async () => {
    const dir = tempDir()
    const [one, two] = [logIn(dir), logIn(dir)]
    for (let n = 0; n < 200; n++) {
      one.log.info("one", { text: "x".repeat(200) })
      two.log.info("two", { text: "y".repeat(200) })
      if (n % 10 === 0) await Promise.all([one.log.flush(), two.log.flush()])
    }
    await Promise.all([one.log.flush(), two.log.flush()])
    expect(one.lines()).toHaveLength(400)
    for (const line of one.lines()) expect(line).toMatch(/INFO (one text=x{200}|two text=y{200})$/)
  })
})

describe("trouble", () => {
  test("of any kind is silent, and the lines lost are counted", async () => {
    const dir = join(tempDir(), "later")
    const { log, lines } = logIn(dir)
    log.info("lost")
    log.info("lost")
    await log.flush()
    mkdirSync(dir)
    log.info("kept")
    await log.flush()
    expect(lines().map((line) => line.slice(25))).toEqual(["INFO kept", "WARN log.dropped lines=2"])
  })

  test("a link, a folder or a FIFO in its place is not written to", async () => {
    const outside = join(tempDir(), "outside")
    const dir = tempDir()
    const path = join(dir, "cairn.log")
    const places = [
      () => symlinkSync(outside, path),
      () => mkdirSync(path),
      () => expect(spawnSync("mkfifo", [path]).status).toBe(0),
    ]
    for (const place of places) {
      place()
      const { log } = logIn(dir)
      log.info("lost")
      await log.flush()
      rmSync(path, { recursive: true })
    }
    expect(existsSync(outside)).toBe(false)
  })

  test("in the caller's own values or functions does not reach the caller", async () => {
    const { log, lines } = logIn(tempDir(), {
      redact(text) {
        if (text.includes("bomb")) throw new Error("redact failed")
        return text
      },
    })
    log.info("bomb")
    log.info("a", { field: "bomb" })
    log.info("b", { field: Symbol("s") as unknown as string, none: null as unknown as string })
    log.info("c", null as unknown as undefined)
    const broken = openLog(join(tempDir(), "x.log"), { clock: { now: () => Number.NaN } })
    broken.info("no time")
    await Promise.all([log.flush(), broken.flush()])
    expect(lines()[0]).toContain("b field=Symbol(s) none=null")
  })

  test("never prints", () => {
    const script = join(tempDir(), "quiet.mjs")
    writeFileSync(
      script,
      `import { openLog } from ${JSON.stringify(join(import.meta.dir, "log.ts"))}
       const log = openLog("/dev/null/nowhere", { clock: Date })
       log.error("lost")
       await log.flush()
       log.error("lost")`,
    )
    const done = spawnSync(process.execPath, [script], { env: { ...process.env, BUN_BE_BUN: "1" }, encoding: "utf8" })
    expect([done.status, done.stdout, done.stderr]).toEqual([0, "", ""])
  })

  test("a disk that does not keep up costs lines, not memory", async () => {
    const { log, lines } = logIn(tempDir())
    for (let n = 0; n < 6_000; n++) log.info("tick", { n })
    await log.flush()
    expect(lines()).toHaveLength(5_001)
    expect(lines().at(-1)).toEndWith("log.dropped lines=1000")
  })
})

test("the null log does nothing", async () => {
  nullLog.info("a", { b: 1 })
  nullLog.warn("a")
  nullLog.error("a")
  expect(await nullLog.flush()).toBeUndefined()
})

test("a full disk: nothing is thrown, and lines come through again when there is room", async () => {
  const dir = tempDir()
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", dir])
  if (mounted.status !== 0) {
    process.stdout.write("skipped: a small tmpfs cannot be mounted here\n")
    return
  }
  try {
    const { log, path, lines } = logIn(dir)
    log.info("before")
    await log.flush()
    const filler = join(dir, "filler")
    spawnSync("dd", ["if=/dev/zero", `of=${filler}`, "bs=1k"])
    log.info("during", { text: "x".repeat(290) })
    for (let n = 0; n < 100; n++) log.info("during", { text: "x".repeat(290) })
    await log.flush()
    expect(statSync(path).size).toBeLessThan(5_000)
    rmSync(filler)
    log.info("after")
    await log.flush()
    expect(lines().at(-1)).toMatch(/WARN log\.dropped lines=101$/)
  } finally {
    spawnSync("umount", [dir])
  }
})
