// Requests to a host. Every one has a deadline: OpenCode 1 can leave a request unanswered for ever that comes in the
// first moments of its life.
import { PASSWORD } from "./host-home.ts"
import { whenLate } from "./patience.ts"
import type { Json } from "./recording.ts"

export type HttpRequest = { directory?: string; body?: unknown; deadlineMs?: number; signal?: AbortSignal }

export class HostHttp {
  url = ""

  async get<T = Json>(path: string, request: HttpRequest = {}): Promise<T> {
    return (await this.send("GET", path, request)) as T
  }

  async post<T = Json>(path: string, body: unknown, request: HttpRequest = {}): Promise<T> {
    return (await this.send("POST", path, { ...request, body })) as T
  }

  async delete(path: string, request: HttpRequest = {}): Promise<void> {
    await this.send("DELETE", path, request)
  }

  async answers(path: string): Promise<boolean> {
    return this.get(path, { deadlineMs: 1_000 }).then(
      () => true,
      () => false,
    )
  }

  async send(method: string, path: string, request: HttpRequest): Promise<unknown> {
    const { deadlineMs = 15_000 } = request
    const late = new AbortController()
    const callOff = whenLate(deadlineMs, () => late.abort())
    try {
      const response = await this.open(method, path, { ...request, signal: late.signal })
      const text = await response.text()
      if (!response.ok) throw new Error(`HTTP ${response.status} ${text.slice(0, 2_000)}`)
      return text ? JSON.parse(text) : undefined
    } catch (cause) {
      const why = late.signal.aborted ? `no answer in time (deadline ${deadlineMs} ms)` : (cause as Error).message
      throw new Error(`${method} ${path}: ${why}`, { cause })
    } finally {
      callOff()
    }
  }

  open(method: string, path: string, { directory, body, signal }: HttpRequest = {}): Promise<Response> {
    const headers: Record<string, string> = { authorization: `Basic ${btoa(`opencode:${PASSWORD}`)}` }
    if (body !== undefined) headers["content-type"] = "application/json"
    if (directory) headers["x-opencode-directory"] = encodeURIComponent(directory)
    return fetch(this.url + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    })
  }
}
