// The rows of a project in the state database, whatever table they are in: a project is renamed, joined to another, or forgotten.
import type { Sqlite } from "../../platform/sqlite.ts"

/** Their `session` is `project/session`. */
const PREFIXED = ["epoch", "shown_prompt"]

export function moveProjectRows(db: Sqlite, from: string, to: string): void {
  db.transaction(() => {
    for (const table of tablesByProject(db)) {
      // If the other project already has the same row, that one stays.
      db.run(`UPDATE OR IGNORE ${table} SET project = ? WHERE project = ?`, to, from)
      db.run(`DELETE FROM ${table} WHERE project = ?`, from)
    }
    for (const table of PREFIXED)
      db.run(
        `UPDATE OR IGNORE ${table} SET session = ? || substr(session, ?) WHERE substr(session, 1, ?) = ?`,
        `${to}/`,
        from.length + 2,
        from.length + 1,
        `${from}/`,
      )
  })
}

export function dropProjectRows(db: Sqlite, name: string): void {
  db.transaction(() => {
    const sessions = "SELECT id FROM session WHERE project = ?"
    db.run(`DELETE FROM session_event WHERE session IN (${sessions})`, name)
    db.run(`DELETE FROM compaction WHERE session IN (${sessions})`, name)
    for (const table of tablesByProject(db)) db.run(`DELETE FROM ${table} WHERE project = ?`, name)
    for (const table of PREFIXED)
      db.run(`DELETE FROM ${table} WHERE substr(session, 1, ?) = ?`, name.length + 1, `${name}/`)
  })
}

/** Including those that a newer Cairn has added. */
function tablesByProject(db: Sqlite): string[] {
  const tables = db.all<{ name: string }>(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
  )
  const hasProject = (table: string) =>
    db.all<{ name: string }>(`SELECT name FROM pragma_table_info('${table}')`).some(({ name }) => name === "project")
  return tables.map(({ name }) => name).filter((name) => /^\w+$/.test(name) && hasProject(name))
}
