import { describe, expect, test } from "bun:test"
import type { RetiredOutput } from "../../session/retired-account.ts"
import { createMessageMarks, createRemoval, createShown } from "./shown-outputs.ts"

const call = (id: string, name = "shell") => ({ type: "tool-call", id, name, input: { command: "make" } })
const result = (id: string, value: unknown, name = "shell") => ({
  type: "tool-result",
  id,
  name,
  result: { type: "text", value },
})
const agent = (...content: unknown[]) => ({ role: "assistant", content })
const answer = (...content: unknown[]) => ({ role: "tool", content })
const text = (said: string) => ({ type: "text", text: said })

const shownConversation = (messages: readonly unknown[]) => createShown(() => "")("ses", messages)
const removed = (messages: readonly unknown[], gone: ReadonlyMap<string, RetiredOutput>) =>
  createRemoval().without("ses", messages, createMessageMarks()("ses", messages), gone)

const { hasLines } = createRemoval()

/** The same list if nothing was removed. */
function withoutRetired(messages: readonly unknown[], gone: ReadonlyMap<string, RetiredOutput>): readonly unknown[] {
  const { changed } = removed(messages, gone)
  return changed.size === 0 ? messages : messages.map((message, at) => changed.get(at) ?? message)
}

const retired = (id: string, chars: number): ReadonlyMap<string, RetiredOutput> =>
  new Map([[id, { call: id, chars, line: "[line]", kind: "command", id: "0" }]])

describe("a request of OpenCode 2 without what has left", () => {
  test("keeps the form of the result, and the host's message as it was", () => {
    const listed = answer(result("c1", [text("01234"), text("6789")]))
    const plain = answer(result("c2", "0123456789"))
    expect(withoutRetired([listed], retired("c1", 10))).toMatchObject([
      { content: [{ result: { type: "text", value: [{ type: "text", text: "[line]" }] } }] },
    ])
    expect(withoutRetired([plain], retired("c2", 10))).toMatchObject([{ content: [{ result: { value: "[line]" } }] }])
    expect(JSON.stringify(listed)).toContain("01234")
  })

  test("shows what came later under the same number, and what the provider ran itself", () => {
    const [first, later] = [answer(result("c1", "0123456789")), answer(result("c1", "9876543210"))]
    expect(withoutRetired([first, later], retired("c1", 10))[1]).toBe(later)
    const own = [answer({ ...result("c1", "0123456789"), providerExecuted: true })]
    expect(withoutRetired(own, retired("c1", 10))).toBe(own)
    expect(shownConversation(own).outputs).toEqual([])
  })

  test("is the same list if nothing matches", () => {
    const messages = [answer(result("c1", "0123456789")), answer(result("c2", [text("0123456789"), { type: "file" }]))]
    expect(withoutRetired(messages, retired("c1", 9))).toBe(messages)
    expect(withoutRetired(messages, retired("c2", 10))).toBe(messages)
    expect(withoutRetired(messages, new Map())).toBe(messages)
  })

  test("is the same from request to request as if each were the first, also after what was sent has changed", () => {
    const [marksOf, without] = [createMessageMarks(), createRemoval().without]
    const first = retired("c1", 10)
    const both = new Map([...first, ...retired("c2", 5)])
    const user = (id: string) => ({ id, role: "user", content: [text("go")] })
    const start = [user("u"), agent(call("c1")), answer(result("c1", "0123456789"))]
    const second = [agent(call("c2")), answer(result("c2", [text("01"), text("34")]), result("c1", "9876543210"))]
    const more = [...start, ...second, agent(call("c3")), answer(result("c3", "0"))]
    const other = [user("u"), agent(call("c1")), answer(result("c1", "now as long as eleven")), ...more.slice(3)]
    const requests: [readonly unknown[], ReadonlyMap<string, RetiredOutput>][] = [
      [start, first],
      [more, first],
      [more, both],
      [[...more, answer(result("c2", "01234"))], both],
      [other, both],
      [start, both],
      [more.slice(1), both],
      [[user("v"), ...more.slice(3)], both],
      [more, new Map()],
    ]
    const differing = requests.filter(([messages, gone]) => {
      const one = without("ses", messages, marksOf("ses", messages), gone)
      const fresh = removed(messages, gone)
      return JSON.stringify([...one.changed, one.shorter]) !== JSON.stringify([...fresh.changed, fresh.shorter])
    })
    expect(differing).toEqual([])
    // What is counted is the texts, without the break between two.
    expect(removed(more, both).shorter).toEqual({ toolOutputs: 10 - 6 + 4 - 6, conversation: 0 })
  })
})

describe("what an edit replaced, in OpenCode 2", () => {
  const OLD = "0123456789".repeat(30)
  const input = { path: "/w/a.ts", oldString: OLD, newString: "new" }
  const edit = (more: object = {}) => ({ type: "tool-call", id: "c1", name: "edit", input, ...more })
  const done = answer(result("c1", "Edited.", "edit"))
  const gone = retired("c1 oldString", 300)

  test("is shown beside the output, and leaves the call with all else in it", () => {
    const { outputs } = shownConversation([agent(edit()), done])
    expect(outputs.map(({ call, text }) => [call, text])).toEqual([
      ["c1 oldString", OLD],
      ["c1", "Edited."],
    ])
    const messages = [agent(text("so"), edit()), done, agent(edit())]
    const shown = withoutRetired(messages, gone)
    expect(shown[0]).toEqual(agent(text("so"), edit({ input: { ...input, oldString: "[line]" } })))
    expect(shown.slice(1)).toEqual(messages.slice(1))
    expect(JSON.stringify(messages)).not.toContain("[line]")
  })

  test("stays where its length differs or the provider has bound the call to it", () => {
    const bound = [agent(edit({ providerMetadata: { google: { thoughtSignature: "x" } } })), done]
    expect(shownConversation(bound).outputs.map(({ call }) => call)).toEqual(["c1"])
    expect(withoutRetired(bound, gone)).toBe(bound)
    const other = [agent(edit())]
    expect(withoutRetired(other, retired("c1 oldString", 299))).toBe(other)
  })
})

test("lines that another plugin has rewritten or dropped are missed, wherever they stand now", () => {
  const edit = { type: "tool-call", id: "c3", name: "edit", input: { oldString: "0123456789", newString: "new" } }
  const messages = [answer(result("c1", "0123456789"), result("c2", "y")), agent(edit), answer(result("c3", "Edited."))]
  const gone = new Map([...retired("c1", 10), ...retired("c3 oldString", 10)])
  const { changed, places } = removed(messages, gone)
  const sent = messages.map((message, at) => changed.get(at) ?? message)
  expect(places.length).toBe(2)
  const again = answer(result("c1", "another one under its number"))
  const rewritten = (line: string) => JSON.parse(JSON.stringify(sent).replace("[line]", line)) as unknown[]
  const kept = [sent, rewritten("[line]"), [agent(), ...sent], [...sent, again], [again, ...sent]]
  expect(kept.map((now) => hasLines(now, places))).toEqual(kept.map(() => true))
  const lost = [messages, sent.slice(1), sent.slice(0, 1), rewritten("[pruned]"), [sent[0], agent(edit), sent[2]], []]
  expect(lost.map((now) => hasLines(now, places))).toEqual(lost.map(() => false))
})
