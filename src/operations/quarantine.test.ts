import { afterAll, describe, expect, test } from "bun:test"
import { existsSync, readFileSync, rmSync, symlinkSync } from "node:fs"
import { dirname, join } from "node:path"
import { clean } from "../../test/bed/facts.ts"
import { closeApps, type OpenedApp, open } from "../../test/bed/opened-app.ts"
import { git } from "../../test/bed/store-on-disk.ts"
import { CairnError } from "../model/errors.ts"
import { partlyDone } from "../model/store-error.ts"
import { noteChanged } from "../store/notes/note-refusals.ts"
import { memoryDelete } from "./memory-delete.ts"
import { isFor } from "./operation.ts"
import { approve, reject } from "./quarantine.ts"
import { operations } from "./registry.ts"
import { type WaitingNote, waitingNotes } from "./waiting-notes.ts"

afterAll(closeApps)

const FACT = `---
description: Releases are cut from main
type: project # as proposed
source: compaction
trust: quarantined
evidence: ses_1/msg_2
---

Why: the page said so.
`

async function only(cairn: OpenedApp): Promise<WaitingNote> {
  const waiting = await waitingNotes(cairn.app)
  expect(waiting).toHaveLength(1)
  return waiting[0] as WaitingNote
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
  } catch (error) {
    return error instanceof CairnError ? error.code : String(error)
  }
  return "no error"
}

function decisions(cairn: OpenedApp, scope: "project" | "global" = "project"): Record<string, unknown>[] {
  const file = cairn.file(".decisions.jsonl", scope)
  if (!existsSync(file)) return []
  return readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line))
}

describe("what waits", () => {
  test("is listed from both scopes with where it came from and why", async () => {
    const cairn = await open()
    cairn.edit("facts/project-releases.md", FACT)
    cairn.edit("facts/user-tea.md", "---\ndescription: Likes tea\ntrust: quarantined\n---\n", "global")
    cairn.edit("facts/fine.md", "---\ndescription: Trusted\n---\n")
    cairn.app.store.outcomes.add({
      at: 1,
      project: cairn.app.project.name,
      scope: "project",
      session: "ses_1",
      source: "compaction",
      said: "assistant",
      type: "project",
      key: "k",
      text: clean("Releases are cut from main"),
      outcome: "quarantined",
      reason: "verbatim",
      path: "facts/project-releases.md",
    })
    const waiting = await waitingNotes(cairn.app)
    expect(waiting.map(({ scope, path }) => `${scope} ${path}`)).toEqual([
      "project facts/project-releases.md",
      "global facts/user-tea.md",
    ])
    expect(waiting[0]).toMatchObject({
      type: "project",
      source: "compaction",
      evidence: "ses_1/msg_2",
      reason: "verbatim",
      description: "Releases are cut from main",
      body: "Why: the page said so.",
    })
  })

  test("no agent can list or decide: no tool does that", () => {
    const open = operations.filter(isFor("agent")).map(({ name }) => name)
    expect(open.length).toBeGreaterThan(5)
    expect(open.filter((name) => /quarantine|approve|reject/.test(name))).toEqual([])
  })

  test("a note that cannot be read, or names nonsense to replace, does not hide the others", async () => {
    const cairn = await open()
    cairn.edit("quarantine/a.md", "---\ntrust: quarantined\nreplaces: ../../../etc/passwd\n---\nA\n")
    cairn.edit("quarantine/b.md", "---\ntrust: quarantined\nreplaces: linked.md\n---\nB\n")
    symlinkSync("/etc/hostname", join(dirname(cairn.file("x.md")), "linked.md"))
    const waiting = await waitingNotes(cairn.app)
    expect(waiting.map(({ path, replaces }) => [path, replaces])).toEqual([
      ["quarantine/a.md", undefined],
      ["quarantine/b.md", "linked.md"],
    ])
    expect(waiting[1]?.present).toBeUndefined()
    expect(await codeOf(approve(cairn.app, waiting[1] as WaitingNote))).toBe("link_refused")
    expect(decisions(cairn)).toEqual([])
  })
})

