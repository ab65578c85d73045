// Watches folders for changes that others make. A change is only a hint: Bun 1.3.14 does not name the file that an atomic replace wrote.
import { type FSWatcher, watch } from "node:fs"
import { errnoOf, messageOf } from "../../model/errors.ts"
import { inodeOf } from "../../platform/durable-file.ts"
import type { Log } from "../../platform/log.ts"

const HINT_DELAY_MS = 25
/** With more folders than this, the kernel's watches are left to others; a new message still starts a scan. */
const MAX_WATCHED = 256

export function openFolderWatch(pathOf: (folder: string) => string, onHint: () => void, log: Log) {
  const watchers = new Map<string, { readonly watcher: FSWatcher; readonly ino: bigint | undefined }>()
  let hint: NodeJS.Timeout | undefined

  function takeHint(): void {
    hint ??= setTimeout(() => {
      hint = undefined
      onHint()
    }, HINT_DELAY_MS)
    hint.unref?.()
  }

  /** False if the kernel has no watches left. */
  function watchFolder(folder: string): boolean {
    try {
      const ino = inodeOf(pathOf(folder))
      const watcher = watch(pathOf(folder), { persistent: false }, takeHint)
      watcher.on("error", () => unwatch(folder, watcher))
      watchers.set(folder, { watcher, ino })
      return true
    } catch (error) {
      log.warn("watch-failed", { folder, why: messageOf(error) })
      return errnoOf(error) === "ENOENT"
    }
  }

  function unwatch(folder: string, watcher: FSWatcher): void {
    watcher.close()
    watchers.delete(folder)
  }

  return {
    /** Watches exactly these folders from now on. */
    watchOnly(folders: readonly string[]): void {
      const wanted = new Set(folders.slice(0, MAX_WATCHED))
      for (const [folder, { watcher, ino }] of watchers) {
        // A folder that was removed and made again is a different one; the watch stays with the old.
        if (!wanted.has(folder) || ino !== inodeOf(pathOf(folder))) unwatch(folder, watcher)
      }
      for (const folder of wanted) {
        if (!watchers.has(folder) && !watchFolder(folder)) return
      }
    },
    close(): void {
      clearTimeout(hint)
      for (const [folder, { watcher }] of watchers) unwatch(folder, watcher)
    },
  }
}
