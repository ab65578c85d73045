// What a folder, a repository or a store can do to the memory of others, tried on a real OpenCode: each is told, and nothing leaks.
import { afterAll, describe, expect, test } from "bun:test"
import { execFileSync } from "node:child_process"
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { blockOf } from "../bed/cairn-block.ts"
import { canFreeze, frozenFolder } from "../bed/frozen-folder.ts"
import { type Host, startHost, stopAll } from "../bed/host.ts"
import { createProject, settleConfigDir } from "../bed/host-home.ts"
import { borrowHost } from "../bed/host-pool.ts"
import { type ModelServer, startModel } from "../bed/model-server.ts"
import { callTool, say } from "../bed/reply.ts"
import { tempDir } from "../bed/sandbox.ts"

afterAll(stopAll)

const PLUGIN = "./dist/server.js"
if (!canFreeze)
  process.stdout.write("skipped: a store that does not answer; bindfs is missing here, or may not mount\n")

const ORIGIN = "https://example.com/acme/harbour"
const SECRET = "The crane of the harbour is operated from the grey tower"

/** OpenCode 1 shows a toast, OpenCode 2 a line of its own in the conversation. */
const isNotice = (type: string) => type === "tui.toast.show" || type === "session.inbox.enqueued"

async function untilTold(host: Host, words: string): Promise<void> {
  await host.waitForEvent((event) => isNotice(event.type) && JSON.stringify(event).includes(words))
}

function projectWith(origin: string): string {
  const project = createProject()
  execFileSync("git", ["remote", "add", "origin", origin], { cwd: project })
  return project
}

/** What the model of a new session in the folder is shown. */
async function shownIn(host: Host, model: ModelServer, directory: string): Promise<string> {
  const session = await host.createSession({ directory })
  await host.prompt(session, "hello")
  return model.of("main", session)[0]!.systemText
}

describe.each(["1.18", "2.0"] as const)("defences in OpenCode %s", (version) => {
  test("a lost project, folders that claim to be another, options that switch memory off", async () => {
    const model = await startModel()
    const home = join(tempDir("memory"), "cairn")
    const lost = join(home, "memory/projects/quay")
    mkdirSync(lost, { recursive: true })
    for (const file of [".identity.json", ".local.json"]) writeFileSync(join(lost, file), "{ torn")
    const project = projectWith(ORIGIN)
    const host = await borrowHost({ version, model, project, env: { CAIRN_HOME: home } })
    const session = await host.createSession()
    model.script([callTool("memory_write", { path: "system/crane", content: SECRET }), say("noted")], { session })
    await host.prompt(session, `note this: ${SECRET}`)
    await untilTold(host, "quay")
    expect(await shownIn(host, model, project)).toContain(SECRET)

    const unreadable = projectWith(ORIGIN)
    execFileSync("git", ["config", "core.repositoryformatversion", "99"], { cwd: unreadable })
    expect(await shownIn(host, model, unreadable)).not.toContain(SECRET)
    await untilTold(host, "git finds none of its commits here")
    const beside = projectWith(project)
    expect(await shownIn(host, model, beside)).not.toContain(SECRET)
    const linked = tempDir("linked")
    symlinkSync(join(project, ".git"), join(linked, ".git"))
    expect(await shownIn(host, model, linked)).not.toContain(SECRET)

    const off = projectWith(ORIGIN)
    const [plugin] = JSON.parse(readFileSync(host.configFile, "utf8")).plugin as string[]
    writeFileSync(join(off, "opencode.json"), JSON.stringify({ plugin: [[plugin, { enabled: false }]] }))
    settleConfigDir(join(off, ".opencode"))
    expect(blockOf(model.of("main", session)[0])).not.toBe("")
    expect(await shownIn(host, model, off)).not.toContain("<cairn")
    await untilTold(host, "switch Cairn off")
    expect(readFileSync(join(home, "cairn.log"), "utf8")).toContain("setByOptions=enabled")
    await host.leave()
    await model.close()
  })

  test("somebody else's folder as memory's root is refused, reported and left as it is", async () => {
    const model = await startModel()
    const home = tempDir("theirs")
    mkdirSync(join(home, ".git"))
    chmodSync(home, 0o755)
    const host = await borrowHost({ version, model, env: { CAIRN_HOME: home } })
    const session = await host.createSession()
    expect((await host.prompt(session, "hello")).text).toBe("ok")
    await untilTold(host, "has other things in it")
    expect(statSync(home).mode & 0o777).toBe(0o755)
    expect(readdirSync(home)).toEqual([".git"])
    await host.leave()
    await model.close()
  })

  test.skipIf(!canFreeze)(
    "a store that does not answer is given up with a notice, and tools say so at once",
    async () => {
      const model = await startModel()
      const folder = await frozenFolder()
      try {
        const host = await startHost({
          version,
          plugin: PLUGIN,
          model,
          env: { CAIRN_HOME: join(folder.path, "cairn") },
        })
        const session = await host.createSession()
        model.script([callTool("memory_write", { path: "quay", content: SECRET }), say("the answer")], { session })
        const turn = await host.prompt(session, "note this")
        expect(turn.text).toBe("the answer")
        expect(turn.tools.map(({ output }) => output)).toEqual([expect.stringContaining("does not answer")])
        await untilTold(host, "does not answer")
        folder.thaw()
        await host.stop()
      } finally {
        folder.remove()
      }
      await model.close()
    },
  )
})
