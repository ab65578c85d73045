// The state database as it lies on disk, looked at from outside: with plain SQL, not with Cairn's own code.
import { Database } from "bun:sqlite"
import { join } from "node:path"
import type { Host } from "./host.ts"
import { cairnRoot } from "./store-on-disk.ts"

export type Row = Record<string, unknown>

export function stateFile(host: Pick<Host, "root">): string {
  return join(cairnRoot(host), "state.db")
}

export function queryState(host: Pick<Host, "root">, sql: string, ...values: string[]): Row[] {
  const db = new Database(stateFile(host), { readonly: true })
  try {
    return db.query<Row, string[]>(sql).all(...values)
  } finally {
    db.close()
  }
}

/** For a test that makes the past: the host must not be running. */
export function changeState(host: Pick<Host, "root">, sql: string, ...values: (string | number | null)[]): void {
  const db = new Database(stateFile(host))
  try {
    db.query(sql).run(...values)
  } finally {
    db.close()
  }
}

/** The tables that have a row in which the text occurs. */
export function tablesNaming(host: Pick<Host, "root">, text: string): string[] {
  const tables = queryState(host, "SELECT name FROM sqlite_master WHERE type = 'table'").map(({ name }) => String(name))
  return tables.filter((table) =>
    queryState(host, `SELECT * FROM "${table}"`).some((row) => rowText(row).includes(text)),
  )
}

/** What happened in a session, oldest first, as its journal has it. */
export function eventsOf(host: Pick<Host, "root">, session: string, kind: string): Row[] {
  return queryState(host, "SELECT data FROM session_event WHERE session = ? ORDER BY seq", session)
    .map(({ data }) => JSON.parse(String(data)) as Row)
    .filter((event) => event.kind === kind)
}

function rowText(row: Row): string {
  return Object.values(row).join("\n")
}
