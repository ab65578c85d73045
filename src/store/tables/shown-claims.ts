// The sessions in which an unconfirmed claim about the user was shown: the user is asked about it once, and after a few sessions it leaves prompts.
import type { Log } from "../../platform/log.ts"
import type { Sqlite } from "../../platform/sqlite.ts"
import { spareState } from "./spare-state.ts"

export const shownClaimTables =
  "CREATE TABLE shown_claim(project TEXT NOT NULL, fact TEXT NOT NULL, session TEXT NOT NULL, PRIMARY KEY(project, fact, session)) WITHOUT ROWID;"

export function openShownClaims(db: Sqlite | undefined, log: Log) {
  const attempt = spareState(db, log, "shown-claims")
  return {
    /** The sessions, by the fact's id. */
    of(project: string): ReadonlyMap<string, ReadonlySet<string>> {
      const sql = "SELECT fact, session FROM shown_claim WHERE project = ?"
      const rows = attempt((db) => db.all<{ fact: string; session: string }>(sql, project)) ?? []
      const shown = new Map<string, Set<string>>()
      for (const { fact, session } of rows) shown.set(fact, (shown.get(fact) ?? new Set()).add(session))
      return shown
    },
    mark(project: string, session: string, facts: readonly string[]): void {
      const sql = "INSERT OR IGNORE INTO shown_claim(project, fact, session) VALUES (?, ?, ?)"
      attempt((db) => db.transaction(() => facts.forEach((fact) => void db.run(sql, project, fact, session))))
    },
    /** These are no longer claims: confirmed, denied, or gone. */
    forget(project: string, facts: readonly string[]): void {
      const sql = "DELETE FROM shown_claim WHERE project = ? AND fact = ?"
      for (const fact of facts) attempt((db) => db.run(sql, project, fact))
    },
    remove: (session: string) => void attempt((db) => db.run("DELETE FROM shown_claim WHERE session = ?", session)),
  }
}
