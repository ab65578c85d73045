// Reads rows of another program's SQLite database, which is opened read-only and closed at once.
import { lstat } from "node:fs/promises"
import { CairnError, messageOf } from "../model/errors.ts"
import { openSqlite } from "../platform/sqlite.ts"
import type { Fields } from "./json-fields.ts"

const MOST = 5000

/** The newest rows of a table that has an `id`, oldest first. A column that this version does not have yet is left out. */
export async function foreignRows(place: string, table: string, columns: readonly string[]): Promise<Fields[]> {
  try {
    if (!(await lstat(place)).isFile()) throw new Error("it is not a regular file")
    const db = await openSqlite(place, { readonly: true, busyTimeoutMs: 2000 })
    try {
      const has = new Set(
        db.all<{ name: string }>(`SELECT name FROM pragma_table_info('${table}')`).map(({ name }) => name),
      )
      const asked = columns.filter((column) => has.has(column))
      return db.all<Fields>(`SELECT id, ${asked.join(", ")} FROM ${table} ORDER BY id DESC LIMIT ${MOST}`).reverse()
    } finally {
      db.close()
    }
  } catch (error) {
    throw new CairnError(
      "not_readable",
      `${place} cannot be read: ${messageOf(error)}`,
      "another version may store it differently",
    )
  }
}
