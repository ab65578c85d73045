// What the memory holds, what fills the prompt, what is new and what waits: the screen a person opens daily.
import { dirname } from "node:path"
import type { App } from "../app.ts"
import { conflictsNow } from "../intake/shown-conflicts.ts"
import { messageOf } from "../model/errors.ts"
import { isGeneratedPath } from "../model/generated-mark.ts"
import { isBlank } from "../model/note.ts"
import { ownCommand } from "../model/own-command.ts"
import { projectScope, SCOPES, type ScopeName } from "../model/scope.ts"
import { memoriesToTell, surroundingsOf } from "../moving/other-memories.ts"
import { charsByPart } from "../prompt/prompt-parts.ts"
import { entriesOf, isOwnEntry, pluginsIn, projectConfigFolders, readHostConfigs } from "../setup/host-config.ts"
import { readLogLines } from "../store/log-lines.ts"
import { readSettings } from "../store/settings-file.ts"
import { backgroundReport } from "./memory-background.ts"
import { type Operation, operation } from "./operation.ts"
import { promptNow } from "./place-in-prompt.ts"
import { savedLately } from "./saved-lately.ts"
import { renderStatus } from "./status-screen.ts"

export type MemoryStatus = Awaited<ReturnType<typeof statusOf>>

const WEEK_MS = 7 * 86_400_000
const DAY_MS = 86_400_000
const MOST_OUTCOMES = 500
/** Looking into more of them would take too long for a quick look. */
const MOST_PROJECTS = 40

export const memoryStatus: Operation = operation({
  name: "memory_status",
  summary: "Show what the memory holds, what fills the prompt, what is new and what waits.",
  effect: "read",
  access: "person",
  needsNoMemory: true,
  input: {},
  run: ({ app }) => statusOf(app),
  toText: (status, _, screen) => renderStatus(status, screen ?? { columns: 80, hasColour: false }),
})

async function statusOf(app: App) {
  await Promise.all(SCOPES.map((scope) => app.scopeNotes(scope).refreshNow()))
  const now = app.clock.now()
  const outcomes = app.store.outcomes.since(now - WEEK_MS, app.project.name, MOST_OUTCOMES)
  const log = await readLogLines(app.store.layout.log)
  const host = log.findLast(({ event }) => event === "host")
  const prefix = promptNow(app)
  const isEmpty = await keepsNothing(app)
  const plugin = await configuredPlugin(app)
  return {
    version: process.env.CAIRN_VERSION ?? "source",
    project: app.project.name,
    isMade: app.project.isMade,
    ...{ isEmpty, plugin },
    // Other memories that could be imported.
    beside: isEmpty ? await besideMemories(app) : [],
    folder: app.notesFolder,
    // Somebody has deleted the notes, perhaps while OpenCode was running; or nothing can be kept at that place.
    hadNotes: app.hadNotes,
    unmakeable: app.isBegun ? undefined : await app.whyUnmakeable(),
    // From the last entry in the log.
    host: host && { name: host.fields.host ?? "", version: host.fields.version ?? "", at: host.at },
    // When a model was last shown something of this project.
    lastShown: app.store.shownPrompts.of(app.project.name).sessions(1)[0]?.at,
    scopes: (["project", "global"] as const).map((scope) => scopeStatus(app, scope)),
    prompt: { budget: app.config.prefixBudget, ...charsByPart(prefix, isHotNote(app)) },
    // Old outputs that were left out of requests, in all projects, as far back as the log goes.
    window: { mode: app.config.longWindow, ...leftOut(log) },
    // The last seven days, newest first.
    saved: savedLately(
      app,
      outcomes.filter(({ outcome }) => outcome === "promoted"),
    ),
    refused: outcomes.filter(({ outcome }) => outcome === "rejected").length,
    waitingElsewhere: await waitingElsewhere(app),
    // Of this project and for all; nothing but a person's word settles them.
    contradictions: conflictsNow(app).map((pair) => pair.map(({ path, text }) => ({ path, text }))),
    background: backgroundReport(app),
    trouble: [
      ...app.notices.map(({ text }) => text),
      ...(plugin.fault === undefined ? [] : [plugin.fault]),
      ...(await narrowedHere(app)),
      ...(plugin.fault !== undefined || (await isConfigured(app, plugin.spec))
        ? []
        : [notConfigured(host !== undefined)]),
      ...(app.store.history ? [] : ["history is switched off"]),
      ...log
        .filter(({ at, level }) => level === "ERROR" && now - at < DAY_MS)
        .map(({ event }) => `error in the log: ${event}`),
    ],
  }
}

