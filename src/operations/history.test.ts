import { afterAll, describe, expect, test } from "bun:test"
import { existsSync, linkSync, mkdirSync, rmSync, symlinkSync, unlinkSync } from "node:fs"
import { join } from "node:path"
import { closeApps, open } from "../../test/bed/opened-app.ts"
import { tempDir } from "../../test/bed/sandbox.ts"
import { git } from "../../test/bed/store-on-disk.ts"
import { messageOf } from "../model/errors.ts"
import { memoryRollback } from "./memory-rollback.ts"

afterAll(closeApps)

/** Hash of the newest commit in memory_history's answer. */
const newest = (history: string) => /^[0-9a-f]{10}/.exec(history)![0]

describe("memory_history", () => {
  test("shows hash, date, message and files, of this project and of global only", async () => {
    const one = await open()
    const other = await open({ root: one.root })
    await one.call("memory_write", { path: "reference/mine", content: "x" })
    await other.call("memory_write", { path: "reference/theirs", content: "x" })
    const history = await one.call("memory_history")
    expect(history).toMatch(/^[0-9a-f]{10} \d{4}-\d\d-\d\d \d\d:\d\d .*add mine\n/)
    expect(history).toContain("reference/mine.md")
    expect(history).not.toContain("theirs.md,")
    expect(await one.call("memory_history", { path: "reference/mine" })).toContain("reference/mine.md")
    expect(await one.call("memory_history", { path: "reference/none" })).toBe("no changes yet")
  })

  test("names no note of another project, however their changes came into one commit", async () => {
    const env = { CAIRN_AUTO_COMMIT_DEBOUNCE_MS: "60000" }
    const one = await open({ env })
    const other = await open({ root: one.root, env })
    await one.call("memory_write", { path: "reference/old", content: "x" })
    await one.call("memory_history")
    await other.call("memory_write", { path: "reference/theirs", content: "x" })
    await one.call("memory_promote", { path: "reference/old" })
    const histories = [await one.call("memory_history", { path: "reference/old" }), await one.call("memory_history")]
    await other.call("memory_write", { path: "reference/theirs-too", content: "x" })
    const deleted = { at: "2026-01-01T00:00:00Z", decision: "deleted", key: "a".repeat(64) } as const
    await one.app.store.decisions(one.app.scope("project")).add([deleted])
    histories.push(await one.call("memory_history"))
    expect(histories[0]).toContain("promote old")
    expect(histories[2]).toContain("record decisions")
    expect(histories.filter((history) => history.includes("theirs"))).toEqual([])
  })

  test("without git memory works and history says why it is behind; it heals when git is there again", async () => {
    const path = process.env.PATH
    process.env.PATH = tempDir("no-git")
    const cairn = await open()
    try {
      expect(await cairn.call("memory_write", { path: "a", content: "x" })).toStartWith("Wrote")
      expect(await cairn.call("memory_history")).toMatch(/history is behind: .*git/i)
      expect(await cairn.call("memory_rollback", { commitHash: "abcdef1" })).toContain("history_unavailable")
    } finally {
      process.env.PATH = path
    }
    expect(await cairn.call("memory_history")).toContain("a.md")
  })

  test("can be switched off", async () => {
    const { call, root } = await open({ env: { CAIRN_HISTORY: "false" } })
    await call("memory_write", { path: "a", content: "x" })
    expect(await call("memory_history")).toContain("history_off")
    expect(existsSync(join(root, "history.git"))).toBe(false)
  })
})

