import { afterAll, describe, expect, test } from "bun:test"
import { readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { closeApps, openWithoutHistory } from "../../test/bed/opened-app.ts"
import { modelOf, pastBed } from "../../test/bed/past-bed.ts"
import { makePastDatabase, pastDatabaseFile } from "../../test/bed/past-database.ts"
import { tempDir } from "../../test/bed/sandbox.ts"
import { memoryMessages } from "./memory-messages.ts"
import { memorySessions } from "./memory-sessions.ts"
import { memorySummary } from "./memory-summary.ts"
import type { Operation } from "./operation.ts"

afterAll(closeApps)

describe("memory_sessions", () => {
  test("lists this project's, newest first, without subagents and archived ones", async () => {
    const { past, directory, call } = await pastBed()
    const old = past.session({
      directory,
      title: "An old | one\nof two lines",
      cost: 0.5,
      model: '{"providerID":"p","id":"m"}',
    })
    past.said(old, "hello")
    past.session({ directory, title: "a subagent", parent_id: old })
    past.session({ directory, title: "archived", time_archived: 5 })
    past.session({ directory: tempDir("elsewhere"), title: "of another project" })
    past.wait(60_000)
    const young = past.session({ directory, title: "A young one" })
    const text = await call("memory_sessions")
    expect(text.split("\n").slice(0, 4)).toEqual([
      "| ID | Title | Updated (UTC) | Messages | Model | Cost | Subagents |",
      "|---|---|---|---|---|---|---|",
      `| ${young} | A young one | 2026-01-05 10:01 | 0 |  |  | 0 |`,
      `| ${old} | An old \\| one of two lines | 2026-01-05 10:00 | 1 | p/m | 0.5000 | 1 |`,
    ])
    expect(text).not.toMatch(/another|archived|a subagent/)
    expect(await call("memory_sessions", { limit: 1 })).toContain(`1 older: before ${young}`)
    expect(await call("memory_sessions", { before: young })).not.toContain("young")
    expect(await call("memory_sessions", { parent: old })).toContain("a subagent")
    expect(await call("memory_sessions", { parent: young })).toBe(`Session ${young} has no subagents.`)
    expect(await call("memory_sessions", { before: "2020-01-01" })).toBe(
      "No sessions found. There may be some without before.",
    )
    expect(await call("memory_sessions", { includeArchived: true, includeSubagents: true })).toMatch(
      /archived[\s\S]*a subagent|a subagent[\s\S]*archived/,
    )
    expect(await call("memory_sessions", { project: "all" })).toContain("of another project")
    expect(await call("memory_sessions", { project: "nobody" })).toContain("no_such_project")
    expect(await call("memory_sessions", { before: "soon" })).toMatch(
      /bad_arguments[\s\S]*write 2026-01-31, "last week" or/,
    )
    expect(await call("memory_sessions", { before: "2026-01-05 10:01" })).toContain("An old")
    expect(await call("memory_sessions", { before: "2026-01-05 10:01" })).not.toContain("young")
    for (const limit of [-1, 0, 101, 1.5]) expect(await call("memory_sessions", { limit })).toContain("bad_arguments")
  })

  test("a session whose messages cannot be read is listed, and the others are counted", async () => {
    const { past, data, directory, call } = await pastBed()
    past.said(past.session({ directory, title: "sound" }), "hello")
    const other = makePastDatabase(pastDatabaseFile(data, "opencode-dev.db"), [1])
    const id = other.session({ directory, title: "damaged", id: "ses_damaged" })
    for (let at = 0; at < 300; at++) other.said(id, "x".repeat(200))
    other.db.exec("PRAGMA wal_checkpoint(TRUNCATE)")
    other.close()
    const file = pastDatabaseFile(data, "opencode-dev.db")
    const bytes = readFileSync(file)
    writeFileSync(file, bytes.fill(0xff, 40_960))
    const text = await call("memory_sessions")
    expect(text).toMatch(/\| ses_damaged \| damaged \| [\d: -]+ \| \? \|/)
    expect(text).toMatch(/\| sound \| [\d: -]+ \| 1 \|/)
    expect(text).toEndWith(`(OpenCode's database is damaged: ${file})`)
    expect(await call("memory_summary")).toMatch(/messages: 1 of the user[\s\S]*is damaged/)
  })

  test("names the model of the last answer if the session names none", async () => {
    const { past, directory, call } = await pastBed()
    const id = past.session({ directory }, 2)
    past.row(id, "assistant", { model: { providerID: "bed", id: "main" }, content: [] })
    expect(await call("memory_sessions")).toMatch(new RegExp(`^\\| ${id} \\|.*\\| bed/main \\|  \\| 0 \\|$`, "m"))
  })

  test("the session that asks is called this one, wherever a session can be named", async () => {
    const { past, directory, call } = await pastBed()
    const [own, other] = [past.session({ directory }), past.session({ directory })]
    past.session({ directory, parent_id: own, title: "of this one" })
    past.said(own, "the crane is red")
    for (const [verb, args] of [
      ["memory_messages", { sessionId: "this" }],
      ["memory_search", { query: "crane", sessionId: "this" }],
      ["memory_compactions", { sessionId: " this " }],
      ["memory_compare", { a: "this", b: other }],
      ["memory_session_export", { sessionId: "this" }],
    ] as const)
      expect(await call(verb, args, own)).toContain(own)
    expect(await call("memory_sessions", { parent: "this" }, own)).toContain("of this one")
  })

  test("at a terminal no session is this one, and each verb asks which is meant", async () => {
    const { cairn, past, directory, call } = await pastBed()
    past.session({ directory })
    const person = { app: cairn.app, by: "person" } as const
    const asks = expect.objectContaining({ code: "bad_arguments", message: "which session do you mean?" })
    for (const [operation, args] of [
      [memorySessions, { parent: "this" }],
      [memoryMessages, { sessionId: "this" }],
    ] as const)
      expect(await operation.run(person, args).catch((error: unknown) => error)).toEqual(asks)
    const orphan = past.session({ directory, parent_id: "ses_gone", title: "of one that is gone" })
    expect(await call("memory_sessions", { parent: "ses_gone" })).toContain(orphan)
  })

  test("a session is also named by how its id begins: before, parent, and in every verb", async () => {
    const { past, directory, call } = await pastBed()
    const [a, b] = ["ses_64b1f09a1ffe", "ses_74b1f09a2ffe"].map((id) => past.session({ directory, id, title: id }))
    past.session({ directory, id: "ses_84b1f09a", parent_id: a as string, title: "a subagent" })
    const said = ["first", "second"].map((text) => past.said(a as string, `${text} word`))
    expect(await call("memory_sessions", { before: "ses_64b" })).not.toContain(`| ${a} |`)
    expect(await call("memory_sessions", { parent: "ses_64b" })).toContain("a subagent")
    for (const before of ["ses_", "soon"]) expect(await call("memory_sessions", { before })).toContain("bad_arguments")
    expect(await call("memory_sessions", { parent: "ses_x" })).toStartWith("Error (no_such_session): ")
    for (const [verb, args] of [
      ["memory_messages", { sessionId: "ses_64b1" }],
      ["memory_messages", { sessionId: " ses_64b1 ", messageId: said[0] }],
      ["memory_search", { query: "first word", sessionId: "ses_64b1" }],
      ["memory_compactions", { sessionId: "ses_64b1" }],
      ["memory_compare", { a: "ses_64b1", b: "ses_74" }],
      ["memory_session_export", { sessionId: "ses_64b1" }],
    ] as const)
      expect(await call(verb, args)).toContain(a as string)
    expect(await call("memory_compare", { a: "ses_64b1", b: "ses_74" })).toContain(`B: ${b} `)
    const common = String(said[0]).slice(0, -1)
    expect(await call("memory_messages", { sessionId: a, after: common })).toBe(
      `Error (ambiguous_id): "${common}" is how 2 messages begin: ${said.join(", ")}. give more of the id`,
    )
    past.session({ directory, id: "ses_64b1ffff" })
    expect(await call("memory_messages", { sessionId: "ses_64b1" })).toStartWith(
      'Error (ambiguous_id): "ses_64b1" is how 2 sessions begin: ',
    )
  })

  test("page by page each session is shown once, also if all have the same time", async () => {
    const { past, directory, call } = await pastBed()
    const ids = Array.from({ length: 25 }, () => past.session({ directory, time_updated: 1767600000000 }))
    const seen: string[] = []
    for (let before: string | undefined = ""; before !== undefined; ) {
      const page = await call("memory_sessions", before === "" ? {} : { before })
      seen.push(...(page.match(/(?<=^\| )ses_\w+/gm) ?? []))
      before = /older: before (\S+)/.exec(page)?.[1]
    }
    expect(seen.sort()).toEqual(ids.sort())
  })

  test("a folder that is gone is known by its path, and one below it", async () => {
    const { cairn, past, directory, call } = await pastBed()
    await call("memory_write", { path: "a", content: "makes the project" })
    const inside = past.session({ directory: join(directory, "packages", "gone"), title: "below" })
    expect(await call("memory_sessions")).toContain(inside)
    const data = cairn.app.past.folder
    rmSync(directory, { recursive: true })
    const elsewhere = await openWithoutHistory({ root: cairn.root, env: { XDG_DATA_HOME: join(data, "..") } })
    expect(await elsewhere.call("memory_sessions", { project: cairn.app.project.name })).toContain(inside)
  })

  test("an empty answer advises only what was not done", async () => {
    const { past, directory, call } = await pastBed()
    await call("memory_write", { path: "reference/otters", content: "otters swim in the river" })
    const id = past.session({ directory })
    past.said(id, "the lighthouse is white")
    const all = "with all projects (project all)"
    for (const [args, wider] of [
      [{}, all],
      [{ project: "all" }, undefined],
      [{ sessionId: id }, "without sessionId"],
      [{ in: "notes" }, "without in"],
      [{ in: "sessions", role: "user" }, `without role, in or ${all}`],
      [{ since: "last 3 days", project: "all" }, "without since"],
    ] as const)
      expect(await call("memory_search", { query: "zebra", ...args })).toBe(
        `Nothing relevant. Tried: zebra.\nOther words may find more${wider ? `, and so may a search ${wider}` : ""}.`,
      )
    expect(await call("memory_search", { query: "?" })).toEndWith("single letters or signs.")
    expect(await call("memory_messages", { sessionId: id, role: "assistant" })).toEndWith(
      "No messages found. There may be some without role.",
    )
    expect(await call("memory_messages", { sessionId: past.session({ directory }) })).toEndWith("No messages found.")
    const child = past.session({ directory, parent_id: id })
    expect(await call("memory_sessions", { parent: id, before: child })).toEndWith("There may be some without before.")
    past.db.exec("UPDATE session SET time_archived = 5")
    expect(await call("memory_sessions", { parent: id })).toEndWith("There may be some with includeArchived.")
    expect(await call("memory_sessions", { project: "all" })).toEndWith("There may be some with includeArchived.")
    const { cairn } = await pastBed()
    const person = async (operation: Operation, args: object) =>
      operation.toText(await operation.run({ app: cairn.app, by: "person" }, args), "person")
    for (const operation of [memorySessions, memorySummary]) {
      expect(await person(operation, {})).toBe("No sessions found. There may be some with --project all.")
      expect(await person(operation, { project: "all" })).toBe("No sessions found.")
    }
  })

  test("a session in a folder that Cairn does not know goes by the folder's name, which a screen has room for", async () => {
    const { cairn, past, directory, call } = await pastBed()
    const own = past.session({ directory, title: "own" })
    const folders = ["otters", "herons"].map((name) => join(tempDir("unknown"), name))
    const [first, second] = folders.map((folder) => past.session({ directory: folder }))
    past.session({ directory: folders[0] as string })
    const list = await call("memory_sessions", { project: "all" })
    expect(list).toMatch(new RegExp(`^\\| ${first} \\|.*\\| otters \\|`, "m"))
    expect(list).toMatch(new RegExp(`^\\| ${second} \\|.*\\| herons \\|`, "m"))
    expect(await call("memory_sessions", { project: "herons" })).toMatch(new RegExp(`^\\| ${second} `, "m"))
    expect(await call("memory_summary", { project: "all" })).toStartWith("projects: 3\n")
    past.session({ directory, title: "Long ".repeat(20), model: modelOf("m".repeat(30)) })
    const found = await memorySessions.run({ app: cairn.app, by: "person" }, { project: "all" })
    const onScreen = memorySessions.toText(found, "person", { columns: 80, hasColour: false })
    for (const line of [/^ID +Title +Updated +Messages +Project$/m, / Long Lo[\w ]*… /, / otters$/m])
      expect(onScreen).toMatch(line)
    expect(await call("memory_messages", { sessionId: first })).toStartWith(`Session ${first} "A title" in otters, 0 `)
    expect(await call("memory_messages", { sessionId: own })).toStartWith(`Session ${own} "own", 0 messages`)
  })

  test("empty, missing and switched off are sentences", async () => {
    const { call } = await pastBed()
    expect(await call("memory_sessions")).toContain("No sessions found.")
    const none = await openWithoutHistory({ env: { XDG_DATA_HOME: tempDir("data") } })
    expect(await none.call("memory_sessions")).toStartWith("Error (no_database): ")
    const off = await openWithoutHistory({ env: { CAIRN_PAST_SESSIONS: "false" } })
    expect(() => off.call("memory_sessions")).toThrow("no tool")
  })
})
