// The store as a whole: hand edits, other processes, warm and lost indexes, damage, and disks that cannot be written.

import { afterAll, describe, expect, test } from "bun:test"
import { execFileSync, spawnSync } from "node:child_process"
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs"
import { homedir } from "node:os"
import { basename, join } from "node:path"
import { closeApps, type OpenedApp, open, openedApp } from "../../test/bed/opened-app.ts"
import { tempDir } from "../../test/bed/sandbox.ts"
import { git, untilTrue } from "../../test/bed/store-on-disk.ts"
import { refreshGenerated } from "../flows/generated-lists.ts"
import { pathOnDisk } from "../model/note-path.ts"
import { noticesText } from "../model/notice.ts"
import { openSqlite } from "../platform/sqlite.ts"
import { NoteIndex } from "./notes/note-index.ts"
import { scanNotes } from "./notes/note-scan.ts"
import { MIGRATIONS, STATE_FORMAT, statementsOf } from "./tables/state-db.ts"

afterAll(closeApps)

const logOf = async (cairn: OpenedApp) => {
  await cairn.app.log.flush()
  return readFileSync(join(cairn.root, "cairn.log"), "utf8")
}

describe("hand edits", () => {
  test("of a hot note are in the very next prompt; in place, by rename, and deletions", async () => {
    const cairn = await open()
    cairn.edit("system/a.md", "typed in place")
    await cairn.moments.userSpoke({ sessionID: "s", text: "hello", isFirst: false })
    expect(cairn.prefix("s1")).toContain("typed in place")
    cairn.edit("system/.a.md.swp", "swap")
    cairn.edit("system/a.md~", "backup")
    execFileSync("sh", ["-c", `printf 'by rename' > "$1.new" && mv "$1.new" "$1"`, "sh", cairn.file("system/a.md")])
    await cairn.moments.userSpoke({ sessionID: "s", text: "hello", isFirst: false })
    expect(cairn.prefix("s2")).toContain("by rename")
    rmSync(cairn.file("system/a.md"))
    await cairn.moments.userSpoke({ sessionID: "s", text: "hello", isFirst: false })
    expect(cairn.prefix("s3")).not.toContain("system/a.md")
    expect(cairn.prefix("s1")).toContain("typed in place")
  })

  test("of a cold note are noticed without being asked for, and committed", async () => {
    const cairn = await open()
    await cairn.app.complete
    cairn.edit("reference/new.md", "---\ndescription: Typed by a person\n---\nbody")
    await untilTrue(() => cairn.prefixNow().includes("Typed by a person"))
    await untilTrue(() => git(cairn.root, "log", "--format=%s", "--name-only").includes("reference/new.md"))
    cairn.edit("reference/new.md", "---\ndescription: Changed by a person\n---\nbody")
    await untilTrue(() => cairn.prefixNow().includes("Changed by a person"))
  })

  test("between the agent's read and write are never overwritten", async () => {
    const cairn = await open()
    await cairn.call("memory_write", { path: "n", content: "agent's first" })
    cairn.edit("n.md", "a person's words")
    expect(await cairn.call("memory_write", { path: "n", content: "agent's second" })).toContain("note_changed")
    expect(cairn.read("n.md")).toBe("a person's words")
  })
})

