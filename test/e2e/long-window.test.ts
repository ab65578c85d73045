// Old outputs leave the requests of a real OpenCode, and between two decisions not a byte of what was sent changes.
import { afterAll, describe, expect, test } from "bun:test"
import { readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Host, startHost, stopAll } from "../bed/host.ts"
import { proves } from "../bed/host-features.ts"
import { createProject } from "../bed/host-home.ts"
import { borrowHost } from "../bed/host-pool.ts"
import { hostTools } from "../bed/host-tools.ts"
import { startModel } from "../bed/model-server.ts"
import { prefixBreak, type RecordedRequest } from "../bed/recording.ts"
import { callTool, say } from "../bed/reply.ts"
import { tempDir } from "../bed/sandbox.ts"
import { cairnRoot, untilTrue } from "../bed/store-on-disk.ts"

afterAll(stopAll)

const plugin = "./dist/server.js"
const LEFT_OUT = "[old output left out · "
const STEPS = 60

/** Of a request, the outputs that have left it. */
function leftIn(request: RecordedRequest): string[] {
  return Object.values(request.toolResults).filter((text) => text.startsWith(LEFT_OUT))
}

/** What the edits of a request say that they replaced. */
function replacedIn({ messages }: RecordedRequest): unknown[] {
  const inputs = messages.flatMap(({ calls }) => calls.map(({ args }) => JSON.parse(args) as { oldString?: string }))
  return inputs.flatMap(({ oldString }) => oldString ?? [])
}

function logged(host: Pick<Host, "root">): string {
  return readFileSync(join(cairnRoot(host), "cairn.log"), "utf8")
}

