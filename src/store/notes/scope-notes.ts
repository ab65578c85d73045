// The notes of one scope as they are now: an index that is filled from the cache at the start and kept true by scans. A scan is started by
// hints (a folder watcher, a new user message) and rations itself, so that it never takes more than a small share of the time.
import { type FSWatcher, lstatSync, watch } from "node:fs"
import { join } from "node:path"
import { errnoOf, messageOf } from "../../model/errors.ts"
import type { Scope } from "../../model/scope.ts"
import type { Log } from "../../platform/log.ts"
import type { IndexCache } from "./index-cache.ts"
import { createNoteIndex, type NoteIndex } from "./note-index.ts"
import type { NoteSettings } from "./note-reader.ts"
import { type ScanOutcome, scanNotes } from "./note-scan.ts"

export interface ScopeNotes {
  readonly scope: Scope
  readonly index: NoteIndex
  /** Hot notes are read and what was known last time is loaded. */
  readonly ready: Promise<void>
  /** The first full scan is over. */
  readonly complete: Promise<void>
  /** Looks at the hot notes now: they are few, and each change of them counts. */
  refreshHot(): Promise<void>
  /** Looks at one folder and what is below it now. */
  refreshFolder(folder: string): Promise<void>
  /** Looks for notes that have come to a folder or gone from it; those that are known are not looked at again. */
  refreshNames(folder: string): Promise<void>
  /** Looks at everything, at once or as soon as the ration allows; never rejects. */
  refresh(): Promise<void>
  /** The same, for a caller who waits for it. */
  refreshNow(): Promise<void>
  close(): void
}

export interface ScopeNotesOptions {
  readonly memory: string
  readonly scope: Scope
  readonly settings: NoteSettings
  readonly cache: IndexCache
  readonly log: Log
  /** Notes that somebody else wrote, changed or removed. */
  readonly onForeignChange: () => void
}

/** A scan that took 20 ms is followed by at least 400 ms without one. */
const REST_FACTOR = 20
const HINT_DELAY_MS = 25
/** Beyond this many folders the kernel's watches are left to others; a new message still starts a scan. */
const MAX_WATCHED = 256

export function openScopeNotes(options: ScopeNotesOptions): ScopeNotes {
  const { memory, scope, settings, cache, log } = options
  const index = createNoteIndex()
  const watchers = new Map<string, { readonly watcher: FSWatcher; readonly ino: bigint | undefined }>()
  const pathOf = (folder: string) => join(memory, ...scope.folder, folder)
  let closed = false
  let running: Promise<void> | undefined
  let following: Promise<void> | undefined
  let restUntil = 0
  let hint: NodeJS.Timeout | undefined
  let reported = ""

  async function scan(below: string, isKnownEnough = false): Promise<ScanOutcome | undefined> {
    try {
      const outcome = await scanNotes(memory, scope, index, settings, { below, isKnownEnough })
      if (outcome.changed.length > 0) options.onForeignChange()
      return outcome
    } catch (error) {
      log.warn("scan-failed", { scope: scope.name, why: messageOf(error) })
      return undefined
    }
  }

  async function scanAll(): Promise<void> {
    const started = performance.now()
    const outcome = await scan("")
    const took = performance.now() - started
    restUntil = performance.now() + took * REST_FACTOR
    if (!outcome || closed) return
    report(outcome, took)
    watchFolders(outcome.folders)
    await cache.save(scope, index)
  }

  function report(outcome: ScanOutcome, took: number): void {
    const skipped = outcome.skipped.map(({ path, reason }) => `${path}: ${reason}`).join("; ")
    if (skipped !== reported) log.warn("notes-skipped", { scope: scope.name, notes: skipped || "none any more" })
    reported = skipped
    if (outcome.changed.length > 0)
      log.info("scan", {
        scope: scope.name,
        notes: outcome.found,
        changed: outcome.changed.length,
        ms: Math.round(took),
      })
  }

  function watchFolders(folders: readonly string[]): void {
    const wanted = new Set(folders.slice(0, MAX_WATCHED))
    for (const [folder, { watcher, ino }] of watchers) {
      // A folder that was removed and made again is another one; the watch stays with the old.
      if (wanted.has(folder) && ino === inodeOf(folder)) continue
      watcher.close()
      watchers.delete(folder)
    }
    for (const folder of wanted) {
      if (!watchers.has(folder) && !watchFolder(folder)) return
    }
  }

  /** False when the kernel has no watches left. */
  function watchFolder(folder: string): boolean {
    try {
      const ino = inodeOf(folder)
      const watcher = watch(pathOf(folder), { persistent: false }, takeHint)
      watcher.on("error", () => {
        watcher.close()
        watchers.delete(folder)
      })
      watchers.set(folder, { watcher, ino })
      return true
    } catch (error) {
      log.warn("watch-failed", { folder, why: messageOf(error) })
      return errnoOf(error) === "ENOENT"
    }
  }

  function inodeOf(folder: string): bigint | undefined {
    return lstatSync(pathOf(folder), { bigint: true, throwIfNoEntry: false })?.ino
  }

  /** The event is only a hint: Bun 1.3.14 does not name the file that an atomic replace wrote. */
  function takeHint(): void {
    hint ??= setTimeout(() => {
      hint = undefined
      void refresh()
    }, HINT_DELAY_MS)
    hint.unref?.()
  }

  /** Gives a scan that begins after the call: one that is under way may have passed the file already. */
  function refresh(): Promise<void> {
    if (closed) return Promise.resolve()
    if (!running) {
      running = scanAfterRest().finally(() => {
        running = undefined
      })
      return running
    }
    following ??= running.then(() => {
      following = undefined
      return refresh()
    })
    return following
  }

  async function scanAfterRest(): Promise<void> {
    const rest = restUntil - performance.now()
    if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest).unref?.())
    if (!closed) await scanAll()
  }

  async function refreshFolder(folder: string): Promise<void> {
    await scan(folder)
  }

  async function refreshNames(folder: string): Promise<void> {
    await scan(folder, true)
  }

  const refreshHot = () => refreshFolder(settings.hotDir)
  const ready = Promise.all([refreshHot(), cache.load(scope, index, settings)]).then(() => undefined)
  return {
    scope,
    index,
    ready,
    complete: ready.then(() => new Promise((resolve) => setImmediate(resolve))).then(refresh),
    refreshHot,
    refreshFolder,
    refreshNames,
    refresh,
    refreshNow: scanAll,
    close() {
      closed = true
      clearTimeout(hint)
      for (const { watcher } of watchers.values()) watcher.close()
      watchers.clear()
    },
  }
}
