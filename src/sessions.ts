// What Cairn keeps in mind of each session of this process: its epoch, what its model was told, and which version of which note it has seen.

import type { Essential } from "./compaction/essentials.ts"
import type { Epoch } from "./model/epoch.ts"
import type { NoteInfo } from "./model/note.ts"
import type { ScopeName } from "./model/scope.ts"
import { type Evidence, forgetTexts, noEvidence } from "./session/evidence.ts"
import { readTelling, type Telling } from "./session/telling.ts"
import { emptyMeter, type Meter } from "./window/meter.ts"
import { alsoTold, type Pressure, readPressure } from "./window/pressure.ts"

export interface SessionState {
  readonly id: string
  epoch: Epoch | undefined
  lastResponseAt: number | undefined
  meter: Meter
  pressure: Pressure
  /** What the user last asked for. */
  request: string | undefined
  /** The last calls and words of the assistant: what it is after. */
  readonly lately: string[]
  /** What the summary of a compaction lost, for the prefix of the epoch that it began. */
  repair: Loss | undefined
  /** The host's model could not write a summary it would take. */
  compactionFailed: boolean
  /** The host takes a summary of Cairn's own. */
  takesSummary: boolean
  /** The agent wants the conversation before this turn cut off, on a host that cannot compact for it. */
  cutWanted: boolean
  /** `after` is the host's own compaction that came before it. */
  cut: { readonly from: string; readonly checkpoint: string; readonly after?: string | undefined } | undefined
  /** A session's first message: there is nothing before it to cut. */
  firstTurn: string | undefined
  /** What Cairn itself has sent in the user's place: it is not the user who speaks. */
  ownPrompt: string | undefined
  /** Id of the last compaction the host has shown in this session's conversation. */
  compaction: string | undefined
  /** Who asked for a fresh prefix, if anybody. */
  forcedBy: string | undefined
  /** The session whose subagent this is, null if it is nobody's; undefined until the host was asked. */
  parent: string | null | undefined
  /** The user message that is being answered. */
  turn: string | undefined
  /** One that has come since; the request that shows it makes it the turn. */
  nextTurn: string | undefined
  telling: Telling
  /** Who said what: whether the agent may be believed goes by it. */
  readonly evidence: Evidence
  /** The facts that the last request for a summary showed, by their marks there. */
  marked: MarkedFacts | undefined
  /** Paths of facts that this session has reinforced. */
  readonly reinforced: Set<string>
  /** Notes that were proposed to it as relevant, as scope:path. */
  readonly recalled: Set<string>
  /** What would have ridden on the first message, which gets no tail. */
  aside: readonly string[]
  /** The summary whose candidates were taken in last, as a hash. */
  summaryTaken: string | undefined
  /** How many approvals of quarantined notes its prefix knows of. */
  released: number | undefined
  /** Hash of each note as the session's model last saw it in full. */
  readonly seen: Map<string, string>
  /** How far each version of a note was read, page by page. */
  readonly readUpTo: Map<string, number>
}

export interface Sessions {
  get(id: string): SessionState
  /** Whether this process has lately served it. */
  isLive(id: string, now: number): boolean
  remove(id: string): void
}

/** `[M1]` is the first. */
export interface MarkedFacts {
  readonly id: string
  readonly facts: readonly { readonly scope: ScopeName; readonly path: string; readonly hash: string }[]
}

interface SavedState {
  readonly telling?: unknown
  readonly marked?: MarkedFacts | undefined
  readonly reinforced?: unknown
  readonly recalled?: unknown
  readonly aside?: unknown
  readonly summaryTaken?: string | undefined
  readonly pressure?: unknown
  readonly seen?: unknown
  readonly repair?: Loss | undefined
  readonly cut?: SessionState["cut"]
}

/** What the summary of a compaction did not say. */
export interface Loss {
  readonly compaction: string
  readonly missing: readonly Essential[]
  /** What was open on the host's own list then; it is not asked for again. */
  readonly hostTodos: readonly string[]
}

/** What outlives the process. */
export interface SavedSessions {
  epoch(session: string): { epoch: Epoch; lastResponseAt?: number } | undefined
  /** What was told, and how pressing it was. */
  state(session: string): unknown
}

/** The least recently used session beyond this is forgotten; its epoch is read again from the store. */
const MAX_SESSIONS = 300
/** So many keep in memory what their tools have said. */
const MAX_LISTENING = 12
const LIVE_MS = 2 * 3_600_000

