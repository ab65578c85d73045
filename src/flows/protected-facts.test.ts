// What no pass over the facts may merge, delete or reword: what the user said or wrote, confirmed, made hot or locked. What says the same waits
// for a person.

import { afterEach, describe, expect, test } from "bun:test"
import { readdirSync } from "node:fs"
import { clean } from "../../test/bed/facts.ts"
import { markOf, run, TEXTS, withFacts } from "../../test/bed/facts-in-pass.ts"
import type { MinedSession } from "../../test/bed/mined-session.ts"
import { closeApps } from "../../test/bed/opened-app.ts"
import { reinforceFacts } from "../intake/reinforce-facts.ts"
import type { Source } from "../model/fact.ts"
import { approve } from "../operations/quarantine.ts"
import { type WaitingNote, waitingNotes } from "../operations/waiting-notes.ts"

afterEach(closeApps)

const [FIRST = "", SECOND = ""] = TEXTS
const MERGED = "The reports service of the build host listens on port 8123, behind nginx"
const REWORDED = "On the build host the reports service listens on port 8123"
const pathOf = ({ cairn: { app } }: MinedSession, text: string) =>
  app.scopeNotes("project").index.facts.find(({ fact, path }) => fact?.text === text && !path.startsWith("archive"))
    ?.path ?? ""

/** As Cairn would have written it: what protects the file is only its head. */
async function headed(mined: MinedSession, path: string, head: string): Promise<void> {
  const { cairn } = mined
  cairn.edit(path, cairn.read(path).replace("---\n", `---\n${head}\n`))
  await cairn.app.scopeNotes("project").refreshNow()
  const { hash = "" } = cairn.app.scopeNotes("project").index.get(path)?.info ?? {}
  const record = { source: "extraction", said: "assistant", type: "decision", key: "k", text: clean("t") } as const
  const about = {
    at: 1,
    project: cairn.app.project.name,
    scope: "project",
    outcome: "absorbed",
    reason: "exact",
  } as const
  cairn.app.store.outcomes.add({ ...record, ...about, hash })
}

const KINDS: Readonly<Record<string, (mined: MinedSession, path: string) => Promise<unknown>>> = {
  reinforced: ({ cairn }, path) => reinforceFacts(cairn.app, "ses_later/msg_1", [{ scope: "project", path, hash: "" }]),
  hot: ({ cairn }, path) => cairn.call("memory_promote", { path }),
  "read-only": (mined, path) => headed(mined, path, "readonly: true"),
  explicit: async () => undefined,
  manual: async () => undefined,
  "edited by hand": async ({ cairn }, path) => {
    cairn.edit(path, cairn.read(path).replace("---\n", "---\ntags: mine\n"))
    await cairn.app.scopeNotes("project").refreshNow()
  },
}

/** Every note of the project that a prompt may show. */
function notesOf({ cairn }: MinedSession): string[] {
  const names = readdirSync(cairn.file("."), { recursive: true, encoding: "utf8" }).filter((name) =>
    /^(?:facts|system|archive)\/.*\.md$/.test(name),
  )
  return names.sort().map((name) => `${name}\n${cairn.read(name)}`)
}

async function protectedFacts(kind: string) {
  const source: Source = kind === "explicit" || kind === "manual" ? kind : "extraction"
  const mined = await withFacts(TEXTS, source)
  for (const text of [FIRST, SECOND]) await KINDS[kind]?.(mined, pathOf(mined, text))
  const answer = async (op: (marks: readonly string[]) => object) => {
    mined.answers("[]")
    await run(mined, { dryRun: true })
    mined.answers([op([FIRST, SECOND].map((text) => markOf(mined, text)))])
    return run(mined)
  }
  return { mined, answer }
}

describe.each(Object.keys(KINDS))("a fact that is %s", (kind) => {
  test("is not deleted, reworded or merged; the merged text waits for a person, once", async () => {
    const { mined, answer } = await protectedFacts(kind)
    const before = notesOf(mined)
    await answer(([a]) => ({ op: "delete", of: [a] }))
    await answer(([a]) => ({
      op: "rewrite",
      of: [a],
      text: REWORDED,
    }))
    await answer((of) => ({ op: "merge", of, text: MERGED }))
    const again = await answer((of) => ({ op: "merge", of, text: MERGED }))
    expect(notesOf(mined)).toEqual(before)
    expect(again).toContain("for a person to decide")
    const { app } = mined.cairn
    const came = app.store.outcomes.since(0, app.project.name, 50).filter(({ session }) => session === mined.session)
    expect(came.map(({ outcome, reason, text }) => [outcome, reason, text])).toEqual([
      ["rejected", "waits_already", MERGED],
      ["quarantined", "merge_proposed", MERGED],
      ["rejected", "fact_protected", REWORDED],
      ["rejected", "fact_protected", FIRST],
    ])
    const why = await mined.cairn.call("memory_why", { about: pathOf(mined, SECOND) })
    expect(why).toContain("it would merge facts that are settled; a person decides")
    expect(mined.cairn.app.scopeNotes("project").index.quarantined).toHaveLength(1)
  })
})

test("one that is read-only stays so even if the merge is approved, until a person unlocks it", async () => {
  const { mined, answer } = await protectedFacts("read-only")
  await answer((of) => ({ op: "merge", of, text: MERGED }))
  const before = notesOf(mined)
  const [waiting] = (await waitingNotes(mined.cairn.app)) as [WaitingNote]
  await expect(approve(mined.cairn.app, waiting)).rejects.toMatchObject({ code: "note_readonly" })
  expect(notesOf(mined)).toEqual(before)
})

test("a hot one takes the merged text in its place once a person approves, and the other is archived", async () => {
  const mined = await withFacts()
  await mined.cairn.call("memory_promote", { path: pathOf(mined, SECOND) })
  mined.answers("[]")
  await run(mined, { dryRun: true })
  mined.answers([{ op: "merge", of: [FIRST, SECOND].map((text) => markOf(mined, text)), text: MERGED }])
  await run(mined)
  const hot = pathOf(mined, SECOND)
  expect(hot).toStartWith("system/")
  const [waiting] = (await waitingNotes(mined.cairn.app)) as [WaitingNote]
  await approve(mined.cairn.app, waiting)
  expect(mined.cairn.read(hot)).toContain(MERGED)
  expect(pathOf(mined, FIRST)).toBe("")
})
