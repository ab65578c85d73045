// Old outputs leave a session's requests: when, for what, and that a decision holds to the byte. The hosts are tried end to end.
import { afterAll, describe, expect, test } from "bun:test"
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { closeApps, type OpenOptions, openWithoutHistory as open } from "../../test/bed/opened-app.ts"
import { untilTrue } from "../../test/bed/store-on-disk.ts"
import { type Notice, noticesText } from "../model/notice.ts"
import { cleanOutput } from "../redaction/clean-text.ts"
import { updateSession } from "../session/live-session.ts"
import { compactionShown } from "../session/served-prefix.ts"
import type { ShownConversation, ShownOutput } from "../window/retiring/shown-output.ts"
import { tokensOf } from "../window/retiring/shown-output.ts"
import type { OutputsShown, ToolEnded } from "./contract.ts"

afterAll(closeApps)

const S = "ses_test"
const CLAUDE = "anthropic/claude-opus-5"
const WINDOW = { usable: 100_000, context: 120_000 }
const MINUTE = 60_000
/** Two fifths of what is above `moderate`. */
const LEAST_FREED = 0.4 * (96_000 - 75_000)

function outputOf(step: number, chars = 4000, given: Partial<ShownOutput> = {}): ShownOutput {
  const text = `output ${step} has thing_${step}\n`.padEnd(chars, "some words of a log ")
  return {
    call: `call_${step}`,
    tool: "bash",
    args: { command: `run ${step}` },
    text,
    ok: true,
    exit: 0,
    step,
    before: 0,
    ...given,
  }
}

/** A conversation of one output a step. */
function conversationOf(outputs: readonly ShownOutput[], steps: number, said: ShownConversation["said"] = []) {
  let before = 0
  const placed = outputs.map((output) => {
    const one = { ...output, before }
    before += tokensOf(output.text.length) + 20
    return one
  })
  return { outputs: placed, said, steps, tokens: before }
}

const outputs = (count: number, chars?: number) => Array.from({ length: count }, (_, at) => outputOf(at + 1, chars))

/** Round numbers; the ages that users have are tried where they are chosen. */
const AGES = { CAIRN_LONG_WINDOW_AGES: '{"output": 25, "lapsed": 25}' }

async function begun(options?: OpenOptions) {
  const cairn = await open({ ...options, env: { ...AGES, ...options?.env } })
  await cairn.app.complete
  const { moments, app, clock } = cairn
  const shown = (conversation: ShownConversation, more: Partial<OutputsShown> = {}) =>
    moments.outputsShown({ sessionID: S, model: CLAUDE, purpose: "turn", conversation: () => conversation, ...more })
  /** To keep an output takes time, and a request does not wait long for it: then it leaves with a later one. */
  const leftAtLast = async (size: number, ...request: Parameters<typeof shown>) => {
    let left = await shown(...request)
    for (let more = 0; more < 100 && left.size < size; more++) left = await shown(...request)
    return left
  }
  const step = (total = 50_000) => moments.stepEnded({ sessionID: S, tokens: { total }, window: WINDOW })
  const tool = (more: Partial<ToolEnded>) =>
    moments.toolEnded({ sessionID: S, callID: "c", tool: "bash", args: {}, ok: true, output: "", files: [], ...more })
  const retired = () => app.journal.read(S).retired
  const later = (minutes: number) => {
    clock.time += minutes * MINUTE
  }
  const logged = async () => {
    await app.log.flush()
    return readFileSync(join(cairn.root, "cairn.log"), "utf8")
  }
  const restarted = async (other?: OpenOptions) => {
    await app.journal.flush()
    await cairn.close()
    return begun({ ...options, ...other, root: cairn.root, directory: cairn.directory })
  }
  await moments.userSpoke({ sessionID: S, messageID: "msg_1", text: "hello", isFirst: true })
  await moments.promptBuilt({ sessionID: S, model: CLAUDE, purpose: "turn", tailed: [], window: WINDOW })
  await step()
  return { ...cairn, shown, leftAtLast, step, tool, retired, later, logged, restarted }
}

