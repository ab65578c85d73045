import { expect, test } from "bun:test"
import { commandEvent } from "../commands/command-event.ts"
import type { Essential } from "../session/compaction-account.ts"
import type { MemoryEvent } from "../session/memory-event.ts"
import { emptyMemory, memoryAfter } from "../session/session-memory.ts"
import { slotSettings } from "../session/working-memory.ts"
import { blockedCommands, essentialsOf } from "./essentials.ts"

const memoryOf = (...events: MemoryEvent[]) =>
  events.reduce((memory, event) => memoryAfter(memory, event, slotSettings()), emptyMemory)

const error = { fingerprint: "f1", summary: "TS2345: wrong type", file: "src/a.ts" }

test("an empty session has nothing to lose", () => {
  expect(essentialsOf(emptyMemory, [])).toEqual([])
  expect(essentialsOf(emptyMemory, [{ content: " … ", status: "pending" }])).toEqual([])
})

test("what the user wants, what fails, what was changed and what is left, most important first", () => {
  const memory = memoryOf(
    { kind: "core", block: "goal", operation: "replace", content: "Port the parser", at: 1 },
    { kind: "directive", text: "Never touch the lockfile." },
    { kind: "command", command: "npm run build", exit: 0 },
    { kind: "command", command: "npm  test", exit: 2, category: "test", errors: [{ ...error, file: "src/z.ts" }] },
    { kind: "command", command: "sleep 100", exit: null },
    {
      kind: "files",
      files: [
        { path: "src/a.ts", action: "write" },
        { path: "src/b.ts", action: "read" },
      ],
    },
    { kind: "files", files: [{ path: "src/c.ts", action: "delete" }] },
    { kind: "item", slot: "decision", text: "use SQLite", why: "user:decision" },
    { kind: "item", slot: "todo", text: "update the docs", why: "user:todo" },
  )
  const todos = [
    { content: "Update the docs", status: "pending" },
    { content: "write tests", status: "in_progress" },
    { content: "read code", status: "completed" },
    { content: "give up", status: "cancelled" },
  ]
  const expected: Essential[] = [
    { kind: "goal", text: "Port the parser" },
    { kind: "directive", text: "Never touch the lockfile." },
    { kind: "command", text: "npm test", exit: 2 },
    { kind: "file", text: "src/a.ts", action: "write" },
    { kind: "file", text: "src/c.ts", action: "delete" },
    { kind: "todo", text: "update the docs" },
    { kind: "todo", text: "write tests" },
    { kind: "decision", text: "use SQLite" },
    { kind: "error", text: "TS2345: wrong type" },
  ]
  expect(essentialsOf(memory, todos)).toEqual(expected)
})

test("a command that succeeded at last and an error that may be fixed are not among them", () => {
  const memory = memoryOf(
    { kind: "command", command: "npm test", exit: 1, category: "test", errors: [error] },
    { kind: "files", files: [{ path: "src/a.ts", action: "edit" }] },
    { kind: "command", command: "npm run lint", exit: 1 },
    { kind: "command", command: "npm run lint", exit: 0 },
  )
  expect(essentialsOf(memory, []).map(({ kind, text }) => `${kind} ${text}`)).toEqual([
    "command npm test",
    "file src/a.ts",
  ])
})

test("a command that has passed since in another form is not blocked, nor is a search that found nothing", () => {
  const blocked = (...runs: [command: string, exit: number][]) => {
    const events = runs.map(([command, exit]): MemoryEvent => ({ kind: "command", command, exit }))
    const memory = events.reduce((now, event) => memoryAfter(now, event, slotSettings()), emptyMemory)
    return essentialsOf(memory, []).map(({ text }) => text)
  }
  expect(blocked(["npm test 2>&1 | tail -5", 1], ["cd . && npm test", 0], ["grep -q x a.ts", 1])).toEqual([])
  expect(blocked(["npm test", 1], ["npm test | tail -5", 0], ["npm run lint", 0])).toEqual(["npm test"])
  expect(blocked(["npm test", 0], ["npm test 2>&1", 1])).toEqual(["npm test 2>&1"])
  const runs = [
    commandEvent({ command: "pytest tests/a.py -x", exit: 1, output: "FAILED tests/a.py::test_one - assert 1 == 2" }),
    commandEvent({ command: "python -m pytest", exit: 0, output: "" }),
  ]
  expect(
    [memoryOf(...runs.slice(0, 1)), memoryOf(...runs)].map(
      (memory) => blockedCommands(memory.ledger, memory.activity).length,
    ),
  ).toEqual([1, 0])
})
