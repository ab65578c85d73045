// A compaction on a machine with far more to do than it can: 16 processes that never rest. It hinders everything beside it, so it runs only
// when asked for: `CAIRN_SOAK=1 npm test -- e2e test/e2e/load.test.ts`.
import { afterAll, afterEach, describe, expect, test } from "bun:test"
import { spawn } from "node:child_process"
import { stopAll } from "../bed/host.ts"
import { beginStory } from "../bed/host-session.ts"
import { hostTools, keepInMind, setGoal } from "../bed/host-tools.ts"
import { callTool, say } from "../bed/reply.ts"

const PROCESSES = 16
/** Each ends by itself, whatever becomes of the test. */
const LONGEST_S = 50

const busy: ReturnType<typeof spawn>[] = []
const endBusy = () => {
  for (const one of busy.splice(0)) one.kill("SIGKILL")
}
afterEach(endBusy)
afterAll(stopAll)

/** Ends when each of them is running. */
async function beginBusy(): Promise<void> {
  const loop = `process.stdout.write("on"); const end = Date.now() + ${LONGEST_S * 1000}; while (Date.now() < end);`
  for (let i = 0; i < PROCESSES; i++) busy.push(spawn("node", ["-e", loop], { stdio: ["ignore", "pipe", "ignore"] }))
  await Promise.all(busy.map(({ stdout }) => new Promise((resolve) => stdout?.once("data", resolve))))
}

describe.skipIf(!process.env.CAIRN_SOAK)(`beside ${PROCESSES} busy processes`, () => {
  test.each(["1.18", "2.0"] as const)("a compaction in OpenCode %s has its record and todos", async (version) => {
    const isV1 = version === "1.18"
    const story = await beginStory(version, () => ({ env: { CAIRN_COMPACTION_MODE: "model" } }))
    const { model, host, session, turn } = story
    const { shell } = hostTools(version)
    const todos = [{ content: "paint the wall", status: "pending", priority: "high" }]
    await turn([
      setGoal("renovate"),
      keepInMind("buy paint"),
      shell("false"),
      ...(isV1 ? [callTool("todowrite", { todos })] : []),
      say("done"),
    ])
    await beginBusy()
    await host.compact(session)
    endBusy()
    const all = (model.of("compaction")[0]?.messages ?? []).map(({ text }) => text).join("\n")
    expect({
      goal: all.includes(">renovate</goal>"),
      item: all.includes("- buy paint"),
      todos: !isV1 || all.includes("- [pending] paint the wall"),
    }).toEqual({ goal: true, item: true, todos: true })
    await story.end()
  })
})
