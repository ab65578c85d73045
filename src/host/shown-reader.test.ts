import { expect, test } from "bun:test"
import { createShownReader, type MessageReader } from "./shown-reader.ts"

interface Message {
  readonly id: string
  readonly text: string
}

test("a message that cannot be read leaves nothing behind that a later request would take for read", () => {
  let isBroken = false
  const reader: MessageReader = {
    idOf: (message) => (message as Message).id,
    weightOf: (message) => (message as Message).text.length,
    read(message, reading) {
      const { id, text } = message as Message
      if (isBroken && id === "c") throw new Error("unreadable")
      reading.said.push({ id, step: 0, text })
    },
  }
  const shownOf = createShownReader(reader)
  const [a, b, c] = ["a", "b", "c"].map((id) => ({ id, text: id })) as [Message, Message, Message]
  const other = { id: "x", text: "another one" }
  shownOf("ses", [a, b])
  isBroken = true
  expect(() => shownOf("ses", [a, other, c])).toThrow("unreadable")
  isBroken = false
  expect(shownOf("ses", [a, other, c]).said.map(({ text }) => text)).toEqual(["a", "another one", "c"])
})