describe.each(["1.18", "2.0"] as const)("the long window in OpenCode %s", (version) => {
  const { shell, call, write, edit } = hostTools(version)
  // A number of so many digits: 2,000 tokens, on one line.
  const printing = (number: number, digits = 8000) => shell(`printf %0${digits}d ${number}`)
  const old = "an old line\n".repeat(40)
  const changing = ({ project }: Pick<Host, "project">) => {
    const file = join(project, "old.txt")
    return [call(write(file, old)), call(edit(file, old, "a new line\n"))]
  }

  test.each(["anthropic", "openai"] as const)(
    "sixty steps in the form of %s: each request repeats the last except for one break per decision, with cache marks where they were",
    async (api) => {
      const model = await startModel()
      const env = { CAIRN_LONG_WINDOW_AGES: '{"output": 12}' }
      const host = await borrowHost(api === "openai" ? { version, model, env } : { version, model, env, api })
      const session = await host.createSession()
      const prints = Array.from({ length: STEPS - 2 }, (_, at) => printing(at))
      model.script([...changing(host), ...prints, say("done")], { session })
      expect((await host.prompt(session, "print", 120_000)).text).toBe("done")
      const requests = model.of("main", session)
      expect(requests.length).toBe(STEPS + 1)
      const pairs = requests.slice(1).map((later, at) => [requests[at]!, later] as const)
      const breaks = pairs.filter(([earlier, later]) => prefixBreak(earlier, later) !== undefined)
      await untilTrue(() => (logged(host).match(/outputs-retired/g)?.length ?? 0) >= breaks.length)
      expect(
        logged(host)
          .match(/outputs-retired.* reason=\w+/g)
          ?.map((line) => /reason=(\w+)/.exec(line)?.[1]),
      ).toEqual(breaks.map(() => "pays"))
      expect(breaks.length).toBeGreaterThanOrEqual(2)
      const wrong = breaks.filter(([earlier, later]) => leftIn(earlier).length >= leftIn(later).length)
      expect(wrong).toEqual([])
      const marksOf = ({ cacheMarks, json }: RecordedRequest) => {
        const last = (json.messages as unknown[]).length - 1
        return cacheMarks.map((mark) => mark.replace(/messages\[(\d+)\]/, (_, at) => `end-${last - Number(at)}`)).join()
      }
      expect(new Set(requests.slice(2).map(marksOf)).size).toBe(1)
      expect(requests.map(({ cacheMarks }) => cacheMarks.length > 0)).toEqual(requests.map(() => api === "anthropic"))
      const unpaired = requests.filter(({ messages, toolResults }) =>
        messages.some(({ calls }) => calls.some(({ id }) => toolResults[id] === undefined)),
      )
      expect(unpaired).toEqual([])
      // What the host keeps, and a person sees, is whole.
      expect(JSON.stringify(await host.messages(session))).not.toContain(LEFT_OUT)
      expect(leftIn(requests.at(-1)!).length).toBeGreaterThan(30)
      const changes = requests.map((request) => replacedIn(request).join())
      expect(new Set(changes.slice(2)).size).toBe(2)
      expect([changes[2], changes.at(-1)?.startsWith("[left out: the 480 characters")]).toEqual([old, true])
      await host.leave()
      await model.close()
    },
    180_000,
  )

  test("a decision holds after a restart, in a second process, in a copy and after a revert; a fault sends everything; beside another plugin it does nothing", async () => {
    const model = await startModel()
    const place = { home: tempDir("home"), project: createProject() }
    const fault = join(place.home, "fault")
    const start = () =>
      startHost({
        version,
        plugin: ["./test/bed/fault.plugin.mjs", plugin, "./test/bed/late-rewriting.plugin.mjs"],
        model,
        ...place,
        config: { snapshot: false },
        env: { CAIRN_LONG_WINDOW_AGES: '{"output": 3}', CAIRN_TEST_FAULT_FILE: fault },
      })
    const host = await start()
    const lapses = (isSo: boolean, more: object = {}) => {
      const settings = { cacheTtl: isSo ? 0 : "1h", ...more }
      writeFileSync(join(host.home, ".config/opencode/cairn.jsonc"), JSON.stringify(settings))
      // Settings are looked at once a second.
      return Bun.sleep(1200)
    }
    const session = await host.createSession()
    const turn = async (by: Host, text: string, replies = [say("ok")], of = session) => {
      model.script(replies, { session: of })
      const { tools } = await by.prompt(of, text)
      return { tools, request: model.of("main", of).at(-1)! }
    }
    await lapses(false)
    // All of it is little enough for OpenCode 1 to summarise the whole conversation.
    const prints = Array.from({ length: 6 }, (_, at) => printing(at, 6000))
    const { tools: made } = await turn(host, "print", [...changing(host), ...prints, say("printed")])
    expect(made.filter(({ status }) => status !== "completed")).toEqual([])
    const before = (await turn(host, "go on")).request
    expect([leftIn(before), replacedIn(before)]).toEqual([[], [old]])
    await lapses(true)
    const decided = (await turn(host, "after a break")).request
    const left = leftIn(decided)
    expect(left.length).toBe(5)
    const [replaced] = replacedIn(decided)
    expect(String(replaced)).toStartWith(`[left out: the ${old.length} characters that this edit replaced · whole: `)
    await lapses(false)

    const hook = version === "1.18" ? "messages.transform" : "context"
    const whole: unknown[] = []
    for (const kind of ["throw", "late"]) {
      writeFileSync(fault, `${kind} ${hook}`)
      const failed = (await turn(host, `the hook is made to ${kind}`)).request
      rmSync(fault)
      const again = (await turn(host, "and again")).request
      for (const one of [failed, again]) whole.push([leftIn(one).length, replacedIn(one)[0]])
    }
    expect(whole).toEqual([
      [0, old],
      [5, replaced],
      [0, old],
      [5, replaced],
    ])

    // Switched off, a request is as if nothing had ever been decided, and then again as it was.
    await lapses(false, { longWindow: "off" })
    const off = (await turn(host, "without it")).request
    const stillOff = (await turn(host, "still without it")).request
    await lapses(false)
    const on = (await turn(host, "with it again")).request
    // The block of memory was made anew after the break, and is the same since.
    const undecided = { ...before, system: decided.system }
    const broken = [prefixBreak(undecided, off), prefixBreak(off, stillOff), prefixBreak(decided, on)]
    expect(broken).toEqual([undefined, undefined, undefined])
    expect([leftIn(off), leftIn(on)]).toEqual([[], left])

    await host.restart()
    const restarted = (await turn(host, "after a restart")).request
    const second = await start()
    const elsewhere = (await turn(second, "in another process")).request
    expect([prefixBreak(decided, restarted), prefixBreak(restarted, elsewhere)]).toEqual([undefined, undefined])
    await second.stop()

    const fetching = [left[1], replaced].map((line) => {
      const path = /output:[0-9a-f]{12}/.exec(String(line))?.[0]
      return callTool("memory_read", { path })
    })
    const { tools } = await turn(host, "fetch", [...fetching, say("seen")])
    const fetched = tools.map(({ output }) => String(output))
    expect([fetched[0]?.includes("0".repeat(1000)), fetched[1]?.includes(old.trim())]).toEqual([true, true])

    const copy = await host.fork(session)
    const copied = (await turn(host, "in a copy", [say("ok")], copy)).request
    expect([leftIn(copied), replacedIn(copied)]).toEqual([left, [replaced]])

    // By default a model writes the summary in OpenCode 2 too.
    const summarised = await host.fork(session)
    const enough = (await turn(host, "enough", [say("ok")], summarised)).request
    await host.compact(summarised)
    const asked = model.of("compaction").at(-1)!
    expect(JSON.stringify(asked.json).split(LEFT_OUT).length - 1).toBe(5)
    expect(JSON.stringify(asked.json)).toContain(String(replaced))
    // There it is asked with the bytes of the turn before, up to what the user typed last.
    if (version === "2.0") expect(prefixBreak(enough, asked)).toBe(`messages[${enough.messages.length - 1}]`)

    // One plugin comes before Cairn, one after it.
    for (const [word, beside] of [
      ["rewrite", copy],
      ["rewrite-later", await host.fork(session)],
      ["drop", await host.fork(session)],
    ] as const) {
      await turn(host, "as ever", [say("ok")], beside)
      writeFileSync(fault, word)
      const both = (await turn(host, "beside another plugin", [say("ok")], beside)).request
      expect(leftIn(both)).toEqual([])
      rmSync(fault)
      const alone = (await turn(host, "and without it", [say("ok")], beside)).request
      expect([word, leftIn(alone), replacedIn(alone)]).toEqual([word, [], [old]])
      await untilTrue(() => new RegExp(`long-window-left.*${beside}`).test(logged(host)))
    }

    const messages = await host.messages(session)
    const typed = messages.filter(({ role }) => role === "user")
    await host.revert(session, typed.at(2)!.id)
    const reverted = (await turn(host, "another way")).request
    expect([leftIn(reverted).slice(0, 5), replacedIn(reverted)]).toEqual([left, [replaced]])
    await host.revert(session, typed[0]!.id)
    const anew = (await turn(host, "from the beginning")).request
    expect(Object.keys(anew.toolResults)).toEqual([])
    await host.stop()
    proves(version, "long-window")
    await model.close()
  }, 180_000)
})

