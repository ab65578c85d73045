// What goes out, and that an archive comes back as the same store.
import { expect, test } from "bun:test"
import { execFileSync, spawnSync } from "node:child_process"
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs"
import { dirname, join } from "node:path"
import { gunzipSync, gzipSync } from "node:zlib"
import { type OpenedApp, openedApp } from "../../test/bed/opened-app.ts"
import { putFile } from "../../test/bed/other-memory.ts"
import { tempDir } from "../../test/bed/sandbox.ts"
import { memoryExport } from "../operations/memory-export.ts"
import { memoryImport } from "../operations/memory-import.ts"
import { openSqlite } from "../platform/sqlite.ts"
import { leftCopies } from "../store/own-folder.ts"
import { restoreStore } from "./restore-store.ts"
import { readArchive, type StoreArchive } from "./store-archive.ts"
import { packTar, unpackTar } from "./tar.ts"

const exporting = ({ app }: OpenedApp, input: Record<string, unknown>) => memoryExport.run({ app, by: "person" }, input)

/** Every file below a folder with its bytes. */
function filesIn(folder: string): Map<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort()
  const isFile = (name: string) => statSync(join(folder, name)).isFile()
  return new Map(names.filter(isFile).map((name) => [name, readFileSync(join(folder, name)).toString("base64")]))
}

/** With history, an archived fact, a quarantined one, hot and cold notes, a private one and names in several scripts. */
async function fullStore(): Promise<OpenedApp> {
  const opened = await openedApp()
  const { call, edit, app } = opened
  await call("memory_save", { text: "Releases are cut from the release branch", type: "project", confirm: true })
  await call("memory_save", { text: "The primary database is PostgreSQL 17", type: "decision" })
  await call("memory_write", { path: "system/rules", content: "Two reviews before a merge." })
  await call("memory_write", { path: "reference/übersicht/日本語 メモ.md", content: "何か\r\nzwei Zeilen" })
  await app.store.history?.flush()
  await call("memory_edit", { path: "system/rules", oldString: "Two", newString: "Three" })
  edit(`reference/${"long-".repeat(30)}name.md`, "long name\n")
  edit("facts/project-waits.md", "---\ntype: project\ntrust: quarantined\n---\n\nThis waits for a person\n")
  edit("archive/project-old.md", "---\ntype: project\nsuperseded_by: facts/x.md\n---\n\nThis is outdated\n")
  edit("private/diary.md", "nobody else's\n")
  edit("reference/odd.md", "no line end, \ttabs and \u0000 a null")
  await call("memory_delete", { path: "facts/decision-the-primary-database-is-postgresql-17.md" })
  await app.store.history?.flush()
  return opened
}

async function archived(opened: OpenedApp): Promise<{ file: string; archive: StoreArchive }> {
  const file = join(tempDir("backup"), "sicherung.tar.gz")
  await exporting(opened, { format: "archive", to: file })
  return { file, archive: (await readArchive(file)) as StoreArchive }
}

test("an archive comes back as the same store, byte for byte", async () => {
  const opened = await fullStore()
  const { file, archive } = await archived(opened)
  const root = join(tempDir("machine"), "cairn")
  chmodSync(dirname(root), 0o755)
  await restoreStore(root, archive)
  const modes = (folder: string) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => statSync(join(folder, name)).mode & 0o077)
  expect([...new Set(modes(dirname(root))), statSync(dirname(root)).mode & 0o777]).toEqual([0, 0o755])
  expect(filesIn(join(root, "memory"))).toEqual(filesIn(join(opened.root, "memory")))
  const history = filesIn(join(opened.root, "history.git"))
  for (const name of history.keys()) if (name.startsWith("commit.lock.db")) history.delete(name)
  expect(filesIn(join(root, "history.git"))).toEqual(history)
  const rows = async (path: string) => {
    const db = await openSqlite(join(path, "state.db"), { readonly: true })
    const tables = db.all<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    const all = tables.map(({ name }) => [name, db.all(`SELECT * FROM "${name}"`)])
    db.close()
    return all
  }
  expect(await rows(root)).toEqual(await rows(opened.root))
  expect(execFileSync("tar", ["tzf", file], { encoding: "utf8" })).toContain("memory/projects/")
  await opened.close()

  const again = await openedApp({ root, directory: opened.directory })
  expect(again.app.project.name).toBe(opened.app.project.name)
  expect(await again.call("memory_history", {})).toContain("rules")
  expect(again.app.scopeNotes("project").index.quarantined.map(({ path }) => path)).toEqual(["facts/project-waits.md"])
  // What was deleted there is deleted here.
  expect(
    await again.call("memory_save", { text: "The primary database is PostgreSQL 17", type: "decision" }),
  ).toContain("Refused (deleted)")
  await again.close()
}, 60_000)

