// The index of past sessions is full-text search without texts, from which entries are deleted: both runtimes' SQLite must do that alike.
import assert from "node:assert/strict"
import { join } from "node:path"
import { test } from "node:test"
import { positionOf, sessionNumberOf } from "../../src/past/entry-number.ts"
import { openPastIndex } from "../../src/past/past-index.ts"
import { tempDir } from "../bed/sandbox.ts"

test("entries are put, found, counted, replaced and removed", async () => {
  const index = await openPastIndex(join(tempDir("past"), "past.db"))
  const number = index.begin({ id: "ses_1", created: Date.UTC(2026, 0), updated: 1, stamp: "", database: "/x.db" })
  const entry = (position: number, changed: number, terms: string) =>
    ({ id: `msg_${position}`, position, voice: "typed", changed, terms }) as const
  index.put(number, [entry(1, 1, "crane src/store/index-cache.ts 部署"), entry(2, 1, "crane gearbox")])
  const found = (term: string, isPrefix = false) =>
    index.having(term, 10, isPrefix).map((at) => index.messageAt(sessionNumberOf(at), positionOf(at)))
  assert.deepEqual(found("crane"), ["msg_2", "msg_1"])
  assert.deepEqual(found("src/store/index-cache.ts"), ["msg_1"])
  assert.deepEqual(found("部署"), ["msg_1"])
  assert.deepEqual(found("gear", true), ["msg_2"])
  assert.equal(index.spreadOf("crane"), 2)
  index.remove("ses_1", ["msg_2"])
  index.put(number, [entry(2, 2, "lighthouse")])
  assert.deepEqual(found("gearbox"), [])
  assert.deepEqual(found("lighthouse"), ["msg_2"])
  index.remove("ses_1", ["msg_1"])
  assert.deepEqual(found("crane"), [])
  index.forget("ses_1")
  assert.equal(index.size(), 0)
  index.close()
})
