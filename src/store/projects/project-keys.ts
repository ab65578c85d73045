// Which projects a key was seen with: a look-up in the state database, so that the ordinary start reads one project's files, not all.
import { isFolderName } from "../../model/note-path.ts"
import { type IdentityKey, isProof, type KeyKind, type KnownProject } from "../../model/project-identity.ts"
import type { Log } from "../../platform/log.ts"
import type { Sqlite } from "../../platform/sqlite.ts"
import { spareState } from "../tables/spare-state.ts"

export const projectTables =
  "CREATE TABLE IF NOT EXISTS project_key(key TEXT, project TEXT, PRIMARY KEY(key, project));"

/** Derived, so a missing, locked or broken database only costs time. */
export function openKeyIndex(db: Sqlite | undefined, log: Log) {
  const state = spareState(db, log, "project.index")
  const asText = ({ kind, value }: IdentityKey) => `${kind}:${value}`
  return {
    find(keys: readonly IdentityKey[]): string[] {
      const marks = keys.map(() => "?").join(", ")
      const query = `SELECT DISTINCT project FROM project_key WHERE key IN (${marks}) ORDER BY project`
      const rows = state.all<{ project: string }>(query, ...keys.map(asText))
      return rows.map(({ project }) => project).filter(isFolderName)
    },
    /** What is known about a project whose own file is damaged or gone. */
    keysOf(project: string): IdentityKey[] {
      const rows = state.all<{ key: string }>("SELECT key FROM project_key WHERE project = ?", project)
      return rows.map(({ key }) => {
        const at = key.indexOf(":")
        return { kind: key.slice(0, at) as KeyKind, value: key.slice(at + 1) }
      })
    },
    replace(known: readonly KnownProject[]): void {
      state.transaction((db) => {
        db.run("DELETE FROM project_key")
        for (const { name, keys } of known) {
          for (const key of keys.filter((one) => !isProof(one)))
            db.run("INSERT OR IGNORE INTO project_key(key, project) VALUES (?, ?)", asText(key), name)
        }
      })
    },
  }
}
