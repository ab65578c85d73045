import { afterAll, expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { closeApps, openWithoutHistory as open } from "../test/bed/opened-app.ts"

afterAll(closeApps)

test("what waits for the answer is written before anything of an app closes", async () => {
  const { app, root, directory, prefix } = await open()
  await app.complete
  prefix("s")
  const shown = ({ store, project } = app) => store.shownPrompts.of(project.name).list("s")
  expect(shown()).toEqual([])
  const closing = app.close()
  expect(shown()).toHaveLength(1)
  await closing
  const again = await open({ root, directory })
  expect(shown(again.app)).toHaveLength(1)
})

test("an app closes its store even if what waits for the answer fails", async () => {
  const { app, root, directory } = await open()
  const done: string[] = []
  app.afterAnswer(() => {
    throw new Error("no space")
  })
  app.afterAnswer(() => done.push("the rest"))
  await app.close()
  expect(done).toEqual(["the rest"])
  await app.log.flush()
  expect(readFileSync(app.store.layout.log, "utf8")).toContain(`WARN after-answer why="no space"`)
  // A store that somebody still has open would be shared.
  const again = await open({ root, directory })
  expect(again.app.store === app.store).toBe(false)
})
