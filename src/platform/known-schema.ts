// Compares a database's own tables with what Cairn made, before anything else is asked of it. One flipped bit can turn a column's name into bytes
// that are not text, and Bun's SQLite (1.3) then ends the process at the first row: nothing could set the file aside.
import { accessSync, constants } from "node:fs"
import { isSqliteBusy, type Sqlite, sqliteErrno, withSqlite } from "./sqlite.ts"

/** How each table and index was made, by its kind, name and table. All in hex, since a damaged name may not be text. */
export type Schema = ReadonlyMap<string, string>

/** The file is not what Cairn made: it is set aside before any of it is used. */
export class UnexpectedSchema extends Error {
  override message = "its tables are not as Cairn made them"
}

const MADE = "SELECT hex(type || ' ' || name || ' ' || tbl_name) AS object, hex(sql) AS sql FROM sqlite_master"

export function readSchema(db: Sqlite): Schema {
  return new Map(db.all<{ object: string; sql: string }>(MADE).map(({ object, sql }) => [object, sql]))
}

const COLUMNS = `SELECT m.name AS "table", i.name AS "column" FROM sqlite_master m, pragma_table_info(m.name) i
  WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%'`

/** All that SQL can name without quotes, whoever added them. */
export function columnsIn(db: Sqlite): { readonly table: string; readonly column: string }[] {
  return db
    .all<{ table: string; column: string }>(COLUMNS)
    .filter(({ table, column }) => /^\w+ \w+$/.test(`${table} ${column}`))
}

/** The schema that these statements make. */
export async function schemaMadeBy(statements: readonly string[]): Promise<Schema> {
  return withSqlite(":memory:", {}, (db) => {
    for (const sql of statements) db.exec(sql)
    return readSchema(db)
  })
}

export function isSameSchema(found: Schema, known: Schema): boolean {
  return found.size === known.size && [...known].every(([object, sql]) => found.get(object) === sql)
}

/** Everything known is there, maybe with columns that a newer Cairn added. */
export function isExtendedSchema(found: Schema, known: Schema): boolean {
  return [...known].every(([object, sql]) => isExtended(found.get(object) ?? "", sql))
}

/** SQLite writes the text of a new column into the text that made the table, at one place. */
function isExtended(found: string, known: string): boolean {
  let start = 0
  while (start < known.length && found[start] === known[start]) start++
  return found.length >= known.length && found.endsWith(known.slice(start))
}

/** Like SQLite's `hex`. */
export function toHex(text: string): string {
  return Buffer.from(text).toString("hex").toUpperCase()
}

/** Reads every table, which reveals a broken page, and tries a write that changes nothing. */
export function refuseBroken(db: Sqlite, known: Schema, path: string, write: string): void {
  for (const object of known.keys()) {
    const [kind, name] = Buffer.from(object, "hex").toString().split(" ")
    if (kind === "table") db.get(`SELECT 1 AS found FROM "${name}" LIMIT 1`)
  }
  try {
    db.exec(write)
  } catch (error) {
    if (isSqliteBusy(error)) return
    if (sqliteErrno(error) === "EROFS" && !isWritable(path)) return
    throw sqliteErrno(error) === "EROFS" ? new UnexpectedSchema() : error
  }
}

/** Judged by its mode and its disk: if it is writable but SQLite will not write it, its head is damaged. */
function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch (error) {
    void error
    return false
  }
}
