// The notes of one scope as they are now: an index that is filled from the cache at the start and kept true by scans. A scan is started by
// hints (a folder watcher, a new user message) and rations itself, so that it never takes more than a small share of the time.
import { join } from "node:path"
import { messageOf } from "../../model/errors.ts"
import type { Scope } from "../../model/scope.ts"
import type { Log } from "../../platform/log.ts"
import { openFolderWatch } from "./folder-watch.ts"
import type { IndexCache } from "./index-cache.ts"
import { NoteIndex } from "./note-index.ts"
import type { NoteSettings } from "./note-reader.ts"
import { type ScanOutcome, scanNotes } from "./note-scan.ts"
import { createRationedRun } from "./rationed-run.ts"

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

export function openScopeNotes(options: ScopeNotesOptions): ScopeNotes {
  const { memory, scope, settings, cache, log } = options
  const index = new NoteIndex()
  const reportScan = createScanReport(scope, log)
  const scans = createRationedRun(() => scan(""), afterScan)
  const watch = openFolderWatch(
    (folder) => join(memory, ...scope.folder, folder),
    () => void scans.request(),
    log,
  )
  let closed = false

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

  async function afterScan(outcome: ScanOutcome | undefined, tookMs: number): Promise<void> {
    if (!outcome || closed) return
    reportScan(outcome, tookMs)
    watch.watchOnly(outcome.folders)
    await cache.save(scope, index)
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
    complete: ready.then(() => new Promise((resolve) => setImmediate(resolve))).then(scans.request),
    refreshHot,
    refreshFolder,
    refreshNames,
    refresh: scans.request,
    refreshNow: scans.runNow,
    close() {
      closed = true
      scans.stop()
      watch.close()
    },
  }
}

/** Says what a scan found; notes that are skipped at every scan are named once. */
function createScanReport(scope: Scope, log: Log): (outcome: ScanOutcome, tookMs: number) => void {
  let reported = ""
  return ({ skipped, changed, found }, tookMs) => {
    const names = skipped.map(({ path, reason }) => `${path}: ${reason}`).join("; ")
    if (names !== reported) log.warn("notes-skipped", { scope: scope.name, notes: names || "none any more" })
    reported = names
    if (changed.length > 0)
      log.info("scan", { scope: scope.name, notes: found, changed: changed.length, ms: Math.round(tookMs) })
  }
}
