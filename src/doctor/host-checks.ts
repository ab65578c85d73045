// Whether OpenCode is installed, loads Cairn, and lets it work.
import { ownCommand } from "../model/own-command.ts"
import { isOlderVersion } from "../model/version-order.ts"
import type { LogLine } from "../store/log-lines.ts"
import { hasLostNotes } from "../store/own-folder.ts"
import { localMinute } from "../text/local-time.ts"
import { bad, type CheckFinding, type HealthCheck, type Patient, warn } from "./examination.ts"

const OLDEST = "1.18.29"
const DAY_MS = 86_400_000

/** Plugins that do the same as Cairn: both would put their text into each request, or shorten the same outputs. */
export const RIVALS: readonly (readonly [pattern: RegExp, name: string, clash: string])[] = [
  [
    /opencode-(?:dcp|dynamic-context-pruning)/,
    "DCP",
    'both leave old tool outputs out; set "longWindow": "off" in cairn.jsonc, or remove DCP',
  ],
  [/magic-context/, "Magic Context", "both keep a memory and take part in compactions; use one of them"],
  [/opencode-mem(?:@|$|\/)/, "opencode-mem", "both put a memory into each request; use one of them"],
  [/opencode-memfs/, "opencode-memfs", "both have tools named memory_read, memory_write, …; use one of them"],
  [/opencode-working-memory/, "opencode-working-memory", "both keep working memory and core blocks; use one of them"],
  [/open-memory/, "open-memory", "both have tools named memory_…; use one of them"],
  [
    /opencode-(?:supermemory|agent-memory|claude-memory)/,
    "another memory plugin",
    "both put a memory into each request; use one of them",
  ],
]

export function rivalOf(spec: string): (typeof RIVALS)[number] | undefined {
  return RIVALS.find(([pattern]) => pattern.test(spec))
}

export const hostChecks: readonly HealthCheck[] = [
  { name: "host", healthy: newEnough, examine: host },
  { name: "configured", healthy: "OpenCode's configuration loads Cairn once", examine: configured },
  { name: "loaded", healthy: calledLately, examine: loaded },
  { name: "settings", healthy: "the settings are understood", examine: settings },
  { name: "plugins", healthy: "no other plugin does the same", examine: plugins },
  { name: "features", healthy: howHooksWork, examine: features },
]

function* host({ hosts }: Patient): Iterable<CheckFinding> {
  if (hosts.length === 0)
    yield bad("no OpenCode is on your PATH", "install OpenCode, or name its program in OPENCODE_BIN")
  for (const { program, version } of hosts)
    if (isOlderVersion(version, OLDEST))
      yield bad(`${program} is OpenCode ${version}`, `update it to ${OLDEST} or newer`)
}

function newEnough({ hosts }: Patient): string {
  return `OpenCode is there and new enough (${[...new Set(hosts.map(({ version }) => version))].join(", ")})`
}

function* configured(patient: Patient): Iterable<CheckFinding> {
  const { configFault, own } = patient
  if (configFault !== undefined) yield bad(configFault, "fix that file; what it loads is not known here")
  else if (own.length === 0) yield notConfigured(patient)
  else if (own.length > 1) {
    const specs = own.map(({ spec }) => spec).join(", ")
    yield warn(`Cairn is configured ${own.length} times: ${specs}`, "keep one of them; the others stay silent")
  } else
    for (const { spec } of own)
      if (spec === "opencode-cairn" || spec.endsWith("@latest"))
        yield warn(`"${spec}" names no version, so OpenCode never updates it`, `run "${ownCommand("setup --upgrade")}"`)
}

function notConfigured(patient: Patient): CheckFinding {
  const text = "OpenCode's configuration does not load Cairn"
  const advice = `run "${ownCommand("setup")}"`
  return lastCall(patient) === undefined
    ? bad(text, advice)
    : warn(`${text} here, though OpenCode has called it`, `${advice} to have it in every folder`)
}

const OF_A_HOOK = new Set(["prefix-rendered", "prefix-served", "host"])

function lastCall({ log }: Patient): LogLine | undefined {
  return log.findLast(({ event }) => OF_A_HOOK.has(event))
}

function calledLately(patient: Patient): string {
  const last = lastCall(patient)
  if (!last) return "whether OpenCode has called Cairn is not known: that went with the memory folder"
  const { version } = patient.log.findLast(({ event }) => event === "host")?.fields ?? {}
  const details = [localMinute(last.at), ...(version ? [`OpenCode ${version}`] : [])]
  return `OpenCode has called Cairn lately (${details.join(", ")})`
}

function* loaded(patient: Patient): Iterable<CheckFinding> {
  const last = lastCall(patient)
  const days = last && Math.floor((patient.now - last.at) / DAY_MS)
  // With the folder its log is gone; what the running OpenCode has written since is not a start.
  if (days === undefined && hasLostNotes(patient.layout)) return
  if (days === undefined)
    yield bad(
      "OpenCode has not called Cairn yet",
      "restart OpenCode and send a message; with OpenCode 2, restart its background service too",
    )
  else if (days >= 14)
    yield warn(
      `OpenCode last called Cairn ${days} days ago`,
      "if you have used it since, look for the plugin in OpenCode's log",
    )
}

function* settings({ settings: problems }: Patient): Iterable<CheckFinding> {
  for (const { text, hint } of problems) yield bad(text, hint || "fix it in ~/.config/opencode/cairn.jsonc")
}

function* plugins({ plugins: all }: Patient): Iterable<CheckFinding> {
  for (const { spec } of all) {
    const rival = rivalOf(spec)
    if (rival) yield warn(`${rival[1]} is loaded too (${spec})`, rival[2])
  }
}

function howHooksWork(patient: Patient): string {
  return lastCall(patient) === undefined ? "no hook has run yet, so none failed" : "every hook works, and none was late"
}

function* features({ log, now }: Patient): Iterable<CheckFinding> {
  const lately = log.filter(({ at }) => now - at < DAY_MS)
  const off = lately.filter(({ event }) => event === "feature-off").map(({ fields }) => fields)
  const isOfTemplate = ({ feature }: LogLine["fields"]) => feature === "summary-template"
  if (off.some(isOfTemplate))
    yield warn(
      "another plugin replaces OpenCode's prompt for compactions",
      "remove that plugin, or do without what Cairn adds to summaries; Cairn puts back what a summary lost either way",
    )
  const others = off.filter((fields) => !isOfTemplate(fields)).map(({ feature, why }) => `${feature}: ${why}`)
  for (const what of new Set(others))
    yield warn(`a feature is off: ${what}`, "update OpenCode and Cairn; the rest goes on working")
  const late = lately.filter(({ event }) => event === "hook-late").map(({ fields }) => fields.hook)
  const hooks = late.length === 1 ? "1 hook was" : `${late.length} hooks were`
  if (late.length > 0)
    yield warn(
      `${hooks} late in the last day (${[...new Set(late)].join(", ")})`,
      "the host went on without Cairn's part; a busy or slow disk is the usual cause",
    )
}