describe("outputs leave", () => {
  test("when the cache has lapsed: what is old, for one line that says how to get it back", async () => {
    const cairn = await begun()
    const conversation = conversationOf(outputs(30), 30)
    expect(await cairn.shown(conversation)).toEqual(new Map())
    cairn.later(6)
    const left = await cairn.leftAtLast(5, conversation)
    expect([...left.keys()].toSorted()).toEqual(["call_1", "call_2", "call_3", "call_4", "call_5"])
    const { line = "", id = "" } = left.get("call_3") ?? {}
    expect(line).toContain("bash run 3: exit 0, 2 lines · names in it: thing_3 · whole: memory_read output:")
    expect(await cairn.call("memory_read", { path: `output:${id}` }, S)).toContain("output 3 has thing_3")
    expect(cairn.retired()).toMatchObject({ lastReason: "lapsed", rewritten: 0 })
  })

  test("after a pause already when they are five steps old", async () => {
    const cairn = await begun({ env: { CAIRN_LONG_WINDOW_AGES: "{}" } })
    const conversation = conversationOf(outputs(12), 12)
    expect((await cairn.shown(conversation)).size).toBe(0)
    cairn.later(6)
    expect((await cairn.leftAtLast(7, conversation)).size).toBe(7)
  })

  test("when that pays, with its arithmetic in the log; and then nothing changes until it pays again", async () => {
    const cairn = await begun()
    const early = conversationOf(outputs(40, 8000), 40)
    expect((await cairn.shown(early)).size).toBe(0)
    const long = outputs(60, 8000)
    const left = await cairn.leftAtLast(35, conversationOf(long, 60))
    expect(left.size).toBe(35)
    const entry = /outputs-retired .*/.exec(await cairn.logged())?.[0] ?? ""
    const number = (name: string) => Number(new RegExp(`${name}=(\\S+)`).exec(entry)?.[1])
    expect(entry).toContain("reason=pays outputs=35")
    expect([number("read_price"), number("write_price")]).toEqual([0.1, 1.25])
    expect(number("pays_within")).toBe(12)
    expect(number("gain")).toBe(Math.round(12 * number("saved_tokens") * 0.1 - number("rewritten_tokens") * 1.15))
    for (const steps of [61, 65, 70]) {
      const next = await cairn.shown(conversationOf([...long, outputOf(steps, 8000)], steps))
      expect([...next]).toEqual([...left])
    }
    expect(cairn.retired().decisions).toBe(1)
  })

  test("before the window is full, whatever that costs", async () => {
    const cairn = await begun()
    const conversation = conversationOf(outputs(50, 6000), 36)
    expect((await cairn.shown(conversation)).size).toBe(0)
    // Not while there is room: many sessions end before.
    await cairn.step(90_000)
    await cairn.leftAtLast(1, conversation)
    expect(cairn.retired().decisions).toBe(0)
    await cairn.step(96_000)
    // Eight outputs are saved at a time, and on a busy machine the first eight may already be enough.
    const { size } = await cairn.leftAtLast(9, conversation)
    expect(size * tokensOf(6000)).toBeGreaterThan(LEAST_FREED)
    expect(cairn.retired().lastReason).toBe("pressure")
  })

  test("when the model is another one, after a compaction and after a revert", async () => {
    const reasons: unknown[] = []
    const conversation = conversationOf(outputs(30), 30)
    for (const event of ["model", "compaction", "revert"]) {
      const cairn = await begun()
      await cairn.shown(event === "revert" ? conversationOf(outputs(70), 30) : conversation)
      if (event === "revert") await cairn.moments.reverted({ sessionID: S, messageID: "msg_9", andAfter: true })
      const more =
        event === "model" ? { model: "openai/gpt-5.4" } : event === "compaction" ? { compaction: "msg_c" } : {}
      const left = await cairn.leftAtLast(5, conversation, more)
      reasons.push([event, cairn.retired().lastReason, left.size])
    }
    expect(reasons).toEqual([
      ["model", "model", 5],
      ["compaction", "compaction", 5],
      ["revert", "revert", 5],
    ])
  })

  test("not because a short turn was taken back: what precedes it is still in the cache", async () => {
    const cairn = await begun()
    await cairn.shown(conversationOf(outputs(33), 30))
    await untilTrue(() => cairn.app.sessions.get(S).retiring.ready.size >= 5)
    await cairn.moments.reverted({ sessionID: S, messageID: "msg_9", andAfter: true })
    expect((await cairn.leftAtLast(1, conversationOf(outputs(30), 30))).size).toBe(0)
    // What leaves because it pays is paid for, also right after a revert.
    await cairn.shown(conversationOf(outputs(61, 8000), 31))
    await cairn.moments.reverted({ sessionID: S, messageID: "msg_9", andAfter: true })
    await cairn.leftAtLast(35, conversationOf(outputs(60, 8000), 60))
    expect(cairn.retired().lastReason).toBe("pays")
    expect(cairn.retired().rewritten).toBeGreaterThan(40_000)
  })

  test("for a revert in the next request only, and not for what a decision has left out", async () => {
    const cairn = await begun({ env: { CAIRN_LONG_WINDOW: "lapsed" } })
    await cairn.moments.reverted({ sessionID: S, messageID: "msg_9", andAfter: true })
    await cairn.shown(conversationOf(outputs(70), 20))
    expect((await cairn.leftAtLast(1, conversationOf(outputs(30), 30))).size).toBe(0)
    cairn.later(6)
    await cairn.leftAtLast(65, conversationOf(outputs(90), 90))
    const { decisions } = cairn.retired()
    await cairn.step()
    await cairn.moments.reverted({ sessionID: S, messageID: "msg_9", andAfter: true })
    await cairn.shown(conversationOf(outputs(90), 91))
    expect(cairn.retired()).toMatchObject({ decisions, lastReason: "lapsed" })
  })

  test("not because a host's compaction is seen again behind a cut of Cairn's own", async () => {
    const cairn = await begun()
    const checkpoint = cleanOutput("all so far").text
    cairn.app.journal.note(S, [{ kind: "cut", from: "msg_1", checkpoint, after: "msg_c" }])
    const session = cairn.app.sessions.get(S)
    updateSession(session, { served: compactionShown(session.served, "cut msg_1") })
    const conversation = conversationOf(outputs(30), 30)
    for (let more = 0; more < 10; more++)
      expect((await cairn.shown(conversation, { compaction: "msg_c" })).size).toBe(0)
    expect((await cairn.leftAtLast(5, conversation, { compaction: "msg_d" })).size).toBe(5)
  })

  test("as decided before, when a request cannot be read", async () => {
    const cairn = await begun()
    cairn.later(6)
    const left = await cairn.leftAtLast(5, conversationOf(outputs(30), 30))
    const odd = () => {
      throw new Error("odd")
    }
    const asked = { sessionID: S, model: CLAUDE, purpose: "turn", conversation: odd } as const
    expect([...(await cairn.moments.outputsShown(asked))]).toEqual([...left])
    expect(await cairn.logged()).toContain("not-retired")
  })

  test("for good: over a restart, a second process, a revert, a copy, and in the compaction's request", async () => {
    const first = await begun()
    const conversation = conversationOf(outputs(30), 30)
    first.later(6)
    const left = [...(await first.leftAtLast(5, conversation))]
    const second = await open({ root: first.root, directory: first.directory, env: AGES })
    const elsewhere = { sessionID: S, model: CLAUDE, purpose: "turn", conversation: () => conversation } as const
    expect([...(await second.moments.outputsShown(elsewhere))]).toEqual(left)
    await first.moments.reverted({ sessionID: S, messageID: "msg_1", andAfter: true })
    await first.moments.forked({ sessionID: "ses_copy", from: S })
    const again = await first.restarted()
    expect([...(await again.shown(conversation, { purpose: "compaction" }))]).toEqual(left)
    expect([...(await again.shown(conversation, { sessionID: "ses_copy", purpose: "compaction" }))]).toEqual(left)
    const id = left[0]?.[1].id
    expect(await again.call("memory_read", { path: `output:${id}` }, "ses_copy")).toContain("output 1")
  })
})

