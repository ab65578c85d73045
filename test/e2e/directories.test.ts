// One server, several directories: each has its memory, also one that is known by two names. OpenCode 2 waits for a plugin to be ready, so
// there the first request has it; 1.18 does not, and a first prompt that outruns a slow disk goes without.
import { afterAll, expect, test } from "bun:test"
import { readdirSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { blockOf } from "../bed/cairn-block.ts"
import { startHost, stopAll } from "../bed/host.ts"
import { createProject } from "../bed/host-home.ts"
import { startModel } from "../bed/model-server.ts"
import { tempDir } from "../bed/sandbox.ts"
import { cairnRoot } from "../bed/store-on-disk.ts"

afterAll(stopAll)

test.each(["1.18", "2.0"] as const)(
  "OpenCode %s: the home folder is a project from its first note on",
  async (version) => {
    const model = await startModel()
    const host = await startHost({ version, plugin: "./dist/server.js", model })
    const projects = () => readdirSync(join(cairnRoot(host), "memory/projects"))
    await host.prompt(await host.createSession(), "hello")
    const made = projects()
    const session = await host.createSession({ directory: host.home })
    await host.prompt(session, "hello")
    if (version === "1.18") await host.prompt(session, "again")
    expect(blockOf(model.of("main", session).at(-1))).toContain("system/human")
    expect(projects()).toEqual(made)
    await host.prompt(session, "Remember that the backup of this machine runs at noon")
    expect(projects()).toHaveLength(made.length + 1)
    await host.stop()
    await model.close()
  },
)

test.each(["1.18", "2.0"] as const)("OpenCode %s: each directory of one server has its memory", async (version) => {
  const model = await startModel()
  const host = await startHost({ version, plugin: "./dist/server.js", model })
  // The very first run makes the store.
  await host.prompt(await host.createSession(), "hello")
  const real = createProject()
  const link = join(tempDir("links"), "project")
  symlinkSync(real, link)
  const directories = [real, link, createProject()]
  const sessions = await Promise.all(directories.map((directory) => host.createSession({ directory })))
  await Promise.all(sessions.map((session) => host.prompt(session, "hello")))
  if (version === "1.18") for (const session of sessions) await host.prompt(session, "again")
  for (const session of sessions) {
    const requests = model.of("main", session)
    expect(blockOf(version === "2.0" ? requests[0] : requests.at(-1))).toStartWith("<cairn>")
  }
  await host.stop()
  await model.close()
})
