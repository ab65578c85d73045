// One session, served by two processes in turn, each restarted: what one has told, shown and decided, the other knows.
import { afterAll, describe, expect, test } from "bun:test"
import { clean } from "../../test/bed/facts.ts"
import { closeApps, type OpenOptions, openWithoutHistory as open } from "../../test/bed/opened-app.ts"
import { saveFacts } from "../intake/save-facts.ts"
import { sawNothing } from "../intake/session-evidence.ts"
import type { PromptBuilt, ToolEnded } from "./contract.ts"

afterAll(closeApps)

const S = "ses_test"
const window = { usable: 100_000, context: 120_000 }
let messages = 100
let calls = 100

/** One of several processes on a store. */
async function process(options: OpenOptions) {
  // A busy machine must not decide what a message is told.
  const cairn = await open(options)
  await cairn.app.complete
  const { moments, app } = cairn
  const build = async (more: Partial<PromptBuilt> = {}) => {
    const built = await moments.promptBuilt({
      sessionID: S,
      model: "p/m",
      purpose: "turn",
      tailed: [],
      foreign: () => [],
      window,
      ...more,
    })
    await settled()
    return built
  }
  const hear = async (text = "go on", isFirst = false) => {
    const messageID = `msg_${messages++}`
    return { messageID, ...(await moments.userSpoke({ sessionID: S, messageID, text, isFirst })) }
  }
  const say = async (text?: string, isFirst?: boolean) => {
    const { messageID, tail } = await hear(text, isFirst)
    const { prefix = "" } = await build({ answers: messageID, tailed: tail === undefined ? [] : [messageID] })
    return { messageID, tail: tail ?? "", prefix }
  }
  const tool = async (more: Partial<ToolEnded> = {}) => {
    const ended = { sessionID: S, callID: "call", tool: "bash", args: { command: "make" }, ok: true, files: [] }
    const answer = await moments.toolEnded({ ...ended, output: "fine", exit: 0, ...more })
    await settled()
    return answer
  }
  const use = async (name: string, args: Record<string, unknown> = {}) => {
    const callID = `call_${calls++}`
    const output = await cairn.call(name, args, S, callID)
    await tool({ tool: name, args, output, callID, isOwn: true, exit: undefined })
    return output
  }
  /** On disk, where the other process sees it. */
  const settled = async () => {
    await new Promise(setImmediate)
    await app.journal.flush()
  }
  const step = (total: number) => moments.stepEnded({ sessionID: S, tokens: { total }, window }).then(settled)
  return { ...cairn, build, hear, say, tool, use, step, settled }
}

type Process = Awaited<ReturnType<typeof process>>

async function pair(options: OpenOptions = {}) {
  const one = await process(options)
  await one.say("hello", true)
  const place = { ...options, root: one.root, directory: one.directory }
  const two = await process(place)
  await two.say()
  return { one, two, restart: (old: Process) => old.close().then(() => process(place)) }
}

/** Two facts, the older one first. */
async function contradicting(...processes: Process[]): Promise<string[]> {
  const [first] = processes
  const saved = [5433, 5434].map((port) => `The staging database listens on port ${port}`)
  for (const [n, text] of saved.entries()) {
    const fact = { type: "project", source: "compaction", said: "assistant", evidence: `ses_${n}/msg_1` } as const
    if (first) await saveFacts(first.app, [{ ...fact, text: clean(text) }], { seen: sawNothing })
  }
  for (const { app } of processes) await app.scopeNotes("project").refreshNow()
  return saved.map((text) => `facts/project-${text.toLowerCase().replaceAll(" ", "-")}.md`)
}

