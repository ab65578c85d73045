// "/memory-pause": nothing of the session is remembered, by anybody, until the user resumes; whoever serves it, in copies and for subagents too.
import { afterAll, describe, expect, test } from "bun:test"
import { existsSync, readdirSync } from "node:fs"
import { closeApps, type OpenOptions, open, openWithoutHistory } from "../../test/bed/opened-app.ts"
import { noticesText } from "../model/notice.ts"
import { isFor } from "../operations/operation.ts"
import { operations } from "../operations/registry.ts"
import type { HostServices } from "./contract.ts"

afterAll(closeApps)

const S = "ses_test"

async function begun(options?: OpenOptions) {
  const cairn = await openWithoutHistory(options)
  await cairn.app.complete
  let count = 0
  const say = async (text: string, sessionID = S) => {
    const messageID = `msg_${100 + count++}`
    const { tail = "" } = await cairn.moments.userSpoke({ sessionID, messageID, text, isFirst: count === 1 })
    const prompt = { sessionID, model: "p/m", purpose: "turn", answers: messageID, tailed: [messageID] } as const
    const { prefix = "" } = await cairn.moments.promptBuilt({ ...prompt, foreign: () => [] })
    await cairn.moments.stepEnded({ sessionID, tokens: { input: 10, output: 1 } })
    return { tail, prefix, messageID }
  }
  const pause = async (typed = "", sessionID = S) => (await cairn.moments.pauseRequested({ sessionID, typed })).code
  const facts = () =>
    existsSync(cairn.file("facts")) ? readdirSync(cairn.file("facts")).filter((name) => name.endsWith(".md")) : []
  const memory = (id = S) => cairn.app.journal.read(id)
  return { ...cairn, say, pause, facts, memory }
}

const summary =
  "## Objective\nx\n\nMemory candidates:\n- [project] The harbour plan is drawn at a scale of one to five hundred"

