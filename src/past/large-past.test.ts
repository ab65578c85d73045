import { Database } from "bun:sqlite"
import { expect, test } from "bun:test"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, rmSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { makePastDatabase, pastDatabaseFile, toolPart } from "../../test/bed/past-database.ts"
import { tempDir } from "../../test/bed/sandbox.ts"
import { openPast } from "./past.ts"
import { parsePastQuery } from "./past-query.ts"
import { searchPast } from "./past-search.ts"

const LIMITS = { forMs: 600_000, maxMegabytes: 100, restMs: 0 }

/** Messages of four parts each, as an agent's steps are. */
function filled(messages: number, aSession: number) {
  const data = tempDir("data")
  const { db, session, answered } = makePastDatabase(pastDatabaseFile(data), [1])
  const past = openPast({ XDG_DATA_HOME: data }, join(data, "past.db"))
  let id = ""
  db.transaction(() => {
    for (let at = 0; at < messages; at++) {
      if (at % aSession === 0) id = session({ directory: "/x", title: `Work ${at / aSession}` })
      const call = toolPart("bash", { command: `make part${at % 97}` }, `step ${at} of harbour${at % 13}: done`)
      const text = at === messages >> 1 ? "the kestrel relay restarts at night" : `now comes number ${at}`
      answered(id, { type: "step-start" }, { type: "text", text }, call, { type: "step-finish" })
    }
  })()
  return { data, past, db }
}

test("in a hundred thousand parts the one message is found, with an index of a fraction of the size", async () => {
  const { data, past, db } = filled(25_000, 50)
  expect(db.query("SELECT count(*) AS parts FROM part").get()).toEqual({ parts: 100_000 })
  expect(await past.refresh(LIMITS, () => false)).toBe(true)
  // While it was built, 16 lists of a level were merged at once.
  const merged = "SELECT v FROM term_config WHERE k = 'usermerge'"
  expect(new Database(join(data, "past.db"), { readonly: true }).query(merged).get()).toEqual({ v: 4 })
  await past.look(undefined, (view) =>
    past.withIndex(async (index) => {
      const ask = (question: string) =>
        searchPast(index, view, parsePastQuery(question), { isWanted: () => true }, Date.UTC(2026, 0, 6))
      const [hit] = (await ask("kestrel relay at night")).hits
      expect(hit?.message.parts[0]).toMatchObject({ text: "the kestrel relay restarts at night" })
      expect((await ask("make harbour7 done")).hits.length).toBeGreaterThan(10)
      expect(index.size()).toBe(25_500)
      expect(index.bytes()).toBeLessThan(view.bytes / 3)
    }),
  )
}, 120_000)

test("killed in the middle, it goes on from there and ends with the same entries", async () => {
  const { data, past } = filled(1500, 30)
  const [killed, whole] = [join(data, "killed.db"), join(data, "past.db")]
  const script = fileURLToPath(new URL("../../test/bed/index-child.ts", import.meta.url))
  for (const afterMs of [0, 40, 120]) {
    const child = spawn(process.execPath, [script, data, killed], { env: { ...process.env, BUN_BE_BUN: "1" } })
    const exit = once(child, "exit")
    await once(child.stdout, "data")
    await new Promise((resolve) => void setTimeout(resolve, afterMs))
    child.kill("SIGKILL")
    await exit
  }
  const entries = (one: typeof past) =>
    one.withIndex((index) =>
      index.sessions().map(({ id, stamp }) => [id, stamp, ...index.entriesOf(id).map((entry) => entry.id)]),
    )
  const resumed = openPast({ XDG_DATA_HOME: data }, killed)
  // The killed one's lease lapses by itself; nobody waits for that here.
  await resumed.withIndex((index) => index.takeLease(Date.now() + 60_000) && index.dropLease())
  expect(await resumed.refresh(LIMITS, () => false)).toBe(true)
  await past.refresh(LIMITS, () => false)
  expect((await entries(resumed)).toSorted()).toEqual((await entries(past)).toSorted())
  expect(existsSync(whole)).toBe(true)
}, 120_000)

test("of a database that was deleted nothing is kept; of one on a folder that is not there now, all", async () => {
  const data = tempDir("data")
  const file = join(data, "past.db")
  const make = (name: string) => {
    const { session, said, close } = makePastDatabase(pastDatabaseFile(data, name), [1])
    said(session({ id: `ses_${name}`, directory: "/x" }), "the crane is red")
    close()
    return openPast({ OPENCODE_DB: pastDatabaseFile(data, name) }, file)
  }
  const [kept, gone, away] = [make("kept.db"), make("gone.db"), make("away/away.db")]
  for (const past of [kept, gone, away]) await past.refresh(LIMITS, () => false)
  rmSync(pastDatabaseFile(data, "gone.db"))
  rmSync(join(pastDatabaseFile(data, "away")), { recursive: true })
  await kept.refresh(LIMITS, () => false)
  expect(
    await kept.withIndex((index) =>
      index
        .sessions()
        .map(({ id }) => id)
        .sort(),
    ),
  ).toEqual(["ses_away/away.db", "ses_kept.db"])
})