test("an archive never takes the place of a memory, and puts an empty one aside", async () => {
  const opened = await fullStore()
  const { archive } = await archived(opened)
  const before = filesIn(join(opened.root, "memory"))
  const refused = await restoreStore(opened.root, archive).catch(({ code }) => code)
  expect([refused, filesIn(join(opened.root, "memory"))]).toEqual(["store_not_empty", before])
  await opened.close()
  const fresh = await openedApp()
  await fresh.close()
  await restoreStore(fresh.root, archive)
  expect(existsSync(join(`${fresh.root}.before`, "memory"))).toBe(true)
  expect(statSync(join(fresh.root, "memory")).mode & 0o777).toBe(0o700)
  await expect(restoreStore(fresh.root, archive)).rejects.toThrow("has a memory already")
}, 60_000)

test("a link that leads nowhere is put aside like an empty store, and none in the way is replaced", async () => {
  const root = join(tempDir("machine"), "cairn")
  for (const link of [root, `${root}.before`]) symlinkSync(join(dirname(root), "not-mounted"), link)
  const bytes = new TextEncoder().encode("All of it.")
  await restoreStore(root, { made: "", files: [{ name: "memory/a.md", changed: 1, bytes }] })
  expect(readdirSync(dirname(root)).sort()).toEqual(["cairn", "cairn.before", "cairn.before-2"])
  expect(existsSync(join(root, "memory/a.md"))).toBe(true)
})

test("what a restore leaves behind that was killed is found by the doctor and swept by the next one", async () => {
  const root = join(tempDir("machine"), "cairn")
  const dying = `import { restoreStore } from ${JSON.stringify(join(import.meta.dir, "restore-store.ts"))}
    const file = (name) => ({ name, changed: 1, bytes: new TextEncoder().encode("Half of it.") })
    const last = { name: "memory/b.md", changed: 1, get bytes() { process.kill(process.pid, "SIGKILL") } }
    await restoreStore(${JSON.stringify(root)}, { made: "", files: [file("memory/a.md"), last] })`
  const { signal } = spawnSync(process.execPath, ["-e", dying], { env: { ...process.env, BUN_BE_BUN: "1" } })
  const [left = ""] = readdirSync(dirname(root))
  expect([signal, existsSync(root), existsSync(join(dirname(root), left, "memory/a.md"))]).toEqual([
    "SIGKILL",
    false,
    true,
  ])
  const bytes = new TextEncoder().encode("All of it.")
  const whole = { made: "", files: [{ name: "memory/a.md", changed: 1, bytes }] }
  // It may still be somebody's work.
  expect(await leftCopies(root, Date.now())).toEqual([])
  utimesSync(join(dirname(root), left), 1, 1)
  expect(await leftCopies(root, Date.now())).toEqual([join(dirname(root), left)])
  await restoreStore(root, whole)
  expect(readdirSync(dirname(root))).toEqual(["cairn"])
}, 60_000)

test("a damaged or made-up archive is refused before anything is written", async () => {
  const opened = await fullStore()
  const { file } = await archived(opened)
  await opened.close()
  const entries = unpackTar(gunzipSync(readFileSync(file))) ?? []
  const folder = tempDir("hostile")
  const made = (name: string, bytes: Uint8Array) => {
    writeFileSync(join(folder, name), bytes)
    return join(folder, name)
  }
  const hostile = (name: string) => gzipSync(packTar([...entries, { name, bytes: new Uint8Array([1]), changed: 0 }]))
  const [first, second, ...rest] = entries
  const changed = [first, { ...second, bytes: new Uint8Array([1, 2]) }, ...rest] as typeof entries
  const files = [
    made("cut", readFileSync(file).subarray(0, 400)),
    made("up", hostile("../outside")),
    made("deep", hostile("memory/../../outside")),
    made("abs", hostile("/etc/passwd")),
    made("hook", hostile("history.git/hooks/post-commit")),
    made("lock", hostile("lock.db")),
    made("repository", hostile("memory/.Git/config")),
    made("below", hostile("memory/global/.git")),
    made("manifest", gzipSync(packTar([{ name: "cairn-archive.json", bytes: new Uint8Array([1]), changed: 0 }]))),
    made("changed", gzipSync(packTar(changed))),
  ]
  const codes = await Promise.all(files.map((path) => readArchive(path).catch(({ code }) => code)))
  expect(codes).toEqual(Array(10).fill("archive_damaged"))
  expect(
    await readArchive(made("other.gz", gzipSync(Buffer.from("hello"))).replace("other.gz", "nothing")),
  ).toBeUndefined()
}, 60_000)

test("no store that is open is put aside, and git takes no orders from an archive", async () => {
  const root = join(tempDir("machine"), "cairn")
  const bytes = new TextEncoder().encode("[core]\n\tfsmonitor = touch /tmp/ran\n[include]\n\tpath = /tmp/evil\n")
  const archive = {
    made: "",
    files: ["history.git/config", "history.git/objects/info/alternates"].map((name) => ({ name, bytes, changed: 0 })),
  }
  const running = await openedApp({ root })
  await expect(restoreStore(root, archive)).rejects.toMatchObject({ code: "store_in_use" })
  await running.call("memory_save", {
    text: "The gate is guarded by Heimdall since 2024",
    type: "project",
    confirm: true,
  })
  expect(running.app.scopeNotes("project").index.facts.length).toBe(1)
  await running.call("memory_delete", { path: running.app.scopeNotes("project").index.facts[0]?.path })
  await running.close()
  rmSync(join(root, "memory", "projects"), { recursive: true })
  await restoreStore(root, archive)
  expect(existsSync(join(root, "history.git/objects/info/alternates"))).toBe(false)
  expect(readFileSync(join(root, "history.git/config"), "utf8")).not.toContain("fsmonitor")
  expect(readdirSync(dirname(root)).sort()).toEqual(["cairn", "cairn.before"])
})

