// When and on which branch each session was last active, and in a few words what it was about: answers "where were we?" and "have we done this
// before?" without reading the host's database. The texts are clean; deleting or pausing a session removes its row.
import { jsonOf, listAt } from "../../model/fields.ts"
import type { Log } from "../../platform/log.ts"
import type { Sqlite } from "../../platform/sqlite.ts"
import { spareState } from "./spare-state.ts"

export interface WorkPlace {
  readonly session: string
  /** Empty outside git, and if no branch is checked out. */
  readonly branch: string
  readonly at: number
}

/** What the user asked for first and later, and the files that were changed. */
export interface WorkCard {
  readonly session: string
  readonly at: number
  readonly asked: string
  readonly more: string
  readonly files: readonly string[]
}

export const lastWorkTables = `CREATE TABLE last_work(session TEXT PRIMARY KEY, project TEXT NOT NULL, branch TEXT NOT NULL, at INTEGER NOT NULL,
  asked TEXT NOT NULL DEFAULT '', more TEXT NOT NULL DEFAULT '', files TEXT NOT NULL DEFAULT '[]') WITHOUT ROWID;
CREATE INDEX last_work_project ON last_work(project, at);`

/** Per project; the oldest are dropped. */
const MAX_KEPT = 300
/** Some of the newest may be paused, or have nothing to tell. */
const MAX_LISTED = 5

const MARK = `INSERT INTO last_work(session, project, branch, at) VALUES (?, ?, ?, ?)
  ON CONFLICT(session) DO UPDATE SET project = excluded.project, branch = excluded.branch, at = excluded.at`
const FORGET_OLD = `DELETE FROM last_work WHERE project = ?1 AND at <
  (SELECT at FROM last_work WHERE project = ?1 ORDER BY at DESC LIMIT 1 OFFSET ${MAX_KEPT})`
const LATEST = `SELECT session, branch, at FROM last_work WHERE project = ?1 AND session <> ?2 AND (?3 IS NULL OR branch = ?3)
  ORDER BY at DESC LIMIT ${MAX_LISTED}`

export function openLastWork(db: Sqlite | undefined, log: Log) {
  const attempt = spareState(db, log, "last-work")
  return {
    mark(project: string, { session, branch, at }: WorkPlace): void {
      attempt((db) => db.run(MARK, session, project, branch, at))
      attempt((db) => db.run(FORGET_OLD, project))
    },
    /** For a session that was marked. */
    setCard({ session, asked, more, files }: Omit<WorkCard, "at">): void {
      const sql = "UPDATE last_work SET asked = ?, more = ?, files = ? WHERE session = ?"
      attempt((db) => db.run(sql, asked, more, JSON.stringify(files), session))
    },
    /** Newest first; without this session. */
    cards(project: string, besides: string): WorkCard[] {
      const sql =
        "SELECT session, at, asked, more, files FROM last_work WHERE project = ? AND session <> ? AND asked <> '' ORDER BY at DESC"
      const rows = attempt((db) => db.all<Omit<WorkCard, "files"> & { files: string }>(sql, project, besides)) ?? []
      return rows.map((row) => ({ ...row, files: pathsIn(row.files) }))
    },
    /** Newest first: without this session, on a branch or on any. */
    latest: (project: string, besides: string, branch?: string): WorkPlace[] =>
      attempt((db) => db.all<WorkPlace>(LATEST, project, besides, branch ?? null)) ?? [],
    remove: (session: string) => void attempt((db) => db.run("DELETE FROM last_work WHERE session = ?", session)),
  }
}

function pathsIn(json: string): string[] {
  return (listAt(jsonOf(json)) ?? []).filter((path) => typeof path === "string")
}
