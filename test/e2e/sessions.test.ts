// What an adapter knows of the host's sessions, in real hosts: parents, copies, to-do lists, whether one is still there; and that nothing is
// heard of the sessions in which Cairn asks a model, nor a second time of what a copy repeats.
import { afterAll, expect, test } from "bun:test"
import { startHost, stopAll } from "../bed/host.ts"
import { createProject } from "../bed/host-home.ts"
import { startModel } from "../bed/model-server.ts"
import { momentsLog } from "../bed/moments-log.ts"
import { callTool, say } from "../bed/reply.ts"
import { untilTrue } from "../bed/store-on-disk.ts"

afterAll(stopAll)

test.each(["1.18", "2.0"] as const)("OpenCode %s: parents, copies and deleted sessions are known", async (version) => {
  const isV1 = version === "1.18"
  const model = await startModel()
  const log = momentsLog()
  const host = await startHost({ version, plugin: "./test/bed/moments.plugin.ts", model, env: log.env })
  const session = await host.createSession()
  const task = isV1
    ? callTool("task", { description: "look", prompt: "look around", subagent_type: "general" })
    : callTool("subagent", { description: "look", prompt: "look around", agent: "general" })
  const todos = [{ content: "rest", status: "pending", priority: "low" }]
  model.rules({ when: ({ lastUserText }) => lastUserText.includes("look around"), reply: say("seen") })
  model.script([task, ...(isV1 ? [callTool("todowrite", { todos })] : []), say("done")], { session })
  await host.prompt(session, "one")
  await host.prompt(session, "two")
  const child = log.read().find(({ moment, said }) => moment === "userSpoke" && said.sessionID !== session)!
    .said.sessionID
  expect(
    log
      .read()
      .filter(({ said }) => said.isFirst)
      .map(({ said }) => said.sessionID),
  ).toEqual([session, child])

  const elsewhere = await host.createSession({ directory: createProject() })
  const gone = await host.createSession()
  await host.deleteSession(gone)
  await host.prompt(session, `facts ${session} ${child} ${elsewhere} ${gone} ses_never0000000000000000000 nonsense`)
  const facts = log.read().filter(({ moment }) => moment === "facts")
  expect(facts.map(({ said }) => [said.session, said.exists])).toEqual([
    [session, true],
    [child, true],
    [elsewhere, true],
    [gone, false],
    ["ses_never0000000000000000000", false],
    ["nonsense", "unknown"],
  ])
  expect(facts.slice(0, 3).map(({ said }) => said.parent)).toEqual([null, session, null])
  expect(facts[0]!.said.todos).toEqual(isV1 ? todos : undefined)

  // A copy up to before the second message, and one of everything.
  const users = (await host.messages(session)).filter(({ role }) => role === "user").map(({ id }) => id)
  for (const before of [users[1], undefined]) {
    const copy = await host.fork(session, before)
    await host.prompt(copy, "on from here")
    await untilTrue(() => log.of(copy, "wentIdle").length > 0)
    const isOfRequest = (moment: string) => moment === "promptBuilt" || moment === "outputsShown"
    const heard = log.read().filter(({ moment, said }) => !isOfRequest(moment) && said.sessionID === copy)
    const forks = heard.filter(({ moment }) => moment === "forked").map(({ said }) => said)
    expect(forks[0]).toMatchObject({ sessionID: copy, from: session, ...(before && { before }) })
    expect(forks[0]!.through === undefined).toBe(isV1 || before !== undefined)
    const order = heard.map(({ moment }) => moment).filter((moment) => moment !== "forked")
    expect(order).toEqual(["userSpoke", "assistantSpoke", "stepEnded", "wentIdle"])
  }

  const known = new Set(log.read().map(({ said }) => said.sessionID))
  await host.prompt(session, "ask a model")
  await untilTrue(() => model.requests.list.some(({ lastUserText }) => lastUserText.includes("a question of Cairn's")))
  if (isV1) await host.waitForEvent(({ type, data }) => type === "session.deleted" && data.sessionID !== gone)
  await host.prompt(session, "after it")
  expect(
    log
      .read()
      .map(({ said }) => said.sessionID)
      .filter((id) => !known.has(id)),
  ).toEqual([])
  await host.stop()
  await model.close()
})