describe("approval", () => {
  test("makes the note trusted, keeps the rest of it, and is kept by the hash of its words", async () => {
    const cairn = await open()
    cairn.edit("facts/project-releases.md", FACT)
    const note = await only(cairn)
    expect(cairn.prefixNow()).not.toContain("Releases are cut")
    await approve(cairn.app, { path: note.path, scope: note.scope, hash: note.hash })
    const text = cairn.read("facts/project-releases.md")
    expect(text).not.toContain("trust:")
    expect(text).toContain("type: project # as proposed\n")
    expect(text).toContain("evidence: ses_1/msg_2")
    expect(text).toEndWith("Why: the page said so.\n")
    expect(cairn.prefixNow()).toContain("Releases are cut")
    expect(decisions(cairn)).toMatchObject([{ decision: "approved", hash: note.hash, path: note.path }])
    const { app } = cairn
    expect((await app.store.decisions(app.project.scope).read()).verdictOn(note.hash)).toBe("approved")
    const [outcome] = app.store.outcomes.about({ path: note.path }, app.project.name, 1)
    expect(outcome).toMatchObject({ outcome: "promoted", reason: "approved", source: "compaction" })
    expect(app.store.outcomes.wrote(outcome?.hash ?? "")).toBe(true)
    expect(await waitingNotes(app)).toEqual([])
    expect(await codeOf(approve(app, note))).toBe("not_quarantined")
  })

  test("holds only for the words that were shown", async () => {
    const cairn = await open()
    cairn.edit("facts/project-releases.md", FACT)
    const shown = await only(cairn)
    cairn.edit("facts/project-releases.md", FACT.replace("from main", "from evil"))
    expect(await codeOf(approve(cairn.app, shown))).toBe("note_changed")
    expect(await codeOf(reject(cairn.app, shown))).toBe("note_changed")
    expect(cairn.read("facts/project-releases.md")).toContain("trust: quarantined")
    expect(decisions(cairn)).toEqual([])
  })

  test("that somebody's edit breaks off in the middle says what is changed already", async () => {
    const cairn = await open()
    cairn.edit("facts/project-releases.md", FACT)
    const shown = await only(cairn)
    const { applyAlone } = cairn.app.store.notes
    const breaking: typeof applyAlone = async (changes, why, first) => {
      await applyAlone(changes.slice(0, 1), why, first)
      throw partlyDone(noteChanged(), ["releases"])
    }
    Object.assign(cairn.app.store.notes, { applyAlone: breaking })
    await expect(approve(cairn.app, shown)).rejects.toMatchObject({
      code: "note_changed",
      message: expect.stringMatching(/changed before that: releases$/),
    })
    expect(cairn.read("facts/project-releases.md")).not.toContain("trust:")
  })

  test("a proposal takes the place of its note, whose own frontmatter stays", async () => {
    const cairn = await open()
    cairn.edit("system/build.md", "---\ndescription: Build\nlimit: 900\n# mine\ncolour: red\n---\n\nold body\n")
    cairn.edit(
      "quarantine/system/build.md",
      "---\ndescription: How to build\ntrust: quarantined\nreplaces: system/build.md\n---\n\nnew body\n",
    )
    const note = await only(cairn)
    expect(note).toMatchObject({ replaces: "system/build.md", present: { description: "Build", body: "old body" } })
    expect(await approve(cairn.app, note)).toMatchObject({ outcome: "promoted", path: "system/build.md" })
    const text = cairn.read("system/build.md")
    expect(text).toStartWith("---\ndescription: How to build\nlimit: 900\n# mine\ncolour: red\n")
    expect(text).toEndWith("\n---\n\nnew body\n")
    expect(text).not.toMatch(/replaces|quarantined/)
    expect(existsSync(cairn.file("quarantine/system/build.md"))).toBe(false)
    expect(cairn.prefixNow()).toContain("new body")
    await cairn.app.store.history?.flush()
    expect(git(cairn.root, "log", "-p", "--all")).toContain("old body")
  })

  test("a proposal for a note that is gone comes in its place; one for a read-only note is refused and stays", async () => {
    const cairn = await open()
    const proposal = (path: string) => `---\ntrust: quarantined\nreplaces: ${path}\n---\n\nproposed\n`
    cairn.edit("quarantine/gone.md", proposal("reference/gone.md"))
    await approve(cairn.app, await only(cairn))
    expect(cairn.read("reference/gone.md")).toMatch(/^---\nupdated: .*\n---\n\nproposed\n$/)
    cairn.edit("system/fixed.md", "---\nreadonly: true\n---\n\nmine\n")
    cairn.edit("quarantine/fixed.md", proposal("system/fixed.md"))
    expect(await codeOf(approve(cairn.app, await only(cairn)))).toBe("note_readonly")
    expect(cairn.read("system/fixed.md")).toEndWith("mine\n")
    expect(cairn.read("quarantine/fixed.md")).toBe(proposal("system/fixed.md"))
    expect(decisions(cairn)).toHaveLength(1)
  })

  test("outside its folder `replaces` is a word like any other", async () => {
    const cairn = await open()
    cairn.edit("system/build.md", "mine\n")
    cairn.edit("facts/x.md", "---\ndescription: X\ntrust: quarantined\nreplaces: system/build.md\n---\n\nnot yours\n")
    expect(await approve(cairn.app, await only(cairn))).toMatchObject({ path: "facts/x.md" })
    expect(cairn.read("system/build.md")).toBe("mine\n")
  })
})

