// What a person waits for: `opencode serve` until it is ready, and from there to the first model request of a new session.
import { mkdirSync } from "node:fs"
import { dirname } from "node:path"
import { type Host, startHost } from "../test/bed/host.ts"
import { type ModelServer, startModel } from "../test/bed/model-server.ts"
import { cairnRoot } from "../test/bed/store-on-disk.ts"
import { builtPlugin } from "./plugins.ts"
import { median, ms } from "./spread.ts"
import { makeStore } from "./store.ts"
import type { Figure, Row } from "./table.ts"

const RUNS = 6
const COLD = 1000
const MOST_ADDED_MS = 50

interface Timing {
  readonly ready: number
  /** Creating a session, the prompt, everything up to the arrival of its request at the model. */
  readonly first: number
  readonly second: number
}

export async function hostFigure(): Promise<Figure> {
  const model = await startModel()
  const contestants = [
    { name: "no plugin", host: await startHost({ model }), timings: [] as Timing[] },
    { name: "Cairn", host: await startHost({ model, plugin: builtPlugin() }), timings: [] as Timing[] },
  ]
  for (const { host } of contestants) await warmUp(host)
  for (let run = 0; run < RUNS; run++)
    for (const { name, host, timings } of contestants) timings.push(await start(host, model, name === "Cairn"))
  await model.close()
  const [none, own] = contestants.map(({ timings }) => timings) as [Timing[], Timing[]]
  const row = (what: string, moment: (timing: Timing) => number): Row => {
    // Pair by pair: what else the machine does changes from minute to minute and hits both of a pair.
    const added = median(own.map((timing, run) => moment(timing) - moment(none[run] as Timing)))
    return {
      what,
      cairn: ms(median(own.map(moment))),
      baseline: `no plugin: ${ms(median(none.map(moment)))}`,
      ratio: `${added >= 0 ? "+" : "-"}${ms(Math.abs(added))}`,
      target: { text: `adds under ${MOST_ADDED_MS} ms`, met: added < MOST_ADDED_MS },
    }
  }
  return {
    title: "3b. Starting OpenCode 1.18 with Cairn",
    about: `A real \`opencode serve\` with a scripted model and 1,000 notes, medians of ${RUNS} starts each, the two in turn; what is added is the median of the differences.`,
    rows: [
      row("until ready", ({ ready }) => ready),
      row("new session to its first request", ({ first }) => first),
      row("ready and first request together", ({ ready, first }) => ready + first),
      row("prompt to request, second turn", ({ second }) => second),
    ],
  }
}

/** Once for whatever a first start does, and with notes in place. */
async function warmUp(host: Host): Promise<void> {
  await host.prompt(await host.createSession(), "hello")
  await host.stop()
  mkdirSync(dirname(cairnRoot(host)), { recursive: true })
  await makeStore({ cold: COLD, root: cairnRoot(host), directory: host.project })
}

async function start(host: Host, model: ModelServer, expectsMemory: boolean): Promise<Timing> {
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
  if (!one || !two || one.systemText.includes("Hot note 3") !== expectsMemory)
    throw new Error("the model did not get the requests that were expected")
  return { ready, first: one.at - asked, second: two.at - again }
}
