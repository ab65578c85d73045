// Refusals that no other test has a place for: what was asked, the code that answers, and that nothing was changed.
import { afterAll, describe, expect, test } from "bun:test"
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { slowness } from "../../scripts/slowness.mjs"
import { closeApps, type OpenedApp, open } from "../../test/bed/opened-app.ts"
import type { App } from "../app.ts"
import { CairnError, messageOf } from "../model/errors.ts"
import { editHead } from "../model/note-head.ts"
import { reject } from "./quarantine.ts"
import { operations } from "./registry.ts"
import { waitingNotes } from "./waiting-notes.ts"

afterAll(closeApps)

const KEY = ["ghp", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"].join("_")

function asPerson(app: App, tool: string, args: object = {}): Promise<unknown> {
  const operation = operations.find(({ name }) => name === tool)
  if (!operation) throw new Error(`no operation ${tool}`)
  return operation.run({ app, by: "person" }, args)
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "no error",
    (error) => (error instanceof CairnError ? error.code : String(error)),
  )
}

describe("secrets", () => {
  test("an edit that puts two harmless halves together is refused (holds_secret)", async () => {
    const { call, read } = await open()
    const [first, second] = ["AKIAQ3EG", "4JTVFIRN5ZKP"]
    await call("memory_write", { path: "reference/ci", content: `the id is ${first} MIDDLE rest` })
    const before = read("reference/ci.md")
    const edit = { path: "reference/ci", oldString: " MIDDLE rest", newString: second }
    expect(await call("memory_edit", edit)).toStartWith("Error (holds_secret)")
    expect(read("reference/ci.md")).toBe(before)
  })

  test("a note with one, written by hand, is not made hot by an agent (holds_secret)", async () => {
    const { call, edit, file } = await open()
    edit("reference/deploy.md", `---\ndescription: How to deploy\n---\n\nUse ${KEY} for it.\n`)
    expect(await call("memory_promote", { path: "reference/deploy" })).toStartWith("Error (holds_secret)")
    expect(existsSync(file("reference/deploy.md"))).toBe(true)
    expect(existsSync(file("system/deploy.md"))).toBe(false)
  })
})

describe("trust", () => {
  const PAGE = "Deployments of the billing service always start from the orange cluster on Thursdays at dawn"

  test("a note that repeats a page of the web is not made hot (not_trusted)", async () => {
    const { call, edit, file, moments } = await open()
    edit("reference/billing.md", `---\ndescription: Billing\n---\n\n${PAGE}\n`)
    await moments.toolEnded({
      ...{ sessionID: "ses_test", callID: "c1", tool: "webfetch", args: { url: "https://example.org/x" } },
      ...{ ok: true, output: PAGE, files: [] },
    })
    expect(await call("memory_promote", { path: "reference/billing" })).toStartWith("Error (not_trusted)")
    expect(existsSync(file("system/billing.md"))).toBe(false)
  })

  test("words that a person has refused cannot be written again (rejected_by_person)", async () => {
    const cairn = await open()
    const note = { path: "reference/habit", content: "You must always push straight to main.", description: "Habit" }
    await cairn.call("memory_write", note)
    const [waiting] = await waitingNotes(cairn.app)
    await reject(cairn.app, waiting as NonNullable<typeof waiting>)
    expect(await cairn.call("memory_write", note)).toStartWith("Error (rejected_by_person)")
    expect(existsSync(cairn.file("reference/habit.md"))).toBe(false)
  })
})

describe("notes", () => {
  test("a file of more than a megabyte is not written (note_too_large)", async () => {
    const { call, edit, read } = await open()
    const text = "---\ndescription: Big\nlimit: 400000\n---\n\nsmall\n"
    edit("reference/big.md", text)
    await call("memory_read", { path: "reference/big" })
    const big = { path: "reference/big", content: "漢".repeat(380_000) }
    expect(await call("memory_write", big)).toStartWith("Error (note_too_large)")
    expect(read("reference/big.md")).toBe(text)
  })

  test("a head that is not understood is not changed (frontmatter_not_editable)", async () => {
    const heads = ["description: [open", "a: &x 1\nb: *x", "- a list", "a: 1\na: 2"]
    const codes = await Promise.all(heads.map((head) => codeOf((async () => editHead(head, { updated: "x" }, "\n"))())))
    expect(codes).toEqual(heads.map(() => "frontmatter_not_editable"))
  })
})

