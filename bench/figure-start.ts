// What starting with Cairn costs: the built plugin in fresh processes, against a plugin that does nothing.
import { runChild, type StartOutcome, type Task } from "./child-process.ts"
import { builtPlugin, emptyPlugin } from "./plugins.ts"
import { count, median, ms, ratio } from "./spread.ts"
import { type BenchStore, forgetIndex, storeOf } from "./store.ts"
import type { Figure, Row } from "./table.ts"

const RUNS = 5
const MOST_ADDED_MS = 50

interface Case {
  readonly store: BenchStore
  readonly index: "warm" | "cold"
}

export async function startFigure(sizes: readonly number[]): Promise<Figure> {
  const empty = emptyPlugin()
  const rows: Row[] = []
  for (const size of sizes) {
    const store = await storeOf(size)
    for (const index of ["warm", "cold"] as const) rows.push(...(await rowsFor({ store, index }, empty)))
  }
  return {
    title: "3a. Starting the plugin",
    about: `From before the import of the built plugin, in a fresh process that has loaded what OpenCode has (crypto, SQLite, child processes), median of ${RUNS}. Warm: the index of last time is there. Cold: it is not; hot notes are read first, the others in the background while prompts are served.`,
    rows,
  }
}

async function rowsFor({ store, index }: Case, empty: string): Promise<Row[]> {
  const own: StartOutcome[] = []
  const nothing: StartOutcome[] = []
  for (let run = 0; run < RUNS; run++) {
    if (index === "cold") forgetIndex(store)
    const task: Task = { kind: "start", plugin: builtPlugin(), directory: store.directory, listed: store.listed }
    nothing.push(await runChild({ ...task, plugin: empty, listed: 0 }, {}))
    own.push(await runChild(task, { CAIRN_HOME: store.root }))
  }
  const of = (outcomes: readonly StartOutcome[], moment: keyof StartOutcome) => median(outcomes.map((o) => o[moment]))
  const baseline = of(nothing, "server")
  const row = (what: string, moment: Exclude<keyof StartOutcome, "known">, hasTarget: boolean): Row => {
    const value = of(own, moment)
    return {
      what: `${what}, ${index} index, ${count(store.cold)} notes`,
      cairn: ms(value),
      baseline: `empty plugin: ${ms(baseline)}`,
      ratio: ratio(value, baseline),
      ...(hasTarget && {
        target: { text: `adds under ${MOST_ADDED_MS} ms`, met: value - baseline < MOST_ADDED_MS },
      }),
    }
  }
  const warm = index === "warm" && store.cold <= 1000
  return [
    row("module imported", "imported", false),
    row("server() returned", "server", warm),
    row("first prefix with all hot notes", "hot", warm),
    {
      what: `cold notes the first prefix knows of, ${index} index`,
      cairn: `${count(of(own, "known"))} of ${count(store.listed)}`,
    },
    row("prefix knows every note", "complete", false),
  ]
}
