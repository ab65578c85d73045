// A whole store in one file: notes, history and state, byte for byte. What can be rebuilt (index, cache, log, locks) is left out. The file is a
// gzipped tar, so it can be opened without Cairn. Reading it back accepts only what belongs to a store.
import { lstat, readdir } from "node:fs/promises"
import { join } from "node:path"
import { gunzipSync, gzipSync } from "node:zlib"
import type { App } from "../app.ts"
import { CairnError, errnoOf, messageOf } from "../model/errors.ts"
import type { Progress } from "../model/progress.ts"
import { sha256 } from "../model/sha256.ts"
import { readFileBelow, removeFile } from "../platform/durable-file.ts"
import { readOutsideBytes } from "../platform/outside-file.ts"
import { withSqlite } from "../platform/sqlite.ts"
import { isTempName } from "../platform/temp-file.ts"
import { snapshotCopy } from "../store/own-folder.ts"
import { fieldsIn } from "./read-outside.ts"
import { packTar, type TarEntry, unpackTar } from "./tar.ts"

const MANIFEST = "cairn-archive.json"
const MAX_BYTES = 1024 * 1024 * 1024
const MAX_FILE = 256 * 1024 * 1024
const READ_MS = 120_000
export type StoreArchive = NonNullable<Awaited<ReturnType<typeof readArchive>>>

/** All that an archive may contain; the rest of git's folder is not needed, and a repository among the notes could give orders to git. */
const ALLOWED =
  /^(?:state\.db|memory\/(?!(?:.*\/)?\.[gG][iI][tT](?:\/|$)).*|history\.git\/(?:HEAD|config|index|packed-refs|changes\.jsonl(?:\.taken)?|(?:info|logs|objects|refs)\/.*))$/s

export async function archiveStore(app: App, progress?: Progress): Promise<Uint8Array> {
  const { root, stateDb } = app.store.layout
  await app.store.history?.flush()
  let read = 0
  const wasRead = () => {
    if (++read % 100 === 0) progress?.(read, undefined, "files read")
  }
  const files = await app.store.notes.alone(async () => [
    ...(await filesOf(root, ["memory"], wasRead)),
    ...(await filesOf(root, ["history.git"], wasRead)),
    ...(await snapshotOf(root, stateDb)),
  ])
  const made = new Date(app.clock.now()).toISOString()
  const kept = files.filter(({ name }) => ALLOWED.test(name))
  const manifest = { format: "cairn-archive", version: 1, made, sum: sumOf(kept) }
  const bytes = new TextEncoder().encode(`${JSON.stringify(manifest)}\n`)
  return gzipSync(packTar([{ name: MANIFEST, bytes, changed: 0 }, ...kept]))
}

function sumOf(files: readonly TarEntry[]): string {
  return sha256(files.map(({ name, bytes }) => `${sha256(bytes)} ${name}`).join("\n"))
}

/** Sorted, including empty folders, without links. Throws if anything cannot be read completely: a backup with gaps is none. */
async function filesOf(root: string, segments: readonly string[], wasRead: () => void): Promise<TarEntry[]> {
  const folder = join(root, ...segments)
  const entries = await readdir(folder, { withFileTypes: true }).catch((error) => {
    if (errnoOf(error) === "ENOENT") return []
    throw notWhole(folder, messageOf(error))
  })
  const found: TarEntry[] = []
  if (entries.length === 0) found.push({ name: `${segments.join("/")}/`, bytes: new Uint8Array(), changed: 0 })
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (isTempName(entry.name) || (segments[0] === "history.git" && entry.name.endsWith(".lock"))) continue
    if (entry.isDirectory()) found.push(...(await filesOf(root, [...segments, entry.name], wasRead)))
    if (!entry.isFile()) continue
    const file = await readFileBelow(root, segments, entry.name, MAX_FILE).catch((error) => {
      throw notWhole(join(folder, entry.name), messageOf(error))
    })
    if (!file) continue
    if (file.truncated) throw notWhole(join(folder, entry.name), TOO_LARGE)
    const changed = Number(file.stamp.mtimeNs / 1_000_000_000n)
    found.push({ name: [...segments, entry.name].join("/"), bytes: file.bytes, changed })
    wasRead()
  }
  return found
}

/** A consistent copy of the database, even while others write to it. */
async function snapshotOf(root: string, stateDb: string): Promise<TarEntry[]> {
  if (!(await lstat(stateDb).catch(() => undefined))?.isFile()) return []
  const name = snapshotCopy()
  try {
    const copying = `VACUUM INTO '${join(root, name).replaceAll("'", "''")}'`
    await withSqlite(stateDb, { busyTimeoutMs: 5000 }, (db) => db.exec(copying))
    const copy = await readFileBelow(root, [], name, MAX_FILE)
    if (copy?.truncated) throw notWhole(stateDb, TOO_LARGE)
    return copy ? [{ name: "state.db", bytes: copy.bytes, changed: 0 }] : []
  } finally {
    await removeFile(root, [], name, { maxBytes: 0 })
  }
}

const GZIP = [0x1f, 0x8b]

/** Undefined if the file is not a Cairn archive; throws if it is a damaged one. */
export async function readArchive(path: string) {
  const found = await readOutsideBytes(path, { maxBytes: MAX_BYTES, links: "own", deadlineMs: READ_MS })
  if ("fault" in found || found.truncated || GZIP.some((byte, at) => found.bytes[at] !== byte)) return undefined
  const [first, ...files] = entriesIn(path, found.bytes)
  const { format, version, made, sum } = fieldsIn(first?.name === MANIFEST ? manifestIn(path, first) : undefined)
  if (format !== "cairn-archive") return undefined
  if (version !== 1) throw damaged(path, "a newer Cairn has made it", "update Cairn first")
  const stranger = files.find(({ name }) => !ALLOWED.test(name) || name.split("/").some(isNoName))
  if (stranger) throw damaged(path, `it holds ${JSON.stringify(stranger.name)}, which is no part of a store`)
  if (sum !== sumOf(files)) throw damaged(path, "its contents are not those that were put in")
  return { made: String(made), files }
}

function entriesIn(path: string, bytes: Uint8Array): TarEntry[] {
  try {
    const entries = unpackTar(gunzipSync(bytes, { maxOutputLength: MAX_BYTES }))
    if (entries) return entries
  } catch (error) {
    throw damaged(path, messageOf(error))
  }
  throw damaged(path, "it is cut off")
}

function manifestIn(path: string, { bytes }: TarEntry): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch (error) {
    throw damaged(path, messageOf(error))
  }
}

function isNoName(part: string, at: number, all: readonly string[]): boolean {
  return part === "." || part === ".." || (part === "" && at < all.length - 1) || /[\\\0]/.test(part)
}

const TOO_LARGE = `it has more than ${MAX_FILE / 1024 / 1024} MB`

function notWhole(path: string, why: string): CairnError {
  return new CairnError("not_archived", `${path} cannot be put into an archive: ${why}`, "nothing was written")
}

function damaged(path: string, why: string, hint = "use another backup"): CairnError {
  return new CairnError("archive_damaged", `${path} cannot be read back: ${why}`, hint)
}
