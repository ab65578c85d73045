import { describe, expect, test } from "bun:test"
import { createReading, foreignTexts, typedTexts } from "./conversation.ts"
import { createMessageMarks } from "./shown-outputs.ts"

const message = (role: string, ...parts: unknown[]) => ({ info: { role }, parts })
const text = (said: string, more: object = {}) => ({ type: "text", text: said, ...more })
const tool = (name: string, state: object) => ({ type: "tool", tool: name, state })

describe("what tools have said, as OpenCode 1 shows it", () => {
  test("every tool result, oldest first; files of the user's; nothing that was typed or that Cairn or the assistant said", () => {
    const messages = [
      message(
        "user",
        text("typed"),
        text("of a file", { synthetic: true }),
        { type: "file", url: "file:///a" },
        text("Cairn's tail", { synthetic: true, metadata: { cairn: true } }),
      ),
      message(
        "assistant",
        text("spoken"),
        tool("bash", { status: "completed", output: "printed" }),
        tool("read", { status: "error", error: "no such file" }),
        tool("bash", { status: "error", error: "stopped", metadata: { interrupted: true, output: "half" } }),
        tool("webfetch", { status: "completed", output: "a page", time: { compacted: 1 } }),
        tool("glob", { status: "running" }),
      ),
      message("user", text('<task id="x" state="completed">\nfound', { synthetic: true })),
    ]
    expect(foreignTexts(messages).map(({ tool: name, text: said }) => `${name}: ${said}`)).toEqual([
      "file: of a file",
      "bash: printed",
      "read: no such file",
      "bash: half",
      "webfetch: a page",
      'task: <task id="x" state="completed">\nfound',
    ])
  })

  test("of more than can be searched, the newest", () => {
    const outputs = ["a", "b", "c"].map((letter) => tool("bash", { output: letter.repeat(1_500_000) }))
    const texts = foreignTexts([message("assistant", ...outputs)]).map(({ text: said }) => said)
    expect(texts.map((said) => [said[0], said.length])).toEqual([
      ["a", 1_000_000],
      ["b", 1_500_000],
      ["c", 1_500_000],
    ])
    const older = message("assistant", ...outputs.slice(0, 1))
    expect(foreignTexts([older, message("assistant", ...outputs)])).toHaveLength(3)
  })

  test("messages of any other shape say nothing", () => {
    const odd = [null, 1, {}, { parts: 3 }, message("user", null, {}, text("x"), tool("bash", {})), { info: null }]
    expect(foreignTexts(odd)).toEqual([])
  })
})

test("what the user typed is distinguished from what was added to it", () => {
  const user = (...parts: object[]) => ({ info: { role: "user", id: "m" }, parts })
  expect(
    typedTexts([
      user({ type: "text", text: "run the tests" }, { type: "text", text: "file content", synthetic: true }),
      user({ type: "text", text: "template x", metadata: { cairn: { typed: "only this" } } }),
      { info: { role: "assistant", id: "a" }, parts: [{ type: "text", text: "done" }] },
    ]),
  ).toEqual(["run the tests", "only this"])
})

test("a conversation that was read before is read as if for the first time", () => {
  const user = (id: string, ...parts: object[]) => ({ info: { role: "user", id }, parts })
  const agent = (id: string, info: object, ...parts: object[]) => ({ info: { role: "assistant", id, ...info }, parts })
  const tail = text("Cairn's tail", { synthetic: true, metadata: { cairn: true } })
  const start = [
    user("a", text("go"), tail),
    agent(
      "b",
      {},
      text("looking"),
      tool("read", { status: "completed", input: { filePath: "a.ts" }, output: "12345" }),
    ),
  ]
  const cleared = tool("read", {
    status: "completed",
    input: { filePath: "a.ts" },
    output: "12345",
    time: { compacted: 1 },
  })
  const more = [...start, user("c", text("and"), tail), agent("d", { summary: true, parentID: "c" }, text("so far"))]
  const requests = [
    start,
    more,
    [start[0], agent("b", {}, text("looking"), cleared), ...more.slice(2)],
    more.slice(2),
    [],
    start,
  ]
  const [marksOf, reading] = [createMessageMarks(), createReading()]
  const read = requests.map((messages) => reading("ses", messages, marksOf("ses", messages)))
  const fresh = requests.map((messages) => createReading()("ses", messages, createMessageMarks()("ses", messages)))
  expect(read).toEqual(fresh)
  expect(read[1]).toEqual({
    compaction: "c",
    summary: "so far",
    answers: "c",
    tailed: ["a", "c"],
    sizes: { conversation: 46, toolOutputs: 5 },
  })
})
