// Facts move in while OpenCode is at work on the same store: its hooks get their turn between any two handfuls of them. A thousand facts are only
// more of the same, and would take a minute.
import { expect, test } from "bun:test"
import { realpathSync } from "node:fs"
import { join } from "node:path"
import { openedApp } from "../../test/bed/opened-app.ts"
import { openedBeside } from "../../test/bed/other-memory.ts"
import { tempDir } from "../../test/bed/sandbox.ts"
import { memoryImport } from "../operations/memory-import.ts"

const FACTS = 40
const HANDFUL = 20

test("while facts move in, a message is heard and a prompt is built without waiting for more than a handful of them", async () => {
  const place = { directory: realpathSync(tempDir("project")), root: join(tempDir("root"), "cairn") }
  const host = await openedApp(place)
  const terminal = await openedBeside(place)
  const memories = Array.from({ length: FACTS }, (_, at) => ({
    id: `m${at}`,
    memory: `Service number ${at} belongs to team ${at * 7}`,
  }))
  let told = 0
  let isDone = false
  const progress = (done: number) => {
    told = done
  }
  const ask = { app: terminal.app, by: "person", isUnattended: false, progress } as const
  const importing = Promise.resolve(memoryImport.run(ask, { from: terminal.put("mem0.json", memories), yes: true }))
  const ended = importing.finally(() => {
    isDone = true
  })
  const moved = () => terminal.app.scopeNotes("project").index.facts.length
  const begun: number[] = []
  const waits: number[] = []
  for (const at of [1, 8, 15, 22, 29]) {
    while (!isDone && moved() < at) await Bun.sleep(1)
    const before = moved()
    const text = `Remember that the harbour gate ${at} opens at seven.`
    await host.moments.userSpoke({ sessionID: "ses_1", messageID: `msg_${at}`, text, isFirst: at === 1 })
    host.prefix("ses_1")
    begun.push(before)
    waits.push(moved() - before)
  }
  await ended
  expect(told).toBe(FACTS)
  expect(begun[0]).toBeLessThan(HANDFUL)
  expect(waits.filter((facts) => facts > HANDFUL)).toEqual([])
  const gates = () =>
    host.app.scopeNotes("project").index.facts.filter(({ fact }) => fact?.text.includes("harbour gate"))
  while (gates().length < waits.length) await host.app.scopeNotes("project").refreshNow()
  await host.close()
  await terminal.close()
})
