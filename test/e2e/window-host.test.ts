// What the adapters know of the window and may do to it, in real hosts.
import { afterAll, describe, expect, test } from "bun:test"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Host, type HostOptions, type HostVersion, startHost, stopAll } from "../bed/host.ts"
import { type ModelServer, startModel } from "../bed/model-server.ts"
import { type MomentsLog, momentsLog } from "../bed/moments-log.ts"
import { prefixBreak } from "../bed/recording.ts"
import { callTool, httpError, say, type Usage } from "../bed/reply.ts"
import { tempDir } from "../bed/sandbox.ts"
import { untilTrue } from "../bed/store-on-disk.ts"
import { type WindowAnswers, windowAnswers } from "../bed/window-answers.ts"

afterAll(stopAll)

const versions: HostVersion[] = ["1.18", "2.0"]

interface Bed {
  readonly host: Host
  readonly model: ModelServer
  readonly log: MomentsLog
  answer(answers: WindowAnswers): void
  end(): Promise<void>
}

async function bedFor(version: HostVersion, options: Partial<HostOptions> = {}, first?: WindowAnswers): Promise<Bed> {
  const model = await startModel()
  const log = momentsLog()
  const answers = windowAnswers(first)
  const env = { ...log.env, ...answers.env, ...options.env }
  const host = await startHost({ plugin: "./test/bed/window.plugin.ts", ...options, version, model, env })
  return {
    host,
    model,
    log,
    answer: answers.set,
    async end() {
      await host.stop()
      await model.close()
    },
  }
}

const heard = (log: MomentsLog, moment: string, session?: string) =>
  log
    .read()
    .filter((entry) => entry.moment === moment && (!session || entry.said.sessionID === session))
    .map(({ said }) => said)

const shell = (version: HostVersion, command: string, usage: Partial<Usage> = {}) =>
  callTool(version === "1.18" ? "bash" : "shell", { command, description: "look" }, { usage })

/** Models with windows of their own. */
function models(model: ModelServer) {
  const limits = {
    main: { context: 200_000, output: 8_000 },
    small: { context: 200_000, output: 8_000 },
    narrow: { context: 100_000, output: 8_000, input: 60_000 },
    unknown: { context: 0, output: 0 },
  }
  const known = Object.entries(limits).map(([name, limit]) => [name, { name, tool_call: true, limit }])
  const options = { baseURL: model.url, apiKey: "none" }
  return { bed: { name: "Bed", npm: "@ai-sdk/openai-compatible", options, models: Object.fromEntries(known) } }
}

async function promptWith(host: Host, session: string, name: string, text: string): Promise<void> {
  if (host.version === "1.18") {
    const body = { parts: [{ type: "text", text }], model: { providerID: "bed", modelID: name } }
    await host.http.post(`/session/${session}/message`, body, { directory: host.project })
    await host.waitIdle(session)
  } else {
    await host.http.post(`/api/session/${session}/model`, { model: { providerID: "bed", id: name } })
    await host.prompt(session, text)
  }
}

