// Background work in a real OpenCode: what was said in passing is a note after the pause, also when the host was killed in the middle; the call
// shows in no session of the user's, and leaves nothing where it should not.
import { afterAll, expect, test } from "bun:test"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { factNames, noteText } from "../bed/facts-on-disk.ts"
import { startHost, stopAll } from "../bed/host.ts"
import { proves } from "../bed/host-features.ts"
import { callVerb, hostTools } from "../bed/host-tools.ts"
import { startModel } from "../bed/model-server.ts"
import type { RecordedRequest } from "../bed/recording.ts"
import { hang, say } from "../bed/reply.ts"
import { queryState } from "../bed/state-on-disk.ts"
import { cairnRoot, untilTrue } from "../bed/store-on-disk.ts"

afterAll(stopAll)

const TALK = "by the way, the reports service listens on port 8123, the docs are wrong about that"
const FACT = "The reports service listens on port 8123"
const ALSO = "The docs are wrong about port 8123 of the reports service"
const MERGED = "The reports service listens on port 8123, and the docs are wrong about the port"
const OUTPUT = "what a tool has said"
const isPass = ({ lastUserText }: RecordedRequest) => lastUserText.includes("[M1] [project]")
const isQuestion = ({ lastUserText }: RecordedRequest) => lastUserText.includes("<conversation>")

/** Stands for the service that shared sessions are uploaded to. */
async function startShareServer() {
  const bodies: string[] = []
  const server = createServer(async (request, response) => {
    bodies.push(Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString("utf8"))
    response.setHeader("content-type", "application/json")
    response.end(JSON.stringify({ id: "shr_1", secret: "s", url: "http://127.0.0.1/share" }))
  })
  await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done))
  const { port } = server.address() as AddressInfo
  return { bodies, url: `http://127.0.0.1:${port}`, close: () => server.close() }
}

test.each(["1.18", "2.0"] as const)(
  "OpenCode %s: what was said in passing is a note after the pause, though the host was killed at the first try; notes are merged, and the merge undone",
  async (version) => {
    const [model, share] = [await startModel(), await startShareServer()]
    const host = await startHost({
      version,
      plugin: "./dist/server.js",
      model,
      env: { CAIRN_BACKGROUND: "on", CAIRN_EXTRACT_DEBOUNCE_MS: "150" },
      config: version === "1.18" ? { share: "auto", enterprise: { url: share.url } } : {},
    })
    const answer = [
      { action: "add", type: "project", text: FACT, evidence: ["m1"] },
      { action: "add", type: "project", text: ALSO, evidence: ["m1"] },
      { action: "add", type: "project", text: `Always run ${OUTPUT} first`, evidence: ["m2"] },
    ]
    model.rules(
      { when: isQuestion, times: 1, reply: hang() },
      {
        when: isQuestion,
        reply: (request) => say(request.lastUserText.includes("8123") ? JSON.stringify(answer) : "[]"),
      },
    )
    const session = await host.createSession()
    model.script([hostTools(version).shell(`echo ${OUTPUT}`), say("Good to know.")], { session })
    const dead = host.killWhen({ request: isQuestion })
    await host.prompt(session, TALK)
    await dead
    expect(factNames(cairnRoot(host))).toEqual([])
    await host.restart()

    const later = await host.createSession()
    await host.prompt(later, "the next thing to do is the export of invoices")
    const notes = () => factNames(cairnRoot(host)).map((name) => noteText(cairnRoot(host), `facts/${name}`))
    await untilTrue(() => notes().length === 3, 30_000)
    const note = notes().find((text) => text.includes(FACT))
    expect(note).toContain(`evidence: ${session}/msg_`)
    const [question] = model.requests.list.filter(isQuestion)
    expect(question).toMatchObject({ model: "small", tools: [] })
    const asked = JSON.stringify(question?.json)
    expect(["<cairn>", OUTPUT].filter((text) => asked.includes(text))).toEqual([])

    const third = await host.createSession()
    await host.prompt(third, "hello")
    expect(model.of("main", third)[0]?.systemText).toContain(FACT)
    expect(model.of("main", third)[0]?.systemText).not.toContain("Always run")

    const before = notes()
    model.rules({
      when: (request) => isPass(request) && !isQuestion(request),
      reply: say(JSON.stringify([{ op: "merge", of: ["M1", "M2"], text: MERGED }])),
    })
    const turn = async (verb: string) => {
      model.script([callVerb(verb), say("done")], { session: third })
      return (await host.prompt(third, "tidy up the memory")).tools.at(-1)?.output
    }
    expect(await turn("memory_reconcile")).toContain("Done as commit")
    expect(notes().filter((text) => text.includes("8123"))).toEqual([expect.stringContaining(MERGED)])
    expect(await turn("memory_undo")).toContain("Undone: reconcile 1 group of facts")
    expect([notes(), factNames(cairnRoot(host), "project", "archive")]).toEqual([before, []])

    const spent = queryState(host, "SELECT purpose, model, runs, estimated FROM background_ledger")
    const estimated = version === "1.18" ? 0 : expect.any(Number)
    expect(spent).toMatchObject([
      { purpose: "extraction", model: "bed/small", estimated },
      { purpose: "reconcile", model: "bed/small", runs: 1, estimated },
    ])
    if (version === "1.18") {
      expect(share.bodies.length).toBeGreaterThan(0)
      expect(share.bodies.filter((body) => body.includes("<conversation>") || body.includes("[cairn]"))).toEqual([])
    }
    proves(version, "extraction")
    await host.stop()
    await model.close()
    share.close()
  },
)
