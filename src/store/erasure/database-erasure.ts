// Erases words from the state database, in every table and column, whoever added them. SQLite is told to overwrite what it deletes, and the file is
// written again, so that free pages keep nothing either.
import { CairnError } from "../../model/errors.ts"
import type { Sqlite } from "../../platform/sqlite.ts"
import type { Eraser } from "./erased-text.ts"

/** Returns how many values were changed. */
export function eraseFromDatabase(db: Sqlite, eraser: Eraser): number {
  let changed = 0
  db.exec("PRAGMA secure_delete = ON")
  db.transaction(() => {
    for (const { table, column } of textColumns(db)) {
      const values = db.all<{ value: unknown }>(
        `SELECT DISTINCT ${column} AS value FROM ${table} WHERE typeof(${column}) = 'text'`,
      )
      for (const { value } of values) {
        if (typeof value !== "string" || !eraser.isIn(value)) continue
        refuseKeys(value, eraser)
        // If a key becomes equal to another, its row is removed.
        db.run(`UPDATE OR REPLACE ${table} SET ${column} = ? WHERE ${column} = ?`, eraser.from(value), value)
        changed++
      }
    }
  })
  db.exec("PRAGMA wal_checkpoint(TRUNCATE)")
  db.exec("VACUUM")
  db.exec("PRAGMA wal_checkpoint(TRUNCATE)")
  return changed
}

/** A field of Cairn's own is not a person's word. A key with a dot or a slash is a note's path. */
function refuseKeys(value: string, eraser: Eraser): void {
  for (const [, key = ""] of value.matchAll(/"(\w+)":/g))
    if (eraser.isIn(key))
      throw new CairnError(
        "words_too_common",
        `Cairn's own state has a field "${key}"; nothing was changed`,
        "erase the whole sentence instead, or more of it",
      )
}

function textColumns(db: Sqlite): { table: string; column: string }[] {
  const tables = db.all<{ name: string }>(
    // The place of a project's folder is read from the disk again.
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'project_key'",
  )
  const isPlain = (name: string) => /^\w+$/.test(name)
  return tables
    .map(({ name }) => name)
    .filter(isPlain)
    .flatMap((table) =>
      db
        .all<{ name: string }>(`SELECT name FROM pragma_table_info('${table}')`)
        .map(({ name }) => name)
        .filter(isPlain)
        .map((column) => ({ table, column })),
    )
}
