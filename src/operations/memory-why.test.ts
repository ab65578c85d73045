import { afterAll, describe, expect, test } from "bun:test"
import { rmSync, utimesSync } from "node:fs"
import { closeApps, type OpenedApp, open } from "../../test/bed/opened-app.ts"

afterAll(closeApps)

const TEXT = "The release branch of the harbour plan is called tide"

async function withFact(): Promise<OpenedApp & { readonly path: string }> {
  const cairn = await open()
  expect(await cairn.call("memory_save", { text: TEXT, type: "project" })).toStartWith("Saved facts/")
  const [fact] = cairn.app.scopeNotes("project").index.facts
  return { ...cairn, path: fact?.path as string }
}

describe("memory_why", () => {
  test("is right after the file was touched", async () => {
    const { call, file, path } = await withFact()
    const before = await call("memory_why", { about: "release branch" })
    expect(before).toContain("shown among the facts (strength")
    utimesSync(file(path), new Date(), new Date(Date.now() + 5000))
    expect(await call("memory_why", { about: "release branch" })).toBe(before)
  })

  test("leads to the message that a fact came from", async () => {
    const cairn = await open()
    const message = { sessionID: "ses_a", messageID: "msg_7", text: `Remember that ${TEXT}`, isFirst: false }
    await cairn.moments.userSpoke(message)
    await cairn.app.scopeNotes("project").refreshNow()
    expect(await cairn.call("memory_why", { about: "release branch" })).toContain(
      "\nread where it was said: memory_messages sessionId ses_a messageId msg_7",
    )
  })

  test("tells a deletion: by whom, in which session, when and why", async () => {
    const { call, path, clock, app } = await withFact()
    await call("memory_delete", { path }, "ses_other")
    const today = new Date(clock.now()).toISOString().slice(0, 10)
    for (const about of ["release branch", path]) {
      const told = await call("memory_why", { about })
      expect(told).toContain(`${path} (project scope) is gone: delete `)
      expect(told).toContain(
        `- ${today} deleted (asked: somebody asked for it to be deleted) ${path}; by the assistant in ses_other`,
      )
    }
    await app.store.history?.flush()
  })

  test("reports a deletion by hand, and the deletion of a note that is not a fact", async () => {
    const { call, path, file } = await withFact()
    await call("memory_write", { path: "reference/tide", content: "The tide table is on the wall" })
    await call("memory_history")
    rmSync(file(path))
    await call("memory_delete", { path: "reference/tide" })
    expect(await call("memory_why", { about: "release branch" })).toMatch(
      new RegExp(
        `${path} \\(project scope\\) is gone: deleted by hand, \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d \\(commit [0-9a-f]{10}\\)`,
      ),
    )
    expect(await call("memory_why", { about: "reference/tide" })).toContain(
      "reference/tide.md (project scope) is gone: delete tide",
    )
    expect(await call("memory_why", { about: "reference/never" })).toStartWith("Error (nothing_known)")
  })
})
