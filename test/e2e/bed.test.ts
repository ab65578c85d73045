// The test bed itself, on both generations of OpenCode: a story that fails here is a fault of the bed, not of a plugin.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { basename } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { type Host, type HostVersion, startHost, stopAll } from "../bed/host.ts"
import { createProject } from "../bed/host-home.ts"
import { borrowStory } from "../bed/host-session.ts"
import { type ModelServer, startModel } from "../bed/model-server.ts"
import { prefixBreak } from "../bed/recording.ts"
import { broken, callTool, callTools, contextOverflow, cutAfter, delayed, hang, httpError, say } from "../bed/reply.ts"
import { projectFolder } from "../bed/store-on-disk.ts"

const probe = fileURLToPath(new URL("../bed/probe.plugin.ts", import.meta.url))
const greet = { template: "say hello to $ARGUMENTS", description: "greets" }
const block = "<probe>the probe plugin was here</probe>"

describe.each<HostVersion>(["1.18", "2.0"])("the bed in OpenCode %s", (version) => {
  let model: ModelServer
  let host: Host

  beforeAll(async () => {
    model = await startModel()
    host = await startHost({ version, plugin: probe, model, config: { command: { greet } } })
  })
  afterEach(() => model.reset())
  afterAll(async () => {
    await host.stop()
    await model.close()
  })

  test("a turn of text: the model sees the plugin's block, the title request does not", async () => {
    const session = await host.createSession()
    model.script([say("hello there", { usage: { input: 7, output: 3, cacheRead: 40 } })])
    const turn = await host.prompt(session, "hi")
    expect(turn).toMatchObject({ text: "hello there", tools: [], error: "" })
    expect(model.last).toMatchObject({
      kind: "main",
      api: "openai",
      sessionID: session,
      lastUserText: "hi",
      stream: true,
    })
    expect(model.last.systemText).toContain(block)
    expect(JSON.parse(model.last.raw.toString("utf8"))).toEqual(model.last.json)
    const title = await model.waitForRequest((request) => request.kind === "title")
    expect(title.systemText).not.toContain(block)
    const answer = turn.messages.find((message) => message.role === "assistant")
    expect(answer?.tokens).toEqual({ input: 7, output: 3, cacheRead: 40, cacheWrite: 0 })
    expect(model.unused).toBe(0)
  })

  test("a turn with tool calls: results are recorded by call id and the prefix stays the same", async () => {
    const session = await host.createSession({ title: "tools" })
    model.script([
      callTools([
        { name: "probe_echo", args: { word: "one" }, id: "call_one" },
        { name: "probe_echo", args: { word: "two" }, id: "call_two" },
      ]),
      callTool("probe_echo", '{"word": "cut o'),
      say("done"),
    ])
    const turn = await host.prompt(session, "use the tool")
    expect(turn.text).toBe("done")
    expect(turn.tools.map((tool) => tool.output).slice(0, 2)).toEqual(["echo: one", "echo: two"])
    const [first, second, third] = model.of("main", session)
    expect(second?.toolResults).toEqual({ call_one: "echo: one", call_two: "echo: two" })
    expect(second?.messages.find((message) => message.role === "assistant")?.calls).toHaveLength(2)
    expect(Object.keys(third?.toolResults ?? {})).toHaveLength(3)
    expect(first?.tools.map((tool) => tool.name)).toContain("probe_echo")
    expect(prefixBreak(first!, third!)).toBeUndefined()
    expect(prefixBreak(third!, first!)).toBe("messages[1]")
  })

  test("scripts of two sessions do not mix", async () => {
    const [a, b] = [await host.createSession({ title: "a" }), await host.createSession({ title: "b" })]
    model.script([say("for a")], { session: a }).script([say("for b")], { session: b })
    const [turnB, turnA] = await Promise.all([host.prompt(b, "hi"), host.prompt(a, "hi")])
    expect([turnA.text, turnB.text]).toEqual(["for a", "for b"])
  })

  test("a session can live in another project", async () => {
    const directory = createProject()
    const session = await host.createSession({ directory, title: "elsewhere" })
    expect((await host.prompt(session, "where am I?")).text).toBe("ok")
    expect(model.last.systemText).toContain(directory)
    expect(model.last.systemText).not.toContain(host.project)
  })

  // OpenCode 2 makes sessions below others for its subagents only.
  test.if(version === "1.18")("a session can be a child of another", async () => {
    const parentID = await host.createSession({ title: "parent" })
    const child = await host.createSession({ title: "child", parentID })
    await host.prompt(child, "hi")
    expect(model.last).toMatchObject({ sessionID: child, parentID })
  })

  test("a compaction is recognised and its summary is kept", async () => {
    const session = await host.createSession({ title: "long" })
    await host.prompt(session, "a long story")
    const turn = await host.compact(session)
    expect(model.of("compaction", session)).toHaveLength(1)
    expect(turn.messages.find((message) => message.role === "compaction")?.text).toContain("A scripted summary")
    await host.prompt(session, "and now?")
    expect(JSON.stringify(model.last.json)).toContain("A scripted summary")
  })

  test("an error the host does not retry ends the turn", async () => {
    const session = await host.createSession({ title: "error" })
    model.script([httpError(400, { error: { message: "scripted refusal" } })])
    expect((await host.prompt(session, "hi")).error).toContain("scripted refusal")
    expect((await host.prompt(session, "again")).text).toBe("ok")
  })

  test("an error 500 is retried by the host", async () => {
    const session = await host.createSession({ title: "retry" })
    model.rules({ times: 1, reply: httpError(500) })
    expect((await host.prompt(session, "hi")).text).toBe("ok")
    expect(model.of("main", session)).toHaveLength(2)
  })

  test("context overflow makes the host compact", async () => {
    const session = await host.createSession({ title: "overflow" })
    await host.prompt(session, "first")
    model.script([contextOverflow()])
    expect(await host.prompt(session, "second")).toMatchObject({ text: "ok", error: "" })
    expect(model.of("compaction", session)).toHaveLength(1)
  })

  test("a stream that breaks off is tried again", async () => {
    const session = await host.createSession({ title: "cut" })
    model.script([cutAfter("half a sen")])
    expect(await host.prompt(session, "hi")).toMatchObject({ text: "ok", error: "" })
    expect(model.of("main", session)).toHaveLength(2)
  })

  test("a stream that makes no sense ends the turn, not the session", async () => {
    const session = await host.createSession({ title: "broken" })
    model.script([broken()])
    expect((await host.prompt(session, "hi")).error).not.toBe("")
    expect((await host.prompt(session, "again")).text).toBe("ok")
  })

  test("the host's own tools and commands run without asking", async () => {
    const session = await host.createSession({ title: "unasked" })
    const shell = version === "1.18" ? "bash" : "shell"
    model.script([callTool(shell, { command: "echo from the shell", description: "says so" }), say("done")])
    const turn = await host.prompt(session, "run it")
    expect(turn.tools[0]).toMatchObject({ name: shell, status: "completed" })
    expect(turn.tools[0]?.output).toContain("from the shell")
    await host.command(session, "greet", "Ada")
    expect(model.last.lastUserText).toBe("say hello to Ada")
  })

  test("a turn can be watched, waited for and aborted", async () => {
    const session = await host.createSession({ title: "watched" })
    model.script([delayed(300, say("late")), hang("never end")])
    host.promptAsync(session, "hi")
    await model.waitForRequest((request) => request.sessionID === session)
    await host.waitIdle(session)
    expect((await host.messages(session)).map((message) => message.text)).toContain("late")
    host.promptAsync(session, "hang")
    await model.waitForRequest((request) => request.lastUserText === "hang")
    await host.abort(session)
    await host.waitIdle(session)
    const idle = version === "1.18" ? "session.idle" : "session.execution.interrupted"
    await host.waitForEvent((event) => event.type === idle && event.sessionID === session)
  })

  test("fork copies, revert takes back, delete removes", async () => {
    const session = await host.createSession({ title: "past" })
    await host.prompt(session, "one")
    const two = await host.prompt(session, "two")
    const copy = await host.fork(session)
    await host.revert(session, two.messages[0]!.id)
    await host.prompt(session, "three")
    expect(model.last.messages.filter((message) => message.role === "user").map((message) => message.text)).toEqual(
      expect.arrayContaining(["one", "three"]),
    )
    expect(JSON.stringify(model.last.json.messages)).not.toContain('"two"')
    await host.prompt(copy, "four")
    expect(JSON.stringify(model.last.json.messages)).toContain('"two"')
    await host.deleteSession(copy)
    await expect(host.messages(copy)).rejects.toThrow("HTTP 404")
  })

  test("a failure carries the host's last words", async () => {
    const session = await host.createSession({ title: "slow" })
    model.script([hang()])
    const lastWords = /deadline 400 ms[\s\S]+last words[\s\S]+level=/
    await expect(host.prompt(session, "hi", 400)).rejects.toThrow(lastWords)
    await host.abort(session)
  })

  test("killed while the model hangs, the session goes on after a restart", async () => {
    const session = await host.createSession({ title: "crash" })
    await host.prompt(session, "before")
    model.script([hang("half")])
    host.promptAsync(session, "during")
    await model.waitForRequest((request) => request.lastUserText === "during")
    const { pid } = host
    await host.kill()
    expect(() => process.kill(pid, 0)).toThrow("ESRCH")
    await host.restart()
    expect((await host.prompt(session, "after")).text).toBe("ok")
    expect(model.last.messages.map((message) => message.text)).toEqual(expect.arrayContaining(["before", "after"]))
  })

  test("killWhen strikes before the reply", async () => {
    const session = await host.createSession({ title: "strike" })
    model.script([say("nobody hears this")])
    const dead = host.killWhen({ request: (request) => request.lastUserText === "now" })
    host.promptAsync(session, "now")
    await dead
    await host.restart()
    expect(JSON.stringify(await host.messages(session))).not.toContain("nobody hears this")
  })

  test("a second host shares the home", async () => {
    const second = await startHost({ version, plugin: probe, model, home: host.home, project: host.project })
    const session = await second.createSession({ title: "shared" })
    const [here, there] = await Promise.all([
      second.prompt(session, "hi"),
      host.prompt(await host.createSession({ title: "own" }), "hi"),
    ])
    expect([here.text, there.text]).toEqual(["ok", "ok"])
    expect((await host.messages(session)).length).toBeGreaterThan(1)
    await second.stop()
    expect([second.alive, host.alive]).toEqual([false, true])
  })
})

