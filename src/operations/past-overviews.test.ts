import { afterAll, describe, expect, test } from "bun:test"
import { mkdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { closeApps } from "../../test/bed/opened-app.ts"
import { pastBed } from "../../test/bed/past-bed.ts"
import { makePastDatabase, pastDatabaseFile } from "../../test/bed/past-database.ts"
import { tempDir } from "../../test/bed/sandbox.ts"
import { cleanText } from "../redaction/clean-text.ts"
import { memoryPlans } from "./memory-plans.ts"

afterAll(closeApps)

describe("memory_summary, memory_compactions, memory_plans", () => {
  test("counts of the project", async () => {
    const { past, directory, call } = await pastBed()
    const id = past.session({ directory })
    past.said(id, "x")
    past.answered(id, { type: "text", text: "y" })
    past.todo(id, "open", "pending")
    past.todo(id, "done", "completed")
    past.session({ directory, parent_id: id })
    expect((await call("memory_summary")).split("\n").slice(0, 6)).toEqual([
      "projects: 1",
      "sessions: 2 (1 of subagents, 0 archived), 2026-01-05 to 2026-01-05 (UTC)",
      "messages: 1 of the user, 1 of the assistant",
      "compactions: 0",
      "todos: 1 open of 2 (OpenCode 2 keeps none)",
      "plans: 0",
    ])
    expect(await call("memory_summary")).toMatch(/^database: \d+ kB\nindex: [1-9]\d* kB, \d of 2 sessions/m)
  })

  test("the database is as large as its file and what is still in its log", async () => {
    const { past, data, directory, call } = await pastBed()
    past.db.exec("PRAGMA wal_autocheckpoint = 0")
    const id = past.session({ directory })
    for (let at = 0; at < 100; at++) past.said(id, "x".repeat(20_000))
    const file = pastDatabaseFile(data)
    expect(statSync(file).size).toBeLessThan(100_000)
    const megabytes = (statSync(file).size + statSync(`${file}-wal`).size) / 1_000_000
    expect(megabytes).toBeGreaterThan(2)
    expect(await call("memory_summary")).toContain(`database: ${megabytes.toFixed(1)} MB\n`)
  })

  test("compactions of the host, joined with what Cairn found out, and whole summaries", async () => {
    const { cairn, past, directory, call } = await pastBed()
    const id = past.session({ directory })
    expect(await call("memory_compactions", { sessionId: id })).toContain("was never compacted")
    const asked = past.message(id, { role: "user" }, { type: "compaction", auto: true })
    past.message(
      id,
      { role: "assistant", summary: true, parentID: asked },
      { type: "text", text: "## Goal\nthe otters" },
    )
    cairn.app.store.compactions.add(id, {
      id: asked,
      at: 1,
      tokensBefore: 9000,
      tokensAfter: 700,
      score: 0.5,
      repaired: ["file: a.ts"],
    })
    expect(await call("memory_compactions", { sessionId: id })).toContain(
      "| 1 | 2026-01-05 10:00 | automatic | model | 9,000 → 700 | 50 % | 1 |",
    )
    const read = await call("memory_compactions", { sessionId: id, read: 1 })
    expect(read).toContain("> ## Goal\n> the otters")
    expect(read).toContain("What it had lost and was put back:\n> file: a.ts")
    expect(await call("memory_compactions", { sessionId: id, read: 2 })).toStartWith(
      "Error (no_such_compaction): the session has 1 compaction, not 2. ",
    )
    expect(await call("memory_compactions", { sessionId: past.session({ directory }), read: 1 })).toStartWith(
      "Error (no_such_compaction): this session was never compacted. ",
    )
  })

  test("Cairn's own cuts, each at its time among the host's compactions, also those that no longer hold", async () => {
    const { cairn, past, directory, call } = await pastBed()
    const id = past.session({ directory }, 2)
    const [first, second] = ["one", "two"].map((text) => {
      past.wait(3_600_000)
      return past.row(id, "user", { text })
    })
    const note = (event: Parameters<typeof cairn.app.journal.note>[1][number], message: string | undefined) =>
      cairn.app.journal.note(id, [event], message)
    for (const from of [first, second] as string[])
      note({ kind: "cut", from, checkpoint: cleanText(`until ${from}`).text }, from)
    const at = Date.UTC(2026, 0, 5, 12, 30)
    cairn.app.store.compactions.add(id, { id: `cut ${second}`, at, tokensBefore: 9000, score: 0.5, repaired: [] })
    past.wait(3_600_000)
    past.row(id, "compaction", { status: "completed", reason: "auto", summary: "the host's" })
    past.wait(3_600_000)
    const last = past.row(id, "user", { text: "three" })
    past.db.query("UPDATE session_v2 SET time_updated = ?").run(Date.UTC(2026, 0, 5, 20))
    const listed = async () =>
      [...(await call("memory_compactions", { sessionId: id })).matchAll(/^\| \d .*?(\d\d:\d\d) \| (.*) \|$/gm)].map(
        ([, when, rest]) => `${when} ${rest}`,
      )
    const expected = [
      "13:00 automatic | model |  |  | ",
      "12:30 memory_compact | Cairn | 9,000 → ? | 50 % | 0",
      "11:00 memory_compact | Cairn |  |  | ",
    ]
    expect(await listed()).toEqual(expected)
    note({ kind: "uncut" }, last)
    expect(await listed()).toEqual(expected)
    expect(await call("memory_compactions", { sessionId: id, read: 3 })).toContain(`> until ${first}`)
  })

  test("as many compactions are counted as are listed: Cairn's own cuts too, none that failed, still runs or was taken back", async () => {
    const { cairn, past, directory, call } = await pastBed()
    const counted = async (session: string) => [
      (await call("memory_compactions", { sessionId: session })).match(/^\| \d/gm)?.length ?? 0,
      Number(/^compactions: (\d+)$/m.exec(await call("memory_summary"))?.[1]),
    ]
    const id = past.session({ directory }, 2)
    const from = past.row(id, "user", { text: "one" })
    cairn.app.journal.note(id, [{ kind: "cut", from, checkpoint: cleanText("until one").text }], from)
    const stays = { status: "completed", reason: "auto", summary: "the first" }
    for (const data of [
      stays,
      { status: "failed", reason: "auto", summary: "" },
      { status: "running", reason: "auto" },
    ])
      past.row(id, "compaction", data)
    expect(await counted(id)).toEqual([2, 2])
    const back = past.row(id, "user", { text: "two" })
    past.row(id, "compaction", { ...stays, summary: "the second" })
    cairn.app.journal.note(id, [{ kind: "cut", from: back, checkpoint: cleanText("until two").text }], back)
    expect(await counted(id)).toEqual([4, 4])
    past.db.query("UPDATE session_v2 SET revert = ? WHERE id = ?").run(JSON.stringify({ messageID: back }), id)
    expect(await counted(id)).toEqual([2, 2])
  })

  test("a summary of OpenCode 1 that answers no request for one is neither listed nor counted", async () => {
    const { past, directory, call } = await pastBed()
    const id = past.session({ directory })
    // As after a compaction that failed: the next message is answered by one.
    const parentID = past.said(id, "go on")
    past.message(id, { role: "assistant", summary: true, parentID }, { type: "text", text: "## Goal" })
    expect(await call("memory_compactions", { sessionId: id })).toContain("was never compacted")
    expect(await call("memory_summary")).toContain("compactions: 0\n")
  })

  test("a plan whose session may be paused is neither listed nor read while a database is locked", async () => {
    const { cairn, past, data, directory, call } = await pastBed()
    const folder = join(directory, ".opencode", "plans")
    mkdirSync(folder, { recursive: true })
    const other = makePastDatabase(pastDatabaseFile(data, "opencode-dev.db"))
    const name = "1700000000000-otter.md"
    const id = other.session({ id: "ses_dev", directory, time_created: 1_700_000_000_000 })
    cairn.app.journal.note(id, [{ kind: "pause", isOn: true }])
    writeFileSync(join(folder, name), "# Paint the lighthouse")
    writeFileSync(join(folder, "by-hand.md"), "# Oil the crane")
    other.db.exec("PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE")
    const list = await call("memory_plans")
    expect(list).toMatch(/Oil the crane[\s\S]*\(OpenCode's database is locked: .*opencode-dev\.db\)/)
    expect(list).not.toContain("lighthouse")
    expect(await call("memory_plans", { read: name })).toStartWith("Error (no_such_plan)")
    past.db.exec("PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE")
    for (const read of [undefined, name]) expect(await call("memory_plans", { read })).toStartWith("Error (database_")
    for (const { db } of [past, other]) db.exec("COMMIT")
    expect(await call("memory_plans")).not.toContain("lighthouse")
  })

  test("plans are counted by project", async () => {
    const { past, directory, data, call } = await pastBed()
    const elsewhere = tempDir("elsewhere")
    const global = tempDir("without-git")
    past.session({ directory })
    past.session({ directory: elsewhere })
    past.session({ directory: global, time_created: 1700000000000 })
    for (const [folder, names] of [
      [join(directory, ".opencode"), ["a.md", "b.md"]],
      [join(elsewhere, ".opencode"), ["c.md"]],
      [join(data, "opencode"), ["1700000000000-d.md"]],
    ] as const) {
      mkdirSync(join(folder, "plans"), { recursive: true })
      for (const name of names) writeFileSync(join(folder, "plans", name), "# x")
    }
    expect(await call("memory_summary")).toContain("plans: 2\n")
    expect(await call("memory_summary", { project: "all" })).toContain("plans: 4\n")
  })

  test("a plan of two sessions that were created at the same moment counts where it is listed", async () => {
    const { past, data, directory, call } = await pastBed()
    const folder = join(data, "opencode", "plans")
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, "1700000000000-a.md"), "# x")
    const created = { time_created: 1_700_000_000_000 }
    past.session({ directory: tempDir("elsewhere"), time_updated: Date.UTC(2027, 0), ...created })
    const own = past.session({ directory, ...created })
    expect(await call("memory_plans")).toContain(`| 1700000000000-a.md | ${own} |`)
    expect(await call("memory_summary")).toContain("plans: 1\n")
  })

  test("of OpenCode's data folder, only plans of this project's sessions are listed and read, with and without a database", async () => {
    const { past, data, directory, call } = await pastBed()
    const folder = join(data, "opencode", "plans")
    mkdirSync(folder, { recursive: true })
    past.session({ directory: tempDir("elsewhere"), time_created: 1_700_000_000_000 })
    const id = past.session({ directory, time_created: 1_700_000_000_001 })
    const [other, own, nobodys] = ["1700000000000-a.md", "1700000000001-b.md", "c.md"]
    for (const name of [other, own, nobodys]) writeFileSync(join(folder, name as string), `# About ${name}`)
    const list = await call("memory_plans")
    expect(list.match(/About \S+/g)).toEqual([`About ${own}`])
    expect(list).toContain(`| ${own} | ${id} |`)
    expect(await call("memory_plans", { read: own })).toContain(`> # About ${own}`)
    for (const read of [other, nobodys])
      expect(await call("memory_plans", { read })).toStartWith("Error (no_such_plan)")
    past.close()
    rmSync(pastDatabaseFile(data))
    expect(await call("memory_plans")).toStartWith("No plans.")
  })

  test("a plan may have any name that can be seen", async () => {
    const { directory, call } = await pastBed()
    const folder = join(directory, ".opencode", "plans")
    mkdirSync(folder, { recursive: true })
    const names = ["a b.md", "計画.md", "café's | crane.md", "<cairn> x.md"]
    for (const name of [...names, ".hidden.md", "un\u202eseen.md", "two\nlines.md", "other.txt"])
      writeFileSync(join(folder, name), `# About ${name.length}\n\nbody`)
    const list = await call("memory_plans")
    expect(list.match(/About/g)).toHaveLength(names.length)
    expect(list).not.toMatch(/<cairn>|hidden|seen|lines/)
    for (const name of names) expect(await call("memory_plans", { read: name })).toContain("> body")
    expect(await call("memory_plans", { read: "../plans/a b.md" })).toStartWith("Error (no_such_plan)")
  })

  test("on a screen a plan's heading has exactly the room that the columns shown leave", async () => {
    const { cairn, past, directory } = await pastBed()
    const folder = join(directory, ".opencode", "plans")
    mkdirSync(folder, { recursive: true })
    const heading = "The otters are fed twice a day, early and late"
    const columns = "a.md".length + 2 + "2026-01-05 10:01".length + 2 + heading.length
    const shown = async (more: number) => {
      const done = await memoryPlans.run({ app: cairn.app, by: "person" }, {})
      return memoryPlans.toText(done, "person", { columns: columns + more, hasColour: false })
    }
    writeFileSync(join(folder, "a.md"), `# ${heading}`)
    expect(await shown(0)).toContain(heading)
    rmSync(join(folder, "a.md"))
    past.session({ id: "s1", directory, time_created: 17 })
    writeFileSync(join(folder, "17-b.md"), `# ${heading}`)
    const added = "17-b.md".length - "a.md".length + 2 + "Session".length
    expect(await shown(added)).toContain(heading)
    expect(await shown(added - 1)).toMatch(/ s1 .*The otters are fed .*…/)
  })

  test("plans lie in their folders only, and no link is followed", async () => {
    const { past, directory, data, call } = await pastBed()
    expect(await call("memory_plans")).toStartWith("No plans.")
    const folder = join(directory, ".opencode", "plans")
    mkdirSync(folder, { recursive: true })
    const id = past.session({ directory, time_created: 1700000000000 })
    writeFileSync(join(folder, "1700000000000-otter.md"), "# Feed | the otters\n\nfirst fish")
    writeFileSync(join(data, "opencode", "auth.json"), "# secret")
    symlinkSync(join(data, "opencode", "auth.json"), join(folder, "link.md"))
    const list = await call("memory_plans")
    expect(list).toContain(`| 1700000000000-otter.md | ${id} |`)
    expect(list).toContain("Feed \\| the otters")
    expect(list).not.toContain("link.md")
    expect(await call("memory_plans", { read: "1700000000000-otter.md" })).toContain("> first fish")
    for (const read of ["../auth.json", "link.md", join(data, "opencode", "auth.json"), ""])
      expect(await call("memory_plans", { read })).toStartWith("Error (no_such_plan)")
  })
})
