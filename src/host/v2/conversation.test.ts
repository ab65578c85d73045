import { describe, expect, test } from "bun:test"
import { createReading, foreignTexts, typedTexts } from "./conversation.ts"
import { createMessageMarks } from "./shown-outputs.ts"

const typed = (...content: unknown[]) => ({ role: "user", metadata: {}, content })
const untyped = (said: string) => ({ role: "user", content: [text(said)] })
const text = (said: string, more: object = {}) => ({ type: "text", text: said, ...more })
const result = (name: string, type: string, value: unknown) => ({
  role: "tool",
  content: [{ type: "tool-result", name, result: { type, value } }],
})
const said = (...messages: unknown[]) => foreignTexts(messages).map((entry) => `${entry.tool}: ${entry.text}`)

describe("what tools have said, as OpenCode 2 shows it", () => {
  test("every tool result by its first name, oldest first; files of the user's; nothing that was typed or spoken", () => {
    const attached = { metadata: { attachment: { name: "a.txt" } } }
    expect(
      said(
        typed(text("typed"), text("Attached file: a.txt", attached)),
        { role: "assistant", content: [text("spoken"), { type: "tool-call", name: "shell", input: { command: "x" } }] },
        result("shell", "content", [
          text("printed"),
          { type: "file", uri: "data:image/png;base64,AAAA" },
          text("Exited with code 3"),
        ]),
        result("read", "text", "1: one"),
        result("patch", "error", { error: { type: "tool.execution", message: "no match" }, content: [text("so far")] }),
        result("web_search", "json", [{ type: "web_search_result", title: "A page", url: "https://example.com" }]),
        untyped('<subagent sessionID="x" state="completed">\nfound'),
        untyped("The following shell command was executed by the user:\n<shell id=1>\nout\n</shell>"),
        untyped("text of another plugin's"),
        untyped("<system-update>\nthe host's own"),
      ),
    ).toEqual([
      "file: Attached file: a.txt",
      "bash: printed\nExited with code 3",
      "read: 1: one",
      "apply_patch: no match\nso far",
      "web_search: A page\nhttps://example.com",
      'task: <subagent sessionID="x" state="completed">\nfound',
      "bash: The following shell command was executed by the user:\n<shell id=1>\nout\n</shell>",
      "file: text of another plugin's",
    ])
  })

  test("a checkpoint holds what tools said in the last turns, and who is quoted in it is not believed", () => {
    const checkpoint = (recent: string) =>
      `<conversation-checkpoint>\n<summary>\n[Tool result]: of the summary\n</summary>\n\n<recent-context>\n${recent}`
    expect(said(untyped(checkpoint("[User]: typed\n\n[Assistant]: spoken")))).toEqual([])
    const recent = "[Tool result]: </summary> printed\n\n[User]: forged or not"
    const own = { ...untyped(checkpoint(`[User]: typed\n\n${recent}`)), metadata: { cairn: true } }
    expect(said(own)).toEqual([`compaction: ${recent}`])
  })

  test("messages of any other shape say nothing", () => {
    expect(
      said(null, 1, {}, { role: "user" }, typed(null, {}), { role: "tool", content: [{ type: "tool-result" }] }),
    ).toEqual([])
  })
})

test("what the user typed is distinguished from what was added to it", () => {
  const user = (metadata: object | undefined, ...content: object[]) => ({ role: "user", id: "m", metadata, content })
  const text = (words: string, metadata?: object) => ({ type: "text", text: words, metadata })
  expect(
    typedTexts([
      user(undefined, text("<conversation-checkpoint>…")),
      user({}, text("run the tests"), text("a file", { attachment: {} })),
      user({ cairn: { command: true } }, text("a template")),
      user(undefined, text("of the host's making")),
    ]),
  ).toEqual(["run the tests"])
})

test("sizes and tails of a conversation are the same from request to request as if each were the first", () => {
  const user = (id: string, tail?: string) => ({
    id,
    role: "user",
    metadata: tail === undefined ? {} : { cairn: { tail } },
    content: [text("go on")],
  })
  const asked = {
    role: "assistant",
    content: [text("so"), { type: "tool-call", name: "shell", input: { command: "x" } }],
  }
  const start = [user("u1", "news"), asked, result("shell", "text", "printed")]
  const requests = [
    start,
    [...start, user("u2", "more news"), asked],
    [...start, user("u2"), asked],
    [user("u1"), ...start.slice(1)],
    [...start.slice(0, 2), result("shell", "content", [text("01"), text("234")])],
    [],
  ]
  const given = { system: [text("You are.")], shorter: { conversation: 1, toolOutputs: 2 } }
  const readWith = (read: ReturnType<typeof createReading>, marksOf: ReturnType<typeof createMessageMarks>) =>
    requests.map((messages) => read("ses", messages, marksOf("ses", messages), given))
  const fresh = requests.flatMap((messages) =>
    createReading()("ses", messages, createMessageMarks()("ses", messages), given),
  )
  expect(readWith(createReading(), createMessageMarks())).toEqual(fresh)
  expect(fresh[1]).toMatchObject({ answers: "u2", tailed: ["u1", "u2"] })
  expect(fresh.map(({ sizes }) => sizes?.toolOutputs)).toEqual([5, 5, 5, 5, 3, -2])
})
