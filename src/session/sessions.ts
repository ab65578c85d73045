// What Cairn keeps in mind of each session of this process: its epoch, what its model was told, and which version of which note it has seen.

import type { Epoch } from "../model/epoch.ts"
import type { NoteInfo } from "../model/note.ts"
import type { ScopeName } from "../model/scope.ts"
import { readTelling, type Telling } from "./telling.ts"

export interface SessionState {
  readonly id: string
  epoch: Epoch | undefined
  lastResponseAt: number | undefined
  usagePercentage: number
  /** Id of the last compaction the host has shown in this session's conversation. */
  compaction: string | undefined
  /** Who asked for a fresh prefix, if anybody. */
  forcedBy: string | undefined
  /** The session whose subagent this is, null if it is nobody's; undefined until the host was asked. */
  parent: string | null | undefined
  /** The user message that is being answered. */
  turn: string | undefined
  telling: Telling
  /** Hash of each note as the session's model last saw it in full. */
  readonly seen: Map<string, string>
  /** How far each version of a note was read, page by page. */
  readonly readUpTo: Map<string, number>
}

export interface Sessions {
  get(id: string): SessionState
  remove(id: string): void
}

/** What outlives the process. */
export interface SavedSessions {
  epoch(session: string): { epoch: Epoch; lastResponseAt?: number } | undefined
  telling(session: string): unknown
}

/** The least recently used session beyond this is forgotten; its epoch is read again from the store. */
const MAX_SESSIONS = 300

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
      const state: SessionState = {
        id,
        epoch: last?.epoch,
        lastResponseAt: last?.lastResponseAt,
        usagePercentage: 0,
        compaction: last?.epoch.compaction,
        forcedBy: undefined,
        parent: undefined,
        turn: undefined,
        telling: readTelling(saved.telling(id)),
        seen: new Map(),
        readUpTo: new Map(),
      }
      states.set(id, state)
      if (states.size > MAX_SESSIONS) states.delete(states.keys().next().value as string)
      return state
    },
    remove: (id) => void states.delete(id),
  }
}

/** How deep subagents of subagents are followed. */
const MAX_DEPTH = 5

/** The session at the top, whose errand this is. */
export function ancestorOf(sessions: Sessions, session: SessionState): SessionState {
  let top = session
  for (let depth = 0; top.parent && depth < MAX_DEPTH; depth++) top = sessions.get(top.parent)
  return top
}

export function rememberSeen(session: SessionState, note: NoteInfo): void {
  session.seen.set(seenKey(note.scope, note.path), note.hash)
}

export function hasSeen(session: SessionState, note: NoteInfo): boolean {
  return session.seen.get(seenKey(note.scope, note.path)) === note.hash
}

function seenKey(scope: ScopeName, path: string): string {
  return `${scope}:${path}`
}
