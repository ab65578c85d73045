import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { emptyLedger, failedLast, ledgerAfter } from "./ledger.ts"
import type { FileAction, MemoryEvent } from "./memory-event.ts"

const after = (...events: MemoryEvent[]) => events.reduce(ledgerAfter, emptyLedger)
const ran = (command: string, exit: number | null = 0): MemoryEvent => ({ kind: "command", command, exit })
const touched = (action: FileAction, path: string, to?: string): MemoryEvent => ({
  kind: "files",
  files: [{ path, action, ...(to ? { to } : {}) }],
})
const threw = (message: string): MemoryEvent => ({ kind: "failure", tool: "read", target: "a.ts", message })

describe("commands", () => {
  test("the same again moves to the end with its newest exit code", () => {
    expect(after(ran("npm test", 1), ran("ls"), ran("npm  test\n", 0)).commands).toEqual([
      { command: "ls", exit: 0, times: 1 },
      { command: "npm test", exit: 0, times: 2 },
    ])
  })

  test("one line of at most 300 characters, the newest 200", () => {
    const [long] = after(ran(`echo ${"word \n ".repeat(200)}`)).commands
    expect(long?.command.length).toBeLessThanOrEqual(300)
    expect(long?.command).not.toContain("\n")
    const { commands } = after(...Array.from({ length: 250 }, (_, index) => ran(`echo ${index}`)))
    expect([commands.length, commands[0]?.command, commands.at(-1)?.command]).toEqual([200, "echo 50", "echo 249"])
  })

  test("which failed when last run: a stopped one is not known to", () => {
    const ledger = after(ran("a", 1), ran("b", 2), ran("c", null), ran("d"), ran("a", 0))
    expect(failedLast(ledger)).toEqual([{ command: "b", exit: 2, times: 1 }])
  })
})

describe("changed files", () => {
  test("first and last change, in the order of the first", () => {
    const ledger = after(touched("write", "a"), touched("edit", "b"), touched("edit", "a"), touched("delete", "a"))
    expect(ledger.changedFiles).toEqual([
      { path: "a", first: "write", last: "delete" },
      { path: "b", first: "edit", last: "edit" },
    ])
  })

  test("reading changes nothing", () => {
    expect(after(touched("read", "a"), touched("grep", "b"))).toEqual(emptyLedger)
  })

  test("a move keeps both names", () => {
    expect(after(touched("edit", "a"), touched("move", "a", "b")).changedFiles).toEqual([
      { path: "a", first: "edit", last: "move" },
      { path: "b", first: "move", last: "move" },
    ])
  })
})

describe("failures", () => {
  test("the newest twenty, each one line of at most 200 characters", () => {
    const { failures } = after(...Array.from({ length: 25 }, (_, index) => threw(`gone ${index}\n${"x ".repeat(200)}`)))
    expect(failures).toHaveLength(20)
    expect(failures[0]).toMatchObject({ tool: "read", target: "a.ts" })
    expect(failures[0]?.message).toStartWith("gone 5 x x")
    expect(failures.every(({ message }) => message.length <= 200)).toBe(true)
    expect(after({ kind: "failure", tool: "t", message: "m" }).failures).toEqual([{ tool: "t", message: "m" }])
  })
})

test("clearing and removing leave the ledger alone", () => {
  const before = after(ran("a", 1), touched("edit", "b"), threw("c"))
  expect([{ kind: "clear" } as const, { kind: "remove", text: "a" } as const].reduce(ledgerAfter, before)).toEqual(
    before,
  )
})

test("whatever happens, it stays bounded and survives JSON", () => {
  const name = fc.integer({ min: 0, max: 400 }).map(String)
  const action = fc.constantFrom<FileAction>("read", "edit", "write", "delete", "move")
  const event = fc.oneof(
    fc.tuple(name, fc.option(fc.integer({ min: 0, max: 2 }))).map(([command, exit]) => ran(command, exit)),
    fc.array(fc.record({ path: name, action, to: name })).map((files) => ({ kind: "files" as const, files })),
    name.map(threw),
  )
  fc.assert(
    fc.property(fc.array(event, { minLength: 200, maxLength: 500 }), (events) => {
      const ledger = after(...events)
      expect(ledger.commands.length).toBeLessThanOrEqual(200)
      expect(ledger.changedFiles.length).toBeLessThanOrEqual(200)
      expect(ledger.failures.length).toBeLessThanOrEqual(20)
      expect(new Set(ledger.commands.map(({ command }) => command)).size).toBe(ledger.commands.length)
      expect(JSON.parse(JSON.stringify(ledger))).toEqual(ledger)
    }),
    { numRuns: 30 },
  )
})
