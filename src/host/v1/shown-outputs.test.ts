import { describe, expect, test } from "bun:test"
import type { RetiredOutput } from "../../session/retired-account.ts"
import { createMessageMarks, createRemoval, createShown } from "./shown-outputs.ts"

const tool = (callID: string, output: string, state: object = {}) => ({
  type: "tool",
  callID,
  tool: "bash",
  state: { status: "completed", input: { command: "make" }, output, metadata: { exit: 2 }, time: {}, ...state },
})
const agent = (id: string, ...parts: unknown[]) => ({ info: { id, role: "assistant" }, parts })
const user = (id: string, text: string, more: object = {}) => ({
  info: { id, role: "user" },
  parts: [{ type: "text", text, ...more }],
})

const shownConversation = (messages: readonly unknown[]) => createShown()("ses", messages)
const removed = (messages: readonly unknown[], gone: ReadonlyMap<string, RetiredOutput>) =>
  createRemoval().without("ses", messages, createMessageMarks()("ses", messages), gone)
const { hasLines } = createRemoval()
const withoutRetired = (...given: Parameters<typeof removed>) => removed(...given).changed

const retired = (call: string, chars: number): ReadonlyMap<string, RetiredOutput> =>
  new Map([[call, { call, chars, line: "[line]", kind: "command", id: "0" }]])

describe("what a request of OpenCode 1 shows", () => {
  test("outputs with the step that made them and what came before, and what the user typed", () => {
    const shown = shownConversation([
      user("u", "0123456789ab"),
      agent("a", { type: "text", text: "look at b.ts" }, tool("c1", "x".repeat(400))),
      agent("b", { type: "reasoning", text: "0123" }, tool("c2", "y")),
      user("v", "hidden", { synthetic: true }),
    ])
    expect(shown.outputs.map(({ call, step, before, exit, ok }) => [call, step, before, exit, ok])).toEqual([
      ["c1", 1, 7, 2, true],
      ["c2", 2, 109, 2, true],
    ])
    expect(shown).toMatchObject({ steps: 2, tokens: 111 })
    expect(shown.said).toEqual([{ id: "u", step: 0, text: "0123456789ab" }])
  })

  test("what has changed since the request before, wherever that is, and the same objects where nothing has", () => {
    const shownOf = createShown()
    const whole = () => [
      user("u", "go"),
      agent("a", tool("c1", "x".repeat(400)), tool("c2", "y".repeat(40))),
      agent("b", tool("c3", "z".repeat(80))),
    ]
    const first = shownOf("ses", whole())
    const more = shownOf("ses", [...whole(), user("v", "and a.ts"), agent("c", tool("c4", "w"))])
    expect(more.outputs.slice(0, 3).map((output, at) => output === first.outputs[at])).toEqual([true, true, true])
    expect([first.outputs.length, first.said.length]).toEqual([3, 1])
    const cleared = [
      user("u", "go"),
      agent("a", tool("c1", "", { time: { compacted: 1 } }), tool("c2", "y".repeat(40))),
    ]
    const growing = [...whole().slice(0, 2), agent("b", tool("c3", "z".repeat(80)), tool("c5", "new"))]
    const other = [user("u", "go"), agent("other", tool("c1", "x".repeat(400)), tool("c2", "y".repeat(40)))]
    const differing = [cleared, growing, other, whole(), []].filter(
      (messages) => JSON.stringify(shownOf("ses", messages)) !== JSON.stringify(createShown()("ses", messages)),
    )
    expect(differing).toEqual([])
  })

  test("not what is still running or what the host has cleared; images by what they cost", () => {
    const cleared = tool("c2", "long", { time: { compacted: 1 } })
    const image = tool("c3", "image", { attachments: [{ mime: "image/png", url: "data:" }] })
    const running = { type: "tool", callID: "c4", tool: "bash", state: { status: "running", input: {} } }
    const failed = { type: "tool", callID: "c5", tool: "read", state: { status: "error", input: {}, error: "gone" } }
    const shown = shownConversation([agent("a", cleared, image, running, failed)])
    expect(shown.outputs.map(({ call, ok, hasFile }) => [call, ok, hasFile])).toEqual([
      ["c3", true, true],
      ["c5", false, undefined],
    ])
    expect(shown.cleared?.map(({ call, text }) => [call, text])).toEqual([["c2", "long"]])
    expect(shown.tokens).toBeGreaterThan(1600)
  })

  test("files of the user's and of tools by what they cost, and not those that are sent as texts", () => {
    const url = `data:application/pdf;base64,${Buffer.alloc(400_000, " ").toString("base64")}`
    const attached = (mime: string) => ({ id: "p", type: "file", mime, url })
    const sent = (...parts: unknown[]) => ({ info: { id: "u", role: "user" }, parts })
    const tokens = (...messages: unknown[]) => shownConversation(messages).tokens
    const pdf = tokens(sent(attached("application/pdf")))
    expect(pdf).toBeGreaterThan(8 * 1500)
    expect(tokens(agent("a", tool("c1", "", { input: {}, attachments: [attached("application/pdf")] })))).toBe(pdf)
    expect(tokens(sent(attached("text/plain"), attached("application/x-directory")))).toBe(0)
    const [before] = shownConversation([sent(attached("application/pdf")), agent("a", tool("c1", "x"))]).outputs
    expect(before?.before).toBe(pdf + 1)
    // Cleared by the host, and its files with it.
    const gone = { input: {}, attachments: [attached("application/pdf")], time: { compacted: 1 } }
    expect(tokens(agent("a", tool("c1", "", gone)))).toBeLessThan(10)
  })

  test("odd messages are nothing", () => {
    expect(shownConversation([null, {}, { parts: [null, 7] }, agent("a", { type: "tool" })]).outputs).toEqual([])
  })
})

