// What a durable write costs: the tool against the same bytes written with less care. The three take turns, so that a busy disk hits all.
import { open, rename, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { tempDir } from "../test/bed/sandbox.ts"
import { hotText } from "./corpus.ts"
import { type Cairn, newSession } from "./hooks.ts"
import { startCairn } from "./in-process.ts"
import { median, ratio, type Spread, spreadOf, spreadText, timed } from "./spread.ts"
import { makeStore } from "./store.ts"
import type { Figure, Row } from "./table.ts"

const WRITES = 150
/** Longer than a writer waits for the sake of other processes after it has just written. */
const PAUSE_MS = 8
const MOST_FACTOR = 3

export async function writesFigure(): Promise<Figure> {
  const store = await makeStore({ cold: 1000 })
  const cairn = await startCairn(store)
  const body = hotText(0, 0)
  const dir = tempDir("writes")
  const session = newSession()
  const samples: Record<"plain" | "synced" | "durable" | "created" | "replaced", number[]> = {
    plain: [],
    synced: [],
    durable: [],
    created: [],
    replaced: [],
  }
  const syncs = countSyncs(await syncPrototype(dir))
  const shares: number[] = []
  for (let write = 0; write < WRITES; write++) {
    const file = (kind: string) => join(dir, `${kind}-${write}.md`)
    const path = `reference/written/note-${write}.md`
    samples.plain.push(await timed(() => writeFile(file("plain"), body)))
    samples.synced.push(await timed(() => durableWrite(file("synced"), body, false)))
    samples.durable.push(await timed(() => durableWrite(file("durable"), body, true)))
    for (const kind of ["created", "replaced"] as const) {
      await sleep(PAUSE_MS)
      syncs.reset()
      const took = await timed(() => writeNote(cairn, path, `${kind} ${write}\n${body}`, session))
      samples[kind].push(took)
      shares.push(syncs.spent() / took)
    }
  }
  const burst: number[] = []
  for (let write = 0; write < WRITES / 3; write++)
    burst.push(await timed(() => writeNote(cairn, "reference/written/burst.md", `${write}\n${body}`, session)))
  syncs.restore()
  await cairn.close()
  const spreads = Object.fromEntries(
    Object.entries(samples).map(([kind, values]) => [kind, spreadOf(values)]),
  ) as Record<keyof typeof samples, Spread>
  return {
    title: "4. A durable write",
    about: `\`memory_write\` through the tool at 1,000 notes: lock, read, check, write, fsync, rename, fsync of the folder, index. ${WRITES} of each kind, with pauses as between an agent's steps.`,
    rows: [
      ...rowsAgainst("memory_write, new note", spreads.created, spreads),
      {
        what: "memory_write, replacing a note",
        cairn: spreadText(spreads.replaced),
        baseline: `write, fsync, rename, fsync folder: ${spreadText(spreads.durable)}`,
        ratio: ratio(spreads.replaced.p50, spreads.durable.p50),
      },
      {
        what: "memory_write, back to back",
        cairn: spreadText(spreadOf(burst)),
        baseline: `with pauses: ${spreadText(spreads.replaced)}`,
        ratio: ratio(median(burst), spreads.replaced.p50),
      },
      { what: "share of fsync in memory_write", cairn: `${(median(shares) * 100).toFixed(0)} %` },
    ],
  }
}

function rowsAgainst(what: string, own: Spread, { plain, synced, durable }: Record<string, Spread>): Row[] {
  const row = (name: string, baseline: Spread | undefined, target?: Row["target"]): Row => ({
    what,
    cairn: spreadText(own),
    baseline: `${name}: ${spreadText(baseline as Spread)}`,
    ratio: ratio(own.p50, (baseline as Spread).p50),
    ...(target && { target }),
  })
  const met = own.p50 <= MOST_FACTOR * (durable as Spread).p50
  return [
    row("fs.writeFile", plain),
    row("write, fsync, rename", synced),
    row("write, fsync, rename, fsync folder", durable, { text: `at most ${MOST_FACTOR}x`, met }),
  ]
}

async function writeNote(cairn: Cairn, path: string, content: string, session: string): Promise<void> {
  await cairn.tool("memory_write", { path, content, description: "Written by a benchmark" }, session)
}

/** The same bytes with less care: to be held against. */
export async function durableWrite(file: string, text: string, withFolder: boolean): Promise<void> {
  const handle = await open(`${file}.tmp`, "wx", 0o600)
  await handle.writeFile(text)
  await handle.sync()
  await handle.close()
  await rename(`${file}.tmp`, file)
  if (!withFolder) return
  const folder = await open(dirname(file))
  await folder.sync()
  await folder.close()
}

type Syncing = { sync: () => Promise<void> }

async function syncPrototype(dir: string): Promise<Syncing> {
  const handle = await open(dir)
  await handle.close()
  return Object.getPrototypeOf(handle) as Syncing
}

/** Adds up the time that file handles spend in `sync`. */
function countSyncs(prototype: Syncing): { reset(): void; spent(): number; restore(): void } {
  const original = prototype.sync
  let total = 0
  prototype.sync = async function (this: unknown) {
    const started = performance.now()
    await original.call(this)
    total += performance.now() - started
  }
  return {
    reset: () => {
      total = 0
    },
    spent: () => total,
    restore: () => {
      prototype.sync = original
    },
  }
}
