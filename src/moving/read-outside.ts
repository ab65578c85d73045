// Reads files of other memories as untrusted files: no links that a repository could have planted, only regular files, and no more of them than
// any real memory has.
import { lstat, readdir, realpath } from "node:fs/promises"
import { join } from "node:path"
import { CairnError } from "../model/errors.ts"
import { within } from "../model/within.ts"
import { readOutsideFile } from "../platform/outside-file.ts"

const MAX_FILE_BYTES = 32 * 1024 * 1024
const MAX_FILES = 5000
const MAX_DEPTH = 8
const LOOK_MS = 2000

export type PlaceKind = "file" | "folder"

/** Only looks at the entry itself, at nothing inside. */
export async function kindOf(place: string): Promise<PlaceKind | undefined> {
  const found = await within(
    LOOK_MS,
    lstat(place).then(
      (stats) => stats,
      () => undefined,
    ),
  )
  if (found?.isFile()) return "file"
  return found?.isDirectory() ? "folder" : undefined
}

/** Anything at all, including a link; true if looking takes too long. */
export async function isAnything(place: string): Promise<boolean> {
  const look = lstat(place).then(
    () => true,
    () => false,
  )
  return (await within(LOOK_MS, look)) ?? true
}

/** Undefined if there is none; throws if it cannot be read completely. */
export async function foreignText(path: string): Promise<string | undefined> {
  const found = await readOutsideFile(path, { maxBytes: MAX_FILE_BYTES, links: "refuse" })
  if ("text" in found && !found.truncated) return found.text.replace(/^\ufeff/, "")
  if ("fault" in found && found.fault === "missing") return undefined
  const why = "why" in found ? found.why : `it has more than ${MAX_FILE_BYTES} bytes`
  throw new CairnError("not_readable", `${path} cannot be read: ${why}`, "a link is not followed; name the file itself")
}

/** Undefined if the file is missing; throws if it is not JSON. */
export async function foreignJson(path: string): Promise<unknown> {
  const text = await foreignText(path)
  if (text === undefined) return undefined
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new CairnError("not_readable", `${path} is not JSON: ${error instanceof Error ? error.message : error}`)
  }
}

/** Paths below a folder, with `/`, sorted; without hidden files and links. */
export async function filesBelow(folder: string, ending: string, depth = MAX_DEPTH): Promise<string[]> {
  const found: string[] = []
  const walk = async (segments: readonly string[]): Promise<void> => {
    const entries = await readdir(join(folder, ...segments), { withFileTypes: true }).catch(() => [])
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (entry.name.startsWith(".") || found.length >= MAX_FILES) continue
      if (entry.isDirectory() && segments.length < depth) await walk([...segments, entry.name])
      else if (entry.isFile() && entry.name.endsWith(ending)) found.push([...segments, entry.name].join("/"))
    }
  }
  await walk([])
  return found
}

/** With links resolved, or unchanged if that fails. */
export async function realPath(path: string): Promise<string> {
  return realpath(path).catch(() => path)
}
