import { afterEach, expect, test } from "bun:test"
import { rmSync } from "node:fs"
import { closeApps, open } from "../../test/bed/opened-app.ts"
import { memorySave } from "./memory-save.ts"
import { memoryStatus } from "./memory-status.ts"
import { memoryUndo } from "./memory-undo.ts"
import { approve } from "./quarantine.ts"
import { takeBack, withTakingBack } from "./undo-decision.ts"
import { type WaitingNote, waitingNotes } from "./waiting-notes.ts"

afterEach(closeApps)

async function begun() {
  const cairn = await open()
  const { app } = cairn
  await app.complete
  const save = async (text: string) => (await memorySave.run({ app, by: "person" }, { text })) as { path: string }
  const saved = async () => {
    const { saved } = (await memoryStatus.run({ app, by: "person" }, {})) as { saved: { text: string }[] }
    return saved.map(({ text }) => text)
  }
  return { ...cairn, save, saved }
}

test("what was deleted by hand, or edited, is not shown as it was saved", async () => {
  const { file, edit, read, save, saved } = await begun()
  const horn = await save("The fog horn is tested on Fridays at noon")
  const crane = await save("The yellow crane lifts eleven tonnes")
  expect(await saved()).toEqual(["The yellow crane lifts eleven tonnes", "The fog horn is tested on Fridays at noon"])
  rmSync(file(horn.path))
  edit(crane.path, read(crane.path).replace("eleven tonnes", "twelve tonnes"))
  expect(await saved()).toEqual(["The yellow crane lifts twelve tonnes"])
})

test("what was taken back, or lost against another fact, is not shown", async () => {
  const { app, save, saved } = await begun()
  await save("The staging database listens on port 8080")
  await save("The staging database listens on port 9090")
  expect(await saved()).toEqual(["The staging database listens on port 9090"])
  await app.store.history?.flush()
  await save("The fog horn is tested on Fridays at noon")
  await app.store.history?.flush()
  await memoryUndo.run({ app, by: "person" }, {})
  expect(await saved()).toEqual(["The staging database listens on port 9090"])
})

test("a note whose approval was taken back waits again, and is not shown; one that was made hot is", async () => {
  const { app, edit, call, save, saved } = await begun()
  edit(
    "facts/project-releases.md",
    "---\ndescription: Releases are cut from main\ntype: project\nsource: compaction\ntrust: quarantined\n---\n",
  )
  const [waiting] = (await waitingNotes(app)) as [WaitingNote]
  const { taken } = await withTakingBack(app, waiting, () => approve(app, waiting))
  expect(await saved()).toEqual(["Releases are cut from main"])
  await takeBack(app, taken)
  expect(await saved()).toEqual([])
  const { path } = await save("The fog horn is tested on Fridays at noon")
  await call("memory_promote", { path })
  expect(await saved()).toEqual(["The fog horn is tested on Fridays at noon"])
})
