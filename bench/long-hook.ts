// What a request waits for the long window: the messages' hook of the built plugin on a conversation of 5,000 messages that goes on growing.
import { Cairn, newSession, pluginInput, type Server } from "./hooks.ts"
import { builtPlugin } from "./plugins.ts"
import { ms, spreadOf, spreadText } from "./spread.ts"
import { makeStore } from "./store.ts"
import { type Row, under } from "./table.ts"

const MESSAGES = 5000
const REQUESTS = 300
const WARM_UP = 350
const MOST_P99_MS = 25
const WORDS = "const value = readSetting(name) // a line of code of some length\n"

export async function longHookRows(): Promise<Row[]> {
  const { root, directory } = await makeStore({ cold: 100 })
  process.env.CAIRN_HOME = root
  const { default: plugin } = (await import(builtPlugin())) as { default: { server: Server } }
  const cairn = new Cairn(await plugin.server(pluginInput(directory)))
  const session = newSession()
  await cairn.userMessage(session, "go on")
  await cairn.prefix(session)
  await cairn.answered(session)
  const messages = Array.from({ length: MESSAGES }, (_, at) => messageAt(session, at))
  // A session gets this long step by step: what is old has left long ago.
  const first = await cairn.messages([...messages])
  for (let at = 0; at < WARM_UP; at++) {
    await cairn.messages([...messages])
    await rest()
  }
  const waits: number[] = []
  const worked: number[] = []
  for (let at = 0; at < REQUESTS; at++) {
    messages.push(messageAt(session, MESSAGES + at))
    // The host reads its messages anew for every request.
    const shown = [...messages]
    const before = process.cpuUsage().user
    waits.push(await cairn.messages(shown))
    worked.push((process.cpuUsage().user - before) / 1000)
    await cairn.answered(session)
    await rest()
  }
  await cairn.close()
  const spread = spreadOf(waits)
  return [
    {
      what: `the hook at ${MESSAGES.toLocaleString("en-US")} messages, ${REQUESTS} requests`,
      cairn: `${spreadText(spread)}; processor ${spreadText(spreadOf(worked))}`,
      baseline: `the first request after a start, which looks at all of them: ${ms(first)}`,
      target: under(spread.p99, MOST_P99_MS, "ms (p99)"),
    },
  ]
}

/** As long as a model takes at least. */
function rest(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 30))
}

function messageAt(sessionID: string, at: number): unknown {
  const id = `msg_${String(at).padStart(6, "0")}`
  if (at % 10 === 0) {
    const model = { providerID: "anthropic", modelID: "claude-bench" }
    return {
      info: { id, sessionID, role: "user", model },
      parts: [{ id: `prt_${id}`, type: "text", text: `go on with part-${at % 70}.ts` }],
    }
  }
  const path = `/w/src/part-${at % 70}.ts`
  const [tool, input] = ((): [string, unknown] => {
    if (at % 3 === 0) return ["read", { filePath: path }]
    if (at % 3 === 1) return ["bash", { command: `npm test -- part-${at % 40}` }]
    return ["edit", { filePath: path, oldString: WORDS, newString: WORDS.repeat(3) }]
  })()
  const output = tool === "edit" ? "Edit applied successfully." : `${at} ${WORDS.repeat(30)}`
  const state = { status: "completed", input, output, metadata: { exit: 0 }, time: { start: at, end: at } }
  return {
    info: { id, sessionID, role: "assistant" },
    parts: [
      { id: `prt_a${id}`, type: "text", text: `Now part-${at % 70}.ts.` },
      { id: `prt_b${id}`, type: "tool", callID: `call_${at}`, tool, state },
    ],
  }
}