describe("the index", () => {
  test("can be deleted or damaged at any time and comes back", async () => {
    const first = await open()
    for (let i = 0; i < 30; i++)
      await first.call("memory_write", { path: `reference/n${i}`, content: `body ${i}`, description: `Note ${i}` })
    const tree = await first.call("memory_tree")
    const prefix = first.prefixNow()
    await first.close()
    for (const spoil of [
      () => undefined,
      () => rmSync(join(first.root, "index.db")),
      () =>
        writeFileSync(join(first.root, "index.db"), "no database at all, but long enough to look like one ".repeat(50)),
    ]) {
      spoil()
      const again = await open({ root: first.root, directory: first.directory })
      await again.app.complete
      expect(again.prefixNow()).toBe(prefix)
      expect(await again.call("memory_tree")).toBe(tree)
      await again.close()
    }
  })

  test("keeps nothing of a private note that was deleted or changed", async () => {
    const first = await open()
    const path = (at: number) => `private/n${at}.md`
    const words = (at: number) => `rufus${at} sleeps in the harbour office ${"and dreams ".repeat(20)}`
    for (let at = 0; at < 30; at++) first.edit(path(at), words(at))
    await first.app.scopeNotes("project").refreshNow()
    await first.close()
    const left = () => {
      const files = readdirSync(first.root).filter((name) => name.startsWith("index.db"))
      return files.some((name) => /rufus/.test(readFileSync(join(first.root, name), "latin1")))
    }
    expect(left()).toBe(true)
    for (let at = 0; at < 30; at++) at % 3 === 0 ? first.edit(path(at), "short now") : rmSync(first.file(path(at)))
    const second = await open({ root: first.root, directory: first.directory })
    await second.app.complete
    await second.close()
    expect(left()).toBe(false)
  })

  test("is warm at the next start and notices what changed meanwhile", async () => {
    const first = await open()
    for (const path of ["reference/kept", "reference/changed", "reference/gone"])
      await first.call("memory_write", { path, content: "x", description: `As ${path}` })
    await first.close()
    writeFileSync(first.file("reference/changed.md"), "---\ndescription: By hand while away\n---\nx")
    rmSync(first.file("reference/gone.md"))
    const second = await open({ root: first.root, directory: first.directory })
    expect(second.prefixNow()).toContain("As reference/kept")
    await second.app.complete
    expect(second.prefixNow()).toContain("By hand while away")
    expect(second.prefixNow()).not.toContain("reference/gone.md")
  })

  test("a note written while a scan runs is not lost from it", async () => {
    const cairn = await open()
    for (let i = 0; i < 200; i++) cairn.edit(`reference/f${i % 20}/n${i}.md`, "x")
    await Promise.all([
      cairn.app.scopeNotes("project").refreshNow(),
      cairn.call("memory_write", { path: "zz", content: "x", description: "During a scan" }),
    ])
    expect(cairn.app.scopeNotes("project").index.get("zz.md")).toBeDefined()
    expect(cairn.app.scopeNotes("project").index.size).toBe(202)
  })
})

