// The notes of one scope as they are now: an index that is filled from the cache at the start and kept current by scans. Hints (a folder watcher, a
// new user message) start a scan; scans are rationed, so that they never take more than a small share of the time.
import { join } from "node:path"
import { toLog } from "../../model/errors.ts"
import type { Scope } from "../../model/scope.ts"
import type { Log } from "../../platform/log.ts"
import { openFolderWatch } from "./folder-watch.ts"
import type { IndexCache } from "./index-cache.ts"
import { NoteIndex } from "./note-index.ts"
import type { NoteSettings } from "./note-reader.ts"
import { type ScanOutcome, scanNotes } from "./note-scan.ts"
import { createRationedRun } from "./rationed-run.ts"

export type ScopeNotes = ReturnType<typeof openScopeNotes>

export interface ScopeNotesOptions {
  readonly memory: string
  readonly scope: Scope
  readonly settings: NoteSettings
  readonly cache: IndexCache
  readonly log: Log
  /** Notes that somebody else wrote, changed or removed. */
  readonly onForeignChange: () => void
}

export function openScopeNotes(options: ScopeNotesOptions) {
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
    const scanning = scanNotes(memory, scope, index, settings, { below, isKnownEnough })
    const outcome = await scanning.catch(toLog({ log }, "scan-failed", { scope: scope.name }))
    if (outcome && outcome.changed.length > 0) options.onForeignChange()
    return outcome
  }

  async function afterScan(outcome: ScanOutcome | undefined, tookMs: number): Promise<void> {
    if (!outcome || closed) return
    reportScan(outcome, tookMs)
    watch.watchOnly(outcome.folders)
    await cache.save(scope, index)
  }

  const refreshFolder = async (folder: string) => void (await scan(folder))
  const refreshHot = () => refreshFolder(settings.hotDir)
  const ready: Promise<void> = Promise.all([refreshHot(), cache.load(scope, index, settings)]).then(() => undefined)
  return {
    scope,
    index,
    /** Hot notes are read, and the cached index is loaded. */
    ready,
    /** The first full scan is over. */
    complete: ready.then(() => new Promise((resolve) => setImmediate(resolve))).then(scans.request),
    /** Checks the hot notes now: they are few, and each change of them counts. */
    refreshHot,
    /** Checks one folder and everything below it now. */
    refreshFolder,
    /** Looks for notes added to or removed from a folder; known ones are not checked again. */
    refreshNames: async (folder: string) => void (await scan(folder, true)),
    /** Checks everything, at once or as soon as the ration allows; never rejects. */
    refresh: scans.request,
    /** The same, for a caller who waits for it. */
    refreshNow: scans.runNow,
    close(): void {
      closed = true
      scans.stop()
      watch.close()
    },
  }
}

/** Reports what a scan found; notes that are skipped at every scan are named once. */
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
