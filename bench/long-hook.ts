// What a request waits for the long window: the messages' hook of the built plugin on a conversation of 5,000 messages that goes on growing.
import { Cairn, newSession, pluginInput, type Server } from "./hooks.ts"
import { type Setup, startOnV2 } from "./hooks-v2.ts"
import { builtPlugin } from "./plugins.ts"
import { ms, spreadOf, spreadText } from "./spread.ts"
import { makeStore } from "./store.ts"
import { type Row, under } from "./table.ts"

const MESSAGES = 5000
const REQUESTS = 300
const WARM_UP = 350
const MOST_P99_MS = 25
const WORDS = "const value = readSetting(name) // a line of code of some length\n"

interface LongHost {
  readonly name: string
  /** One of a conversation. */
  messageAt(at: number): unknown
  /** How long the host waited for the hook. */
  request(messages: unknown[]): Promise<number>
  answered(): Promise<void>
  close(): Promise<void>
}

export async function longHookRows(): Promise<Row[]> {
  const rows: Row[] = []
  for (const start of [startOn1, startOn2]) rows.push(await rowOf(await start()))
  return rows
}

type Plugin = { readonly default: { readonly server: Server; readonly setup: Setup } }

async function built(): Promise<Plugin["default"] & { readonly directory: string }> {
  const { root, directory } = await makeStore({ cold: 100 })
  process.env.CAIRN_HOME = root
  const { default: plugin } = (await import(builtPlugin())) as Plugin
  return { ...plugin, directory }
}

async function startOn1(): Promise<LongHost> {
  const { server, directory } = await built()
  const cairn = new Cairn(await server(pluginInput(directory)))
  const session = newSession()
  await cairn.userMessage(session, "go on")
  await cairn.prefix(session)
  return {
    name: "the hook",
    messageAt: (at) => messageOfV1(session, at),
    request: (messages) => cairn.messages(messages),
    answered: () => cairn.answered(session),
    close: () => cairn.close(),
  }
}

async function startOn2(): Promise<LongHost> {
  const { setup, directory } = await built()
  const cairn = await startOnV2(setup, directory)
  const session = newSession()
  await cairn.prefix(session)
  return {
    name: "all of the hook on OpenCode 2, which also builds the prompt,",
    messageAt: messageOfV2,
    request: (messages) => cairn.messages(session, messages),
    answered: () => cairn.answered(session),
    close: () => cairn.close(),
  }
}

async function rowOf(host: LongHost): Promise<Row> {
  await host.answered()
  const messages = Array.from({ length: MESSAGES }, (_, at) => host.messageAt(at))
  // A session gets this long step by step: what is old has left long ago.
  const first = await host.request([...messages])
  for (let at = 0; at < WARM_UP; at++) {
    await host.request([...messages])
    await rest()
  }
  const waits: number[] = []
  const worked: number[] = []
  for (let at = 0; at < REQUESTS; at++) {
    messages.push(host.messageAt(MESSAGES + at))
    // The host reads its messages anew for every request.
    const shown = [...messages]
    const before = process.cpuUsage().user
    waits.push(await host.request(shown))
    worked.push((process.cpuUsage().user - before) / 1000)
    await host.answered()
    await rest()
  }
  await host.close()
  const spread = spreadOf(waits)
  return {
    what: `${host.name} at ${MESSAGES.toLocaleString("en-US")} messages, ${REQUESTS} requests`,
    cairn: `${spreadText(spread)}; processor ${spreadText(spreadOf(worked))}`,
    baseline: `the first request after a start, which looks at all of them: ${ms(first)}`,
    target: under(spread.p99, MOST_P99_MS, "ms (p99)"),
  }
}

/** As long as a model takes at least. */
function rest(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 30))
}

const isTyped = (at: number) => at % 10 === 0
const typedAt = (at: number) => `go on with part-${at % 70}.ts`

/** The call of a message, and what it answers. */
function callAt(at: number): { readonly tool: string; readonly input: object; readonly output: string } {
  const path = `/w/src/part-${at % 70}.ts`
  const output = `${at} ${WORDS.repeat(30)}`
  if (at % 3 === 0) return { tool: "read", input: { filePath: path }, output }
  if (at % 3 === 1) return { tool: "bash", input: { command: `npm test -- part-${at % 40}` }, output }
  const input = { filePath: path, oldString: WORDS, newString: WORDS.repeat(3) }
  return { tool: "edit", input, output: "Edit applied successfully." }
}

function messageOfV1(sessionID: string, at: number): unknown {
  const id = `msg_${String(at).padStart(6, "0")}`
  if (isTyped(at)) {
    const model = { providerID: "anthropic", modelID: "claude-bench" }
    return {
      info: { id, sessionID, role: "user", model },
      parts: [{ id: `prt_${id}`, type: "text", text: typedAt(at) }],
    }
  }
  const { tool, input, output } = callAt(at)
  const state = { status: "completed", input, output, metadata: { exit: 0 }, time: { start: at, end: at } }
  return {
    info: { id, sessionID, role: "assistant" },
    parts: [
      { id: `prt_a${id}`, type: "text", text: `Now part-${at % 70}.ts.` },
      { id: `prt_b${id}`, type: "tool", callID: `call_${at}`, tool, state },
    ],
  }
}

/** A call and its answer are two messages. */
function messageOfV2(at: number): unknown {
  const id = `msg_${String(at).padStart(6, "0")}`
  const step = Math.floor(at / 2)
  if (isTyped(step))
    return at % 2 === 0
      ? { id, role: "user", metadata: {}, content: [{ type: "text", text: typedAt(step) }] }
      : { id, role: "assistant", content: [{ type: "text", text: `Now part-${step % 70}.ts.` }] }
  const { tool, input, output } = callAt(step)
  const call = { id: `call_${step}`, name: tool === "bash" ? "shell" : tool }
  if (at % 2 === 0) return { id, role: "assistant", content: [{ type: "tool-call", ...call, input }] }
  return { role: "tool", content: [{ type: "tool-result", ...call, result: { type: "text", value: output } }] }
}
