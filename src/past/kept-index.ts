// The index, opened for one piece of work at a time. Opening takes longer than most queries, so the last one used stays open for a while.
import { inodeOf } from "../platform/durable-file.ts"
import { openPastIndex, type PastIndex } from "./past-index.ts"

const IDLE_MS = 10_000

type Kept = Awaited<ReturnType<typeof open>>

export function keptIndex(file: string) {
  let idle: Kept | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let isClosed = false
  function takeIdle(): Kept | undefined {
    clearTimeout(timer)
    const kept = idle
    idle = undefined
    if (!kept || kept.inode === inodeOf(file)) return kept
    kept.index.close()
    return undefined
  }
  return {
    async use<T>(work: (index: PastIndex) => T | Promise<T>): Promise<T> {
      const taken = takeIdle() ?? (await open(file))
      let isSound = false
      try {
        const result = await work(taken.index)
        isSound = true
        return result
      } finally {
        if (isSound && !isClosed && !idle && MAY_STAY_OPEN) {
          idle = taken
          timer = setTimeout(() => takeIdle()?.index.close(), IDLE_MS)
          timer.unref()
        } else taken.index.close()
      }
    },
    close(): void {
      isClosed = true
      takeIdle()?.index.close()
    },
  }
}

/** The inode, to notice that another process has removed the file and made a new one. */
async function open(file: string) {
  const index = await openPastIndex(file)
  return { index, inode: inodeOf(file) }
}

/** Windows cannot remove an open file, and forgetting a word has to remove this one. */
const MAY_STAY_OPEN = process.platform !== "win32"