describe.each(versions)("what the window needs of OpenCode %s", (version) => {
  const isV1 = version === "1.18"

  test("the window of each model, right after a switch, and what a request consists of", async () => {
    const model = await startModel()
    const log = momentsLog()
    const env = { ...log.env, ...windowAnswers().env }
    const config = { provider: models(model), compaction: isV1 ? { reserved: 5_000 } : {} }
    const host = await startHost({ version, plugin: "./test/bed/window.plugin.ts", model, env, config })
    const session = await host.createSession()
    for (const name of ["main", "narrow", "unknown", "main"]) await promptWith(host, session, name, `with ${name}`)
    const windows = isV1
      ? [
          { context: 200_000, usable: 192_000 },
          { context: 100_000, usable: 55_000 },
          {},
          { context: 200_000, usable: 192_000 },
        ]
      : [
          { context: 200_000, usable: 180_000 },
          { context: 100_000, usable: 40_000 },
          {},
          { context: 200_000, usable: 180_000 },
        ]
    expect(heard(log, "promptBuilt", session).map(({ window }) => window)).toEqual(windows)
    await untilTrue(() => heard(log, "stepEnded", session).length === 4)
    const steps = heard(log, "stepEnded", session)
    expect(steps.map(({ window }) => window)).toEqual(windows)
    expect(steps.map((step) => step.model)).toEqual(["bed/main", "bed/narrow", "bed/unknown", "bed/main"])

    model.script([say("q".repeat(5_000)), shell(version, "printf %01000d 7"), say("seen")], { session })
    await host.prompt(session, "say much")
    await host.prompt(session, "look")
    const [, before, after] = heard(log, "promptBuilt", session).slice(-3)
    const sent = model.of("main", session).at(-1)!
    const sizes = after!.sizes as { system: number; conversation: number; toolOutputs: number }
    expect(sent.systemText.length - sizes.system).toBeLessThan("<cairn>the prefix</cairn>".length + 20)
    expect(sizes.toolOutputs).toBeWithin(1000, 1100)
    const said = sent.messages.reduce((sum, { text }) => sum + text.length, 0) - sizes.toolOutputs
    expect(Math.abs(sizes.conversation - said)).toBeLessThan(500)
    expect((before!.sizes as typeof sizes).toolOutputs).toBe(0)
    await host.stop()
    await model.close()
  })

  test("a tool's output is replaced, stored that way and replayed byte for byte", async () => {
    const { host, model, log, end } = await bedFor(
      version,
      {},
      { tool: { output: "the short of it", append: "\n[more]" } },
    )
    const session = await host.createSession()
    model.script([shell(version, "seq 1 500"), say("done")], { session })
    const turn = await host.prompt(session, "one")
    expect(turn.tools[0]!.output).toBe(isV1 ? "the short of it\n[more]" : "the short of it\n\n[more]")
    await host.restart()
    await host.prompt(session, "two")
    const requests = model.of("main", session)
    for (let i = 1; i < requests.length; i++) expect(prefixBreak(requests[i - 1]!, requests[i]!)).toBeUndefined()
    expect(JSON.stringify(requests.at(-1)!.json)).toContain("the short of it")
    expect(JSON.stringify(requests.at(-1)!.json)).not.toContain("499")
    expect(String(heard(log, "toolEnded")[0]!.output)).toContain("499")
    await end()
  })

  test("an agent may read the folder of pruned outputs without being asked, and no other folder", async () => {
    const [readable, other, forbidden] = [tempDir("readable"), tempDir("other"), tempDir("forbidden")]
    for (const folder of [readable, other, forbidden]) writeFileSync(join(folder, "out.txt"), "the whole text\n")
    const { host, model, end } = await bedFor(version, {
      env: { CAIRN_TEST_READABLE: readable },
      config: { permission: { bash: "allow", external_directory: { [`${forbidden}/*`]: "deny" } } },
    })
    const session = await host.createSession()
    const read = (path: string) => callTool("read", isV1 ? { filePath: path } : { path })
    model.script(
      [
        read(join(readable, "out.txt")),
        shell(version, `cat ${join(readable, "out.txt")}`),
        read(join(forbidden, "out.txt")),
        say("done"),
        read(join(other, "out.txt")),
      ],
      { session },
    )
    const turn = await host.prompt(session, "read", 20_000)
    expect(turn.tools.map(({ status }) => status)).toEqual(["completed", "completed", "error"])
    expect(turn.tools[0]!.output).toContain("the whole text")
    expect(turn.tools[1]!.output).toContain("the whole text")
    const isQuestion = ({ type }: { type: string }) => type.startsWith("permission.") && type.endsWith("asked")
    expect(host.events.list.filter(isQuestion)).toEqual([])
    host.promptAsync(session, "read the other one")
    expect(JSON.stringify((await host.waitForEvent(isQuestion)).data)).toContain(other)
    await end()
  })

  test("a message is sent to the agent when it is idle", async () => {
    const { host, model, end } = await bedFor(version, {}, { prompt: "go on by yourself" })
    const session = await host.createSession()
    await host.prompt(session, "one")
    await model.waitForRequest(({ lastUserText }) => lastUserText.includes("go on by yourself"))
    await host.waitIdle(session)
    await end()
  })
})

