// Whatever happens to Cairn, the user's turn goes on.
import { afterAll, describe, expect, test } from "bun:test"
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { blockOf } from "../bed/cairn-block.ts"
import { startHost, stopAll } from "../bed/host.ts"
import { proves } from "../bed/host-features.ts"
import { startModel } from "../bed/model-server.ts"
import { callTool, say } from "../bed/reply.ts"
import { tempDir } from "../bed/sandbox.ts"
import { cairnRoot, untilTrue } from "../bed/store-on-disk.ts"

const plugin = "./dist/server.js"
afterAll(stopAll)

/** OpenCode 1 shows a toast, OpenCode 2 a line of its own in the conversation. */
const isNotice = (type: string) => type === "tui.toast.show" || type === "session.inbox.enqueued"

describe.each(["1.18", "2.0"] as const)("faults in OpenCode %s", (version) => {
  test.each(["throw", "hang"])(
    "every hook made to %s: the turn, the command and the compaction are intact",
    async (fault) => {
      const model = await startModel()
      const host = await startHost({
        version,
        plugin: ["./test/bed/fault.plugin.mjs", plugin],
        model,
        env: { CAIRN_TEST_FAULT: fault },
      })
      const session = await host.createSession()
      model.script(
        [
          callTool(version === "1.18" ? "bash" : "shell", { command: "echo fine", description: "say fine" }),
          say("the answer"),
        ],
        {
          session,
        },
      )
      const turn = await host.prompt(session, "hello")
      expect(turn.text).toBe("the answer")
      expect(turn.error).toBe("")
      expect(turn.tools.map((tool) => tool.status)).toEqual(["completed"])
      expect(model.of("main", session)[0]!.systemText).toContain("<env>")
      expect(blockOf(model.of("main", session)[0])).toBe("")
      await host.compact(session)
      expect((await host.prompt(session, "again")).text).toBe("ok")
      const hook = version === "1.18" ? "system.transform" : "context"
      const told = {
        throw: `hook-failed hook=${hook} why="fault on purpose"`,
        hang: `hook-late hook=${hook}`,
      }[fault]!
      await untilTrue(() => readFileSync(join(cairnRoot(host), "cairn.log"), "utf8").includes(told))
      expect(host.output()).not.toContain("fault on purpose")
      await host.stop()
      proves(version, "faults")
      await model.close()
    },
  )

  test("an unusable memory folder costs only the memory, and the tools say so", async () => {
    const model = await startModel()
    const blocked = join(tempDir("blocked"), "a-file")
    writeFileSync(blocked, "")
    const host = await startHost({ version, plugin, model, env: { CAIRN_HOME: join(blocked, "cairn") } })
    const session = await host.createSession()
    model.script([callTool("memory_write", { path: "a", content: "x" }), say("the answer")], { session })
    const turn = await host.prompt(session, "hello")
    expect(turn.text).toBe("the answer")
    expect(String(turn.tools[0]!.output)).toStartWith("Error (memory_unavailable)")
    await host.waitForEvent((event) => isNotice(event.type) && JSON.stringify(event).includes("memory is off"))
    await host.stop()
    await model.close()
  })

  test("loaded three times, by two names and as a copy, it injects once and offers its tools once", async () => {
    const model = await startModel()
    const copy = join(tempDir("copy"), "opencode-cairn")
    mkdirSync(copy)
    cpSync("dist", join(copy, "dist"), { recursive: true })
    cpSync("package.json", join(copy, "package.json"))
    const host = await startHost({ version, plugin: [plugin, process.cwd(), join(copy, "dist/server.js")], model })
    const session = await host.createSession()
    await host.prompt(session, "hello")
    const request = model.of("main", session)[0]!
    expect(request.systemText.match(/<cairn>/g)).toHaveLength(1)
    expect(request.tools.filter(({ name }) => name === "memory_read")).toHaveLength(1)
    await host.stop()
    proves(version, "twice")
    await model.close()
  })

  test("cairn.jsonc is read again when it changes, and a mistake in it leaves the previous settings in force", async () => {
    const model = await startModel()
    const host = await startHost({ version, plugin, model })
    const file = join(host.home, ".config/opencode/cairn.jsonc")
    const isShown = async () => {
      // It is looked at once a second.
      await Bun.sleep(1300)
      const session = await host.createSession()
      await host.prompt(session, "hello")
      return model.of("main", session)[0]!.systemText.includes("<cairn>")
    }
    expect(await isShown()).toBe(true)
    writeFileSync(file, '{ "inject": false }')
    expect(await isShown()).toBe(false)
    writeFileSync(file, '{\n  "inject": true,\n  "hotBudget": "lots"\n}')
    expect(await isShown()).toBe(false)
    await host.waitForEvent((event) => isNotice(event.type) && JSON.stringify(event).includes("cairn.jsonc:3"))
    rmSync(file)
    expect(await isShown()).toBe(true)
    await host.stop()
    await model.close()
  })

  test("mistakes in cairn.jsonc are named with their lines, all in one notice, and everything else works; a new store tells of memfs", async () => {
    const model = await startModel()
    const host = await startHost({ version, plugin, model })
    await host.stop()
    rmSync(cairnRoot(host), { recursive: true, force: true })
    for (const name of ["global", "projects"])
      mkdirSync(join(host.home, ".config/opencode/memory", name), { recursive: true })
    writeFileSync(
      join(host.home, ".config/opencode/cairn.jsonc"),
      '{\n  // mine\n  "hotBudget": "lots",\n  "treeBudget": 500,\n  "tools": "all"\n}',
    )
    await host.start()
    const session = await host.createSession()
    await host.prompt(session, "hello")
    expect(blockOf(model.of("main", session)[0])).toContain("<cairn>")
    expect(readFileSync(join(cairnRoot(host), "cairn.log"), "utf8")).toContain("cairn.jsonc:3")
    await host.waitForEvent(
      (event) => isNotice(event.type) && /cairn\.jsonc:3.*cairn\.jsonc:5/.test(JSON.stringify(event)),
    )
    await host.prompt(session, "hello again")
    await host.waitForEvent(
      (event) => isNotice(event.type) && /opencode-memfs.*import memfs/.test(JSON.stringify(event)),
    )
    await host.stop()
    proves(version, "notices")
    await model.close()
  })

  test("switched off, it is not there; OpenCode's own V2 pass over the module does no harm", async () => {
    const model = await startModel()
    const host = await startHost({ version, plugin, model, env: { CAIRN_ENABLED: "false" } })
    const session = await host.createSession()
    await host.prompt(session, "hello")
    const request = model.of("main", session)[0]!
    expect(blockOf(request)).toBe("")
    expect(request.tools.some(({ name }) => name.startsWith("memory_"))).toBe(false)
    expect(host.log()).not.toMatch(/opencode-cairn.*(error|fail)/i)
    await host.stop()
    await model.close()
  })
})
