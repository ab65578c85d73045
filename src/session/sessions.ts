// What Cairn keeps in mind of each session of this process: its epoch, and which version of which note its model has seen.

import type { Epoch } from "../model/epoch.ts"
import type { NoteInfo } from "../model/note.ts"
import type { ScopeName } from "../model/scope.ts"

export interface SessionState {
  readonly id: string
  epoch: Epoch | undefined
  lastResponseAt: number | undefined
  usagePercentage: number
  /** Id of the last compaction the host has shown in this session's conversation. */
  compaction: string | undefined
  /** Who asked for a fresh prefix, if anybody. */
  forcedBy: string | undefined
  /** Undefined until the host was asked. */
  isSubagent: boolean | undefined
  /** Hash of each note as the session's model last saw it in full. */
  readonly seen: Map<string, string>
  /** How far each version of a note was read, page by page. */
  readonly readUpTo: Map<string, number>
}

export interface Sessions {
  get(id: string): SessionState
  remove(id: string): void
}

export interface EpochSource {
  load(session: string): { epoch: Epoch; lastResponseAt?: number } | undefined
}

/** The least recently used session beyond this is forgotten; its epoch is read again from the store. */
const MAX_SESSIONS = 300

export function createSessions(epochs: EpochSource): Sessions {
  const states = new Map<string, SessionState>()
  return {
    get(id) {
      const known = states.get(id)
      if (known) {
        states.delete(id)
        states.set(id, known)
        return known
      }
      const saved = epochs.load(id)
      const state: SessionState = {
        id,
        epoch: saved?.epoch,
        lastResponseAt: saved?.lastResponseAt,
        usagePercentage: 0,
        compaction: saved?.epoch.compaction,
        forcedBy: undefined,
        isSubagent: undefined,
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

export function rememberSeen(session: SessionState, note: NoteInfo): void {
  session.seen.set(seenKey(note.scope, note.path), note.hash)
}

export function hasSeen(session: SessionState, note: NoteInfo): boolean {
  return session.seen.get(seenKey(note.scope, note.path)) === note.hash
}

function seenKey(scope: ScopeName, path: string): string {
  return `${scope}:${path}`
}