test("two processes that decide at the same moment decide once", async () => {
  const one = await begun()
  const other = await begun({ root: one.root, directory: one.directory })
  const conversation = conversationOf(outputs(30), 30)
  for (const each of [one, other]) {
    await each.shown(conversation)
    await untilTrue(() => each.app.sessions.get(S).retiring.ready.size >= 5)
    await each.app.journal.flush()
    each.later(6)
  }
  await Promise.all([one.shown(conversation), other.shown(conversation)])
  expect([one.retired().decisions, Object.keys(other.retired().outputs).length]).toEqual([1, 5])
  await other.app.log.flush()
  expect((await one.logged()).match(/outputs-retired/g)).toHaveLength(1)
})

test("what was swept away meanwhile is kept again when the session goes on", async () => {
  const first = await begun()
  first.later(6)
  const conversation = conversationOf(outputs(30), 30)
  const left = await first.leftAtLast(5, conversation)
  rmSync(first.app.store.toolOutputs.folder, { recursive: true })
  const again = await first.restarted()
  await again.shown(conversation)
  const path = `output:${left.get("call_4")?.id}`
  await untilTrue(() => readdirSync(again.app.store.toolOutputs.folder, { recursive: true }).length >= 7)
  expect(await again.call("memory_read", { path }, S)).toContain("output 4 has thing_4")
})

