// A judged candidate beside the facts that are there: consolidation decides, and its decision is carried out on disk. Runs as the only writer.
// What a person protects, made hot or wrote by hand stays as it is; the candidate then stands beside it or is taken as said already.
import type { App } from "../app.ts"
import { consolidate, type Outcome } from "../capture/consolidate.ts"
import { ARCHIVE_FOLDER, type Fact, factPath, headOfFact } from "../model/fact.ts"
import type { NoteInfo } from "../model/note.ts"
import { changeNote, newNote } from "../model/note-file.ts"
import type { HeadChanges } from "../model/note-head.ts"
import { pathOnDisk } from "../model/note-path.ts"
import { isHot, type Scope, type ScopeName } from "../model/scope.ts"
import type { StoredNote } from "../store/note-reader.ts"
import { isHandMade, madeBefore } from "./by-hand.ts"
import type { Judged } from "./judge.ts"
import { knownFacts } from "./known-facts.ts"

export interface Settled {
  readonly outcome: "promoted" | "absorbed" | "superseded" | "rejected" | "quarantined"
  readonly reason: string
  /** The candidate's own note. */
  readonly path?: string
  /** The note that says it already, or says otherwise and newer. */
  readonly into?: string
  readonly supersedes?: readonly string[]
  readonly conflicts?: readonly string[]
  /** Of the file that was written. */
  readonly hash?: string
}

export async function settle(app: App, judged: Judged): Promise<Settled> {
  const { scope } = judged.candidate
  const decided = decide(app, judged)
  if (decided.outcome === "rejected") {
    if (decided.reason === "deleted") await setDecision(app, judged, "deleted")
    return { outcome: "rejected", reason: decided.reason }
  }
  const place = app.scope(scope)
  if (decided.outcome === "absorbed") {
    const hash = decided.change && (await rewrite(app, place, decided.into.path, decided.change))
    return { outcome: "absorbed", reason: decided.reason, into: decided.into.path, ...(hash && { hash }) }
  }
  if (decided.outcome === "superseded") {
    const path = await writeNew(app, place, { ...decided.fact, supersededBy: decided.by.path }, ARCHIVE_FOLDER)
    return { outcome: "superseded", reason: decided.reason, path, into: decided.by.path }
  }
  const { fact, supersedes, conflicts } = decided
  const others = conflicts.map(({ path }) => path)
  const path = await writeNew(app, place, { ...fact, ...(others.length > 0 && { conflicts: others }) })
  for (const old of supersedes) await archive(app, place, old.path, path)
  await setDecision(app, judged, "restored")
  return {
    outcome: decided.outcome,
    reason: decided.reason,
    path,
    ...(supersedes.length > 0 && { supersedes: supersedes.map((old) => old.path) }),
    ...(others.length > 0 && { conflicts: others }),
    hash: hashAt(app, scope, path),
  }
}

/** A fact that was found deleted stays deleted, whatever becomes of the record; one that the user wants again is deleted no more. */
async function setDecision(app: App, { candidate, id, at }: Judged, decision: "deleted" | "restored"): Promise<void> {
  const decisions = app.store.decisions(app.scope(candidate.scope))
  const isDeleted = (await decisions.read()).isDeleted(id) !== undefined
  if (isDeleted === (decision === "deleted")) return
  await decisions.addAlone([{ at: new Date(at).toISOString(), decision, key: id }])
}

/** Puts the candidate's fact in the place of another. */
export async function replaceWith(app: App, { candidate, verdict, at }: Judged, old: string): Promise<Settled> {
  const scope = app.scope(candidate.scope)
  const { text, detail, type, source, importance = "normal", evidence } = candidate
  const fact: Fact = {
    path: old,
    scope: candidate.scope,
    type,
    text,
    ...(detail && { detail }),
    source,
    trust: verdict.trust,
    importance,
    created: at,
    updated: at,
    reinforced: { count: 0 },
    evidence,
  }
  const path = await writeNew(app, scope, fact)
  await archive(app, scope, old, path)
  return { outcome: "promoted", reason: "replaced", path, supersedes: [old], hash: hashAt(app, candidate.scope, path) }
}

function hashAt(app: App, scope: ScopeName, path: string): string {
  return app.scopeNotes(scope).index.get(path)?.info.hash ?? ""
}

/** Notes that would be replaced or moved, so that history can be given their present version first. */
export function touchedBy(app: App, judged: Judged): NoteInfo[] {
  const decided = decide(app, judged)
  const { index } = app.scopeNotes(judged.candidate.scope)
  const facts =
    decided.outcome === "absorbed" && decided.change
      ? [decided.into]
      : decided.outcome === "promoted" || decided.outcome === "quarantined"
        ? decided.supersedes
        : []
  return facts.flatMap(({ path }) => index.get(path)?.info ?? [])
}

