// What happened to every candidate for a fact, and why: append-only, so that each note and each refusal can be explained later. The newest rows are
// kept; what a note says is on disk, not here.
import type { Candidate, FactFate, Source } from "../../model/fact.ts"
import { RecentMap } from "../../model/recent-map.ts"
import type { ScopeName } from "../../model/scope.ts"
import type { Sqlite } from "../../platform/sqlite.ts"
import type { Keepable } from "../../text/known-clean.ts"
import { cutText } from "../../text/text.ts"
import { answering, filledColumns, type SpareState } from "./spare-state.ts"

export interface OutcomeRecord extends FactFate {
  /** ms. */
  readonly at: number
  readonly project: string
  readonly scope: ScopeName
  readonly session?: string | undefined
  readonly message?: string | undefined
  readonly source: Source
  readonly said: Candidate["said"]
  readonly type: string
  readonly key: string
  readonly text: string
  /** Hash of the file that was written. */
  readonly hash?: string | undefined
}

/** All given conditions must match. */
export interface OutcomeQuestion {
  /** The path of the note itself, of the note that absorbed it, or of the one it replaced. */
  readonly path?: string | undefined
  readonly key?: string | undefined
  /** Words that must all occur in the text, in any case. */
  readonly text?: string | undefined
}

export const outcomeTables = `CREATE TABLE outcome(id INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, project TEXT NOT NULL,
    scope TEXT NOT NULL, session TEXT, message TEXT, source TEXT NOT NULL, said TEXT NOT NULL, type TEXT NOT NULL, key TEXT NOT NULL,
    text TEXT NOT NULL, outcome TEXT NOT NULL, reason TEXT NOT NULL, path TEXT, into_path TEXT, supersedes TEXT, conflicts TEXT, hash TEXT);
  CREATE INDEX outcome_key ON outcome(key, scope);
  CREATE INDEX outcome_quarantined ON outcome(path) WHERE outcome = 'quarantined';
  CREATE INDEX outcome_hash ON outcome(hash) WHERE hash IS NOT NULL;
  CREATE TABLE pending_candidate(id INTEGER PRIMARY KEY AUTOINCREMENT, project TEXT NOT NULL, json TEXT NOT NULL, at INTEGER NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0);`

const MAX_KEPT = 10_000
const MAX_UNWRITTEN = 1000
const MAX_TEXT = 2000
const CHUNK = 500

/** Lists are kept as JSON. */
interface Row extends Omit<OutcomeRecord, "supersedes" | "conflicts"> {
  readonly id: number
  readonly supersedes?: string
  readonly conflicts?: string
}

const FIELDS = [
  ...(["at", "project", "scope", "session", "message", "source", "said", "type", "key", "text"] as const),
  ...(["outcome", "reason", "path", "into", "supersedes", "conflicts", "hash"] as const),
]
const COLUMNS = FIELDS.join(", ").replace("into", "into_path")
const INSERT = `INSERT INTO outcome(${COLUMNS}) VALUES (${FIELDS.map(() => "?").join(", ")})`
const SELECT = `SELECT id, ${COLUMNS.replace("into_path", 'into_path AS "into"')} FROM outcome`
const MOST_ASKED = 500
const OURS = "(scope = 'global' OR project = ?)"
const SINCE = `${SELECT} WHERE at >= ? AND ${OURS} ORDER BY id DESC LIMIT ?`
const ASKED_BACK = `${SELECT} WHERE outcome = 'asked' AND scope = ? AND ${OURS} ORDER BY id DESC LIMIT ${MOST_ASKED}`

export function openOutcomes(spare: SpareState) {
  /** Not written yet because another process keeps writing: without these, a deletion by hand would go unnoticed. */
  const unwritten: OutcomeRecord[] = []
  const write = () => {
    const written = spare.transaction((db) => {
      for (const record of unwritten) db.run(INSERT, ...valuesOf(record))
      return db.run("DELETE FROM outcome WHERE id <= (SELECT max(id) FROM outcome) - ?", MAX_KEPT)
    })
    if (written) unwritten.length = 0
  }
  const state = answering((work) => {
    if (unwritten.length > 0) write()
    return spare.attempt(work)
  })
  const newest = (which: string, ...params: string[]) => {
    const row = state.get<Row>(`${SELECT} WHERE ${which} AND ${OURS} ORDER BY id DESC LIMIT 1`, ...params)
    return row && recordOf(row)
  }
  return {
    ...openPendingCandidates(state),
    add(record: Keepable<OutcomeRecord>): void {
      unwritten.push(record)
      unwritten.splice(0, unwritten.length - MAX_UNWRITTEN)
      write()
    },
    /** For this project and the global scope, newest first. */
    about: (question: OutcomeQuestion, project: string, limit: number) =>
      state.attempt((db) => search(db, question, project, limit)) ?? [],
    /** All since then, for this project and the global scope, newest first. */
    since: (at: number, project: string, limit: number) => state.all<Row>(SINCE, at, project, limit).map(recordOf),
    /** The newest record of this key that became a note. There is one global scope, whichever project is named. */
    lastPromotion: (project: string, scope: ScopeName, key: string) =>
      newest("key = ? AND scope = ? AND outcome IN ('promoted', 'unconfirmed', 'quarantined')", key, scope, project),
    /** What needed confirmation, newest first; the oldest is forgotten. */
    askedBack: (project: string, scope: ScopeName) => state.all<Row>(ASKED_BACK, scope, project).map(recordOf),
    /** The newest record of why the note at this path waits for a person. */
    lastQuarantine: (project: string, scope: ScopeName, path: string) =>
      newest("path = ? AND scope = ? AND outcome = 'quarantined'", path, scope, project) ??
      newest("path = ? AND scope = ? AND outcome = 'unconfirmed'", path, scope, project),
    /** Whether a file with this hash is as Cairn wrote it. */
    wrote: (hash: string) => state.get("SELECT 1 FROM outcome WHERE hash = ? LIMIT 1", hash) !== undefined,
  }
}