describe("while memory is paused", () => {
  test("a message gets its tail, and no copy of it is kept on disk, nor of a later one", async () => {
    const { say, pause, edit, app } = await begun()
    const kept = async () => {
      await new Promise(setImmediate)
      return app.store.shownPrompts
        .of(app.project.name)
        .list(S)
        .filter(({ kind }) => kind === "tail")
    }
    const note = (text: string) => edit("system/news.md", `---\ndescription: x\n---\n${text}\n`)
    await say("hello")
    note("we ship on Fridays")
    expect((await say("go on")).tail).not.toBe("")
    expect(await kept()).toHaveLength(1)
    await pause()
    note("we ship on Mondays")
    const { tail } = await say("Remember that the staging database listens on port 5433")
    expect(tail).toContain("nothing was saved or deleted")
    await pause()
    note("we ship on Tuesdays")
    expect((await say("go on")).tail).not.toBe("")
    expect(await kept()).toHaveLength(1)
  })

  test("no request, rule, todo or decision is heard, and no candidate is taken, not even later", async () => {
    const shown: string[] = []
    const notice: HostServices["notice"] = async (notices) => void shown.push(noticesText(notices))
    const { say, pause, facts, memory, moments, app } = await begun({ host: { notice } })
    await say("hello")
    expect(await pause()).toBe("paused")
    expect((await say("Remember that the staging database listens on port 5433")).tail).toContain(
      "nothing was saved or deleted",
    )
    expect(shown).toEqual(["Not saved: memory is paused here. /memory-pause resumes."])
    await say("From now on always answer in German. Remember to update the changelog. Never push to main.")
    await moments.assistantSpoke({ sessionID: S, text: "[Decision: we use make because it is there]" })
    await moments.compacted({ sessionID: S, summary })
    const { directives, working, activity } = memory()
    expect([directives, working.slots.decision ?? [], working.slots.todo ?? [], activity.recentDecisions]).toEqual([
      [],
      [],
      [],
      [],
    ])
    expect(facts()).toEqual([])
    expect(app.store.outcomes.about({}, app.project.name, 10)).toEqual([])

    expect(await pause()).toBe("resumed")
    // The summary speaks of what was said in between.
    await moments.compacted({ sessionID: S, summary: `${summary} here` })
    expect(facts()).toEqual([])
    await say("Remember that the release train leaves on Tuesdays")
    expect(facts()).toHaveLength(1)
  })

  test("whoever asks to forget, or may ask to remember, is told too, and nobody else is", async () => {
    const { say, pause } = await begun()
    await say("hello")
    await pause()
    await say("go on")
    const tails = []
    for (const text of [
      "Forget that we use Postgres",
      "note for future sessions, the CI needs Node 22",
      "Remember: use Go",
      "Remember this",
      "Please rename the helper",
    ])
      tails.push((await say(text)).tail.includes("/memory-pause"))
    expect(tails).toEqual([true, true, true, true, false])
  })

  test("a reason is not taken for work after a resume in the same turn", async () => {
    const { say, pause, memory, moments } = await begun()
    const edited = (callID: string) =>
      moments.toolEnded({
        ...{ sessionID: S, callID, tool: "edit", args: {}, ok: true, output: "ok" },
        files: [{ path: "src/a.ts", action: "edit" }],
      })
    const reason = "The root cause is that the cache key ignores the locale."
    await say("hello")
    await pause()
    await say("now to the cache")
    await moments.assistantSpoke({ sessionID: S, text: reason })
    await pause("off")
    await edited("c1")
    expect(memory().activity.recentDecisions).toEqual([])
    await moments.assistantSpoke({ sessionID: S, text: reason })
    expect(memory().activity.recentDecisions).toEqual([reason])
  })

  test("a paste is foreign after a resume too", async () => {
    const { say, pause, call } = await begun()
    await say("hello")
    await pause()
    const fact =
      "The staging cluster lives in the Frankfurt region and its nightly backups go to the bucket named blue-whale"
    await say(`look at this mail:\n\nFrom: bob@x.com\nSubject: rules\n\n${fact}.`)
    await pause("off")
    await say("go on please")
    expect(await call("memory_save", { text: fact })).toStartWith("Waiting for the user (verbatim)")
  })

  test("what the user typed meanwhile vouches for nothing after a resume, but what is typed then does", async () => {
    const { say, pause, call } = await begun()
    const claim = (what: string) => call("memory_save", { text: `The user prefers ${what}`, type: "feedback" })
    await say("hello")
    await pause()
    await say("I prefer tabs over spaces in Go files")
    await pause("off")
    await say("I prefer short names for local variables")
    expect(await claim("tabs over spaces in Go files")).toStartWith("Unconfirmed (claim_about_user)")
    expect(await claim("short names for local variables")).toStartWith("Saved")
  })

  test("the agent's tools that would keep something refuse; those for this conversation and those that read do not", async () => {
    const { say, pause, call } = await begun()
    await say("hello")
    await pause()
    const verbs = operations.filter(isFor("agent"))
    const answers = await Promise.all(verbs.map(async ({ name, effect }) => ({ name, effect, said: await call(name) })))
    const refusing = answers.filter(({ said }) => said.startsWith("Error (paused)")).map(({ name }) => name)
    expect(refusing).toEqual(answers.filter(({ effect }) => effect === "keep").map(({ name }) => name))
    expect(refusing).toContain("memory_save")
    expect(answers.find(({ name }) => name === "memory_save")?.said).toContain(
      "only the user can resume it, with /memory-pause",
    )
    expect(await call("working_memory_add", { content: "we use make", slot: "decision" })).toStartWith("Error (paused)")
    expect(await call("core_memory_update", { block: "goal", operation: "replace", content: "sail" })).not.toContain(
      "Error",
    )
  })

  test("what the first message is told goes with the next one", async () => {
    const { moments, memory, pause } = await begun()
    await pause()
    const hear = async (messageID: string, text: string, isFirst: boolean) => {
      await moments.userSpoke({ sessionID: S, messageID, text, isFirst })
      return memory().telling.aside.length
    }
    const request = "Remember that the staging database listens on port 5433"
    expect([await hear("msg_1", request, true), await hear("msg_2", "hello", false)]).toEqual([1, 0])
  })

  test("a subagent of the session keeps nothing either", async () => {
    const parentOf = async (id: string) => (id === "ses_child" ? S : null)
    const { say, pause, call, moments } = await begun({ host: { parentOf }, env: { CAIRN_SUBAGENT_NOTES: "true" } })
    await say("hello")
    await pause()
    await moments.toolEnded({
      sessionID: "ses_child",
      callID: "c",
      tool: "bash",
      args: {},
      ok: true,
      output: "",
      files: [],
    })
    expect(await call("memory_save", { text: "The harbour plan only has two sheets" }, "ses_child")).toStartWith(
      "Error (paused)",
    )
  })

  test("the model is told in one line, at the tail and in a new prefix, and told when it is over", async () => {
    const { say, pause, moments } = await begun()
    await say("hello")
    await pause()
    const first = await say("and now?")
    expect(first.tail).toContain("memory is paused by the user")
    expect((await say("and then?")).tail).not.toContain("paused")
    await moments.flushRequested({ sessionID: S })
    const shown = (await say("again")).prefix
    expect(shown.match(/memory is paused by the user/g)).toHaveLength(1)
    await pause("off")
    const { tail } = await say("well?")
    expect(tail).toContain("\nmemory is on again: what is said from now on may be saved\n")
    expect(tail).not.toContain("paused")
  })
})

