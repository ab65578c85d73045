import * as z from "zod"
import { rememberDeletion, rememberRestored } from "../intake/deletions.ts"
import { CairnError } from "../model/errors.ts"
import { isGeneratedPath } from "../model/generated-mark.ts"
import type { NoteInfo } from "../model/note.ts"
import { isNoteName, pathOnDisk } from "../model/note-path.ts"
import { ownCommand } from "../model/own-command.ts"
import { SCOPES, type Scope, type ScopeName } from "../model/scope.ts"
import { sha256 } from "../model/sha256.ts"
import { isOfProject, isOnlyCairns } from "../store/git/commit-message.ts"
import type { Commit } from "../store/git/git-log.ts"
import type { NoteChange } from "../store/notes/change-set.ts"
import type { StoredNote } from "../store/notes/note-reader.ts"
import type { WhatStays } from "../store/notes/restore.ts"
import { historyOf } from "./memory-history.ts"
import { saidBy } from "./note-access.ts"
import { type Ask, type Operation, operation } from "./operation.ts"
import { doubtOfTurn } from "./proposal.ts"
import { whatStays } from "./stays-deleted.ts"
import { goBack } from "./way-back.ts"

const UNDO_MS = 20_000
const MOST_LOOKED_AT = 50

export const memoryUndo: Operation = operation({
  name: "memory_undo",
  summary: "Take back a commit of memory_history, by default the last.",
  effect: "keep",
  access: "both",
  input: { commit: z.string().optional() },
  words: ["commit"],
  ids: ["commit"],
  async run(ask, { commit: typed }) {
    if (doubtOfTurn(ask))
      throw new CairnError("not_trusted", "this turn has read text that strangers wrote", "ask the user to undo it")
    const history = historyOf(ask.app)
    await history.flush()
    const commit = typed === undefined ? await lastOwn(ask) : await commitNamed(ask, await history.resolve(typed))
    const paths = commit.files.filter((path) => placeIn(ask, path) !== undefined)
    const [then, before] = await Promise.all([
      history.snapshot(commit.hash, paths),
      history
        .before(commit.hash)
        .then((parent) => (parent ? history.snapshot(parent, paths) : new Map<string, Uint8Array>())),
    ])
    const gone: NoteInfo[] = []
    const restored = paths.filter((path) => before.has(path))
    const why = `undo ${commit.hash.slice(0, 7)}`
    const outcome = await goBack(ask, "undo", {
      ...{ why, timeoutMs: UNDO_MS },
      async change() {
        const stays = new Map<ScopeName, WhatStays | undefined>()
        for (const name of SCOPES) stays.set(name, await whatStays(ask, ask.app.scope(name), before.keys()))
        const changes: NoteChange[] = []
        for (const path of paths) {
          const { change, now } = await changeFor(ask, path, then.get(path), before.get(path), stays)
          changes.push(change)
          if (now && !change.text) gone.push(now.info)
        }
        await ask.app.store.notes.applyAlone(changes, why)
      },
      // In the same commit: what no longer counts as deleted, and what does now.
      async after() {
        const back = restoredTexts(ask, restored)
        for (const note of gone.filter(({ fact }) => !back.has(fact?.text ?? "")))
          await rememberDeletion(ask.app, note, saidBy(ask))
        const anew = restored.filter((path) => !then.has(path))
        await rememberRestored(ask.app, anew)
      },
    })
    if (ask.session) ask.app.journal.note(ask.session.id, [{ kind: "fresh", by: "undo" }])
    const message = commit.message.split("\n", 1)[0] ?? ""
    const isCommitted = outcome.result === "committed" || outcome.result === "unchanged"
    return { commit: commit.hash, message, restored, removed: paths.filter((path) => !before.has(path)), isCommitted }
  },
  toText: ({ commit, message, restored, removed, isCommitted }) =>
    [
      `Undone${isCommitted ? "" : " (not committed yet)"}: ${message} (${commit.slice(0, 10)})`,
      restored.length > 0 && `Restored: ${restored.join(", ")}`,
      removed.length > 0 && `Removed: ${removed.join(", ")}`,
    ]
      .filter(Boolean)
      .join(". "),
})

