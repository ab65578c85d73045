// Erases words from the git history: every version of every note, every name and every message is rewritten, and none of the old objects remain.
// Commits get new hashes.
import { Buffer } from "node:buffer"
import { rm } from "node:fs/promises"
import { join } from "node:path"
import { freeName } from "../../model/free-name.ts"
import { removeIndex } from "../git/heal.ts"
import type { Repository } from "../git/notes-repository.ts"
import { cutNamesOf, type Eraser } from "./erased-text.ts"

const LONG_MS = 600_000
const MAX_BYTES = 1024 * 1024 * 1024

/** Returns how many pieces were changed. Nobody else may commit meanwhile. */
export async function eraseFromHistory(repository: Repository, eraser: Eraser): Promise<number> {
  const { stream: clean, changed } = withoutWords(await streamOf(repository), eraser)
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

export async function countInHistory(repository: Repository, eraser: Eraser): Promise<number> {
  return withoutWords(await streamOf(repository), eraser).changed
}

/** Names of files that had the words and end within them. */
export async function cutNamesInHistory(repository: Repository, eraser: Eraser): Promise<string[]> {
  const having = new Set<string>()
  const names: string[] = []
  let blob: string | undefined
  for (const { data, mark, path } of partsOf(await streamOf(repository))) {
    if (data && blob !== undefined && eraser.isIn(data.toString("utf8"))) having.add(blob)
    if (path === undefined) blob = data ? undefined : (mark ?? blob)
    else if (mark !== undefined && having.has(mark)) names.push(...cutNamesOf([path]))
  }
  return names
}

function streamOf(repository: Repository): Promise<Buffer> {
  const everything = ["fast-export", "--all", "--signed-tags=strip", "--reencode=no"]
  return repository.git(everything, { timeoutMs: LONG_MS, maxBytes: MAX_BYTES })
}

export function withoutWords(stream: Buffer, eraser: Eraser): { stream: Buffer; changed: number } {
  const pieces: Buffer[] = []
  const nameOf = namesWithout(stream, eraser)
  let changed = 0
  for (const { line, data, path } of partsOf(stream)) {
    if (data === undefined) {
      const kept = path === undefined ? undefined : nameOf(path)
      if (kept !== path) changed++
      pieces.push(kept === path ? line : Buffer.from(renamed(line.toString("utf8"), `${path}`, `${kept}`)))
      continue
    }
    const text = data.toString("utf8")
    // Binary content is left as it is: nobody can have written words into it.
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

function renamed(line: string, path: string, name: string): string {
  const at = line.lastIndexOf(path)
  return line.slice(0, at) + name + line.slice(at + path.length)
}

interface StreamPart {
  readonly line: Buffer
  /** After a line `data <n>` come that many bytes of anything. */
  readonly data?: Buffer | undefined
  /** For a line that changes or removes a file. */
  readonly path?: string | undefined
  /** The number of the blob that begins here, or that the file gets. */
  readonly mark?: string | undefined
}

function* partsOf(stream: Buffer): Generator<StreamPart> {
  for (let at = 0; at < stream.length; ) {
    const end = stream.indexOf(0x0a, at)
    const stop = end < 0 ? stream.length : end + 1
    const line = stream.subarray(at, stop)
    at = stop
    const text = line.toString("utf8")
    const size = /^data (\d+)\n$/.exec(text)?.[1]
    if (size !== undefined) {
      yield { line, data: stream.subarray(at, at + Number(size)) }
      at += Number(size)
      continue
    }
    const mark = /^mark (\S+)\n$/.exec(text)?.[1]
    // A name that contains a space is quoted.
    const [, blob, path] = /^(?:M \d+ (\S+)|D) "?(.+?)"?\n$/.exec(text) ?? []
    yield { line, data: undefined, mark: mark ?? blob, path }
  }
}

/** Two names that differed only in the words stay two. */
function namesWithout(stream: Buffer, eraser: Eraser): (path: string) => string {
  const paths = new Set<string>()
  for (const { path } of partsOf(stream)) if (path !== undefined) paths.add(path)
  const names = new Map<string, string>()
  const taken = new Set([...paths].filter((path) => !eraser.isIn(path)))
  for (const path of paths) {
    if (taken.has(path)) continue
    const name = freeName(eraser.fromPath(path), (one) => taken.has(one))
    taken.add(name)
    names.set(path, name)
  }
  return (path) => names.get(path) ?? path
}
