// The index of past sessions is full-text search without texts, from which entries are deleted: both runtimes' SQLite must do that alike.
import assert from "node:assert/strict"
import { join } from "node:path"
import { test } from "node:test"
import { openPastIndex } from "../../src/past/past-index.ts"
import { tempDir } from "../bed/sandbox.ts"

test("entries are put, found, counted, replaced and removed", async () => {
  const index = await openPastIndex(join(tempDir("past"), "past.db"))
  index.put("ses_1", [
    { id: "msg_1", changed: 1, terms: ["crane", "src/store/index-cache.ts", "部署", "don't"] },
    { id: "msg_2", changed: 1, terms: ["crane", "gearbox"] },
  ])
  const found = (term: string, isPrefix = false) => index.having(term, isPrefix).map((entry) => index.entry(entry)?.id)
  assert.deepEqual(found("crane"), ["msg_1", "msg_2"])
  assert.deepEqual(found("src/store/index-cache.ts"), ["msg_1"])
  assert.deepEqual(found("部署"), ["msg_1"])
  assert.deepEqual(found("gear", true), ["msg_2"])
  assert.equal(index.spreadOf("crane"), 2)
  index.remove("ses_1", ["msg_2"])
  index.put("ses_1", [{ id: "msg_2", changed: 2, terms: ["lighthouse"] }])
  assert.deepEqual(found("gearbox"), [])
  assert.deepEqual(found("lighthouse"), ["msg_2"])
  index.remove("ses_1", ["msg_1"])
  assert.deepEqual(found("crane"), [])
  index.forget("ses_1")
  assert.equal(index.size(), 0)
  index.close()
})
