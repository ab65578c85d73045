// A process of its own for one measurement, so that loading the built plugin and the growth of memory are seen from a fresh start. Its
// argument is a task as JSON; its answer is one line of JSON.
//
// Modules of the runtime that OpenCode has loaded long before its plugins are loaded here too: they are not Cairn's cost.
import "node:crypto"
import "node:child_process"
import "node:util"
import "bun:sqlite"
import { setTimeout as sleep } from "node:timers/promises"
import type { Hooks, PluginInput } from "@opencode-ai/plugin"
import { type NaiveScope, naivePrefix } from "./baseline-naive.ts"
import type { ScanOutcome, StartOutcome, Task } from "./child-process.ts"
import { Cairn, coldNotesIn, newSession, pluginInput, showsHot, untilComplete } from "./hooks.ts"
import { type Setup, startOnV2 } from "./hooks-v2.ts"
import { watchLoop } from "./loop-delay.ts"
import { spreadOf } from "./spread.ts"

/** How long the loop is watched after the tree is complete: the index is then being saved. */
const SAVING_MS = 3000
/** As often as a quick agent makes a model call. More often would measure the hook instead of the scan. */
const HOOK_EVERY_MS = 1000

type Module = { default: { server(input: PluginInput): Promise<Hooks>; setup: Setup } }

async function start({ plugin, entry, directory, listed }: Task): Promise<StartOutcome> {
  const begun = performance.now()
  const since = () => performance.now() - begun
  const { default: module } = (await import(plugin)) as Module
  const imported = since()
  const cairn =
    entry === "setup"
      ? await startOnV2(module.setup, directory)
      : new Cairn(await module.server(pluginInput(directory)))
  const served = since()
  if (listed === 0) return { imported, server: served, hot: served, complete: served, known: 0 }
  let text = ""
  while (!showsHot(text)) text = (await cairn.prefix(newSession())).text
  const hot = since()
  await untilComplete(cairn, listed, listed > 2000 ? 50 : 10)
  const complete = since()
  await cairn.close()
  return { imported, server: served, hot, complete, known: coldNotesIn(text) }
}

async function scan({ plugin, directory, listed }: Task): Promise<ScanOutcome> {
  const rssBefore = process.memoryUsage().rss
  const { default: module } = (await import(plugin)) as Module
  const begun = performance.now()
  const endLoop = watchLoop()
  const cairn = new Cairn(await module.server(pluginInput(directory)))
  const steady = newSession()
  const hook: number[] = []
  let peak = 0
  let complete = 0
  let late = 0
  while (complete === 0 || performance.now() - begun < complete + SAVING_MS) {
    const { text, ms } = await cairn.prefix(steady)
    if (text === "") late++
    else hook.push(ms)
    peak = Math.max(peak, process.memoryUsage().rss)
    if (complete === 0 && (await knowsAll(cairn, listed))) complete = performance.now() - begun
    if (performance.now() - begun > 150_000) throw new Error("the scan did not end in time")
    await sleep(HOOK_EVERY_MS)
  }
  const loop = endLoop()
  const mb = (bytes: number) => (bytes - rssBefore) / 1_000_000
  const grown = { peak: mb(peak), end: mb(process.memoryUsage().rss) }
  await cairn.close()
  return { complete, loop, hook: spreadOf(hook), late, grown }
}

/** Asked right after a call of the hook, so that what it rendered is at hand and asking costs next to nothing. */
async function knowsAll(cairn: Cairn, listed: number): Promise<boolean> {
  return coldNotesIn((await cairn.prefix(newSession())).text) === listed
}

async function naive({ scopes }: Task): Promise<ScanOutcome> {
  const rssBefore = process.memoryUsage().rss
  const endLoop = watchLoop()
  const begun = performance.now()
  await naivePrefix(scopes as NaiveScope[])
  const complete = performance.now() - begun
  const end = (process.memoryUsage().rss - rssBefore) / 1_000_000
  return { complete, loop: endLoop(), hook: spreadOf([complete]), late: 0, grown: { peak: end, end } }
}

const task = JSON.parse(process.argv[2] as string) as Task
const answers = { start: () => start(task), scan: () => scan(task), naive: () => naive(task) }
process.stdout.write(`${JSON.stringify(await answers[task.kind]())}\n`, () => process.exit(0))
