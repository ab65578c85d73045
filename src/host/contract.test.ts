// One contract, two adapters: fed with what the real hosts handed over while the same story was told to both, they must say the same.
import { describe, expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import fc from "fast-check"
import { type Adapter, type Answers, v1Adapter, v2Adapter } from "../../test/bed/adapters.ts"
import { parseRecording, type RecordedCall } from "../../test/bed/recording-story.ts"

const HOSTS = {
  "1.18": { adapter: async (answers?: Answers) => v1Adapter(answers), calls: recording("1.18") },
  "2.0": { adapter: v2Adapter, calls: recording("2.0") },
} as const
/** Hooks of OpenCode 1 that the story does not touch. */
const UNTOLD: RecordedCall[] = [
  { hook: "config", args: [{ command: { mine: { template: "x" } }, agent: {} }] },
  {
    hook: "command.execute.before",
    args: [{ command: "memory-flush", sessionID: "ses_1", arguments: "" }, { parts: [] }],
  },
]
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

    expect(of("userSpoke").map(({ text }) => text)).toEqual(["hello", "second", "third"])
    for (const { messageID } of of("userSpoke")) expect(messageID).toStartWith("msg_")

    const turns = of("promptBuilt").filter(({ purpose }) => purpose === "turn")
    expect(turns).toHaveLength(6)
    for (const { model } of turns) expect(model).toBe("bed/main")
    const epochs = [...new Set(turns.map(({ compaction }) => compaction))]
    expect(epochs).toEqual([undefined, expect.stringMatching(/^msg_/)])
    expect(of("promptBuilt").filter(({ purpose }) => purpose === "compaction")).toHaveLength(version === "2.0" ? 1 : 0)

    expect(of("toolEnded").map(({ tool, ok, exit }) => ({ tool, ok, exit }))).toEqual([
      { tool: "bash", ok: true, exit: 3 },
      { tool: "read", ok: false, exit: undefined },
      { tool: "task", ok: true, exit: undefined },
    ])
    expect(of("toolEnded")[0]).toMatchObject({
      args: { command: "echo fine; exit 3" },
      output: expect.stringContaining("fine"),
    })
    expect(of("toolEnded")[1]!.output).toContain("not found")

    const steps = of("stepEnded")
    expect(steps.length).toBeGreaterThanOrEqual(6)
    expect(steps[0]).toMatchObject({ tokens: { input: 100, output: 10 } })
    expect(steps.at(-1)!.usable).toBe(version === "1.18" ? 192_000 : 180_000)

    expect(of("compactionBegun")).toHaveLength(1)
    expect(of("compacted")).toHaveLength(1)
    expect(of("wentIdle").length).toBeGreaterThanOrEqual(3)
    expect(of("reverted").length).toBeGreaterThanOrEqual(1)
    expect(of("reverted")[0]!.fromMessageID).toStartWith("msg_")
    expect(of("sessionDeleted")).toHaveLength(1)
    expect(adapter.log.filter((line) => !line.startsWith("INFO"))).toEqual([])
  })

  test("what Cairn answers is put where the model reads it", async () => {
    const adapter = await make({
      promptBuilt: { prefix: "<cairn>the prefix</cairn>" },
      userSpoke: { tail: "\n\nthe tail" },
      toolEnded: { append: "\nthe addition" },
      compactionBegun: { context: "the context" },
    })
    const played = await playAll(adapter, calls)
    const after = (hook: string) =>
      played.filter(({ call }) => call.hook === hook).map(({ after }) => JSON.stringify(after))

    if (version === "1.18") {
      const system = after("experimental.chat.system.transform")
      expect(system.filter((text) => text.includes("<env>") && text.includes("the prefix")).length).toBeGreaterThan(5)
      expect(system.filter((text) => !text.includes("<env>") && text.includes("the prefix"))).toEqual([])
      for (const text of after("chat.message")) expect(text).toContain('"text":"\\n\\nthe tail","synthetic":true')
      for (const text of after("tool.execute.after")) expect(text).toContain("the addition")
      for (const text of after("experimental.session.compacting")) expect(text).toContain('"context":["the context"]')
    } else {
      for (const text of [...after("context"), ...after("compaction")])
        expect(text).toContain('{"type":"text","text":"<cairn>the prefix</cairn>"}')
      for (const text of after("prompt")) expect(text).toContain('"cairn":{"tail":"\\n\\nthe tail"}')
      for (const text of after("execute.after")) expect(text).toContain("the addition")
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
      toolEnded: { append: "a" },
      compactionBegun: { context: "c" },
    }
    const adapter = await make(answers)
    const call = fc.constantFrom(...oneOfEachKind(calls), ...(version === "1.18" ? UNTOLD : []))
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
    const off = adapter.log
      .filter((line) => line.includes("feature-off"))
      .map((line) => JSON.parse(line.slice(line.indexOf("{"))).feature)
    expect(new Set(off).size).toBe(off.length)
    expect(off.length).toBeGreaterThan(0)
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
])("OpenCode 2 without a working %s: that feature is off, the rest goes on", async (call, feature) => {
  const adapter = await v2Adapter({ promptBuilt: { prefix: "p" } }, [call])
  expect(Object.keys(adapter.features.facts().off)).toContain(feature)
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

/** The first call of each hook, and of each type of event. */
function oneOfEachKind(calls: readonly RecordedCall[]): RecordedCall[] {
  const kinds = new Map<string, RecordedCall>()
  for (const call of calls) {
    const event = call.args[0] as { event?: { type?: string }; type?: string } | undefined
    const kind = `${call.hook} ${call.hook === "event" ? (event?.event?.type ?? event?.type) : ""}`
    if (!kinds.has(kind)) kinds.set(kind, call)
  }
  return [...kinds.values()]
}

/** Changes one of all the fields, wherever it lies. */
function mutate(args: unknown[], at: number, how: string, value: unknown): void {
  const places: [Record<string, unknown>, string][] = []
  const walk = (holder: Record<string, unknown>): void => {
    for (const key of Object.keys(holder)) {
      places.push([holder, key])
      if (holder[key] !== null && typeof holder[key] === "object") walk(holder[key] as Record<string, unknown>)
    }
  }
  walk(args as unknown as Record<string, unknown>)
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
