// The status as a person sees it: one column, or two if the terminal is wide enough.
import { ownCommand } from "../model/own-command.ts"
import { painter, unpainted } from "../model/paint.ts"
import { columnsOf, rowsOf } from "../text/columns.ts"
import { counted, thousands } from "../text/counted.ts"
import { localDay, localMinute } from "../text/local-time.ts"
import { backgroundLines } from "./memory-background.ts"
import type { MemoryStatus } from "./memory-status.ts"
import type { Screen } from "./operation.ts"

type Section = readonly string[]

const TWO_COLUMNS = 120
const WIDEST = 160
const USUAL_COLUMNS = 80
const GAP = 4
const MOST_SAVED = 8

export function renderStatus(status: MemoryStatus, screen: Screen): string {
  if (status.isEmpty && status.hadNotes) return renderLostScreen(status, screen.hasColour)
  if (status.isEmpty) return renderFirstScreen(status, screen.hasColour)
  // In a pipe, lines are searched and counted: each is whole, and there is nothing beside it.
  const isScreen = Number.isFinite(screen.columns)
  const columns = isScreen ? Math.min(screen.columns, WIDEST) : screen.columns
  const isWide = isScreen && columns >= TWO_COLUMNS
  const width = isWide ? Math.floor((columns - GAP) / 2) : columns
  const view = { columns: width, hasColour: screen.hasColour }
  const left = [holds(status, view), prompt(status, view), longWindow(status, view)]
  const right = [
    week(status, view),
    waiting(status, view),
    ...contradictions(status, view),
    section("BACKGROUND", backgroundLines(status.background), view),
    health(status, view),
  ]
  const head = headLines(status, screen)
  if (!isWide) return [...head, "", ...stacked([...left, ...right])].join("\n")
  return [...head, "", ...beside(stacked(left), stacked(right), width)].join("\n")
}

function stacked(sections: readonly Section[]): string[] {
  return sections.flatMap((lines, at) => (at === 0 ? [...lines] : ["", ...lines]))
}

function beside(left: readonly string[], right: readonly string[], width: number): string[] {
  return Array.from({ length: Math.max(left.length, right.length) }, (_, at) => {
    const first = left[at] ?? ""
    const padding = " ".repeat(Math.max(0, width + GAP - columnsOf(unpainted(first))))
    return right[at] ? `${first}${padding}${right[at]}` : first
  })
}

function headLines({ version, project, host, isMade }: MemoryStatus, { hasColour, columns }: Screen): string[] {
  const paint = painter(hasColour)
  const where = isMade ? `project ${project}` : "no project here yet"
  const seen = host ? `OpenCode ${host.version}, ${localMinute(host.at)}` : "no OpenCode has loaded it yet"
  const line = `Cairn ${version} · ${where} · ${seen}`
  return [
    columnsOf(line) > columns
      ? oneRow(line, columns)
      : `${paint("bold", `Cairn ${version}`)} · ${where} · ${paint("dim", seen)}`,
  ]
}

/** Each line cut to one row. */
function section(name: string, lines: readonly string[], { columns, hasColour }: Screen): Section {
  return [painter(hasColour)("bold", name), ...lines.map((line) => oneRow(line, columns))]
}

function holds({ scopes }: MemoryStatus, view: Screen): Section {
  const rows = scopes.flatMap((scope) => {
    const { hot, cold, chars, facts } = scope
    const all = facts.reduce((sum, { count }) => sum + count, 0)
    const kinds = facts.map(({ type, count }) => `${count} ${type}`).join(", ")
    const notes = `${scope.scope.padEnd(LABEL)}${counted(hot, "hot note")}, ${counted(cold, "cold note")}, ${thousands(chars)} characters`
    const ofThem = kinds ? [`${"".padEnd(LABEL)}${counted(all, "fact")}: ${kinds}`] : []
    return [notes, ...ofThem]
  })
  return section("WHAT IT HOLDS", rows, view)
}

const LABEL = 10

