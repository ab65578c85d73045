// What the scripted model can answer. A reply names the intent; each wire format knows how to put it on the line.

export type ToolCall = {
  name: string
  /** An object is sent as JSON; a string is sent as it stands, so a test can send arguments that do not parse. */
  args: Record<string, unknown> | string
  id?: string
}

/** `input` is what was read without the cache, on both wire formats. The OpenAI format has no field for `cacheWrite`. */
export type Usage = { input: number; output: number; cacheRead: number; cacheWrite: number }

export type Answer = { type: "answer"; text: string; calls: ToolCall[]; usage?: Partial<Usage>; delayMs?: number }

export type Reply =
  | Answer
  /** An HTTP error instead of an answer; a string body is sent as it stands. */
  | { type: "http"; status: number; body: unknown; headers?: Record<string, string>; delayMs?: number }
  /** The context-overflow error in the words of the API that is being spoken. */
  | { type: "overflow"; delayMs?: number }
  /** The stream begins with `text` and then nothing comes, until the host leaves or the server closes. */
  | { type: "hang"; text: string; delayMs?: number }
  /** The connection breaks in the middle of an answer. */
  | { type: "cut"; text: string; delayMs?: number }
  /** An answer in which `garbage` stands where an event should be. */
  | { type: "broken"; text: string; garbage: string; delayMs?: number }

type Extra = { usage?: Partial<Usage>; delayMs?: number }

export function say(text: string, extra: Extra = {}): Reply {
  return { type: "answer", text, calls: [], ...extra }
}

export function callTool(name: string, args: ToolCall["args"] = {}, extra: Extra & { text?: string } = {}): Reply {
  return callTools([{ name, args }], extra)
}

export function callTools(calls: ToolCall[], extra: Extra & { text?: string } = {}): Reply {
  return { type: "answer", text: "", calls, ...extra }
}

export function httpError(status: number, body: unknown = { error: { message: `scripted error ${status}` } }): Reply {
  return { type: "http", status, body }
}

export function contextOverflow(): Reply {
  return { type: "overflow" }
}

export function hang(textBefore = ""): Reply {
  return { type: "hang", text: textBefore }
}

export function cutAfter(text: string): Reply {
  return { type: "cut", text }
}

export function broken(text = "so far so good", garbage = '{"choices":[{"delta":'): Reply {
  return { type: "broken", text, garbage }
}

export function delayed(delayMs: number, reply: Reply): Reply {
  return { ...reply, delayMs }
}

const ordinaryUsage: Usage = { input: 100, output: 10, cacheRead: 0, cacheWrite: 0 }

export function fullUsage(usage: Partial<Usage> = {}): Usage {
  return { ...ordinaryUsage, ...usage }
}

export function argumentText(call: ToolCall): string {
  return typeof call.args === "string" ? call.args : JSON.stringify(call.args)
}