describe("facts among the notes", () => {
  const head = "---\ndescription: Use tabs\ntype: feedback\nsource: explicit\nreinforced: 2, 2026-11-10T09:00:00Z\n"

  test("are those in the two folders and those that name their source; warm at the next start just as read", async () => {
    const first = await open()
    first.edit("facts/a.md", `${head}created: 2026-11-01T09:00:00Z\nevidence: ses_1/msg_2\n---\n${"why ".repeat(2000)}`)
    first.edit("facts/deep/hand.md", "Typed by a person, without frontmatter")
    first.edit("archive/old.md", `${head}superseded_by: facts/a.md\n---\n`)
    first.edit("system/hot.md", `${head}---\nbody`)
    first.edit("reference/plain.md", "---\ndescription: No fact\n---\nbody")
    first.edit("facts/broken.md", "---\nsource: [[\n---\nbody")
    first.edit("facts/held.md", `${head}trust: quarantined\nconflicts_with: facts/a.md, facts/b.md\n---\n`)
    await first.app.complete
    await first.app.scopeNotes("project").refreshNow()
    const { facts, cold } = first.app.scopeNotes("project").index
    expect(facts.map(({ path }) => path)).toEqual([
      ...["archive/old.md", "facts/a.md", "facts/deep/hand.md", "facts/held.md", "system/hot.md"],
    ])
    const [old, a, hand, held] = facts.map(({ fact }) => fact)
    expect(old?.supersededBy).toBe("facts/a.md")
    expect(a).toMatchObject({ text: "Use tabs", source: "explicit", evidence: "ses_1/msg_2", reinforced: { count: 2 } })
    expect(a?.created).toBe(Date.UTC(2026, 10, 1, 9))
    expect(a?.detail?.length).toBeLessThanOrEqual(4000)
    expect(a?.detail).toStartWith("why why")
    expect(hand?.created).toBe(Math.trunc(statSync(first.file("facts/deep/hand.md")).mtimeMs))
    expect(held).toMatchObject({ trust: "quarantined", conflicts: ["facts/a.md", "facts/b.md"] })
    await first.close()
    const second = await open({ root: first.root, directory: first.directory })
    expect(second.app.scopeNotes("project").index.facts).toEqual(facts)
    expect(second.app.scopeNotes("project").index.cold).toEqual(cold)
    expect(cold.map(({ path, gist }) => gist && path)).toContain("reference/plain.md")
  })

  test("other notes are known by how their bodies begin, unless they are hot, facts or empty", async () => {
    const cairn = await open()
    cairn.edit("reference/long.md", `---\ndescription: Long\n---\n\n${"a word ".repeat(1000)}`)
    cairn.edit("reference/empty.md", "---\ndescription: Empty\n---\n\n")
    cairn.edit("facts/a.md", `${head}---\nbody`)
    cairn.edit("system/hot.md", "body")
    await cairn.app.complete
    await cairn.app.scopeNotes("project").refreshNow()
    const { cold, hot } = cairn.app.scopeNotes("project").index
    const known = [...cold, ...hot].filter(({ gist }) => gist !== undefined)
    expect(known.map(({ path }) => path)).toEqual(["reference/long.md"])
    expect(known[0]?.gist).toStartWith("a word a word")
    expect(known[0]?.gist?.length).toBeLessThanOrEqual(1000)
    expect(JSON.stringify(await cairn.call("memory_tree", { folder: "reference" }))).not.toContain("a word")
  })

  test("an index of an older version, which knows no facts, is not used, and its maker cannot add to the new one", async () => {
    const first = await open()
    first.edit("facts/a.md", `${head}---\n`)
    await first.app.complete
    await first.app.scopeNotes("project").refreshNow()
    await first.close()
    const cache = await openSqlite(join(first.root, "index.db"))
    cache.exec(`ALTER TABLE note DROP COLUMN fact; UPDATE note SET path = 'facts/only-in-the-index.md';
      PRAGMA user_version = 1`)
    const second = await open({ root: first.root, directory: first.directory })
    expect(second.app.scopeNotes("project").index.get("facts/only-in-the-index.md")).toBeUndefined()
    await second.app.complete
    expect(second.app.scopeNotes("project").index.facts.map(({ path }) => path)).toEqual(["facts/a.md"])
    expect(() => cache.run("INSERT OR REPLACE INTO note VALUES ('s', 'p', '1', 1, '1', 1, '{}')")).toThrow(/column/)
    cache.close()
    await second.close()
    const third = await open({ root: first.root, directory: first.directory })
    expect(third.app.scopeNotes("project").index.facts.map(({ path }) => path)).toEqual(["facts/a.md"])
  })

  test("a folder is looked at when asked, and a release by another process is counted", async () => {
    const cairn = await open()
    await cairn.app.complete
    const notes = cairn.app.scopeNotes("project")
    cairn.edit("facts/a.md", `${head}trust: quarantined\n---\n`)
    await notes.refreshFolder("facts")
    expect(notes.index.facts.map(({ quarantined }) => quarantined)).toEqual([true])
    const before = notes.index.released
    cairn.edit("facts/a.md", `${head}---\n`)
    await notes.refreshFolder("facts")
    expect(notes.index.released).toBe(before + 1)
    rmSync(cairn.file("facts"), { recursive: true })
    await notes.refreshFolder("facts")
    await notes.refreshFolder("../..")
    expect(notes.index.facts).toEqual([])
  })

  test("a version is in history before it is replaced alone; who waits too short is refused", async () => {
    const cairn = await open({ env: { CAIRN_AUTO_COMMIT_DEBOUNCE_MS: "60000" } })
    const { notes } = cairn.app.store
    const scope = cairn.app.scope("project")
    cairn.edit("facts/a.md", `${head}---\nthe words of a person`)
    const note = await notes.read(scope, pathOnDisk("facts/a.md"))
    if (!note) throw new Error("the note was not read")
    const change = { scope, path: pathOnDisk("facts/a.md"), expect: note.info.hash, text: "new" }
    await notes.commitVersions([change])
    expect(git(cairn.root, "show", `HEAD:${[...scope.folder, "facts/a.md"].join("/")}`)).toContain("words of a person")
    await notes.alone(async () => {
      await expect(notes.alone(async () => "in", 1)).rejects.toMatchObject({ code: "lock_busy" })
      await notes.applyAlone([change], "replace a")
    })
    expect(cairn.read("facts/a.md")).toBe("new")
  })

  test("what a person decided is committed with the notes", async () => {
    const cairn = await open()
    const scope = cairn.app.scope("project")
    const entry = {
      at: "2026-11-15T09:00:00Z",
      decision: "rejected",
      hash: "0".repeat(64),
      path: "facts/a.md",
    } as const
    await cairn.app.store.decisions(scope).add([entry])
    const file = `HEAD:${scope.folder.join("/")}/.decisions.jsonl`
    await untilTrue(() => git(cairn.root, "show", file) === `${JSON.stringify(entry)}\n`)
  })
})