type Decided =
  | Exclude<Outcome, { outcome: "rejected" }>
  | { readonly outcome: "rejected"; readonly reason: string }
  | {
      readonly outcome: "absorbed"
      readonly reason: "edited_by_hand"
      readonly into: Fact
      readonly change?: undefined
    }

function decide(app: App, judged: Judged): Decided {
  const { candidate, refused, verdict, at } = judged
  if (refused !== undefined) return { outcome: "rejected", reason: refused }
  const known = knownFacts(app, candidate.scope)
  const once = madeBefore(app, judged, known)
  if (once?.now) return { outcome: "absorbed", reason: "edited_by_hand", into: once.now }
  if (once) return { outcome: "rejected", reason: "deleted" }
  return respectful(app, judged, consolidate(candidate, { verdict, at }, known))
}

/** The decision, without what no machine may do. */
function respectful(app: App, { candidate }: Judged, decided: Outcome): Outcome {
  const infoOf = (fact: Fact) => app.scopeNotes(candidate.scope).index.get(fact.path)?.info
  const isProtected = (fact: Fact) => {
    const info = infoOf(fact)
    return info === undefined || info.readonly || isHot(fact.path, app.config.hotDir)
  }
  const stays = (fact: Fact) => isProtected(fact) || (candidate.said !== "user" && isHandMade(app, infoOf(fact)))
  if (decided.outcome === "absorbed") {
    const { change, ...without } = decided
    return change && stays(decided.into) ? without : decided
  }
  if (decided.outcome !== "promoted" && decided.outcome !== "quarantined") return decided
  const kept = decided.supersedes.filter(stays)
  const [same] = kept
  if (!same) return decided
  if (decided.reason === "better_wording") return { outcome: "absorbed", reason: "identity", into: same }
  return {
    ...decided,
    supersedes: decided.supersedes.filter((fact) => !kept.includes(fact)),
    conflicts: [...decided.conflicts, ...kept],
  }
}

async function writeNew(app: App, scope: Scope, fact: Fact, folder?: string): Promise<string> {
  const path = await freePath(app, scope, fact, folder)
  const text = newNote(fact.detail ?? "", headOfFact({ ...fact, path }))
  await app.store.notes.restore(scope, pathOnDisk(path), encode(text))
  return path
}

/** A file that is no fact may have the name. */
async function freePath(app: App, scope: Scope, fact: Fact, folder?: string): Promise<string> {
  const { index } = app.scopeNotes(scope.name)
  const taken = new Set<string>()
  const isTaken = (path: string) => taken.has(path) || index.get(path) !== undefined || index.twinOf(path) !== undefined
  for (;;) {
    const path = factPath(fact.type, fact.text, (name) => isTaken(inFolder(name, folder)))
    const wanted = inFolder(path, folder)
    if ((await app.store.notes.read(scope, pathOnDisk(wanted))) === undefined) return wanted
    taken.add(wanted)
  }
}

function inFolder(path: string, folder: string | undefined): string {
  return folder === undefined ? path : `${folder}/${path.split("/").at(-1)}`
}

/** Only what has changed is written; gives the file's hash. */
export async function rewrite(app: App, scope: Scope, path: string, fact: Fact): Promise<string | undefined> {
  const current = await present(app, scope, path)
  const before = current.info.fact
  if (!before) return undefined
  const [was, is] = [headOfFact(before), headOfFact(fact)]
  const changes: HeadChanges = Object.fromEntries(Object.entries(is).filter(([key, value]) => was[key] !== value))
  const text = changeNote(current.file, changes, fact.detail === before.detail ? undefined : fact.detail)
  await app.store.notes.restore(scope, pathOnDisk(path), encode(text))
  return app.scopeNotes(scope.name).index.get(path)?.info.hash
}

async function archive(app: App, scope: Scope, path: string, by: string): Promise<void> {
  const current = await present(app, scope, path)
  const { fact } = current.info
  if (!fact) return
  const text = changeNote(current.file, { superseded_by: by, conflicts_with: undefined })
  const place = await freePath(app, scope, fact, ARCHIVE_FOLDER)
  await app.store.notes.restore(scope, pathOnDisk(place), encode(text))
  await app.store.notes.restore(scope, pathOnDisk(path), undefined)
}

async function present(app: App, scope: Scope, path: string): Promise<StoredNote> {
  const note = await app.store.notes.read(scope, pathOnDisk(path))
  if (!note) throw new Error(`${path} is gone`)
  return note
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
