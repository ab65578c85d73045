// The compactions a session went through: how much space each freed, how faithful its summary was, and what had to be put back.
import { filledColumns, type SpareState } from "./spare-state.ts"

export interface CompactionRecord {
  /** The host's id of the compaction. */
  readonly id: string
  readonly at: number
  readonly tokensBefore?: number | undefined
  readonly tokensAfter?: number | undefined
  /** The share of what mattered that the summary had, from 0 to 1. */
  readonly score: number
  /** What was missing and put back, a line each. */
  readonly repaired: readonly string[]
}

export const compactionTables = `CREATE TABLE compaction(session TEXT NOT NULL, id TEXT NOT NULL, at INTEGER NOT NULL, tokens_before INTEGER,
  tokens_after INTEGER, score REAL NOT NULL, repaired TEXT NOT NULL, PRIMARY KEY(session, id)) WITHOUT ROWID;`

const MAX_KEPT = 100
const INSERT = `INSERT OR REPLACE INTO compaction(session, id, at, tokens_before, tokens_after, score, repaired)
  VALUES (?, ?, ?, ?, ?, ?, ?)`
const FORGET_OLD = `DELETE FROM compaction WHERE session = ?1 AND id NOT IN
  (SELECT id FROM compaction WHERE session = ?1 ORDER BY at DESC LIMIT ${MAX_KEPT})`
const LIST = `SELECT id, at, tokens_before AS tokensBefore, tokens_after AS tokensAfter, score, repaired FROM compaction
  WHERE session = ? ORDER BY at DESC`

type Row = Omit<CompactionRecord, "repaired"> & { readonly repaired: string }

export function openCompactionLog(state: SpareState) {
  return {
    add(session: string, record: CompactionRecord): void {
      const { id, at, tokensBefore = null, tokensAfter = null, score, repaired } = record
      state.run(INSERT, session, id, at, tokensBefore, tokensAfter, score, JSON.stringify(repaired))
      state.run(FORGET_OLD, session)
    },
    /** The first step after it has been counted. */
    setTokensAfter: (session: string, id: string, tokens: number) =>
      state.run("UPDATE compaction SET tokens_after = ? WHERE session = ? AND id = ?", tokens, session, id),
    /** Newest first. */
    list: (session: string): CompactionRecord[] =>
      state.all<Row>(LIST, session).map((row) => ({ ...filledColumns(row), repaired: JSON.parse(row.repaired) })),
    remove: (session: string) => state.run("DELETE FROM compaction WHERE session = ?", session),
  }
}