describe("memory_rollback", () => {
  test("restores this project as a new commit and leaves global, other projects, private and read-only notes alone", async () => {
    const one = await open()
    const other = await open({ root: one.root })
    await one.call("memory_write", { path: "reference/a", content: "first" })
    one.edit("system/ro.md", "---\nreadonly: true\n---\nold rule")
    const then = newest(await one.call("memory_history"))

    await one.call("memory_write", { path: "reference/a", content: "second" })
    await one.call("memory_write", { path: "reference/b", content: "new" })
    await one.call("memory_write", { path: "private/p", content: "mine alone" })
    await one.call("memory_write", { path: "system/Private/deep", content: "mine alone" })
    await one.call("memory_write", { path: "reference/g", scope: "global", content: "global" })
    await other.call("memory_write", { path: "reference/theirs", content: "theirs" })
    one.edit("system/ro.md", "---\nreadonly: true\n---\nnew rule")

    const answer = await one.call("memory_rollback", { commitHash: then })
    expect(answer).toMatch(
      /^Rolled back to [0-9a-f]{10} as commit [0-9a-f]{10}: restored .*reference\/a\.md; removed .*reference\/b\.md; read-only or damaged notes stay: \S*system\/ro\.md$/,
    )
    expect(one.read("reference/a.md")).toContain("first")
    expect(existsSync(one.file("reference/b.md"))).toBe(false)
    expect(one.read("private/p.md")).toContain("mine alone")
    expect(one.read("system/Private/deep.md")).toContain("mine alone")
    expect(git(one.root, "log", "--all", "--name-only", "--format=")).not.toMatch(/private/i)
    expect(await one.call("memory_delete", { path: "private/p" })).not.toContain("rollback")
    expect(one.read("system/ro.md")).toContain("new rule")
    expect(one.read("reference/g.md", "global")).toContain("global")
    expect(other.read("reference/theirs.md")).toContain("theirs")
    expect(git(one.root, "log", "-1", "--format=%s").trim()).toBe(`roll back to ${then.slice(0, 7)}`)
    expect(await one.call("memory_rollback", { commitHash: then })).toStartWith(
      "Nothing was changed; read-only or damaged notes stay: ",
    )
    const byPerson = await memoryRollback.run({ app: one.app, by: "person" }, { commitHash: then })
    expect(memoryRollback.toText(byPerson, "person")).toStartWith(
      "Nothing was changed; read-only or damaged notes stay: ",
    )
  })

  test("what was written a moment before is in history, not lost", async () => {
    const { call, edit, root } = await open({ env: { CAIRN_AUTO_COMMIT_DEBOUNCE_MS: "60000" } })
    await call("memory_write", { path: "a", content: "first" })
    const then = newest(await call("memory_history"))
    await call("memory_write", { path: "a", content: "by the agent, a moment ago" })
    edit("by-hand.md", "by hand, a moment ago")
    await call("memory_rollback", { commitHash: then })
    expect(git(root, "log", "-p", "--format=")).toContain("by the agent, a moment ago")
    expect(git(root, "log", "-p", "--format=")).toContain("by hand, a moment ago")
  })

  test("one note, or everything", async () => {
    const one = await open()
    const other = await open({ root: one.root })
    // The one whose history is asked for comes last: a commit may hold any part of these.
    // A session belongs to one project.
    const write = async (cairn: typeof one, content: string) => {
      const session = cairn === one ? "ses_one" : "ses_other"
      for (const path of ["a", "b"]) await cairn.call("memory_write", { path, content }, session)
    }
    for (const cairn of [other, one]) await write(cairn, "first")
    const then = newest(await one.call("memory_history"))
    for (const cairn of [one, other]) await write(cairn, "second")
    await one.call("memory_rollback", { commitHash: then, path: "a" })
    expect(
      [one.read("a.md"), one.read("b.md"), other.read("a.md")].map((text) => /first|second/.exec(text)![0]),
    ).toEqual(["first", "second", "second"])
    // Everything is a person's to roll back.
    const rollAll = (more: object) =>
      memoryRollback.run({ app: one.app, by: "person" }, { commitHash: then, scope: "all", ...more })
    await rollAll({})
    expect(
      [one.read("b.md"), other.read("a.md"), other.read("b.md")].map((text) => /first|second/.exec(text)![0]),
    ).toEqual(["first", "first", "first"])
    expect(await rollAll({ path: "a" }).catch(messageOf)).toContain("a path needs one scope")
  })

  test("a deleted note comes back, also one deleted right after it was written", async () => {
    const { call, read } = await open({ env: { CAIRN_AUTO_COMMIT_DEBOUNCE_MS: "60000" } })
    await call("memory_write", { path: "a", content: "precious" })
    expect(await call("memory_delete", { path: "a" })).toContain("a rollback can bring it back")
    const commits = (await call("memory_history", { path: "a" })).match(/^[0-9a-f]{10}/gm)!
    await call("memory_rollback", { commitHash: commits[1] })
    expect(read("a.md")).toContain("precious")
  })

  test("a hand edit that was never committed is in history before the agent replaces it", async () => {
    const { call, edit, root, app } = await open({ env: { CAIRN_AUTO_COMMIT_DEBOUNCE_MS: "60000" } })
    edit("a.md", "typed by a person")
    await app.scopeNotes("project").refreshNow()
    await call("memory_read", { path: "a" })
    await call("memory_write", { path: "a", content: "by the agent" })
    await call("memory_history")
    expect(git(root, "log", "-p", "--format=")).toContain("typed by a person")
  })

  test("nothing that somebody else wrote is lost when it is deleted or replaced, however soon", async () => {
    const settings = { env: { CAIRN_AUTO_COMMIT_DEBOUNCE_MS: "60000" } }
    const one = await open(settings)
    const other = await open({ ...settings, root: one.root, directory: one.directory })
    const past = () => git(one.root, "log", "--all", "-p", "--format=")
    one.edit("a.md", "typed a moment before the delete")
    await one.call("memory_delete", { path: "a" })
    expect(past()).toContain("typed a moment before the delete")
    one.edit("b.md", "typed a moment before the edit")
    await one.call("memory_edit", { path: "b", oldString: "a moment", newString: "long" })
    await one.call("memory_history")
    expect(past()).toContain("typed a moment before the edit")
    one.edit("system/d.md", "typed before the move")
    await one.app.scopeNotes("project").refreshNow()
    await one.call("memory_demote", { path: "system/d" })
    await one.call("memory_read", { path: "reference/d" })
    await one.call("memory_write", { path: "reference/d", content: "by the agent" })
    await one.call("memory_history")
    expect(past()).toContain("typed before the move")
    await other.call("memory_write", { path: "c", content: "acknowledged by another process" })
    await one.call("memory_delete", { path: "c" })
    expect(past()).toContain("acknowledged by another process")
  })

  test("what no history has may be deleted only by who has read it", async () => {
    const { call, edit } = await open({ env: { CAIRN_HISTORY: "false" } })
    edit("a.md", "only here")
    expect(await call("memory_delete", { path: "a" })).toContain("note_changed")
    await call("memory_read", { path: "a" })
    expect(await call("memory_delete", { path: "a" })).toStartWith("Deleted")
  })

  test("an agent cannot change readonly or trust by rolling back", async () => {
    const { call, edit, read, prefix, app } = await open()
    edit("facts/q.md", "poison")
    edit("system/ro.md", "---\nreadonly: true\n---\nthen")
    const then = newest(await call("memory_history"))
    edit("facts/q.md", "---\ntrust: quarantined\n---\npoison")
    edit("system/ro.md", "now free")
    const answer = await call("memory_rollback", { commitHash: then })
    expect(answer).toMatch(
      /^Nothing was changed.*these stay, since only the user decides about them: .*facts\/q\.md, .*system\/ro\.md/,
    )
    expect(read("facts/q.md")).toContain("quarantined")
    await app.scopeNotes("project").refreshNow()
    expect(prefix()).not.toContain("facts/q.md")
  })

  test("is one change-set, whatever it writes and removes", async () => {
    const { app, call, read, file } = await open()
    for (const path of ["a", "b"]) await call("memory_write", { path, content: "then" })
    const then = newest(await call("memory_history"))
    for (const path of ["a", "b", "c"]) await call("memory_write", { path, content: "now" })
    await app.store.history?.flush()
    const told: (readonly string[])[] = []
    Object.assign(app.store.history as object, { announce: ({ paths }: { paths: string[] }) => told.push(paths) })
    const answer = await call("memory_rollback", { commitHash: then })
    expect(answer).toMatch(/restored .*a\.md, .*b\.md; removed .*c\.md/)
    expect(told.map((paths) => paths.map((path) => path.split("/").at(-1)))).toEqual([["a.md", "b.md", "c.md"]])
    expect([read("a.md").includes("then"), read("b.md").includes("then"), existsSync(file("c.md"))]).toEqual([
      true,
      true,
      false,
    ])
  })

  test("one note that cannot be restored does not stop the others, and is named", async () => {
    const { call, file, read } = await open()
    for (const path of ["a", "l", "m", "z"]) await call("memory_write", { path, content: "then" })
    const then = newest(await call("memory_history"))
    for (const path of ["a", "l", "z"]) await call("memory_write", { path, content: "now" })
    unlinkSync(file("m.md"))
    mkdirSync(file("m.md"))
    linkSync(file("l.md"), file("linked.txt"))
    const answer = await call("memory_rollback", { commitHash: then })
    expect(answer).toMatch(
      /^Rolled back .*restored .*a\.md, .*z\.md; could not be restored: .*l\.md \(the file has a second name .*m\.md \(/,
    )
    expect(read("l.md")).toContain("now")
    expect([read("a.md"), read("z.md")].every((text) => text.includes("then"))).toBe(true)
  })

  test("one that stops half-way names once the note that was in the way, and what is left for the same reason", async () => {
    const { app, call, edit, read } = await open()
    for (const path of ["a", "b", "c"]) await call("memory_write", { path, content: "then" })
    const then = newest(await call("memory_history"))
    for (const path of ["a", "b", "c"]) await call("memory_write", { path, content: "now" })
    await app.store.history?.flush()
    Object.assign(app.store.history as object, { announce: () => edit("b.md", "mine") })
    const answer = await call("memory_rollback", { commitHash: then })
    expect(answer).toMatch(
      /restored \S*a\.md; could not be restored: \S*b\.md, \S*c\.md \(b: somebody else changed the note [^(]*\)$/,
    )
    expect(read("b.md")).toBe("mine")
  })

  test("the subject names no note of another project", async () => {
    const one = await open()
    const other = await open({ root: one.root })
    await other.call("memory_write", { path: "secret-client", content: "x" })
    await one.call("memory_write", { path: "mine", content: "x" })
    expect(await one.call("memory_history")).not.toContain("secret-client")
  })

  test("errors are told apart", async () => {
    const { call } = await open()
    await call("memory_history")
    expect(await call("memory_rollback", { commitHash: "HEAD" })).toStartWith("Error (bad_commit_hash)")
    expect(await call("memory_rollback", { commitHash: "--help" })).toStartWith("Error (bad_commit_hash)")
    expect(await call("memory_rollback", { commitHash: "0123456789abcdef" })).toStartWith("Error (commit_not_found)")
  })

  test("a deleted history starts again and the notes are untouched", async () => {
    const { call, root, read } = await open()
    await call("memory_write", { path: "a", content: "x" })
    await call("memory_history")
    rmSync(join(root, "history.git"), { recursive: true })
    expect(await call("memory_history")).toContain("a.md")
    expect(read("a.md")).toContain("x")
  })

  test("symbolic links put where a note was are not written through", async () => {
    const { call, file } = await open()
    const outside = tempDir("outside")
    await call("memory_write", { path: "d/a", content: "first" })
    const then = newest(await call("memory_history"))
    unlinkSync(file("d/a.md"))
    rmSync(file("d"), { recursive: true })
    symlinkSync(outside, file("d"))
    expect(await call("memory_rollback", { commitHash: then })).toMatch(/could not be restored: .*d\/a\.md/)
    expect(existsSync(join(outside, "a.md"))).toBe(false)
  })
})
