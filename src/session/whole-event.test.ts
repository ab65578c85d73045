import { afterAll, describe, expect, test } from "bun:test"
import { join } from "node:path"
import { closeApps, openWithoutHistory } from "../../test/bed/opened-app.ts"
import { openSqlite } from "../platform/sqlite.ts"
import type { EventKind, MemoryEvent } from "./memory-event.ts"
import { wholeEvent } from "./whole-event.ts"

afterAll(closeApps)

const check = { category: "test", name: "vitest", isTool: true, targets: ["src"], folder: "web" } as const
const line = { text: "a goal", about: "goal" }
/** One of each kind, with all that it may have. */
const EVENTS: { readonly [K in EventKind]: Extract<MemoryEvent, { readonly kind: K }> } = {
  turn: { kind: "turn", said: "port the parser", own: "port it" },
  step: { kind: "step", used: 10, limit: 100 },
  compaction: { kind: "compaction", id: "c" },
  fork: { kind: "fork" },
  pause: { kind: "pause", isOn: false },
  mined: { kind: "mined", through: "m", at: 1 },
  core: { kind: "core", block: "goal", operation: "append", content: "ship", at: 1 },
  item: { kind: "item", slot: "decision", text: "we use make", why: "user:decision" },
  directive: { kind: "directive", text: "never push" },
  mention: { kind: "mention", texts: ["we use make"], in: "m" },
  remove: { kind: "remove", text: "we use make" },
  clear: { kind: "clear", slot: "todo" },
  files: { kind: "files", files: [{ path: "a.ts", action: "move", to: "b.ts" }] },
  saved: { kind: "saved", note: "a.md (project)" },
  used: { kind: "used", names: ["parse"], paths: ["a.ts"] },
  command: {
    ...{ kind: "command", command: "npm test", exit: 1, category: "test", passed: [check, "lint"] },
    errors: [{ fingerprint: "f", summary: "it fails", file: "a.ts", category: "test", tool: "vitest", check }],
  },
  failure: { kind: "failure", tool: "read", target: "a.ts", message: "no such file" },
  prefix: { kind: "prefix", tells: { goal: line, gone: null }, notes: { "project:a.md": "h" }, quotes: ["q"] },
  tail: { kind: "tail", message: "m", tells: { goal: line, gone: null } },
  shown: { kind: "shown", messages: ["m"] },
  pressure: { kind: "pressure", level: "high", tens: 3, intervened: true },
  seen: { kind: "seen", note: "project:a.md", hash: "h", upTo: 3 },
  answer: { kind: "answer", call: "c", origin: "past" },
  recalled: { kind: "recalled", notes: ["project:a.md"] },
  unsaved: { kind: "unsaved", facts: ["f"] },
  contradiction: { kind: "contradiction", pairs: ["p"] },
  asked: { kind: "asked", claim: "f" },
  aside: { kind: "aside", lines: ["a line"], quotes: ["q"] },
  fresh: { kind: "fresh", by: "user" },
  marked: { kind: "marked", id: "i", facts: [{ scope: "project", path: "facts/a.md", hash: "h" }] },
  summary: { kind: "summary", hash: "h" },
  loss: { kind: "loss", compaction: "c", missing: [{ kind: "goal", text: "ship" }], hostTodos: ["one"] },
  cutting: { kind: "cutting", from: "m" },
  cut: { kind: "cut", from: "m", checkpoint: "until m", after: "c" },
  uncut: { kind: "uncut" },
  room: { kind: "room" },
  retired: {
    ...{ kind: "retired", reason: "pays", isFree: false, saved: 10, rewritten: 5 },
    outputs: [{ call: "c", chars: 100, line: "left out", kind: "read", id: "o", path: "a.ts" }],
  },
  shorter: { kind: "shorter", tokens: 5 },
  fetched: { kind: "fetched", output: "read" },
  left: { kind: "left" },
}

