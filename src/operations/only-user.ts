// Changing a whole project's folder, or erasing words for good, needs the memory to itself: a running OpenCode has the words in its own state, and
// writes into the folder it knows.
import type { App } from "../app.ts"
import { CairnError } from "../model/errors.ts"

export async function refuseWhileInUse({ store }: App): Promise<void> {
  const users = await store.otherUsers()
  if (users.length === 0) return
  throw new CairnError(
    "store_in_use",
    `this memory is in use by ${users.map(({ pid, name }) => `${name} (process ${pid})`).join(", ")}; nothing was changed`,
    "close OpenCode first; with OpenCode 2, stop its background service too",
  )
}
