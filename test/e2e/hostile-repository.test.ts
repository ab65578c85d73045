// A cloned repository that brings devices for instruction files: the agent saves a fact as ever, and the host stays as small as it was.
import { afterAll, expect, test } from "bun:test"
import { readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { factNames } from "../bed/facts-on-disk.ts"
import { startHost, stopAll } from "../bed/host.ts"
import { createProject } from "../bed/host-home.ts"
import { startModel } from "../bed/model-server.ts"
import { callTool, say } from "../bed/reply.ts"
import { cairnRoot, untilTrue } from "../bed/store-on-disk.ts"

afterAll(stopAll)

/** The most memory the process ever had, in megabytes. */
function peakMemory(pid: number): number {
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1_000
}

test.each(["1.18", "2.0"] as const)(
  "OpenCode %s saves a fact even if CLAUDE.md links to /dev/zero",
  async (version) => {
    const project = createProject()
    writeFileSync(join(project, "AGENTS.md"), "Use make.\n")
    symlinkSync("/dev/zero", join(project, "CLAUDE.md"))
    symlinkSync("/dev/ptmx", join(project, "CONTEXT.md"))
    const model = await startModel()
    const host = await startHost({ version, plugin: "./dist/server.js", model, project })
    const session = await host.createSession()
    await host.prompt(session, "hello")
    const before = peakMemory(host.pid)
    model.script(
      [callTool("memory_save", { text: "The staging database listens on port 5433", type: "reference" }), say("noted")],
      { session },
    )
    const turn = await host.prompt(session, "note the port of the staging database: it listens on 5433")
    expect(turn.tools.map(({ name, status }) => [name, status])).toEqual([["memory_save", "completed"]])
    expect(turn.tools[0]?.output).toContain("facts/")
    await untilTrue(() => factNames(cairnRoot(host)).length === 1)
    expect(peakMemory(host.pid) - before).toBeLessThan(500)
    await host.stop()
    await model.close()
  },
)