test("what cannot be taken along whole is no archive", async () => {
  const opened = await openedApp()
  const pack = putFile(join(opened.root, "history.git/objects/pack/pack-1.pack"), "")
  truncateSync(pack, 256 * 1024 * 1024 + 1)
  const to = join(tempDir("backup"), "backup.tar.gz")
  await expect(exporting(opened, { format: "archive", to })).rejects.toMatchObject({ code: "not_archived" })
  expect(existsSync(to)).toBe(false)
  await opened.close()
}, 60_000)

test("JSON has every note with what is known of it; markdown has what is believed; private notes are in neither", async () => {
  const opened = await fullStore()
  const { text } = (await exporting(opened, { format: "json" })) as { text: string }
  const { notes } = JSON.parse(text) as { notes: { path: string; state: string; body: string }[] }
  const states = new Map(notes.map(({ path, state }) => [path, state]))
  expect(states.get("facts/project-waits.md")).toBe("waiting")
  expect(states.get("archive/project-old.md")).toBe("archived")
  expect(text).not.toContain("nobody else's")
  const markdown = ((await exporting(opened, {})) as { text: string }).text
  expect(markdown).toContain("## Project\n\n- Releases are cut from the release branch")
  expect(markdown).toContain("## system/rules.md")
  expect(markdown).toMatch(/^(?![\s\S]*(waits for a person|outdated|nobody else's))/)
  const to = join(tempDir("out"), "memory.json")
  await exporting(opened, { format: "json", to })
  expect(JSON.parse(readFileSync(to, "utf8")).notes.length).toBe(notes.length)
  await expect(exporting(opened, { format: "json", to })).rejects.toMatchObject({ code: "not_written" })
  await expect(exporting(opened, { format: "json", to: "/nonexistent/x.json" })).rejects.toMatchObject({
    message: "/nonexistent/x.json cannot be written: the folder /nonexistent does not exist",
  })
  await expect(memoryImport.run({ app: opened.app, by: "person" }, { from: to })).rejects.toMatchObject({
    code: "not_understood",
    hint: '"cairn export --format archive --to backup.tar.gz" makes a file that can be imported',
  })
  await expect(memoryImport.run({ app: opened.app, by: "person" }, { from: "nothing" })).rejects.toMatchObject({
    hint: expect.stringMatching(/^name one of (?!.*claude-md.*claude-md)(?!.*notes-memory.*notes-memory)/),
  })
  await opened.close()
}, 60_000)

test("the section of AGENTS.md has the facts that were chosen, between its marks and nowhere else", async () => {
  const opened = await openedApp()
  const { call, directory } = opened
  await call("memory_save", { text: "Releases are cut from the release branch", type: "project", confirm: true })
  await call("memory_save", { text: "The primary database is PostgreSQL 17", type: "decision" })
  const agents = putFile(join(directory, "AGENTS.md"), "# Ours\r\n\r\nkeep this\r\n")
  const listed = (await exporting(opened, { format: "agents" })) as { choices: string[] }
  expect(listed.choices.join("\n")).toContain("facts/project-releases-are-cut-from-the-release-branch.md")
  await exporting(opened, { format: "agents", facts: "decision" })
  const section = (fact: string) => `<!-- cairn:begin -->\n## What we know\n\n- ${fact}\n<!-- cairn:end -->`
  expect(readFileSync(agents, "utf8")).toBe(
    `# Ours\r\n\r\nkeep this\n\n${section("The primary database is PostgreSQL 17")}\n`,
  )
  writeFileSync(agents, `${readFileSync(agents, "utf8")}\nafter\n`)
  await exporting(opened, { format: "agents", facts: "facts/project-releases-are-cut-from-the-release-branch.md" })
  expect(readFileSync(agents, "utf8")).toBe(
    `# Ours\r\n\r\nkeep this\n\n${section("Releases are cut from the release branch")}\n\nafter\n`,
  )
  writeFileSync(agents, "<!-- cairn:begin -->\nopen\n")
  await expect(exporting(opened, { format: "agents", facts: "decision" })).rejects.toMatchObject({
    code: "marks_broken",
  })
  await expect(exporting(opened, { format: "agents", facts: "x" })).rejects.toMatchObject({ code: "nothing_to_export" })
  await expect(exporting(opened, { format: "archive" })).rejects.toMatchObject({ code: "bad_arguments" })
  const elsewhere = tempDir("elsewhere")
  mkdirSync(join(elsewhere, "x"))
  symlinkSync(agents, join(elsewhere, "AGENTS.md"))
  await expect(
    exporting(opened, { format: "agents", facts: "decision", to: join(elsewhere, "AGENTS.md") }),
  ).rejects.toMatchObject({ code: "not_readable" })
  await opened.close()
})
