// Candidates for a fact whose note could not be written, to be tried again. They are in the database, so that they outlive the process; if there is
// none, or it fails, they are in memory, and the caller is told the difference.
import { RecentMap } from "../../model/recent-map.ts"
import type { Attempt } from "./spare-state.ts"

/** `kept`: until it is written, also by a later process. `in_memory`: until this process ends. */
export type PutOff = "kept" | "in_memory"

export interface PendingCandidate {
  readonly id: number
  readonly json: string
  /** Failed attempts so far. */
  readonly attempts: number
}

export const pendingTables = `CREATE TABLE pending_candidate(id INTEGER PRIMARY KEY AUTOINCREMENT, project TEXT NOT NULL, json TEXT NOT NULL, at INTEGER NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0);`

const MAX_PENDING = 1000
const INSERT = "INSERT INTO pending_candidate(project, json, at) VALUES (?, ?, ?)"
const FORGET_OLD = `DELETE FROM pending_candidate WHERE project = ?1 AND id <=
  (SELECT id FROM pending_candidate WHERE project = ?1 ORDER BY id DESC LIMIT 1 OFFSET ${MAX_PENDING})`
const LIST = "SELECT id, json, attempts FROM pending_candidate WHERE project = ? ORDER BY id"

export function openPendingCandidates(attempt: Attempt) {
  /** With negative numbers, which the database never uses. */
  const inMemory = new RecentMap<number, { readonly project: string; readonly json: string; attempts: number }>(
    MAX_PENDING,
  )
  let last = 0
  return {
    /** Returns how long it will be retried. */
    addPending(project: string, json: string, at: number): PutOff {
      const isKept = attempt((db) => db.run(INSERT, project, json, at)) !== undefined
      if (isKept) attempt((db) => db.run(FORGET_OLD, project))
      else inMemory.set(--last, { project, json, attempts: 0 })
      return isKept ? "kept" : "in_memory"
    },
    /** The oldest first. */
    pending(project: string): PendingCandidate[] {
      const ours = [...inMemory].filter(([, one]) => one.project === project)
      const kept = attempt((db) => db.all<PendingCandidate>(LIST, project)) ?? []
      return [...kept, ...ours.map(([id, { json, attempts }]) => ({ id, json, attempts }))]
    },
    /** Another attempt failed. */
    failedPending(id: number): void {
      const one = inMemory.get(id)
      if (one) one.attempts++
      else attempt((db) => db.run("UPDATE pending_candidate SET attempts = attempts + 1 WHERE id = ?", id))
    },
    donePending(id: number): void {
      if (!inMemory.delete(id)) attempt((db) => db.run("DELETE FROM pending_candidate WHERE id = ?", id))
    },
  }
}