function prompt({ prompt: { budget, tokens, parts } }: MemoryStatus, view: Screen): Section {
  const paint = painter(view.hasColour)
  const used = parts.reduce((sum, { chars }) => sum + chars, 0)
  const label = Math.max(...parts.map(({ part }) => part.length), "free".length)
  // What comes out of a pipe is usually looked at on a screen.
  const columns = Number.isFinite(view.columns) ? view.columns : USUAL_COLUMNS
  const room = Math.max(4, Math.min(48, columns - label - 18))
  const row = (name: string, chars: number, isFree = false) => {
    const full = chars === 0 ? 0 : Math.max(1, Math.round((chars / budget) * room))
    const bar = paint(isFree ? "dim" : "cyan", (isFree ? "░" : "█").repeat(Math.min(room, full)))
    const share = `${Math.round((chars / budget) * 100)} %`
    return `${name.padEnd(label)}  ${bar}${" ".repeat(Math.max(0, room - full))}  ${thousands(chars).padStart(6)}  ${share.padStart(5)}`
  }
  return [
    ...section("WHAT FILLS A NEW SESSION'S PROMPT", [], view),
    ...parts.map(({ part, chars }) => row(part, chars)),
    row("free", Math.max(0, budget - used), true),
    paint(
      "dim",
      oneRow(`${thousands(used)} of ${thousands(budget)} characters, about ${thousands(tokens)} tokens`, view.columns),
    ),
  ]
}

function longWindow({ window }: MemoryStatus, view: Screen): Section {
  const { mode, since, decisions } = window
  const day = since === undefined ? undefined : `since ${localDay(since)} (start of the log)`
  const none = day === undefined ? "none left out of requests yet" : `none left out ${day}, in any session`
  const counted = [leftOutText(window), ...(day === undefined ? [] : [`${day}, in all sessions`])]
  const noneOrOff = mode === "off" ? "stay where they are: longWindow is off" : none
  return section("OLD TOOL OUTPUTS", decisions === 0 ? [noneOrOff] : counted, view)
}

function leftOutText({ decisions, outputs, left, rewritten }: MemoryStatus["window"]): string {
  return `${thousands(outputs)} left out of requests in ${counted(decisions, "round")}: ${thousands(left)} tokens less, ${thousands(rewritten)} sent again uncached`
}

function week({ saved, refused }: MemoryStatus, view: Screen): Section {
  const paint = painter(view.hasColour)
  const shown = saved.slice(0, MOST_SAVED).map(({ at, text }) => {
    const day = localDay(at).slice("2026-".length)
    return `${paint("dim", day)}  ${oneRow(text, view.columns - 7)}`
  })
  const more = saved.length - shown.length
  const end = [
    more > 0 && `${more} more: ${ownCommand("history")}`,
    refused > 0 &&
      `${thousands(refused)} more ${refused === 1 ? "was" : "were"} not saved; see: ${ownCommand("rejected")}`,
  ].filter((line) => line !== false)
  const nothing = saved.length === 0 ? ["nothing"] : []
  return [...section("SAVED THIS WEEK", nothing, view), ...shown, ...end.map((line) => oneRow(line, view.columns))]
}

function waiting({ scopes, project, waitingElsewhere }: MemoryStatus, view: Screen): Section {
  const paint = painter(view.hasColour)
  const here = scopes.filter((scope) => scope.waiting > 0)
  const lines = [
    ...here.map(
      (scope) => `${counted(scope.waiting, "note")} ${scope.scope === "global" ? "for all projects" : `of ${project}`}`,
    ),
    ...waitingElsewhere.map((one) => `${counted(one.count, "note")} of ${one.project}`),
  ]
  return [
    ...section("WAITING FOR YOUR REVIEW", lines.length === 0 ? ["nothing"] : [], view),
    ...lines.map((line) => paint("yellow", oneRow(line, view.columns))),
    ...(lines.length === 0 ? [] : [oneRow(`decide: ${ownCommand("review")}`, view.columns)]),
  ]
}

function contradictions({ contradictions: pairs }: MemoryStatus, view: Screen): Section[] {
  if (pairs.length === 0) return []
  const paint = painter(view.hasColour)
  const lines = pairs.slice(0, MOST_PAIRS).flatMap((pair) => pair.map(({ path, text }) => `${path}: ${text}`))
  const more = pairs.length - MOST_PAIRS
  return [
    [
      ...section("FACTS THAT CONTRADICT EACH OTHER", [], view),
      ...lines.map((line) => paint("yellow", oneRow(line, view.columns))),
      ...(more > 0 ? [`${counted(more, "more pair")}`] : []),
      oneRow(`decide: ${ownCommand("resolve --keep … --drop …")}`, view.columns),
    ],
  ]
}

