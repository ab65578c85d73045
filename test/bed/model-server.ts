// A model that says what a test tells it to. It listens on loopback, speaks the OpenAI-compatible and the Anthropic wire
// format, streamed or not, and keeps every request. A request is recorded, and its listeners run, before the reply
// starts, so a test can kill the host at exactly that moment.
import { once } from "node:events"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { anthropicBody, anthropicEvents, anthropicOverflow, readAnthropic } from "./anthropic.ts"
import { openAiBody, openAiEvents, openAiOverflow, readOpenAi } from "./openai.ts"
import { type Api, type Json, type RecordedRequest, type RequestKind, recordRequest } from "./recording.ts"
import type { Answer, Reply } from "./reply.ts"
import { type Rule, Script } from "./script.ts"
import { until, Watched } from "./watched.ts"

const formats = {
  openai: { read: readOpenAi, body: openAiBody, events: openAiEvents, overflow: openAiOverflow },
  anthropic: { read: readAnthropic, body: anthropicBody, events: anthropicEvents, overflow: anthropicOverflow },
}

export async function startModel(): Promise<ModelServer> {
  const server = createServer()
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  return new ModelServer(server)
}

export class ModelServer {
  /** Base URL for both wire formats. */
  readonly url: string
  readonly requests = new Watched<RecordedRequest>()
  readonly #server: Server
  readonly #script = new Script()
  readonly #closing = new AbortController()

  constructor(server: Server) {
    this.#server = server
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
    server.on("request", (request, response) => this.serve(request, response))
  }

  serve(request: IncomingMessage, response: ServerResponse): void {
    this.#answer(request, response).catch((error: unknown) => response.destroy(error as Error))
  }

  /** Rules over requests, asked before any script, in the order they were added. */
  rules(...rules: Rule[]): this {
    this.#script.add(rules)
    return this
  }

  /** The next main requests get these replies, in this order; with `session`, those of this session only. */
  script(replies: Reply[], options: { session?: string } = {}): this {
    this.#script.enqueue(replies, options.session)
    return this
  }

  /** Scripted replies that no request has fetched yet: 0 when the story was told to its end. */
  get unused(): number {
    return this.#script.unused
  }

  /** Forgets rules, scripts and what was recorded. */
  reset(): void {
    this.#script.clear()
    this.requests.clear()
  }

  of(kind: RequestKind, sessionID?: string): RecordedRequest[] {
    return this.requests.list.filter((r) => r.kind === kind && (!sessionID || r.sessionID === sessionID))
  }

  /** The newest main request. */
  get last(): RecordedRequest {
    const last = this.of("main").at(-1)
    if (!last) throw new Error("the model has received no main request")
    return last
  }

  /** The first request, past or to come, for which `matches` holds. */
  waitForRequest(matches: (request: RecordedRequest) => boolean, deadlineMs = 30_000): Promise<RecordedRequest> {
    return until(this.requests, matches, deadlineMs, "a request to the model")
  }

  async close(): Promise<void> {
    this.#closing.abort()
    this.#server.closeAllConnections()
    await new Promise((done) => this.#server.close(done))
  }

  async #answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const raw = Buffer.concat(await Array.fromAsync(incoming as AsyncIterable<Buffer>))
    const path = new URL(incoming.url ?? "/", this.url).pathname
    const api = apiOf(path)
    if (!api) return sendJson(response, 404, { error: { message: `no such endpoint: ${path}` } })
    const json = JSON.parse(raw.toString("utf8")) as Json
    const headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]))
    const arrival = { index: this.requests.list.length, api, path, headers, raw, json }
    const request = recordRequest(arrival, formats[api].read(json))
    const reply = this.#script.replyTo(request)
    this.requests.push(request)
    if (reply.delayMs) await sleep(reply.delayMs, undefined, { signal: this.#closing.signal })
    await this.#send(request, reply, response)
  }

  async #send(request: RecordedRequest, reply: Reply, response: ServerResponse): Promise<void> {
    if (reply.type === "http") return sendJson(response, reply.status, reply.body, reply.headers)
    if (reply.type === "overflow") return sendJson(response, 400, formats[request.api].overflow)
    const answer: Answer = reply.type === "answer" ? reply : { type: "answer", text: reply.text, calls: [] }
    const callID = (i: number) => `call_${request.index}_${i}`
    if (!request.stream)
      return sendWhole(request, reply, formats[request.api].body(answer, request.model, callID), response)
    const events = formats[request.api].events(answer, request.model, callID)
    response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" })
    if (reply.type === "answer") return endStream(response, events)
    // Everything but the end of the answer: the last two events close it on both formats.
    for (const event of events.slice(0, -2)) response.write(frame(event))
    if (reply.type === "broken") return endStream(response, [reply.garbage, ...events.slice(-2)])
    if (reply.type === "cut") return cut(response)
  }
}

function apiOf(path: string): Api | undefined {
  if (path.endsWith("/chat/completions")) return "openai"
  if (path.endsWith("/messages")) return "anthropic"
  return undefined
}

function sendWhole(request: RecordedRequest, reply: Reply, body: Json, response: ServerResponse): void {
  const text = JSON.stringify(body)
  response.setHeader("content-type", "application/json")
  if (reply.type === "hang") response.write(" ")
  else if (reply.type === "broken") response.end(text.slice(0, text.length / 2))
  else if (reply.type === "cut") cut(response.writeHead(200, { "content-length": request.raw.length + text.length }))
  else response.end(text)
}

function sendJson(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers })
  response.end(typeof body === "string" ? body : JSON.stringify(body))
}

function endStream(response: ServerResponse, events: string[]): void {
  response.end(events.map(frame).join(""))
}

/** Breaks the connection once what was written has left. */
function cut(response: ServerResponse): void {
  response.write("\n", () => response.destroy())
}

function frame(event: string): string {
  const name = /^\{"type":"(\w+)"/.exec(event)?.[1]
  return `${name ? `event: ${name}\n` : ""}data: ${event}\n\n`
}