describe.each<HostVersion>(["1.18", "2.0"])("the bed in OpenCode %s in the Anthropic format", (version) => {
  let model: ModelServer
  let host: Host

  beforeAll(async () => {
    model = await startModel()
    host = await startHost({ version, api: "anthropic", plugin: [probe, { block: "<probe>by option</probe>" }], model })
  })
  afterAll(async () => {
    await host.stop()
    await model.close()
  })

  // OpenCode 1 marks the first two system blocks and the last two messages; OpenCode 2 the first and the last system
  // block, the last tool and the last message.
  test("cache marks are recorded where the host puts them", async () => {
    const session = await host.createSession({ title: "marks" })
    model.script([callTool("probe_echo", { word: "mark" }), say("done", { usage: { cacheRead: 5, cacheWrite: 6 } })])
    const turn = await host.prompt(session, "hi")
    expect(turn.tools[0]?.output).toBe("echo: mark")
    expect(turn.messages.findLast((message) => message.role === "assistant")?.tokens).toMatchObject({
      cacheRead: 5,
      cacheWrite: 6,
    })
    await host.prompt(session, "again")
    const [first, , third] = model.of("main", session)
    expect(third?.system.at(-1)).toBe("<probe>by option</probe>")
    expect(third?.systemBlocks.at(-1)?.cacheControl).toEqual({ type: "ephemeral" })
    const last = (list: unknown[] = []) => list.length - 1
    const [tool, block, message] = [last(third?.tools), last(third?.system), last(third?.messages)]
    expect(third?.cacheMarks).toEqual(
      version === "1.18"
        ? ["system[0]", "system[1]", `messages[${message - 1}].content[0]`, `messages[${message}].content[0]`]
        : ["system[0]", `system[${block}]`, `tools[${tool}]`, `messages[${message}].content[0]`],
    )
    expect(prefixBreak(first!, third!)).toBeUndefined()
  })

  test("title and compaction are recognised", async () => {
    const session = await host.createSession()
    await host.prompt(session, "hi")
    await model.waitForRequest((request) => request.kind === "title" && request.sessionID === session)
    await host.compact(session)
    await host.prompt(session, "and on")
    const kinds = model.requests.list.filter((request) => request.sessionID === session).map((request) => request.kind)
    expect(kinds.toSorted()).toEqual(["compaction", "main", "main", "title"])
  })
})

