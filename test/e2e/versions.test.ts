// A person updates one of two OpenCodes: this build and an earlier one work on one store. The short form; `npm run soak` takes 200 turns.
import { afterAll, expect, test } from "bun:test"
import { stopAll } from "../bed/host.ts"
import { buildOf, hasCommit, ROOMS } from "../bed/old-build.ts"
import { runTwoVersions } from "../bed/two-versions.ts"

afterAll(stopAll)

const canBuild = hasCommit(ROOMS)
if (!canBuild)
  process.stdout.write(`skipped: this clone has no commit ${ROOMS.slice(0, 7)} to build the earlier version from\n`)

test.skipIf(!canBuild)(
  "an earlier build in OpenCode 2.0 and this one in 1.18 share a store: nothing is lost or refused",
  async () => {
    const plugins = ["./dist/server.js", buildOf(ROOMS)] as const
    const { lost, refused, done, seen } = await runTwoVersions({ plugins, hosts: ["1.18", "2.0"], turns: 5 })
    expect({ lost, refused, done }).toEqual({ lost: [], refused: [], done: 5 })
    for (const text of seen) expect(text).toContain("Kept by build 0 in turn 4")
  },
)
