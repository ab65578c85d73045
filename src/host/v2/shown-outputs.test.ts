import { describe, expect, test } from "bun:test"
import { createShown } from "./shown-outputs.ts"

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
const typed = (message: unknown) => (message as { content: { text: string }[] }).content[0]?.text ?? ""

const shownConversation = (messages: readonly unknown[], typedIn: (message: unknown) => string) =>
  createShown(typedIn)("ses", messages)

describe("what a request of OpenCode 2 shows", () => {
  test("outputs by the first names of tools, with arguments, exit codes and what came before", () => {
    const messages = [
      { role: "user", id: "u", content: [text("0123456789ab")] },
      agent(text("look"), call("c1")),
      answer(result("c1", [text("x".repeat(396)), text("Exited with code 3")])),
      agent(call("c2")),
      answer(result("c2", "plain")),
    ]
    const shown = shownConversation(messages, typed)
    expect(shown.outputs.map(({ call, tool, step, exit, args }) => [call, tool, step, exit, args.command])).toEqual([
      ["c1", "bash", 1, 3, "make"],
      ["c2", "bash", 2, undefined, "make"],
    ])
    expect(shown.outputs.map(({ before }) => before)).toEqual([5, 110])
    expect(shown.said.map(({ id, step }) => [id, step])).toEqual([["u", 0]])
  })

  test("the exit code only if the host has said it", () => {
    const exitOf = (...texts: string[]) =>
      shownConversation([agent(call("c")), answer(result("c", texts.map(text)))], typed).outputs[0]?.exit
    expect(exitOf("out\n", "Exited with code 3")).toBe(3)
    expect(exitOf("Exited with code 130")).toBe(130)
    expect(exitOf("out\n", "Timed out before completion")).toBe(null)
    expect(exitOf("out\n", "Timed out before completion", "<cairn>news</cairn>")).toBe(null)
    // As Cairn shortens it.
    expect(exitOf("out\n[…]\nExited with code 2\n")).toBe(2)
    // A success and a command that was killed look the same.
    expect([exitOf("out\n"), exitOf(), exitOf("it said: Exited with code 1\nand went on")]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  test("what has changed since the request before, also in messages without an id", () => {
    const shownOf = createShown(typed)
    const done = (id: string, said: string) => [agent(call(id)), answer(result(id, said))]
    const first = [{ role: "user", id: "u", content: [text("go")] }, ...done("c1", "one"), ...done("c2", "two")]
    const shown = shownOf("ses", first)
    const more = shownOf("ses", [...first, ...done("c3", "three")])
    expect(more.outputs.slice(0, 2).map((output, at) => output === shown.outputs[at])).toEqual([true, true])
    const conversations = [[...first.slice(0, 3), ...done("c9", "two")], first.slice(0, 2), first.slice(1), []]
    const differing = conversations.filter(
      (messages) => JSON.stringify(shownOf("ses", messages)) !== JSON.stringify(shownConversation(messages, typed)),
    )
    expect(differing).toEqual([])
  })

  test("files of the user's and of tools by what they cost", () => {
    const data = Buffer.alloc(400_000, " ").toString("base64")
    const media = { type: "media", media: { source: { type: "base64", data, mediaType: "application/pdf" } } }
    const file = { type: "file", uri: `data:application/pdf;base64,${data}`, mime: "application/pdf" }
    const tokens = (...messages: unknown[]) => shownConversation(messages, typed).tokens
    const pdf = tokens({ role: "user", id: "u", content: [text(""), media] })
    expect(pdf).toBeGreaterThan(8 * 1500)
    expect(tokens(answer(result("c1", [text(""), file])))).toBe(pdf)
  })

  test("errors of the host and odd values are not outputs", () => {
    const failed = {
      type: "tool-result",
      id: "c1",
      name: "read",
      result: { type: "error", value: { message: "gone" } },
    }
    expect(shownConversation([answer(failed), null, {}, answer(7, {})], typed).outputs).toEqual([])
  })
})
