import { afterAll, describe, expect, test } from "bun:test"
import { closeApps, noHost, openWithoutHistory as open } from "../../test/bed/opened-app.ts"
import type { HostServices } from "./contract.ts"
import { learnParent } from "./learn-parent.ts"

afterAll(closeApps)

/** A host that answers when it is told to. */
function slowHost() {
  const { promise, resolve } = Promise.withResolvers<string | null | undefined>()
  const host: HostServices = { ...noHost, parentOf: () => promise }
  return { host, answer: (parent: string) => resolve(parent), answered: () => promise.then(() => undefined) }
}

describe("a session's parent", () => {
  test("that the host names too late still counts, as long as the session has no prefix", async () => {
    const { app } = await open()
    const { host, answer, answered } = slowHost()
    const session = await learnParent(app, host, "ses_sub")
    expect(session.parent).toBeUndefined()
    answer("ses_top")
    await answered()
    expect(session.parent).toBe("ses_top")
  })

  test("is nobody once a prefix was served, whatever the host says then", async () => {
    const { app, prefix } = await open()
    const { host, answer, answered } = slowHost()
    const session = await learnParent(app, host, "ses_sub")
    prefix("ses_sub")
    answer("ses_top")
    await answered()
    expect(session.parent).toBeNull()
  })
})
