import * as z from "zod"
import type { TrustVerdict } from "../facts/trust/trust.ts"
import { rememberRestored } from "../intake/deletions.ts"
import { CairnError } from "../model/errors.ts"
import { parseNotePath } from "../model/note-path.ts"
import { ownCommand } from "../model/own-command.ts"
import type { ScopeName } from "../model/scope.ts"
import { noteMissing } from "../store/notes/note-refusals.ts"
import { type Restored, restoreNotes, scopesIn } from "../store/notes/restore.ts"
import { explainReason } from "./fact-reasons.ts"
import { historyOf } from "./memory-history.ts"
import { fileOf, placeOf } from "./note-access.ts"
import { type Ask, type Operation, operation } from "./operation.ts"
import { doubtOfTurn, type Proposed, proposeDeed, proposedText } from "./proposal.ts"
import { whatStays, wordsDecided } from "./stays-deleted.ts"
import { goBack } from "./way-back.ts"

/** A rollback of thousands of notes takes a while. */
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
  ids: ["commitHash"],
  async run(ask, { commitHash, scope = "project", path }): Promise<RolledBack | Proposed> {
    const { store } = ask.app
    const history = historyOf(ask.app)
    if (scope === "all" && ask.by === "agent") throw forPersons()
    const doubt = doubtOfTurn(ask)
    if (doubt && path === undefined) throw tooMuchInDoubt(explainReason(doubt.reason, ask.by))
    const only = path === undefined ? undefined : parseNotePath(path).path
    if (scope === "all" && only !== undefined)
      throw new CairnError("bad_arguments", "a path needs one scope", 'set scope to "project" or "global"')
    const hash = await history.resolve(commitHash)
    const snapshot = await history.snapshot(
      hash,
      scope === "all" ? ["global", "projects"] : [ask.app.scope(scope).folder.join("/")],
    )
    if (doubt && scope !== "all" && path !== undefined) return proposeRollback(ask, { path, scope }, doubt, snapshot)
    if (scope === "project" && snapshot.size === 0 && ask.app.scopeNotes(scope).index.size > 0) throw notYetThere(hash)
    const known = scope === "all" ? (await store.projects.list()).map(({ name }) => name) : []
    const scopes = scope === "all" ? scopesIn(snapshot.keys(), known) : [ask.app.scope(scope)]
    const why = `roll back to ${hash.slice(0, 7)}`
    const restored = { written: [], removed: [], kept: [], readonly: [], failed: [] } as Restored
    const outcome = await goBack(ask, "rollback", {
      ...{ why, timeoutMs: ROLLBACK_MS },
      async change() {
        const stays = scope === "all" ? undefined : await whatStays(ask, ask.app.scope(scope), snapshot.keys())
        const choice = { scopes, only, stays, why }
        Object.assign(restored, await restoreNotes(store.layout.memory, store.notes, snapshot, choice))
      },
      after: () => rememberRestored(ask.app, restored.written),
    })
    if (
      only !== undefined &&
      scope !== "all" &&
      isNowhere(restored, snapshot, `${ask.app.scope(scope).folder.join("/")}/${only}`)
    )
      await refuseUnknown(ask, scope, path as string)
    if (ask.session) ask.app.journal.note(ask.session.id, [{ kind: "fresh", by: "rollback" }])
    return { ...restored, hash, committed: outcome.result === "committed" ? outcome.hash : undefined }
  },
  isRefusal: (done) => "failed" in done && done.failed.length > 0,
  toText: (done, audience) => ("stays" in done ? proposedText(done, audience) : rolledBackText(done)),
})

function rolledBackText({ hash, written, removed, kept, readonly, failed, committed }: RolledBack): string {
  const parts = [
    written.length > 0 && `restored ${names(written)}`,
    removed.length > 0 && `removed ${names(removed)}`,
    // Of an agent's rollback what waits, and what the user deleted or decided in the review.
    kept.length > 0 && `these stay, since only the user decides about them: ${names(kept)}`,
    readonly.length > 0 && `read-only or damaged notes stay: ${names(readonly)}`,
    failed.length > 0 && `could not be restored: ${failedText(failed)}`,
  ].filter(Boolean)
  if (written.length + removed.length === 0)
    return [
      parts.length === 0 ? `Nothing to change: notes already match ${hash.slice(0, 10)}` : "Nothing was changed",
      ...parts,
    ].join("; ")
  const commit = committed ? `as commit ${committed.slice(0, 10)}` : "(not committed yet)"
  return `Rolled back to ${hash.slice(0, 10)} ${commit}: ${parts.join("; ")}`
}

/** Many may have failed of the same. */
function failedText(failed: Restored["failed"]): string {
  const reasons = [...new Set(failed.map(({ why }) => why))]
  const pathsOf = (reason: string) => failed.flatMap(({ path, why }) => (why === reason ? [path] : []))
  return names(reasons.map((reason) => `${names(pathsOf(reason))} (${reason})`))
}

/** A deleted note comes back by a review of its own: there is no note beside which it could wait. */
async function proposeRollback(
  ask: Ask,
  place: { readonly path: string; readonly scope: ScopeName },
  doubt: TrustVerdict,
  snapshot: ReadonlyMap<string, Uint8Array>,
): Promise<Proposed> {
  const { scope, path } = placeOf(ask, place)
  const note = await ask.app.store.notes.read(scope, path)
  const then = snapshot.get(fileOf({ scope, path }))
  if (!note && !then) throw noteMissing(scope, path, ask.app.scopeNotes(scope.name).index)
  if (!note) throw tooMuchInDoubt(explainReason(doubt.reason, ask.by))
  if (then && (await wordsDecided(ask.app, scope))(path.path, then)) throw decidedBefore(path.path)
  return proposeDeed(ask, note, doubt, then ? { version: new TextDecoder().decode(then) } : { does: "delete" })
}

function decidedBefore(path: string): CairnError {
  const hint = `the user can run "${ownCommand("rollback")}" in a terminal`
  return new CairnError("needs_person", `the user has decided about ${path} as it was then`, hint, {
    needsPerson: true,
  })
}

function forPersons(): CairnError {
  const hint = `run "${ownCommand("rollback … --scope all")}" in a terminal outside OpenCode`
  return new CairnError("needs_person", "rolling back all projects is for the user", hint, { needsPerson: true })
}

/** Everything would be removed: the project began later, or was called otherwise then. */
function notYetThere(hash: string): CairnError {
  return new CairnError(
    "whole_project",
    `at ${hash.slice(0, 10)} this project had no notes under its name, so all of them would be removed`,
    "memory_history lists its commits since then; a renamed project gets its old name back with `projects rename`",
  )
}

function tooMuchInDoubt(why: string): CairnError {
  const hint = "roll back one note that is there, which is then proposed; or ask the user"
  return new CairnError("not_trusted", `this is not rolled back now: ${why}`, hint)
}

/** Nothing was changed, and the commit has no such note. */
function isNowhere({ failed, ...done }: Restored, snapshot: ReadonlyMap<string, unknown>, file: string) {
  return failed.length + Object.values(done).flat().length === 0 && !snapshot.has(file)
}

async function refuseUnknown(ask: Ask, scope: ScopeName, given: string): Promise<void> {
  const path = parseNotePath(given)
  const note = await ask.app.store.notes.read(ask.app.scope(scope), path)
  if (!note) throw noteMissing(ask.app.scope(scope), path, ask.app.scopeNotes(scope).index)
}

function names(paths: readonly string[]): string {
  return paths.length <= 8 ? paths.join(", ") : `${paths.slice(0, 8).join(", ")} and ${paths.length - 8} more`
}
