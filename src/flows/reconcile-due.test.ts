import { afterEach, expect, test } from "bun:test"
import { clean } from "../../test/bed/facts.ts"
import { closeApps, openWithoutHistory } from "../../test/bed/opened-app.ts"
import { versionsOf } from "../intake/fact-files.ts"
import { saveFacts } from "../intake/save-facts.ts"
import { sawNothing } from "../intake/session-evidence.ts"
import { factsToReconcile, notePass, passIsDue } from "./reconcile-due.ts"

afterEach(closeApps)

const HOUR = 3_600_000
const SUBJECTS = [
  "invoices",
  "reports",
  "mailers",
  "queues",
  "caches",
  "exports",
  "imports",
  "tickets",
  "releases",
  "labels",
]

async function withFacts(count: number) {
  const { app, clock, edit, read } = await openWithoutHistory()
  await app.complete
  const fact = { type: "project", source: "compaction", said: "assistant", evidence: "ses_1/msg_1" } as const
  const save = (from: number, to: number) =>
    saveFacts(
      app,
      SUBJECTS.slice(from, to).map((word, n) => ({
        ...fact,
        text: clean(`The ${word} of the shop are kept on host ${from + n + 1}`),
      })),
      { seen: sawNothing },
    )
  await save(0, count)
  const isDue = () => passIsDue(app, "project")
  const passed = () => {
    const paths = factsToReconcile(app, "project").map(({ path }) => path)
    notePass(app, "project", { versions: versionsOf(app, "project", paths), made: new Set(), left: [] })
  }
  return { app, clock, edit, read, save, isDue, passed }
}

test("a pass is due after eight writes, whoever made them, or half a day with any", async () => {
  const { app, clock, edit, read, save, isDue, passed } = await withFacts(8)
  expect(isDue()).toBe(true)
  passed()
  expect(isDue()).toBe(false)
  clock.time += 13 * HOUR
  expect(isDue()).toBe(false)
  passed()
  const [path = ""] = app.scopeNotes("project").index.facts.map((note) => note.path)
  edit(path, read(path).replace("shop", "shop downtown"))
  await app.scopeNotes("project").refreshNow()
  expect(isDue()).toBe(false)
  clock.time += 12 * HOUR
  expect(isDue()).toBe(true)
  passed()
  await save(8, 10)
  expect(isDue()).toBe(false)
})

test("with fewer than two facts none is ever due; the first half day counts from the first look", async () => {
  const one = await withFacts(1)
  one.clock.time += 24 * HOUR
  expect([one.isDue(), one.isDue()]).toEqual([false, false])
  const few = await withFacts(2)
  expect(few.isDue()).toBe(false)
  few.clock.time += 12 * HOUR
  expect(few.isDue()).toBe(true)
})

test("what is saved while a pass is under way was not looked at", async () => {
  const { app, clock, save, isDue } = await withFacts(3)
  const paths = factsToReconcile(app, "project").map(({ path }) => path)
  const versions = versionsOf(app, "project", paths)
  await save(3, 5)
  notePass(app, "project", { versions, made: new Set(), left: [] })
  expect(isDue()).toBe(false)
  clock.time += 13 * HOUR
  expect(isDue()).toBe(true)
})