describe("what a stray file costs", () => {
  test("a 100 MB note, an unreadable name and a broken note: nothing but a line in the log", async () => {
    const cairn = await open()
    cairn.edit("system/huge.md", "---\ndescription: Huge\n---\nthe beginning\n")
    truncateSync(cairn.file("system/huge.md"), 100_000_000)
    cairn.edit("reference/we%ird.md", "x")
    cairn.edit("reference/broken.md", "---\n: [[\n---\nbody")
    await cairn.app.scopeNotes("project").refreshNow()
    const prefix = cairn.prefix()
    expect(prefix.length).toBeLessThan(12_000)
    expect(prefix).toContain("system/huge.md")
    expect(prefix).toContain("reference/broken.md")
    expect(await cairn.call("memory_read", { path: "system/huge" })).toContain("warning: the file has 100000000 bytes")
    expect(
      await cairn.call("memory_edit", { path: "system/huge", oldString: "the beginning", newString: "x" }),
    ).toContain("note_not_understood")
    expect(await logOf(cairn)).toContain("reference/we%ird.md: name outside the path grammar")
    await cairn.call("memory_history")
    expect(git(cairn.root, "ls-files")).not.toContain("huge.md")
    expect(git(cairn.root, "ls-files")).toContain("broken.md")
  })
})

describe("a session in the home folder", () => {
  test("has the global notes, and its project begins with its first note", async () => {
    const first = await open()
    const { root } = first
    const projects = () => readdirSync(join(root, "memory/projects")).length
    const cairn = await open({ root, directory: homedir() })
    expect(cairn.app.project.isMade).toBe(false)
    await cairn.app.complete
    await refreshGenerated(cairn.app)
    expect(cairn.prefix()).toContain("system/human")
    expect(projects()).toBe(1)
    expect(await cairn.call("memory_save", { text: "The backup of this machine runs at noon" })).toStartWith("Saved")
    expect(projects()).toBe(2)
    await cairn.close()
    const again = await open({ root, directory: homedir() })
    expect(again.app.project).toMatchObject({ name: cairn.app.project.name, isMade: true })
    expect(again.prefixNow()).toContain("The backup of this machine")
  })

  test("a project named as the home folder is another one, also while the home folder is open", async () => {
    const root = join(tempDir("root"), "cairn")
    const home = await open({ root, directory: homedir() })
    const directory = join(tempDir("work"), basename(homedir()))
    mkdirSync(directory)
    const work = await open({ root, directory })
    expect(work.app.project.name).toBe(basename(homedir()))
    await work.call("memory_save", { text: "The deploy runs on Fridays at noon" })
    await home.call("memory_save", { text: "The home deploy runs on Mondays at noon" })
    expect(readdirSync(work.file("facts"))).toEqual(["project-the-deploy-runs-on-fridays-at-noon.md"])
    expect(readdirSync(home.file("facts"))).toEqual(["project-the-home-deploy-runs-on-mondays-at-noon.md"])
  })
})

