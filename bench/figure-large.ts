// Far more notes than anybody has: does the host still breathe while Cairn reads them for the first time?
import { runChild, type ScanOutcome, type Task } from "./child-process.ts"
import { builtPlugin } from "./plugins.ts"
import { count, ms, ratio, spreadText } from "./spread.ts"
import { makeStore } from "./store.ts"
import { type Figure, under } from "./table.ts"

export async function largeFigure(cold: number): Promise<Figure> {
  const store = await makeStore({ cold, seen: false })
  const task: Task = {
    kind: "scan",
    plugin: builtPlugin(),
    directory: store.directory,
    listed: store.listed,
    scopes: store.scopes,
  }
  const own = await runChild<ScanOutcome>(task, { CAIRN_HOME: store.root, CAIRN_HISTORY: "false" })
  const naive = await runChild<ScanOutcome>({ ...task, kind: "naive" }, {})
  return {
    title: `7. ${count(cold)} notes`,
    about:
      "The first scan in the background, in a fresh process without history, while the prefix hook is called every second; the loop is watched on while the index is saved. Naive: one turn.",
    rows: [
      {
        what: "scan complete",
        cairn: ms(own.complete),
        baseline: `naive: ${ms(naive.complete)} before every turn`,
        ratio: ratio(own.complete, naive.complete),
      },
      {
        what: "loop delay meanwhile",
        cairn: spreadText(own.loop),
        baseline: `naive: ${spreadText(naive.loop)}`,
        ratio: ratio(own.loop.max, naive.loop.max),
        target: { text: "p99 under 25 ms, max under 100 ms", met: own.loop.p99 < 25 && own.loop.max < 100 },
      },
      {
        what: "prefix hook meanwhile",
        cairn: `${spreadText(own.hook)}; ${own.late} given up`,
        baseline: `naive: ${ms(naive.complete)}`,
        ratio: ratio(own.hook.p99, naive.complete),
        target: { ...under(own.hook.p99, 50, "ms"), text: "p99 under 50 ms" },
      },
      {
        what: "growth of resident memory",
        cairn: `${count(own.grown.peak)} MB at its peak, ${count(own.grown.end)} MB after`,
        baseline: `naive: ${count(naive.grown.peak)} MB`,
        ratio: ratio(own.grown.peak, naive.grown.peak),
        target: under(own.grown.peak, 300, "MB"),
      },
    ],
  }
}
