// The `<cairn>` block of the system prompt, most stable part first. It is a pure function of the notes, of what the session remembers and of
// the day, by which facts fade: no other clock, no iteration order, so the same memory gives the same bytes all day.

import { retentionRules, type WorkClock } from "../facts/retention.ts"
import { FACTS_FOLDER, type Fact } from "../model/fact.ts"
import type { NoteInfo } from "../model/note.ts"
import type { Config } from "../model/settings.ts"
import type { SessionMemory } from "../session/session-memory.ts"
import type { SlotSettings } from "../session/working-memory.ts"
import { cutText } from "../text/text.ts"
import { renderActivity } from "./activity-lines.ts"
import { blockElement, renderCore } from "./core-memory.ts"
import { type FactsView, type RenderedFacts, renderFacts } from "./fact-lines.ts"
import { renderHot } from "./hot-notes.ts"
import { instructions, subagentInstructions } from "./instructions.ts"
import { PAUSED } from "./news.ts"
import { type ColdNotes, renderTrees, type ScopeTree } from "./note-tree.ts"
import { renderUnconfirmed, type UnconfirmedClaim } from "./unconfirmed-lines.ts"
import { renderWaiting, type Waiting } from "./waiting.ts"
import { renderWorking } from "./working-memory-lines.ts"

export interface Prefix {
  readonly text: string
  /** Notes the model sees word for word: it may replace these without reading them first. */
  readonly whole: readonly NoteInfo[]
  readonly hidden: readonly NoteInfo[]
  readonly facts: readonly Fact[]
  /** Items, errors and decisions of the session that it shows. */
  readonly shown: ReadonlySet<string>
}

/** One scope's notes. A quarantined one enters no prompt by itself: it is only counted. */
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
  /** What the summary of a compaction lost, rendered. */
  readonly repair?: string | undefined
  /** Lines for a session's first prefix, which has no message to ride on; they are data already (`asData`). */
  readonly aside?: readonly string[] | undefined
  /** Claims about the user that he has not confirmed. */
  readonly unconfirmed?: readonly UnconfirmedClaim[] | undefined
}

const CLOSE = "</cairn>"
const SUBAGENT_BUDGET = 3000
const MAX_SUBAGENT_GOAL = 1500

/** Room is given out by importance, which is another order than that of the text. */
export function renderPrefix({ scopes, clock }: NotesView, session: SessionView, settings: Config): Prefix {
  const open = `<cairn>\n${instructions(settings)}`
  const { memory, slots } = session
  let room = settings.prefixBudget - open.length - CLOSE.length - 1
  const take = (text: string) => {
    room -= text === "" ? 0 : text.length + 1
    return text
  }
  const paused = take(pausedLine(memory))
  const core = take(renderCore(memory.core, settings.coreLimits, room - 1, settings.tools))
  const repair = take((session.repair ?? "").length < room ? (session.repair ?? "") : "")
  const news = take(renderNews(session.aside, room - 1))
  const notes = renderHot(
    scopes.flatMap((scope) => scope.hot),
    Math.min(settings.hotBudget, room - 1),
    settings.tools,
  )
  take(notes.text)
  const facts = renderFactsOf(scopes, {
    ...clock,
    budget: Math.min(settings.factsBudget, room - 1),
    rules: retentionRules(settings.types, settings.retention),
  })
  take(facts.text)
  const waiting = take(renderWaiting(scopes, room - 1))
  const claims = renderUnconfirmed(session.unconfirmed ?? [])
  const unconfirmed = take(claims.length < room ? claims : "")
  const activity = renderActivity(memory.activity, Math.min(settings.activityBudget, room - 1), settings.activityLimits)
  take(activity.text)
  const budget = Math.min(settings.workingBudget, room - 1)
  const working = renderWorking(memory.working, {
    step: memory.step,
    slots,
    shown: activity.shown,
    budget,
    limits: settings.pool,
  })
  take(working.text)
  const trees = renderTrees(
    scopes.map((scope) => treeOf(scope, facts)),
    Math.min(settings.treeBudget, room - 1),
    settings.maxTreeDepth,
    settings.tools,
  )
  return {
    text: joined([
      open,
      notes.text,
      facts.text,
      waiting,
      unconfirmed,
      trees,
      paused,
      core,
      repair,
      working.text,
      activity.text,
      news,
      CLOSE,
    ]),
    whole: notes.whole,
    hidden: notes.hidden,
    facts: facts.shown,
    shown: new Set([...activity.shown, ...working.shown]),
  }
}

