// History is what a sync would push: neither the text of a private fact nor its name comes into it.
import { afterEach, describe, expect, test } from "bun:test"
import { existsSync, readdirSync } from "node:fs"
import { candidateSaying } from "../../test/bed/facts.ts"
import { closeApps, type OpenedApp, open } from "../../test/bed/opened-app.ts"
import { git } from "../../test/bed/store-on-disk.ts"
import { approve, reject } from "../operations/quarantine.ts"
import { waitingNotes } from "../operations/waiting-notes.ts"
import { saveFacts } from "./save-facts.ts"
import { sawNothing } from "./session-evidence.ts"

afterEach(closeApps)

const PRIVATE = "private/acme-merger.md"
const old = (text: string, head = "") =>
  `---\ntype: project\nsource: manual\ncreated: 2026-01-01T00:00:00Z\nupdated: 2026-01-01T00:00:00Z\n${head}---\n${text}\n`

async function withPrivate(text: string, head = ""): Promise<OpenedApp> {
  const cairn = await open()
  cairn.edit(PRIVATE, old(text, head))
  await cairn.app.scopeNotes("project").refreshNow()
  return cairn
}

const userSays = async (cairn: OpenedApp, text: string) => {
  const candidate = candidateSaying(text, { type: "project", scope: "project", source: "explicit", said: "user" })
  const [outcome] = await saveFacts(cairn.app, [candidate], { seen: sawNothing })
  return outcome!
}

/** Every message and every text that history has. */
async function inHistory(cairn: OpenedApp): Promise<string> {
  await cairn.app.store.history?.flush()
  return git(cairn.root, "log", "-p", "--format=%B", "main")
}

describe("a private fact", () => {
  test("stays in its folder when the user says otherwise, and nothing in history names it", async () => {
    const cairn = await withPrivate("The API timeout is 30 seconds\n\nSECRET-DETAIL")
    const outcome = await userSays(cairn, "The API timeout is 60 seconds")
    expect(outcome).toMatchObject({ outcome: "promoted", conflicts: [PRIVATE] })
    expect(cairn.read(PRIVATE)).toContain("SECRET-DETAIL")
    expect(readdirSync(cairn.file("archive"))).toEqual([])
    const history = await inHistory(cairn)
    expect(history).toContain("The API timeout is 60 seconds")
    expect(history).not.toMatch(/SECRET-DETAIL|acme-merger/)
  })

  test("that says the same is taken as said already, with what it adds kept to itself", async () => {
    const cairn = await withPrivate("The API timeout is 30 seconds\n\nSECRET-DETAIL")
    expect(await userSays(cairn, "The API timeout is 30 seconds!")).toMatchObject({
      outcome: "absorbed",
      into: PRIVATE,
    })
    expect(cairn.read(PRIVATE)).toContain("SECRET-DETAIL")
    expect(await inHistory(cairn)).not.toMatch(/SECRET-DETAIL|acme-merger|API timeout/)
  })

  test("that takes the place of another is not named by it", async () => {
    const cairn = await withPrivate("The API timeout is 30 seconds")
    await userSays(cairn, "The API timeout is 60 seconds")
    cairn.clock.time += 60_000
    expect(await userSays(cairn, "The API timeout is 30 seconds")).toMatchObject({ into: PRIVATE })
    const [archived] = readdirSync(cairn.file("archive"))
    expect(cairn.read(`archive/${archived}`)).toContain("60 seconds")
    expect(await inHistory(cairn)).not.toContain("acme-merger")
  })

  test("written below facts/private stays there", async () => {
    const cairn = await open()
    const path = "facts/private/salary.md"
    const text = "The API gateway of Bob listens on port 7443"
    expect(await cairn.call("memory_write", { path, content: text, description: text })).toContain(path)
    expect(existsSync(cairn.file(path))).toBe(true)
    expect(readdirSync(cairn.file("facts"))).toEqual(["private"])
    expect(await inHistory(cairn)).not.toMatch(/salary|7443/)
  })

  test("approved or refused by a person is named nowhere in history", async () => {
    const cairn = await open()
    cairn.edit(PRIVATE, old("The API timeout is 30 seconds", "trust: quarantined\n"))
    cairn.edit("facts/private/x-quarantined-01234567.md", old("The build takes 9 minutes", "trust: quarantined\n"))
    cairn.edit("facts/project-y-quarantined-01234567.md", old("The API timeout is 60 seconds", "trust: quarantined\n"))
    await cairn.app.scopeNotes("project").refreshNow()
    for (const waiting of (await waitingNotes(cairn.app)).toSorted((a, b) => (a.path > b.path ? -1 : 1))) {
      if (waiting.path.includes("/x-")) await reject(cairn.app, waiting)
      else await approve(cairn.app, waiting)
    }
    expect(existsSync(cairn.file(PRIVATE))).toBe(true)
    const history = await inHistory(cairn)
    expect(history).toContain("60 seconds")
    expect(history).not.toMatch(/acme-merger|x-quarantined|9 minutes/)
  })
})
