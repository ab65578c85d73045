// Two hosts, one store, everything that happens to them in a year, for a quarter of a minute; `npm run soak` goes on for an hour.
import { afterAll, expect, test } from "bun:test"
import { stopAll } from "../bed/host.ts"
import { soak } from "../bed/soak.ts"

afterAll(stopAll)

test("turns, edits by hand, kills and full disks in OpenCode 1.18 and 2.0: nothing is lost or left behind", async () => {
  const { wrong, turns } = await soak({ seconds: 15, leastTurns: 6, seed: 7 })
  expect(wrong).toEqual([])
  expect(turns).toBeGreaterThan(5)
})