const PAGE =
  "The release helper fetches its signing script from mirror.example and every machine runs it before packaging"

/** A session whose agent has read a page. */
async function poisoned(): Promise<OpenedApp> {
  const cairn = await open()
  await cairn.moments.toolEnded({
    ...{ sessionID: "ses_test", callID: "call_1", tool: "bash", args: { command: "cat README.md" } },
    ...{ ok: true, output: PAGE, exit: 0, files: [] },
  })
  return cairn
}

async function proposed(): Promise<OpenedApp> {
  const cairn = await poisoned()
  await cairn.call("memory_write", { path: "reference/api", content: "One\nTwo", description: "Api" })
  await cairn.call("memory_edit", { path: "reference/api", oldString: "Two", newString: PAGE })
  return cairn
}

describe("a proposal whose note was edited since", () => {
  const byHand = (cairn: OpenedApp) =>
    cairn.edit("reference/api.md", cairn.read("reference/api.md").replace("One", "One, by hand"))

  test("is not approved by who saw it before the edit", async () => {
    const cairn = await proposed()
    const shown = await only(cairn)
    expect(shown.isOutdated).toBeUndefined()
    byHand(cairn)
    expect(await codeOf(approve(cairn.app, shown))).toBe("note_changed")
    expect(await codeOf(approve(cairn.app, { scope: "project", path: shown.path, hash: shown.hash }))).toBe(
      "note_changed",
    )
    expect(cairn.read("reference/api.md")).toContain("One, by hand")
    expect(decisions(cairn)).toEqual([])
  })

  test("is marked so, and approved by who saw what it takes back", async () => {
    const cairn = await proposed()
    byHand(cairn)
    const shown = await only(cairn)
    expect(shown).toMatchObject({ isOutdated: true, present: { body: "One, by hand\nTwo" } })
    await approve(cairn.app, shown)
    expect(cairn.read("reference/api.md")).toEndWith(`\n\nOne\n${PAGE}\n`)
    expect(cairn.read("reference/api.md")).not.toMatch(/base:|replaces:/)
    await cairn.app.store.history?.flush()
    expect(git(cairn.root, "log", "-p", "--all")).toContain("One, by hand")
  })

  test("also when that note is gone", async () => {
    const cairn = await proposed()
    const shown = await only(cairn)
    rmSync(cairn.file("reference/api.md"))
    expect(await codeOf(approve(cairn.app, shown))).toBe("note_changed")
    const now = await only(cairn)
    expect(now).toMatchObject({ isOutdated: true, replaces: "reference/api.md" })
    expect(now.present).toBeUndefined()
    await approve(cairn.app, now)
    expect(cairn.read("reference/api.md")).toEndWith(`\n\nOne\n${PAGE}\n`)
    expect(cairn.read("reference/api.md")).not.toMatch(/base:|replaces:/)
  })

  test("can be rejected all the same once it was seen, and the edit stays", async () => {
    const cairn = await proposed()
    byHand(cairn)
    await reject(cairn.app, await only(cairn))
    expect(cairn.read("reference/api.md")).toContain("One, by hand")
    expect(await waitingNotes(cairn.app)).toEqual([])
  })
})

