// Which files of the work tree belong in the history. Cairn walks it itself: git would follow a .gitignore among the notes and would not look into
// a folder where a person has run `git init`, and either would silently keep notes out of the history.
import { lstat, readdir } from "node:fs/promises"
import { join } from "node:path"
import { errnoOf, messageOf } from "../../model/errors.ts"
import { isGeneratedPath, isGeneratedText } from "../../model/generated-mark.ts"
import { isPrivate } from "../../model/scope.ts"
import { readFileBelow } from "../../platform/durable-file.ts"

/** Work-tree relative path and size in bytes of a regular file. */
export type Accepts = (path: string, size: number) => boolean

export interface Skipped {
  readonly path: string
  readonly reason: string
}

export type WorkTree = Awaited<ReturnType<typeof readWorkTree>>

const KEPT_DOT_FILES = new Set([".decisions.jsonl", ".identity.json"])
/** Leftovers of editors and of interrupted writes. `4913` is vim's probe for a writable folder. */
const LEFTOVER = /~$|^#.*#$|\.(tmp|swp|swo|swx|part|crdownload)$|^4913$/i

export async function readWorkTree(root: string, accepts: Accepts) {
  const accepted = new Set<string>()
  const present = new Set<string>()
  const unreadable: string[] = []
  const skipped: Skipped[] = []

  async function visit(folder: string): Promise<void> {
    const entries = await readdir(join(root, folder), { withFileTypes: true })
    const files: string[] = []
    for (const entry of entries) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`
      if (isNeverKept(path)) continue
      if (entry.isDirectory()) await visitOrReport(path)
      else present.add(path)
      if (entry.isFile()) files.push(path)
    }
    await Promise.all(files.map(consider))
  }

  async function visitOrReport(folder: string): Promise<void> {
    try {
      await visit(folder)
    } catch (error) {
      if (errnoOf(error) === "ENOENT") return
      unreadable.push(`${folder}/`)
      skipped.push({ path: folder, reason: messageOf(error) })
    }
  }

  async function consider(path: string): Promise<void> {
    try {
      const stats = await lstat(join(root, path))
      if (isGeneratedPath(path) && (await isGenerated(root, path))) present.delete(path)
      else if (stats.isFile() && accepts(path, stats.size)) accepted.add(path)
    } catch (error) {
      if (path.includes("\ufffd")) skipped.push({ path, reason: "its name is not UTF-8" })
      else if (errnoOf(error) !== "ENOENT") skipped.push({ path, reason: messageOf(error) })
    }
  }

  await visit("")
  return {
    accepted,
    /** Whether a path of an earlier commit is known to be no file any more; an unreadable folder proves nothing. */
    isGone: (path: string) => !present.has(path) && !unreadable.some((folder) => path.startsWith(folder)),
    skipped,
  }
}

const MARK_BYTES = 1024

async function isGenerated(root: string, path: string): Promise<boolean> {
  const folder = path.split("/")
  const file = await readFileBelow(root, folder, folder.pop() as string, MARK_BYTES)
  return file !== undefined && isGeneratedText(path, new TextDecoder().decode(file.bytes))
}

/** Hidden, temporary and private files, whatever the caller accepts. */
export function isNeverKept(path: string): boolean {
  const segments = path.split("/")
  const name = segments.at(-1) as string
  if (name.startsWith(".") && !KEPT_DOT_FILES.has(name)) return true
  if (LEFTOVER.test(name)) return true
  // A project may well be called "private": only folders inside a scope count.
  return isPrivate(segments.slice(segments[0] === "projects" ? 2 : 0).join("/"))
}
