import { afterAll, expect, test } from "bun:test"
import { closeApps, openWithoutHistory } from "../../test/bed/opened-app.ts"
import { tempDir } from "../../test/bed/sandbox.ts"
import { namesUsed } from "./names-used.ts"

afterAll(closeApps)

test("the project's own folder gives no names, whatever it is called", async () => {
  const { app } = await openWithoutHistory({ directory: tempDir("work-xKq9Lm-") })
  const root = app.project.checkout.worktree
  const events = namesUsed(app, `cd ${root} && node ${root}/src/readTable.js --runId=runTable`)
  const names = events.flatMap((event) => (event.kind === "used" ? event.names.map(String) : []))
  expect(names).toEqual(["readTable", "runId", "runTable"])
})

test("files that the user names are on record for a compaction before the agent has opened them", async () => {
  const { app, moments } = await openWithoutHistory()
  const text = `Fix these:\n- src/api/login.php:12 has no check\n- ${app.project.checkout.worktree}/lib/seat.php leaks`
  await moments.userSpoke({ sessionID: "ses_test", messageID: "msg_01", text, isFirst: true })
  const { files, names } = app.journal.read("ses_test").lately
  expect([files.map((file) => file.text), names]).toEqual([["src/api/login.php", "lib/seat.php"], []])
})
