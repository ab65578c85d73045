// Notes in a real OpenCode: what the agent writes, what the next prompt shows, and what it does not.
import { afterAll, describe, expect, test } from "bun:test"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { startHost, stopAll } from "../bed/host.ts"
import { type ModelServer, startModel } from "../bed/model-server.ts"
import { callTool, say } from "../bed/reply.ts"
import { cairnRoot, git, untilTrue } from "../bed/store-on-disk.ts"

const plugin = "./dist/server.js"

afterAll(async () => {
  await stopAll()
})

/** The `<cairn>` block the model saw. */
function block(systemText: string): string {
  return /<cairn>[\s\S]*<\/cairn>/.exec(systemText)?.[0] ?? ""
}

async function newest(model: ModelServer, session: string) {
  return model.of("main", session).at(-1)!
}

describe("notes in OpenCode 1.18", () => {
  test("hot notes are in the request, cold ones only as a line; a new process sees both", async () => {
    const model = await startModel()
    const host = await startHost({ plugin, model })
    const first = await host.createSession()
    model.script([
      callTool("memory_write", { path: "system/project.md", content: "Build with `make all`." }),
      callTool("memory_write", {
        path: "reference/api",
        content: "Endpoints are plural nouns.",
        description: "Naming of endpoints",
      }),
      say("noted"),
    ])
    const turn = await host.prompt(first, "remember how to build")
    expect(turn.tools.map(({ name, status }) => `${name} ${status}`)).toEqual([
      "memory_write completed",
      "memory_write completed",
    ])
    expect(turn.text).toBe("noted")

    await host.stop()
    await host.start()
    const second = await host.createSession()
    await host.prompt(second, "hello")
    const seen = block((await newest(model, second)).systemText)
    expect(seen).toContain(
      '<system path="system/project.md" chars="22" limit="5000" scope="project">\nBuild with `make all`.\n</system>',
    )
    expect(seen).toContain("reference/api.md (27/5000) — Naming of endpoints")
    expect(seen).not.toContain("plural nouns")
    for (const request of model.requests.list) {
      if (request.kind !== "main") expect(request.systemText).not.toContain("<cairn>")
    }
    await host.stop()
    const root = cairnRoot(host)
    expect(existsSync(join(root, "memory/global/system/persona.md"))).toBe(true)
    await untilTrue(() => git(root, "log", "--format=%s").includes("memory: update"))
    await model.close()
  })
})