/** The note of this project or of the global scope that a file of a commit is; undefined for anything else. */
function placeIn({ app }: Ask, path: string): { readonly scope: Scope; readonly path: string } | undefined {
  for (const name of SCOPES) {
    const scope = app.scope(name)
    const base = `${scope.folder.join("/")}/`
    const own = path.slice(base.length)
    if (path.startsWith(base) && isNoteName(own.split("/").at(-1) ?? "") && !isGeneratedPath(path))
      return { scope, path: own }
  }
  return undefined
}

/** The texts of the restored notes: if undoing removed their copies from the archive, nobody deleted those facts. */
function restoredTexts(ask: Ask, files: readonly string[]): Set<string> {
  const places = files.flatMap((file) => placeIn(ask, file) ?? [])
  return new Set(
    places.flatMap(({ scope, path }) => ask.app.scopeNotes(scope.name).index.get(path)?.info.fact?.text ?? []),
  )
}

/** If a note is no longer as the commit left it, somebody has changed it since. */
async function changeFor(
  ask: Ask,
  file: string,
  then: Uint8Array | undefined,
  before: Uint8Array | undefined,
  staysIn: ReadonlyMap<ScopeName, WhatStays | undefined>,
): Promise<{ readonly change: NoteChange; readonly now: StoredNote | undefined }> {
  const { scope, path } = placeIn(ask, file) as { scope: Scope; path: string }
  const place = pathOnDisk(path)
  const now = await ask.app.store.notes.read(scope, place)
  if (now?.info.hash !== (then && sha256(then))) throw changedSince(file)
  if (now?.info.readonly)
    throw new CairnError("note_readonly", `${file} is read-only`, "only the user can change that, in the file")
  const stays = staysIn.get(scope.name)
  if (now && stays?.here(now, before))
    throw waitsForPerson(`only the user can change ${file} back, since the user decides about it or has decided`)
  if (!now && before && stays?.away(path, before))
    throw waitsForPerson(`only the user can bring ${file} back, since the user deleted it or decided about it`)
  return { change: { scope, path: place, expect: now?.info.hash ?? "absent", text: before }, now }
}

function foldersOf({ app }: Ask): string[] {
  return SCOPES.map((name) => app.scope(name).folder.join("/"))
}

/** The newest commit with notes of this project or of the global scope, and without edits by hand. */
async function lastOwn(ask: Ask): Promise<Commit> {
  const commits = await historyOf(ask.app).list({ limit: MOST_LOOKED_AT, paths: foldersOf(ask) })
  const own = commits.find((commit) => isOnlyCairns(commit.message) && commit.files.some((path) => placeIn(ask, path)))
  if (!own)
    throw new CairnError("nothing_to_undo", "there is no commit of Cairn's to undo", "memory_history lists them")
  refuseProject(own)
  return own
}

async function commitNamed(ask: Ask, hash: string): Promise<Commit> {
  const [commit] = await historyOf(ask.app).list({ limit: 1, from: hash, paths: foldersOf(ask) })
  if (commit?.hash !== hash || !commit.files.some((path) => placeIn(ask, path)))
    throw new CairnError("nothing_to_undo", "that commit has no note of this project", "memory_history lists them")
  if (!isOnlyCairns(commit.message))
    throw new CairnError(
      "not_cairns_commit",
      "that commit contains edits made by hand",
      "memory_rollback puts single notes back",
    )
  refuseProject(commit)
  return commit
}

/** Seen from one of its projects, such a commit made or removed every note; taking that back would lose them. */
function refuseProject({ message, hash }: Commit): void {
  if (!isOfProject(message)) return
  throw new CairnError(
    "whole_project",
    `commit ${hash.slice(0, 10)} (${message.split("\n", 1)[0]}) is about a whole project, which is not undone note by note`,
    `${ownCommand("projects rename")} gives a project its old name back`,
  )
}

function waitsForPerson(why: string): CairnError {
  const hint = `the user can run "${ownCommand("undo")}" in a terminal`
  return new CairnError("needs_person", `${why}; nothing was undone`, hint, { needsPerson: true })
}

function changedSince(path: string): CairnError {
  return new CairnError(
    "note_changed",
    `${path} was changed since that commit; nothing was undone`,
    "memory_rollback puts a single note back",
  )
}
