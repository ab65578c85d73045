// A database of OpenCode's as either generation leaves it, made by hand for what no host can be brought to do: damage, locks, a form to come.
// That the tables are really so is shown by the end-to-end tests, which read what the hosts themselves have written.
import { Database } from "bun:sqlite"
import { mkdirSync } from "node:fs"
import { dirname, join } from "node:path"

const SESSION = `id text PRIMARY KEY, project_id text, parent_id text, slug text, directory text NOT NULL, title text, version text,
  cost real DEFAULT 0, tokens_input integer DEFAULT 0, tokens_output integer DEFAULT 0, tokens_reasoning integer DEFAULT 0,
  tokens_cache_read integer DEFAULT 0, tokens_cache_write integer DEFAULT 0, revert text, model text, time_created integer,
  time_updated integer, time_archived integer`
const V1 = `CREATE TABLE session(${SESSION});
  CREATE TABLE message(id text PRIMARY KEY, session_id text NOT NULL, time_created integer, time_updated integer, data text NOT NULL);
  CREATE TABLE part(id text PRIMARY KEY, message_id text NOT NULL, session_id text NOT NULL, time_created integer, time_updated integer,
    data text NOT NULL);
  CREATE INDEX part_message ON part(message_id, id); CREATE INDEX message_session ON message(session_id, time_created, id);
  CREATE TABLE todo(session_id text, content text, status text, priority text, position integer);`
const V2 = `CREATE TABLE session_v2(${SESSION}, time_idle integer, idle_outcome text);
  CREATE TABLE session_message(id text PRIMARY KEY, session_id text NOT NULL, type text NOT NULL, seq integer NOT NULL,
    time_created integer, time_updated integer, data text NOT NULL);
  CREATE TABLE kv(key text PRIMARY KEY, value text NOT NULL, time_created integer NOT NULL, time_updated integer NOT NULL);
  CREATE TABLE event_sequence(aggregate_id text PRIMARY KEY, seq integer NOT NULL, owner_id text);
  CREATE TABLE event(id text PRIMARY KEY, aggregate_id text NOT NULL, seq integer NOT NULL, type text NOT NULL, data text NOT NULL);
  CREATE UNIQUE INDEX event_aggregate ON event(aggregate_id, seq);`

export type PastDatabase = ReturnType<typeof makePastDatabase>

/** `data` is what `XDG_DATA_HOME` names. */
export function pastDatabaseFile(data: string, name = "opencode.db"): string {
  return join(data, "opencode", name)
}

export function makePastDatabase(file: string, generations: readonly (1 | 2)[] = [1, 2]) {
  mkdirSync(dirname(file), { recursive: true })
  const db = new Database(file)
  db.exec("PRAGMA journal_mode = WAL")
  if (generations.includes(1)) db.exec(V1)
  if (generations.includes(2)) db.exec(V2)
  let clock = Date.UTC(2026, 0, 5, 10)
  let count = 0
  const next = (kind: string) => `${kind}_${String(++count).padStart(6, "0")}`
  const insert = (table: string, row: Record<string, string | number | null>) => {
    const names = Object.keys(row)
    db.query(`INSERT INTO ${table}(${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`).run(
      ...Object.values(row),
    )
  }
  const times = () => ({ time_created: clock, time_updated: clock })
  /** A message of OpenCode 1, with its parts. */
  function message(session: string, info: Record<string, unknown>, ...parts: unknown[]): string {
    clock += 1000
    const id = next("msg")
    insert("message", { id, session_id: session, ...times(), data: JSON.stringify(info) })
    for (const part of parts)
      insert("part", { id: next("prt"), message_id: id, session_id: session, ...times(), data: JSON.stringify(part) })
    return id
  }
  return {
    db,
    now: () => clock,
    /** Time passes. */
    wait(ms: number): void {
      clock += ms
    },
    session(
      given: { id?: string; directory: string; title?: string } & Record<string, string | number | null>,
      generation = 1,
    ): string {
      const id = given.id ?? next("ses")
      insert(generation === 1 ? "session" : "session_v2", { ...times(), title: "A title", ...given, id })
      return id
    },
    message,
    /** A message of OpenCode 2. */
    row(session: string, type: string, data: Record<string, unknown>, id = next("msg")): string {
      clock += 1000
      insert("session_message", { id, session_id: session, type, seq: ++count, ...times(), data: JSON.stringify(data) })
      return id
    },
    said(session: string, text: string): string {
      return message(session, { role: "user" }, { type: "text", text })
    },
    answered(session: string, ...parts: unknown[]): string {
      return message(session, { role: "assistant", providerID: "p", modelID: "m" }, ...parts)
    },
    todo: (session: string, content: string, status: string) =>
      insert("todo", { session_id: session, content, status, priority: "high", position: 0 }),
    close: () => db.close(),
  }
}

export function toolPart(tool: string, input: Record<string, unknown>, output: string, exit?: number): unknown {
  return { type: "tool", tool, callID: "c", state: { status: "completed", input, output, metadata: { exit } } }
}
