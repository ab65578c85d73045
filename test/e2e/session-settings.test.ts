// Each part of session memory can be switched off, in a real OpenCode: it is then in no request, and neither are its tools.
import { afterAll, describe, expect, test } from "bun:test"
import { join } from "node:path"
import { blockOf } from "../bed/cairn-block.ts"
import { type HostVersion, stopAll } from "../bed/host.ts"
import { borrowStory, newsOf } from "../bed/host-session.ts"
import { hostTools, keepInMind, setGoal } from "../bed/host-tools.ts"

afterAll(stopAll)

/** How each thing stands in the prefix, and in what the author of a summary is shown. */
const SHOWN = [/>THE GOAL<\/goal>/, /^- THE TODO$/m, /^- .*THE_FILE/m]
const TOLD = [/goal .*THE GOAL/, /todo: THE TODO/, /file: THE_FILE/]

/** What a story that has something of everything shows of it: in the prefix, at the tail, to the author of a summary. */
async function partsShown(version: HostVersion, env: Record<string, string>) {
  const { call, write } = hostTools(version)
  const story = await borrowStory(version, () => ({ env: { CAIRN_COMPACTION_MODE: "model", ...env } }))
  const { model, host, session, turn, lastRequest } = story
  await turn([])
  const goal = await turn([setGoal("THE GOAL"), call(write(join(host.project, "THE_FILE.ts"), "x"))])
  const mind = await turn([keepInMind("THE TODO")])
  await turn([])
  const tails = newsOf(lastRequest()).join("\n")
  await host.compact(session)
  const asked = model
    .of("compaction")[0]!
    .messages.map(({ text }) => text)
    .join("\n")
  await turn([])
  const { tools: offered } = lastRequest()
  const block = blockOf(lastRequest())
  await story.end()
  const isOffered = ({ name, output }: { name: string; output: string }) =>
    offered.some((tool) => tool.name === name) && !output.startsWith("Error (switched_off)")
  return {
    prefix: found(block, SHOWN),
    tails: found(tails, TOLD),
    summary: found(asked, SHOWN),
    tools: [goal, mind].map(({ tools }) => (isOffered(tools[0]!) ? tools[0]!.output : OFF)),
    block,
  }
}

function found(text: string, forms: readonly RegExp[]): string {
  return ["goal", "todo", "file"].filter((_, i) => forms[i]!.test(text)).join()
}

const ALL = "goal,todo,file"
const SET = "goal: 8/1000 characters"
const KEPT = "Kept in todo"
/** No tool, and the router does not do it. */
const OFF = "not offered"

describe.each(["1.18", "2.0"] as const)("what is shown of session memory in OpenCode %s", (version) => {
  test.each([
    ["nothing", {}, { prefix: ALL, tails: ALL, summary: ALL, tools: [SET, KEPT] }],
    ["tail", { CAIRN_TAIL: "false" }, { prefix: ALL, tails: "", summary: ALL, tools: [SET, KEPT] }],
    [
      "coreMemory",
      { CAIRN_CORE_MEMORY: "false" },
      { prefix: "todo,file", tails: "todo,file", summary: "todo,file", tools: [OFF, KEPT] },
    ],
    [
      "workingMemory",
      { CAIRN_WORKING_MEMORY: "false" },
      { prefix: "goal,file", tails: "goal,file", summary: "goal,file", tools: [SET, OFF] },
    ],
    [
      "activity",
      { CAIRN_ACTIVITY: "false" },
      // A file the session works on is something to keep in mind as well.
      { prefix: ALL, tails: "goal,todo", summary: ALL, tools: [SET, KEPT] },
    ],
    ["inject", { CAIRN_INJECT: "false" }, { prefix: "", tails: "", summary: "", tools: [SET, KEPT] }],
  ])("with %s switched off", async (part, env, expected) => {
    const { block, ...shown } = await partsShown(version, env as Record<string, string>)
    expect(shown).toEqual(expected)
    expect(block.includes("<cairn>")).toBe(part !== "inject")
    expect(block.includes("<activity>")).toBe(part !== "activity" && part !== "inject")
    expect(block.includes("core_memory_update")).toBe(part !== "coreMemory" && part !== "inject")
    expect(block.includes("[Decision:")).toBe(part !== "workingMemory" && part !== "inject")
  })
})