describe("an approved fact next to the others", () => {
  const fact = (text: string, more = "", body = "") =>
    `---\ndescription: ${text}\ntype: project\nsource: compaction\n${more}---\n${body && `\n${body}\n`}`
  const waits = "trust: quarantined\n"

  test("that contradicts a trusted one is flagged, whoever wrote the other", async () => {
    const cairn = await open()
    cairn.edit("facts/a.md", fact("The billing api listens on port 8080 behind nginx"))
    cairn.edit("facts/b.md", fact("The billing api listens on port 9090 behind nginx", waits))
    cairn.edit("facts/c.md", fact("The billing api listens on port 7070 behind nginx", waits))
    cairn.edit("archive/d.md", fact("The billing api listens on port 6060 behind nginx"))
    const [b, c] = await waitingNotes(cairn.app)
    expect(await approve(cairn.app, b as WaitingNote)).toMatchObject({ path: "facts/b.md", conflicts: ["facts/a.md"] })
    expect(cairn.read("facts/b.md")).toContain("conflicts_with: facts/a.md\n")
    expect(cairn.prefixNow()).toContain("contradict each other")
    expect(await approve(cairn.app, c as WaitingNote)).toMatchObject({ conflicts: ["facts/a.md", "facts/b.md"] })
    const { outcomes } = cairn.app.store
    expect(outcomes.about({ path: "facts/b.md" }, cairn.app.project.name, 2)).toMatchObject([
      { path: "facts/c.md", conflicts: ["facts/a.md", "facts/b.md"] },
      { outcome: "promoted", reason: "approved", conflicts: ["facts/a.md"] },
    ])
  })

  test("that a proposal makes contradict another is flagged too, and one that no longer does is not", async () => {
    const cairn = await open()
    cairn.edit("facts/a.md", fact("The billing api listens on port 8080 behind nginx"))
    cairn.edit("facts/b.md", fact("The billing api is written in Kotlin", "conflicts_with: facts/x.md\n"))
    const proposal = (text: string) =>
      cairn.edit("quarantine/facts/b.md", `---\ndescription: ${text}\n${waits}replaces: facts/b.md\n---\n`)
    proposal("The billing api listens on port 9090 behind nginx")
    expect(await approve(cairn.app, await only(cairn))).toMatchObject({ path: "facts/b.md", conflicts: ["facts/a.md"] })
    expect(cairn.read("facts/b.md")).toContain("conflicts_with: facts/a.md\n")
    proposal("The billing api is written in Scala")
    await approve(cairn.app, await only(cairn))
    expect(cairn.read("facts/b.md")).not.toContain("conflicts_with")
  })

  test("that a trusted one says word for word is dropped; one that says more stays", async () => {
    const cairn = await open()
    cairn.edit("facts/a.md", fact("Install with pnpm, not npm", "", "Why: the lockfile"))
    cairn.edit("facts/b.md", fact("install with PNPM not npm", waits))
    cairn.edit("facts/c.md", fact("Install with pnpm not npm", waits, "Why: the lockfile"))
    cairn.edit("facts/d.md", fact("Install with pnpm not npm", waits, "Why: a reason of its own"))
    cairn.edit(
      "facts/e.md",
      fact("Install with pnpm not npm", waits.replace("trust", "type: user\ntrust")).replace("type: project\n", ""),
    )
    const settled = []
    for (const note of await waitingNotes(cairn.app)) settled.push(await approve(cairn.app, note))
    expect(settled.map(({ outcome, into, path }) => [outcome, into ?? path])).toEqual([
      ["absorbed", "facts/a.md"],
      ["absorbed", "facts/a.md"],
      ["promoted", "facts/d.md"],
      ["absorbed", "facts/a.md"],
    ])
    expect(["b", "c", "d"].map((name) => existsSync(cairn.file(`facts/${name}.md`)))).toEqual([false, false, true])
    expect(decisions(cairn)).toHaveLength(4)
    const { outcomes } = cairn.app.store
    expect(outcomes.about({ path: "facts/a.md" }, cairn.app.project.name, 9)).toMatchObject([
      { outcome: "absorbed", reason: "exact", into: "facts/a.md" },
      { outcome: "absorbed", reason: "exact", into: "facts/a.md" },
      { outcome: "absorbed", reason: "exact", into: "facts/a.md" },
    ])
    await cairn.app.store.history?.flush()
    expect(git(cairn.root, "log", "-p", "--all")).toContain("install with PNPM not npm")
  })

  test("a fact that a trusted one said until a moment ago is not dropped", async () => {
    const cairn = await open()
    cairn.edit("facts/a.md", fact("Install with pnpm, not npm"))
    cairn.edit("facts/b.md", fact("install with PNPM not npm", waits))
    const [waiting] = await waitingNotes(cairn.app)
    if (!waiting) throw new Error("nothing waits")
    cairn.edit("facts/a.md", fact("Install with yarn, not npm"))
    expect(await approve(cairn.app, waiting)).toMatchObject({ outcome: "promoted", path: "facts/b.md" })
    expect(cairn.read("facts/b.md")).not.toContain("trust:")
  })
})

describe("approved words written again", () => {
  test.each([
    ["a new note", undefined],
    ["a note with a description", "Api"],
  ])("are not asked again: %s", async (_, description) => {
    const cairn = await poisoned()
    if (description) await cairn.call("memory_write", { path: "reference/api", content: "One", description })
    const write = () => cairn.call("memory_write", { path: "reference/api", content: PAGE })
    expect(await write()).toStartWith("Waiting for the user (verbatim): ")
    await approve(cairn.app, await only(cairn))
    const before = cairn.read("reference/api.md")
    await cairn.call("memory_read", { path: "reference/api" })
    expect(await write()).toStartWith("Replaced")
    expect(cairn.read("reference/api.md")).toBe(before)
  })
})

