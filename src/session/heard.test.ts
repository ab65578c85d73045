import { expect, test } from "bun:test"
import { heardAfter } from "./heard.ts"
import type { MemoryEvent } from "./memory-event.ts"

test("the message of each turn is heard once; a template's and what comes without a message are not", () => {
  const events: [MemoryEvent, string | null][] = [
    [{ kind: "turn", said: "hello" }, "msg_1"],
    [{ kind: "step" }, "msg_2"],
    [{ kind: "turn", said: "hello" }, "msg_1"],
    [{ kind: "turn", said: "a template", isTemplate: true }, "msg_3"],
    [{ kind: "turn" }, null],
    [{ kind: "turn" }, "msg_4"],
  ]
  expect(events.reduce((heard: readonly string[], [event, id]) => heardAfter(heard, event, id), [])).toEqual([
    "msg_1",
    "msg_4",
  ])
})

test("of a very long session the newest are known", () => {
  const ids = Array.from({ length: 1200 }, (_, at) => `msg_${at}`)
  const heard = ids.reduce((known: readonly string[], id) => heardAfter(known, { kind: "turn" }, id), [])
  expect([heard.length, heard[0], heard.at(-1)]).toEqual([1000, "msg_200", "msg_1199"])
})