/** Some at a time: SQLite ignores case only for ASCII letters, so the words must be compared here. */
function search(db: Sqlite, question: OutcomeQuestion, project: string, limit: number): OutcomeRecord[] {
  const found: OutcomeRecord[] = []
  const { sql, params } = conditionOf(question)
  const page = `${SELECT} WHERE id < ? AND ${OURS}${sql} ORDER BY id DESC LIMIT ${CHUNK}`
  const saysIt = matcherOf(question.text ?? "")
  for (let before = Number.MAX_SAFE_INTEGER; found.length < limit; ) {
    const rows = db.all<Row>(page, before, project, ...params)
    const saying = rows.filter(saysIt).slice(0, limit - found.length)
    found.push(...saying.map(recordOf))
    if (rows.length < CHUNK) break
    before = (rows.at(-1) as Row).id
  }
  return found
}

const IN_LIST = (list: string) => `EXISTS (SELECT 1 FROM json_each(${list}) WHERE value = ?)`
const NAMES_PATH = `(path = ? OR into_path = ? OR ${IN_LIST("supersedes")} OR ${IN_LIST("conflicts")})`

function conditionOf({ path, key }: OutcomeQuestion): { sql: string; params: string[] } {
  return {
    sql: `${key === undefined ? "" : " AND key = ?"}${path === undefined ? "" : ` AND ${NAMES_PATH}`}`,
    params: [...(key === undefined ? [] : [key]), ...(path === undefined ? [] : [path, path, path, path])],
  }
}

function matcherOf(text: string): (row: Row) => boolean {
  const words = plain(text).split(/\s+/).filter(Boolean)
  return (row) => {
    const said = words.length > 0 ? plain(row.text) : ""
    return words.every((word) => said.includes(word))
  }
}

function plain(text: string): string {
  return text.normalize("NFC").toLowerCase()
}

function valuesOf(record: OutcomeRecord): (string | number | null)[] {
  const list = (paths: readonly string[] | undefined) => (paths?.length ? JSON.stringify(paths) : null)
  const lists = { supersedes: list(record.supersedes), conflicts: list(record.conflicts) }
  const texts = { text: cutText(record.text, MAX_TEXT), reason: cutText(record.reason, MAX_TEXT) }
  const kept = { ...record, ...lists, ...texts }
  return FIELDS.map((field) => kept[field] ?? null)
}

function recordOf(row: Row): OutcomeRecord {
  const { id, supersedes, conflicts, ...rest } = filledColumns(row)
  return {
    ...rest,
    ...(supersedes !== undefined && { supersedes: JSON.parse(supersedes) }),
    ...(conflicts !== undefined && { conflicts: JSON.parse(conflicts) }),
  }
}

/** `kept`: until it is written, also by a later process. `in_memory`: until this process ends. */
export type PutOff = "kept" | "in_memory"

/** `attempts` have failed so far. */
type PendingCandidate = { readonly id: number; readonly json: string; readonly attempts: number }

const MAX_PENDING = 1000
const PUT_OFF = "INSERT INTO pending_candidate(project, json, at) VALUES (?, ?, ?)"
const FORGET_OLD = `DELETE FROM pending_candidate WHERE project = ?1 AND id <=
  (SELECT id FROM pending_candidate WHERE project = ?1 ORDER BY id DESC LIMIT 1 OFFSET ${MAX_PENDING})`
const LIST_PENDING = "SELECT id, json, attempts FROM pending_candidate WHERE project = ? ORDER BY id"

/**
 * Candidates whose note could not be written, to be tried again. They are in the database, so that they outlive the process; if there is none, or it
 * fails, they are in memory, and the caller is told the difference.
 */
function openPendingCandidates(state: SpareState) {
  /** With negative numbers, which the database never uses. */
  const inMemory = new RecentMap<number, { readonly project: string; readonly json: string; attempts: number }>(
    MAX_PENDING,
  )
  let last = 0
  return {
    /** Returns how long it will be retried. */
    addPending(project: string, json: string, at: number): PutOff {
      const isKept = state.run(PUT_OFF, project, json, at)
      if (isKept) state.run(FORGET_OLD, project)
      else inMemory.set(--last, { project, json, attempts: 0 })
      return isKept ? "kept" : "in_memory"
    },
    /** The oldest first. */
    pending(project: string): PendingCandidate[] {
      const ours = [...inMemory].filter(([, one]) => one.project === project)
      return [
        ...state.all<PendingCandidate>(LIST_PENDING, project),
        ...ours.map(([id, { json, attempts }]) => ({ id, json, attempts })),
      ]
    },
    /** Another attempt failed. */
    failedPending(id: number): void {
      const one = inMemory.get(id)
      if (one) one.attempts++
      else state.run("UPDATE pending_candidate SET attempts = attempts + 1 WHERE id = ?", id)
    },
    donePending(id: number): void {
      if (!inMemory.delete(id)) state.run("DELETE FROM pending_candidate WHERE id = ?", id)
    },
  }
}