test("OpenCode 2.0: a cut is the same in every request, outlives a restart and is undone by a revert", async () => {
  const { host, model, log, answer, end } = await bedFor("2.0")
  const session = await host.createSession()
  for (const text of ["one", "two", "three"]) await host.prompt(session, text)
  const users = (await host.messages(session)).filter(({ role }) => role === "user").map(({ id }) => id)
  const before = model.of("main", session).length
  answer({ cut: { from: users[2]!, checkpoint: "[what was before]" } })
  model.script([shell("2.0", "echo fine"), shell("2.0", "echo more"), say("done")], { session })
  await host.prompt(session, "four")
  await host.restart()
  await host.prompt(session, "five")
  const cut = model.of("main", session).slice(before)
  expect(cut).toHaveLength(4)
  for (let i = 1; i < cut.length; i++) expect(prefixBreak(cut[i - 1]!, cut[i]!)).toBeUndefined()
  const texts = cut.at(-1)!.messages.map(({ text }) => text)
  expect(texts[0]).toContain("[what was before]")
  expect(texts[1]).toContain("three\n\n[tail of three]")
  expect(JSON.stringify(texts)).not.toContain("[tail of two]")
  const told = heard(log, "promptBuilt", session)
  // What is left once the cut is known.
  expect(told[before + 1]!.tailed).toEqual(users.slice(2).concat(told[before + 1]!.answers as string))
  expect(told[before]!.tailed).toHaveLength(3)

  // The host's own compaction sees what the model saw, up to the last turn, which it keeps.
  model.rules({ when: ({ kind }) => kind === "compaction", times: 2, reply: say("no heading, so it fails") })
  await host.compact(session)
  const [compaction] = model.of("compaction", session)
  const seen = (request: typeof compaction) => JSON.stringify(request!.messages.slice(0, 9).map(({ json }) => json))
  expect(seen(compaction)).toBe(seen(cut.at(-1)))
  expect(compaction!.systemText).toBe(cut.at(-1)!.systemText)
  const conversation = heard(log, "compactionBegun", session).at(-1)!.conversation as { text: string }[]
  expect(conversation.map(({ text }) => text)).toEqual(["[what was before]", "three", "ok", "four", "done"])
  expect(heard(log, "compactionFailed").filter(({ endedTurn }) => endedTurn)).toEqual([])

  await host.revert(session, users[1]!)
  await host.prompt(session, "again")
  const whole = model.of("main", session).at(-1)!
  expect(JSON.stringify(whole.json)).not.toContain("[what was before]")
  expect(whole.messages[0]!.text).toContain("one")
  await end()
})

/** Of the prompt after a compaction. */
const lastBuilt = (log: MomentsLog, session: string) => heard(log, "promptBuilt", session).at(-1)!

test("OpenCode 2.0: Cairn's summary is used without asking a model, even if the window fills up in the middle of a turn", async () => {
  const { host, model, log, answer, end } = await bedFor("2.0", { limit: { context: 60_000, output: 8_000 } })
  const session = await host.createSession()
  for (const text of ["one", "two"]) await host.prompt(session, text)
  answer({ compaction: { summary: "[a summary of Cairn's]" } })
  await host.compact(session)
  await host.prompt(session, "three")
  expect(lastBuilt(log, session)).toMatchObject({
    summary: "[a summary of Cairn's]",
    compaction: expect.stringMatching(/^msg_/),
  })
  expect(heard(log, "compactionBegun", session)[0]).toMatchObject({
    takesSummary: true,
    conversation: [
      { role: "user", text: "one" },
      { role: "assistant", text: "ok" },
    ],
  })

  answer({ compaction: { summary: "[a second one]" } })
  const full = shell("2.0", "echo fine", { input: 50_000, output: 10 })
  model.script([full, say("went on")], { session })
  const turn = await host.prompt(session, "four")
  expect([turn.text, turn.error]).toEqual(["went on", ""])
  expect(lastBuilt(log, session).summary).toBe("[a second one]")
  expect(model.of("compaction")).toEqual([])
  await untilTrue(() => heard(log, "compacted", session).length === 2)
  expect(heard(log, "compacted", session).map(({ summary }) => summary)).toEqual([
    "[a summary of Cairn's]",
    "[a second one]",
  ])
  const stored = (await host.messages(session)).filter(({ role }) => role === "compaction")
  expect(stored.map(({ raw }) => raw.metadata)).toEqual([{ cairn: true }, { cairn: true }])
  await end()
})

