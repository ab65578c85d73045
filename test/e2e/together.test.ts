// Several OpenCode processes on one store: nothing that was acknowledged is lost.
import { afterAll, expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { type Host, startHost, stopAll } from "../bed/host.ts"
import { proves } from "../bed/host-features.ts"
import { createProject } from "../bed/host-home.ts"
import { startModel } from "../bed/model-server.ts"
import { callTool, callTools, say } from "../bed/reply.ts"
import { tempDir } from "../bed/sandbox.ts"
import { git, projectFolder, untilTrue } from "../bed/store-on-disk.ts"

const plugin = "./dist/server.js"
const CALLS = 10
afterAll(stopAll)

// Two hosts of one generation meet in the same lock as two of both, which are tried for longest.
test.each([
  ["1.18", "1.18", 7],
  ["1.18", "2.0", 20],
  ["2.0", "2.0", 7],
] as const)(
  "hosts %s and %s, interleaved writes into one note, ten in each of %d steps: every line is there",
  async (first, second, steps) => {
    const root = join(tempDir("shared"), "cairn")
    const project = createProject()
    const model = await startModel()
    const env = { CAIRN_HOME: root }
    const hosts = await Promise.all([
      startHost({ version: first, plugin, model, project, env }),
      startHost({ version: second, plugin, model, project, env }),
    ])
    const [one] = hosts as [Host, Host]

    const opening = await one.createSession()
    model.script([callTool("memory_write", { path: "list", content: "<end>", limit: 100_000 }), say("made")], {
      session: opening,
    })
    await one.prompt(opening, "make the list")

    const edit = (id: string) => ({
      name: "memory",
      args: { verb: "memory_edit", args: { path: "list", oldString: "<end>", newString: `${id}\n<end>` } },
    })
    const write = async (host: Host, name: string) => {
      const session = await host.createSession()
      const writes = Array.from({ length: steps }, (_, step) =>
        callTools(Array.from({ length: CALLS }, (_, call) => edit(`${name}-${step}-${call}.`))),
      )
      model.script([...writes, say("done")], { session })
      const turn = await host.prompt(session, "write", 150_000)
      return turn.tools.map((tool) => String(tool.output))
    }
    const answers = (await Promise.all(hosts.map((host, index) => write(host, `host${index}`)))).flat()
    expect(answers).toHaveLength(2 * steps * CALLS)
    expect(answers.filter((answer) => !answer.startsWith("Edited"))).toEqual([])
    const lines = readFileSync(join(projectFolder(root), "list.md"), "utf8").split("\n")
    const written = ["host0", "host1"].flatMap((host) =>
      Array.from({ length: steps * CALLS }, (_, at) => `${host}-${Math.floor(at / CALLS)}-${at % CALLS}.`),
    )
    expect(written.filter((line) => !lines.includes(line))).toEqual([])
    const committed = `HEAD:projects/${projectFolder(root).split("/").at(-1)}/list.md`
    await untilTrue(() => git(root, "show", committed) === lines.join("\n"))
    await Promise.all(hosts.map((host) => host.stop()))
    for (const version of [first, second]) proves(version, "together")
    await model.close()
  },
)
