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
const STEPS = 20
const CALLS = 10
afterAll(stopAll)

test.each([
  ["1.18", "1.18"],
  ["1.18", "2.0"],
  ["2.0", "2.0"],
] as const)("hosts %s and %s, 200 interleaved writes each into one note: 400 lines", async (first, second) => {
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
    const steps = Array.from({ length: STEPS }, (_, step) =>
      callTools(Array.from({ length: CALLS }, (_, call) => edit(`${name}-${step}-${call}.`))),
    )
    model.script([...steps, say("done")], { session })
    const turn = await host.prompt(session, "write", 150_000)
    return turn.tools.map((tool) => String(tool.output))
  }
  const answers = (await Promise.all(hosts.map((host, index) => write(host, `host${index}`)))).flat()
  expect(answers).toHaveLength(2 * STEPS * CALLS)
  expect(answers.filter((answer) => !answer.startsWith("Edited"))).toEqual([])
  const lines = readFileSync(join(projectFolder(root), "list.md"), "utf8").split("\n")
  for (const host of ["host0", "host1"]) {
    for (let step = 0; step < STEPS; step++) {
      for (let call = 0; call < CALLS; call++) expect(lines).toContain(`${host}-${step}-${call}.`)
    }
  }
  const committed = `HEAD:projects/${projectFolder(root).split("/").at(-1)}/list.md`
  await untilTrue(() => git(root, "show", committed) === lines.join("\n"))
  await Promise.all(hosts.map((host) => host.stop()))
  for (const version of [first, second]) proves(version, "together")
  await model.close()
})
