import { afterEach, describe, expect, test } from "bun:test"
import { readdirSync } from "node:fs"
import { closeApps, type OpenedApp, open } from "../../test/bed/opened-app.ts"
import { pathOnDisk } from "../model/note-path.ts"
import { partlyDone } from "../model/store-error.ts"
import { cleanText } from "../redaction/clean-text.ts"
import { noteChanged } from "../store/notes/note-refusals.ts"
import { applyPlan } from "./apply-plan.ts"
import { factFiles, versionsOf } from "./fact-files.ts"
import { planFact } from "./fact-plan.ts"
import { judgeCandidate } from "./judge.ts"
import { saveAsPlanned, saveFacts } from "./save-facts.ts"
import { sawNothing } from "./session-evidence.ts"

afterEach(closeApps)

const said = (text: string) =>
  ({
    text: cleanText(text).text,
    type: "decision",
    scope: "project",
    source: "explicit",
    said: "user",
    evidence: "ses_a/msg_1",
  }) as const
const TEXT = "The reports are rendered on the server"

/** How often it was decided about, with something that happens after the first time. */
async function decide(cairn: OpenedApp, between: () => Promise<void>): Promise<{ times: number; outcome: string }> {
  const judged = await judgeCandidate(cairn.app, said(TEXT), { seen: sawNothing })
  let times = 0
  const { outcome } = await saveAsPlanned(cairn.app, judged, async () => {
    const plan = await planFact(cairn.app, judged)
    if (++times === 1) await between()
    return plan
  })
  return { times, outcome: outcome.outcome }
}

describe("a candidate", () => {
  test("is decided once", async () => {
    const cairn = await open()
    await cairn.app.complete
    expect(await decide(cairn, async () => undefined)).toEqual({ times: 1, outcome: "promoted" })
  })

  test("and again when another process has saved the same since", async () => {
    const cairn = await open()
    const other = await open({ root: cairn.root, directory: cairn.directory })
    await cairn.app.complete
    const save = async () => void (await saveFacts(other.app, [said(TEXT)], { seen: sawNothing }))
    const { times, outcome } = await decide(cairn, save)
    expect(times).toBeGreaterThan(1)
    expect(outcome).toBe("absorbed")
    expect(readdirSync(cairn.file("facts"))).toEqual(["decision-the-reports-are-rendered-on-the-server.md"])
  })

  test("and again when a person has edited what it would change since", async () => {
    const cairn = await open()
    await cairn.app.complete
    await saveFacts(cairn.app, [said(TEXT)], { seen: sawNothing })
    cairn.clock.time += 60_000
    const path = "facts/decision-the-reports-are-rendered-on-the-server.md"
    const typed = cairn.read(path).replace(TEXT, `${TEXT}, said a person`)
    const { times, outcome } = await decide(cairn, async () => cairn.edit(path, typed))
    expect(times).toBeGreaterThan(1)
    expect(outcome).toBe("absorbed")
    expect(cairn.read(path)).toBe(typed)
  })

  test("but not if a part of the first attempt was made: the answer names it", async () => {
    const cairn = await open()
    await cairn.app.complete
    const { applyAlone } = cairn.app.store.notes
    const breaking: typeof applyAlone = async (changes, why) => {
      await applyAlone(changes.slice(0, 1), why)
      throw partlyDone(noteChanged(), ["a"])
    }
    Object.assign(cairn.app.store.notes, { applyAlone: breaking })
    const change = (name: string) =>
      ({ scope: cairn.app.scope("project"), path: pathOnDisk(`${name}.md`), expect: "absent", text: name }) as const
    let times = 0
    const make = async () => {
      times++
      return { changes: [change("a"), change("b")], why: "x" }
    }
    const done = applyPlan(cairn.app, "project", { make })
    await expect(done).rejects.toMatchObject({
      code: "note_changed",
      message: expect.stringMatching(/before that: a$/),
    })
    expect([times, cairn.read("a.md")]).toEqual([1, "a"])
  })

  test("takes the place of another only once history has that one", async () => {
    const cairn = await open({ env: { CAIRN_AUTO_COMMIT_DEBOUNCE_MS: "60000" } })
    await cairn.app.complete
    const save = (text: string) => saveFacts(cairn.app, [said(text)], { seen: sawNothing })
    const [older] = await save("The API listens on port 5433")
    cairn.clock.time += 60_000
    expect(await save("The API listens on port 5434")).toMatchObject([{ supersedes: [older?.path] }])
    const paths = [`${cairn.app.project.scope.folder.join("/")}/${older?.path}`]
    const [commit] = (await cairn.app.store.history?.list({ paths })) ?? []
    expect(commit?.files).toEqual(paths)
  })

  test("replaces what a person wrote while it was planned only once history has that", async () => {
    const cairn = await open({ env: { CAIRN_AUTO_COMMIT_DEBOUNCE_MS: "60000" } })
    const { app } = cairn
    await app.complete
    await app.store.history?.flush()
    const [scope, path] = [app.scope("project"), pathOnDisk("facts/a.md")]
    let times = 0
    await applyPlan(app, "project", {
      make: async () => {
        if (++times === 1) {
          cairn.edit(path.path, "typed by a person\n")
          return { changes: [], why: "" }
        }
        const expect = (await app.store.notes.read(scope, path))?.info.hash ?? "absent"
        return { changes: [{ scope, path, expect, text: "replaced\n" }], why: "replace a" }
      },
    })
    await app.store.history?.flush()
    const commits = await app.store.history?.list({ paths: [`${scope.folder.join("/")}/${path.path}`] })
    expect(commits?.map(({ message }) => message.split("\n")[0])).toEqual(["replace a", "edited by hand: a"])
    expect(cairn.read(path.path)).toBe("replaced\n")
  })

  test("two facts of one plan never go to the archive under one name", async () => {
    const cairn = await open()
    const head = "---\ntype: decision\nsource: manual\n---\n\n"
    cairn.edit("facts/a.md", `${head}Use tabs!`)
    cairn.edit("facts/b.md", `${head}Use tabs?`)
    await cairn.app.scopeNotes("project").refreshNow()
    const versions = versionsOf(cairn.app, "project", ["facts/a.md", "facts/b.md"])
    const files = factFiles(cairn.app, cairn.app.scope("project"), versions)
    const places = [await files.archive("facts/a.md", "facts/c.md"), await files.archive("facts/b.md", "facts/c.md")]
    expect(new Set(places.map(({ path }) => path)).size).toBe(2)
  })
})