test("OpenCode 1.18 clears old outputs with compaction.prune: Cairn's lines stay as they were, and nobody is taken for another plugin", async () => {
  const CLEARED = "[Old tool result content cleared]"
  const { shell, call } = hostTools("1.18")
  const model = await startModel()
  const host = await startHost({
    plugin,
    model,
    config: { snapshot: false, compaction: { prune: true } },
    env: { CAIRN_LONG_WINDOW_AGES: '{"lapsed": 10}' },
  })
  const lapses = (isSo: boolean) => {
    writeFileSync(join(host.home, ".config/opencode/cairn.jsonc"), JSON.stringify({ cacheTtl: isSo ? 0 : "1h" }))
    return Bun.sleep(1200)
  }
  await lapses(false)
  const session = await host.createSession()
  const turn = async (text: string, replies = [say("ok")]) => {
    model.script(replies, { session })
    await host.prompt(session, text, 60_000)
    return model.of("main", session).at(-1)!
  }
  // The host protects the last 40,000 tokens, and clears nothing below 20,000. A failed call it never clears.
  const prints = Array.from({ length: 12 }, (_, at) => shell(`printf %024000d ${at}`))
  await turn("print", [call({ name: "read", args: { filePath: "/nowhere" } }), ...prints, say("printed")])
  await lapses(true)
  const decided = await turn("after a break")
  expect(leftIn(decided).length).toBe(3)
  await lapses(false)
  const before = await turn("go on")
  const cleared = await turn("and on")
  const after = await turn("and on")
  const clearedIn = (request: RecordedRequest) =>
    Object.values(request.toolResults).filter((text) => text === CLEARED).length
  expect([before, cleared, after].map(leftIn)).toEqual([leftIn(decided), leftIn(decided), leftIn(decided)])
  expect([decided, before, cleared, after].map(clearedIn)).toEqual([0, 0, 3, 3])
  expect([prefixBreak(decided, before), prefixBreak(cleared, after)]).toEqual([undefined, undefined])
  expect(logged(host)).not.toContain("long-window-left")
  await host.stop()
  await model.close()
}, 120_000)