test("what was erased is not kept again out of the host's conversation, whether it had left or was only kept ahead", async () => {
  const first = await begun()
  const conversation = conversationOf(outputs(31), 30)
  first.later(6)
  const left = await first.leftAtLast(5, conversation)
  const { id: ahead } = await first.app.store.toolOutputs.keep(S, cleanOutput(outputOf(6).text).text, first.directory)
  await first.app.store.erase("has thing_3")
  await first.app.store.erase("has thing_6")
  const again = first.app.store.toolOutputs.keep(S, cleanOutput(outputOf(6).text).text, first.directory)
  await expect(again).rejects.toMatchObject({ code: "output_erased" })
  rmSync(first.app.store.toolOutputs.folder, { recursive: true })
  const more = await first.restarted()
  more.later(6)
  const later = conversationOf(outputs(32), 32)
  for (let request = 0; request < 20; request++) await more.shown(later)
  const kept = (id = "") => more.app.store.toolOutputs.read(id, [S])
  for (let wait = 0; wait < 100 && (await kept(left.get("call_5")?.id)) === undefined; wait++) await Bun.sleep(20)
  expect(await kept(left.get("call_5")?.id)).toContain("output 5 has thing_5")
  expect([await kept(left.get("call_3")?.id), await kept(ahead)]).toEqual([undefined, undefined])
  expect(Object.keys(more.retired().outputs)).not.toContain("call_6")
})

test("a copy that ends before the decision is sent the same: the provider has those bytes in its cache", async () => {
  const cairn = await begun()
  const conversation = conversationOf(outputs(30), 30)
  await cairn.moments.userSpoke({ sessionID: S, messageID: "msg_2", text: "go on", isFirst: false })
  cairn.later(6)
  const left = [...(await cairn.leftAtLast(5, conversation))]
  await cairn.moments.forked({ sessionID: "ses_before", from: S, before: "msg_2" })
  await cairn.moments.userSpoke({ sessionID: S, messageID: "msg_3", text: "go on", isFirst: false })
  await cairn.step()
  await cairn.moments.forked({ sessionID: "ses_through", from: S, through: "msg_1" })
  for (const sessionID of ["ses_before", "ses_through"])
    expect([...(await cairn.shown(conversation, { sessionID, purpose: "compaction" }))]).toEqual(left)
})

test("what was swept away while a session rested in a running host is kept again, and never a secret with it", async () => {
  const cairn = await begun()
  cairn.later(6)
  const left = await cairn.leftAtLast(5, conversationOf(outputs(30), 30))
  await cairn.shown(conversationOf(outputs(30), 30))
  await cairn.step()
  rmSync(cairn.app.store.toolOutputs.folder, { recursive: true })
  cairn.later(10 * 24 * 60)
  const secret = `key AKIA${"Q3EGRB7PX2LMNV4T"} `.padEnd(4000, "word ")
  const other = outputs(30).map((one) => (one.call === "call_3" ? { ...one, text: secret } : one))
  await cairn.shown(conversationOf(other, 30))
  const kept = (call: string) => cairn.app.store.toolOutputs.read(left.get(call)?.id ?? "", [S])
  for (let more = 0; more < 100 && (await kept("call_5")) === undefined; more++) await Bun.sleep(20)
  expect(await kept("call_4")).toContain("output 4 has thing_4")
  expect(await kept("call_3")).toBeUndefined()
})

test("what was swept away is kept again also if the host has cleared it since: its line is still there", async () => {
  const first = await begun()
  first.later(6)
  const left = await first.leftAtLast(5, conversationOf(outputs(30), 30))
  rmSync(first.app.store.toolOutputs.folder, { recursive: true })
  const again = await first.restarted()
  const [cleared, shown] = [outputs(30).slice(0, 5), outputs(30).slice(5)]
  const now = await again.shown({ ...conversationOf(shown, 30), cleared })
  expect(now.get("call_4")).toEqual(left.get("call_4")!)
  const path = `output:${left.get("call_4")?.id}`
  await untilTrue(() => readdirSync(again.app.store.toolOutputs.folder, { recursive: true }).length >= 7)
  expect(await again.call("memory_read", { path }, S)).toContain("output 4 has thing_4")
})

test("what was kept ahead and swept away before it could leave is kept again first", async () => {
  const cairn = await begun()
  const conversation = conversationOf(outputs(30), 30)
  const { folder } = cairn.app.store.toolOutputs
  await cairn.shown(conversation)
  await untilTrue(() => readdirSync(folder, { recursive: true }).length >= 7)
  rmSync(folder, { recursive: true })
  cairn.later(10 * 24 * 60)
  const left = await cairn.leftAtLast(5, conversation)
  const kept = await Promise.all([...left.values()].map(({ id }) => cairn.app.store.toolOutputs.read(id, [S])))
  expect(kept.map((text) => text?.length)).toEqual([4000, 4000, 4000, 4000, 4000])
})

