// Why something was done, in the assistant's words: kept beside an edit or a check that came to pass, and nowhere else.

import { afterAll, expect, test } from "bun:test"
import { existsSync, readdirSync } from "node:fs"
import { closeApps, openWithoutHistory as open } from "../../test/bed/opened-app.ts"
import type { ToolEnded } from "./contract.ts"

afterAll(closeApps)

const S = "ses_test"
const CAUSE = "The root cause is that the cache key ignores the locale."

async function begun() {
  const cairn = await open()
  await cairn.app.complete
  let count = 0
  const ended = (more: Partial<ToolEnded>) =>
    cairn.moments.toolEnded({
      ...{ sessionID: S, callID: `call_${count++}`, tool: "read", args: {}, ok: true, output: "", files: [] },
      ...more,
    })
  const say = (text: string) =>
    cairn.moments.userSpoke({ sessionID: S, messageID: `msg_${100 + count++}`, text, isFirst: false })
  const speak = (text: string) => cairn.moments.assistantSpoke({ sessionID: S, text })
  const edit = () => ended({ tool: "edit", files: [{ path: "src/a.ts", action: "edit" }] })
  const check = (exit: number) =>
    ended({ tool: "bash", args: { command: "npx tsc --noEmit" }, exit, output: "src/a.ts(3,1): error TS2304: no x" })
  const decisions = () => cairn.app.journal.read(S).activity.recentDecisions
  await say("fix the cache")
  return { ...cairn, ended, say, speak, edit, check, decisions }
}

test("before an edit and after one it is a decision of the session, without news of it", async () => {
  const { app, speak, edit, ended, decisions } = await begun()
  await speak(`${CAUSE} Let me fix that.`)
  await ended({})
  expect(decisions()).toEqual([])
  await edit()
  expect(decisions()).toEqual([CAUSE])
  await ended({})
  await speak("I kept `lru` instead of a map, because a map never shrinks.")
  expect(decisions()).toHaveLength(2)
  expect(app.journal.read(S).working.slots).toEqual({})
})

test("a check that failed and passes counts, one that only passes does not", async () => {
  const { speak, check, decisions } = await begun()
  await check(0)
  await speak(CAUSE)
  expect(decisions()).toEqual([])
  await check(1)
  await check(0)
  expect(decisions()).toEqual([CAUSE])
})

test("a check that fails again after it had passed does not count", async () => {
  const { say, speak, check, decisions } = await begun()
  await check(1)
  await check(0)
  await say("and now the other thing")
  await speak(CAUSE)
  await check(1)
  expect(decisions()).toEqual([])
})

test("far from work, or in another turn, it is talk", async () => {
  const { say, speak, edit, ended, decisions } = await begun()
  await speak(CAUSE)
  for (let call = 0; call < 4; call++) await ended({})
  await edit()
  await say("and why?")
  await speak(CAUSE)
  await say("thanks")
  await edit()
  expect(decisions()).toEqual([])
})

test("a compaction keeps it: in its record, and as a candidate at its end", async () => {
  const { moments, speak, edit, file, read } = await begun()
  await moments.promptBuilt({ sessionID: S, model: "p/m", purpose: "turn", tailed: [], foreign: () => [] })
  await edit()
  await speak(CAUSE)
  const { context } = await moments.compactionBegun({ sessionID: S, conversation: [], takesSummary: false })
  expect(context).toContain(CAUSE)
  await moments.compacted({ sessionID: S, summary: "## Goal\nFix the cache." })
  expect(existsSync(file("facts")) ? readdirSync(file("facts")) : []).toEqual([
    "decision-the-root-cause-is-that-the-cache-key-ignores-the-locale.md",
  ])
  expect(read("facts/decision-the-root-cause-is-that-the-cache-key-ignores-the-locale.md")).toContain(
    "source: extraction",
  )
})
