// The index of past sessions is full-text search without texts, from which entries are deleted: both runtimes' SQLite must do that alike.
import assert from "node:assert/strict"
import { join } from "node:path"
import { test } from "node:test"
import { positionOf } from "../../src/past/entry-number.ts"
import { type NewEntry, openPastIndex } from "../../src/past/past-index.ts"
import { tempDir } from "../bed/sandbox.ts"

test("entries are put, found, counted, replaced and removed", async () => {
  const index = await openPastIndex(join(tempDir("past"), "past.db"))
  const session = { id: "ses_1", updated: 1, stamp: "", database: "/x.db" }
  const put = (gone: readonly string[], ...entries: readonly NewEntry[]) =>
    index.put([{ session, messages: 2, gone, entries, isLast: true }])
  const entry = (position: number, changed: number, terms: string) =>
    ({ id: `msg_${position}`, position, voice: "typed", changed, terms }) as const
  put([], entry(1, 1, "crane src/store/index-cache.ts 部署"), entry(2, 1, "crane gearbox"))
  const { firstOf } = index.places()
  const found = (term: string, isPrefix = false) =>
    index.having(term, 10, isPrefix).map((at) => index.messageAt(firstOf(at), positionOf(at, firstOf(at)))?.id)
  assert.deepEqual(found("crane"), ["msg_1", "msg_2"])
  assert.deepEqual(found("src/store/index-cache.ts"), ["msg_1"])
  assert.deepEqual(found("部署"), ["msg_1"])
  assert.deepEqual(found("gear", true), ["msg_2"])
  assert.equal(index.countOf("crane", 10).count, 2)
  put(["msg_2"], entry(2, 2, "lighthouse"))
  assert.deepEqual(found("gearbox"), [])
  assert.deepEqual(found("lighthouse"), ["msg_2"])
  put(["msg_1"])
  assert.deepEqual(found("crane"), [])
  index.forget("ses_1")
  assert.equal(index.size(), 0)
  index.close()
})
