// Stores that the other plugins' own code wrote; test/fixtures/other-memories says which code.
import { expect, test } from "bun:test"
import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import { cpSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { openedBeside } from "../../../test/bed/other-memory.ts"
import { tempDir } from "../../../test/bed/sandbox.ts"
import { sha256 } from "../../model/sha256.ts"
import { openSqlite } from "../../platform/sqlite.ts"

const WRITTEN = join(import.meta.dir, "../../../test/fixtures/other-memories")

async function beside() {
  const directory = realpathSync(tempDir("project"))
  return openedBeside({ directory })
}

const said = (rows: readonly { fate: string; type?: string | undefined; text: string }[]) =>
  rows.map(({ fate, type, text }) => `${fate} ${type}: ${text}`)

test("opencode-memfs: every note arrives with its words, limit and protection, and untouched seed notes stay behind", async () => {
  const { home, directory, importing, read, app, close } = await beside()
  const other = realpathSync(tempDir("other"))
  const memory = join(home, ".config/opencode/memory")
  cpSync(join(WRITTEN, "opencode-memfs"), memory, { recursive: true })
  const table = join(memory, "global/system/projects.md")
  const moved = readFileSync(table, "utf8").replace("/fixture/here/harbour", directory)
  writeFileSync(table, moved.replace("/fixture/there/harbour", other))
  const rows = await importing({ from: "memfs", yes: true })
  expect(rows.map(({ fate, path, reason }) => `${fate} ${path ?? reason}`).sort()).toEqual([
    "left its folder quay is gone",
    "new archive/2025/old_cranes.md",
    "new reference/api.md",
    "new reference/tide-tables.md",
    "new system/human.md",
    "new system/pilots.md",
    "new system/project.md",
    "new system/rules.md",
  ])
  expect(read("system/human.md", "global")).toMatch(
    /description: User preferences[^\n]*style"?\n[\s\S]*---\n\nPrefers short answers\.\nWrites in British English\.\n$/,
  )
  expect(read("system/project.md")).toMatch(/limit: 8000\n[\s\S]*- Tests: `make check`, never in parallel\n$/)
  expect(read("reference/tide-tables.md")).toContain(
    'description: "Tides: where they come from # and when"\nlimit: 5000\nreadonly: true\n',
  )
  expect(read("system/rules.md")).toMatch(
    /description: "What \\"must\\" hold"\n[\s\S]*# Rules\n\n---\n\nA berth is never/,
  )
  const found = await app.store.projects.find(other)
  expect(readFileSync(join(app.store.layout.memory, "projects", found.name, "reference/api.md"), "utf8")).toMatch(
    /description: "12"\n[\s\S]*The other harbour speaks gRPC\.\n$/,
  )
  expect((await importing({ from: "memfs" })).map(({ fate }) => fate).sort()).toEqual([
    ...Array(7).fill("known"),
    "left",
  ])
  await close()
})

test("opencode-working-memory 1: decisions, dependencies and manual notes wait, also those of its old form before and after its migration", async () => {
  const { directory, importing, read, close } = await beside()
  cpSync(join(WRITTEN, "opencode-working-memory-1"), join(directory, ".opencode"), { recursive: true })
  const rows = await importing({ from: "working-memory-1", yes: true })
  expect(said(rows)).toEqual([
    "waits decision: Dates are stored in UTC",
    "waits project: The planner needs libproj 9",
    "waits decision: Pilots are booked by telephone only",
    "waits decision: Tide tables are cached for a day",
    "waits decision: berths are locked row by row because clerks work in parallel",
    "waits project: The staging harbour has eleven berths",
    "waits project: The quay wall is inspected in May",
    "known decision: Dates are stored in UTC",
    "known project: The planner needs libproj 9",
    "waits note: What a session worked on: Let clerks move a booking to another berth",
  ])
  expect(read("reference/sessions/ses_harbour1.md")).toMatch(
    /## goal\n\nLet clerks move a booking to another berth\n\n## progress\n\n✅ Berth table read\n⏳ Form for the new berth\n$/,
  )
  await close()
})

async function besideWorkspace(store: string) {
  const opened = await beside()
  const workspaces = join(opened.home, ".local/share/opencode-working-memory/workspaces")
  cpSync(join(WRITTEN, store), join(workspaces, sha256(opened.directory).slice(0, 16)), { recursive: true })
  return opened
}

test("opencode-working-memory 2: entries and what still waited for its next compaction, with type and source", async () => {
  const { importing, app, close } = await besideWorkspace("opencode-working-memory-2")
  expect(said(await importing({ from: "working-memory", yes: true }))).toEqual([
    "new feedback: berths are numbered from the north pier",
    "new feedback: answer in two sentences at most",
    "new decision: we decided to keep tide tables in SQLite",
    "new decision: Bookings are locked per berth because two clerks once booked the same one",
    "new project: The harbour service is a single Go binary behind nginx",
    "new reference: The pilots' rota is at https://rota.example.org/pilots",
    "new feedback: crane four is out of service until spring",
    "known feedback: berths are numbered from the north pier",
  ])
  const facts = app.scopeNotes("project").index.facts.map(({ fact }) => fact)
  expect(facts.map((fact) => fact?.source).sort()).toEqual([
    ...Array(3).fill("compaction"),
    ...Array(4).fill("explicit"),
  ])
  await close()
})

test("opencode-working-memory 2, opened by a later version: confirmations move, what it cleaned up does not", async () => {
  const { importing, app, close } = await besideWorkspace("opencode-working-memory-2-later")
  const rows = await importing({ from: "working-memory", yes: true })
  expect(rows.slice(-3).map(({ fate, reason, text }) => `${fate}, ${reason}: ${text}`)).toEqual([
    "refused, secret_only: The clerk's test account has the password: [REDACTED]",
    "new, new: The pilots' rota is at https://rota.example.org/pilots",
    "left, it was no longer in use there: All 42 tests passed after the berth change",
  ])
  const facts = app.scopeNotes("project").index.facts.map(({ fact }) => fact)
  expect(facts.find((fact) => fact?.text.includes("Go binary"))?.reinforced?.count).toBe(1)
  expect(facts.length).toBe(7)
  await close()
})

test("notes/memory: descriptions that are no YAML, types, links and contradictions", async () => {
  const { home, importing, app, close } = await beside()
  cpSync(join(WRITTEN, "notes-memory"), join(home, "brain/notes/memory"), { recursive: true })
  expect(said(await importing({ from: "~/brain/notes/memory", yes: true }))).toEqual([
    "new feedback: Every change gets two reviews # also small ones",
    "new project: Cranes are numbered: 'one' is north",
    "new project: Staging runs in Hull",
    "new project: Staging runs in Bremen",
    'new reference: "Rota" of the pilots',
    "new reference: Tide tables come from the hydrographic office.",
    "new user: Wants answers of two sentences: no more",
  ])
  const facts = app.scopeNotes("project").index.facts.map(({ fact }) => fact)
  expect(facts.find((fact) => fact?.type === "feedback")?.detail).toContain("See [[project-staging-runs-in-bremen]].")
  expect(facts.find((fact) => fact?.text.includes("Hull"))?.conflicts).toEqual([
    "facts/project-staging-runs-in-bremen.md",
  ])
  await close()
})

/** A database as the other program leaves it: one table with these rows. */
async function putDatabase(place: string, table: string, rows: readonly Record<string, string | number | null>[]) {
  mkdirSync(dirname(place), { recursive: true })
  const db = await openSqlite(place)
  const columns = Object.keys(rows[0] ?? {})
  db.exec(`CREATE TABLE ${table} (${columns.join(", ")})`)
  for (const row of rows)
    db.run(
      `INSERT INTO ${table} VALUES (${columns.map(() => "?").join(", ")})`,
      ...columns.map((name) => row[name] ?? null),
    )
  db.close()
}

const rowsOf = (file: string) => JSON.parse(readFileSync(join(WRITTEN, file), "utf8"))

test("claude-mem: the observations of this project and its worktrees, from its database and from its export", async () => {
  const { home, directory, importing, app, close } = await beside()
  const name = basename(directory)
  const rows = rowsOf("claude-mem/observations.json").map((row: { project: string }) => ({
    ...row,
    project: row.project.replace("harbour", name),
  }))
  const inWorktree = { ...rows[1], id: 4, title: "Pilots are booked by telephone", project: `${name}/experiment` }
  await putDatabase(join(home, ".claude-mem/claude-mem.db"), "observations", [...rows, inWorktree])
  expect(said(await importing({ from: "claude-mem", yes: true }))).toEqual([
    "new decision: Bookings are locked per berth",
    "new project: Tide tables come from the hydrographic office",
    "left undefined: Quay has nine cranes",
    "new project: Pilots are booked by telephone",
  ])
  const decision = app.scopeNotes("project").index.facts.find(({ fact }) => fact?.type === "decision")?.fact
  expect(decision?.detail).toContain("Two clerks once booked the same one")
  expect(decision?.detail).toContain("The lock is a row in berths")
  expect(decision?.evidence).toBe("import:claude-mem/1")
  const exported = readFileSync(join(WRITTEN, "claude-mem/export.json"), "utf8").replaceAll("harbour", name)
  writeFileSync(join(home, "export.json"), exported)
  expect((await importing({ from: "~/export.json" })).map(({ fate }) => fate)).toEqual(["known", "known"])
  await close()
})

test("mem0: what its own package answers, with its times; what has expired stays behind", async () => {
  const { home, importing, app, close } = await beside()
  const aYearAgo = readFileSync(join(WRITTEN, "mem0/get-all.json"), "utf8").replaceAll("2026-11-16T", "2025-11-16T")
  writeFileSync(join(home, "get-all.json"), aYearAgo)
  expect(said(await importing({ from: "~/get-all.json", yes: true }))).toEqual([
    "new feedback: Prefers short answers in British English",
    "new project: Works at the harbour office in Hull",
    "new project: The berth planner needs libproj 9",
    "left undefined: Crane four is out of service until the first of March",
    "new project: Bookings are locked per berth, because two clerks once booked the same one",
  ])
  const berth = app.scopeNotes("project").index.facts.find(({ fact }) => fact?.text.startsWith("The berth"))?.fact
  expect(new Date(berth?.created ?? 0).toISOString()).toMatch(/^2025-11-16/)
  await close()
})

test("opencode-mem: an export, where a summary is filed under its outcome", async () => {
  const { home, importing, app, close } = await beside()
  cpSync(join(WRITTEN, "opencode-mem/export.json"), join(home, "export.json"))
  expect(said(await importing({ from: "~/export.json", yes: true }))).toEqual([
    "new project: The staging harbour is at [REDACTED] and has eleven berths",
    "new decision: The lock was per day; it is per berth now",
    "new feedback: Never commit directly to main: always use a feature branch",
    "new feedback: Prefers short answers in British English",
    "new project: Uses a single Go binary behind nginx; bookings are locked per berth",
  ])
  const facts = app.scopeNotes("project").index.facts.map(({ fact }) => fact)
  expect(facts.find((fact) => fact?.text.startsWith("The lock"))?.detail).toContain("Find out why two clerks")
  expect(facts.filter((fact) => fact?.importance === "high").map((fact) => fact?.text)).toEqual([
    "Never commit directly to main: always use a feature branch",
  ])
  await close()
})

test("Magic Context: a repository by its root commit, a folder by its path; archived and expired memories stay behind", async () => {
  const { home, directory, importing, told, app, close } = await beside()
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd: directory, encoding: "utf8" })
  git("init", "-q")
  git("commit", "-q", "--allow-empty", "-m", "first")
  const root = git("rev-list", "--max-parents=0", "HEAD").trim()
  const folder = createHash("md5").update(directory).digest("hex").slice(0, 12)
  const rows = rowsOf("magic-context/memories.json").map((row: { project_path: string }) => ({
    ...row,
    project_path: row.project_path.replace("/fixture/root", root).replace("/fixture/folder", folder),
  }))
  await putDatabase(join(home, ".local/share/cortexkit/magic-context/context.db"), "memories", rows)
  expect(said(await importing({ from: "magic-context", yes: true }))).toEqual([
    "new decision: The harbour service is a single Go binary behind nginx",
    "new project: Bookings are locked per berth, never per day",
    "new feedback: Every change gets two reviews",
    "left undefined: Crane four is out of service",
    "left undefined: Berths are numbered from the south pier",
    "new project: Berths are numbered from the north pier",
    "new feedback: Prefers answers of two sentences",
    "new reference: Staging runs in Bremen",
  ])
  const facts = app.scopeNotes("project").index.facts.map(({ fact }) => fact)
  expect(facts.find((fact) => fact?.text.startsWith("Bookings"))?.reinforced?.count).toBe(2)
  expect(facts.find((fact) => fact?.text.startsWith("Every"))?.source).toBe("explicit")
  expect(await told({ from: "magic-context" })).toContain("1 memories are of other projects")
  await close()
})
