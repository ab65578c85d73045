// One store for all directories of the process that use the same root.
import type { Clock } from "../platform/clock.ts"
import { ofProcess } from "../platform/process-wide.ts"
import { openStore, type Store, type StoreSettings } from "./open-store.ts"

function stores(): Map<string, { readonly opening: Promise<Store>; users: number }> {
  return ofProcess("stores", () => new Map())
}

/** With the settings of the first caller. */
export async function shareStore(root: string, settings: StoreSettings, clock: Clock): Promise<Store> {
  const shared = stores()
  const entry = shared.get(root) ?? { opening: openStore(root, settings, clock), users: 0 }
  shared.set(root, entry)
  entry.users++
  try {
    return await entry.opening
  } catch (error) {
    shared.delete(root)
    throw error
  }
}

/** Closes it when nobody uses it any more. */
export async function releaseStore(store: Store): Promise<void> {
  const shared = stores()
  const entry = shared.get(store.layout.root)
  if (!entry || --entry.users > 0) {
    await store.history?.flush()
    return
  }
  shared.delete(store.layout.root)
  await store.close()
}
