import { afterAll, describe, expect, test } from "bun:test"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { closeApps, noHost, openWithoutHistory as open } from "../../test/bed/opened-app.ts"
import { updateSession } from "../session/live-session.ts"
import { buildPrefix } from "./build-prefix.ts"
import { momentsOf } from "./moments.ts"

afterAll(closeApps)

describe("the prefix of a session", () => {
  test("a compaction or another model that changed nothing does not make the next write a reason", async () => {
    const { app, call, prefix } = await open()
    await app.complete
    const first = prefix("s")
    updateSession(app.sessions.get("s"), { served: { ...app.sessions.get("s").served, compaction: "msg_1" } })
    expect(prefix("s")).toBe(first)
    expect(prefix("s", "p/other")).toBe(first)
    await call("memory_write", { path: "system/x", content: "news" }, "s")
    expect(prefix("s", "p/other")).toBe(first)
  })

  test("asked for once, it is rendered once", async () => {
    const { app, call, prefix } = await open()
    await app.complete
    prefix("s")
    await call("memory_flush", {}, "s")
    await call("memory_write", { path: "system/x", content: "news" }, "s")
    const fresh = prefix("s")
    expect(fresh).toContain("news")
    await call("memory_write", { path: "system/y", content: "later" }, "s")
    expect(prefix("s")).toBe(fresh)
  })

  test("a person's approval in another process makes the next one fresh, and only that one", async () => {
    const one = await open()
    await one.app.complete
    one.edit("system/waiting.md", "---\ndescription: Waits\ntrust: quarantined\n---\nlet out at last\n")
    await one.app.scopeNotes("project").refreshNow()
    const built = async () =>
      (await one.moments.promptBuilt({ sessionID: "s", model: "p/m", purpose: "turn", tailed: [] })).prefix
    const before = await built()
    expect(before).not.toContain("let out at last")
    one.edit("system/waiting.md", "---\ndescription: Waits\n---\nlet out at last\n")
    await one.app.scopeNotes("project").refreshNow()
    const fresh = await built()
    expect(fresh).toContain("let out at last")
    one.edit("system/later.md", "---\ndescription: Later\n---\nwritten after the approval\n")
    await one.app.scopeNotes("project").refreshNow()
    expect(await built()).toBe(fresh)
  })

  test("what a person decided elsewhere is known with the next message, although scans take their rest", async () => {
    const { app, edit, moments } = await open()
    await app.complete
    for (let i = 0; i < 400; i++) edit(`reference/n${i}.md`, `---\ndescription: Note ${i}\n---\nbody`)
    edit("reference/waiting.md", "---\ndescription: Waits\ntrust: quarantined\n---\nlet out at last\n")
    const { index, refreshNow } = app.scopeNotes("project")
    await refreshNow()
    expect(index.quarantined).toHaveLength(1)
    edit("reference/waiting.md", "---\ndescription: Waits\n---\nlet out at last\n")
    const about = { hash: "a".repeat(64), path: "reference/waiting.md", at: new Date(0).toISOString() }
    await app.store.decisions(app.scope("project")).add([{ ...about, decision: "approved" }])
    await moments.userSpoke({ sessionID: "s", messageID: "msg_1", text: "hello", isFirst: true })
    expect(index.quarantined).toEqual([])
  })

  test("the first one waits until all notes are known, later ones do not", async () => {
    const { app } = await open()
    await app.complete
    let isComplete = false
    const complete = new Promise<void>((resolve) => setTimeout(resolve, 20)).then(() => {
      isComplete = true
    })
    const slow = momentsOf({ ...app, complete, isComplete: () => isComplete }, noHost)
    await slow.promptBuilt({ sessionID: "s", model: "p/m", purpose: "turn", tailed: [] })
    expect([isComplete, app.sessions.get("s").served.epoch?.provisional]).toEqual([true, undefined])
  })

  test("rendered before all notes are known, it is rendered again when they are, and only then", async () => {
    const { app, call, edit } = await open()
    await app.complete
    let isComplete = false
    const { promise: complete, resolve: completed } = Promise.withResolvers<void>()
    const scanning = { ...app, complete, isComplete: () => isComplete }
    const prefix = () => buildPrefix(scanning, { sessionID: "s", model: "p/m" })
    const early = prefix()
    edit("reference/late.md", "---\ndescription: Found by the scan\n---\nbody")
    await app.scopeNotes("project").refreshNow()
    expect(prefix()).toBe(early)
    isComplete = true
    completed()
    await complete
    const whole = prefix()
    expect([early, whole].map((text) => text?.includes("reference/late.md"))).toEqual([false, true])
    await call("memory_write", { path: "system/x", content: "news" }, "s")
    expect(prefix()).toBe(whole)
  })

  test("rendered early but complete all the same, it stays", async () => {
    const before = await open()
    await before.app.complete
    await before.close()
    const { app, prefix, call } = await open({ root: before.root, directory: before.directory })
    const early = prefix("s")
    await app.complete
    await call("memory_write", { path: "system/x", content: "news" }, "s")
    expect(prefix("s")).toBe(early)
  })

  test("a session that was moved to another project does not go on with the old one's notes", async () => {
    const one = await open()
    await one.call("memory_write", { path: "system/x", content: "of the first project" })
    expect(one.prefix("s")).toContain("of the first project")
    await new Promise(setImmediate)
    const other = await open({ root: one.root })
    expect(other.prefix("s")).not.toContain("of the first project")
  })

  test("pressure counts from the last compaction", async () => {
    const { app, call, prefix, moments } = await open({ env: { CAIRN_REFRESH_THRESHOLD_PERCENTAGE: "65" } })
    await app.complete
    const built = async (compaction?: string) =>
      (await moments.promptBuilt({ sessionID: "s", model: "p/m", purpose: "turn", compaction, tailed: [] })).prefix
    const stepped = (input: number) => moments.stepEnded({ sessionID: "s", tokens: { input }, window: { usable: 100 } })
    await built()
    await stepped(96)
    expect(await built("msg_1")).toBe(prefix("s"))
    await stepped(75)
    await call("memory_write", { path: "system/x", content: "under pressure" }, "s")
    expect(await built("msg_1")).toContain("under pressure")
  })

  test("a secret that a person typed into a hot note is shown, but nothing is kept of it beside the note", async () => {
    const cairn = await open({ env: { CAIRN_HISTORY: "false" } })
    await cairn.app.complete
    const token = `ghp_${"a1B2c3D4e5F6".repeat(3)}`
    const pem = `-----BEGIN RSA PRIVATE KEY-----\n${"MIIEpAIBAAKCAQEA\n".repeat(9)}-----END RSA PRIVATE KEY-----`
    cairn.edit("system/key.md", `The token is ${token}.\n${pem}\nThe end of it.\n`)
    cairn.edit("system/last.md", "The note after it\n")
    await cairn.app.scopeNotes("project").refreshNow()
    expect(cairn.prefix("s")).toContain(token)
    await new Promise(setImmediate)
    const [shown] = cairn.app.store.shownPrompts.of(cairn.app.project.name).list("s")
    expect(shown?.text).toContain("The end of it.")
    const lines = shown?.text.split("\n") ?? []
    expect(shown?.origins.reduce((sum, span) => sum + span.lines, 0)).toBe(lines.length)
    let at = 0
    const ofLast = shown?.origins.flatMap((span) => {
      at += span.lines
      return span.of === "project:system/last.md" ? lines.slice(at - span.lines, at) : []
    })
    expect(ofLast?.join("\n")).toContain("The note after it")
    const files = readdirSync(cairn.root).filter((name) => /^(?:state\.db|cairn\.log)/.test(name))
    expect(files).toContain("state.db")
    const holding = files.filter((name) => /ghp_a1B2|MIIEpAIB/.test(readFileSync(join(cairn.root, name), "latin1")))
    expect(holding).toEqual([])
    cairn.edit("system/key.md", "No longer here.\n")
    await cairn.app.scopeNotes("project").refreshNow()
    await cairn.close()
    const { app, prefix } = await open({ root: cairn.root, directory: cairn.directory })
    await app.complete
    expect(prefix("s")).toContain("No longer here.")
  })

  test("one with such a secret takes the place of an earlier one, whose bytes are not served after a restart", async () => {
    const before = await open({ env: { CAIRN_HISTORY: "false" } })
    await before.app.complete
    const write = async (text: string) => {
      before.edit("system/key.md", `${text}\n`)
      await before.app.scopeNotes("project").refreshNow()
    }
    await write("There is no token yet")
    expect(before.prefix("s")).toContain("no token yet")
    await new Promise(setImmediate)
    await write(`The token is ghp_${"a1B2c3D4e5F6".repeat(3)}.`)
    await before.moments.flushRequested({ sessionID: "s" })
    expect(before.prefix("s")).toContain("The token is")
    await new Promise(setImmediate)
    await before.close()
    const { app, prefix } = await open({ ...before, env: { CAIRN_HISTORY: "false" } })
    await app.complete
    expect(prefix("s")).toContain("The token is")
  })

  test("after a restart the saved bytes are served, and what they show counts as read", async () => {
    const before = await open()
    await before.call("memory_write", { path: "system/x", content: "shown" }, "other")
    const served = before.prefix("s")
    await new Promise(setImmediate)
    await before.close()
    const { app, prefix, call } = await open({ root: before.root, directory: before.directory })
    await app.complete
    expect(prefix("s")).toBe(served)
    expect(await call("memory_write", { path: "system/x", content: "replaced" }, "s")).toStartWith("Replaced")
    expect(prefix("s")).toBe(served)
  })
})