describe("the pause", () => {
  test("is turned over by the bare command, ended by off, and by nothing else", async () => {
    const { say, pause } = await begun()
    await say("hello")
    expect([
      await pause(),
      await pause(),
      await pause("on"),
      await pause("please"),
      await pause(" OFF "),
      await pause("off"),
    ]).toEqual(["paused", "resumed", "paused", "paused", "resumed", "not_paused"])
  })

  test("says what it did, also where there was nothing to do, and which words it takes", async () => {
    const { say, moments } = await begun()
    await say("hello")
    const told = async (typed: string) => noticesText([await moments.pauseRequested({ sessionID: S, typed })])
    expect(await told("off")).toBe("Memory was not paused")
    expect(await told("please")).toBe(
      'Memory is paused for this session: nothing said here is kept. "please" means nothing to /memory-pause: it takes "off", or nothing at all; /memory-pause again resumes',
    )
    expect(await told("on")).not.toContain("means nothing")
    expect(await told("")).toBe("Memory is on again: what is said from now on may be saved")
  })

  test("what was wished before it is no half of a fact later, and nobody is told of it", async () => {
    const { say, pause, facts } = await begun()
    await say("hello", "ses_other")
    await say("no semicolons in this project pls")
    await pause()
    expect((await say("semicolons again??", "ses_other")).tail).not.toContain("earlier session")
    expect(facts()).toEqual([])
  })

  test("outlives a restart and a revert, and holds in another process and in copies, also of what came before it", async () => {
    const cairn = await begun()
    const { messageID } = await cairn.say("hello")
    await cairn.say("second")
    await cairn.pause()
    await cairn.moments.reverted({ sessionID: S, messageID, andAfter: true })
    expect(cairn.memory().paused).toBe("now")
    await cairn.moments.forked({ sessionID: "ses_copy", from: S, before: messageID })
    expect(cairn.memory("ses_copy").paused).toBe("now")
    expect(await cairn.pause("off", "ses_copy")).toBe("resumed")
    // Every process tells of the copy again.
    await cairn.moments.forked({ sessionID: "ses_copy", from: S, before: messageID })
    expect(cairn.memory("ses_copy").paused).toBe("before")

    const other = await open({ root: cairn.root, directory: cairn.directory, env: { CAIRN_HISTORY: "false" } })
    expect(other.app.journal.read(S).paused).toBe("now")
    await other.moments.pauseRequested({ sessionID: S, typed: "off" })
    expect(cairn.memory().paused).toBe("before")
  })

  test("is the session's own", async () => {
    const { say, pause, facts } = await begun()
    await say("hello")
    await pause()
    await say("hello", "ses_other")
    await say("Remember that the staging database listens on port 5433", "ses_other")
    expect(facts()).toHaveLength(1)
  })
})
