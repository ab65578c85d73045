// Real starts of OpenCode without a plugin, with one that does nothing, and with Cairn: in turn, so that what else the machine does hits all
// of them alike.
import { mkdirSync } from "node:fs"
import { dirname } from "node:path"
import { type Host, type HostVersion, startHost } from "../test/bed/host.ts"
import { type ModelServer, startModel } from "../test/bed/model-server.ts"
import { cairnRoot } from "../test/bed/store-on-disk.ts"
import { builtPlugin, emptyPlugin } from "./plugins.ts"
import { median, ms } from "./spread.ts"
import { type BenchStore, makeStore } from "./store.ts"
import type { Row, Target } from "./table.ts"

export const STARTS = 5
const COLD = 1000
const MOST_ADDED_MS = 50

export interface Timing {
  readonly ready: number
  /** Creating a session, the prompt, everything up to the arrival of its request at the model. */
  readonly first: number
  readonly second: number
}

export type Moment = (timing: Timing) => number
export type Baseline = "no plugin" | "empty plugin"
export type Starts = Readonly<Record<Baseline | "Cairn", readonly Timing[]>>

interface Contestant {
  readonly host: Host
  readonly timings: Timing[]
  readonly hasMemory: boolean
}

const known = new Map<HostVersion, Promise<Starts>>()

/** Measured once a run: two figures tell of it. */
export function startsOf(version: HostVersion): Promise<Starts> {
  const starts = known.get(version) ?? measure(version)
  known.set(version, starts)
  return starts
}

/** Start by start, the median of what Cairn adds. */
export function addedRow(what: string, starts: Starts, baseline: Baseline, moment: Moment): Row {
  const added = median(starts.Cairn.map((timing, run) => moment(timing) - moment(starts[baseline][run] as Timing)))
  return {
    what,
    cairn: ms(median(starts.Cairn.map(moment))),
    baseline: `${baseline}: ${ms(median(starts[baseline].map(moment)))}`,
    ...addedTime(added),
  }
}

export function addedTime(added: number): { ratio: string; target: Target } {
  return {
    ratio: `${added >= 0 ? "+" : "-"}${ms(Math.abs(added))}`,
    target: { text: `adds under ${MOST_ADDED_MS} ms`, met: added < MOST_ADDED_MS },
  }
}

async function measure(version: HostVersion): Promise<Starts> {
  const model = await startModel()
  const enter = async (plugin?: string): Promise<Contestant> => {
    const host = await startHost({ version, model, ...(plugin && { plugin }) })
    await useOnce(host)
    return { host, timings: [], hasMemory: plugin === builtPlugin() }
  }
  const contestants = [await enter(), await enter(emptyPlugin()), await enter(builtPlugin())] as const
  const [none, empty, cairn] = contestants
  await giveNotes(cairn.host)
  for (let run = 0; run < STARTS; run++)
    for (const contestant of contestants) contestant.timings.push(await start(contestant, model))
  await model.close()
  return { "no plugin": none.timings, "empty plugin": empty.timings, Cairn: cairn.timings }
}

/** For whatever a first start does. */
async function useOnce(host: Host): Promise<void> {
  await host.prompt(await host.createSession(), "hello")
  await host.stop()
}

/** While the host is stopped. */
export function giveNotes(host: Host): Promise<BenchStore> {
  mkdirSync(dirname(cairnRoot(host)), { recursive: true })
  return makeStore({ cold: COLD, root: cairnRoot(host), directory: host.project })
}

async function start({ host, hasMemory }: Contestant, model: ModelServer): Promise<Timing> {
  const begun = performance.now()
  await host.start()
  const ready = performance.now() - begun
  const asked = Date.now()
  const session = await host.createSession()
  await host.prompt(session, "hello")
  const again = Date.now()
  await host.prompt(session, "go on")
  await host.stop()
  const [one, two] = model.of("main", session)
  if (!one || !two || one.systemText.includes("Hot note 3") !== hasMemory)
    throw new Error("the model did not get the requests that were expected")
  return { ready, first: one.at - asked, second: two.at - again }
}
