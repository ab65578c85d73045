// Outputs leave a request at the hooks of both adapters: in the list that is sent, all at once, and nowhere else.
import { expect, test } from "bun:test"
import { v1Adapter, v2Adapter } from "../../test/bed/adapters.ts"
import type { OutputsShown } from "../flows/contract.ts"
import type { RetiredOutput } from "../session/retired-account.ts"

const LINE = "[old output left out · x]"
const WHOLE = "0123456789"
const outputsShown = new Map<string, RetiredOutput>([
  ["c1", { call: "c1", chars: WHOLE.length, line: LINE, kind: "command", id: "0" }],
])
const model = { providerID: "bed", id: "main", limit: { context: 200_000, output: 8000 } }

function messagesOfV1() {
  const state = (output: string) => ({
    status: "completed",
    input: { command: "make" },
    output,
    metadata: {},
    time: {},
  })
  const tool = (callID: string, output: string) => ({ type: "tool", callID, tool: "bash", state: state(output) })
  const user = { id: "u", role: "user", sessionID: "ses_1", model: { providerID: "bed", modelID: "main" } }
  return [
    { info: user, parts: [{ type: "text", text: "go on" }] },
    { info: { id: "a", role: "assistant", sessionID: "ses_1" }, parts: [tool("c1", WHOLE), tool("c2", WHOLE)] },
  ]
}

const systemCall = {
  hook: "experimental.chat.system.transform",
  args: [{ sessionID: "ses_1", model }, { system: ["You are.\n<env>\n</env>"] }],
}

test("OpenCode 1: the line is in the host's own list, and the rest as it was", async () => {
  const adapter = v1Adapter({ outputsShown })
  const messages = messagesOfV1()
  const [first] = messages
  await adapter.playRaw({ hook: "experimental.chat.messages.transform", args: [{}, { messages }] })
  expect(JSON.stringify(messages).split(LINE).length - 1).toBe(1)
  expect(messages[0]).toBe(first as (typeof messages)[number])
  expect(JSON.stringify(messages[1])).toContain(WHOLE)
  await adapter.playRaw(systemCall)
  const heard = adapter.heard.map(({ moment }) => moment)
  expect(heard).toEqual(["outputsShown", "promptBuilt"])
  const said = adapter.heard[0]!.said as unknown as OutputsShown
  expect([said.sessionID, said.model, said.purpose]).toEqual(["ses_1", "bed/main", "turn"])
  // Who said what is judged by what the model has read.
  const { foreign } = adapter.heard[1]!.said as { foreign: () => { text: string }[] }
  expect(foreign().map(({ text }) => text)).toEqual([WHOLE, WHOLE])
})

test("OpenCode 1: what has left is not in the request for a summary either, which could be too long with all of it", async () => {
  const adapter = v1Adapter({ outputsShown })
  const messages = messagesOfV1()
  await adapter.playRaw({ hook: "experimental.session.compacting", args: [{ sessionID: "ses_1" }, { context: [] }] })
  await adapter.playRaw({ hook: "experimental.chat.messages.transform", args: [{}, { messages }] })
  expect(JSON.stringify(messages).split(LINE).length - 1).toBe(1)
  const heard = adapter.heard.map(({ moment, said }) => [moment, said.purpose])
  expect(heard).toEqual([
    ["compactionBegun", undefined],
    ["promptBuilt", "compaction"],
    ["outputsShown", "compaction"],
  ])
  const { foreign } = adapter.heard[1]!.said as { foreign: () => { text: string }[] }
  expect(foreign().map(({ text }) => text)).toEqual([WHOLE, WHOLE])
})

test("OpenCode 1: of 5,000 messages only what is new is read again", async () => {
  const adapter = v1Adapter({ outputsShown })
  let looks = 0
  const input = () => {
    looks++
    return { command: "make" }
  }
  const message = (at: number) => {
    const state = { status: "completed", output: WHOLE, metadata: {}, time: {} }
    Object.defineProperty(state, "input", { enumerable: true, get: input })
    const part = { type: "tool", callID: `c${at}`, tool: "bash", state }
    return { info: { id: `m${at}`, role: "assistant", sessionID: "ses_1" }, parts: [part] }
  }
  const messages = Array.from({ length: 5000 }, (_, at) => message(at))
  const request = async () => {
    await adapter.playRaw({ hook: "experimental.chat.messages.transform", args: [{}, { messages: [...messages] }] })
    const said = adapter.heard.at(-1)!.said as unknown as OutputsShown
    expect(said.conversation().outputs.length).toBe(messages.length)
    const before = looks
    looks = 0
    return before
  }
  expect(await request()).toBeGreaterThanOrEqual(5000)
  messages.push(message(5000))
  expect(await request()).toBeLessThan(20)
})

