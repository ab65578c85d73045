// A real host with Cairn in it, a scripted model, and a session to tell a story in.
import { setTimeout as sleep } from "node:timers/promises"
import { type Host, type HostOptions, type HostVersion, startHost } from "./host.ts"
import { borrowHost } from "./host-pool.ts"
import { type ModelServer, startModel } from "./model-server.ts"
import { deadlineIn } from "./patience.ts"
import type { RecordedRequest } from "./recording.ts"
import { type Reply, say } from "./reply.ts"

export type Story = Awaited<ReturnType<typeof beginStory>>

type More = (model: ModelServer) => Pick<HostOptions, "env" | "config">

/** In a host of its own. */
export function beginStory(version: HostVersion, more: More = () => ({})) {
  return begin(version, more, (options) => startHost({ ...options, plugin: "./dist/server.js" }))
}

/** In a host that an earlier story may have left. */
export function borrowStory(version: HostVersion, more: More = () => ({})) {
  return begin(version, more, borrowHost)
}

async function begin(version: HostVersion, more: More, start: (options: HostOptions) => Promise<Host>) {
  const model = await startModel()
  const host = await start({ version, model, ...more(model) })
  const session = await host.createSession()
  return {
    model,
    host,
    session,
    /** One turn: the model calls these tools, one after another, and says "done". */
    turn: (replies: Reply[], text = "go on", whose = session) => {
      model.script([...replies, say("done")], { session: whose })
      return host.prompt(whose, text)
    },
    lastRequest: (whose = session) => model.of("main", whose).at(-1)!,
    async end(): Promise<void> {
      await host.leave()
      await model.close()
    },
  }
}

/** Talks until it is so: the host sees what others write within a moment, which on a busy machine may be long. */
export async function talkUntil(host: Host, session: string, isSo: () => boolean, deadlineMs = 40_000): Promise<void> {
  const deadline = deadlineIn(deadlineMs)
  while (!isSo()) {
    if (deadline.isOver()) throw new Error(`not true within ${deadlineMs} ms: ${isSo}`)
    await sleep(150)
    await host.prompt(session, "thanks")
  }
}

/** What the tails of a request tell of memory, line by line, oldest first; how full the window is rides along and is another story. */
export function newsOf(request: RecordedRequest): string[] {
  const tails = request.messages.flatMap(({ text }) => [...text.matchAll(/<cairn-news>\n([\s\S]*?)\n<\/cairn-news>/g)])
  return tails.flatMap(([, lines]) => lines!.split("\n")).filter((line) => !/^context \d+ %/.test(line))
}

/** What a subagent asks the model; other sessions of the host have parents of their own. */
export function requestsOfSubagents(model: ModelServer, parent: string): RecordedRequest[] {
  return model.requests.list.filter(({ kind, sessionID }) => kind === "main" && sessionID !== parent)
}

/** A subagent of the session calls these tools, one after another, and says "done". */
export function scriptSubagent(model: ModelServer, parent: string, replies: Reply[]): void {
  const when = ({ kind, sessionID }: RecordedRequest) => kind === "main" && sessionID !== parent
  model.rules(...[...replies, say("done")].map((reply) => ({ when, reply, times: 1 })))
}
