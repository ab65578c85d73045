import * as z from "zod"
import { rememberRestored } from "../intake/deletions.ts"
import { CairnError } from "../model/errors.ts"
import { parseNotePath } from "../model/note-path.ts"
import type { ScopeName } from "../model/scope.ts"
import { forcePrefix } from "../session/live-session.ts"
import { noteMissing } from "../store/notes/note-refusals.ts"
import { type Restored, restoreNotes, scopesIn } from "../store/notes/restore.ts"
import { historyOf } from "./memory-history.ts"
import { type Ask, type Operation, operation } from "./operation.ts"

/** A rollback of thousands of notes takes its time. */
const ROLLBACK_MS = 25_000

interface RolledBack extends Restored {
  readonly hash: string
  readonly committed: string | undefined
}

export const memoryRollback: Operation = operation({
  name: "memory_rollback",
  summary: "Put notes back to a commit of memory_history, as a new commit.",
  effect: "keep",
  access: "both",
  input: {
    commitHash: z.string(),
    scope: z.enum(["project", "global", "all"]).optional().describe("default project"),
    path: z.string().optional().describe("only this note"),
  },
  async run(ask, { commitHash, scope = "project", path }): Promise<RolledBack> {
    const { store } = ask.app
    const history = historyOf(ask.app)
    const only = path === undefined ? undefined : parseNotePath(path).path
    if (scope === "all" && only !== undefined)
      throw new CairnError("bad_arguments", "a path needs one scope", 'set scope to "project" or "global"')
    const hash = await history.resolve(commitHash)
    const snapshot = await history.snapshot(
      hash,
      scope === "all" ? ["global", "projects"] : [ask.app.scope(scope).folder.join("/")],
    )
    const known = scope === "all" ? (await store.projects.list()).map(({ name }) => name) : []
    const scopes = scope === "all" ? scopesIn(snapshot.keys(), known) : [ask.app.scope(scope)]
    const why = `roll back to ${hash.slice(0, 7)}`
    let restored: Restored | undefined
    let begun = false
    const restore = async () => {
      begun = true
      const choice = { scopes, only, keepMarks: ask.by === "agent", why }
      restored = await store.notes.alone(() => restoreNotes(store.layout.memory, store.notes, snapshot, choice))
      await rememberRestored(ask.app, restored.written)
    }
    const outcome = await history.commitChange(why, restore, ROLLBACK_MS)
    if (!restored && begun) throw unfinished()
    if (!restored) throw notSaved(outcome.result === "failed" ? outcome.reason : "history is busy")
    if (
      only !== undefined &&
      scope !== "all" &&
      isNowhere(restored, snapshot, `${ask.app.scope(scope).folder.join("/")}/${only}`)
    )
      await refuseUnknown(ask, scope, path as string)
    if (ask.session) forcePrefix(ask.session, "rollback")
    return { ...restored, hash, committed: outcome.result === "committed" ? outcome.hash : undefined }
  },
  isRefusal: ({ failed }) => failed.length > 0,
  toText({ hash, written, removed, kept, failed, committed }) {
    const parts = [
      written.length > 0 && `restored ${names(written)}`,
      removed.length > 0 && `removed ${names(removed)}`,
      kept.length > 0 && `protected notes stay: ${names(kept)}`,
      failed.length > 0 && `could not be restored: ${names(failed.map(({ path, why }) => `${path} (${why})`))}`,
    ].filter(Boolean)
    if (written.length + removed.length === 0)
      return [
        parts.length === 0 ? `Nothing to change: notes already match ${hash.slice(0, 10)}` : "Nothing was changed",
        ...parts,
      ].join("; ")
    const commit = committed ? `as commit ${committed.slice(0, 10)}` : "(not committed yet)"
    return `Rolled back to ${hash.slice(0, 10)} ${commit}: ${parts.join("; ")}`
  },
})

/** Nothing came of it, and the commit has no such note. */
function isNowhere({ written, removed, kept, failed }: Restored, snapshot: ReadonlyMap<string, unknown>, file: string) {
  return written.length + removed.length + kept.length + failed.length === 0 && !snapshot.has(file)
}

async function refuseUnknown(ask: Ask, scope: ScopeName, given: string): Promise<void> {
  const path = parseNotePath(given)
  const note = await ask.app.store.notes.read(ask.app.scope(scope), path)
  if (!note) throw noteMissing(ask.app.scope(scope), path, ask.app.scopeNotes(scope).index)
}

function unfinished(): CairnError {
  return new CairnError(
    "rollback_unfinished",
    "the rollback is taking longer than expected and continues in the background",
    "memory_history shows when it is done",
  )
}

/** A rollback overwrites, so what is not in history yet must be there first. */
function notSaved(why: string): CairnError {
  return new CairnError(
    "history_unavailable",
    `the newest changes could not be committed: ${why}; nothing was rolled back`,
    "try again; if it stays, see cairn.log",
  )
}

function names(paths: readonly string[]): string {
  return paths.length <= 8 ? paths.join(", ") : `${paths.slice(0, 8).join(", ")} and ${paths.length - 8} more`
}
