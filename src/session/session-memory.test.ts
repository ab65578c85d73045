import { expect, test } from "bun:test"
import { emptyMemory, memoryAfter } from "./session-memory.ts"

test("two processes report a compaction, and it counts once", () => {
  const compaction = { kind: "compaction", id: "msg_c" } as const
  const once = memoryAfter(memoryAfter(emptyMemory, { kind: "step", used: 97_000 }, {}), compaction, {})
  expect([once.compaction, once.window.used, once.window.rooms]).toEqual(["msg_c", undefined, 1])
  const counted = memoryAfter(once, { kind: "step", used: 12_000 }, {})
  expect(memoryAfter(once, compaction, {})).toBe(once)
  expect(memoryAfter(counted, compaction, {})).toBe(counted)
  expect(memoryAfter(counted, { ...compaction, id: "msg_d" }, {}).window.rooms).toBe(2)
})
