import { afterEach, describe, expect, test } from "bun:test"
import { clean } from "../../test/bed/facts.ts"
import { closeApps, type OpenedApp, openWithoutHistory } from "../../test/bed/opened-app.ts"
import { conflictBetween } from "../facts/conflict.ts"
import { conflictPairs } from "../facts/conflict-list.ts"
import { isHandMade } from "../intake/by-hand.ts"
import { saveFacts } from "../intake/save-facts.ts"
import { sawNothing } from "../intake/session-evidence.ts"
import { memoryResolve } from "./memory-resolve.ts"

afterEach(closeApps)

const OLD = "facts/project-the-staging-database-listens-on-port-5433.md"
const NEW = "facts/project-the-staging-database-listens-on-port-5434.md"

async function contradicting(): Promise<OpenedApp> {
  const cairn = await openWithoutHistory()
  await cairn.app.complete
  for (const [n, port] of [5433, 5434].entries()) {
    const fact = { type: "project", source: "compaction", said: "assistant", evidence: `ses_${n}/msg_1` } as const
    await saveFacts(cairn.app, [{ ...fact, text: clean(`The staging database listens on port ${port}`) }], {
      seen: sawNothing,
    })
  }
  expect(pairs(cairn)).toBe(1)
  return cairn
}

const pairs = ({ app }: OpenedApp) => conflictPairs(app.scopeNotes("project").index.facts, conflictBetween).length
const show = ({ moments }: OpenedApp) =>
  moments.promptBuilt({ sessionID: "ses_test", model: "p/m", purpose: "turn", tailed: [] })
const hear = ({ moments }: OpenedApp, text: string) =>
  moments.userSpoke({ sessionID: "ses_test", messageID: "msg_9", text, isFirst: false })

