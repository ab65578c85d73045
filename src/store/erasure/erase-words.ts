// Erases words for good, from everything Cairn keeps: notes of every project, decisions about them, history, state, log, pruned outputs and derived
// data. The caller is the only writer. Not a change-set of notes: a change-set first has history keep what is replaced, which is what must not be
// kept here, and history itself is rewritten at the end.
import { existsSync } from "node:fs"
import { mkdir, readdir, rename, rm } from "node:fs/promises"
import { basename, dirname, join, sep } from "node:path"
import { CairnError } from "../../model/errors.ts"
import { freeName } from "../../model/free-name.ts"
import { NOTE_TYPES } from "../../model/note-head.ts"
import { ownCommand } from "../../model/own-command.ts"
import { COLD_FOLDERS, PRIVATE_FOLDER, SCOPES } from "../../model/scope.ts"
import { type FileContent, replaceFile } from "../../platform/durable-file.ts"
import { fileError, hasCode } from "../../platform/file-error.ts"
import { columnsIn } from "../../platform/known-schema.ts"
import { readOutsideFile } from "../../platform/outside-file.ts"
import { removeSqlite, type Sqlite } from "../../platform/sqlite.ts"
import { walkFiles } from "../../platform/walk-files.ts"
import type { History } from "../git/history.ts"
import type { Layout } from "../layout.ts"
import { namesBelow } from "../own-folder.ts"
import { PROJECTS } from "../projects/project-files.ts"
import { markErased } from "../tables/tool-outputs.ts"
import { cutNamesOf, type Eraser, eraserOf, OF_ONE_FACT } from "./erased-text.ts"

export type Erased = Awaited<ReturnType<typeof eraseWords>>

export type WordPlaces = Awaited<ReturnType<typeof findWords>>

export interface ErasureParts {
  readonly layout: Layout
  readonly db: Sqlite | undefined
  readonly history: History | undefined
}

const MAX_BYTES = 64 * 1024 * 1024
const MAX_TRIES = 5

/** Where the words are; nothing is changed. Of derived data nothing is said: it goes with what it was made from. */
export async function findWords({ layout, db, history }: ErasureParts, words: string) {
  const eraser = eraserOf(words)
  const notes = (await filesWith(layout.memory, eraser)).filter((path) => !isPlaceOfProject(path))
  const outputs = (await filesWith(layout.toolOutputs, eraser)).length
  const state = db ? [...valuesWith(db, eraser)].length : 0
  const texts = await Promise.all((await logFiles(layout)).map((name) => textOf(join(layout.root, name))))
  const logs = texts.filter((text) => text !== undefined && eraser.isIn(text)).length
  const places = { notes, outputs, state, logs, history: (await history?.count(eraser)) ?? 0 }
  return { ...places, isNowhere: notes.length + outputs + state + logs + places.history === 0 }
}

async function logFiles({ root, log }: Layout): Promise<string[]> {
  return (await namesBelow(root)).filter((one) => one.startsWith(basename(log)))
}

export async function eraseWords(parts: ErasureParts, words: string) {
  const { layout, db, history } = parts
  const found = eraserOf(words)
  const names = cutNamesOf(await filesWith(layout.memory, found))
  const eraser = eraserOf(words, [...new Set([...names, ...((await history?.cutNames(found)) ?? [])])])
  await refuseOwnWords(layout.memory, db, eraser)
  // This is all or nothing, so it comes first: if it is refused, nothing has changed.
  const state = db ? eraseFromDatabase(db, eraser) : 0
  /** Notes that consisted of nothing but these words. */
  const removed: string[] = []
  /** Files that no longer contain the words. */
  const changed: string[] = []
  for (const path of await filesWith(layout.memory, eraser)) {
    if (isPlaceOfProject(path)) continue
    const file = join(layout.memory, path)
    if (OF_ONE_FACT.test(path) && eraser.isIn((await textOf(file)) ?? "")) {
      await rm(file, { force: true })
      removed.push(path)
      continue
    }
    await eraseInFile(layout.memory, path, eraser)
    changed.push(path)
    if (eraser.isIn(path)) await moveAway(layout.memory, path, eraser)
  }
  const outputs = await filesWith(layout.toolOutputs, eraser)
  for (const path of outputs) {
    await rm(join(layout.toolOutputs, path), { force: true })
    if (db) markErased(db, basename(path, ".txt"))
  }
  for (const name of await logFiles(layout)) await eraseInFile(layout.root, name, eraser)
  // All of these are generated again from what is left.
  await rm(layout.written, { force: true })
  for (const database of [layout.indexDb, layout.pastDb]) await removeSqlite(database)
  return { removed, changed, outputs: outputs.length, state, history: (await history?.erase(eraser)) ?? 0 }
}

async function moveAway(memory: string, path: string, eraser: Eraser): Promise<void> {
  const free = freeName(join(memory, eraser.fromPath(path)), existsSync)
  await mkdir(dirname(free), { recursive: true, mode: 0o700 })
  await rename(join(memory, path), free)
}

async function filesWith(folder: string, eraser: Eraser): Promise<string[]> {
  if (!existsSync(folder)) return []
  const found: string[] = []
  for (const path of await walkFiles(folder)) {
    const text = await textOf(join(folder, path))
    if (eraser.isIn(path) || (text !== undefined && eraser.isIn(text))) found.push(path)
  }
  return found.sort()
}