describe("a session that two processes serve in turn", () => {
  test("neither is refused a note that the agent wrote or read in the other, page by page too", async () => {
    const { one, two, restart } = await pair()
    await one.use("memory_write", { path: "plan", content: "first" })
    await two.say()
    await two.use("memory_write", { path: "other", content: "something else" })
    const again = await restart(one)
    expect(await again.use("memory_write", { path: "plan", content: "second" })).toStartWith("Replaced")
    expect(await two.use("memory_write", { path: "plan", content: "a\nb\nc" })).toStartWith("Replaced")
    two.edit("pages.md", "---\ndescription: x\n---\na\nb\nc\n")
    await again.use("memory_read", { path: "pages", limit: 2 })
    expect(await two.use("memory_write", { path: "pages", content: "unread" })).toContain("note_changed")
    await two.use("memory_read", { path: "pages", offset: 2 })
    expect(await again.use("memory_write", { path: "pages", content: "all read" })).toStartWith("Replaced")
    // Shown whole by the prefix of another process.
    expect(await (await restart(two)).use("memory_write", { path: "system/project", content: "x" })).toStartWith(
      "Replaced",
    )
  })

  test("what was told is not told again, and is again when its message is taken back", async () => {
    const { one, two, restart } = await pair()
    await one.use("working_memory_add", { content: "told once" })
    const { tail, messageID } = await two.say()
    expect(tail).toContain("told once")
    const again = await restart(one)
    expect((await again.say()).tail).not.toContain("told once")
    await (await restart(two)).moments.reverted({ sessionID: S, messageID, andAfter: true })
    expect((await again.say()).tail).toContain("told once")
  })

  test("a note is brought up once, also after restarts, and again when its message is taken back", async () => {
    const env = { CAIRN_TREE_BUDGET: "0", CAIRN_FACTS_BUDGET: "0" }
    const { one, two, restart } = await pair({ env })
    one.edit("reference/gateway.md", "---\ndescription: How the WebSocket gateway keeps connections alive\n---\n")
    for (const { app } of [one, two]) await app.scopeNotes("project").refreshNow()
    const asks = "why does the websocket gateway reconnect all the time?"
    const { messageID, tail } = await one.say(asks)
    expect(tail).toContain("reference/gateway.md")
    expect((await two.say(asks)).tail).not.toContain("reference/gateway.md")
    const again = await restart(one)
    expect((await again.say(asks)).tail).not.toContain("reference/gateway.md")
    await two.moments.reverted({ sessionID: S, messageID, andAfter: true })
    expect((await again.say(asks)).tail).toContain("reference/gateway.md")
  })

  test("a prefix that one has rendered is the other's too, byte for byte: the provider has it in its cache", async () => {
    const { one, two } = await pair()
    one.clock.time += 1000
    one.edit("system/news.md", "---\ndescription: x\n---\nwe ship on Fridays\n")
    await one.moments.flushRequested({ sessionID: S })
    const { prefix } = await one.say()
    expect(prefix).toContain("we ship on Fridays")
    expect((await two.say()).prefix).toBe(prefix)
  })

  test("a fresh prefix that is asked for in one is what the next request gets, whoever builds it, once", async () => {
    const { one, two, restart } = await pair()
    const note = (text: string) => one.edit("system/news.md", `---\ndescription: x\n---\n${text}\n`)
    note("we ship on Fridays")
    await one.moments.flushRequested({ sessionID: S })
    const { prefix } = await two.say()
    expect(prefix).toContain("we ship on Fridays")
    note("we ship on Mondays")
    const { messageID, prefix: same } = await one.say()
    expect(same).toBe(prefix)
    await one.use("memory_flush")
    // It was asked for outside the conversation.
    await two.moments.reverted({ sessionID: S, messageID, andAfter: true })
    const again = await restart(one)
    again.clock.time += 1000
    const later = (await again.say()).prefix
    expect(later).toContain("we ship on Mondays")
    expect([(await two.say()).prefix, (await again.say()).prefix]).toEqual([later, later])
  })

  test("the window is as full as the other has counted, and each level is told once", async () => {
    const { one, two, restart } = await pair()
    await one.step(97_000)
    expect((await two.tool()).append).toMatch(/97 % \(critical\)[\s\S]*Choose one/)
    expect((await one.tool()).append).toBeUndefined()
    const again = await restart(one)
    expect((await again.tool()).append).toBeUndefined()
    expect(await again.call("memory_context")).toMatch(/97,000 of 100,000[\s\S]*level: critical[\s\S]*interventions: 1/)
    await two.build({ compaction: "msg_c", summary: "" })
    expect((await again.say()).tail).not.toContain("97 %")
    await again.step(98_000)
    expect((await two.tool()).append).toContain("Choose one")
    expect(await (await restart(two)).call("memory_context")).toContain("interventions: 2")
  })

  test("a compaction that one is shown makes room in the other, whether or not the prefix changes with it", async () => {
    const { one, two } = await pair()
    const { prefix } = await one.say()
    await one.step(97_000)
    expect((await two.build({ compaction: "msg_c", summary: "" })).prefix).toBe(prefix)
    expect((await one.hear()).tail ?? "").not.toContain("97 %")
    expect(await one.call("memory_context")).not.toContain("97,000 of")
    await one.step(96_000)
    await two.say("Never touch the migrations folder.")
    two.clock.time += 1000
    const later = await two.build({ compaction: "msg_d", summary: "" })
    expect(later.prefix).not.toBe(prefix)
    await one.hear()
    expect(await one.call("memory_context")).not.toContain("96,000 of")
  })

  test("a compaction that one is shown is not checked again by the other", async () => {
    const { one, two } = await pair()
    await one.step(97_000)
    await two.build({ compaction: "msg_c", summary: "" })
    await one.hear()
    await one.build({ compaction: "msg_c", summary: "" })
    expect(one.app.store.compactions.list(S)).toMatchObject([{ id: "msg_c", tokensBefore: 97_000 }])
  })

  test("a compaction makes room as soon as the host reports it, in both and after a restart", async () => {
    const { one, two, restart } = await pair()
    await two.step(97_000)
    await one.step(97_000)
    await one.moments.compactionBegun({ sessionID: S, conversation: [], takesSummary: false })
    expect(await one.call("memory_context")).toContain("97,000 of")
    await one.moments.compacted({ sessionID: S, summary: "## Goal\nShip it" })
    await one.settled()
    for (const next of [() => one, () => two, () => restart(one)]) {
      const { tail } = await (await next()).hear("Remember that the staging database listens on port 5433")
      expect([tail?.includes("5433"), tail?.includes("%")]).toEqual([true, false])
    }
    await two.build({ compaction: "msg_c", summary: "## Goal\nShip it" })
    expect(two.app.store.compactions.list(S)).toMatchObject([{ tokensBefore: 97_000 }])
    // A report that comes after the first step does not take its count back.
    await two.step(12_000)
    await two.moments.compacted({ sessionID: S, summary: "## Goal\nShip it" })
    expect(await two.call("memory_context")).toContain("12,000 of")
  })

  test("what a summary lost is put back by both, until the next compaction", async () => {
    const { one, two, restart } = await pair()
    await one.say("Never touch the migrations folder. Port the parser.")
    expect((await one.build({ compaction: "msg_c", summary: "" })).prefix).toContain("Never touch the migrations")
    await two.say()
    const repaired = async (process: Process, compaction = "msg_c", summary = "") => {
      await process.use("memory_flush")
      return (await process.build({ compaction, summary })).prefix?.includes("<repair>")
    }
    expect(await repaired(two)).toBe(true)
    const again = await restart(one)
    expect([await repaired(again), await repaired(await restart(two))]).toEqual([true, true])
    expect(again.app.store.compactions.list(S)).toHaveLength(1)
    expect(await repaired(again, "msg_d", "Never touch the migrations folder.")).toBe(false)
  })

  test("a cut is the other's too, and goes with its message in both", async () => {
    const { one, two, restart } = await pair({ host: { cuts: true } })
    const { messageID } = await one.say("Port the parser, file by file.")
    await one.step(90_000)
    await one.use("memory_compact")
    const said = [{ role: "user", text: "hello" } as const]
    const { cut } = await one.build({ answers: messageID, before: () => said })
    expect(cut?.from).toBe(messageID)
    expect((await two.build({ answers: messageID })).cut).toEqual(cut)
    const again = await restart(one)
    expect((await again.build({ answers: messageID })).cut).toEqual(cut)
    await two.moments.reverted({ sessionID: S, messageID, andAfter: true })
    expect((await again.build()).cut).toBeUndefined()
    expect((await (await restart(two)).build()).cut).toBeUndefined()
  })

  test("a cut that was promised is made by the next request, whoever builds it, from the turn in which it was promised", async () => {
    const { one, two, restart } = await pair({ host: { cuts: true } })
    const before = () => [{ role: "user", text: "hello" } as const]
    const promised = async () => {
      const { messageID } = await one.say("Port the parser, file by file.")
      await one.step(90_000)
      expect(await one.use("memory_compact")).toContain("From the next step on")
      return messageID
    }
    const taken = await promised()
    await two.moments.reverted({ sessionID: S, messageID: taken, andAfter: true })
    expect((await two.build({ before })).cut).toBeUndefined()
    const messageID = await promised()
    const again = await restart(one)
    // A request that is only announced has no conversation yet.
    await again.say()
    const { cut } = await again.build({ before })
    expect(cut?.from).toBe(messageID)
    expect((await two.build({ before })).cut).toEqual(cut)
  })

  test("a cut that finds nothing to replace is not made later", async () => {
    const { one, two } = await pair({ host: { cuts: true } })
    const { messageID } = await one.say("Port the parser, file by file.")
    await one.step(90_000)
    await one.use("memory_compact")
    expect((await two.build({ answers: messageID, before: () => [] })).cut).toBeUndefined()
    expect((await one.build({ before: () => [{ role: "user", text: "hello" }] })).cut).toBeUndefined()
  })

  test("a summary is taken in once, also when the turn of its compaction is taken back", async () => {
    const { one, two, restart } = await pair()
    const line = "- [project] The billing service reads its rates from rates.yaml at start"
    const proposing = { sessionID: S, summary: `## Goal\nShip it\n\nMemory candidates:\n${line}` }
    const { messageID } = await one.say()
    await one.moments.compacted(proposing)
    await one.settled()
    await two.moments.reverted({ sessionID: S, messageID, andAfter: true })
    const again = await restart(one)
    await again.moments.compacted(proposing)
    expect(again.app.store.outcomes.about({ text: "billing" }, again.app.project.name, 9)).toHaveLength(1)
  })

  test("a summary is taken in once, by marks that the other gave, and confirms a fact once", async () => {
    const { one, two, restart } = await pair()
    const text = "The billing service reads its rates from rates.yaml at start"
    const candidates = (...lines: string[]) => ["## Goal", "Ship it", "", "Memory candidates:", ...lines].join("\n")
    const proposing = { sessionID: S, summary: candidates(`- [project] ${text}`) }
    await one.moments.compacted(proposing)
    await one.settled()
    await two.moments.compacted(proposing)
    await two.app.scopeNotes("project").refreshNow()
    const asked = await two.moments.compactionBegun({ sessionID: S, conversation: [], takesSummary: false })
    const id = /memory ref snapshot id: (\w+)/.exec(asked.context ?? "")?.[1]
    await two.settled()
    const again = await restart(one)
    await again.moments.compacted(proposing)
    for (const { clock } of [again, two]) clock.time += 8 * 86_400_000
    const confirming = candidates("- REINFORCE [M1]", `memory ref snapshot id: ${id}`)
    await again.moments.compacted({ sessionID: S, summary: confirming })
    await again.settled()
    const outcomes = () => again.app.store.outcomes.about({ text: "billing" }, again.app.project.name, 9)
    expect(outcomes().map(({ reason }) => reason)).toEqual(["reinforced", expect.any(String)])
    const both = [two, await restart(again)]
    for (const { clock } of both) clock.time += 30 * 86_400_000
    // Told of by every process; and another one that confirms the same: once a day it counts.
    for (const { moments } of both) await moments.compacted({ sessionID: S, summary: confirming })
    for (const { moments } of both) await moments.compacted({ sessionID: S, summary: `${confirming}\n` })
    expect(both[0]?.app.store.outcomes.about({ text: "billing" }, two.app.project.name, 9)).toHaveLength(3)
  })

  test("what the first message could not carry is in the first prefix, whoever builds it, and in no later one", async () => {
    const one = await process({})
    const place = { root: one.root, directory: one.directory }
    const two = await process(place)
    const text = "Remember that the staging database listens on port 5433"
    await one.moments.userSpoke({ sessionID: S, messageID: "msg_1", text, isFirst: true })
    await one.settled()
    expect((await two.build({ answers: "msg_1" })).prefix).toContain("<news>\nSaved already")
    await one.close()
    const again = await process(place)
    await again.use("memory_flush")
    expect((await again.build({ answers: "msg_1" })).prefix).toContain("<news>")
    await again.moments.userSpoke({ sessionID: S, messageID: "msg_2", text: "go on", isFirst: false })
    await again.use("memory_flush")
    expect((await again.build({ answers: "msg_2" })).prefix).not.toContain("<news>")
  })

  test("a claim that the assistant asks about in one is confirmed by a yes in the other, and by no later one", async () => {
    const { one, two, restart } = await pair()
    const claims = ["The user prefers tabs over spaces in Go files", "The user prefers dark themes in every editor"]
    const speaks = ({ moments, settled }: Process, text: string) =>
      moments.assistantSpoke({ sessionID: S, messageID: "msg_a", text }).then(settled)
    const asks = (process: Process, claim = "") => speaks(process, `Does this hold? "${claim}"`)
    for (const text of claims) await one.use("memory_save", { text, type: "feedback" })
    await asks(one, claims[0])
    expect((await two.say("yes")).tail).toContain(`Confirmed by the user, and in memory: "${claims[0]}"`)
    await asks(one, claims[1])
    await two.say("what is the time?")
    expect((await one.say("yes")).tail).not.toContain("Confirmed")
    await asks(one, claims[1])
    await speaks(two, "Shall I go on?")
    expect((await one.say("yes")).tail).not.toContain("Confirmed")
    const { messageID } = await one.say()
    await asks(one, claims[1])
    await two.moments.reverted({ sessionID: S, messageID, andAfter: true })
    expect((await one.say("yes")).tail).not.toContain("Confirmed")
    await asks(one, claims[1])
    expect((await (await restart(one)).say("no")).tail).toContain("Denied by the user")
  })

  test("an answer to a contradiction is what was typed after it was shown, in either", async () => {
    const { one, two, restart } = await pair()
    const [drop = "", keep = ""] = await contradicting(one, two)
    const resolve = (process: Process) => process.use("memory_resolve", { keep, drop })
    await one.say("it is 5434 now, forget the other one")
    expect(await resolve(one)).toContain("needs_user")
    await two.say("please go on with the migration")
    for (const process of [one, two]) expect(await resolve(process)).toContain("needs_user")
    expect(one.read(drop)).toContain("5433")
    const { messageID } = await one.say("it is 5434 now, forget the other one")
    await one.moments.reverted({ sessionID: S, messageID, andAfter: true })
    expect(await resolve(two)).toContain("needs_user")
    await one.say("it is 5434 now, forget the other one")
    await two.say("and now settle it")
    expect(await resolve(await restart(two))).toContain("Kept")
  })

  test("of a long answer what the user wrote counts in the other, and no line of what was pasted with it", async () => {
    const { one, two } = await pair()
    const [drop = "", keep = ""] = await contradicting(one, two)
    const resolve = () => two.use("memory_resolve", { keep, drop })
    expect(await resolve()).toContain("needs_user")
    const log = Array.from({ length: 200 }, (_, n) => `worker ${n} is connected to the database`)
    const pasted = ["```", ...log, "The port is 5434.", "Forget 5433.", "```"].join("\n")
    await one.say(`Look at this:\n\n${pasted}`)
    expect(await resolve()).toContain("needs_user")
    await one.say(`${pasted}\n\nIt is 5434 now, forget the other one.\n\n${pasted}`)
    expect(await resolve()).toContain("Kept")
  })

  test("a fork knows what its conversation shows: notes that were read, tails, not the cut", async () => {
    const { one, two } = await pair({ host: { cuts: true } })
    await one.use("memory_write", { path: "plan", content: "first" })
    const { messageID } = await one.say("Port the parser, file by file.")
    await one.step(90_000)
    await one.use("memory_compact")
    await one.build({ answers: messageID, before: () => [{ role: "user", text: "hello" }] })
    await one.use("working_memory_add", { content: "told by a tail" })
    expect((await one.say()).tail).toContain("told by a tail")
    expect(one.app.journal.read(S).compactions.cut?.from).toBe(messageID)
    await two.moments.forked({ sessionID: "ses_fork", from: S })
    const known = two.app.journal.read("ses_fork")
    expect([known.compactions.cut, Object.keys(known.notes.seen)]).toEqual([undefined, ["project:plan.md"]])
    expect(JSON.stringify(known.telling.base)).toContain("told by a tail")
  })
})
