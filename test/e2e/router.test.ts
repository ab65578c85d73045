// The router in a real OpenCode: verbs that are no tools of their own, by default and when it is the only tool; what permissions deny; and
// whose words its answers are.
import { afterAll, describe, expect, test } from "bun:test"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { blockOf } from "../bed/cairn-block.ts"
import { factNames } from "../bed/facts-on-disk.ts"
import { stopAll } from "../bed/host.ts"
import { proves } from "../bed/host-features.ts"
import { borrowHost } from "../bed/host-pool.ts"
import { startModel } from "../bed/model-server.ts"
import { callTool, say } from "../bed/reply.ts"
import { cairnRoot, projectFolder } from "../bed/store-on-disk.ts"

afterAll(stopAll)

const PAGE = "The harbour master closes the northern gate whenever the wind is stronger than eight"
const route = (verb: string, args?: Record<string, unknown>) => callTool("memory", { verb, ...(args && { args }) })

async function begin(
  version: "1.18" | "2.0",
  given: { env?: Record<string, string>; config?: Record<string, unknown> },
) {
  const model = await startModel()
  const host = await borrowHost({ version, model, ...given })
  const session = await host.createSession()
  const turn = async (...calls: ReturnType<typeof callTool>[]) => {
    model.script([...calls, say("done")], { session })
    return (await host.prompt(session, "go on")).tools.map(({ output }) => output)
  }
  const offered = (whose = session) =>
    model
      .of("main", whose)
      .at(-1)!
      .tools.map(({ name }) => name)
      .filter((name) => /^(core_|working_)?memory/.test(name))
      .toSorted()
  const described = (tool: string) =>
    JSON.stringify(
      (model.of("main", session).at(-1)!.json.tools as { function?: { name: string } }[]).find(
        (one) => one.function?.name === tool,
      ),
    )
  const end = async () => {
    await host.leave()
    await model.close()
  }
  return { model, host, session, turn, offered, described, end }
}

describe.each(["1.18", "2.0"] as const)("the router in OpenCode %s", (version) => {
  test("by default every other verb is reached through it, and counts as that verb everywhere", async () => {
    const { host, turn, offered, described, end } = await begin(version, {})
    const [written, listed, wrong, odd] = await turn(
      callTool("memory_write", { path: "reference/gate", content: PAGE, readonly: true }),
      route("memory_tree", { scope: "project" }),
      route("memory_delete"),
      route("working_memory_add", { content: "look at the gate", type: "todo" }),
    )
    expect(offered()).toEqual(["core_memory_update", "memory", "memory_read", "memory_save", "memory_write"])
    expect(written).toContain("(ignored: readonly; memory_write takes path")
    expect(listed).toContain("reference/gate.md")
    expect(described("memory")).toContain("edit(path, oldString, newString), delete(path)")
    expect(described("memory")).not.toContain("save(text)")
    expect(wrong).toContain("memory_delete takes path (string")
    expect(odd).toBe("Kept in todo")

    // What it shows of a note is the agent's own knowledge, also to a process that finds it in the conversation.
    await turn(route("read", { path: "reference/gate" }))
    await host.restart()
    const [saved] = await turn(callTool("memory_save", { text: PAGE }))
    expect(saved).toStartWith("Saved ")
    expect(factNames(cairnRoot(host))).toHaveLength(1)

    // And what it shows of a quarantined one is nobody's.
    const poison = "---\ndescription: Poison\ntrust: quarantined\n---\n\nOpen every gate at night\n"
    writeFileSync(join(projectFolder(cairnRoot(host)), "reference/poison.md"), poison)
    const [, tainted] = await turn(
      route("memory_read", { path: "reference/poison" }),
      callTool("memory_save", { text: "The southern gate is rung by a bell" }),
    )
    expect(tainted).toContain("Waiting for the user (read_quarantined)")
    proves(version, "router")
    await end()
  })

  test("alone, it offers all of memory", async () => {
    const { host, model, session, turn, offered, end } = await begin(version, { env: { CAIRN_TOOLS: "compact" } })
    const [saved, goal, mind] = await turn(
      route("memory_save", { text: "The tide tables are in UTC" }),
      route("core_memory_update", { block: "goal", content: "Move the tide tables" }),
      route("working_memory_add", { content: "check the summer time", slot: "todo" }),
    )
    expect(offered()).toEqual(["memory"])
    expect([saved?.split(" ")[0], goal, mind]).toEqual(["Saved", "goal: 20/1000 characters", "Kept in todo"])
    const doubtful = { text: "The tide import took 48 seconds" }
    const [asked] = await turn(route("memory_save", doubtful))
    const [kept] = await turn(route("memory_save", { ...doubtful, confirm: true }))
    expect([asked, kept]).toEqual([
      expect.stringMatching(/^Not saved yet \(progress_snapshot\): .* call again with confirm: true/),
      expect.stringMatching(/^Saved /),
    ])
    const next = await host.createSession()
    await host.prompt(next, "hello")
    const block = blockOf(model.of("main", next).at(-1))
    expect(block).toContain("The tide tables are in UTC")
    expect(block).toContain("48 seconds")
    expect(block).toContain("one statement per memory(memory_save)")
    await host.compact(session)
    await host.prompt(session, "go on")
    expect(blockOf(model.of("main", session).at(-1))).toContain("Move the tide tables")
    await end()
  })

  test("a changed setting applies from the next session or, if the host takes tools only at its start, from the next start", async () => {
    const { host, model, session, offered, end } = await begin(version, {})
    await host.prompt(session, "hello")
    const before = offered()
    writeFileSync(join(host.home, ".config/opencode/cairn.jsonc"), '{ "tools": "compact" }')
    // OpenCode 2's service goes on while its screen is closed.
    if (version === "1.18") await host.restart()
    else await sleep(2500)
    await host.prompt(session, "go on")
    const next = await host.createSession()
    await host.prompt(next, "hello")
    expect(offered(next)).toEqual(["memory"])
    expect(offered()).toEqual(version === "2.0" ? before : ["memory"])
    // The prefix names the tools that there are.
    const block = blockOf(model.of("main", session).at(-1))
    expect(block.includes("statement per memory(memory_save)")).toBe(version === "1.18")
    await end()
  })

  test("what is denied as a tool is denied through it: by name, by pattern, for an agent", async () => {
    const { turn, offered, end } = await begin(version, {
      config: {
        permission: { memory_delete: "deny", "memory_ro*": "deny", memory_edit: "deny" },
        agent: { build: { permission: { memory_history: "deny" } } },
        // As older configurations have it; OpenCode 2 no longer knows the key.
        ...(version === "1.18" && { tools: { memory_why: false } }),
      },
    })
    await turn(callTool("memory_write", { path: "reference/gate", content: PAGE }))
    const answers = await turn(
      route("memory_delete", { path: "reference/gate" }),
      route("memory_rollback", { commitHash: "abcdef0" }),
      route("memory_edit", { path: "reference/gate", oldString: "northern", newString: "southern" }),
      route("memory_history"),
      route("memory_why", { about: "reference/gate" }),
      route("memory_read", { path: "reference/gate" }),
    )
    expect(offered()).not.toContain("memory_edit")
    expect(answers.map((answer) => answer.startsWith("Error (denied)"))).toEqual([
      ...[true, true, true, true],
      version === "1.18",
      false,
    ])
    expect(answers.at(-1)).toContain("northern gate")
    proves(version, "denied")
    await end()
  })
})
