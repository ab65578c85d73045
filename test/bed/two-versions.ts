// This build and an earlier one, each in its own host, on one store and one project: they take turns at one note and each keeps its own.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { type Host, type HostVersion, startHost } from "./host.ts"
import { createProject } from "./host-home.ts"
import { startModel } from "./model-server.ts"
import { callTool, say } from "./reply.ts"
import { tempDir } from "./sandbox.ts"
import { projectFolder } from "./store-on-disk.ts"

export interface VersionsPlan {
  readonly plugins: readonly [string, string]
  readonly hosts: readonly [HostVersion, HostVersion]
  readonly turns: number
  readonly until?: () => boolean
}

/** What was told as done and is not there, and every answer that is no success. */
export async function runTwoVersions({ plugins, hosts: versions, turns, until = () => false }: VersionsPlan) {
  const root = join(tempDir("versions"), "cairn")
  const project = createProject()
  const model = await startModel()
  const start = (at: 0 | 1) =>
    startHost({ version: versions[at], plugin: plugins[at], model, project, env: { CAIRN_HOME: root } })
  const hosts = [await start(0), await start(1)] as const
  const refused: string[] = []
  const done: string[] = []
  const call = async (host: Host, session: string, name: string, args: Record<string, unknown>, lines: string[]) => {
    model.script([callTool(name, args), say("done")], { session })
    const [tool] = (await host.prompt(session, "go on", 120_000)).tools
    if (/^(?:Edited|Wrote|Written|Saved|Added|Replaced)/.test(tool?.output ?? "")) done.push(...lines)
    else refused.push(`${name}: ${tool?.output.slice(0, 200)}`)
  }
  const sessions = [await hosts[0].createSession(), await hosts[1].createSession()] as const
  await call(hosts[0], sessions[0], "memory_write", { path: "list", content: "<end>", limit: 100_000 }, [])
  for (let turn = 0; turn < turns && !until(); turn++) {
    const at = (turn % 2) as 0 | 1
    const line = `build${at}-${turn}.`
    const edit = { path: "list", oldString: "<end>", newString: `${line}\n<end>` }
    await call(hosts[at], sessions[at], "memory", { verb: "memory_edit", args: edit }, [line])
    if (turn % 5 !== 4) continue
    const own = { path: `system/build-${at}-${turn}`, content: `Kept by build ${at} in turn ${turn}` }
    await call(hosts[at], sessions[at], "memory_write", own, [])
    await hosts[1 - at]!.restart()
  }
  const seen: string[] = []
  for (const host of hosts) {
    const session = await host.createSession()
    await host.prompt(session, "hello", 120_000)
    seen.push(model.of("main", session).at(-1)!.systemText)
  }
  await Promise.all(hosts.map((host) => host.stop()))
  await model.close()
  const kept = new Set(readFileSync(join(projectFolder(root), "list.md"), "utf8").split("\n"))
  return { lost: done.filter((line) => !kept.has(line)), refused, done: done.length, seen, root }
}
