// Epochs outlive the process: OpenCode may be restarted within the provider's cache time, and the resumed session must then be served the
// very bytes the provider still has cached.
import type { Epoch } from "../../model/epoch.ts"
import type { Log } from "../../platform/log.ts"
import type { Sqlite } from "../../platform/sqlite.ts"
import { spareState } from "./spare-state.ts"

export interface Epochs {
  load(session: string): { epoch: Epoch; lastResponseAt?: number } | undefined
  save(session: string, epoch: Epoch): void
  responded(session: string, at: number): void
  remove(session: string): void
}

const KEPT_MS = 30 * 86_400_000

interface Row {
  text: string
  hash: string
  rendered_at: number
  compaction: string | null
  model: string
  pressure_step: number
  last_response_at: number | null
}

const SELECT_EPOCH =
  "SELECT text, hash, rendered_at, compaction, model, pressure_step, last_response_at FROM epoch WHERE session = ?"

export interface AllEpochs {
  /** A session that is moved to another project begins anew there. */
  of(project: string): Epochs
}

/** Every call is a best effort: without a usable database epochs live as long as the process. */
export function openEpochs(db: Sqlite | undefined, log: Log, now: number): AllEpochs {
  const attempt = spareState(db, log, "epoch-state")
  attempt((db) => db.run("DELETE FROM epoch WHERE max(rendered_at, coalesce(last_response_at, 0)) < ?", now - KEPT_MS))
  const of = (project: string): Epochs => ({
    load: (session) =>
      attempt((db) => {
        const row = db.get<Row>(SELECT_EPOCH, keyOf(project, session))
        return row && restore(row)
      }),
    save: (session, epoch) =>
      void attempt((db) =>
        db.run(
          `INSERT INTO epoch(session, text, hash, rendered_at, compaction, model, pressure_step) VALUES (?, ?, ?, ?, ?, ?, ?)
             ON CONFLICT(session) DO UPDATE SET text = excluded.text, hash = excluded.hash,
             rendered_at = excluded.rendered_at, compaction = excluded.compaction, model = excluded.model, pressure_step = excluded.pressure_step`,
          keyOf(project, session),
          epoch.text,
          epoch.hash,
          epoch.renderedAt,
          epoch.compaction ?? null,
          epoch.model,
          epoch.pressureStep,
        ),
      ),
    responded: (session, at) =>
      void attempt((db) =>
        db.run("UPDATE epoch SET last_response_at = ? WHERE session = ?", at, keyOf(project, session)),
      ),
    remove: (session) => void attempt((db) => db.run("DELETE FROM epoch WHERE session = ?", keyOf(project, session))),
  })
  return { of }
}

function keyOf(project: string, session: string): string {
  return `${project}/${session}`
}

function restore(row: Row): { epoch: Epoch; lastResponseAt?: number } {
  const epoch = {
    text: row.text,
    hash: row.hash,
    renderedAt: row.rendered_at,
    ...(row.compaction !== null && { compaction: row.compaction }),
    model: row.model,
    pressureStep: row.pressure_step,
  }
  return { epoch, ...(row.last_response_at !== null && { lastResponseAt: row.last_response_at }) }
}