describe("the line in an output's place says how things are when it leaves, not when it was kept ahead", () => {
  async function keptAhead(...first: readonly ShownOutput[]) {
    const cairn = await begun({ env: { CAIRN_LONG_WINDOW_AGES: "{}" } })
    await cairn.shown(conversationOf(first, 7))
    await untilTrue(() => cairn.app.sessions.get(S).retiring.ready.size === first.length)
    const lineAt = async (steps: number, ...more: readonly ShownOutput[]) => {
      cairn.later(6)
      return (await cairn.leftAtLast(first.length, conversationOf([...first, ...more], steps))).get("call_1")?.line
    }
    return { ...cairn, lineAt }
  }
  const fileCall = (tool: string, step: number, chars: number) =>
    outputOf(step, chars, { tool, args: { filePath: "package.json", oldString: "a" }, exit: undefined })

  test("a file that was edited meanwhile is to be read again", async () => {
    const { lineAt } = await keptAhead(fileCall("read", 1, 4000))
    const line = await lineAt(12, fileCall("edit", 8, 40))
    expect(line).toContain("read or changed again since · now: read the file · as it was: memory_read output:")
  })

  test("a command that was run meanwhile was run again since, and what it saves goes by this line", async () => {
    const first = outputOf(1)
    const { lineAt, retired } = await keptAhead(first)
    const line = (await lineAt(12, outputOf(8, 40, { args: first.args }))) ?? ""
    expect(line).toContain(" · run again since · ")
    expect(retired().shorter).toBe(tokensOf(4000) - tokensOf(line.length))
  })

  test("names that were used meanwhile are in it", async () => {
    const frequent = Array.from({ length: 80 }, (_, at) => `otherName${at} otherName${at}`).join(" ")
    const text = `${frequent} someRatherRareNameIndeed`.padEnd(4000, " word")
    const { tool, lineAt } = await keptAhead(outputOf(1, 0, { text }))
    await tool({ args: { command: "grep someRatherRareNameIndeed src" } })
    expect(await lineAt(12)).toContain("names in it: someRatherRareNameIndeed otherName0 ")
  })

  test("and from then on it stays as it is", async () => {
    const { lineAt, shown, app } = await keptAhead(fileCall("read", 1, 4000))
    const line = await lineAt(12)
    expect(line).toContain(", or read the file]")
    const later = conversationOf([fileCall("read", 1, 4000), fileCall("edit", 13, 40)], 20)
    expect((await shown(later)).get("call_1")?.line).toBe(line ?? "")
    expect(app.journal.read(S).retired.decisions).toBe(1)
  })
})

