// What a model is told to call exists: in every mode, no prompt, tail or answer names a verb as a tool that its requests do not offer.
import { afterAll, describe, expect, test } from "bun:test"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { closeApps, type OpenedApp, openWithoutHistory } from "../../test/bed/opened-app.ts"
import { asCalls, isToolOfItsOwn, ROUTER, type ToolMode } from "../model/tool-mode.ts"
import { operations } from "../operations/registry.ts"

afterAll(closeApps)

const NAMES = operations.map(({ name }) => name).sort((a, b) => b.length - a.length)
const VERB = new RegExp(`(?<![\\w/.-])(?:${NAMES.join("|")})(?![\\w/-])`, "g")

/** Verbs in a text that are neither tools of their own nor asked of the router. */
function unoffered(mode: ToolMode, text: string): string[] {
  const named = [...text.matchAll(VERB)].filter(({ index }) => !text.slice(0, index).endsWith(`${ROUTER}(`))
  return named.map(([verb]) => verb).filter((verb) => !isToolOfItsOwn(mode, verb))
}

async function speak(cairn: OpenedApp, id: string, text: string): Promise<string> {
  const messageID = `msg_${id}`
  const { tail = "" } = await cairn.moments.userSpoke({ sessionID: "ses_test", messageID, text, isFirst: id === "01" })
  const shown = {
    sessionID: "ses_test",
    model: "p/m",
    purpose: "turn",
    answers: messageID,
    tailed: [messageID],
  } as const
  const { prefix = "" } = await cairn.moments.promptBuilt(shown)
  return `${prefix}\n${tail}`
}

function answered(cairn: OpenedApp, input: number): Promise<void> {
  const tokens = { input, output: 0, cacheRead: 0, cacheWrite: 0 }
  return cairn.moments.stepEnded({ sessionID: "ses_test", tokens, window: { usable: 100_000, context: 128_000 } })
}

/** All that a session of some trouble reads. */
async function textsIn(mode: ToolMode): Promise<string[]> {
  const env = { CAIRN_TOOLS: mode, CAIRN_PREFIX_BUDGET: "6000", CAIRN_HOT_BUDGET: "1500", CAIRN_TREE_BUDGET: "600" }
  const cairn = await openWithoutHistory({ env })
  for (let at = 0; at < 30; at++) cairn.edit(`system/a${at}.md`, `${at} long `.repeat(300))
  for (let at = 0; at < 40; at++) cairn.edit(`reference/deep/note-${at}.md`, `the tide table of harbour ${at}`)
  const texts = [await speak(cairn, "01", "Remember this")]
  const through = (verb: string, args: object) =>
    isToolOfItsOwn(mode, verb) ? cairn.call(verb, args) : cairn.call(ROUTER, { verb, args })
  const calls: [string, object][] = [
    ["core_memory_update", { block: "goal", operation: "replace", content: "sail ".repeat(190) }],
    ["memory_read", { path: "reference/nowhere" }],
    ["memory_read", { path: "reference/deep/note-1" }],
    ["memory_write", { path: "facts/x", content: "TypeError: x is not a function" }],
    ["memory_write", { path: "system/a1", content: "unread" }],
    ["memory_write", { path: "reference/long", content: "x".repeat(6000) }],
    ["memory_edit", { path: "reference/deep/note-1", oldString: "", newString: "y" }],
    ["memory_edit", { path: "reference/deep/note-1", oldString: "nowhere", newString: "y" }],
    ["memory_promote", { path: "system/a1" }],
    ["memory_delete", { path: "reference/deep/note-2" }],
    ["memory_why", { about: "a thing nobody knows of" }],
    ["memory_tree", {}],
    ["memory_context", {}],
  ]
  for (const [verb, args] of calls) texts.push(await through(verb, args))
  await answered(cairn, 2000)
  cairn.edit("system/a1.md", "changed by hand")
  texts.push(await speak(cairn, "02", "forget that the moon is green"))
  await answered(cairn, 91_000)
  texts.push(await speak(cairn, "03", "Forget the tide table of harbour 3"))
  const output = Array.from({ length: 900 }, (_, at) => `line ${at} of a listing`).join("\n")
  const ended = { callID: "c1", tool: "bash", args: { command: "ls" }, ok: true, output, exit: 0, files: [] } as const
  const { output: pruned = "", append = "" } = await cairn.moments.toolEnded({ sessionID: "ses_test", ...ended })
  return [...texts, pruned, append, await through("memory_flush", {})]
}

describe.each(["standard", "compact", "full"] as const)("tools: %s", (mode) => {
  test("what a model reads names only what it can call", async () => {
    const texts = await textsIn(mode)
    const all = texts.join("\n")
    // Each of these names a verb, so the check has something to find.
    const expected = [
      "more hot notes",
      "lists every note",
      "has changed",
      "lines left out",
      "Save it now",
      "no fact matches",
    ]
    expect(expected.filter((part) => !all.includes(part))).toEqual([])
    expect(all).toContain("Memory pressure")
    expect(texts.flatMap((text) => unoffered(mode, text).map((verb) => `${verb} in ${text.slice(0, 200)}`))).toEqual([])
  })
})

test("a verb in a text becomes the call that there is", () => {
  const text =
    "memory_read it (core_memory_read), or memory_tree; not reference/memory_read.md, memory_tree/x or memory(memory_why)"
  expect(asCalls("full", text)).toBe(text)
  expect(asCalls("standard", text)).toStartWith(
    "memory_read it (memory(core_memory_read)), or memory(memory_tree); not ref",
  )
  expect(asCalls("compact", text)).toEndWith("not reference/memory_read.md, memory_tree/x or memory(memory_why)")
})

test("rooms that write for a model name verbs through callOf or asCalls", () => {
  const rooms = ["prompt", "window", "flows", "compaction"].map((room) => join(import.meta.dir, "..", room))
  const files = rooms.flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: "utf8" }).map((name) => join(room, name)),
  )
  const sources = files.filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
  const bare = sources.flatMap((file) => {
    const text = readFileSync(file, "utf8")
    if (text.includes("asCalls(")) return []
    const lines = text.split("\n").filter((line) => !/^\s*(?:\/\/|\/?\*)/.test(line))
    return lines
      .filter((line) => VERB_IN_TEXT.test(line.replaceAll(/call(?:Of)?\([^"]*"\w+"\)/g, "")))
      .map((line) => `${file}: ${line}`)
  })
  expect(bare).toEqual([])
})

const VERB_IN_TEXT = new RegExp(`["\`].*(?:${NAMES.join("|")})`)
