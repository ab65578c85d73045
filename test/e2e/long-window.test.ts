// Old outputs leave the requests of a real OpenCode, and between two decisions not a byte of what was sent changes.
import { afterAll, describe, expect, test } from "bun:test"
import { readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Host, startHost, stopAll } from "../bed/host.ts"
import { proves } from "../bed/host-features.ts"
import { createProject } from "../bed/host-home.ts"
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

function logged(host: Pick<Host, "root">): string {
  return readFileSync(join(cairnRoot(host), "cairn.log"), "utf8")
}

describe.each(["1.18", "2.0"] as const)("the long window in OpenCode %s", (version) => {
  const { shell } = hostTools(version)
  // A number of so many digits: 2,000 tokens, on one line.
  const printing = (number: number) => shell(`printf %08000d ${number}`)

  test("sixty steps: each request repeats the last except for one break per decision, with cache marks where they were", async () => {
    const model = await startModel()
    const host = await startHost({
      version,
      plugin,
      model,
      api: "anthropic",
      config: { snapshot: false },
      env: { CAIRN_LONG_WINDOW_AGES: '{"output": 12}' },
    })
    const session = await host.createSession()
    model.script([...Array.from({ length: STEPS }, (_, at) => printing(at)), say("done")], { session })
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
    const unpaired = requests.filter(({ messages, toolResults }) =>
      messages.some(({ calls }) => calls.some(({ id }) => toolResults[id] === undefined)),
    )
    expect(unpaired).toEqual([])
    // What the host keeps, and a person sees, is whole.
    expect(JSON.stringify(await host.messages(session))).not.toContain(LEFT_OUT)
    expect(leftIn(requests.at(-1)!).length).toBeGreaterThan(30)
    await host.stop()
    await model.close()
  }, 180_000)

  test("a decision holds after a restart, in a second process, in a copy and after a revert; a fault sends everything; beside another plugin it does nothing", async () => {
    const model = await startModel()
    const place = { home: tempDir("home"), project: createProject() }
    const fault = join(place.home, "fault")
    const start = () =>
      startHost({
        version,
        plugin: ["./test/bed/fault.plugin.mjs", plugin],
        model,
        ...place,
        config: { snapshot: false },
        env: { CAIRN_LONG_WINDOW_AGES: '{"output": 3}', CAIRN_TEST_FAULT_FILE: fault },
      })
    const host = await start()
    const lapses = (isSo: boolean) => {
      writeFileSync(join(host.home, ".config/opencode/cairn.jsonc"), JSON.stringify({ cacheTtl: isSo ? 0 : "1h" }))
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
    await turn(host, "print", [...Array.from({ length: 6 }, (_, at) => printing(at)), say("printed")])
    const before = (await turn(host, "go on")).request
    expect(leftIn(before)).toEqual([])
    await lapses(true)
    const decided = (await turn(host, "after a break")).request
    const left = leftIn(decided)
    expect(left.length).toBe(5)
    await lapses(false)

    const hook = version === "1.18" ? "messages.transform" : "context"
    const whole: number[] = []
    for (const kind of ["throw", "late"]) {
      writeFileSync(fault, `${kind} ${hook}`)
      whole.push(leftIn((await turn(host, `the hook is made to ${kind}`)).request).length)
      rmSync(fault)
      whole.push(leftIn((await turn(host, "and again")).request).length)
    }
    expect(whole).toEqual([0, 5, 0, 5])

    await host.restart()
    const restarted = (await turn(host, "after a restart")).request
    const second = await start()
    const elsewhere = (await turn(second, "in another process")).request
    expect([prefixBreak(decided, restarted), prefixBreak(restarted, elsewhere)]).toEqual([undefined, undefined])
    await second.stop()

    const id = /output:([0-9a-f]{12})/.exec(left[1] ?? "")?.[1] ?? ""
    const { tools } = await turn(host, "fetch", [callTool("memory_read", { path: `output:${id}` }), say("seen")])
    expect(String(tools[0]?.output)).toContain("0".repeat(1000))

    const copy = await host.fork(session)
    const copied = (await turn(host, "in a copy", [say("ok")], copy)).request
    expect(leftIn(copied)).toEqual(left)

    if (version === "1.18") {
      // OpenCode 2 asks no model where Cairn has the summary; its request is an ordinary one.
      const summarised = await host.fork(session)
      await turn(host, "enough", [say("ok")], summarised)
      await host.compact(summarised)
      const asked = JSON.stringify(model.of("compaction").at(-1)!.json)
      expect(asked.split(LEFT_OUT).length - 1).toBe(5)
    }

    writeFileSync(fault, "rewrite")
    await turn(host, "beside another plugin", [say("ok")], copy)
    rmSync(fault)
    const alone = (await turn(host, "and without it", [say("ok")], copy)).request
    expect(leftIn(alone)).toEqual([])
    await untilTrue(() => logged(host).includes("long-window-left"))

    const messages = await host.messages(session)
    const typed = messages.filter(({ role }) => role === "user")
    await host.revert(session, typed.at(2)!.id)
    const reverted = (await turn(host, "another way")).request
    expect(leftIn(reverted).slice(0, 5)).toEqual(left)
    await host.revert(session, typed[0]!.id)
    const anew = (await turn(host, "from the beginning")).request
    expect(Object.keys(anew.toolResults)).toEqual([])
    await host.stop()
    proves(version, "long-window")
    await model.close()
  }, 180_000)
})
