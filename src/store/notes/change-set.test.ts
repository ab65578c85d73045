import { afterEach, describe, expect, test } from "bun:test"
import { execFileSync, spawnSync } from "node:child_process"
import { existsSync, linkSync, mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { closeApps, type OpenedApp, open, openWithoutHistory } from "../../../test/bed/opened-app.ts"
import { tempDir } from "../../../test/bed/sandbox.ts"
import type { App } from "../../app.ts"
import { pathOnDisk } from "../../model/note-path.ts"
import { sha256 } from "../../model/sha256.ts"
import { sweepTemps } from "../../platform/temp-file.ts"
import { applyChanges, type NoteChange } from "./change-set.ts"
import { openNoteFiles } from "./note-files.ts"
import { openWrittenMarks } from "./written-marks.ts"

afterEach(closeApps)

const hash = (text: string) => sha256(new TextEncoder().encode(text))
const change = ({ app }: OpenedApp, name: string, expect: string, text?: string): NoteChange => ({
  scope: app.scope("project"),
  path: pathOnDisk(`reference/${name}.md`),
  expect,
  text,
})
/** Without the lock and the index. */
function filesOf({ store, config }: App) {
  const options = { memory: store.layout.memory, settings: config, beforeWrite: async () => undefined }
  const marks = openWrittenMarks(store.layout.written)
  return openNoteFiles({ ...options, indexOf: () => undefined, onChange: () => undefined, marks })
}

const slow = { env: { CAIRN_AUTO_COMMIT_DEBOUNCE_MS: "60000" } }

describe("a change-set", () => {
  test("is carried out as a whole: written, replaced and removed", async () => {
    const cairn = await open(slow)
    for (const name of ["b", "c"]) cairn.edit(`reference/${name}.md`, name)
    const set = [
      change(cairn, "c", hash("c")),
      change(cairn, "a", "absent", "new"),
      change(cairn, "b", hash("b"), "other"),
    ]
    const notes = await cairn.app.store.notes.apply(set, "tidy up")
    expect(notes.map((note) => note?.file.body)).toEqual([undefined, "new", "other"])
    expect([cairn.read("reference/a.md"), cairn.read("reference/b.md")]).toEqual(["new", "other"])
    expect(existsSync(cairn.file("reference/c.md"))).toBe(false)
  })

  test.each([
    ["another text than expected", "z", hash("a")],
    ["a text where none should be", "a", "absent"],
    ["none where one should be", undefined, hash("a")],
  ])("is refused as a whole: %s", async (_, found, expected) => {
    const cairn = await open(slow)
    if (found !== undefined) cairn.edit("reference/a.md", found)
    const set = [change(cairn, "b", "absent", "new"), change(cairn, "a", expected, "mine")]
    await expect(cairn.app.store.notes.apply(set, "x")).rejects.toMatchObject({ code: "note_changed" })
    expect(existsSync(cairn.file("reference/b.md"))).toBe(false)
    expect(existsSync(cairn.file("reference/a.md"))).toBe(found !== undefined)
  })

  test("with a note that has a second name, or a move that cannot be, is refused as a whole and names it", async () => {
    const cairn = await open(slow)
    const { notes } = cairn.app.store
    for (const name of ["a", "m", "z"]) cairn.edit(`reference/${name}.md`, name)
    linkSync(cairn.file("reference/m.md"), cairn.file("elsewhere.txt"))
    const both = [change(cairn, "a", hash("a"), "other"), change(cairn, "m", hash("m"), "other")]
    await expect(notes.apply(both, "x")).rejects.toMatchObject({
      code: "link_refused",
      message: "m: the file has a second name (a hard link) outside Cairn's control",
    })
    const move = (from: string): NoteChange => ({
      ...change(cairn, "z", "any"),
      from: pathOnDisk(`reference/${from}.md`),
    })
    await expect(notes.apply([both[0] as NoteChange, move("a")], "x")).rejects.toMatchObject({ code: "path_taken" })
    await expect(notes.apply([both[0] as NoteChange, move("b")], "x")).rejects.toMatchObject({ code: "note_changed" })
    expect(["a", "m", "z"].map((name) => cairn.read(`reference/${name}.md`))).toEqual(["a", "m", "z"])
  })

  test("with a text that is too large for a note is refused and names it", async () => {
    const cairn = await open(slow)
    const set = [change(cairn, "a", "absent", "a"), change(cairn, "b", "absent", "b".repeat(2_000_000))]
    await expect(cairn.app.store.notes.apply(set, "x")).rejects.toMatchObject({
      code: "note_too_large",
      message: expect.stringMatching(/^b: the file would have 2000000 bytes/),
    })
  })

  test("does first what must be on record, when all is checked and before anything is written", async () => {
    const cairn = await open(slow)
    const { notes } = cairn.app.store
    const done: string[] = []
    const first = async () => void done.push(`first, ${existsSync(cairn.file("reference/a.md"))}`)
    await notes.alone(() => notes.applyAlone([change(cairn, "a", "absent", "new")], "x", first))
    const again = notes.alone(() => notes.applyAlone([change(cairn, "a", "absent", "new")], "x", first))
    await expect(again).rejects.toMatchObject({ code: "note_changed" })
    expect(done).toEqual(["first, false"])
  })

  test("writes before it removes, so that a crash in between leaves a text twice and never nowhere", async () => {
    const { app } = await open(slow)
    const scope = app.scope("project")
    const files = filesOf(app)
    const path = (name: string) => pathOnDisk(`reference/${name}.md`)
    const write = (set: NoteChange[], using = files) => applyChanges(using, set, async () => undefined)
    await write([{ scope, path: path("old"), expect: "absent", text: "text" }])
    const crashing = { ...files, erase: () => Promise.reject(new Error("the power is off")) }
    const move = [
      { scope, path: path("old"), expect: hash("text") },
      { scope, path: path("new"), expect: "absent", text: "text" },
    ]
    await expect(write(move, crashing)).rejects.toThrow("power")
    const left = await Promise.all(["old", "new"].map((name) => files.read(scope, path(name))))
    expect(left.map((note) => note?.file.body)).toEqual(["text", "text"])
  })

  test("that a full disk cannot take changes nothing, and leaves no temporary file", async () => {
    const mount = tempDir("small-disk")
    if (spawnSync("mount", ["-t", "tmpfs", "-o", "size=2m", "tmpfs", mount]).status !== 0)
      return void process.stderr.write("not tried here: mounting a small disk is not allowed\n")
    try {
      const cairn = await openWithoutHistory({ root: join(mount, "cairn") })
      await cairn.app.complete
      cairn.edit("reference/b.md", "b")
      const { bavail, bsize } = statfsSync(mount)
      writeFileSync(join(mount, "filler"), Buffer.alloc(bavail * bsize - 60_000))
      const set = [change(cairn, "a", "absent", "new"), change(cairn, "b", hash("b"), "x".repeat(100_000))]
      await expect(cairn.app.store.notes.apply(set, "x")).rejects.toMatchObject({
        code: "no_space",
        message: "the disk is full; nothing was changed",
      })
      expect(readdirSync(cairn.file("reference"))).toEqual(["b.md"])
      expect(cairn.read("reference/b.md")).toBe("b")
      rmSync(join(mount, "filler"))
      await cairn.app.store.notes.apply(set, "x")
      expect(readdirSync(cairn.file("reference")).sort()).toEqual(["a.md", "b.md"])
    } finally {
      await closeApps()
      spawnSync("umount", ["-l", mount])
    }
  })

  test("that fails in the middle says what is changed already, and leaves no temporary file", async () => {
    const cairn = await open(slow)
    const { app } = cairn
    cairn.edit("reference/a.md", "a")
    const files = filesOf(app)
    let times = 0
    const breaking: typeof files = {
      ...files,
      write: (...given) =>
        times++ ? Promise.reject(Object.assign(new Error(), { code: "ENOSPC" })) : files.write(...given),
    }
    const set = [change(cairn, "a", hash("a"), "other"), change(cairn, "b", "absent", "new")]
    const done = applyChanges(breaking, set, async () => undefined)
    await expect(done).rejects.toMatchObject({
      code: "no_space",
      message: "the disk is full; changed before that: a",
    })
    expect(readdirSync(cairn.file("reference"))).toEqual(["a.md"])
    expect(cairn.read("reference/a.md")).toBe("other")
  })

  test("that is refused leaves no folder that it made, and every folder that was there", async () => {
    const cairn = await open(slow)
    const { app } = cairn
    cairn.edit("topics/a.md", "a")
    mkdirSync(cairn.file("topics/empty"))
    const at = (path: string) => ({ ...change(cairn, "a", "absent", "new"), path: pathOnDisk(path) })
    const set = ["new/deep/a.md", "new/deep/b.md", "new/c.md", "topics/empty/a.md", "topics/b.md"].map(at)
    const refuse = () => Promise.reject(new Error("not now"))
    await expect(applyChanges(filesOf(app), set, refuse)).rejects.toThrow("not now")
    expect(existsSync(cairn.file("new"))).toBe(false)
    expect(readdirSync(cairn.file("topics")).sort()).toEqual(["a.md", "empty"])
    await applyChanges(filesOf(app), set, async () => undefined)
    expect([readdirSync(cairn.file("new")).sort(), cairn.read("new/deep/b.md")]).toEqual([["c.md", "deep"], "new"])
  })

  test("is carried out although another process sweeps its prepared texts away", async () => {
    const cairn = await open(slow)
    cairn.edit("reference/b.md", "b")
    const set = [change(cairn, "b", hash("b"), "other"), change(cairn, "c", "absent", "new")]
    const sweep = async () => void (await sweepTemps(cairn.app.store.layout.memory, 0, Date.now() + 60_000))
    await applyChanges(filesOf(cairn.app), set, sweep)
    expect(["b", "c"].map((name) => cairn.read(`reference/${name}.md`))).toEqual(["other", "new"])
    expect(readdirSync(cairn.file("reference")).sort()).toEqual(["b.md", "c.md"])
  })

  test("does not overwrite what somebody writes while its texts are prepared", async () => {
    const cairn = await open(slow)
    cairn.edit("reference/b.md", "b")
    const set = [change(cairn, "b", hash("b"), "other"), change(cairn, "c", "absent", "new")]
    const done = applyChanges(filesOf(cairn.app), set, async () => void cairn.edit("reference/b.md", "mine"))
    await expect(done).rejects.toMatchObject({ code: "note_changed" })
    expect(readdirSync(cairn.file("reference"))).toEqual(["b.md"])
    expect(cairn.read("reference/b.md")).toBe("mine")
  })

  test("is no longer named in history for what it did not write: a person's edit there is a person's", async () => {
    const cairn = await open(slow)
    const { notes, history } = cairn.app.store
    const folder = cairn.app.scope("project").folder.join("/")
    await history?.flush()
    for (const name of ["b", "c"]) cairn.edit(`reference/${name}.md`, name)
    await history?.flush()
    const write = [change(cairn, "a", "absent", "new"), change(cairn, "b", hash("b"), "other")]
    const set = [...write, change(cairn, "c", hash("c"))]
    const announced = history?.announce.bind(history)
    // Somebody saves between the check and the write.
    const interfering = (told: { why: string; paths: readonly string[] }) => {
      cairn.edit("reference/b.md", "mine")
      return announced?.(told)
    }
    Object.assign(history as object, { announce: interfering })
    await expect(notes.alone(() => notes.applyAlone(set, "tidy up"))).rejects.toMatchObject({
      code: "note_changed",
      message: "b: somebody else changed the note at the same moment; their text was kept; changed before that: a",
    })
    cairn.edit("reference/c.md", "mine too")
    await history?.flush()
    const messageOf = async (name: string) =>
      (await history?.list({ limit: 1, paths: [`${folder}/reference/${name}.md`] }))?.[0]?.message ?? ""
    expect(await messageOf("a")).toContain(`- tidy up [${folder}/reference/a.md]`)
    for (const name of ["b", "c"])
      expect(await messageOf(name)).toContain(`- edited by hand: ${name} [${folder}/reference/${name}.md]`)
    expect(await cairn.call("memory_undo")).not.toContain("tidy up")
    expect(["b", "c"].map((name) => cairn.read(`reference/${name}.md`))).toEqual(["mine", "mine too"])
  })

  test("is the commit's message; several share one commit that lists each, along with what a person did", async () => {
    const cairn = await open(slow)
    const { notes, history } = cairn.app.store
    await history?.flush()
    await notes.apply([change(cairn, "a", "absent", "new")], "add a")
    await notes.apply([change(cairn, "b", "absent", "new")], "add b")
    cairn.edit("reference/mine.md", "mine")
    await history?.flush()
    const log = execFileSync("git", ["--git-dir", join(cairn.root, "history.git"), "log", "-1", "--format=%B"])
    const folder = cairn.app.scope("project").folder.join("/")
    expect(log.toString().trim().split("\n")).toEqual([
      "add a; and 2 more",
      "",
      `- add a [${folder}/reference/a.md]`,
      `- add b [${folder}/reference/b.md]`,
      `- edited by hand: mine [${folder}/reference/mine.md]`,
    ])
  })
})
