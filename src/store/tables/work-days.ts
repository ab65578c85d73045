// The days on which a project was worked on: a fact fades more slowly while nobody works on its project, so the breaks must be known.
import type { Log } from "../../platform/log.ts"
import type { Sqlite } from "../../platform/sqlite.ts"
import { utcDay } from "../../text/local-time.ts"
import { spareState } from "./spare-state.ts"

export const workDayTables = `CREATE TABLE work_day(project TEXT NOT NULL, day TEXT NOT NULL, PRIMARY KEY(project, day)) WITHOUT ROWID;`

const MAX_KEPT = 800

export function openWorkDays(db: Sqlite | undefined, log: Log) {
  const attempt = spareState(db, log, "work-days")
  const markedOn = new Map<string, string>()
  return {
    mark(project: string, now: number): void {
      const day = utcDay(now)
      if (markedOn.get(project) === day) return
      const done = attempt((db) => {
        db.run("INSERT OR IGNORE INTO work_day(project, day) VALUES (?, ?)", project, day)
        return db.run(
          `DELETE FROM work_day WHERE project = ?1 AND day <
             (SELECT day FROM work_day WHERE project = ?1 ORDER BY day DESC LIMIT 1 OFFSET ${MAX_KEPT - 1})`,
          project,
        )
      })
      if (done) markedOn.set(project, day)
    },
    /** ISO days (UTC), oldest first. */
    of(project: string): readonly string[] {
      const days = "SELECT day FROM work_day WHERE project = ? ORDER BY day"
      return (attempt((db) => db.all<{ day: string }>(days, project)) ?? []).map(({ day }) => day)
    },
  }
}
