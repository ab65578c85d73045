// Session memory in a real OpenCode: what the agent is doing survives a compaction, a restart and kill -9, stands in the prefix as of the
// epoch, and what changes afterwards is told at the tail, each thing once.
import { afterAll, describe, expect, test } from "bun:test"
import { chmodSync, existsSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { blockOf, blocksOf } from "../bed/cairn-block.ts"
import { type Host, type HostVersion, stopAll } from "../bed/host.ts"
import { proves } from "../bed/host-features.ts"
import { borrowHost } from "../bed/host-pool.ts"
import { callVerb, hostTools, readMemory, setGoal } from "../bed/host-tools.ts"
import { type ModelServer, startModel } from "../bed/model-server.ts"
import { prefixBreak } from "../bed/recording.ts"
import { callTool, callTools, say } from "../bed/reply.ts"
import { untilTrue } from "../bed/store-on-disk.ts"

afterAll(stopAll)

async function begin(version: HostVersion, more: { env?: Record<string, string> } = {}) {
  const model = await startModel()
  const host = await borrowHost({ version, model, ...more })
  const session = await host.createSession()
  return { model, host, session }
}

async function end(host: Host, model: ModelServer): Promise<void> {
  await host.leave()
  await model.close()
}

const bodyOf = (model: ModelServer, session: string) => JSON.stringify(model.of("main", session).at(-1)!.json)
const countIn = (text: string, part: string) => text.split(part).length - 1

describe.each(["1.18", "2.0"] as const)("session memory in OpenCode %s", (version) => {
  const { shell, read, write, edit, call } = hostTools(version)

  test("core blocks survive a compaction whose summary omits them, a restart and kill -9", async () => {
    const { model, host, session } = await begin(version)
    model.script([setGoal("Port the parser to Rust"), say("on it")], { session })
    await host.prompt(session, "port the parser")
    model.rules({
      when: ({ kind }) => kind === "compaction",
      reply: say("## Objective\nSomething else entirely\n## Next Move\nNone"),
    })
    await host.compact(session)
    await host.prompt(session, "go on")
    expect(blockOf(model.of("main", session).at(-1))).toContain(
      '<core_memory>\n<goal chars="23/1000">Port the parser to Rust</goal>',
    )
    model.script([setGoal("Port the lexer first"), say("done")], { session })
    await host.prompt(session, "lexer first")
    await host.kill()
    await host.restart()
    model.script([readMemory, say("read")], { session })
    const turn = await host.prompt(session, "what is the goal?")
    expect(turn.tools[0]!.output).toContain("Port the lexer first")
    const other = await host.createSession()
    await host.prompt(other, "hello")
    expect(bodyOf(model, other)).not.toContain("Port the lexer first")
    proves(version, "core-blocks")
    await end(host, model)
  })

  test("a block over its limit is refused with the counts and stays as it was", async () => {
    const { model, host, session } = await begin(version)
    model.script(
      [
        setGoal("g".repeat(990)),
        callTool("core_memory_update", { block: "goal", operation: "append", content: "h".repeat(20) }),
        callTool("core_memory_update", { block: "goal", operation: "append", content: "ninth" }),
        say("ok"),
      ],
      { session },
    )
    const { tools } = await host.prompt(session, "set the goal")
    expect(tools.map(({ output }) => output)).toEqual([
      "goal: 990/1000 characters",
      expect.stringContaining("990 + 21 = 1011"),
      "goal: 996/1000 characters",
    ])
    await end(host, model)
  })

  test("a failing tsc opens an error, a passing one clears it; reading about errors opens none", async () => {
    const { model, host, session } = await begin(version)
    const tsc = join(host.project, "tsc")
    const says = (exit: number, line: string) => {
      writeFileSync(tsc, `#!/bin/sh\necho "${line}"\nexit ${exit}\n`)
      chmodSync(tsc, 0o755)
    }
    says(2, "src/a.ts(3,7): error TS2322: Type 'string' is not assignable to type 'number'.")
    writeFileSync(join(host.project, "old.log"), "TypeError: from last year\n")
    model.script([shell("cat old.log; git log --oneline; false"), shell("./tsc"), say("broken")], {
      session,
    })
    await host.prompt(session, "check types")
    await host.prompt(session, "and?")
    expect(bodyOf(model, session)).toContain("error: [typecheck] src/a.ts(3,7): error TS2322")
    expect(bodyOf(model, session)).not.toContain("error: [runtime]")
    says(0, "no errors")
    model.script([shell("./tsc"), say("fixed")], { session })
    await host.prompt(session, "again")
    await host.prompt(session, "and now?")
    const last = bodyOf(model, session)
    expect(countIn(last, "\\nerror: [typecheck]")).toBe(1)
    expect(countIn(last, "resolved: [typecheck]")).toBe(1)
    await host.compact(session)
    await host.prompt(session, "go on")
    expect(blockOf(model.of("main", session).at(-1))).not.toContain("open_errors")
    proves(version, "activity")
    await end(host, model)
  })

  test("forty edits rank the files by the rules", async () => {
    const { model, host, session } = await begin(version)
    const path = (name: string) => join(host.project, "src", name)
    const times = { "a.ts": 12, "b.ts": 9, "c.ts": 7, "d.ts": 5, "e.ts": 4, "f.ts": 2, "g.ts": 1 }
    const edits = Object.entries(times).flatMap(([name, count]) =>
      Array.from({ length: count }, (_, i) => edit(path(name), `v${i}`, `v${i + 1}`)),
    )
    expect(edits).toHaveLength(40)
    const replies = Object.keys(times).map((name) => callTools([write(path(name), "v0")]))
    for (const one of edits) replies.push(callTools([one]))
    model.script([...replies, call(read(path("a.ts"))), say("done")], { session })
    const turn = await host.prompt(session, "edit them")
    expect(turn.tools.filter(({ status }) => status !== "completed")).toEqual([])
    await host.compact(session)
    await host.prompt(session, "go on")
    const block = blockOf(model.of("main", session).at(-1))
    const shown = /active_files:\n((?:- .*\n)*)/.exec(block)?.[1]?.trim().split("\n")
    expect(shown).toEqual([
      "- src/a.ts (edit, 14x)",
      "- src/b.ts (edit, 10x)",
      "- src/c.ts (edit, 8x)",
      "- src/d.ts (edit, 6x)",
      "- src/e.ts (edit, 5x)",
      "- src/f.ts (edit, 3x)",
      "- src/g.ts (edit, 2x)",
    ])
    await end(host, model)
  })

  test("over 30 turns in which working memory changes, the prefix keeps its bytes and each change is told once", async () => {
    const { model, host, session } = await begin(version)
    await host.prompt(session, "hello")
    for (let turn = 0; turn < 30; turn++) {
      const slot = ["todo", "decision", "pool"][turn % 3]
      model.script([callVerb("working_memory_add", { content: `thing number ${turn};`, slot }), say("kept")], {
        session,
      })
      await host.prompt(session, `turn ${turn}`)
    }
    await host.prompt(session, "the end")
    const requests = model.of("main", session)
    expect(requests.length).toBe(62)
    for (let i = 1; i < requests.length; i++) expect(prefixBreak(requests[i - 1]!, requests[i]!)).toBeUndefined()
    expect(new Set(blocksOf(model, session)).size).toBe(1)
    const tails = JSON.stringify(requests.at(-1)!.json).match(/<cairn-news>.*?<\/cairn-news>/g) ?? []
    // On a busy machine a tail may come too late for its message; the next one has it then.
    expect(tails.length).toBeGreaterThan(20)
    for (let turn = 0; turn < 30; turn++)
      expect([turn, countIn(tails.join("\n"), `: thing number ${turn};`)]).toEqual([turn, 1])
    expect(tails.every((tail) => JSON.parse(`"${tail}"`).length <= 700)).toBe(true)
    for (const title of model.of("title")) expect(JSON.stringify(title.json)).not.toContain("cairn-news")
    proves(version, "news")
    await end(host, model)
  })

  test("a revert takes back the tail and what was learnt; notes stay; a restart in between changes nothing", async () => {
    const { model, host, session } = await begin(version)
    await host.prompt(session, "hello")
    await host.prompt(session, "TODO: keep this one")
    model.script(
      [
        setGoal("a goal to be taken back"),
        callTool("memory_write", { path: "reference/kept", content: "a note stays" }),
        say("done"),
      ],
      { session },
    )
    await host.prompt(session, "TODO: forget this one")
    await host.prompt(session, "go on")
    expect(bodyOf(model, session)).toContain("todo: TODO: forget this one".replace("TODO: forget", "forget"))
    const users = (await host.messages(session)).filter(({ role }) => role === "user")
    await host.restart()
    await host.revert(session, users[2]!.id)
    model.script([readMemory, say("read")], { session })
    const turn = await host.prompt(session, "instead")
    expect(turn.tools[0]!.output).not.toContain("taken back")
    expect(turn.tools[0]!.output).not.toContain("forget this one")
    expect(turn.tools[0]!.output).toContain("keep this one")
    expect(bodyOf(model, session)).not.toContain("forget this one")
    model.script([callTool("memory_read", { path: "reference/kept" }), say("there")], { session })
    expect((await host.prompt(session, "and the note?")).tools[0]!.output).toContain("a note stays")
    proves(version, "revert")
    await end(host, model)
  })

  test("two sessions at once do not mix, and kill -9 in the middle of a tool call loses nothing acknowledged", async () => {
    const { model, host, session } = await begin(version)
    const other = await host.createSession()
    const script = (id: string, name: string) =>
      model.script(
        [
          setGoal(`goal of ${name}`),
          callVerb("working_memory_add", { content: `todo of ${name}`, slot: "todo" }),
          callTool("core_memory_update", { block: "progress", content: `progress of ${name}` }),
          say("ok"),
        ],
        { session: id },
      )
    script(session, "one")
    script(other, "two")
    await Promise.all([host.prompt(session, "go"), host.prompt(other, "go")])
    const marker = join(host.project, "in-the-middle")
    model.script([setGoal("goal of one, again"), shell(`touch ${marker}; sleep 30`)], { session })
    host.prompt(session, "go on").catch(() => "it dies in the middle, as it should")
    await untilTrue(() => existsSync(marker))
    await host.kill()
    await host.restart()
    for (const [id, name, not] of [
      [session, "one", "two"],
      [other, "two", "one"],
    ] as const) {
      model.script([readMemory, say("read")], { session: id })
      const { tools } = await host.prompt(id, "what do you remember?")
      const text = tools.at(-1)!.output
      expect(text).toContain(`progress of ${name}`)
      expect(text).toContain(`todo of ${name}`)
      expect(text).not.toContain(`of ${not}`)
      if (id === session) expect(text).toContain("goal of one, again")
    }
    await end(host, model)
  })
})
