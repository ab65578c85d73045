import { afterAll, expect, test } from "bun:test"
import { mkdirSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
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

test("a name that begins like the project's folder is a name", async () => {
  const directory = join(tempDir(), "app")
  mkdirSync(directory)
  const { app } = await openWithoutHistory({ directory })
  const root = app.project.checkout.worktree
  const [event] = namesUsed(app, `diff ${root}Config_old ${root}/src/readTable.js`)
  expect(event?.kind === "used" && event.names.map(String)).toContain("appConfig_old")
})

test("files that the user names are on record for a compaction before the agent has opened them", async () => {
  const { app, moments } = await openWithoutHistory()
  const text = `Fix these:\n- src/api/login.php:12 has no check\n- ${app.project.checkout.worktree}/lib/seat.php leaks`
  await moments.userSpoke({ sessionID: "ses_test", messageID: "msg_01", text, isFirst: true })
  const { files, names } = app.journal.read("ses_test").lately
  expect([files.map((file) => file.text), names]).toEqual([["src/api/login.php", "lib/seat.php"], []])
})

test("the frames of a pasted trace that are not the project's are no files to look at", async () => {
  const { app, moments } = await openWithoutHistory()
  const text = `it crashed:
TypeError: x is undefined
    at read (/usr/lib/python3/dist-packages/seat/reader.py:12)
    at load (node_modules/pkg/dist/index.js:12:3)
    at seat (src/seat.ts:4:1)
and compare it with /etc/nginx/nginx.conf`
  await moments.userSpoke({ sessionID: "ses_test", messageID: "msg_01", text, isFirst: true })
  const { files } = app.journal.read("ses_test").lately
  expect(files.map((file) => file.text)).toEqual(["src/seat.ts", "/etc/nginx/nginx.conf"])
})

test("what a call is told to keep private is in no table afterwards, also when the call fails", async () => {
  const { app, moments, root, close } = await openWithoutHistory()
  const command = `deploy --to harbour --note '<private>theTideSecret of row nine</private>'`
  const call = { sessionID: "ses_test", callID: "call_1", tool: "bash", args: { command }, files: [] }
  await moments.userSpoke({ sessionID: "ses_test", messageID: "msg_01", text: "deploy it", isFirst: true })
  await moments.toolEnded({ ...call, ok: true, exit: 1, output: "Error: no harbour" })
  expect(app.journal.read("ses_test").ledger.commands).toHaveLength(1)
  await close()
  const kept = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => readFileSync(join(file.parentPath, file.name), "latin1"))
  expect(kept.filter((text) => text.includes("deploy --to harbour")).length).toBeGreaterThan(0)
  expect(kept.filter((text) => text.includes("theTideSecret"))).toEqual([])
})