const MOST_PAIRS = 3

function health({ trouble, folder, lastShown }: MemoryStatus, view: Screen): Section {
  const paint = painter(view.hasColour)
  const shown =
    lastShown === undefined
      ? "no model has been shown anything of this project yet"
      : `a model last saw this memory ${localMinute(lastShown)}`
  // What is wrong ends with what to do about it, so it is not cut.
  const bad = [...new Set(trouble)].slice(0, 5).flatMap((line) => {
    const rows = rowsOf(line.replace(/\s*\n\s*/g, " "), Math.max(10, view.columns - 2))
    return rows.map((row, at) => paint("red", `${at === 0 ? "!" : " "} ${row}`))
  })
  const good = bad.length === 0 ? [paint("green", "no known problems")] : []
  return [
    ...section("HEALTH", [], view),
    ...good,
    ...bad,
    oneRow(shown, view.columns),
    paint("dim", oneRow(`notes in ${folder}`, view.columns)),
  ]
}

/** Padding stays; line ends do not. */
function oneRow(text: string, columns: number): string {
  const line = text.replace(/\s*\n\s*/g, " ")
  const room = Math.max(10, columns)
  return columnsOf(line) <= room ? line : `${rowsOf(line, room - 1)[0]}…`
}

/** While nothing is saved yet: how far this install has come, and what to do next. */
function renderFirstScreen(status: MemoryStatus, hasColour: boolean): string {
  const { version, plugin, host, beside, folder, window, unmakeable } = status
  const paint = painter(hasColour)
  const step = (isDone: boolean, [first = "", ...more]: readonly string[]) => [
    `${isDone ? paint("green", "ok") : paint("yellow", "->")}  ${first}`,
    ...more.map((line) => `    ${line}`),
  ]
  const others = beside.map(({ name, title }) => `    ${ownCommand(`import ${name}`)}   ${paint("dim", title)}`)
  return [
    `${paint("bold", `Cairn ${version}`)} · nothing is kept yet`,
    "",
    ...step(plugin.fault === undefined && (host ?? plugin.spec) !== undefined, setUp(plugin, host !== undefined)),
    ...step(
      host !== undefined,
      host
        ? [`OpenCode ${host.version} was last started with it ${localMinute(host.at)}`]
        : ["No OpenCode has been started with it yet: restart OpenCode", "(OpenCode 2: opencode service restart)"],
    ),
    ...step(false, [
      "Tell OpenCode what later sessions should know, for example:",
      "Remember that we deploy from the release branch.",
      `or save it from here: ${ownCommand('save "We deploy from the release branch"')}`,
    ]),
    "",
    ...(others.length > 0 ? ["Another memory is here. This shows what would move in, and changes nothing:"] : []),
    ...(others.length > 0 ? [...others, ""] : []),
    ...(window.decisions > 0 ? [`Old tool outputs: ${leftOutText(window)}`] : []),
    `Is something wrong? ${ownCommand("doctor")}`,
    ...(unmakeable === undefined
      ? [paint("dim", `Notes go to ${folder}`)]
      : [paint("red", `No note can be kept: ${unmakeable}. Set CAIRN_HOME to a folder you can write to.`)]),
  ].join("\n")
}

/** The notes were there: what to do now, and how they come back if there is a copy. */
function renderLostScreen({ version, folder }: MemoryStatus, hasColour: boolean): string {
  const paint = painter(hasColour)
  return [
    `${paint("bold", `Cairn ${version}`)} · ${paint("red", "the memory folder is gone")}`,
    "",
    `It was ${folder}.`,
    "",
    "Restart OpenCode (OpenCode 2: opencode service restart).",
    "It then begins with an empty memory; until then nothing is kept.",
    "",
    "If you have an archive of the notes, close OpenCode first and bring them back:",
    `    ${ownCommand("import <archive> --yes")}`,
  ].join("\n")
}

function setUp({ fault, spec }: MemoryStatus["plugin"], isStarted: boolean): readonly string[] {
  if (fault !== undefined) return [fault, "OpenCode cannot read it either: fix that line"]
  if (spec !== undefined) return [`OpenCode's configuration loads ${spec}`]
  if (isStarted) return ["OpenCode has loaded Cairn, though not by your own configuration file"]
  return ["OpenCode's configuration does not load Cairn yet. This adds it:", ownCommand("setup")]
}