/** Seed notes that nobody has written to, and lists that Cairn generates, do not count. */
async function keepsNothing(app: App): Promise<boolean> {
  const isHere = SCOPES.some((name) => {
    const { hot, cold, facts, quarantined } = app.scopeNotes(name).index
    const folder = app.scope(name).folder.join("/")
    return (
      facts.length + quarantined.length > 0 ||
      hot.some(({ body = "" }) => !isBlank(body)) ||
      cold.some(({ path }) => !isGeneratedPath(`${folder}/${path}`))
    )
  })
  return !isHere && (await app.store.projects.list()).every(({ name }) => name === app.project.name)
}

/** Cairn's entry in the user's own OpenCode configuration, or why that cannot be read. */
async function configuredPlugin(app: App): Promise<{ readonly spec?: string | undefined; readonly fault?: string }> {
  try {
    const entries = (await readHostConfigs(app.hostConfig, "own")).flatMap(pluginsIn)
    return { spec: entries.findLast((entry) => isOwnEntry(entry))?.spec }
  } catch (error) {
    return { fault: messageOf(error) }
  }
}

/** Cairn's entries in the configuration of this folder and those above it, which a repository may have supplied. */
async function entriesHere({ project: { checkout }, hostConfig }: App) {
  const { worktree, directory } = checkout
  const found = await Promise.all(
    projectConfigFolders(worktree, directory).map(async (folder) => {
      const configs = folder === hostConfig ? [] : await readHostConfigs(folder, { below: worktree }).catch(() => [])
      const own = configs.flatMap(entriesOf).filter((entry) => isOwnEntry(entry))
      return own.map(({ options }) => ({ folder, options }))
    }),
  )
  return found.flat()
}

/** What the options there switch off. */
async function narrowedHere(app: App): Promise<string[]> {
  const env = { ...process.env, XDG_CONFIG_HOME: dirname(app.hostConfig) }
  const lines: string[] = []
  for (const { folder, options } of await entriesHere(app)) {
    const { narrowed } = await readSettings({ env, options })
    if (narrowed.length > 0) lines.push(`the options in ${folder}/opencode.json take away: ${narrowed.join(", ")}`)
  }
  return lines
}

async function isConfigured(app: App, spec: string | undefined): Promise<boolean> {
  return spec !== undefined || (await entriesHere(app)).length > 0
}

/** What loaded it once may have been another folder's configuration, or the entry was taken out since. */
function notConfigured(wasLoaded: boolean): string {
  const how = wasLoaded ? " here, though OpenCode has called it" : ""
  return `OpenCode's configuration does not load Cairn${how}: ${ownCommand("setup")}`
}

async function besideMemories(app: App) {
  const found = await memoriesToTell(surroundingsOf(app))
  return [...new Map(found.map(({ memory: { name, title } }) => [name, { name, title }])).values()]
}

/** `since`: when the log begins; a full one is begun anew. Sums over all sessions, in tokens: what left, and what was written again for it. */
function leftOut(log: Awaited<ReturnType<typeof readLogLines>>) {
  const decided = log.filter(({ event }) => event === "outputs-retired").map(({ fields }) => fields)
  const sum = (name: string) => decided.reduce((all, fields) => all + (Number(fields[name]) || 0), 0)
  const [left, rewritten] = [sum("saved_tokens"), sum("rewritten_tokens")]
  return { since: log[0]?.at, decisions: decided.length, outputs: sum("outputs"), left, rewritten }
}

function isHotNote(app: App): (of: string) => boolean {
  const hot = new Set(SCOPES.flatMap((scope) => app.scopeNotes(scope).index.hot.map(({ path }) => `${scope}:${path}`)))
  return (of) => hot.has(of)
}

/** Facts by type, the largest group first. */
function scopeStatus(app: App, scope: ScopeName) {
  const { hot, cold, facts, quarantined } = app.scopeNotes(scope).index
  const byType = new Map<string, number>()
  for (const { fact, quarantined: waits } of facts)
    if (fact && !waits && fact.supersededBy === undefined) byType.set(fact.type, (byType.get(fact.type) ?? 0) + 1)
  const chars = [...hot, ...cold].reduce((sum, note) => sum + note.chars, 0)
  const counted = [...byType].map(([type, count]) => ({ type, count })).sort((a, b) => b.count - a.count)
  return { scope, hot: hot.length, cold: cold.length, chars, facts: counted, waiting: quarantined.length }
}

async function waitingElsewhere(app: App): Promise<{ project: string; count: number }[]> {
  const found: { project: string; count: number }[] = []
  for (const { name } of (await app.store.projects.list()).slice(0, MOST_PROJECTS)) {
    if (name === app.project.name) continue
    const notes = app.store.scopeNotes(projectScope(name))
    await notes.refreshNow()
    if (notes.index.quarantined.length > 0) found.push({ project: name, count: notes.index.quarantined.length })
  }
  return found
}