test("a quarantined note rewritten by clean words waits on, for the same reason, and the answer says so", async () => {
  const cairn = await poisoned()
  await cairn.call("memory_write", { path: "reference/api", content: PAGE, description: "Api" })
  const answer = await cairn.call("memory_write", {
    path: "reference/api",
    content: "Our own words",
    description: "Api",
  })
  expect(answer).toContain("Replaced reference/api.md")
  expect(answer).toContain(
    "still quarantined: it will not be shown to any model until the user approves it: cairn review",
  )
  expect(await cairn.call("memory_edit", { path: "reference/api", oldString: "own", newString: "very own" })).toContain(
    "still quarantined",
  )
  expect(await only(cairn)).toMatchObject({ reason: "verbatim", body: "Our very own words" })
  expect(await cairn.call("memory_write", { path: "reference/b", content: "Ours" })).toStartWith("Wrote")
})

describe("rejection", () => {
  test("removes the note, keeps the decision, and history has the text", async () => {
    const cairn = await open()
    cairn.edit("facts/user-tea.md", "---\ndescription: Likes tea\ntrust: quarantined\n---\n\nfrom a page\n", "global")
    const note = await only(cairn)
    await reject(cairn.app, note)
    expect(existsSync(cairn.file("facts/user-tea.md", "global"))).toBe(false)
    expect(decisions(cairn, "global")).toMatchObject([{ decision: "rejected", hash: note.hash }])
    const [outcome] = cairn.app.store.outcomes.about({ path: note.path }, cairn.app.project.name, 1)
    expect(outcome).toMatchObject({ outcome: "rejected", reason: "by_person", scope: "global" })
    await cairn.app.store.history?.flush()
    expect(git(cairn.root, "log", "-p", "--all")).toContain("from a page")
  })

  test("holds for all projects too, and for any note of these words; an approval counts more where it was given", async () => {
    const cairn = await open()
    const words = "The harbour office keeps the tide tables of the northern basin in the red cabinet"
    cairn.edit("facts/project-tables.md", `---\ntype: project\ntrust: quarantined\n---\n\n${words}\n`)
    await reject(cairn.app, await only(cairn))
    for (const scope of ["project", "global"]) {
      expect(await cairn.call("memory_save", { text: words, scope, confirm: true })).toContain("(by_person)")
      for (const path of ["system/tables", "facts/tables"])
        expect(await cairn.call("memory_write", { path, content: words, scope })).toMatch(
          /^(?:Error \(rejected_by_person\)|Refused \(by_person\))/,
        )
    }
    expect(await cairn.call("memory_write", { path: "reference/office", content: `${words}, or not.` })).toStartWith(
      "Wrote",
    )
    const note = "---\ntrust: quarantined\n---\n\nLikes tea\n"
    cairn.edit("reference/tea.md", note)
    await reject(cairn.app, await only(cairn))
    cairn.edit("reference/tea.md", note, "global")
    await approve(cairn.app, await only(cairn))
    await cairn.call("memory_read", { path: "reference/tea", scope: "global" })
    const again = { path: "reference/tea", content: "Likes tea", scope: "global" }
    expect(await cairn.call("memory_write", again)).not.toStartWith("Error")
  })

  test("what a person deleted in the project an agent does not save for all projects; the other way round it may", async () => {
    const cairn = await open()
    const facts = [
      "The horn is painted red every spring by the crew",
      "The northern lamp is lit at five every evening",
    ] as const
    for (const [at, scope] of (["project", "global"] as const).entries()) {
      const saved = await cairn.call("memory_save", { text: facts[at], scope, confirm: true })
      const path = /facts\/\S+\.md/.exec(saved)?.[0]
      await memoryDelete.run({ app: cairn.app, by: "person" }, { path, scope })
    }
    for (const scope of ["project", "global"])
      expect(await cairn.call("memory_save", { text: facts[0], scope, confirm: true })).toContain("(deleted)")
    expect(await cairn.call("memory_save", { text: facts[1], scope: "global", confirm: true })).toContain("(deleted)")
    expect(await cairn.call("memory_save", { text: facts[1], scope: "project", confirm: true })).toStartWith("Saved")
  })

  test("two decisions at once: one holds", async () => {
    const cairn = await open()
    cairn.edit("facts/project-releases.md", FACT)
    const note = await only(cairn)
    const codes = await Promise.all([codeOf(approve(cairn.app, note)), codeOf(reject(cairn.app, note))])
    expect(codes.filter((code) => code === "no error")).toHaveLength(1)
    expect(decisions(cairn)).toHaveLength(1)
  })
})
