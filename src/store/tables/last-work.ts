// When and on which branch each session was last active, and in a few words what it was about: answers "where were we?" and "have we done this
// before?" without reading the host's database. The texts are clean; deleting or pausing a session removes its row. Also the days on which a
// project was worked on.
import { jsonOf, listAt } from "../../model/fields.ts"
import type { SessionCard, WorkPlace } from "../../model/worked-session.ts"
import { utcDay } from "../../text/local-time.ts"
import type { SpareState } from "./spare-state.ts"

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
const SET_CARD = "UPDATE last_work SET asked = ?, more = ?, files = ? WHERE session = ?"
const CARDS = `SELECT session, at, asked, more, files FROM last_work WHERE project = ? AND session <> ? AND asked <> ''
  ORDER BY at DESC`
const LATEST = `SELECT session, branch, at FROM last_work WHERE project = ?1 AND session <> ?2 AND (?3 IS NULL OR branch = ?3)
  ORDER BY at DESC LIMIT ${MAX_LISTED}`

export function openLastWork(state: SpareState) {
  return {
    mark(project: string, { session, branch, at }: WorkPlace): void {
      state.run(MARK, session, project, branch, at)
      state.run(FORGET_OLD, project)
    },
    setCard: ({ session, asked, more, files }: Omit<SessionCard, "at">) =>
      state.run(SET_CARD, asked, more, JSON.stringify(files), session),
    /** Newest first; without this session. */
    cards(project: string, besides: string): SessionCard[] {
      const rows = state.all<Omit<SessionCard, "files"> & { files: string }>(CARDS, project, besides)
      const pathsIn = (json: string) => (listAt(jsonOf(json)) ?? []).filter((path) => typeof path === "string")
      return rows.map((row) => ({ ...row, files: pathsIn(row.files) }))
    },
    /** Newest first: without this session, on a branch or on any. */
    latest: (project: string, besides: string, branch?: string) =>
      state.all<WorkPlace>(LATEST, project, besides, branch ?? null),
    remove: (session: string) => state.run("DELETE FROM last_work WHERE session = ?", session),
  }
}

export const workDayTables = `CREATE TABLE work_day(project TEXT NOT NULL, day TEXT NOT NULL, PRIMARY KEY(project, day)) WITHOUT ROWID;`

const MAX_DAYS = 800
const FORGET_OLD_DAYS = `DELETE FROM work_day WHERE project = ?1 AND day <
  (SELECT day FROM work_day WHERE project = ?1 ORDER BY day DESC LIMIT 1 OFFSET ${MAX_DAYS - 1})`

/** A fact fades more slowly while nobody works on its project, so the breaks must be known. */
export function openWorkDays(state: SpareState) {
  const markedOn = new Map<string, string>()
  return {
    mark(project: string, now: number): void {
      const day = utcDay(now)
      if (markedOn.get(project) === day) return
      const isMarked = state.run("INSERT OR IGNORE INTO work_day(project, day) VALUES (?, ?)", project, day)
      if (isMarked && state.run(FORGET_OLD_DAYS, project)) markedOn.set(project, day)
    },
    /** ISO days (UTC), oldest first. */
    of(project: string): readonly string[] {
      const days = "SELECT day FROM work_day WHERE project = ? ORDER BY day"
      return state.all<{ day: string }>(days, project).map(({ day }) => day)
    },
  }
}
