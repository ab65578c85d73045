// The `<cairn>` block of the system prompt, most stable part first. It is a pure function of the notes, the session's memory and the day (by
// which facts fade): no other clock and no iteration order, so the same memory gives the same bytes all day.

import { retain, retentionRules, type WorkClock } from "../facts/retention.ts"
import type { OriginSpan } from "../model/epoch.ts"
import { FACTS_FOLDER, type Fact } from "../model/fact.ts"
import { projectsMark } from "../model/generated-mark.ts"
import { isBlank, type NoteInfo } from "../model/note.ts"
import type { Config } from "../model/settings.ts"
import type { SessionMemory } from "../session/session-memory.ts"
import type { SlotSettings } from "../session/working-memory.ts"
import { cutText } from "../text/text.ts"
import { renderActivity } from "./activity-lines.ts"
import { giveRoom } from "./budget.ts"
import { blockElement, renderCore } from "./core-memory.ts"
import { type RenderedFacts, renderRetained, SPELT_OUT } from "./fact-lines.ts"
import { renderBlank, renderHot } from "./hot-notes.ts"
import { emptyInstructions, instructions, subagentInstructions } from "./instructions.ts"
import { PAUSED } from "./news.ts"
import { type ColdNotes, renderTrees, type ScopeTree } from "./note-tree.ts"
import { framed, joinLines, journalLine, originsOf, ownLine, type PromptLine, sizeOfLines } from "./prompt-line.ts"
import { QUOTED } from "./quoted-text.ts"
import { renderUnconfirmed, type UnconfirmedClaim } from "./unconfirmed-lines.ts"
import { renderWaiting, type Waiting } from "./waiting.ts"
import { renderWorking } from "./working-memory-lines.ts"

export interface Prefix {
  readonly text: string
  readonly origins: readonly OriginSpan[]
  /** Notes that the model sees word for word, so it may replace them without reading them first. */
  readonly whole: readonly NoteInfo[]
  readonly hidden: readonly NoteInfo[]
  readonly facts: readonly Fact[]
  /** Items, errors and decisions of the session that it shows. */
  readonly shown: ReadonlySet<string>
}

/** One scope's notes. A quarantined note enters no prompt by itself: it is only counted. */
export interface ScopeView extends ColdNotes, Waiting {
  readonly hot: readonly NoteInfo[]
  /** Notes with a `fact`, wherever they are, sorted by path. */
  readonly facts: readonly NoteInfo[]
}

export interface NotesView {
  /** The global scope first: it changes least. */
  readonly scopes: readonly ScopeView[]
  readonly clock: WorkClock
}

export interface SessionView {
  readonly memory: SessionMemory
  readonly slots: SlotSettings
  /** What the last summary lost and the rest of the prompt (`shown`) does not say. */
  readonly repair?: ((room: number, shown: string) => string) | undefined
  /** Lines for a session's first prefix, when there is no message to attach them to; they are already data (`asData`). */
  readonly aside?: readonly string[] | undefined
  /** Claims about the user that the user has not confirmed. */
  readonly unconfirmed?: readonly UnconfirmedClaim[] | undefined
}

const CLOSE = "</cairn>"
const SUBAGENT_BUDGET = 3000
const MAX_SUBAGENT_GOAL = 1500
/** More than any part can have. */
const UNBOUNDED = 200_000
const MOST_REPAIR = 2400

/** Characters that a part gets before another gets more; the core blocks' floor is all they may have by default. */
const FLOORS = { core: 4800, repair: 600, hot: 3000, facts: 1200, activity: 300, working: 400, tree: 300 } as const

export function renderPrefix(notes: NotesView, session: SessionView, settings: Config): Prefix {
  const isRepaired = (session.repair?.(MOST_REPAIR, "") ?? "") !== ""
  const isEmpty = notes.scopes.every(saysNothing)
  const opening = [ownLine("<cairn>"), ownLine(isEmpty ? emptyInstructions(settings) : instructions(settings))]
  const parts = { opening, ...partsOf(notes, session, settings, isEmpty) }
  if (!isRepaired) return compose(parts, session, settings, 0).prefix
  // What other parts already say is not repeated; its room goes to them.
  const { repaired } = compose(parts, session, settings, MOST_REPAIR)
  return compose(parts, session, settings, repaired).prefix
}