test("the list of projects has where each lies and when it was last seen", async () => {
  const first = await open()
  const { root, directory } = first
  await first.close()
  const local = join(root, "memory/projects", first.app.project.name, ".local.json")
  writeFileSync(local, readFileSync(local, "utf8").replace(/"seen": "[^"]*"/, '"seen": "2020-02-02"'))
  const again = await open({ root, directory })
  const today = new Date().toISOString().slice(0, 10)
  await untilTrue(() =>
    again
      .read("reference/projects.md", "global")
      .includes(`- ${again.app.project.name}: ${realpathSync(directory)}, last seen ${today}`),
  )
})

test("a list of projects whose head was changed is written again", async () => {
  const first = await open()
  await untilTrue(() => existsSync(first.file("reference/projects.md", "global")))
  const { root, directory } = first
  const whole = first.read("reference/projects.md", "global")
  await first.close()
  const changed = whole.replace(/^readonly: true$/m, "readonly: false")
  expect(changed).not.toBe(whole)
  writeFileSync(first.file("reference/projects.md", "global"), changed)
  const again = await open({ root, directory })
  await untilTrue(() => again.read("reference/projects.md", "global") === whole)
})

describe("a damaged or newer state", () => {
  test("a damaged state.db is set aside with a notice; notes and project identity are as before", async () => {
    const first = await open()
    await first.call("memory_write", { path: "a", content: "x" })
    await first.close()
    writeFileSync(join(first.root, "state.db"), "garbage that is no database ".repeat(100))
    for (const ending of ["-wal", "-shm"]) rmSync(join(first.root, `state.db${ending}`), { force: true })
    const second = await open({ root: first.root, directory: first.directory })
    expect(noticesText(second.app.notices)).toContain("state.db.damaged-1")
    expect(readFileSync(join(first.root, "state.db.damaged-1"), "utf8")).toContain("garbage")
    expect(second.app.project.name).toBe(first.app.project.name)
    expect(await second.call("memory_read", { path: "a" })).toEndWith("x")
  })

  test("with a folder in the place of a file that notes do not need, they are saved and nothing is called read-only", async () => {
    const notices: Record<string, string[]> = {}
    for (const name of ["state.db", "index.db", "cairn.log", "lock.db"]) {
      const root = join(tempDir("root"), "cairn")
      mkdirSync(join(root, "memory", "global"), { recursive: true })
      mkdirSync(join(root, name))
      const cairn = await open({ root })
      notices[name] = cairn.app.notices.map(({ code }) => code).filter((code) => code !== "store_was_open")
      const answer = await cairn.call("memory_write", { path: "a", content: "x" })
      expect([name, answer.startsWith("Wrote")]).toEqual([name, name !== "lock.db"])
    }
    const locked = ["project_unwritable", "store_locked"]
    expect(notices).toEqual({ "state.db": ["state_off"], "index.db": [], "cairn.log": [], "lock.db": locked })
  })

  test("a store of a newer Cairn: notes work, its state is not touched, and it is said once", async () => {
    const first = await open()
    await first.close()
    const db = await openSqlite(join(first.root, "state.db"))
    db.exec(`CREATE TABLE future(x); INSERT INTO future VALUES (7); PRAGMA user_version = ${STATE_FORMAT + 1};
      UPDATE schema SET migrations = migrations + 1`)
    db.close()
    const cache = await openSqlite(join(first.root, "index.db"))
    cache.exec("DROP TABLE note; CREATE TABLE note(other); PRAGMA user_version = 99")
    cache.close()
    const second = await open({ root: first.root, directory: first.directory })
    expect(second.app.notices.filter(({ code }) => code === "state_newer")).toHaveLength(1)
    expect(await second.call("memory_write", { path: "a", content: "x" })).toStartWith("Wrote")
    expect(second.prefix()).toContain("a.md")
    await second.close()
    const after = await openSqlite(join(first.root, "state.db"))
    expect(after.get<{ user_version: number }>("PRAGMA user_version")).toEqual({ user_version: STATE_FORMAT + 1 })
    expect(after.get<{ x: number }>("SELECT x FROM future")).toEqual({ x: 7 })
    after.close()
  })

  test("every migration only adds: a database of each older version opens", async () => {
    for (let version = 0; version <= MIGRATIONS.length; version++) {
      const root = join(tempDir("root"), "cairn")
      mkdirSync(root, { recursive: true, mode: 0o700 })
      const old = await openSqlite(join(root, "state.db"))
      for (const sql of statementsOf(version)) old.exec(sql)
      if (version > 0) old.exec(`INSERT INTO schema VALUES (${version}); PRAGMA user_version = ${STATE_FORMAT}`)
      old.close()
      const cairn = await open({ root })
      expect(cairn.app.notices).toEqual([])
    }
  })
})

describe("a disk that cannot be written", () => {
  test("no space: a clear error, the old text stays, and it recovers", async () => {
    const mount = tempDir("small-disk")
    const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", mount])
    if (mounted.status !== 0) return void process.stderr.write("not tried here: mounting a small disk is not allowed\n")
    try {
      const cairn = await openedApp({ root: join(mount, "cairn"), env: { CAIRN_HISTORY: "false" } })
      await cairn.call("memory_write", { path: "a", content: "the old text" })
      const filler = join(mount, "filler")
      spawnSync("sh", ["-c", `head -c 2000000 /dev/zero > ${filler}`])
      const answer = await cairn.call("memory_write", { path: "a", content: "x".repeat(5000) })
      expect(answer).toStartWith("Error (no_space): the disk is full; nothing was changed")
      expect(cairn.read("a.md")).toContain("the old text")
      expect(readdirSync(join(cairn.file("a.md"), "..")).filter((name) => name.endsWith(".tmp"))).toEqual([])
      expect(cairn.prefix()).toContain("a.md")
      rmSync(filler)
      expect(await cairn.call("memory_write", { path: "a", content: "the new text" })).toStartWith("Replaced")
      await cairn.close()
    } finally {
      spawnSync("umount", ["-l", mount])
    }
  })

  test("a read-only root: notes are read, writes are refused, one notice", async () => {
    const mount = tempDir("read-only-disk")
    if (spawnSync("mount", ["-t", "tmpfs", "tmpfs", mount]).status !== 0)
      return void process.stderr.write("not tried here: mounting is not allowed\n")
    try {
      const directory = tempDir("project")
      const first = await openedApp({ root: join(mount, "cairn"), directory })
      await first.call("memory_write", { path: "system/a", content: "readable words" })
      await first.close()
      spawnSync("mount", ["-o", "remount,ro", mount])
      const second = await openedApp({ root: join(mount, "cairn"), directory })
      expect(second.app.project.name).toBe(first.app.project.name)
      expect(second.app.notices.filter(({ text }) => /read-only|cannot be written/.test(text)).length).toBeGreaterThan(
        0,
      )
      expect(second.prefix()).toContain("readable words")
      expect(await second.call("memory_read", { path: "system/a" })).toContain("readable words")
      expect(await second.call("memory_write", { path: "b", content: "x" })).toMatch(/^Error \(store_read_only\)/)
      await second.close()
    } finally {
      spawnSync("umount", ["-l", mount])
    }
  })

  test("a root that cannot be made is an error with a hint, not a crash", async () => {
    const file = join(tempDir("file"), "not-a-folder")
    writeFileSync(file, "")
    await expect(openedApp({ root: join(file, "cairn") })).rejects.toMatchObject({
      name: "CairnError",
      code: "not_a_folder",
    })
  })
})

describe("modes", () => {
  test.each(["000", "022", "077"])("under umask %s everything is private", (umask) => {
    const root = join(tempDir("root"), "cairn")
    const script = `process.umask(0o${umask})
      const { openedApp } = await import(${JSON.stringify(join(import.meta.dir, "../../test/bed/opened-app.ts"))})
      const cairn = await openedApp({ root: ${JSON.stringify(root)} })
      await cairn.call("memory_write", { path: "deep/er/a", content: "x" })
      await cairn.call("memory_history")
      cairn.prefix()
      await cairn.close()`
    execFileSync(process.execPath, ["-e", script], { env: { ...process.env, BUN_BE_BUN: "1" } })
    const loose = readdirSync(root, { recursive: true, encoding: "utf8" })
      .map((name) => ({ name, mode: statSync(join(root, name)).mode }))
      .filter(({ mode }) => (mode & 0o077) !== 0)
    expect(loose).toEqual([])
    expect(statSync(root).mode & 0o777).toBe(0o700)
    expect(existsSync(join(root, "history.git"))).toBe(true)
  })

  test("a root that was open to others is tightened, with a notice", async () => {
    const root = join(tempDir("root"), "cairn")
    mkdirSync(root)
    chmodSync(root, 0o755)
    const cairn = await open({ root })
    expect(statSync(root).mode & 0o777).toBe(0o700)
    expect(noticesText(cairn.app.notices)).toContain("was open to other users")
  })
})

describe("many at once", () => {
  test("100 parallel calls in a process keep 100 changes", async () => {
    const cairn = await open()
    await cairn.call("memory_write", { path: "list", content: "<end>" })
    const ids = Array.from({ length: 100 }, (_, i) => `id-${i}.`)
    /** On a busy machine some wait in vain for the lock, and say so. */
    async function add(id: string): Promise<string> {
      const answer = await cairn.call("memory_edit", { path: "list", oldString: "<end>", newString: `${id}\n<end>` })
      return answer.startsWith("Error (lock_busy)") ? add(id) : answer
    }
    const answers = await Promise.all(ids.map(add))
    // Behind a hundred others a call can outlast its time on a machine under heavy load. It was told so, and may be kept or not, but never twice.
    const isLate = (answer: string | undefined) => answer?.startsWith("Error (timeout)")
    expect(answers.filter((answer) => !answer.startsWith("Edited") && !isLate(answer))).toEqual([])
    expect(answers.some((answer) => answer.startsWith("Edited"))).toBe(true)
    await cairn.app.close()
    const text = cairn.read("list.md")
    const timesIn = (id: string) => text.split(id).length - 1
    expect(ids.filter((id, at) => (isLate(answers[at]) ? timesIn(id) > 1 : timesIn(id) !== 1))).toEqual([])
  })
})

test("a note that another scan put into the index just before it was deleted is taken out again", async () => {
  const memory = tempDir("memory")
  mkdirSync(join(memory, "global"))
  writeFileSync(join(memory, "global/a.md"), "words")
  const index = new NoteIndex()
  const scan = () =>
    scanNotes(memory, { name: "global", folder: ["global"] }, index, { hotDir: "system", defaultLimit: 10 })
  await scan()
  const read = index.get("a.md")
  if (!read) throw new Error("the note was not read")
  const running = scan()
  index.put({ ...read, info: { ...read.info, path: "gone.md" } })
  await running
  expect([...index.paths()]).toEqual(["a.md"])
})

test("a folder that cannot be read for a moment does not lose its notes", () => {
  const script = `
    const { scanNotes } = await import(${JSON.stringify(join(import.meta.dir, "notes/note-scan.ts"))})
    const { NoteIndex } = await import(${JSON.stringify(join(import.meta.dir, "notes/note-index.ts"))})
    const { mkdirSync, writeFileSync, openSync } = await import("node:fs")
    const memory = process.argv[1]
    mkdirSync(memory + "/global/reference/deep", { recursive: true })
    writeFileSync(memory + "/global/reference/deep/a.md", "words")
    const index = new NoteIndex()
    const scan = () => scanNotes(memory, { name: "global", folder: ["global"] }, index, { hotDir: "system", defaultLimit: 10 })
    await scan()
    const before = index.size
    try { for (;;) openSync("/dev/null") } catch (error) { void error }
    const { skipped } = await scan()
    console.log(before, index.size, skipped.length > 0)`
  const command = `ulimit -n 64; exec "$0" -e "$1" "$2"`
  const env = { ...process.env, BUN_BE_BUN: "1" }
  const printed = execFileSync("bash", ["-c", command, process.execPath, script, tempDir("few-files")], {
    env,
    encoding: "utf8",
  })
  expect(printed.trim()).toBe("1 1 true")
})

describe("the folder of memory", () => {
  const opens = (root: string) =>
    openedApp({ root }).then(
      async ({ app }) => {
        await app.close()
        return "opened"
      },
      (error) => error.code ?? error.message,
    )

  test("with somebody else's things in it is refused and left as it is", async () => {
    const root = tempDir("shared")
    writeFileSync(join(root, "budget.xlsx"), "theirs")
    chmodSync(root, 0o777)
    expect(await opens(root)).toBe("not_cairns_folder")
    expect(statSync(root).mode & 0o777).toBe(0o777)
    expect(readdirSync(root)).toEqual(["budget.xlsx"])
  })

  const others: [string, string, readonly string[]][] = [
    ["a nearly empty folder for temporary files", "1777", [".X11-unix/", ".ICE-unix/"]],
    ["a home with nothing but settings", "755", [".ssh/", ".bashrc"]],
    ["a repository without files", "755", [".git/"]],
    ["somebody's cache", "755", ["cache/"]],
    ["Cairn's names beside others", "755", ["memory/", ".git/"]],
  ]
  test.each(others)("that is %s is refused and left as it is", async (_, mode, names) => {
    const root = tempDir("others")
    for (const name of names) name.endsWith("/") ? mkdirSync(join(root, name)) : writeFileSync(join(root, name), "")
    execFileSync("chmod", [mode, root])
    expect(await opens(root)).toBe("not_cairns_folder")
    expect((statSync(root).mode & 0o7777).toString(8)).toBe(mode)
    expect(readdirSync(root)).toHaveLength(names.length)
  })

  test("is made private when it is empty, Cairn's own, or notes that were copied there", async () => {
    const root = tempDir("empty")
    chmodSync(root, 0o755)
    expect(await opens(root)).toBe("opened")
    expect(statSync(root).mode & 0o777).toBe(0o700)
    writeFileSync(join(root, "README"), "written by its owner")
    expect(await opens(root)).toBe("opened")
    rmSync(join(root, "README"))
    rmSync(join(root, "memory"), { recursive: true })
    for (const name of ["past.db", "past.db-wal", "cairn.log.1"]) writeFileSync(join(root, name), "")
    expect(await opens(root)).toBe("opened")
    const interrupted = tempDir("interrupted")
    writeFileSync(join(interrupted, ".cairn-0123456789abcdef.tmp"), "half a record of setup")
    expect(await opens(interrupted)).toBe("opened")
    const copied = tempDir("copied")
    mkdirSync(join(copied, "memory"))
    expect(await opens(copied)).toBe("opened")
    const cloned = tempDir("cloned")
    for (const name of [".git", "memory/global"]) mkdirSync(join(cloned, name), { recursive: true })
    expect(await opens(cloned)).toBe("opened")
  })

  test("a place where nothing can be created is an error, not an endless retry", async () => {
    expect(await opens("/proc/nope/cairn")).not.toBe("opened")
  })
})
