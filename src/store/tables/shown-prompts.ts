// What sessions' models were shown: each prefix with the origin of its lines, and the tails of messages. "What did the model see?" is asked later,
// when the notes have long changed. Kept only for a while, since it repeats what notes say.
import type { OriginSpan } from "../../model/epoch.ts"
import type { Log } from "../../platform/log.ts"
import type { Sqlite } from "../../platform/sqlite.ts"
import { filledColumns, spareState } from "./spare-state.ts"

export const shownPromptTables = `CREATE TABLE shown_prompt(id INTEGER PRIMARY KEY, session TEXT NOT NULL, kind TEXT NOT NULL, at INTEGER NOT NULL,
  reason TEXT NOT NULL, text TEXT NOT NULL, origins TEXT NOT NULL);
CREATE INDEX shown_prompt_of ON shown_prompt(session, kind, id);`

export interface ShownPrompt {
  readonly kind: "prefix" | "tail"
  readonly at: number
  /** For a prefix, why it was rendered; for a tail, the message that carries it. */
  readonly reason: string
  readonly text: string
  /** In the order of the text's lines. */
  readonly origins: readonly OriginSpan[]
}

const KEPT_MS = 30 * 86_400_000
/** Per session and kind. */
export const KEPT_PROMPTS = 20

const INSERT = "INSERT INTO shown_prompt(session, kind, at, reason, text, origins) VALUES (?, ?, ?, ?, ?, ?)"
const FORGET_OLD = `DELETE FROM shown_prompt WHERE session = ? AND kind = ? AND id NOT IN
  (SELECT id FROM shown_prompt WHERE session = ? AND kind = ? ORDER BY id DESC LIMIT ${KEPT_PROMPTS})`
const LIST = "SELECT kind, at, reason, text, origins FROM shown_prompt WHERE session = ? ORDER BY id DESC"
const SESSIONS = `SELECT session, max(at) AS at FROM shown_prompt WHERE substr(session, 1, ?) = ? GROUP BY session ORDER BY max(at) DESC LIMIT ?`

/** A best effort: without a usable database nothing is kept. */
export function openShownPrompts(db: Sqlite | undefined, log: Log, now: number) {
  const attempt = spareState(db, log, "shown-prompts")
  attempt((db) => db.run("DELETE FROM shown_prompt WHERE at < ?", now - KEPT_MS))
  const of = (project: string) => {
    const keyOf = (session: string) => `${project}/${session}`
    return {
      add(session: string, { kind, at, reason, text, origins }: ShownPrompt): void {
        attempt((db) =>
          db.transaction(() => {
            db.run(INSERT, keyOf(session), kind, at, reason, text, JSON.stringify(origins))
            db.run(FORGET_OLD, keyOf(session), kind, keyOf(session), kind)
          }),
        )
      },
      /** The newest first. */
      list(session: string): ShownPrompt[] {
        type Row = Omit<ShownPrompt, "origins"> & { readonly origins: string }
        const rows = attempt((db) => db.all<Row>(LIST, keyOf(session))) ?? []
        return rows.map((row) => ({ ...filledColumns(row), origins: JSON.parse(row.origins) as OriginSpan[] }))
      },
      /** Sessions that were shown something, the last one first. */
      sessions(limit: number): { session: string; at: number }[] {
        const start = keyOf("")
        const rows =
          attempt((db) => db.all<{ session: string; at: number }>(SESSIONS, start.length, start, limit)) ?? []
        return rows.map(({ session, at }) => ({ session: session.slice(start.length), at }))
      },
      remove: (session: string) =>
        void attempt((db) => db.run("DELETE FROM shown_prompt WHERE session = ?", keyOf(session))),
    }
  }
  return { of }
}
