// What sessions' models were shown: each prefix with the origin of its lines, and the tails of messages. "What did the model see?" is asked later,
// when the notes have long changed. Kept only for a while, since it repeats what notes say. Also in which sessions unconfirmed claims were shown.
import type { OriginSpan } from "../../model/epoch.ts"
import type { Keepable } from "../../text/known-clean.ts"
import { filledColumns, type SpareState } from "./spare-state.ts"

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
export function openShownPrompts(state: SpareState, now: number) {
  state.run("DELETE FROM shown_prompt WHERE at < ?", now - KEPT_MS)
  const of = (project: string) => {
    const keyOf = (session: string) => `${project}/${session}`
    return {
      add(session: string, { kind, at, reason, text, origins }: Keepable<ShownPrompt>): void {
        state.transaction((db) => {
          db.run(INSERT, keyOf(session), kind, at, reason, text, JSON.stringify(origins))
          db.run(FORGET_OLD, keyOf(session), kind, keyOf(session), kind)
        })
      },
      /** The newest first. */
      list(session: string): ShownPrompt[] {
        type Row = Omit<ShownPrompt, "origins"> & { readonly origins: string }
        const rows = state.all<Row>(LIST, keyOf(session))
        return rows.map((row) => ({ ...filledColumns(row), origins: JSON.parse(row.origins) as OriginSpan[] }))
      },
      /** Sessions that were shown something, the last one first. */
      sessions(limit: number): { session: string; at: number }[] {
        const start = keyOf("")
        const rows = state.all<{ session: string; at: number }>(SESSIONS, start.length, start, limit)
        return rows.map(({ session, at }) => ({ session: session.slice(start.length), at }))
      },
      remove: (session: string) => state.run("DELETE FROM shown_prompt WHERE session = ?", keyOf(session)),
    }
  }
  return { of }
}

export const shownClaimTables =
  "CREATE TABLE shown_claim(project TEXT NOT NULL, fact TEXT NOT NULL, session TEXT NOT NULL, PRIMARY KEY(project, fact, session)) WITHOUT ROWID;"

/** The user is asked about an unconfirmed claim once, and after a few sessions it leaves prompts. */
export function openShownClaims(state: SpareState) {
  return {
    /** The sessions, by the fact's id. */
    of(project: string): ReadonlyMap<string, ReadonlySet<string>> {
      const sql = "SELECT fact, session FROM shown_claim WHERE project = ?"
      const shown = new Map<string, Set<string>>()
      for (const { fact, session } of state.all<{ fact: string; session: string }>(sql, project))
        shown.set(fact, (shown.get(fact) ?? new Set()).add(session))
      return shown
    },
    mark(project: string, session: string, facts: readonly string[]): void {
      const sql = "INSERT OR IGNORE INTO shown_claim(project, fact, session) VALUES (?, ?, ?)"
      state.transaction((db) => facts.forEach((fact) => void db.run(sql, project, fact, session)))
    },
    /** These are no longer claims: confirmed, denied, or gone. */
    forget(project: string, facts: readonly string[]): void {
      const sql = "DELETE FROM shown_claim WHERE project = ? AND fact = ?"
      for (const fact of facts) state.run(sql, project, fact)
    },
    remove: (session: string) => state.run("DELETE FROM shown_claim WHERE session = ?", session),
  }
}