describe("a request of OpenCode 1 without what has left", () => {
  const message = agent("a", { type: "text", text: "hi" }, tool("c1", "0123456789"))

  test("has the line in a separate message, and the host's is untouched", () => {
    const changed = withoutRetired([user("u", "x"), message], retired("c1", 10))
    expect([...changed.keys()]).toEqual([1])
    expect(changed.get(1)).toMatchObject({ parts: [{ text: "hi" }, { callID: "c1", state: { output: "[line]" } }] })
    expect(JSON.stringify(message)).toContain("0123456789")
  })

  test("keeps the line when the host clears the output, and counts what it is longer than the host's own words", () => {
    const cleared = agent("a", tool("c1", "0123456789", { time: { start: 1, compacted: 2 } }))
    const { changed, shorter, places } = removed([cleared], retired("c1", 10))
    expect(changed.get(0)).toEqual(agent("a", tool("c1", "[line]", { time: { start: 1 } })))
    expect(JSON.stringify(cleared)).toContain('"compacted":2')
    expect(shorter).toEqual({ toolOutputs: 33 - 6, conversation: 0 })
    expect(hasLines([changed.get(0)], places)).toBe(true)
    // An output that Cairn had not removed is the host's.
    expect(withoutRetired([cleared], retired("c2", 10)).size).toBe(0)
  })

  test("leaves another output of the same number alone, and one with an image", () => {
    const image = agent("b", tool("c2", "0123456789", { attachments: [{}] }))
    expect(withoutRetired([message], retired("c1", 11)).size).toBe(0)
    expect(withoutRetired([image], retired("c2", 10)).size).toBe(0)
    expect(withoutRetired([message], new Map()).size).toBe(0)
  })

  test("shows what came later under the same number, were it as long", () => {
    const later = agent("b", tool("c1", "9876543210"))
    expect([...withoutRetired([message, later], retired("c1", 10)).keys()]).toEqual([0])
  })

  test("is the same from request to request as if each were the first, also after what was sent has changed", () => {
    const [marksOf, without] = [createMessageMarks(), createRemoval().without]
    const first = retired("c1", 10)
    const both = new Map([...first, ...retired("c2", 4)])
    const start = [user("u", "x"), message]
    const more = [...start, agent("b", tool("c2", "0123"), tool("c1", "9876543210")), agent("c", tool("c3", "0"))]
    const requests: [readonly unknown[], ReadonlyMap<string, RetiredOutput>][] = [
      [start, first],
      [more, first],
      [more, both],
      [[...more, agent("d", tool("c2", "0123"))], both],
      [[user("u", "x"), agent("a", tool("c1", "now as long as eleven")), ...more.slice(2)], both],
      [start, both],
      [more.slice(1), both],
      [more, new Map()],
    ]
    const differing = requests.filter(([messages, gone]) => {
      const one = without("ses", messages, marksOf("ses", messages), gone)
      const fresh = removed(messages, gone)
      return JSON.stringify([...one.changed, one.shorter]) !== JSON.stringify([...fresh.changed, fresh.shorter])
    })
    expect(differing).toEqual([])
  })

  test("leaves alone what a provider ran itself: its form is the provider's", () => {
    const own = agent("a", { ...tool("c1", "0123456789"), metadata: { providerExecuted: true } })
    expect(withoutRetired([own], retired("c1", 10)).size).toBe(0)
    expect(shownConversation([own]).outputs).toEqual([])
  })
})

