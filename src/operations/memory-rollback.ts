import { z } from "zod"
import { CairnError } from "../model/errors.ts"
import { parseNotePath } from "../model/note-path.ts"
import { type Restored, restoreNotes, scopesIn } from "../store/restore.ts"
import { historyOf } from "./memory-history.ts"
import { type Ask, everyone, operation } from "./operation.ts"

interface RolledBack extends Restored {
  readonly hash: string
  readonly committed: string | undefined
}

export const memoryRollback = operation({
  name: "memory_rollback",
  summary:
    "Put long-term memory back to a commit of memory_history, as a new commit. Only this project unless scope says otherwise.",
  askedBy: everyone,
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
    await savePending(ask)
    const snapshot = await history.snapshot(
      hash,
      scope === "all" ? ["global", "projects"] : [ask.app.scope(scope).folder.join("/")],
    )
    const scopes =
      scope === "all"
        ? scopesIn(
            snapshot.keys(),
            (await store.projects.list()).map(({ name }) => name),
          )
        : [ask.app.scope(scope)]
    const restored = await store.notes.alone(() =>
      restoreNotes(store.layout.memory, store.notes, scopes, snapshot, only),
    )
    const outcome = await history.commitNow(`memory: rollback to ${hash.slice(0, 7)}`)
    if (ask.session) ask.session.forcedBy = "rollback"
    return { ...restored, hash, committed: outcome.result === "committed" ? outcome.hash : undefined }
  },
  toText({ hash, written, removed, kept, committed }) {
    if (written.length + removed.length === 0) return `Nothing differs from ${hash.slice(0, 10)}${keptText(kept)}`
    const parts = [
      written.length > 0 && `restored ${names(written)}`,
      removed.length > 0 && `removed ${names(removed)}`,
    ].filter(Boolean)
    const commit = committed ? `as commit ${committed.slice(0, 10)}` : "not committed yet"
    return `Rolled back to ${hash.slice(0, 10)} ${commit}: ${parts.join("; ")}${keptText(kept)}`
  },
})

/** A rollback overwrites, so what is not in history yet must be there first. */
async function savePending({ app }: Ask): Promise<void> {
  const outcome = await historyOf(app).flush()
  if (outcome.result === "committed" || outcome.result === "unchanged") return
  const why = outcome.result === "failed" ? outcome.reason : "it takes too long"
  throw new CairnError(
    "history_unavailable",
    `the newest changes could not be committed: ${why}; nothing was rolled back`,
    "try again; if it stays, ask the user to look at cairn.log",
  )
}

function names(paths: readonly string[]): string {
  return paths.length <= 8 ? paths.join(", ") : `${paths.slice(0, 8).join(", ")} and ${paths.length - 8} more`
}

function keptText(kept: readonly string[]): string {
  return kept.length > 0 ? `; read-only notes stay: ${names(kept)}` : ""
}
