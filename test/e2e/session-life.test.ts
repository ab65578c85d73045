// The life of a session's memory in a real OpenCode: at a compaction, in a copy of the session, after a restart, with a damaged database, and
// after its end.
import { afterAll, describe, expect, test } from "bun:test"
import { existsSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { blockOf } from "../bed/cairn-block.ts"
import { stopAll } from "../bed/host.ts"
import { proves } from "../bed/host-features.ts"
import { borrowStory, newsOf, scriptSubagent } from "../bed/host-session.ts"
import { hostTools, keepInMind, readMemory, setGoal } from "../bed/host-tools.ts"
import { callTool, say } from "../bed/reply.ts"
import { changeState, queryState, stateFile, tablesNaming } from "../bed/state-on-disk.ts"
import { untilTrue } from "../bed/store-on-disk.ts"

afterAll(stopAll)
const DAY_MS = 86_400_000

describe.each(["1.18", "2.0"] as const)("a session's memory in OpenCode %s", (version) => {
  const { call, write, subagent } = hostTools(version)
  const isV1 = version === "1.18"

  test("is shown to the author of a compaction's summary, with OpenCode's own todo list where there is one", async () => {
    const story = await borrowStory(version, () => ({ env: { CAIRN_COMPACTION_MODE: "model" } }))
    const { model, host, session, turn } = story
    const todos = [
      { content: "sweep the floor", status: "completed", priority: "low" },
      { content: "paint the wall", status: "pending", priority: "high" },
    ]
    await turn([
      setGoal("renovate"),
      keepInMind("buy paint"),
      call(write(join(host.project, "wall.ts"), "white")),
      ...(isV1 ? [callTool("todowrite", { todos })] : []),
    ])
    await host.compact(session)
    const [request] = model.of("compaction")
    const all = request!.messages.map(({ text }) => text).join("\n")
    const told = all.slice(all.lastIndexOf("<core_memory>"))
    expect(told).toContain('<goal chars="8/1000">renovate</goal>')
    expect(told).toContain("\n- buy paint\n")
    expect(told).toMatch(/^- .*wall\.ts/m)
    expect(told.includes("todos:\n- [pending] paint the wall\n- [completed] sweep the floor")).toBe(isV1)
    if (isV1) proves(version, "todos")
    await story.end()
  })

  test("continues in a copy, and from then on the two are separate", async () => {
    const story = await borrowStory(version)
    const { model, host, session, turn, lastRequest } = story
    await turn([setGoal("the first goal")])
    await turn([setGoal("the second goal"), keepInMind("of the second turn")])
    const users = (await host.messages(session)).filter(({ role }) => role === "user")
    const early = await host.fork(session, users[1]!.id)
    const copy = await host.fork(session)
    await turn([], "hello", copy)
    expect(blockOf(lastRequest(copy))).toContain("the second goal")
    expect(blockOf(lastRequest(copy))).toContain("of the second turn")
    await turn([], "hello", early)
    expect(blockOf(lastRequest(early))).toContain("the first goal")
    expect(blockOf(lastRequest(early))).not.toContain("second")
    await Promise.all([turn([setGoal("of the original")]), turn([setGoal("of the copy")], "go on", copy)])
    await host.restart()
    const goals = []
    for (const id of [session, copy, early]) {
      const { tools } = await turn([readMemory], "which goal?", id)
      goals.push(/^goal .*\n(.*)/.exec(tools[0]!.output)?.[1])
    }
    expect(goals).toEqual(["of the original", "of the copy", "the first goal"])
    const told = [session, copy].map((id) => newsOf(model.of("main", id).at(-1)!).join("\n"))
    expect(told[0]).not.toContain("of the copy")
    expect(told[1]).not.toContain("of the original")
    proves(version, "fork")
    await story.end()
  })

  test("is deleted with it, and so is that of its subagents", async () => {
    const story = await borrowStory(version)
    const { model, host, session, turn } = story
    const other = await host.createSession()
    await turn([setGoal("stays")], "hello", other)
    scriptSubagent(model, session, [readMemory])
    await turn([setGoal("goes"), keepInMind("goes too"), subagent("run an errand")])
    await turn([])
    const child = model.requests.list.find(
      ({ kind, sessionID }) => kind === "main" && ![session, other].includes(sessionID),
    )!.sessionID
    await untilTrue(() => tablesNaming(host, session).length >= 3 && tablesNaming(host, child).length > 0)
    await host.deleteSession(session)
    await untilTrue(() => [session, child].every((id) => tablesNaming(host, id).length === 0))
    expect(tablesNaming(host, "goes too")).toEqual([])
    expect(tablesNaming(host, other)).toEqual(["epoch", "session", "session_event", "shown_prompt", "last_work"])
    expect((await turn([readMemory], "what is left?", other)).tools[0]!.output).toContain("stays")
    proves(version, "deletion")
    await story.end()
  })

  test("is swept when the host has had no such session for a week, while other hosts' and databases' sessions are left alone", async () => {
    const story = await borrowStory(version)
    const { host, session, turn } = story
    await turn([setGoal("still wanted")])
    await host.stop()
    const [own] = queryState(host, "SELECT project, host, database FROM session WHERE id = ?", session)
    const longAgo = Date.now() - 8 * DAY_MS
    const orphan = (id: string, of: { host?: string; database?: string; missing?: number | null }) => {
      const { project, host: name, database } = { ...own!, ...of } as Record<string, string>
      const missing = of.missing === undefined ? longAgo : of.missing
      changeState(
        host,
        `INSERT INTO session(id, project, host, database, seen_at, missing_since, generation) VALUES (?, ?, ?, ?, ${longAgo}, ?, 1)`,
        ...[id, project!, name!, database!, missing],
      )
      changeState(host, 'INSERT INTO session_event(session, data) VALUES (?, \'{"kind":"turn"}\')', id)
      changeState(
        host,
        `INSERT INTO epoch VALUES (?, 'text', 'hash', ${longAgo}, NULL, 'bed/main', 0, ${longAgo})`,
        `${project}/${id}`,
      )
    }
    orphan("ses_gone0000000000000000000", {})
    orphan("ses_justmissed000000000000", { missing: null })
    orphan("ses_otherhost0000000000000", { host: isV1 ? "opencode-2" : "opencode-1" })
    orphan("ses_otherdatabase000000000", { database: "000000000000" })
    changeState(host, `UPDATE session SET seen_at = ${longAgo}, missing_since = ${longAgo} WHERE id = ?`, session)
    await host.start()
    await turn([], "good morning", await host.createSession())
    await untilTrue(() => tablesNaming(host, "ses_gone").length === 0)
    await untilTrue(
      () => queryState(host, "SELECT 1 FROM session WHERE id = ? AND missing_since IS NULL", session).length > 0,
    )
    for (const name of ["ses_justmissed", "ses_otherhost", "ses_otherdatabase"])
      expect([name, tablesNaming(host, name)]).toEqual([name, ["epoch", "session", "session_event"]])
    expect((await turn([readMemory])).tools[0]!.output).toContain("still wanted")
    await story.end()
  })

  test("starts over when the database is damaged, which is set aside and reported", async () => {
    const story = await borrowStory(version)
    const { host, turn, lastRequest } = story
    await turn([setGoal("written on water")])
    await host.stop()
    for (const ending of ["-wal", "-shm"]) rmSync(stateFile(host) + ending, { force: true })
    writeFileSync(stateFile(host), "no database ".repeat(1000))
    await host.start()
    const { text, error } = await turn([setGoal("written in stone")])
    expect([text, error]).toEqual(["done", ""])
    expect(blockOf(lastRequest())).toContain("<cairn>")
    await host.waitForEvent((event) => JSON.stringify(event).includes("set aside as state.db.damaged-1"))
    expect(existsSync(`${stateFile(host)}.damaged-1`)).toBe(true)
    await host.restart()
    expect((await turn([readMemory])).tools[0]!.output).toContain("written in stone")
    await story.end()
  })

  test("is told once, with or without a restart", async () => {
    const story = await borrowStory(version)
    const { host, turn, lastRequest } = story
    await turn([])
    await turn([
      keepInMind("told before the restart"),
      callTool("memory_write", { path: "system/own", content: "mine" }),
    ])
    await turn([])
    await host.restart()
    await turn([])
    expect(newsOf(lastRequest())).toEqual(["todo: told before the restart"])
    await turn([
      keepInMind("told after the restart"),
      callTool("memory_write", { path: "system/own", content: "mine too" }),
    ])
    await host.restart()
    await turn([])
    expect(newsOf(lastRequest())).toEqual(["todo: told before the restart", "todo: told after the restart"])
    await story.end()
  })
})

test("OpenCode 2.0: the tail of a message that was cancelled in the queue is told with the next one", async () => {
  const { shell } = hostTools("2.0")
  const story = await borrowStory("2.0")
  const { model, host, session, turn, lastRequest } = story
  await turn([])
  const gate = join(host.project, "gate")
  const wait = shell(`touch ${gate}; while test -e ${gate}; do sleep 0.05; done`)
  model.script([keepInMind("on its way"), wait, setGoal("set while it was queued"), say("done")], { session })
  host.promptAsync(session, "work")
  await untilTrue(() => existsSync(gate))
  const path = `/api/session/${session}`
  const queued = await host.http.post<{ data: { id: string } }>(`${path}/prompt`, {
    text: "TODO: never said",
    delivery: "queue",
  })
  await host.http.delete(`${path}/inbox/${queued.data.id}`)
  await host.waitForEvent(({ type }) => type === "session.inbox.cancelled")
  rmSync(gate)
  await host.waitIdle(session)
  const { tools } = await turn([readMemory])
  expect(newsOf(lastRequest())).toContain("todo: on its way")
  expect(tools[0]!.output).toContain("set while it was queued")
  expect(tools[0]!.output).not.toContain("never said")
  await story.end()
})