test("OpenCode 2: of 5,000 messages only what is new is read again, and the lines are in every request", async () => {
  const retired = new Map<string, RetiredOutput>()
  for (let at = 0; at < 2000; at++)
    retired.set(`c${at}`, { call: `c${at}`, chars: WHOLE.length, line: LINE, kind: "command", id: "0" })
  const adapter = await v2Adapter({ outputsShown: retired })
  let looks = 0
  const looked = <T extends object>(part: T, key: string, value: unknown): T =>
    Object.defineProperty(part, key, {
      enumerable: true,
      get() {
        looks++
        return value
      },
    })
  // Arguments and kinds are what no length or id shows; the host builds all of it again for every request.
  const step = (at: number) => [
    {
      id: `a${at}`,
      role: "assistant",
      content: [looked({ type: "tool-call", id: `c${at}`, name: "shell" }, "input", { command: "make" })],
    },
    {
      role: "tool",
      content: [looked({ type: "tool-result", id: `c${at}`, result: { type: "text", value: WHOLE } }, "name", "shell")],
    },
  ]
  const request = async (steps: number) => {
    const messages: unknown[] = Array.from({ length: steps }, (_, at) => step(at)).flat()
    const event = { sessionID: "ses_1", model, system: [], messages, tools: {}, options: {} }
    await adapter.playRaw({ hook: "context", args: [event] })
    const said = adapter.heard.findLast(({ moment }) => moment === "outputsShown")!.said as unknown as OutputsShown
    const before = looks
    const lines = JSON.stringify(messages).split(LINE).length - 1
    looks = 0
    expect(said.conversation().outputs.length).toBe(steps)
    const read = looks
    looks = 0
    return { looks: before + read, lines }
  }
  const first = await request(2500)
  const next = await request(2501)
  // A message that loses something is copied, and with it all that its part has: 2,000 looks.
  expect([first.lines, next.lines]).toEqual([2000, 2000])
  expect(first.looks).toBeGreaterThan(5000)
  expect(next.looks - 2000).toBeLessThan(20)
})

test("OpenCode 1: a plugin that comes later and rewrites the line is noticed", async () => {
  const adapter = v1Adapter({ outputsShown })
  const output = { messages: messagesOfV1() }
  await adapter.playRaw({ hook: "experimental.chat.messages.transform", args: [{}, output] })
  output.messages = JSON.parse(JSON.stringify(output.messages).replace(LINE, "[pruned]"))
  await adapter.playRaw(systemCall)
  expect(adapter.heard.map(({ moment }) => moment)).toEqual(["outputsShown", "outputsRewritten", "promptBuilt"])
})

test("OpenCode 2: a plugin that comes later and rewrites or drops the line is noticed at the next request", async () => {
  const result = (id: string) => ({ type: "tool-result", id, name: "shell", result: { type: "text", value: WHOLE } })
  const heardAfter = async (rewrite: (event: { messages: object[] }) => void) => {
    const adapter = await v2Adapter({ outputsShown })
    for (const change of [rewrite, () => undefined]) {
      const messages: object[] = [{ role: "tool", content: [result("c1"), result("c2")] }]
      const event = { sessionID: "ses_1", model, system: [], messages, tools: {}, options: {} }
      await adapter.playRaw({ hook: "context", args: [event] })
      change(event)
    }
    return adapter.heard.map(({ moment }): string => moment).filter((moment) => moment.startsWith("outputs"))
  }
  const noticed = ["outputsShown", "outputsRewritten", "outputsShown"]
  const pruned = (messages: object[], by: string) => JSON.parse(JSON.stringify(messages).replace(LINE, by)) as object[]
  expect(
    await heardAfter((event) => {
      event.messages = pruned(event.messages, "[pruned]")
    }),
  ).toEqual(noticed)
  expect(await heardAfter(({ messages }) => messages.splice(0))).toEqual(noticed)
  // A copy, and a message before it.
  expect(
    await heardAfter((event) => {
      event.messages = [{ role: "user", content: [] }, ...pruned(event.messages, LINE)]
    }),
  ).toEqual(["outputsShown", "outputsShown"])
})

test.each(["context", "compaction"])(
  "OpenCode 2: the line is in the request (%s), and the host's message as it was",
  async (hook) => {
    const adapter = await v2Adapter({ outputsShown })
    const result = (id: string) => ({ type: "tool-result", id, name: "shell", result: { type: "text", value: WHOLE } })
    const call = (id: string) => ({ type: "tool-call", id, name: "shell", input: { command: "make" } })
    const kept = { role: "tool", content: [result("c1"), result("c2")] }
    const messages = [
      { id: "u", role: "user", metadata: {}, content: [{ type: "text", text: "go on" }] },
      { id: "a", role: "assistant", content: [call("c1"), call("c2")] },
      kept,
    ]
    await adapter.playRaw({ hook, args: [{ sessionID: "ses_1", model, system: [], messages, tools: {}, options: {} }] })
    expect(JSON.stringify(messages).split(LINE).length - 1).toBe(1)
    expect(JSON.stringify(kept)).not.toContain(LINE)
    const said = adapter.heard[0]!.said as unknown as OutputsShown
    expect([adapter.heard[0]?.moment, said.purpose]).toEqual([
      "outputsShown",
      hook === "context" ? "turn" : "compaction",
    ])
    expect(said.conversation().outputs.map(({ call: id, tool }) => [id, tool])).toEqual([
      ["c1", "bash"],
      ["c2", "bash"],
    ])
  },
)