export function createSessions(saved: SavedSessions): Sessions {
  const states = new Map<string, SessionState>()
  return {
    get(id) {
      const known = states.get(id)
      if (known) {
        states.delete(id)
        states.set(id, known)
        return known
      }
      const last = saved.epoch(id)
      const kept = (saved.state(id) ?? {}) as SavedState
      const state: SessionState = {
        id,
        epoch: last?.epoch,
        lastResponseAt: last?.lastResponseAt,
        meter: emptyMeter,
        pressure: readPressure(kept.pressure),
        compaction: last?.epoch.compaction,
        forcedBy: undefined,
        request: undefined,
        lately: [],
        repair: Array.isArray(kept.repair?.missing) && Array.isArray(kept.repair.hostTodos) ? kept.repair : undefined,
        compactionFailed: false,
        takesSummary: false,
        cutWanted: false,
        cut: kept.cut,
        firstTurn: undefined,
        ownPrompt: undefined,
        parent: undefined,
        turn: undefined,
        nextTurn: undefined,
        telling: readTelling(kept.telling),
        evidence: noEvidence(),
        marked: Array.isArray(kept.marked?.facts) ? kept.marked : undefined,
        reinforced: new Set(textsIn(kept.reinforced)),
        recalled: new Set(textsIn(kept.recalled)),
        aside: textsIn(kept.aside),
        summaryTaken: kept.summaryTaken,
        released: undefined,
        seen: new Map(isEntries(kept.seen) ? kept.seen : []),
        readUpTo: new Map(),
      }
      states.set(id, state)
      const rested = [...states.values()].at(-1 - MAX_LISTENING)
      if (rested) forgetTexts(rested.evidence)
      if (states.size > MAX_SESSIONS) states.delete(states.keys().next().value as string)
      return state
    },
    isLive(id, now) {
      const state = states.get(id)
      return state !== undefined && now - (state.lastResponseAt ?? now) < LIVE_MS
    },
    remove: (id) => void states.delete(id),
  }
}

/** So many notes are remembered as seen, the last ones. */
const MAX_SEEN = 300

/** As `Sessions.get` finds it again after a restart, or in another process. */
export function savedState(session: SessionState): SavedState {
  const { telling, pressure, seen, repair, cut, marked, reinforced, recalled, aside, summaryTaken } = session
  return {
    telling,
    pressure,
    seen: [...seen].slice(-MAX_SEEN),
    repair,
    cut,
    marked,
    reinforced: [...reinforced].slice(-MAX_SEEN),
    recalled: [...recalled].slice(-MAX_SEEN),
    aside,
    summaryTaken,
  }
}

/** Another process may have told the model something since. */
export function adoptState(session: SessionState, saved: unknown): void {
  const { telling, pressure, recalled } = (saved ?? {}) as SavedState
  if (telling !== undefined) session.telling = readTelling(telling)
  if (pressure !== undefined) session.pressure = alsoTold(session.pressure, readPressure(pressure))
  for (const note of textsIn(recalled)) session.recalled.add(note)
}

/** How deep subagents of subagents are followed. */
const MAX_DEPTH = 5

/** The session at the top, whose errand this is. */
export function ancestorOf(sessions: Sessions, session: SessionState): SessionState {
  let top = session
  for (let depth = 0; top.parent && depth < MAX_DEPTH; depth++) top = sessions.get(top.parent)
  return top
}

/** `session/message`: what is being said now. */
export function evidenceNow(session: SessionState | undefined): string {
  return session ? `${session.id}/${session.turn ?? ""}` : ""
}

const MAX_CALLS = 5
/** Of each. */
export const MAX_LATELY = 1000

export function rememberLately(session: SessionState, text: string): void {
  session.lately.push(text.slice(0, MAX_LATELY))
  if (session.lately.length > MAX_CALLS) session.lately.shift()
}

export function rememberSeen(session: SessionState, note: NoteInfo): void {
  session.seen.set(seenKey(note.scope, note.path), note.hash)
}

export function hasSeen(session: SessionState, note: NoteInfo): boolean {
  return session.seen.get(seenKey(note.scope, note.path)) === note.hash
}

/** Once in a session is enough, whatever becomes of the note. */
export function rememberRecalled(session: SessionState, note: Pick<NoteInfo, "scope" | "path">): void {
  session.recalled.add(seenKey(note.scope, note.path))
  if (session.recalled.size > MAX_SEEN) session.recalled.delete(session.recalled.values().next().value as string)
}

export function wasRecalled(session: SessionState, note: NoteInfo): boolean {
  return session.recalled.has(seenKey(note.scope, note.path))
}

function seenKey(scope: ScopeName, path: string): string {
  return `${scope}:${path}`
}

function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : []
}

function isEntries(value: unknown): value is [string, string][] {
  return Array.isArray(value) && value.every((entry) => Array.isArray(entry) && entry.length === 2)
}
