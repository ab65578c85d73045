// The git history without some words: every version of every note, every name and every message is written again, and nothing of the old objects
// stays. Commits get other hashes by it.
import { Buffer } from "node:buffer"
import { rm } from "node:fs/promises"
import { join } from "node:path"
import { removeIndex } from "../git/heal.ts"
import type { Repository } from "../git/notes-repository.ts"
import type { Eraser } from "./erased-text.ts"

const LONG_MS = 600_000
const MAX_BYTES = 1024 * 1024 * 1024

/** Gives how many pieces were changed. The caller is the only one who commits. */
export async function eraseFromHistory(repository: Repository, eraser: Eraser): Promise<number> {
  const stream = await repository.git(["fast-export", "--all", "--signed-tags=strip", "--reencode=no"], {
    timeoutMs: LONG_MS,
    maxBytes: MAX_BYTES,
  })
  const { stream: clean, changed } = withoutWords(stream, eraser)
  if (changed > 0) {
    await repository.git(["fast-import", "--force", "--quiet"], { input: clean, timeoutMs: LONG_MS })
    removeIndex(repository.gitDir)
  }
  await rm(join(repository.gitDir, "logs"), { recursive: true, force: true })
  await repository.git(["reflog", "expire", "--expire=now", "--all"], { timeoutMs: LONG_MS })
  await repository.git(["repack", "-a", "-d", "-q"], { timeoutMs: LONG_MS })
  await repository.git(["prune", "--expire=now"], { timeoutMs: LONG_MS })
  return changed
}

/** The stream is lines, and after a line `data <n>` so many bytes of anything. */
export function withoutWords(stream: Buffer, eraser: Eraser): { stream: Buffer; changed: number } {
  const pieces: Buffer[] = []
  let changed = 0
  let at = 0
  while (at < stream.length) {
    const end = stream.indexOf(0x0a, at)
    const stop = end < 0 ? stream.length : end + 1
    const line = stream.subarray(at, stop)
    at = stop
    const size = /^data (\d+)\n$/.exec(line.toString("latin1"))?.[1]
    if (size === undefined) {
      const text = line.toString("utf8")
      const kept = /^[MDRC] /.test(text) ? eraser.fromPath(text) : text
      if (kept !== text) changed++
      pieces.push(kept === text ? line : Buffer.from(kept))
      continue
    }
    const data = stream.subarray(at, at + Number(size))
    at += Number(size)
    const text = data.toString("utf8")
    // What is no text is left as it is: nobody can have written words into it.
    const isText = Buffer.from(text).equals(data)
    const kept = isText ? eraser.from(text) : text
    if (!isText || kept === text) pieces.push(line, data)
    else {
      const bytes = Buffer.from(kept)
      pieces.push(Buffer.from(`data ${bytes.length}\n`), bytes)
      changed++
    }
  }
  return { stream: Buffer.concat(pieces), changed }
}
