// The compactions a session went through: how much room each made, how faithful its summary was, and what had to be put back.
import type { Log } from "../../platform/log.ts"
import type { Sqlite } from "../../platform/sqlite.ts"
import { spareState } from "./spare-state.ts"

export interface CompactionRecord {
  /** Of the compaction, as the host names it. */
  readonly id: string
  readonly at: number
  readonly tokensBefore?: number | undefined
  readonly tokensAfter?: number | undefined
  /** Share of what mattered that the summary had, from 0 to 1. */
  readonly score: number
  /** What was missing and put back, a line each. */
  readonly repaired: readonly string[]
}

export interface CompactionLog {
  add(session: string, record: CompactionRecord): void
  /** The first step after it has been counted. */
  setTokensAfter(session: string, id: string, tokens: number): void
  /** Newest first. */
  list(session: string): CompactionRecord[]
  remove(session: string): void
}

export const compactionTables = `CREATE TABLE compaction(session TEXT NOT NULL, id TEXT NOT NULL, at INTEGER NOT NULL, tokens_before INTEGER,
  tokens_after INTEGER, score REAL NOT NULL, repaired TEXT NOT NULL, PRIMARY KEY(session, id)) WITHOUT ROWID;`

const MAX_KEPT = 100
const COLUMNS = "id, at, tokens_before, tokens_after, score, repaired"

interface Row {
  id: string
  at: number
  tokens_before: number | null
  tokens_after: number | null
  score: number
  repaired: string
}

export function openCompactionLog(db: Sqlite | undefined, log: Log): CompactionLog {
  const attempt = spareState(db, log, "compaction-log")
  return {
    add(session, { id, at, tokensBefore, tokensAfter, score, repaired }) {
      attempt((db) => {
        const values = [at, tokensBefore ?? null, tokensAfter ?? null, score, JSON.stringify(repaired)] as const
        db.run(
          `INSERT OR REPLACE INTO compaction(session, ${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)`,
          session,
          id,
          ...values,
        )
        db.run(
          `DELETE FROM compaction WHERE session = ?1 AND id NOT IN
             (SELECT id FROM compaction WHERE session = ?1 ORDER BY at DESC LIMIT ${MAX_KEPT})`,
          session,
        )
      })
    },
    setTokensAfter(session, id, tokens) {
      attempt((db) =>
        db.run("UPDATE compaction SET tokens_after = ? WHERE session = ? AND id = ?", tokens, session, id),
      )
    },
    list: (session) =>
      (
        attempt((db) => db.all<Row>(`SELECT ${COLUMNS} FROM compaction WHERE session = ? ORDER BY at DESC`, session)) ??
        []
      ).map((row) => ({
        id: row.id,
        at: row.at,
        ...(row.tokens_before !== null && { tokensBefore: row.tokens_before }),
        ...(row.tokens_after !== null && { tokensAfter: row.tokens_after }),
        score: row.score,
        repaired: JSON.parse(row.repaired),
      })),
    remove: (session) => void attempt((db) => db.run("DELETE FROM compaction WHERE session = ?", session)),
  }
}
