// Rules and corrections that users have typed, and possible wishes, by project, beyond the life of a session: this is how Cairn notices that they
// have to repeat themselves. The texts are clean; deleting a session or taking back a message removes its texts.
import type { Keepable } from "../../text/known-clean.ts"
import type { SpareState } from "./spare-state.ts"

export interface TypedDirective {
  readonly session: string
  readonly message: string
  readonly text: string
  /** A possible wish only reminds the model of similar ones. */
  readonly kind: "rule" | "wish"
  /** A hash of the whole message, if that says more: sent again, it is the same message, not a repeated wish. */
  readonly within: string
}

export const typedDirectiveTables = `CREATE TABLE typed_directive(id INTEGER PRIMARY KEY, project TEXT NOT NULL, session TEXT NOT NULL,
  message TEXT NOT NULL, text TEXT NOT NULL, kind TEXT NOT NULL, within TEXT NOT NULL, at INTEGER NOT NULL, is_settled INTEGER NOT NULL DEFAULT 0, UNIQUE(session, message, text));
CREATE INDEX typed_directive_project ON typed_directive(project, id);`

/** Per project and kind; the oldest are dropped. */
const MAX_KEPT = 300

const ADD =
  "INSERT OR IGNORE INTO typed_directive(project, session, message, text, kind, within, at) VALUES (?, ?, ?, ?, ?, ?, ?)"
const FORGET_OLD = `DELETE FROM typed_directive WHERE project = ?1 AND kind = ?2 AND id <=
  (SELECT id FROM typed_directive WHERE project = ?1 AND kind = ?2 ORDER BY id DESC LIMIT 1 OFFSET ${MAX_KEPT})`
const OF_OTHERS = `SELECT session, message, text, kind, within FROM typed_directive WHERE project = ?1 AND session <> ?2 AND is_settled = 0
  AND message NOT IN (SELECT message FROM typed_directive WHERE session = ?2) ORDER BY id`
const SETTLE = "UPDATE typed_directive SET is_settled = 1 WHERE project = ? AND message = ? AND text = ?"
const SHARE = `INSERT OR IGNORE INTO typed_directive(project, session, message, text, kind, within, at, is_settled)
  SELECT project, ?2, message, text, kind, within, at, is_settled FROM typed_directive WHERE session = ?1`

export function openTypedDirectives(state: SpareState) {
  return {
    add(project: string, { session, message, text, kind, within }: Keepable<TypedDirective>, now: number): void {
      state.run(ADD, project, session, message, text, kind, within, now)
      state.run(FORGET_OLD, project, kind)
    },
    /** Those of other conversations that have not become a fact, oldest first. What a fork has copied counts as its own. */
    ofOthers: (project: string, session: string) => state.all<TypedDirective>(OF_OTHERS, project, session),
    /** They have become a fact. */
    settle(project: string, directives: readonly TypedDirective[]): void {
      for (const { message, text } of directives) state.run(SETTLE, project, message, text)
    },
    /** `to` is a copy of `from`. */
    share: (from: string, to: string) => state.run(SHARE, from, to),
    /** A message is gone, alone or with everything after it. */
    takeBack(session: string, message: string, andAfter: boolean): void {
      state.run(
        `DELETE FROM typed_directive WHERE session = ? AND message ${andAfter ? ">=" : "="} ?`,
        session,
        message,
      )
    },
    remove: (session: string) => state.run("DELETE FROM typed_directive WHERE session = ?", session),
  }
}