describe("outputs stay", () => {
  test("when it is switched off; when only lapses count, until one comes", async () => {
    const long = conversationOf(outputs(60, 8000), 60)
    const off = await begun({ env: { CAIRN_LONG_WINDOW: "off" } })
    off.later(600)
    expect((await off.shown(long)).size).toBe(0)
    const lapsed = await begun({ env: { CAIRN_LONG_WINDOW: "lapsed" } })
    expect((await lapsed.shown(long)).size).toBe(0)
    lapsed.later(6)
    expect((await lapsed.leftAtLast(35, long)).size).toBe(35)
  })

  test("when they cannot be kept whole: a secret in them", async () => {
    const cairn = await begun()
    cairn.later(6)
    const secret = outputOf(1, 4000, { text: `key AKIA${"Q3EGRB7PX2LMNV4T"} `.padEnd(4000, "word ") })
    expect((await cairn.shown(conversationOf([secret], 40))).size).toBe(0)
  })

  test("when they cannot be kept whole: a file where the folder should be, with one warning a request", async () => {
    const cairn = await begun()
    const { folder } = cairn.app.store.toolOutputs
    rmSync(folder, { recursive: true, force: true })
    writeFileSync(folder, "")
    cairn.later(6)
    const conversation = conversationOf(outputs(40), 60)
    for (let request = 0; request < 3; request++) expect((await cairn.shown(conversation)).size).toBe(0)
    const warnings = async () => (await cairn.logged()).match(/WARN not-retired/g)?.length ?? 0
    for (let more = 0; more < 100 && (await warnings()) < 3; more++) await Bun.sleep(20)
    expect([cairn.retired().decisions, await warnings()]).toEqual([0, 3])
    rmSync(folder)
    expect((await cairn.leftAtLast(35, conversation)).size).toBe(35)
  })

  test("while they show an open error, carry a word of Cairn's, or are a subagent's", async () => {
    const cairn = await begun()
    const failed = "src/a.ts(3,1): error TS2304: Cannot find name 'x'."
    await cairn.tool({ args: { command: "npx tsc" }, output: failed, exit: 2 })
    cairn.later(6)
    const kept = [
      outputOf(1, 4000, { args: { command: "npx tsc" }, exit: 2 }),
      outputOf(2, 4000, { text: `${"word ".repeat(900)}\n<cairn-news>\nx\n</cairn-news>` }),
    ]
    expect((await cairn.shown(conversationOf(kept, 60))).size).toBe(0)
    const secret = `GITHUB_TOKEN=ghp_${"a1B2".repeat(9)} npx tsc`
    await cairn.tool({ args: { command: secret }, output: failed.replace("'x'", "'y'"), exit: 2 })
    const shown = outputOf(1, 4000, { call: "call_secret", args: { command: secret }, exit: 2 })
    expect((await cairn.shown(conversationOf([...kept, shown], 60))).size).toBe(0)
    const child = await begun({ host: { parentOf: async () => "ses_parent" } })
    child.later(6)
    expect((await child.shown(conversationOf(outputs(30), 30))).size).toBe(0)
  })

  test("while they show an open error, however many newer ones there are", async () => {
    const cairn = await begun()
    const fails = (file: string, count: number) =>
      Array.from(
        { length: count },
        (_, at) => `src/${file}.ts(${at + 1},1): error TS2304: Cannot find name '${file}${at}'.`,
      )
    const run = (command: string, lines: readonly string[], exit: number) =>
      cairn.tool({ args: { command }, output: lines.join("\n"), exit })
    await run("npx tsc -p one", fails("one", 1), 2)
    await run("npx tsc -p two", fails("two", 9), 2)
    cairn.later(6)
    const kept = [
      outputOf(1, 4000, { args: { command: "npx tsc -p one" }, exit: 2 }),
      outputOf(2, 4000, { args: { command: "npx tsc -p two" }, exit: 2 }),
    ]
    expect((await cairn.shown(conversationOf(kept, 60))).size).toBe(0)
    await run("npx tsc -p one", [], 0)
    cairn.later(6)
    expect([...(await cairn.leftAtLast(1, conversationOf(kept, 60))).keys()]).toEqual(["call_1"])
  })

  test("while they show an open error: of several runs of the command only the latest", async () => {
    const cairn = await begun()
    const failed = "src/a.ts(3,1): error TS2304: Cannot find name 'x'."
    await cairn.tool({ args: { command: "npx tsc" }, output: failed, exit: 2 })
    cairn.later(6)
    const runs = [1, 2, 3].map((step) => outputOf(step, 4000, { args: { command: "npx tsc" }, exit: 2 }))
    const left = await cairn.leftAtLast(2, conversationOf(runs, 60))
    expect([...left.keys()]).toEqual(["call_1", "call_2"])
    expect(left.get("call_2")?.line).toContain(" · run again since · ")
  })

  test("where no account of errors is kept: a command that failed, until it succeeds", async () => {
    const cairn = await begun({ env: { CAIRN_ACTIVITY: "false" } })
    const run = (step: number, exit: number) => outputOf(step, 4000, { args: { command: "npx tsc" }, exit })
    const left = async (size: number, ...runs: readonly ShownOutput[]) => {
      cairn.later(6)
      return [...(await cairn.leftAtLast(size, conversationOf(runs, 60))).keys()]
    }
    expect(await left(1, run(1, 2))).toEqual([])
    expect(await left(1, run(1, 2), run(2, 2))).toEqual(["call_1"])
    expect(await left(3, run(1, 2), run(2, 2), run(3, 0))).toEqual(["call_1", "call_2", "call_3"])
  })

  test("when the user named what they show, whatever a file is called", async () => {
    const cairn = await begun()
    const reading = (step: number, filePath: string) =>
      outputOf(step, 4000, { tool: "read", args: { filePath: join(cairn.directory, filePath) }, exit: undefined })
    const said = [
      { id: "msg_2", step: 5, text: "keep an eye on the Makefile" },
      { id: "msg_3", step: 6, text: "and test the build" },
    ]
    cairn.later(6)
    const shown = [reading(1, "Makefile"), reading(2, "build"), reading(3, "LICENSE")]
    const left = await cairn.leftAtLast(2, conversationOf(shown, 120, said))
    expect([...left.keys()]).toEqual(["call_2", "call_3"])
  })

  test("where something else shortens them, and it is said once", async () => {
    const cairn = await begun()
    cairn.later(6)
    expect((await cairn.leftAtLast(5, conversationOf(outputs(30), 30))).size).toBe(5)
    await cairn.step()
    const pruned = outputs(30).map((one, at) => (at === 10 ? { ...one, text: "[pruned]" } : one))
    expect((await cairn.shown(conversationOf(pruned, 31))).size).toBe(0)
    expect((await cairn.shown(conversationOf(outputs(30), 32))).size).toBe(0)
    expect((await cairn.logged()).match(/long-window-left/g)?.length).toBe(1)
    const { saved, rewritten } = cairn.retired()
    expect(await cairn.call("memory_context", {}, S)).toContain(
      [
        "old outputs: another plugin shortens them, so Cairn leaves them alone",
        "left out until then: 5 (1 round, last: lapsed)",
        `saved so far: ${saved.toLocaleString("en-US")} tokens of input read, paid for by ${rewritten} written again`,
      ].join("\n"),
    )
  })

  test("where something else takes calls out of the middle, and it is said once; also if that is the first thing it does", async () => {
    const cairn = await begun()
    const taken = outputs(30).filter((_, at) => at < 3 || at > 12)
    await cairn.shown(conversationOf(outputs(30), 30))
    cairn.later(6)
    expect((await cairn.shown(conversationOf(taken, 31))).size).toBe(0)
    expect((await cairn.shown(conversationOf(outputs(30), 32))).size).toBe(0)
    await cairn.shown(conversationOf(taken, 33))
    expect(cairn.retired()).toMatchObject({ isLeft: true, decisions: 0 })
    expect((await cairn.logged()).match(/long-window-left/g)?.length).toBe(1)
  })

  test("but not only because a host compacts, reverts or clears outputs itself, or a provider begins its numbers anew", async () => {
    const all = outputs(30)
    const middle = all.filter((_, at) => at < 3 || at > 12)
    const removed = all.slice(3, 13)
    const again = [...all.slice(20), outputOf(1, 4000, { step: 31 }), outputOf(2, 4000, { step: 32 })]
    const replaced = outputOf(5, 4000, { call: "call_5 oldString", argument: "oldString" })
    const cases: [string, readonly ShownOutput[], readonly ShownOutput[], Partial<OutputsShown & ShownConversation>][] =
      [
        ["the start is gone", all, all.slice(13), {}],
        ["the end is gone", all, all.slice(0, 20), {}],
        ["a compaction", all, middle, { compaction: "msg_c" }],
        ["a revert", all, middle, {}],
        ["cleared by the host", all, middle, { cleared: removed }],
        ["numbers begin anew", all, again, {}],
        ["an argument of a call that is still there", [...all.slice(0, 5), replaced, ...all.slice(5)], all, {}],
      ]
    const left: string[] = []
    for (const [name, before, now, { cleared, compaction }] of cases) {
      const cairn = await begun()
      await cairn.shown(conversationOf(before, 30))
      if (name === "a revert") await cairn.moments.reverted({ sessionID: S, messageID: "msg_9", andAfter: true })
      await cairn.shown({ ...conversationOf(now, 32), cleared }, { compaction })
      if (cairn.retired().isLeft) left.push(name)
    }
    expect(left).toEqual([])
  })

  test("another output under the same number is another output", async () => {
    const cairn = await begun()
    cairn.later(6)
    const left = await cairn.leftAtLast(5, conversationOf(outputs(30), 30))
    expect(left.get("call_1")?.chars).toBe(4000)
    cairn.later(6)
    const again = [...outputs(30), outputOf(1, 5000, { step: 31 })]
    await cairn.shown(conversationOf(again, 70))
    expect(cairn.retired().isLeft).toBeUndefined()
  })

  test("one that was kept ahead and has grown since leaves with all of its text", async () => {
    const cairn = await begun()
    await cairn.shown(conversationOf(outputs(30), 30))
    await untilTrue(() => cairn.app.sessions.get(S).retiring.ready.has("call_1"))
    cairn.later(6)
    const grown = [outputOf(1, 5000), ...outputs(30).slice(1)]
    const left = (await cairn.leftAtLast(5, conversationOf(grown, 30))).get("call_1")
    const kept = left && (await cairn.app.store.toolOutputs.read(left.id, [S]))
    expect([left?.chars, kept?.length]).toEqual([5000, 5000])
  })

  test("a provider that restarts its call numbers after a compaction or a revert shortens nothing", async () => {
    const cairn = await begun()
    await cairn.shown(conversationOf(outputs(30), 30))
    await cairn.shown(conversationOf([], 0), { compaction: "msg_c" })
    const reading = (step: number, path: string) =>
      outputOf(step, 2000, { tool: "read", args: { filePath: path }, exit: undefined })
    const editing = outputOf(3, 40, { tool: "edit", args: { filePath: "src/b.ts" }, exit: undefined })
    await cairn.shown(conversationOf([reading(1, "src/a.ts")], 1), { compaction: "msg_c" })
    expect(cairn.retired().isLeft).toBeUndefined()
    // Number 1 is another file now.
    await cairn.shown(conversationOf([], 0), { compaction: "msg_d" })
    cairn.later(6)
    const left = await cairn.shown(conversationOf([reading(1, "src/b.ts"), editing], 12), { compaction: "msg_d" })
    expect([...left.keys()]).toEqual(["call_1"])
  })
})

