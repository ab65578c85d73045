// One contract, two adapters: fed with what the real hosts handed over while the same story was told to both, they must say the same.
import { describe, expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import fc from "fast-check"
import { type Adapter, type Answers, v1Adapter, v2Adapter } from "../../test/bed/adapters.ts"
import { parseRecording, type RecordedCall } from "../../test/bed/recording-story.ts"
import type { RequestSizes } from "../flows/contract.ts"
import { createServices } from "./v1/services.ts"

const calls2 = recording("2.0")
const place2 = (calls2[0]!.args[0] as { location: { directory: string } }).location.directory
const HOSTS = {
  "1.18": { adapter: async (answers?: Answers) => v1Adapter(answers), calls: recording("1.18") },
  "2.0": { adapter: (answers?: Answers) => v2Adapter(answers, [], place2), calls: calls2 },
} as const
/** What the story does not touch. */
const UNTOLD: Record<keyof typeof HOSTS, RecordedCall[]> = {
  "1.18": [
    { hook: "config", args: [{ command: { mine: { template: "x" } }, agent: {} }] },
    {
      hook: "command.execute.before",
      args: [{ command: "memory-flush", sessionID: "ses_1", arguments: "" }, { parts: [] }],
    },
    {
      hook: "experimental.compaction.autocontinue",
      args: [{ sessionID: "ses_1", overflow: false }, { enabled: true }],
    },
    {
      hook: "experimental.session.compacting",
      args: [{ sessionID: "ses_1" }, { context: [], prompt: "of another plugin" }],
    },
    {
      hook: "tool.execute.after",
      args: [
        { tool: "server_look", sessionID: "ses_1", callID: "call_1", args: {} },
        {
          content: [
            { type: "text", text: "one" },
            { type: "image", data: "x" },
            { type: "text", text: "two" },
          ],
        },
      ],
    },
  ],
  "2.0": [
    {
      hook: "permission.evaluate",
      args: [
        {
          sessionID: "ses_1",
          action: "external_directory",
          resources: ["/home/u/.local/share/cairn/cache/tool-outputs/*"],
          effect: "ask",
        },
      ],
    },
    {
      hook: "event",
      args: [{ type: "session.compaction.failed", data: { sessionID: "ses_1", reason: "auto", error: { type: "x" } } }],
    },
  ],
}
const versions = Object.keys(HOSTS) as (keyof typeof HOSTS)[]

function recording(version: string): RecordedCall[] {
  return parseRecording(readFileSync(`test/fixtures/recorded/opencode-${version}.jsonl`, "utf8"))
}

async function playAll(
  adapter: Adapter,
  calls: readonly RecordedCall[],
): Promise<{ call: RecordedCall; after: unknown[] }[]> {
  const played = []
  for (const call of calls) played.push({ call, after: await adapter.play(call) })
  return played
}

/** The session the story is about: the first one heard of. */
const mainSession = ({ heard }: Adapter) => heard.find(({ moment }) => moment === "userSpoke")!.said.sessionID

describe.each(versions)("the contract on OpenCode %s", (version) => {
  const { adapter: make, calls } = HOSTS[version]

  test("the whole story arrives in plain values", async () => {
    const adapter = await make()
    await playAll(adapter, calls)
    const session = mainSession(adapter)
    const of = (moment: string) =>
      adapter.heard
        .filter((heard) => heard.moment === moment && heard.said.sessionID === session)
        .map(({ said }) => said)

    const isV1 = version === "1.18"
    expect(of("userSpoke").map(({ text, isFirst }) => [text, isFirst])).toEqual([
      ["hello", true],
      ["second", false],
      ["third", false],
    ])
    for (const { messageID } of of("userSpoke")) expect(messageID).toStartWith("msg_")

    const turns = of("promptBuilt").filter(({ purpose }) => purpose === "turn")
    expect(turns).toHaveLength(isV1 ? 10 : 9)
    for (const { model, tailed } of turns) expect([model, tailed]).toEqual(["bed/main", []])
    const epochs = [...new Set(turns.map(({ compaction }) => compaction))]
    expect(epochs).toEqual([undefined, expect.stringMatching(/^msg_/)])
    expect(of("promptBuilt").filter(({ purpose }) => purpose === "compaction")).toHaveLength(1)

    expect(of("assistantSpoke").map(({ text }) => text)).toEqual(["I will look.", "the answer", "ok", "ok"])
    for (const { messageID } of of("assistantSpoke")) expect(messageID).toStartWith("msg_")

    const steps = of("stepEnded")
    expect(steps).toHaveLength(isV1 ? 10 : 9)
    expect(new Set(steps.map(({ messageID }) => messageID)).size).toBe(steps.length)
    expect(steps[0]).toMatchObject({
      messageID: of("assistantSpoke")[0]!.messageID,
      tokens: { input: 100, output: 10 },
    })
    const window = { context: 200_000, usable: isV1 ? 192_000 : 180_000 }
    expect(steps.at(-1)).toMatchObject({ model: "bed/main", window })
    for (const turn of turns) expect(turn.window).toEqual(window)

    expect(of("compactionBegun")).toMatchObject([{ takesSummary: !isV1 }])
    const said = of("compactionBegun")[0]!.conversation as { role: string; text: string }[]
    expect(said.map(({ role, text }) => `${role}: ${text}`)).toEqual(
      isV1 ? [] : ["user: hello", "assistant: I will look.", "assistant: the answer"],
    )
    for (const { compaction, summary } of turns)
      expect(summary ?? "").toContain(compaction === undefined ? "" : "1. go on")
    expect(of("compacted").map(({ summary }) => summary)).toEqual([expect.stringContaining("A scripted summary")])
    expect(of("wentIdle").length).toBeGreaterThanOrEqual(3)
    expect(of("sessionDeleted")).toHaveLength(1)
    expect(adapter.log.filter((line) => !line.startsWith("INFO"))).toEqual([])
  })

  test("how much of a request is text, by what it is", async () => {
    const adapter = await make()
    await playAll(adapter, calls)
    const session = mainSession(adapter)
    const sizes = adapter.heard
      .filter(({ moment, said }) => moment === "promptBuilt" && said.sessionID === session)
      .map(({ said }) => said.sizes as RequestSizes)
    const [first, second] = sizes
    expect(first).toEqual({ system: expect.any(Number), conversation: "hello".length, toolOutputs: 0 })
    expect(first!.system).toBeGreaterThan(300)
    const spoken = version === "1.18" ? "say fine" : ""
    expect(second!.conversation).toBe(["hello", "I will look.", "echo fine; exit 3", spoken].join("").length)
    expect(second!.toolOutputs).toBe((version === "1.18" ? "fine\n" : "fine\nExited with code 3").length)
  })

  test("what tools did, and to which files", async () => {
    const adapter = await make()
    await playAll(adapter, calls)
    const tools = adapter.heard.filter(({ moment }) => moment === "toolEnded").map(({ said }) => said)
    expect(tools.map(({ tool, ok, exit }) => [tool, ok, exit])).toEqual([
      ["bash", true, 3],
      ["read", false, undefined],
      ["task", true, undefined],
      ["write", true, undefined],
      ["edit", true, undefined],
      ["read", true, undefined],
      ...(version === "1.18" ? [["todowrite", true, undefined]] : []),
      ["apply_patch", true, undefined],
    ])
    expect(tools[0]).toMatchObject({
      args: { command: "echo fine; exit 3" },
      output: expect.stringContaining("fine"),
      truncated: false,
      files: [],
    })
    expect(tools[1]).toMatchObject({ output: expect.stringContaining("not found"), files: [] })
    expect(tools[3]).toMatchObject({ files: [{ path: "a.txt", action: "write" }], added: "one\ntwo\n" })
    expect(tools[4]).toMatchObject({ files: [{ path: "a.txt", action: "edit" }], added: "three" })
    expect(tools[5]).toMatchObject({ files: [{ path: "a.txt", action: "read" }] })
    expect(tools.at(-1)).toMatchObject({
      files: [
        { path: "b.txt", action: "write" },
        { path: "a.txt", action: "move", to: "c.txt" },
      ],
      added: "new\nfour",
    })
  })

  test("what was taken back is told before what takes its place, and once", async () => {
    const adapter = await make()
    await playAll(adapter, calls)
    const session = mainSession(adapter)
    const told = adapter.heard.filter(
      ({ moment, said }) => said.sessionID === session && ["userSpoke", "assistantSpoke", "reverted"].includes(moment),
    )
    const [second, answer] = told.filter(({ said }) => said.text === "second" || said.text === "ok")
    const gone = told.filter(({ moment }) => moment === "reverted").map(({ said }) => [said.messageID, said.andAfter])
    expect(gone).toEqual(
      version === "1.18"
        ? [
            [second!.said.messageID, false],
            [answer!.said.messageID, false],
          ]
        : [[second!.said.messageID, true]],
    )
    const order = told.slice(told.indexOf(answer!) + 1).map(({ moment, said }) => `${moment} ${said.text ?? ""}`.trim())
    expect(order).toEqual([...gone.map(() => "reverted"), "userSpoke third", "assistantSpoke ok"])
  })

  test("a copied session is reported as a copy if that is known, and nothing in it happens a second time", async () => {
    const adapter = await make()
    await playAll(adapter, calls)
    const spoken = adapter.heard.find(({ moment, said }) => moment === "userSpoke" && said.text === "fourth")!
    const copy = adapter.heard.filter(({ said }) => said.sessionID === spoken.said.sessionID)
    const of = (moment: string) => copy.filter((heard) => heard.moment === moment).map(({ said }) => said)
    expect(spoken.said.isFirst).toBe(false)
    expect(of("assistantSpoke").map(({ text }) => text)).toEqual(["ok"])
    expect([of("stepEnded").length, of("toolEnded").length, of("compacted").length]).toEqual([1, 0, 0])
    // OpenCode 1 has to be asked for it, and this one has no answer.
    if (version === "1.18") return expect(of("forked")).toEqual([])
    expect(of("forked").length).toBeGreaterThan(0)
    for (const fork of of("forked"))
      expect(fork).toMatchObject({ from: mainSession(adapter), through: expect.stringMatching(/^msg_/) })
    expect(copy.findIndex(({ moment }) => moment === "forked")).toBeLessThan(copy.indexOf(spoken))
  })

  test("which messages carry a tail is read off the request itself", async () => {
    const adapter = await make()
    await playAll(adapter, calls.map(withTails))
    const built = adapter.heard.filter(({ moment }) => moment === "promptBuilt").map(({ said }) => said)
    expect(built.length).toBeGreaterThan(10)
    const spoken = adapter.heard.filter(({ moment }) => moment === "userSpoke").map(({ said }) => said.messageID)
    expect(built[0]!.tailed).toEqual([spoken[0]])
    for (const { tailed } of built) expect((tailed as string[]).length).toBeGreaterThan(0)
  })

  test("which message a request answers is read off the request itself, not off what has come in since", async () => {
    const adapter = await make()
    await playAll(adapter, calls)
    const built = adapter.heard.filter(({ moment, said }) => moment === "promptBuilt" && said.purpose === "turn")
    const spoken = adapter.heard.filter(({ moment }) => moment === "userSpoke").map(({ said }) => said.messageID)
    expect(built[0]!.said.answers).toBe(spoken[0])
    expect(new Set(built.map(({ said }) => said.answers))).toEqual(new Set(spoken))
  })

  test("what Cairn answers is put where the model reads it", async () => {
    const adapter = await make({
      promptBuilt: { prefix: "<cairn>the prefix</cairn>" },
      userSpoke: { tail: "\n\nthe tail" },
      toolEnded: { output: "the short of it", append: "\nthe addition" },
      compactionBegun: { context: "the context" },
    })
    const played = await playAll(adapter, calls)
    const after = (hook: string) =>
      played.filter(({ call }) => call.hook === hook).map(({ after }) => JSON.stringify(after))

    if (version === "1.18") {
      const system = after("experimental.chat.system.transform")
      expect(system.filter((text) => text.includes("<env>") && text.includes("the prefix")).length).toBeGreaterThan(5)
      expect(system.filter((text) => !text.includes("<env>") && text.includes("the prefix"))).toEqual([])
      for (const text of after("chat.message"))
        expect(text).toContain('"text":"\\n\\nthe tail","synthetic":true,"metadata":{"cairn":true}')
      for (const text of after("tool.execute.after"))
        expect(text).toContain('"output":"the short of it\\nthe addition"')
      for (const text of after("experimental.session.compacting")) expect(text).toContain('"context":["the context"]')
    } else {
      for (const text of [...after("context"), ...after("compaction")])
        expect(text).toContain('{"type":"text","text":"<cairn>the prefix</cairn>"}')
      for (const text of after("prompt")) expect(text).toContain('"cairn":{"tail":"\\n\\nthe tail"}')
      const shown = '"content":[{"type":"text","text":"the short of it"},{"type":"text","text":"\\nthe addition"}]'
      for (const text of after("execute.after"))
        expect(text).toContain(text.includes('"status":"error"') ? "the addition" : shown)
      for (const text of after("compaction")) expect(text).toContain("the context")
    }
  })

  test("without an answer nothing of the host's is changed", async () => {
    const adapter = await make()
    for (const { call, after } of await playAll(adapter, calls)) expect(after).toEqual(call.args)
  })

  test("a field missing, of another type or new: no call fails, and at most one line a feature says so", async () => {
    const answers: Answers = {
      promptBuilt: { prefix: "p" },
      userSpoke: { tail: "t" },
      toolEnded: { output: "o", append: "a" },
      compactionBegun: { context: "c" },
      mayContinue: false,
    }
    const cut = { from: mainMessage(calls), checkpoint: "before" }
    const adapter = await make({ ...answers, promptBuilt: { prefix: "p", cut } })
    const call = fc.constantFrom(...oneOfEachKind(calls), ...UNTOLD[version])
    const junk = fc.oneof(
      fc.constantFrom(undefined, null, "", 0, -1, true, [], {}, [null], { type: 7 }),
      fc.anything({ maxDepth: 2 }),
    )
    await fc.assert(
      fc.asyncProperty(
        call,
        fc.nat(),
        fc.constantFrom("delete", "replace", "add", "rename"),
        junk,
        async (call, at, how, value) => {
          const args = structuredClone(call.args)
          mutate(args, at, how, value)
          await adapter.play({ hook: call.hook, args })
        },
      ),
      { numRuns: 1500 },
    )
    const off = featuresOff(adapter.log)
    expect(new Set(off).size).toBe(off.length)
    expect(off.length).toBeGreaterThan(0)
  })

  test("an argument that throws when it is looked at", async () => {
    const adapter = await make()
    const hostile = new Proxy({}, { get: () => fail(), has: () => fail(), ownKeys: () => fail() })
    const fail = (): never => {
      throw new Error("do not look")
    }
    for (const hook of new Set(calls.map((call) => call.hook)))
      for (const args of [
        [hostile, hostile],
        [{ event: hostile, sessionID: hostile }, { parts: hostile }],
      ])
        await adapter.playRaw({ hook, args })
    expect(adapter.heard).toEqual([])
  })

  test("any field that throws when it is looked at, in every hook and event", async () => {
    const adapter = await make()
    const rejected: string[] = []
    for (const { hook, args } of [...oneOfEachKind(calls), ...UNTOLD[version]].filter(
      (call) => !call.hook.startsWith("ctx."),
    ))
      for (const at of fieldsIn(args).keys()) {
        const hostile = structuredClone(args)
        const [holder, key] = fieldsIn(hostile)[at]!
        if ((holder as unknown) === hostile) continue
        Object.defineProperty(holder, key, {
          enumerable: true,
          get() {
            throw new Error("do not look")
          },
        })
        await adapter.playRaw({ hook, args: hostile }).catch(() => rejected.push(`${hook} ${at} ${key}`))
      }
    expect(rejected).toEqual([])
    expect(adapter.log.filter((line) => line.includes("stream of events broke"))).toEqual([])
  })

  test("no argument at all", async () => {
    const adapter = await make()
    for (const hook of new Set(calls.map((call) => call.hook))) {
      for (const args of [[], [undefined], [null, null], ["x", 7], [[], []]])
        if (hook !== "event" || args.length > 0) await adapter.play({ hook, args })
    }
    expect(adapter.heard).toEqual([])
  })
})

test.each([
  ["tool.hook", "tool-results"],
  ["tool.transform", "tools"],
  ["command.transform", "commands"],
  ["event.subscribe", "events"],
  ["session.hook", "prefix"],
  ["permission.hook", "reading"],
])("OpenCode 2 without a working %s: that feature is off, the rest goes on", async (call, feature) => {
  const adapter = await v2Adapter({ promptBuilt: { prefix: "p" } }, [call])
  expect(featuresOff(adapter.log)).toContain(feature)
  const request = recording("2.0").find(({ hook }) => hook === "context")!
  const [after] = await adapter.play(request)
  expect(JSON.stringify(after).includes('"text":"p"')).toBe(call !== "session.hook")
})

test("OpenCode 2: a tool the host does not know fails in events only, and is reported once", async () => {
  const adapter = await v2Adapter()
  const tell = (type: string, data: object) =>
    adapter.play({ hook: "event", args: [{ type, data: { sessionID: "ses_1", id: "call_1", ...data } }] })
  await tell("session.tool.input.started", { name: "no_such_tool" })
  await tell("session.tool.failed", { error: { type: "tool.execution", message: "No tool named no_such_tool" } })
  const failed = recording("2.0").find(
    ({ hook, args }) => hook === "execute.after" && (args[0] as { status: string }).status === "error",
  )!
  await adapter.play(failed)
  const { id, sessionID } = failed.args[0] as { id: string; sessionID: string }
  await adapter.play({
    hook: "event",
    args: [{ type: "session.tool.input.started", data: { sessionID, id, name: "read" } }],
  })
  await adapter.play({
    hook: "event",
    args: [{ type: "session.tool.failed", data: { sessionID, id, error: { message: "again" } } }],
  })
  expect(adapter.heard.map(({ said }) => [said.tool, said.ok])).toEqual([
    ["no_such_tool", false],
    ["read", false],
  ])
})

test("OpenCode 2: a message that is cancelled in the queue counts as taken back, it alone", async () => {
  const adapter = await v2Adapter()
  const data = { sessionID: "ses_1", inboxID: "msg_1" }
  await adapter.play({ hook: "event", args: [{ type: "session.inbox.cancelled", data }] })
  expect(adapter.heard).toEqual([
    { moment: "reverted", said: { sessionID: "ses_1", messageID: "msg_1", andAfter: false } },
  ])
})

test("OpenCode 1: a session in which Cairn asks a model is ignored, whatever the host calls, even after its end", async () => {
  const session = {
    create: async () => ({ data: { id: "ses_own" } }),
    prompt: async () => ({ data: {} }),
    delete: async () => ({}),
  }
  await createServices({ session } as never).ask({
    ...{ purpose: "extraction", prompt: "?", model: "bed/small", deadlineMs: 1000, about: "ses_a" },
  })
  const adapter = v1Adapter()
  const ours = JSON.stringify([...recording("1.18"), ...UNTOLD["1.18"]]).replace(/ses_\w+/g, "ses_own")
  await playAll(adapter, JSON.parse(ours))
  expect(adapter.heard).toEqual([])
})

test("OpenCode 1 does not wait for events: a message waits for those that came before it", async () => {
  const adapter = v1Adapter()
  const removed = (messageID: string) => ({ type: "message.removed", properties: { sessionID: "ses_1", messageID } })
  const ids = Array.from({ length: 20 }, (_, i) => `msg_${i}`)
  for (const id of ids) void adapter.play({ hook: "event", args: [{ event: removed(id) }] })
  await adapter.play({ hook: "chat.message", args: [{ sessionID: "ses_1" }, { message: {}, parts: [] }] })
  expect(adapter.heard.map(({ moment, said }) => said.messageID ?? moment)).toEqual([...ids, "userSpoke"])
})

test.each(versions)("OpenCode %s: a flood of events that mean nothing costs no more than a look", async (version) => {
  const adapter = await HOSTS[version].adapter()
  const part = { id: "prt_1", messageID: "msg_1", sessionID: "ses_1", type: "tool", state: { status: "running" } }
  const flood = [
    { type: "message.part.delta", properties: { sessionID: "ses_1", delta: "x" } },
    { type: "message.part.updated", properties: { sessionID: "ses_1", part } },
    { type: "session.text.delta", data: { sessionID: "ses_1", delta: "x" } },
  ]
  for (const event of flood) await adapter.play({ hook: "event", args: [version === "1.18" ? { event } : event] })
  expect([adapter.ran, adapter.heard, adapter.log]).toEqual([[], [], []])
})

test.each(versions)("OpenCode %s: of an output that was cut, the file that has all of it", async (version) => {
  const { adapter: make, calls } = HOSTS[version]
  const adapter = await make()
  const call = structuredClone(calls.find(({ hook }) => /execute\.after/.test(hook))!)
  const saved = "/home/u/.local/share/opencode/x y.out"
  if (version === "1.18") {
    const result = call.args[1] as { metadata: Record<string, unknown> }
    Object.assign(result.metadata, { truncated: true, outputPath: saved })
  } else {
    const { result } = call.args[0] as { result: { metadata: { truncated: boolean }; content: { text: string }[] } }
    result.metadata.truncated = true
    result.content[0]!.text = `[full output saved to /a/lie]\nmore\n\n[full output saved to ${saved}]`
  }
  await adapter.play(call)
  await adapter.play(calls.find(({ hook }) => /execute\.after/.test(hook))!)
  expect(adapter.heard.map(({ said }) => [said.truncated, said.outputPath])).toEqual([
    [true, saved],
    [false, undefined],
  ])
})

/** The id of a user message that has others before it in some request. */
function mainMessage(calls: readonly RecordedCall[]): string {
  const { messages = [] } =
    (calls.findLast(({ hook }) => hook === "context")?.args[0] as { messages?: { role: string; id: string }[] }) ?? {}
  return messages.findLast(({ role }) => role === "user")?.id ?? "msg_none"
}

/** The call as if every user message in its conversation had a tail. */
function withTails(call: RecordedCall): RecordedCall {
  const copy = structuredClone(call)
  type Shown = { info?: { role: string }; role?: string; parts?: unknown[]; metadata?: unknown }
  for (const arg of copy.args as ({ messages?: Shown[] } | undefined)[]) {
    for (const message of Array.isArray(arg?.messages) ? arg.messages : []) {
      if (message.info?.role === "user") message.parts?.push({ type: "text", text: "t", metadata: { cairn: true } })
      if (message.role === "user") message.metadata = { cairn: { tail: "t" } }
    }
  }
  return copy
}

/** The first call of each hook, of each type of event and of each tool. */
function oneOfEachKind(calls: readonly RecordedCall[]): RecordedCall[] {
  const kinds = new Map<string, RecordedCall>()
  for (const call of calls) {
    if (call.hook === "server") continue
    const event = call.args[0] as { event?: { type?: string }; type?: string } | undefined
    const tool = (call.args[0] as { tool?: string } | undefined)?.tool
    const kind = `${call.hook} ${call.hook === "event" ? (event?.event?.type ?? event?.type) : tool}`
    if (!kinds.has(kind)) kinds.set(kind, call)
  }
  return [...kinds.values()]
}

/** All fields, wherever they lie, each with what it is in. */
function fieldsIn(args: unknown[]): [Record<string, unknown>, string][] {
  const places: [Record<string, unknown>, string][] = []
  const walk = (holder: Record<string, unknown>): void => {
    for (const key of Object.keys(holder)) {
      places.push([holder, key])
      if (holder[key] !== null && typeof holder[key] === "object") walk(holder[key] as Record<string, unknown>)
    }
  }
  walk(args as unknown as Record<string, unknown>)
  return places
}

function mutate(args: unknown[], at: number, how: string, value: unknown): void {
  const places = fieldsIn(args)
  const [holder, key] = places[at % places.length] ?? []
  if (!holder || key === undefined) return
  if (how === "delete") delete holder[key]
  if (how === "replace") holder[key] = value
  if (how === "add") holder[`new_${key}`] = value
  if (how === "rename") {
    holder[`${key}2`] = holder[key]
    delete holder[key]
  }
}

test("OpenCode 1: the texts of an MCP tool's answer are replaced, and everything else stays", async () => {
  const call = UNTOLD["1.18"].find(({ hook }) => hook === "tool.execute.after")!
  const adapter = v1Adapter({ toolEnded: { output: "short", append: "more" } })
  const [, after] = await adapter.play(call)
  const image = { type: "image", data: "x" }
  expect(after).toEqual({ content: [{ type: "text", text: "short" }, image, { type: "text", text: "more" }] })
  expect(adapter.heard[0]!.said.output).toBe("one\ntwo")
})

test("OpenCode 1: where another plugin has replaced the compaction's prompt, Cairn's word goes into that, and one line says so", async () => {
  const call = UNTOLD["1.18"].find(({ hook }) => hook === "experimental.session.compacting")!
  const adapter = v1Adapter({ compactionBegun: { context: "the context" } })
  for (let i = 0; i < 2; i++) {
    const [, after] = await adapter.play(call)
    expect(after).toEqual({ context: [], prompt: "of another plugin\n\nthe context" })
  }
  expect(adapter.log.filter((line) => line.includes("summary-template"))).toHaveLength(1)
})

test.each([
  ["stop", "its own", true],
  ["tool-calls", "its own", false],
  ["stop", "a summary's", false],
])("OpenCode 1: a step that ended with %s, %s: the turn is over: %p", async (finish, whose, isOver) => {
  const adapter = v1Adapter({ mayContinue: false })
  const info = { id: "msg_2", sessionID: "ses_1", role: "assistant", ...(whose === "a summary's" && { summary: true }) }
  const tell = (more: object) =>
    adapter.play({
      hook: "event",
      args: [{ event: { type: "message.updated", properties: { info: { ...info, ...more } } } }],
    })
  const ask = () => adapter.play(UNTOLD["1.18"].find(({ hook }) => hook.endsWith("autocontinue"))!)
  await tell({ time: { created: 1 } })
  await tell({ time: { created: 1, completed: 2 }, finish })
  const [, after] = await ask()
  expect(after).toEqual({ enabled: false })
  // The next message of the user's begins another.
  await adapter.play({ hook: "chat.message", args: [{ sessionID: "ses_1" }, { message: {}, parts: [] }] })
  await ask()
  const asked = adapter.heard.filter(({ moment }) => moment === "mayContinue").map(({ said }) => said.turnIsOver)
  expect(asked).toEqual([isOver, false])
})

const FOLDER = "/home/u/.local/share/cairn/cache/tool-outputs/*"
test.each([
  [undefined, { [FOLDER]: "allow" }, {}],
  ["allow", { [FOLDER]: "allow" }, { "*": "allow" }],
  [{ external_directory: "deny" }, { "*": "deny", [FOLDER]: "allow" }, {}],
  [{ external_directory: { [FOLDER]: "deny", "*": "ask" } }, { "*": "ask", [FOLDER]: "deny" }, {}],
  [{ external_directory: { "~/x/*": "deny" }, bash: "ask" }, { [FOLDER]: "allow", "~/x/*": "deny" }, { bash: "ask" }],
])(
  "OpenCode 1: reading what was pruned is allowed, and the user's word on the folder counts: %j",
  async (given, external, rest) => {
    const adapter = v1Adapter()
    const [config] = await adapter.play({ hook: "config", args: [{ permission: given }] })
    const { permission } = config as { permission: { external_directory: object } }
    expect(permission).toEqual({ ...rest, external_directory: external } as never)
    // The last rule that fits decides.
    expect(Object.keys(permission.external_directory)).toEqual(Object.keys(external))
  },
)

test.each([
  [["/home/u/.local/share/cairn/cache/tool-outputs/*"], "external_directory", "ask", "allow"],
  [["/home/u/.local/share/cairn/cache/tool-outputs/*", "/etc/*"], "external_directory", "ask", "ask"],
  [["/home/u/.local/share/cairn/cache/tool-outputs-of-others/*"], "external_directory", "ask", "ask"],
  [["/home/u/.local/share/cairn/cache/tool-outputs/../../*"], "external_directory", "ask", "ask"],
  [["/home/u/.local/share/cairn/cache/tool-outputs/*"], "edit", "ask", "ask"],
  [[], "external_directory", "ask", "ask"],
])("OpenCode 2: reading what was pruned is allowed: %j %s", async (resources, action, effect, answer) => {
  const adapter = await v2Adapter()
  const [event] = await adapter.play({ hook: "permission.evaluate", args: [{ action, resources, effect }] })
  expect(event).toEqual({ action, resources, effect: answer } as never)
})

describe("OpenCode 2: a cut", () => {
  const user = (id: string, text: string, tail?: string) => ({
    id,
    role: "user",
    content: [{ type: "text", text }],
    metadata: tail === undefined ? {} : { cairn: { tail } },
  })
  const messages = [
    user("msg_1", "one", "t1"),
    { id: "msg_2", role: "assistant", content: [{ type: "text", text: "ok" }] },
    user("msg_3", "two", "t2"),
  ]
  const request = (hook: string, shown: unknown[]): RecordedCall => ({
    hook,
    args: [{ sessionID: "ses_1", model: { providerID: "bed", id: "main" }, system: [], messages: shown, options: {} }],
  })
  const textsOf = ([event]: unknown[]) =>
    (event as { messages: { content: { text: string }[] }[] }).messages.map(({ content }) =>
      content.map(({ text }) => text).join(""),
    )
  const cutAt = (from: string) => v2Adapter({ promptBuilt: { cut: { from, checkpoint: "[before]" } } })

  test("puts the checkpoint before the message and leaves its tail; the next request is described as it is", async () => {
    const adapter = await cutAt("msg_3")
    expect(textsOf(await adapter.play(request("context", messages)))).toEqual(["[before]", "twot2"])
    expect(textsOf(await adapter.play(request("context", messages)))).toEqual(["[before]", "twot2"])
    const built = adapter.heard.filter(({ moment }) => moment === "promptBuilt").map(({ said }) => said)
    expect(built.map(({ tailed }) => tailed)).toEqual([["msg_1", "msg_3"], ["msg_3"]])
    expect((built[1]!.sizes as RequestSizes).conversation).toBe("[before]two".length)
  })

  test.each(["msg_1", "msg_2", "msg_9"])("at %s: nothing to cut", async (from) => {
    const adapter = await cutAt(from)
    expect(textsOf(await adapter.play(request("context", messages)))).toEqual(["onet1", "ok", "twot2"])
  })

  test("leaves a compaction that is handed only what came before it with the checkpoint alone", async () => {
    const adapter = await cutAt("msg_3")
    const head = messages.slice(0, 2)
    expect(textsOf(await adapter.play(request("compaction", head)))).toEqual(["onet1", "ok"])
    await adapter.play(request("context", messages))
    expect(textsOf(await adapter.play(request("compaction", head)))).toEqual(["[before]"])
    expect(adapter.heard.at(-1)!.said.conversation).toEqual([{ role: "user", text: "[before]" }])
  })
})

test.each([
  ["<conversation-checkpoint>\nx\n<summary>\nthe goal\n</summary>\n</conversation-checkpoint>", "the goal"],
  [
    "<conversation-checkpoint>in other words</conversation-checkpoint>",
    "<conversation-checkpoint>in other words</conversation-checkpoint>",
  ],
  ["<summary>said by the user</summary>", undefined],
])("OpenCode 2: what a checkpoint says: %j", async (text, summary) => {
  const adapter = await v2Adapter()
  const messages = [{ id: "msg_1", role: "user", content: [{ type: "text", text }] }]
  await adapter.play({ hook: "context", args: [{ sessionID: "ses_1", model: {}, system: [], messages }] })
  const compaction = summary === undefined ? undefined : "msg_1"
  const { said } = adapter.heard.find(({ moment }) => moment === "promptBuilt")!
  expect(said).toMatchObject({ tailed: [] })
  expect([said.compaction, said.summary]).toEqual([compaction, summary])
})

test("OpenCode 2: a summary of Cairn's own is the compaction's result, and nothing else is changed", async () => {
  const adapter = await v2Adapter({ promptBuilt: { prefix: "p" }, compactionBegun: { summary: "s", context: "c" } })
  const call = calls2.find(({ hook }) => hook === "compaction")!
  const [after] = await adapter.play(call)
  expect(after).toEqual({ ...(call.args[0] as object), result: { summary: "s", metadata: { cairn: true } } })
})

test.each([
  [{ reason: "auto", error: { type: "compaction.failed" } }, [true]],
  [{ reason: "auto", error: { type: "aborted" } }, []],
  [{ reason: "manual", error: { type: "compaction.failed" } }, [false]],
])("OpenCode 2: a compaction that failed is told, and whether it ended the turn: %j", async (data, ended) => {
  const adapter = await v2Adapter()
  await adapter.play({
    hook: "event",
    args: [{ type: "session.compaction.failed", data: { sessionID: "ses_1", ...data } }],
  })
  const failed = adapter.heard.filter(({ moment }) => moment === "compactionFailed")
  expect(failed.map(({ said }) => said.endedTurn)).toEqual(ended)
})

function featuresOff(log: readonly string[]): string[] {
  const lines = log.filter((line) => line.includes("feature-off"))
  return lines.map((line) => JSON.parse(line.slice(line.indexOf("{"))).feature)
}