describe("sessions", () => {
  test("a person at a terminal has no session memory to change (no_session)", async () => {
    const { app } = await open()
    const tools = ["core_memory_read", "working_memory_add"]
    const codes = await Promise.all(tools.map((tool) => codeOf(asPerson(app, tool, { content: "x" }))))
    expect(codes).toEqual(["no_session", "no_session"])
  })

  test("a slot that nobody made is named with those there are (no_such_slot)", async () => {
    const { call, prefix } = await open()
    const answers = [
      await call("working_memory_add", { content: "where does it go", slot: "riddle" }),
      await call("working_memory_clear_slot", { slot: "riddle" }),
    ]
    expect(
      answers.filter((answer) => !/^Error \(no_such_slot\).*"riddle".*error, decision, todo/s.test(answer)),
    ).toEqual([])
    expect(prefix()).not.toContain("where does it go")
  })
})

/** The same app, whose history waits less long for a change, and which stops right before it changes notes. */
function hasty({ app }: OpenedApp, ms: number, stop: Promise<void>, shortest?: number): App {
  const { history } = app.store
  if (!history) throw new Error("no history")
  const commitChange: typeof history.commitChange = (message, change) => history.commitChange(message, change, ms)
  const { notes } = app.store
  const applyAlone: typeof notes.applyAlone = async (...given) => stop.then(() => notes.applyAlone(...given))
  const alone: typeof notes.alone = (work, waitMs) => notes.alone(work, waitMs && shortest)
  const store = Object.create(app.store, {
    notes: { value: { ...notes, applyAlone, alone } },
    history: { value: Object.create(history, { commitChange: { value: commitChange } }) },
  })
  return Object.create(app, { store: { value: store } })
}

/** What is answered if the change takes longer than the history waits; returns when the change is made. */
async function whileSlow(cairn: OpenedApp, tool: string, args: object, isDone: () => boolean): Promise<string> {
  const { promise: stop, resolve: release } = Promise.withResolvers<void>()
  const code = await codeOf(asPerson(hasty(cairn, 1500 * slowness(), stop), tool, args))
  expect(isDone()).toBe(false)
  release()
  for (let tries = 0; tries < 300 && !isDone(); tries++) await Bun.sleep(20)
  expect(isDone()).toBe(true)
  return code
}

describe("what takes long says so, and is done all the same", () => {
  async function written() {
    const cairn = await open()
    await cairn.call("memory_write", { path: "reference/a", content: "first" })
    const [commitHash = ""] = /^[0-9a-f]{10}/.exec(await cairn.call("memory_history")) ?? []
    await cairn.call("memory_write", { path: "reference/a", content: "second" })
    await cairn.call("memory_history")
    return { cairn, commitHash, isDone: () => cairn.read("reference/a.md").includes("first") }
  }

  test("a rollback (rollback_unfinished)", async () => {
    const { cairn, commitHash, isDone } = await written()
    expect(await whileSlow(cairn, "memory_rollback", { commitHash }, isDone)).toBe("rollback_unfinished")
  })

  test("an undo (undo_unfinished)", async () => {
    const { cairn, isDone } = await written()
    expect(await whileSlow(cairn, "memory_undo", {}, isDone)).toBe("undo_unfinished")
  })

  test("one that waits in vain for another writer says that, within its time", async () => {
    const { cairn, commitHash, isDone } = await written()
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const busy = cairn.app.store.notes.alone(() => held)
    const app = hasty(cairn, 15_000, Promise.resolve(), 50)
    const codes = [
      await codeOf(asPerson(app, "memory_undo", {})),
      await codeOf(asPerson(app, "memory_rollback", { commitHash })),
    ]
    release()
    await busy
    expect([codes, isDone()]).toEqual([["lock_busy", "lock_busy"], false])
  })

  test("but what others keep from beginning is never done, and says so", async () => {
    const { cairn, commitHash, isDone } = await written()
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const busy = cairn.app.store.notes.alone(() => held)
    const answers: string[] = []
    const asked = { memory_undo: {}, memory_rollback: { commitHash } }
    for (const [tool, args] of Object.entries(asked)) {
      const done = asPerson(hasty(cairn, 1500 * slowness(), Promise.resolve()), tool, args)
      answers.push(await done.then(() => "done", messageOf))
    }
    release()
    await busy
    await cairn.app.store.history?.flush(60_000)
    expect(answers).toEqual([
      "others have been writing for long; nothing was undone",
      "others have been writing for long; nothing was rolled back",
    ])
    await cairn.app.log.flush()
    expect(readFileSync(join(cairn.root, "cairn.log"), "utf8")).not.toContain("history.change-failed")
    expect(isDone()).toBe(false)
  })
})

describe("the store", () => {
  test("a file instead of the folder of projects is reported (projects_unreadable)", async () => {
    const { app, root } = await open()
    const projects = join(root, "memory/projects")
    renameSync(projects, join(dirname(projects), "projects-away"))
    writeFileSync(projects, "not a folder")
    expect(await codeOf(app.store.projects.list())).toBe("projects_unreadable")
  })
})
