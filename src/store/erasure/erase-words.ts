// Erases words for good, from everything Cairn keeps: notes of every project, decisions about them, history, state, log, pruned outputs and derived
// data. The caller is the only writer.
import { existsSync } from "node:fs"
import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import { freeName } from "../../model/free-name.ts"
import { readOutsideFile } from "../../platform/outside-file.ts"
import type { Sqlite } from "../../platform/sqlite.ts"
import type { History } from "../git/history.ts"
import type { Layout } from "../layout.ts"
import { markErased } from "../tables/tool-outputs.ts"
import { eraseFromDatabase } from "./database-erasure.ts"
import { cutNamesOf, type Eraser, eraserOf, OF_ONE_FACT } from "./erased-text.ts"
import { isPlaceOfProject, refuseOwnWords } from "./own-words.ts"

export interface Erased {
  /** Notes that consisted of nothing but these words, and were removed. */
  readonly removed: readonly string[]
  /** Files that no longer contain the words. */
  readonly changed: readonly string[]
  readonly outputs: number
  readonly state: number
  readonly history: number
}

export interface ErasureParts {
  readonly layout: Layout
  readonly db: Sqlite | undefined
  readonly history: History | undefined
}

const MAX_BYTES = 64 * 1024 * 1024

/** Where the words are; nothing is changed. */
export async function findWords(
  { memory, toolOutputs }: Layout,
  words: string,
): Promise<{ notes: string[]; outputs: string[] }> {
  const eraser = eraserOf(words)
  const notes = (await filesWith(memory, eraser)).filter((path) => !isPlaceOfProject(path))
  return { notes, outputs: await filesWith(toolOutputs, eraser) }
}

export async function eraseWords(parts: ErasureParts, words: string): Promise<Erased> {
  const { layout, db, history } = parts
  const found = eraserOf(words)
  const names = cutNamesOf(await filesWith(layout.memory, found))
  const eraser = eraserOf(words, [...new Set([...names, ...((await history?.cutNames(found)) ?? [])])])
  await refuseOwnWords(layout.memory, db, eraser)
  // This is all or nothing, so it comes first: if it is refused, nothing has changed.
  const state = db ? eraseFromDatabase(db, eraser) : 0
  const removed: string[] = []
  const changed: string[] = []
  for (const path of await filesWith(layout.memory, eraser)) {
    if (isPlaceOfProject(path)) continue
    const file = join(layout.memory, path)
    if (OF_ONE_FACT.test(path) && eraser.isIn((await textOf(file)) ?? "")) {
      await rm(file, { force: true })
      removed.push(path)
      continue
    }
    await eraseInFile(file, eraser)
    changed.push(path)
    if (eraser.isIn(path)) await moveAway(layout.memory, path, eraser)
  }
  const outputs = await filesWith(layout.toolOutputs, eraser)
  for (const path of outputs) {
    await rm(join(layout.toolOutputs, path), { force: true })
    if (db) markErased(db, basename(path, ".txt"))
  }
  for (const name of (await readdir(layout.root)).filter((one) => one.startsWith(basename(layout.log))))
    await eraseInFile(join(layout.root, name), eraser)
  // All of these are generated again from what is left.
  await rm(layout.written, { force: true })
  for (const database of [layout.indexDb, layout.pastDb])
    for (const ending of ["", "-wal", "-shm"]) await rm(database + ending, { force: true })
  return { removed, changed, outputs: outputs.length, state, history: (await history?.erase(eraser)) ?? 0 }
}

async function moveAway(memory: string, path: string, eraser: Eraser): Promise<void> {
  const free = join(
    memory,
    freeName(eraser.fromPath(path), (one) => existsSync(join(memory, one))),
  )
  await mkdir(dirname(free), { recursive: true, mode: 0o700 })
  await rename(join(memory, path), free)
}

async function filesWith(folder: string, eraser: Eraser): Promise<string[]> {
  if (!existsSync(folder)) return []
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const found: string[] = []
  for (const entry of entries.filter((one) => one.isFile())) {
    const file = join(entry.parentPath, entry.name)
    const path = file.slice(folder.length + 1)
    const text = await textOf(file)
    if (eraser.isIn(path) || (text !== undefined && eraser.isIn(text))) found.push(path)
  }
  return found.sort()
}

async function eraseInFile(file: string, eraser: Eraser): Promise<void> {
  const text = await textOf(file)
  if (text === undefined || !eraser.isIn(text)) return
  // Written to a new file and renamed: a crash leaves the old text whole, to be erased again.
  await writeFile(`${file}.erasing`, eraser.from(text), { mode: 0o600 })
  await rename(`${file}.erasing`, file)
}

async function textOf(file: string): Promise<string | undefined> {
  const found = await readOutsideFile(file, { maxBytes: MAX_BYTES, links: "refuse" })
  return "text" in found && !found.truncated ? found.text : undefined
}