describe("the model by itself", () => {
  const ask = { model: "m", messages: [{ role: "user", content: "hi" }] }
  const post = (url: string, body: unknown) => fetch(url, { method: "POST", body: JSON.stringify(body) })

  test("answers in one piece if no stream is asked for", async () => {
    const model = await startModel()
    model.script([callTool("t", { a: 1 }, { text: "so" }), callTool("t", { a: 1 }, { text: "so" })])
    const openai = await (await post(`${model.url}/chat/completions`, ask)).json()
    expect(openai).toMatchObject({ choices: [{ message: { content: "so", tool_calls: [{ type: "function" }] } }] })
    const anthropic = await (await post(`${model.url}/messages`, ask)).json()
    expect(anthropic).toMatchObject({
      content: [{ text: "so" }, { name: "t", input: { a: 1 } }],
      stop_reason: "tool_use",
    })
    await model.close()
  })

  test("rules come before scripts, in order, and as often as they ask to", async () => {
    const model = await startModel()
    const isShort = (text: string) => text.length < 3
    model.script([say("scripted")])
    model.rules(
      { when: (request) => !isShort(request.lastUserText), reply: say("long") },
      { times: 1, reply: httpError(429, "slow") },
    )
    const first = await post(`${model.url}/chat/completions`, ask)
    expect([first.status, await first.text()]).toEqual([429, "slow"])
    expect(await (await post(`${model.url}/chat/completions`, ask)).text()).toContain("scripted")
    expect(await (await post(`${model.url}/chat/completions`, ask)).text()).toContain('"ok"')
    expect(model.requests.list.map((request) => request.index)).toEqual([0, 1, 2])
    await model.close()
  })

  test("a hang ends when the server closes", async () => {
    const model = await startModel()
    model.script([hang("half")])
    const response = await post(`${model.url}/messages`, { ...ask, stream: true })
    const text = response.text()
    await model.close()
    await expect(text).rejects.toThrow()
  })
})