test("the user is told once what it does and saves, and not again after a restart", async () => {
  const told: string[] = []
  const host = { notice: async (notices: readonly Notice[]) => void told.push(noticesText(notices)) }
  const leaves = async (cairn: Awaited<ReturnType<typeof begun>>, sessionID: string) => {
    await cairn.moments.stepEnded({ sessionID, tokens: { total: 9 }, window: WINDOW })
    cairn.later(6)
    const left = await cairn.leftAtLast(5, conversationOf(outputs(30), 30), { sessionID })
    expect(left.size).toBeGreaterThan(0)
    await cairn.moments.wentIdle({ sessionID })
  }
  const cairn = await begun({ host })
  await leaves(cairn, S)
  await leaves(cairn, "ses_other")
  const saved = Number((await cairn.logged()).match(/outputs-retired .*?saved_tokens=(\d+)/)?.[1])
  await leaves(await cairn.restarted(), "ses_third")
  expect(saved).toBeGreaterThan(0)
  expect(told).toEqual([`Cairn leaves out old tool outputs: ${saved.toLocaleString("en-US")} tokens less a request`])
})

test("what is too long for one answer comes back in two, of which the first says how to get the second", async () => {
  const cairn = await begun()
  const lines = Array.from({ length: 2500 }, (_, at) => `${at} of a log`)
  const texts = [
    lines.join("\n"),
    `${lines
      .slice(0, 500)
      .map((line) => line.padEnd(150, " and more"))
      .join("\r\n")}\n`,
  ]
  const long = outputs(30).map((output, at) => ({ ...output, text: texts[at] ?? output.text }))
  cairn.later(6)
  const left = await cairn.leftAtLast(5, conversationOf(long, 30))
  for (const [at, text] of texts.entries()) {
    const path = `output:${left.get(`call_${at + 1}`)?.id}`
    const first = await cairn.call("memory_read", { path }, S)
    const [pointer = "", more, offset] = /\n… (\d+) more lines: read on with offset (\d+)$/.exec(first) ?? []
    const second = await cairn.call("memory_read", { path, offset: Number(offset) }, S)
    const shown = first.slice(0, -pointer.length)
    expect(text.startsWith(shown)).toBe(true)
    expect(text.slice(shown.length).trim()).toBe(second.trim())
    expect(second.split("\n").length).toBe(Number(more))
    for (const answer of [first, second]) expect(Buffer.byteLength(answer)).toBeLessThan(50 * 1024)
  }
})

