import { afterAll, describe, expect, test } from "bun:test"
import { closeApps, noHost, type OpenOptions, openWithoutHistory as open } from "../../test/bed/opened-app.ts"
import { untilTrue } from "../../test/bed/store-on-disk.ts"
import type { HostServices } from "./contract.ts"
import { learnParent } from "./learn-parent.ts"

afterAll(closeApps)

/** A host that answers when it is told to. */
function slowHost() {
  const { promise, resolve } = Promise.withResolvers<string | null | undefined>()
  const host: HostServices = { ...noHost, parentOf: () => promise }
  return { host, answer: (parent: string | null) => resolve(parent) }
}

const S = "ses_slow"
const REMEMBER = "Remember that the staging database listens on port 5433"

/** A session whose host has not answered yet. */
async function begun(given: OpenOptions = {}) {
  const { host, answer } = slowHost()
  const cairn = await open({ ...given, host })
  await cairn.app.complete
  cairn.edit("system/rules.md", "---\ndescription: Rules\n---\n\nTwo reviews before a merge\n")
  await cairn.app.scopeNotes("project").refreshNow()
  const say = (text: string, messageID: string) =>
    cairn.moments.userSpoke({ sessionID: S, messageID, text, isFirst: messageID === "msg_1" })
  const build = () =>
    cairn.moments.promptBuilt({ sessionID: S, model: "p/m", purpose: "turn", tailed: [], typed: () => [REMEMBER] })
  const facts = () => cairn.app.scopeNotes("project").index.facts.length
  return { ...cairn, say, build, facts, answer }
}

describe("until the host has told whose session it is", () => {
  test("nobody is heard and nothing is shown, and a subagent never is", async () => {
    const { app, say, build, facts, answer, call } = await begun()
    expect(await say(REMEMBER, "msg_1")).toEqual({ tail: undefined })
    expect((await build()).prefix).toBeUndefined()
    expect(await call("memory_save", { text: "The build takes two minutes" }, S)).toStartWith("Error (session_unknown)")
    expect(await call("core_memory_update", { block: "goal", content: "x" }, S)).toStartWith("Error (session_unknown)")
    expect(app.sessions.get(S).parent).toBeUndefined()
    answer("ses_top")
    await untilTrue(() => app.sessions.get(S).parent === "ses_top")
    expect(await say(REMEMBER, "msg_2")).toEqual({ tail: undefined })
    expect(facts()).toBe(0)
    expect(app.journal.read(S).step).toBe(0)
  })

  test("what a user says meanwhile is heard when it has, in order, and what tools did is kept", async () => {
    const { app, say, build, facts, answer, moments, read } = await begun()
    await say("Always answer in plain words.", "msg_1")
    await moments.toolEnded({
      ...{ sessionID: S, callID: "c", tool: "bash", args: { command: "make" }, ok: true, output: "", exit: 0 },
      files: [{ path: "src/a.ts", action: "edit" }],
    })
    await say(REMEMBER, "msg_2")
    expect(facts()).toBe(0)
    answer(null)
    await untilTrue(() => facts() === 1)
    const [fact] = app.scopeNotes("project").index.facts
    expect(read(fact?.path ?? "")).toContain(`evidence: ${S}/msg_2`)
    expect(app.journal.read(S).directives).toEqual(["Always answer in plain words."])
    const { prefix } = await build()
    expect(prefix).toContain("src/a.ts")
    expect(prefix).toContain("Saved already, at the user's request: facts/")
    expect(prefix).toContain("Two reviews before a merge")
  })

  test("what fails of it is lost alone, and the session is heard from then on", async () => {
    const { app, say, facts, answer } = await begun()
    const { mark } = app.store.workDays
    app.store.workDays.mark = () => {
      app.store.workDays.mark = mark
      throw new Error("the disk is full")
    }
    await say("hello", "msg_1")
    await say(REMEMBER, "msg_2")
    answer(null)
    await untilTrue(() => facts() === 1)
    await say("Remember that the release train leaves on Tuesdays", "msg_3")
    expect(facts()).toBe(2)
  })

  test("a session that was served before goes on with the same bytes", async () => {
    const first = await open()
    first.prefix(S)
    const { text } = first.app.sessions.get(S).served.epoch ?? { text: "" }
    await untilTrue(() => first.app.epochs.load(S) !== undefined)
    await first.close()
    const { build, edit, answer } = await begun({ root: first.root, directory: first.directory })
    edit("system/more.md", "---\ndescription: More\n---\n\nAnd more\n")
    expect((await build()).prefix).toBe(text)
    answer(null)
  })

  test("one that answers at once costs nothing", async () => {
    const { app } = await open()
    const session = await learnParent(app, noHost, S)
    expect(session.parent).toBeNull()
  })
})
