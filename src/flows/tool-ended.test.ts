import { afterAll, expect, test } from "bun:test"
import { closeApps, openWithoutHistory } from "../../test/bed/opened-app.ts"
import { tempDir } from "../../test/bed/sandbox.ts"
import { namesUsed } from "./tool-ended.ts"

afterAll(closeApps)

test("the project's own folder gives no names, whatever it is called", async () => {
  const { app } = await openWithoutHistory({ directory: tempDir("work-xKq9Lm-") })
  const root = app.project.checkout.worktree
  const events = namesUsed(app, `cd ${root} && node ${root}/src/readTable.js --runId=runTable`)
  const names = events.flatMap((event) => (event.kind === "used" ? event.names.map(String) : []))
  expect(names).toEqual(["readTable", "runId", "runTable"])
})