/** Of all scopes together: the caps are those of the prompt. */
function renderFactsOf(scopes: readonly ScopeView[], view: FactsView & { readonly budget: number }): RenderedFacts {
  const [open, close] = ["<facts>\n", "\n</facts>"]
  const facts = scopes.flatMap((scope) => scope.facts.filter(isFact).map(({ fact }) => fact as Fact))
  const rendered = renderFacts(facts, { ...view, budget: view.budget - open.length - close.length })
  return rendered.text === "" ? rendered : { ...rendered, text: `${open}${rendered.text}${close}` }
}

function isFact({ path, hot, quarantined }: NoteInfo): boolean {
  return path.startsWith(`${FACTS_FOLDER}/`) && !hot && !quarantined
}

function treeOf(scope: ScopeView, { shown, left }: RenderedFacts): ScopeTree {
  const noteOf = new Map(scope.facts.map((note) => [note.fact, note]))
  const own = (facts: readonly Fact[]) => facts.flatMap((fact) => noteOf.get(fact) ?? [])
  return { ...scope, factsLeft: own(left), factsShown: own(shown).map(({ path }) => path) }
}

function renderNews(lines: readonly string[] = [], budget: number): string {
  const [open, close] = ["<news>", "</news>"]
  let room = budget - open.length - close.length - 1
  const fitting = lines.filter((line) => {
    const fits = line.length + 1 <= room
    if (fits) room -= line.length + 1
    return fits
  })
  return fitting.length > 0 ? joined([open, ...fitting, close]) : ""
}

function pausedLine({ paused }: SessionMemory): string {
  return paused === "now" ? `<paused>${PAUSED}</paused>` : ""
}

function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join("\n")
}

/** A subagent gets what it needs for its errand: the project's hot notes and its parent's goal. */
export function renderSubagentPrefix(project: ScopeView, goal: string, settings: Config): Prefix {
  const open = `<cairn>\n${subagentInstructions(settings.tools)}`
  const shownGoal = cutText(goal, MAX_SUBAGENT_GOAL)
  const parent =
    goal === "" ? "" : `<core_memory>\n${blockElement("goal", shownGoal, settings.coreLimits.goal)}\n</core_memory>`
  const room = SUBAGENT_BUDGET - open.length - parent.length - CLOSE.length - 3
  const notes = renderHot(project.hot, Math.min(settings.hotBudget, Math.max(0, room)), settings.tools)
  const text = joined([open, notes.text, parent, CLOSE])
  return { text, whole: notes.whole, hidden: notes.hidden, facts: [], shown: new Set() }
}

/** All that a prefix says of the session if there is room: tells two prefixes apart without rendering the notes. */
export function renderSession(session: SessionView, settings: Config): string {
  const { memory, slots, repair = "", aside } = session
  const { text, shown } = renderActivity(memory.activity, settings.activityBudget, settings.activityLimits)
  const working = renderWorking(memory.working, {
    step: memory.step,
    slots,
    shown,
    budget: settings.workingBudget,
    limits: settings.pool,
  })
  const core = renderCore(memory.core, settings.coreLimits, Number.POSITIVE_INFINITY)
  const claims = renderUnconfirmed(session.unconfirmed ?? [])
  return joined([
    claims,
    pausedLine(memory),
    core,
    repair,
    working.text,
    text,
    renderNews(aside, Number.POSITIVE_INFINITY),
  ])
}
