// The host's events, read from its server-sent stream as they come. The payload's name differs between the generations
// (`properties`, `data`), so it is read into one shape here.
import type { HostHttp } from "./host-http.ts"
import { isObject, type Json } from "./recording.ts"
import type { Watched } from "./watched.ts"

export type HostEvent = { type: string; sessionID: string; data: Json; raw: Json }

/** Follows the stream until the host goes away or the returned function is called; resolves once it is open. */
export async function followEvents(http: HostHttp, path: string, events: Watched<HostEvent>): Promise<() => void> {
  const stop = new AbortController()
  const response = await http.open("GET", path, { signal: stop.signal })
  if (!response.ok || !response.body) throw new Error(`GET ${path}: HTTP ${response.status}`)
  // A stream that breaks off is how a killed host looks from here: what has been read stays, nothing is left to do.
  read(response.body, events).catch(() => stop.abort())
  return () => stop.abort()
}

async function read(body: ReadableStream<Uint8Array>, events: Watched<HostEvent>): Promise<void> {
  const decoder = new TextDecoder()
  let text = ""
  for await (const bytes of body) {
    const frames = (text + decoder.decode(bytes, { stream: true })).split("\n\n")
    text = frames.pop() ?? ""
    for (const frame of frames) {
      const event = parseFrame(frame)
      // OpenCode 1 sends each stored event a second time as `sync`, for other copies of the database.
      if (event && event.type !== "sync") events.push(event)
    }
  }
}

function parseFrame(frame: string): HostEvent | undefined {
  const data = frame
    .split("\n")
    .filter((line) => line.startsWith("data:"))
    .map((line) => line.slice(5))
    .join("\n")
  return data ? readEvent(JSON.parse(data) as Json) : undefined
}

function readEvent(raw: Json): HostEvent {
  const event = isObject(raw.payload) ? raw.payload : raw
  const data = [event.properties, event.data].find(isObject) ?? {}
  return { type: String(event.type ?? ""), sessionID: sessionOf(data), data, raw }
}

function sessionOf(data: Json): string {
  const owner = [data, data.info, data.part].find((value) => isObject(value) && typeof value.sessionID === "string")
  return isObject(owner) ? String(owner.sessionID) : ""
}