describe("what an edit replaced, in OpenCode 1", () => {
  const OLD = "0123456789".repeat(30)
  const input = { filePath: "/w/a.ts", oldString: OLD, newString: "new" }
  const edit = (more: object = {}) => ({ ...tool("c1", "Edit applied.", { input }), tool: "edit", ...more })
  const gone = retired("c1 oldString", 300)

  test("is shown beside the output, and counted once", () => {
    const { outputs, tokens } = shownConversation([agent("a", edit())])
    expect(outputs.map(({ call, text, argument }) => [call, text, argument])).toEqual([
      ["c1 oldString", OLD, "oldString"],
      ["c1", "Edit applied.", undefined],
    ])
    expect(tokens).toBe(Math.round((7 + 300 + 3 + 13) / 4))
  })

  test("leaves the call with all else in it, and the host's message as it was", () => {
    const message = agent("a", edit(), edit())
    const { changed, shorter, places } = removed([message], gone)
    const changedInput = { ...input, oldString: "[line]" }
    expect(changed.get(0)).toEqual(agent("a", edit({ state: { ...edit().state, input: changedInput } }), edit()))
    expect(JSON.stringify(message)).not.toContain("[line]")
    expect(shorter).toEqual({ toolOutputs: 0, conversation: 294 })
    const sent = [changed.get(0)]
    expect([sent, [user("u", "first"), ...sent], [agent("a", edit())]].map((one) => hasLines(one, places))).toEqual([
      true,
      true,
      false,
    ])
  })

  test("stays where its length differs, the edit failed or the provider has bound the call to it", () => {
    const failed = edit({ state: { ...edit().state, status: "error", error: "no such text" } })
    const bound = edit({ metadata: { google: { thoughtSignature: "x" } } })
    expect(shownConversation([agent("a", failed, bound)]).outputs.filter(({ argument }) => argument)).toEqual([])
    const kept = [failed, bound].filter((part) => withoutRetired([agent("a", part)], gone).size > 0)
    expect([kept, withoutRetired([agent("a", edit())], retired("c1 oldString", 299)).size]).toEqual([[], 0])
  })
})

test("lines that another plugin has rewritten or dropped are missed", () => {
  const messages = [user("u", "x"), agent("a", tool("c1", "0123456789")), agent("b", tool("c2", "y"))]
  const { changed, places } = removed(messages, retired("c1", 10))
  const sent = messages.map((message, at) => changed.get(at) ?? message)
  expect(hasLines(sent, places)).toBe(true)
  expect(hasLines([user("new", "first"), ...sent], places)).toBe(true)
  expect(hasLines(sent.slice(2), places)).toBe(false)
  expect(hasLines([sent[0], agent("a", tool("c1", "[pruned]")), sent[2]], places)).toBe(false)
})

test("two outputs under one number do not count as rewriting", () => {
  const messages = [agent("a", tool("c1", "0123456789"), tool("c2", "x")), agent("b", tool("c1", "9"), tool("c2", "y"))]
  const { changed, places } = removed(messages, retired("c1", 10))
  const sent = messages.map((message, at) => changed.get(at) ?? message)
  expect(hasLines(sent, places)).toBe(true)
})