type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** The value with one name or one value in it damaged, at any depth, in every way. */
function damaged(value: Json): Json[] {
  const others = typeof value === "string" ? [] : damagedParts(value)
  return typeof value === "object" ? others : [...others, null, 7, "text", [], {}].filter((one) => one !== value)
}

function damagedParts(value: Json): Json[] {
  if (value === null || typeof value !== "object") return []
  if (Array.isArray(value)) return value.flatMap((one, at) => damaged(one).map((other) => value.with(at, other)))
  return Object.entries(value).flatMap(([key, one]) => {
    const { [key]: _, ...rest } = value
    return [{ ...rest, [`${key}?`]: one }, ...damaged(one).map((other) => ({ ...value, [key]: other }))]
  })
}

describe("an event", () => {
  test("of any kind is whole as it is, with or without what it need not have", () => {
    for (const event of Object.values(EVENTS)) expect(wholeEvent(event)).toBe(event)
    expect(() => wholeEvent({ kind: "files", files: [{ path: "a.ts", action: "read" }] })).not.toThrow()
    expect(() => wholeEvent({ kind: "command", command: "make", exit: null })).not.toThrow()
    expect(() => wholeEvent({ kind: "turn" })).not.toThrow()
    expect(() => wholeEvent(JSON.parse('{"kind":"of a later build"}'))).not.toThrow()
  })

  test("that lacks a text it needs, or has something else for it, is not, and the field is named", () => {
    const saved: MemoryEvent = JSON.parse('{"kind":"saved","n/te":"a.md"}')
    expect(() => wholeEvent(saved)).toThrow("the saved event has no usable note")
    const files: MemoryEvent = JSON.parse('{"kind":"files","files":[{"path":7,"action":"read"}]}')
    expect(() => wholeEvent(files)).toThrow("files")
  })
})

test("a row of the journal that is damaged but still JSON is left out: nothing that shows the session fails", async () => {
  const first = await openWithoutHistory()
  await first.app.complete
  const meet = (id: string) => first.app.journal.note(id, [{ kind: "uncut" }], "msg_0")
  const rows = Object.values(EVENTS).flatMap((event) => damaged(JSON.parse(JSON.stringify(event))))
  expect(rows.length).toBeGreaterThan(400)
  // Several in a session, so that it does not take hundreds; what one of them leaves does not heal another.
  const sessions = Array.from({ length: Math.ceil(rows.length / 10) }, (_, at) => `ses_${at}`)
  sessions.forEach(meet)
  await first.app.journal.flush()
  await first.close()
  const db = await openSqlite(join(first.root, "state.db"))
  for (const [at, row] of rows.entries())
    db.run(
      "INSERT INTO session_event(session, message, data) VALUES (?, 'msg_1', ?)",
      sessions[at % sessions.length] ?? "",
      JSON.stringify(row),
    )
  db.close()
  const { app, call, moments } = await openWithoutHistory({ root: first.root, directory: first.directory })
  await app.complete
  const failed: string[] = []
  for (const sessionID of sessions) {
    const tried = async (what: string, work: () => unknown) => {
      const answer = await Promise.try(work).catch((error: unknown) => `Error (unexpected) ${error}`)
      if (/Error \(unexpected\)/.test(String(answer))) failed.push(`${sessionID} ${what}: ${answer}`)
    }
    for (const verb of ["core_memory_read", "memory_context"]) await tried(verb, () => call(verb, {}, sessionID))
    await tried("user", () => moments.userSpoke({ sessionID, messageID: "msg_2", text: "go on", isFirst: false }))
    const request = { sessionID, model: "p/m", purpose: "turn", tailed: [], foreign: () => [] } as const
    await tried("prompt", () => moments.promptBuilt(request))
    await tried("compaction", () => moments.compactionBegun({ sessionID, conversation: [], takesSummary: false }))
  }
  expect(failed).toEqual([])
})
