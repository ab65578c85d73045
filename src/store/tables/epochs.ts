// Epochs outlive the process: OpenCode may be restarted within the provider's cache time, and the resumed session must then be served the exact
// bytes that the provider still has cached.
import type { Epoch } from "../../model/epoch.ts"
import type { Keepable } from "../../text/known-clean.ts"
import { filledColumns, type SpareState } from "./spare-state.ts"

export type Epochs = ReturnType<ReturnType<typeof openEpochs>["of"]>

const KEPT_MS = 30 * 86_400_000

const SELECT_EPOCH = `SELECT text, hash, rendered_at AS renderedAt, compaction, model, pressure_step AS pressureStep,
  last_response_at AS lastResponseAt FROM epoch WHERE session = ?`
const SAVE_EPOCH = `INSERT INTO epoch(session, text, hash, rendered_at, compaction, model, pressure_step) VALUES (?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT(session) DO UPDATE SET text = excluded.text, hash = excluded.hash, rendered_at = excluded.rendered_at,
    compaction = excluded.compaction, model = excluded.model, pressure_step = excluded.pressure_step`

/** Every call is a best effort: without a usable database, epochs live as long as the process. */
export function openEpochs(state: SpareState, now: number) {
  const keyOf = (project: string, session: string) => `${project}/${session}`
  state.run("DELETE FROM epoch WHERE max(rendered_at, coalesce(last_response_at, 0)) < ?", now - KEPT_MS)
  /** A session that is moved to another project starts over there. */
  const of = (project: string) => ({
    load(session: string): { epoch: Epoch; lastResponseAt?: number | undefined } | undefined {
      const row = state.get<Epoch & { lastResponseAt?: number }>(SELECT_EPOCH, keyOf(project, session))
      if (!row) return undefined
      const { lastResponseAt, ...epoch } = filledColumns(row)
      return { epoch, lastResponseAt }
    },
    save(session: string, epoch: Keepable<Epoch>): void {
      const { text, hash, renderedAt, compaction = null, model, pressureStep } = epoch
      state.run(SAVE_EPOCH, keyOf(project, session), text, hash, renderedAt, compaction, model, pressureStep)
    },
    responded: (session: string, at: number) =>
      state.run("UPDATE epoch SET last_response_at = ? WHERE session = ?", at, keyOf(project, session)),
    remove: (session: string) => state.run("DELETE FROM epoch WHERE session = ?", keyOf(project, session)),
  })
  return { of }
}
