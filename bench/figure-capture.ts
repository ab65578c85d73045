// What a message waits for long-term memory: when it asks for nothing to be kept, and when it does. Measured on the built plugin with many
// notes, as a user has after years.
import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { tempDir } from "../test/bed/sandbox.ts"
import { FIRST_HALF, SECOND_HALF } from "./coding-messages.ts"
import { hotText } from "./corpus.ts"
import { durableWrite } from "./figure-writes.ts"
import { Cairn, newSession, pluginInput, type Server, untilComplete } from "./hooks.ts"
import { builtPlugin } from "./plugins.ts"
import { count, ms, ratio, spreadOf, spreadText, timed } from "./spread.ts"
import { makeStore } from "./store.ts"
import type { Figure, Row } from "./table.ts"

const NOTES = 10_000
/** Of the other notes, a sixth lies below `facts/` too. */
const OF_OTHERS = 1 / 6
const MESSAGES = 420
const SAVES = 120
const MOST_QUIET_MS = 25
const MOST_SAVING_MS = 150
/** Between two messages: what was put off is done by then. */
const PAUSE_MS = 15
const MOST_WAIT_MS = 10_000
/** By then the words of all notes are taken in. */
const SETTLED_MS = 5000

export async function captureFigure(facts: readonly number[]): Promise<Figure> {
  const rows: Row[] = []
  for (const number of facts) rows.push(...(await rowsFor(number)))
  return {
    title: "What a message waits for long-term memory",
    about: `\`chat.message\` of the built plugin with ${count(NOTES)} notes, in a session whose prompt has been built: ${MESSAGES} messages that ask for nothing to be kept, and ${SAVES} that do. The first after the start come while the words of all notes are still being taken in, one every ${PAUSE_MS} ms, and meet code that never ran before. A fact counts as on disk when its file is there under its name, which is after an fsync of file and folder. The baseline is a bare durable write (temporary file, fsync, rename, fsync of the folder) of as many bytes, in turn with the saves.`,
    rows,
  }
}

interface Bench {
  readonly cairn: Cairn
  readonly session: string
  readonly folders: readonly string[]
}

async function rowsFor(facts: number): Promise<Row[]> {
  const added = Math.round((facts - NOTES * OF_OTHERS) / (1 - OF_OTHERS))
  const store = await makeStore({ cold: NOTES - added, facts: added })
  process.env.CAIRN_HOME = store.root
  const { default: plugin } = (await import(builtPlugin())) as { default: { server: Server } }
  const cairn = new Cairn(await plugin.server(pluginInput(store.directory)))
  const session = newSession()
  await cairn.userMessage(session, "Let us look at the retry queue of the importer")
  await untilComplete(cairn, store.listed)
  await cairn.prefix(session)
  const bench = { cairn, session, folders: store.scopes.map(({ folder }) => join(folder, "facts")) }
  const rows = [...(await quietRows(bench)), ...(await savingRows(bench))]
  await cairn.close()
  return rows.map((row) => ({ ...row, what: `${row.what}, ${count(facts)} facts` }))
}

async function quietRows(bench: Bench): Promise<Row[]> {
  const texts = [...FIRST_HALF, ...SECOND_HALF].map(({ text }) => text)
  const early = spreadOf(await quietMessages(bench, texts))
  await sleep(SETTLED_MS)
  const own = spreadOf(await quietMessages(bench, Array.from({ length: MESSAGES / texts.length }, () => texts).flat()))
  return [
    {
      what: "message, nothing saved",
      cairn: spreadText(own),
      target: { text: `p99 under ${MOST_QUIET_MS} ms`, met: own.p99 < MOST_QUIET_MS },
    },
    { what: `the same, the first ${texts.length} after the start`, cairn: spreadText(early) },
  ]
}

async function quietMessages({ cairn, session }: Bench, texts: readonly string[]): Promise<number[]> {
  const samples: number[] = []
  for (const [turn, text] of texts.entries()) {
    samples.push(await timed(() => cairn.userMessage(session, `${text} (${turn})`)))
    await sleep(PAUSE_MS)
  }
  return samples
}

async function savingRows({ cairn, session, folders }: Bench): Promise<Row[]> {
  const dir = tempDir("bare")
  const samples: Record<"hook" | "onDisk" | "again" | "tool" | "bare", number[]> = {
    hook: [],
    onDisk: [],
    again: [],
    tool: [],
    bare: [],
  }
  let late = 0
  for (let turn = 0; turn < SAVES; turn++) {
    const fact = `the ${NAMES[turn % NAMES.length]} of customer ${turn} listens on port ${7000 + turn}`
    const started = performance.now()
    samples.hook.push(await timed(() => cairn.userMessage(session, `Remember that ${fact}`)))
    const name = fact.replace(/\W+/g, "-")
    if (!isOnDisk(folders, name)) late++
    await untilOnDisk(folders, name)
    samples.onDisk.push(performance.now() - started)
    await sleep(PAUSE_MS)
    samples.again.push(await timed(() => cairn.userMessage(session, `Remember that ${fact}`)))
    await sleep(PAUSE_MS)
    samples.bare.push(await timed(() => durableWrite(join(dir, `${turn}.md`), hotText(0, turn).slice(0, 300), true)))
    const text = `The worker of tenant ${turn} writes to bucket ${turn}`
    samples.tool.push(await timed(() => cairn.tool("memory_save", { text, type: "project" }, session)))
    await sleep(PAUSE_MS)
  }
  const bare = spreadOf(samples.bare)
  const row = (what: string, kind: keyof typeof samples, target: boolean, remark = ""): Row => {
    const own = spreadOf(samples[kind])
    return {
      what,
      cairn: `${spreadText(own)}${remark}`,
      baseline: `bare durable write: ${spreadText(bare)}`,
      ratio: ratio(own.p50, bare.p50),
      ...(target && { target: { text: `p99 under ${MOST_SAVING_MS} ms`, met: own.p99 < MOST_SAVING_MS } }),
    }
  }
  return [
    row("message, one fact saved", "hook", true, `; first ${ms(samples.hook[0] as number)}`),
    row("from the message to the file", "onDisk", true, `; ${late} of ${SAVES} after the hook`),
    row("message, a fact that is known", "again", true),
    row("memory_save", "tool", false),
  ]
}

const NAMES = ["gateway", "scheduler", "indexer", "mailer"]

function isOnDisk(folders: readonly string[], name: string): boolean {
  return ["project", "feedback"].some((type) =>
    folders.some((folder) => existsSync(join(folder, `${type}-${name}.md`))),
  )
}

async function untilOnDisk(folders: readonly string[], name: string): Promise<void> {
  for (const end = performance.now() + MOST_WAIT_MS; !isOnDisk(folders, name); await sleep(1))
    if (performance.now() > end)
      throw new Error(`${name} was not saved; there is ${folders.flatMap((folder) => readdirSync(folder).slice(-3))}`)
}