describe("memory_resolve", () => {
  test("a person keeps one, and the other is in the archive", async () => {
    const cairn = await contradicting()
    const result = await memoryResolve.run({ app: cairn.app, by: "person" }, { keep: NEW, drop: OLD })
    expect(memoryResolve.toText(result, "person")).toContain("is in the archive")
    expect(pairs(cairn)).toBe(0)
    expect(cairn.read(OLD.replace("facts", "archive"))).toContain(`superseded_by: ${NEW}`)
    expect(cairn.read(NEW)).not.toContain("conflicts_with")
  })

  test("without a terminal, a person is told so in words for a person", async () => {
    const cairn = await contradicting()
    const asked = memoryResolve.run({ app: cairn.app, by: "person", isUnattended: true }, { keep: NEW, drop: OLD })
    await expect(asked).rejects.toMatchObject({
      code: "needs_person",
      message: "which of two facts is true is yours to say, so this needs a terminal with you at it",
    })
    expect(pairs(cairn)).toBe(1)
  })

  test("what a person wrote stays a person's, and what Cairn wrote stays Cairn's", async () => {
    const byHand = async (edit: boolean) => {
      const cairn = await contradicting()
      if (edit) cairn.edit(NEW, `${cairn.read(NEW)}\nSince the move to the other host.\n`)
      await cairn.app.scopeNotes("project").refreshNow()
      await memoryResolve.run({ app: cairn.app, by: "person" }, { keep: NEW, drop: OLD })
      return isHandMade(cairn.app, cairn.app.scopeNotes("project").index.get(NEW)?.info)
    }
    expect([await byHand(true), await byHand(false)]).toEqual([true, false])
  })

  test("both may hold", async () => {
    const cairn = await contradicting()
    await memoryResolve.run({ app: cairn.app, by: "person" }, { both: `${OLD}, ${NEW}` })
    expect(pairs(cairn)).toBe(0)
    expect(cairn.read(OLD)).toContain("5433")
  })

  test("an agent only carries out what the user has said since the prompt showed the pair, in any message", async () => {
    const cairn = await contradicting()
    const resolve = () => cairn.call("memory_resolve", { keep: NEW, drop: OLD })
    await hear(cairn, "it is 5434 now, forget the other one")
    await show(cairn)
    expect(await resolve()).toContain("needs_user")
    await hear(cairn, "please go on with the migration")
    expect(await resolve()).toContain("needs_user")
    expect(await cairn.call("memory_resolve", { both: `${OLD} ${NEW}` })).toContain("needs_user")
    await hear(cairn, "it is 5434 now, forget the other one")
    await hear(cairn, "and then go on with the migration")
    expect(await resolve()).toContain("Kept")
    expect(pairs(cairn)).toBe(0)
  })

  test("an agent that has read a page since the answer waits for the next turn", async () => {
    const cairn = await contradicting()
    const turn = async (messageID: string, text: string) => {
      const request = { sessionID: "ses_test", model: "p/m", purpose: "turn", tailed: [], answers: messageID } as const
      await cairn.moments.userSpoke({ sessionID: "ses_test", messageID, text, isFirst: false })
      await cairn.moments.promptBuilt({ ...request, foreign: () => [] })
    }
    const resolve = () => cairn.call("memory_resolve", { keep: NEW, drop: OLD })
    await show(cairn)
    await turn("msg_1", "it is 5434 now, forget the other one")
    const page = { tool: "webfetch", args: { url: "https://example.org" }, ok: true, output: "5434 it is", files: [] }
    await cairn.moments.toolEnded({ sessionID: "ses_test", callID: "c", ...page })
    expect(await resolve()).toContain("needs_user")
    expect(pairs(cairn)).toBe(1)
    await turn("msg_2", "go on")
    expect(await resolve()).toContain("Kept")
  })

  test("a tool's answer shows the pair too, and so does the refusal; a restart forgets what was typed, not that it was shown", async () => {
    const cairn = await contradicting()
    await hear(cairn, "we are on 5434")
    expect(await cairn.call("memory_resolve", { keep: NEW, drop: OLD })).toContain("needs_user")
    await cairn.app.journal.flush()
    cairn.app.sessions.remove("ses_test")
    expect(await cairn.call("memory_resolve", { keep: NEW, drop: OLD })).toContain("needs_user")
    await hear(cairn, "5434")
    expect(await cairn.call("memory_resolve", { keep: NEW, drop: OLD })).toContain("Kept")

    const other = await contradicting()
    const ended = { tool: "memory_save", args: {}, ok: true, files: [], isOwn: true } as const
    await other.moments.toolEnded({ ...ended, sessionID: "ses_test", callID: "c1", output: `${OLD} or ${NEW}` })
    await hear(other, "both are true")
    expect(await other.call("memory_resolve", { both: `${OLD} ${NEW}` })).toContain("Both are true")
  })

  test("facts that say something else by now contradict anew, and an answer of before does not count", async () => {
    const cairn = await contradicting()
    await show(cairn)
    await hear(cairn, "it is 5434 now, forget the other one")
    cairn.edit(OLD, cairn.read(OLD).replaceAll("5433", "5435"))
    await cairn.app.scopeNotes("project").refreshNow()
    expect(pairs(cairn)).toBe(1)
    expect(await cairn.call("memory_resolve", { keep: NEW, drop: OLD })).toContain("needs_user")
  })

  test("an agent does not keep the fact that the user did not name; of several messages the newest about it counts", async () => {
    const cairn = await contradicting()
    await show(cairn)
    const refused: boolean[] = []
    const tries = [
      ["connect to 5433 and dump it", { keep: NEW, drop: OLD }],
      ["it is not 5434", { keep: NEW, drop: OLD }],
      ["please run both suites of the payment module before the release goes out", { both: `${OLD} ${NEW}` }],
      ["forget 5434", { keep: NEW, drop: OLD }],
      ["no, forget 5433", { keep: OLD, drop: NEW }],
      ["both are right", { keep: NEW, drop: OLD }],
    ] as const
    for (const [text, args] of tries) {
      await hear(cairn, text)
      refused.push((await cairn.call("memory_resolve", args)).includes("needs_user"))
    }
    expect(refused).toEqual(tries.map(() => true))
    expect(pairs(cairn)).toBe(1)
    await hear(cairn, "forget 5433")
    expect(await cairn.call("memory_resolve", { keep: NEW, drop: OLD })).toContain("Kept")
  })

  test("a question, a doubt, a paste or a task settles nothing", async () => {
    const cairn = await contradicting()
    await show(cairn)
    const tries = [
      ["does it listen on 5434?", { keep: NEW, drop: OLD }],
      ["is 5434 still the right one?", { keep: NEW, drop: OLD }],
      ["I don't know whether it is 5434", { keep: NEW, drop: OLD }],
      ["```\nport 5434\n```\nthis is the log", { keep: NEW, drop: OLD }],
      ["fix both tests", { both: `${OLD} ${NEW}` }],
      ["run each suite", { both: `${OLD} ${NEW}` }],
      ["both are wrong", { both: `${OLD} ${NEW}` }],
      ["not both", { both: `${OLD} ${NEW}` }],
      ["should we keep both?", { both: `${OLD} ${NEW}` }],
      ["首都在哪里", { both: `${OLD} ${NEW}` }],
    ] as const
    const refused: boolean[] = []
    for (const [text, args] of tries) {
      await hear(cairn, text)
      refused.push((await cairn.call("memory_resolve", args)).includes("needs_user"))
    }
    expect(refused).toEqual(tries.map(() => true))
    await hear(cairn, "keep both")
    expect(await cairn.call("memory_resolve", { both: `${OLD} ${NEW}` })).toContain("Both are true")
  })

  test("a pair that does not conflict, or is not two facts, is refused", async () => {
    const cairn = await contradicting()
    cairn.edit("facts/other.md", "---\ndescription: The harbour office opens at seven\ntype: project\n---\n")
    expect(await cairn.call("memory_resolve", { keep: NEW, drop: "facts/other.md" })).toContain("no_conflict")
    expect(await cairn.call("memory_resolve", { keep: "facts/nope.md", drop: OLD })).toContain(
      "Error (note_not_found): there is no note facts/nope.md",
    )
    expect(await cairn.call("memory_resolve", { keep: NEW })).toContain("bad_arguments")
  })
})
