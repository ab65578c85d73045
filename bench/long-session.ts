// A session in which the agent rewrites a hot note every turn, in a real OpenCode: how much of what stands before the conversation changes,
// and how much would if the notes were rendered anew for every turn.
import { blockOf, decisions } from "../test/bed/cairn-block.ts"
import { type HostVersion, startHost } from "../test/bed/host.ts"
import { startModel } from "../test/bed/model-server.ts"
import { prefixBreak, type RecordedRequest } from "../test/bed/recording.ts"
import { callTool, say } from "../test/bed/reply.ts"
import { naivePrefix } from "./baseline-naive.ts"
import { HOT_NOTES } from "./corpus.ts"
import { showsHot } from "./hooks.ts"
import { giveNotes } from "./host-starts.ts"
import { builtPlugin } from "./plugins.ts"

export const TURNS = 30

export interface LongSession {
  /** The block of every request. */
  readonly cairn: Blocks
  /** One block a turn. */
  readonly naive: Blocks
  /** Why each epoch began. */
  readonly epochs: readonly string[]
  /** Requests that do not begin with the whole of the one before. */
  readonly breaks: number
}

export interface Blocks {
  readonly count: number
  readonly distinct: number
  /** Bytes that are not the same in the block before, summed. */
  readonly changed: number
  /** Bytes from the first changed one on, which no cache can serve, summed. */
  readonly uncached: number
}

export async function longSession(version: HostVersion): Promise<LongSession> {
  const model = await startModel()
  const host = await startHost({ version, model, plugin: builtPlugin() })
  await host.stop()
  const { scopes } = await giveNotes(host)
  await host.start()
  const session = await host.createSession()
  const naive: string[] = []
  for (let turn = 1; turn <= TURNS; turn++) {
    const content = `Turn ${turn} of the work.\nWhat is done so far, and what comes next.`
    model.script([callTool("memory_write", { path: "system/progress", content }), say("noted")], { session })
    const { tools } = await host.prompt(session, `step ${turn}`)
    if (tools[0]?.status !== "completed") throw new Error(`the write failed: ${tools[0]?.output}`)
    naive.push(await naivePrefix(scopes))
    if (!naive.at(-1)?.includes(content)) throw new Error("the write did not reach the disk")
  }
  await host.stop()
  await model.close()
  const requests = model.of("main", session)
  const own = requests.map(blockOf)
  if (requests.length !== 2 * TURNS || !own.every(showsHot))
    throw new Error(`expected ${2 * TURNS} requests that all show ${HOT_NOTES} hot notes`)
  const rendered = (await decisions(host, model, session)).filter((line) => line.startsWith("rendered "))
  return {
    cairn: compare(own),
    naive: compare(naive),
    epochs: rendered.map((line) => line.slice("rendered ".length)),
    breaks: pairs(requests).filter(isBroken).length,
  }
}

function isBroken([earlier, later]: [RecordedRequest, RecordedRequest]): boolean {
  return prefixBreak(earlier, later) !== undefined
}

function compare(blocks: readonly string[]): Blocks {
  const differences = pairs(blocks.map((block) => Buffer.from(block))).map(difference)
  const sum = (key: "changed" | "uncached") => differences.reduce((all, found) => all + found[key], 0)
  return {
    count: blocks.length,
    distinct: new Set(blocks).size,
    changed: sum("changed"),
    uncached: sum("uncached"),
  }
}

function difference([earlier, later]: [Buffer, Buffer]): { changed: number; uncached: number } {
  const shorter = Math.min(earlier.length, later.length)
  const longer = Math.max(earlier.length, later.length)
  let head = 0
  while (head < shorter && earlier[head] === later[head]) head++
  let tail = 0
  while (tail < shorter - head && earlier.at(-1 - tail) === later.at(-1 - tail)) tail++
  return { changed: longer - head - tail, uncached: later.length - head }
}

function pairs<T>(items: readonly T[]): [T, T][] {
  return items.slice(1).map((item, before) => [items[before] as T, item])
}
