// Files of other memories, read as files of strangers: links only where no repository can have put them, nothing but regular files, and no
// more of them than any real store has.
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

/** A look at the name, at nothing inside. */
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

/** Whatever it is, a link too. */
export async function isAnything(place: string): Promise<boolean> {
  const look = lstat(place).then(
    () => true,
    () => false,
  )
  return (await within(LOOK_MS, look)) ?? true
}

/** Undefined where there is none; throws where there is one that cannot be read, or not whole. */
export async function foreignText(path: string): Promise<string | undefined> {
  const found = await readOutsideFile(path, { maxBytes: MAX_FILE_BYTES, links: "refuse" })
  if ("text" in found && !found.truncated) return found.text.replace(/^\ufeff/, "")
  if ("fault" in found && found.fault === "missing") return undefined
  const why = "why" in found ? found.why : `it has more than ${MAX_FILE_BYTES} bytes`
  throw new CairnError("not_readable", `${path} cannot be read: ${why}`, "a link is not followed; name the file itself")
}

/** Undefined where the file is missing or no JSON. */
export async function foreignJson(path: string): Promise<unknown> {
  const text = await foreignText(path)
  if (text === undefined) return undefined
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new CairnError("not_readable", `${path} is not JSON: ${error instanceof Error ? error.message : error}`)
  }
}

/** Names below a folder with `/`, sorted; hidden ones and links are left out. */
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

/** With links resolved; as it is where that cannot be done. */
export async function realPath(path: string): Promise<string> {
  return realpath(path).catch(() => path)
}
