import { expect, test } from "bun:test"
import { join } from "node:path"
import { tempDir } from "../../test/bed/sandbox.ts"
import { openPastIndex } from "./past-index.ts"

test("an id with a line break or a quote in it costs no other session its place", async () => {
  const index = await openPastIndex(join(tempDir("past"), "past.db"))
  expect(index.places()).toMatchObject({ size: 0, sessions: 0 })
  const ids = ["ses_a", "ses_x\ny 7 z", 'ses_"', "ses_b"]
  for (const [at, id] of ids.entries()) {
    const session = { id, updated: at, stamp: "s", database: "/x" }
    const entry = { id: "msg_1", position: 1, voice: "typed", changed: 1, terms: "otter" } as const
    index.put([{ session, messages: 1, gone: [], entries: [entry], isLast: true }])
  }
  const places = index.places()
  const firsts = places.stretchesOf(() => true, 10)?.map(({ first }) => first) ?? []
  expect(firsts.map((first) => places.idOf(first)).toSorted()).toEqual(ids.toSorted())
  expect([places.sessions, places.size]).toEqual([4, 4])
  index.close()
})
