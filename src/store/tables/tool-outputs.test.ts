import { describe, expect, test } from "bun:test"
import { existsSync, readdirSync, statSync, utimesSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { clean } from "../../../test/bed/facts.ts"
import { tempDir } from "../../../test/bed/sandbox.ts"
import { SWEEP_LIMITS, type SweepLimits } from "../../model/tunable.ts"
import { nullLog } from "../../platform/log.ts"
import { openSqlite } from "../../platform/sqlite.ts"
import { STALE_TEMP_MS, tempName } from "../../platform/temp-file.ts"
import { MIGRATIONS } from "./state-db.ts"
import { openToolOutputs, outputsOfPlace } from "./tool-outputs.ts"

const DAY = 86_400_000

async function opened(limits: Omit<SweepLimits, "events"> = SWEEP_LIMITS, withDb = true) {
  const folder = join(tempDir("outputs"), "cache/tool-outputs")
  const db = withDb ? await openSqlite(join(tempDir("state"), "state.db")) : undefined
  for (const sql of MIGRATIONS) db?.exec(sql)
  const clock = { time: Date.now(), now: () => clock.time }
  const opened = openToolOutputs({ folder, db, log: nullLog, clock })
  const paths = new Map<string, string>()
  const keep = async (session: string, text: string, directory = "/home/u/acme") => {
    const { id, path } = await opened.keep(session, clean(text), directory)
    paths.set(id, path)
    return id
  }
  const outputs = { ...opened, keep }
  const pathOf = (id: string) => paths.get(id) as string
  const age = (id: string, ms: number) => {
    const at = new Date(clock.time - ms)
    utimesSync(pathOf(id), at, at)
  }
  const sweep = (isLive: (session: string) => boolean = () => false) =>
    outputs.sweep({ isLive, limits, session: undefined, events: 0 })
  return { outputs, folder, db, clock, age, sweep, pathOf }
}

describe("tool outputs", () => {
  test("are kept whole, byte for byte, readable by nobody else, and one text is one file", async () => {
    const { outputs, folder, pathOf } = await opened()
    const text = `${"line \u{1f600}\r\n".repeat(5000)}the end`
    const id = await outputs.keep("ses_1", text)
    expect(await outputs.read(id)).toBe(text)
    expect(await outputs.keep("ses_1", text)).toBe(id)
    expect(readdirSync(dirname(pathOf(id)))).toEqual([`${id}.txt`])
    expect(statSync(pathOf(id)).mode & 0o777).toBe(0o600)
    const folders = [dirname(pathOf(id)), dirname(dirname(pathOf(id))), folder]
    expect(folders.map((one) => statSync(one).mode & 0o777)).toEqual([0o700, 0o700, 0o700])
  })

  test("a session at work that has left out hundreds of them takes no room from the others", async () => {
    const { outputs, age, sweep } = await opened({ files: 2, days: 7, megabytes: 50 })
    const pruned = await outputs.keep("yesterday", "only here")
    age(pruned, DAY)
    for (let at = 0; at < 5; at++) await outputs.keep("mine", `retired ${at}`)
    expect(await sweep((session) => session === "mine")).toMatchObject({ scanned: 6, deleted: 0 })
    expect(await outputs.read(pruned)).toBe("only here")
  })

  test("kept by many at once, one text is one whole file, and what a dead writer left goes with a sweep", async () => {
    const { outputs, sweep, pathOf } = await opened()
    const text = "x".repeat(100_000)
    const ids = await Promise.all(Array.from({ length: 20 }, () => outputs.keep("ses_1", text)))
    expect(new Set(ids).size).toBe(1)
    expect(await outputs.read(ids[0]!)).toBe(text)
    const own = dirname(pathOf(ids[0]!))
    const left = join(own, ".cairn-0123456789abcdef.tmp")
    writeFileSync(left, "half")
    utimesSync(left, 1, 1)
    await sweep()
    expect(readdirSync(own)).toEqual([`${ids[0]}.txt`])
  })

  test.each(["../state", "/etc/passwd", "", "abc", "0123456789ab/../x", "0123456789AB"])(
    "%p is no output",
    async (id) => {
      const { outputs } = await opened()
      expect(await outputs.read(id)).toBeUndefined()
    },
  )

  test("a sweep keeps the newest within count, age and bytes", async () => {
    const { outputs, age, sweep } = await opened({ files: 3, days: 7, megabytes: 0.001 })
    const ids = await Promise.all([1, 2, 3, 4, 5].map((n) => outputs.keep("gone", `output ${n}`)))
    ids.forEach((id, n) => void age(id, (n + 1) * 1000))
    age(ids[1]!, 8 * DAY)
    expect(await sweep()).toMatchObject({ scanned: 5, deleted: 2, errors: 0 })
    const left = await Promise.all(ids.map((id) => outputs.read(id)))
    expect(left.map((text) => text !== undefined)).toEqual([true, false, true, true, false])
    const big = await outputs.keep("gone", "x".repeat(2000))
    await sweep()
    expect(await outputs.read(big)).toBeUndefined()
  })

  test("what a live session of this process or of another still needs stays, however old", async () => {
    const { outputs, db, clock, age, sweep } = await opened({ files: 0, days: 0, megabytes: 0 })
    const [mine, theirs, nobodys] = await Promise.all(
      ["mine", "theirs", "nobodys"].map((session) => outputs.keep(session, session)),
    )
    db!.run(
      "INSERT INTO session(id, project, host, database, seen_at, generation) VALUES ('theirs', 'p', 'h', 'd', ?, 1)",
      clock.now() - 3_600_000,
    )
    for (const id of [mine, theirs, nobodys]) age(id!, 30 * DAY)
    expect(await sweep((session) => session === "mine")).toMatchObject({ deleted: 1 })
    expect([await outputs.read(mine!), await outputs.read(theirs!), await outputs.read(nobodys!)]).toEqual([
      "mine",
      "theirs",
      undefined,
    ])
  })

  test("a deleted session takes its outputs along; other files in the folder are left alone", async () => {
    const { outputs, folder, sweep } = await opened()
    const [one, other] = await Promise.all([outputs.keep("ses_1", "a"), outputs.keep("ses_2", "a")])
    writeFileSync(join(folder, "README"), "by hand")
    await outputs.removeOf("ses_1")
    expect([await outputs.read(one), await outputs.read(other)]).toEqual([undefined, "a"])
    await sweep()
    expect(readdirSync(folder)).toContain("README")
  })

  test("are shown to the session they belong to, to those on its errands and to its copies, and to no other", async () => {
    const { outputs } = await opened()
    const id = await outputs.keep("ses_1", "text")
    const asked = async (...sessions: string[]) => (await outputs.read(id, sessions)) === "text"
    expect([await asked("ses_1"), await asked("ses_child", "ses_1"), await asked("ses_2"), await asked()]).toEqual([
      true,
      true,
      false,
      false,
    ])
    outputs.share("ses_1", "ses_2")
    expect(await asked("ses_2")).toBe(true)
    await outputs.removeOf("ses_1")
    expect([await asked("ses_1"), await asked("ses_2")]).toEqual([false, true])
    const { outputs: plain } = await opened(undefined, false)
    const other = await plain.keep("ses_1", "text")
    expect([await plain.read(other, ["ses_1"]), await plain.read(other, ["ses_2"])]).toEqual(["text", undefined])
  })

  test("each directory has its folder, and a session's name cannot leave it", async () => {
    const { outputs, folder, pathOf, age, sweep } = await opened({ files: 0, days: 0, megabytes: 0 })
    const here = await outputs.keep("ses_1", "a")
    const there = await outputs.keep("ses_1", "b", "/home/u/other")
    const odd = await outputs.keep("../../../escape", "c")
    const place = dirname(dirname(pathOf(here)))
    expect(place).toBe(outputsOfPlace(folder, "/home/u/acme"))
    expect(pathOf(there).startsWith(place)).toBe(false)
    expect(dirname(dirname(pathOf(odd)))).toBe(place)
    for (const id of [here, there, odd]) age(id, DAY)
    expect(await sweep()).toMatchObject({ deleted: 3 })
    expect(readdirSync(place)).toEqual([])
  })

  test("a file that another process is still writing is swept only when its writer must be dead", async () => {
    const { outputs, pathOf, clock, sweep } = await opened()
    const temp = join(dirname(pathOf(await outputs.keep("s", "text"))), tempName())
    writeFileSync(temp, "half")
    clock.time += STALE_TEMP_MS - 60_000
    await sweep()
    expect(existsSync(temp)).toBe(true)
    clock.time += 120_000
    await sweep()
    expect(existsSync(temp)).toBe(false)
  })

  test("work without a database", async () => {
    const { outputs, sweep } = await opened(undefined, false)
    const id = await outputs.keep("s", "text")
    expect(await outputs.read(id)).toBe("text")
    await outputs.removeOf("s")
    expect(await sweep()).toMatchObject({ scanned: 1, deleted: 0 })
  })
})
