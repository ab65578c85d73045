// Reads files of other memories as untrusted files: no links that a repository could have planted, only regular files, and no more of them than
// any real memory has. Of the fields in them nothing is assumed.
import { lstat, readdir, realpath } from "node:fs/promises"
import { join } from "node:path"
import { untilDeadline, within } from "../model/deadline.ts"
import { CairnError, errnoOf, messageOf } from "../model/errors.ts"
import { readOutsideFile } from "../platform/outside-file.ts"
import { withSqlite } from "../platform/sqlite.ts"

const MAX_FILE_BYTES = 32 * 1024 * 1024
/** All of it may be in one value, which SQLite puts into memory. */
const MAX_DATABASE_BYTES = 1024 * 1024 * 1024
const MAX_FILES = 5000
const MAX_DEPTH = 8
const MAX_ROWS = 5000
const LOOK_MS = 2000

/** Only looks at the entry itself, at nothing inside. */
export async function kindOf(place: string): Promise<"file" | "folder" | undefined> {
  const found = await within(LOOK_MS, lstat(place))
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
    throw new CairnError("not_readable", `${path} is not JSON: ${messageOf(error)}`)
  }
}

/**
 * The newest rows of a table that has an `id`, oldest first; the database is opened read-only and closed at once. A column that this version does not
 * have yet is left out. SQLite opens its files itself, by name, so they are looked at first: they are in the user's folders, or a person named them.
 */
export async function foreignRows(place: string, table: string, columns: readonly string[]): Promise<Fields[]> {
  for (const ending of COMPANIONS) await refuseIrregular(`${place}${ending}`)
  try {
    const found = await untilDeadline(LOOK_MS, lstat(place), undefined)
    if (!found) throw new Error("the disk did not answer in time")
    if (!found.isFile()) throw new Error("it is not a regular file")
    if (found.size > MAX_DATABASE_BYTES) throw new Error(`it has more than ${MAX_DATABASE_BYTES} bytes`)
    return await withSqlite(place, { readonly: true, busyTimeoutMs: 2000 }, (db) => {
      const has = new Set(
        db.all<{ name: string }>(`SELECT name FROM pragma_table_info('${table}')`).map(({ name }) => name),
      )
      const asked = columns.filter((column) => has.has(column))
      return db.all<Fields>(`SELECT id, ${asked.join(", ")} FROM ${table} ORDER BY id DESC LIMIT ${MAX_ROWS}`).reverse()
    })
  } catch (error) {
    throw new CairnError(
      "not_readable",
      `${place} cannot be read: ${messageOf(error)}`,
      "another version may store it differently",
    )
  }
}

/** SQLite opens these too, if they exist. */
const COMPANIONS = ["-journal", "-wal", "-shm"]

/** A pipe would be waited for without end, and a link leads to a file that nobody named. */
async function refuseIrregular(path: string): Promise<void> {
  const none = (error: unknown) => {
    if (errnoOf(error) !== "ENOENT") throw error
    return "none" as const
  }
  const found = await untilDeadline(LOOK_MS, lstat(path).catch(none), undefined).catch(() => undefined)
  if (found === "none" || (found?.isFile() && found.size <= MAX_DATABASE_BYTES)) return
  throw new CairnError(
    "not_readable",
    `${path} is not a file that SQLite can be left to open`,
    "it belongs to the database beside it; remove it if it is not your database's, or name a copy of the database",
  )
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

export type Fields = Readonly<Record<string, unknown>>

export function fieldsIn(value: unknown): Fields {
  return value !== null && typeof value === "object" && !Array.isArray(value) ? (value as Fields) : {}
}

/** The objects in a list. */
export function rowsIn(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter((row) => row !== null && typeof row === "object").map(fieldsIn) : []
}

/** Undefined if it is not a text or blank. */
export function textField(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined
}

/** A date string, or a number of seconds or milliseconds. */
export function timeField(value: unknown): number | undefined {
  const time = typeof value === "number" ? (value < 1e11 ? value * 1000 : value) : Date.parse(String(value ?? ""))
  return Number.isFinite(time) && time > 0 && time < 8.64e15 ? time : undefined
}

export function oneOf<T extends string>(choices: readonly T[], value: unknown): T | undefined {
  return choices.find((choice) => choice === value)
}

/** The row's own id, as one word; otherwise its place in the list. */
export function entryId({ id }: Fields, at: number): string {
  return String(typeof id === "string" || typeof id === "number" ? id : `entry-${at + 1}`).replace(/[\s/,]+/g, "-")
}
