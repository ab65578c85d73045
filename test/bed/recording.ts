// One request as the model received it. Both wire formats are read into the same shape; `raw` and `json` stay for
// whatever the shape leaves out. `kind` tells the host's own requests (title, compaction) from turns of the agent.

export type Api = "openai" | "anthropic"
export type RequestKind = "main" | "title" | "compaction"
export type Json = Record<string, unknown>

export type SystemBlock = { text: string; cacheControl?: Json }
export type SentTool = { name: string; description: string; schema: Json; cacheControl?: Json }
export type SentCall = { id: string; name: string; args: string }
export type SentMessage = {
  role: string
  /** The text parts, joined by a newline. */
  text: string
  /** The text parts one by one. */
  texts: string[]
  calls: SentCall[]
  json: Json
}

/** What a wire format reads out of a body. */
export type Conversation = {
  systemBlocks: SystemBlock[]
  messages: SentMessage[]
  tools: SentTool[]
  /** Text of each tool result by the id of its call. */
  toolResults: Record<string, string>
}

export type RecordedRequest = Conversation & {
  index: number
  at: number
  api: Api
  path: string
  headers: Record<string, string>
  raw: Buffer
  json: Json
  kind: RequestKind
  sessionID: string
  parentID: string
  model: string
  stream: boolean
  /** The system blocks as strings. */
  system: string[]
  /** The system blocks joined by a newline. */
  systemText: string
  /** The newest user message that has text. */
  lastUserText: string
  /** Where every `cache_control` stands, in order: `system[1]`, `tools[4]`, `messages[3].content[0]`. */
  cacheMarks: string[]
}

type Arrival = { index: number; api: Api; path: string; headers: Record<string, string>; raw: Buffer; json: Json }

export function recordRequest(arrival: Arrival, conversation: Conversation): RecordedRequest {
  const system = conversation.systemBlocks.map((block) => block.text)
  // The Anthropic format sends tool results as user messages without text.
  const lastUser = conversation.messages.findLast((message) => message.role === "user" && message.texts.length > 0)
  const { headers, json } = arrival
  return {
    ...arrival,
    ...conversation,
    at: Date.now(),
    kind: kindOf(system[0] ?? "", lastUser?.texts.at(-1) ?? ""),
    sessionID: headers["x-session-id"] ?? headers["x-session-affinity"] ?? "",
    parentID: headers["x-parent-session-id"] ?? "",
    model: String(json.model ?? ""),
    stream: json.stream === true,
    system,
    systemText: system.join("\n"),
    lastUserText: lastUser?.text ?? "",
    cacheMarks: cacheMarks({ system: json.system, tools: json.tools, messages: json.messages }),
  }
}

// OpenCode 1 gives title and compaction an agent prompt of their own. OpenCode 2 does so for titles only: its compaction
// is an ordinary request that ends with one of these instructions.
const titleAgent = /^You are a title generator/
const compactionAgent = /^You are a context summarization agent/
const compactionOrder = /^(You MUST summarize|Update the existing checkpoint|The previous response did not fill in)/

function kindOf(system: string, lastText: string): RequestKind {
  if (titleAgent.test(system)) return "title"
  if (compactionAgent.test(system) || compactionOrder.test(lastText)) return "compaction"
  return "main"
}

function cacheMarks(value: unknown, path = ""): string[] {
  if (Array.isArray(value)) return value.flatMap((item, i) => cacheMarks(item, `${path}[${i}]`))
  if (!isObject(value)) return []
  const here = value.cache_control ? [path] : []
  const below = Object.entries(value).flatMap(([key, child]) =>
    key === "cache_control" ? [] : cacheMarks(child, path ? `${path}.${key}` : key),
  )
  return [...here, ...below]
}

/**
 * Where a later request stops repeating an earlier one (`system`, `tools`, `messages[3]`), or undefined when the earlier
 * one is a prefix of it, which is what a provider's prompt cache needs. Cache marks move along and do not count.
 */
export function prefixBreak(earlier: RecordedRequest, later: RecordedRequest): string | undefined {
  if (!sameBytes(earlier.system, later.system)) return "system"
  if (!sameBytes(earlier.json.tools, later.json.tools)) return "tools"
  const broken = earlier.messages.findIndex((message, i) => !sameBytes(message.json, later.messages[i]?.json))
  return broken < 0 ? undefined : `messages[${broken}]`
}

function sameBytes(a: unknown, b: unknown): boolean {
  return unmarked(a) === unmarked(b)
}

function unmarked(value: unknown): string | undefined {
  return JSON.stringify(value, (key, inner) => (key === "cache_control" ? undefined : inner))
}

export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

export function objects(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

/** The texts of a `content` field, which is a string or a list of parts on both wire formats. */
export function textsOf(content: unknown): string[] {
  if (typeof content === "string") return [content]
  return objects(content).flatMap((part) => (typeof part.text === "string" ? [part.text] : []))
}

export function cacheControlOf(value: Json): { cacheControl?: Json } {
  return isObject(value.cache_control) ? { cacheControl: value.cache_control } : {}
}