/** Room is given out by need and floor, in a different order from that of the text. */
function compose(
  { opening, ...parts }: Parts & { readonly opening: readonly PromptLine[] },
  session: SessionView,
  settings: Config,
  repairWants: number,
) {
  const paused = pausedLines(session.memory)
  const budget = settings.prefixBudget - sizeOfLines([...opening, ...paused, ownLine(QUOTED)]) - CLOSE.length
  const { rooms, left } = giveRoom(claimsOf(parts, settings, repairWants), budget)
  // If there are few facts, they are shown whole in room that nobody else wants.
  const speltOut = Math.max(rooms.facts, Math.min(SPELT_OUT, rooms.facts + left))
  const spare = left - (speltOut - rooms.facts)
  const hot = parts.hot(rooms.hot)
  const facts = parts.facts(Math.min(settings.factsBudget, speltOut), SPELT_OUT)
  const activity = parts.activity(rooms.activity, facts.shown)
  const working = parts.working(rooms.working, activity.shown)
  const notesSay = [
    ...hot.lines,
    ...facts.lines,
    ...allOrNothing(parts.waiting, rooms.waiting),
    ...allOrNothing(parts.unconfirmed, rooms.unconfirmed),
  ]
  const core = parts.core(rooms.core)
  const sessionSays = [...working.lines, ...activity.lines]
  const repair = session.repair?.(rooms.repair + spare - 1, joinLines([...notesSay, ...core, ...sessionSays])) ?? ""
  const quoting = [...(repair === "" ? [] : [journalLine(repair, "loss")]), ...sessionSays]
  const lines = [
    ...opening,
    ...notesSay,
    ...parts.tree(rooms.tree, facts),
    ...paused,
    ...core,
    ...(quoting.length === 0 ? [] : [ownLine(QUOTED), ...quoting]),
    ...parts.news(rooms.news),
    ownLine(CLOSE),
  ]
  const { whole, hidden } = hot
  const shown = new Set([...activity.shown, ...working.shown])
  const prefix = { text: joinLines(lines), origins: originsOf(lines), whole, hidden, facts: facts.shown, shown }
  return { prefix, repaired: repair.length }
}

type Parts = ReturnType<typeof partsOf>

/** Functions that render each part within so much room, including its last line end. */
function partsOf({ scopes, clock }: NotesView, session: SessionView, settings: Config, isEmpty: boolean) {
  const { memory } = session
  const { tools, coreLimits, activityLimits, maxTreeDepth } = settings
  const hotNotes = scopes.flatMap(({ hot }) => hot)
  const rules = retentionRules(settings.types, settings.retention)
  const retained = retain(factsIn(scopes), clock, rules)
  return {
    hot: (room: number) => (isEmpty ? renderBlank(hotNotes, room) : renderHot(hotNotes, room, tools)),
    facts: (budget: number, speltOut: number) => {
      const room = budget - sizeOfLines(framed("facts", [ownLine("")]))
      const rendered = renderRetained(retained, { ...clock, budget: room, speltOut, rules, tools })
      return { ...rendered, lines: framed("facts", rendered.lines) }
    },
    tree: (room: number, facts: RenderedFacts) => {
      const trees = isEmpty ? [] : scopes.map((scope) => treeOf(scope, facts))
      return renderTrees(trees, room, maxTreeDepth, tools)
    },
    core: (room: number) => coreLines(renderCore(memory.core, coreLimits, room - 1, tools)),
    activity: (room: number, facts: readonly Fact[]) =>
      renderActivity(memory.activity, room, { limits: activityLimits, facts }),
    working: (room: number, shown: ReadonlySet<string>) => workingLines(session, settings, room, shown),
    news: (room: number) => newsLines(session.aside, room),
    waiting: renderWaiting(scopes),
    unconfirmed: renderUnconfirmed(session.unconfirmed ?? []),
  }
}

/** The most important first: if not even the floors fit, the last ones get nothing. */
function claimsOf(parts: Parts, settings: Config, repairWants: number) {
  const claim = (lines: readonly PromptLine[], floor = UNBOUNDED, most = UNBOUNDED) => ({
    floor,
    wants: Math.min(most, sizeOfLines(lines)),
  })
  const facts = parts.facts(settings.factsBudget, 0)
  // What activity cannot show within its floor, working memory may have to.
  const { shown } = parts.activity(FLOORS.activity, facts.shown)
  return {
    core: claim(parts.core(UNBOUNDED), FLOORS.core),
    repair: { floor: FLOORS.repair, wants: repairWants === 0 ? 0 : repairWants + 1 },
    news: claim(parts.news(UNBOUNDED)),
    hot: claim(parts.hot(UNBOUNDED).lines, FLOORS.hot, settings.hotBudget),
    facts: claim(facts.lines, FLOORS.facts, settings.factsBudget),
    waiting: claim(parts.waiting),
    unconfirmed: claim(parts.unconfirmed),
    activity: claim(parts.activity(UNBOUNDED, facts.shown).lines, FLOORS.activity, settings.activityBudget),
    working: claim(parts.working(UNBOUNDED, shown).lines, FLOORS.working, settings.workingBudget),
    tree: { ...claim(parts.tree(settings.treeBudget, facts), FLOORS.tree), isLast: true },
  }
}