test("OpenCode 2.0: a failed automatic compaction is reported", async () => {
  const { host, model, log, end } = await bedFor("2.0", { limit: { context: 60_000, output: 8_000 } })
  const session = await host.createSession()
  await host.prompt(session, "one")
  model.rules({ when: ({ kind }) => kind === "compaction", reply: say("no heading at all") })
  model.script([shell("2.0", "echo fine", { input: 50_000, output: 10 }), say("went on")], { session })
  expect((await host.prompt(session, "two")).error).not.toBe("")
  await untilTrue(() => heard(log, "compactionFailed", session).length === 1)
  await end()
})

test("OpenCode 1.18: a compaction in the middle of a turn, which continues afterwards", async () => {
  const { host, model, log, end } = await bedFor("1.18", {}, { compaction: { context: "[a word]" } })
  const session = await host.createSession()
  await host.prompt(session, "one")
  model.script([callTool("window_compact"), say("went on")], { session })
  await promptWith(host, session, "small", "two")
  await model.waitForRequest(({ kind }) => kind === "compaction")
  await untilTrue(() => model.unused === 0)
  await host.waitIdle(session)
  const messages = await host.messages(session)
  expect(messages.flatMap(({ tools }) => tools.map(({ output }) => output))).toEqual(["compacts: true, cuts: false"])
  expect(messages.at(-1)!.text).toBe("went on")
  expect(model.of("compaction").map((request) => request.model)).toEqual(["small"])
  expect(JSON.stringify(model.of("compaction")[0]!.json)).toContain("[a word]")
  expect(heard(log, "mayContinue", session)).toEqual([{ sessionID: session, turnIsOver: false }])
  const built = lastBuilt(log, session)
  expect(built.compaction).toMatch(/^msg_/)
  expect(built.summary).toContain("A scripted summary")
  await end()
})

test("OpenCode 1.18: after a compaction the host continues by itself, but not if the turn was over", async () => {
  const { host, model, log, end } = await bedFor(
    "1.18",
    { limit: { context: 60_000, output: 8_000 } },
    { stopsWhenOver: true },
  )
  const session = await host.createSession()
  await host.prompt(session, "one")
  const usage = { input: 55_000, output: 10 }
  model.script([shell("1.18", "echo fine", usage), say("went on")], { session })
  await host.prompt(session, "two", 30_000)
  await untilTrue(() => model.unused === 0)
  await host.waitIdle(session)
  expect(heard(log, "mayContinue", session).map(({ turnIsOver }) => turnIsOver)).toEqual([false])

  const requests = model.of("main", session).length
  model.script([say("the end", { usage })], { session })
  await host.prompt(session, "three", 30_000)
  await untilTrue(() => heard(log, "mayContinue", session).length === 2)
  await host.waitIdle(session)
  expect(heard(log, "mayContinue", session).at(-1)!.turnIsOver).toBe(true)
  expect(model.of("main", session)).toHaveLength(requests + 1)
  await end()
})

test("OpenCode 1.18: a failed compaction is reported", async () => {
  const { host, model, log, end } = await bedFor("1.18")
  const session = await host.createSession()
  await host.prompt(session, "one")
  model.rules({ when: ({ kind }) => kind === "compaction", times: 1, reply: httpError(400) })
  await host.compact(session)
  await untilTrue(() => heard(log, "compactionFailed", session).length === 1)
  // The host tries again with the next prompt, and leaves that unanswered.
  await host.prompt(session, "two")
  await host.prompt(session, "three")
  expect(lastBuilt(log, session).summary).toContain("A scripted summary")
  expect(heard(log, "compactionFailed", session)).toHaveLength(1)
  await end()
})