test.each<HostVersion>(["1.18", "2.0"])(
  "a borrowed OpenCode %s that starts an earlier story's directory again leaves the memory of the story at hand alone",
  async (version) => {
    const before = await borrowStory(version)
    const { pid, project } = before.host
    await before.turn([callTool("memory_write", { path: "reference/tide", content: "The tide turns at six." })])
    await before.end()
    const story = await borrowStory(version)
    expect(story.host.pid).toBe(pid)
    await story.host.prompt(await story.host.createSession({ directory: project }), "hello")
    await story.turn([callTool("memory_write", { path: "reference/quay", content: "The quay is closed." })])
    expect(projectFolder(story.host.root)).toEndWith(basename(story.host.project))
    await story.end()
  },
)

test("a test run that is killed takes its hosts with it", async () => {
  const bed = (file: string) => JSON.stringify(new URL(`../bed/${file}`, import.meta.url).href)
  const story = `
    import { startHost } from ${bed("host.ts")}
    import { startModel } from ${bed("model-server.ts")}
    const host = await startHost({ version: "2.0", model: await startModel() })
    process.stdout.write(host.http.url)`
  const run = spawn(process.execPath, ["-e", story], { stdio: ["ignore", "pipe", "inherit"] })
  const [url] = await once(run.stdout, "data")
  expect((await fetch(String(url))).status).toBeGreaterThan(0)
  run.kill("SIGKILL")
  await once(run, "exit")
  let answers = true
  for (let i = 0; i < 100 && answers; i++) {
    await sleep(50)
    answers = await fetch(String(url)).then(
      () => true,
      () => false,
    )
  }
  expect(answers).toBe(false)
})

test("nothing is left running", async () => {
  expect(await stopAll()).toBe(0)
})