function allOrNothing(lines: readonly PromptLine[], room: number): readonly PromptLine[] {
  return sizeOfLines(lines) <= room ? lines : []
}

/** Nobody has written anything yet. */
function saysNothing({ hot, cold, facts }: ScopeView): boolean {
  const isWritten = ({ description }: NoteInfo) => description !== projectsMark
  return facts.length === 0 && !cold.some(isWritten) && hot.every(({ body = "" }) => isBlank(body))
}

/** Over all scopes together: the caps are per prompt. */
function factsIn(scopes: readonly ScopeView[]): Fact[] {
  return scopes.flatMap((scope) => scope.facts.filter(isFact).map(({ fact }) => fact as Fact))
}

function isFact({ path, hot, quarantined }: NoteInfo): boolean {
  return path.startsWith(`${FACTS_FOLDER}/`) && !hot && !quarantined
}

/** Facts are in the tree only if the prompt does not show them elsewhere. */
function treeOf(scope: ScopeView, { lines }: RenderedFacts): ScopeTree {
  const facts = lines.length === 0 ? [] : scope.facts.filter(isFact).map(({ path }) => path)
  return { scope: scope.scope, cold: scope.cold, folders: scope.folders, facts }
}

function workingLines({ memory, slots }: SessionView, settings: Config, budget: number, shown: ReadonlySet<string>) {
  return renderWorking(memory.working, { step: memory.step, slots, shown, budget, limits: settings.pool })
}

function coreLines(text: string): PromptLine[] {
  return text === "" ? [] : [journalLine(text, "core")]
}

function newsLines(lines: readonly string[] = [], budget: number): PromptLine[] {
  let room = budget - "<news>\n</news>\n".length
  const fitting = lines.filter((line) => {
    const fits = line.length + 1 <= room
    if (fits) room -= line.length + 1
    return fits
  })
  return framed(
    "news",
    fitting.map((line) => journalLine(line, "aside")),
  )
}

function pausedLines({ paused }: SessionMemory): PromptLine[] {
  return paused === "now" ? [journalLine(`<paused>${PAUSED}</paused>`, "paused")] : []
}

/** A subagent gets what it needs for its task: the project's hot notes and its caller's goal. */
export function renderSubagentPrefix(project: ScopeView, goal: string, settings: Config): Prefix {
  const open = ownLine(`<cairn>\n${subagentInstructions(settings.tools)}`)
  const shownGoal = blockElement("goal", cutText(goal, MAX_SUBAGENT_GOAL), settings.coreLimits.goal)
  const parent = goal === "" ? [] : framed("core_memory", [journalLine(shownGoal, "core")])
  const room = SUBAGENT_BUDGET - sizeOfLines([open, ...parent]) - CLOSE.length
  const notes = renderHot(project.hot, Math.min(settings.hotBudget, Math.max(0, room)), settings.tools)
  const lines = [open, ...notes.lines, ...parent, ownLine(CLOSE)]
  const { whole, hidden } = notes
  return { text: joinLines(lines), origins: originsOf(lines), whole, hidden, facts: [], shown: new Set() }
}

/** Everything a prefix would say about the session with unlimited room. Tells two prefixes apart without rendering the notes. */
export function renderSession(session: SessionView, settings: Config): string {
  const { memory, repair, aside } = session
  const activity = renderActivity(memory.activity, settings.activityBudget, { limits: settings.activityLimits })
  return joinLines([
    ...renderUnconfirmed(session.unconfirmed ?? []),
    ...pausedLines(memory),
    ...coreLines(renderCore(memory.core, settings.coreLimits, UNBOUNDED)),
    ownLine(repair?.(UNBOUNDED, "") ?? ""),
    ...workingLines(session, settings, settings.workingBudget, activity.shown).lines,
    ...activity.lines,
    ...newsLines(aside, UNBOUNDED),
  ])
}