/** What others write meanwhile, into the log or by an editor, is kept: then the file is read again. */
async function eraseInFile(folder: string, path: string, eraser: Eraser, triesLeft = MAX_TRIES): Promise<void> {
  const text = await textOf(join(folder, path))
  if (text === undefined || !eraser.isIn(text)) return
  const expect = (current: FileContent | undefined) => {
    if (!current || Buffer.from(current.bytes).toString("utf8") !== text) throw fileError("ECHANGED", path)
  }
  const segments = dirname(path)
    .split(sep)
    .filter((segment) => segment !== ".")
  const bytes = Buffer.from(eraser.from(text))
  try {
    await replaceFile(folder, segments, basename(path), bytes, { maxBytes: MAX_BYTES, expect, breaksLink: true })
  } catch (error) {
    if (!hasCode(error, "ECHANGED") || triesLeft <= 1) throw error
    await eraseInFile(folder, path, eraser, triesLeft - 1)
  }
}

async function textOf(file: string): Promise<string | undefined> {
  const found = await readOutsideFile(file, { maxBytes: MAX_BYTES, links: "refuse" })
  return "text" in found && !found.truncated ? found.text : undefined
}

/**
 * From every table and column, whoever added them; returns how many values were changed. SQLite is told to overwrite what it deletes, and the file is
 * written again, so that free pages keep nothing either.
 */
function eraseFromDatabase(db: Sqlite, eraser: Eraser): number {
  let changed = 0
  db.exec("PRAGMA secure_delete = ON")
  db.transaction(() => {
    for (const { table, column, value } of valuesWith(db, eraser)) {
      refuseKeys(value, eraser)
      // If a key becomes equal to another, its row is removed.
      db.run(`UPDATE OR REPLACE ${table} SET ${column} = ? WHERE ${column} = ?`, eraser.from(value), value)
      changed++
    }
  })
  db.exec("PRAGMA wal_checkpoint(TRUNCATE)")
  db.exec("VACUUM")
  db.exec("PRAGMA wal_checkpoint(TRUNCATE)")
  return changed
}

function* valuesWith(db: Sqlite, eraser: Eraser) {
  for (const { table, column } of columnsIn(db)) {
    // The place of a project's folder is read from the disk again.
    if (table === "project_key") continue
    const values = db.all<{ value: unknown }>(
      `SELECT DISTINCT ${column} AS value FROM ${table} WHERE typeof(${column}) = 'text'`,
    )
    for (const { value } of values) if (typeof value === "string" && eraser.isIn(value)) yield { table, column, value }
  }
}

/** A field of Cairn's own is not a person's word. A key with a dot or a slash is a note's path. */
function refuseKeys(value: string, eraser: Eraser): void {
  for (const [, key = ""] of value.matchAll(/"(\w+)":/g))
    if (eraser.isIn(key)) throw tooCommon(`Cairn's own state has a field "${key}"; nothing was changed`)
}

const VOCABULARY: readonly string[] = [
  ...SCOPES,
  ...COLD_FOLDERS,
  ...NOTE_TYPES,
  ...[PROJECTS, PRIVATE_FOLDER, "system", "quarantine", "MEMORY.md", "_CONFLICTS.md"],
  ...["description", "readonly", "limit", "trust", "trusted", "quarantined", "updated", "true", "false"],
  ...["evidence", "source", "confidence", "reinforced", "supersedes", "related", "expires", "always", "origin"],
  ...["assistant", "session", "message", "approved", "rejected", "deleted", "restored", "decision"],
]

/** Where the folder of a project is: a name on the user's disk, which is read from there again. */
function isPlaceOfProject(path: string): boolean {
  return /(?:^|\/)\.(?:identity|local)\.json$/.test(path)
}

/**
 * Some words cannot be erased by themselves, since Cairn's own files consist of them: a project's folder, a key of the frontmatter, a column. The
 * person is asked for a longer text before anything is changed.
 */
async function refuseOwnWords(memory: string, db: Sqlite | undefined, eraser: Eraser): Promise<void> {
  const projects = await readdir(join(memory, PROJECTS)).catch((): string[] => [])
  const named = projects.find((name) => eraser.isIn(name))
  if (named !== undefined)
    throw new CairnError(
      "words_name_a_project",
      `the project "${named}" is named by these words; nothing was changed`,
      `give it another name first: ${ownCommand(`projects rename ${named} <name>`)}`,
    )
  const own = [...VOCABULARY, ...schemaNames(db)].find((term) => eraser.isIn(term))
  if (own !== undefined) throw tooCommon(`Cairn's own files contain "${own}"; nothing was changed`)
}

function schemaNames(db: Sqlite | undefined): string[] {
  const rows = db?.all<{ name: string }>(
    "SELECT m.name AS name FROM sqlite_master m UNION SELECT i.name FROM sqlite_master m, pragma_table_info(m.name) i WHERE m.type = 'table'",
  )
  return (rows ?? []).map(({ name }) => name)
}

function tooCommon(message: string): CairnError {
  return new CairnError("words_too_common", message, "erase the whole sentence instead, or more of it")
}