test("what is asked for again has its kind kept longer in this session", async () => {
  const cairn = await begun()
  cairn.later(6)
  const left = await cairn.leftAtLast(5, conversationOf(outputs(30), 30))
  const path = `output:${left.get("call_2")?.id}`
  await cairn.tool({ tool: "memory_read", args: { path }, output: await cairn.call("memory_read", { path }, S) })
  expect(cairn.retired().fetched).toEqual(["command"])
  cairn.later(6)
  expect((await cairn.leftAtLast(5, conversationOf(outputs(49), 49))).size).toBe(5)
})

test("the account goes by what requests really have: after a revert, and when it is switched off", async () => {
  const cairn = await begun()
  await cairn.leftAtLast(35, conversationOf(outputs(60, 8000), 60))
  const { shorter } = cairn.retired()
  await cairn.moments.reverted({ sessionID: S, messageID: "msg_1", andAfter: true })
  await cairn.shown(conversationOf(outputs(35, 8000), 35))
  expect(cairn.retired().shorter).toBe(shorter)
  await cairn.shown(conversationOf(outputs(7, 8000), 7))
  expect(cairn.retired().shorter).toBe(shorter / 5)
  await cairn.shown(conversationOf([], 0))
  await cairn.step()
  expect(cairn.retired()).toMatchObject({ shorter: 0, saved: 0 })
  cairn.app.journal.note(S, [{ kind: "shorter", tokens: shorter }])
  const off = await cairn.restarted({ env: { CAIRN_LONG_WINDOW: "off" } })
  await off.shown(conversationOf(outputs(60, 8000), 60))
  const { saved } = off.retired()
  await off.step()
  expect(off.retired()).toMatchObject({ shorter: 0, saved })
})

test("the account says what was saved and paid, and so does memory_context", async () => {
  const cairn = await begun()
  await cairn.leftAtLast(35, conversationOf(outputs(60, 8000), 60))
  const { shorter, rewritten } = cairn.retired()
  await cairn.step()
  await cairn.step()
  expect(cairn.retired().saved).toBe(2 * shorter)
  expect(rewritten).toBeGreaterThan(0)
  expect(await cairn.call("memory_context", {}, S)).toContain(
    `old outputs left out: 35 (1 round, last: pays), ${shorter.toLocaleString("en-US")} tokens less in each request`,
  )
})
