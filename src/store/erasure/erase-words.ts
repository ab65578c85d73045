// Words gone for good, from all that Cairn keeps: notes of every project, what was decided about them, history, state, log, pruned outputs and what
// is derived. The caller is the only writer.
import { existsSync } from "node:fs"
import { readdir, rename, rm, writeFile } from "node:fs/promises"
import { basename, join } from "node:path"
import { readOutsideFile } from "../../platform/outside-file.ts"
import type { Sqlite } from "../../platform/sqlite.ts"
import type { History } from "../git/history.ts"
import type { Layout } from "../layout.ts"
import { eraseFromDatabase } from "./database-erasure.ts"
import { type Eraser, eraserOf } from "./erased-text.ts"

export interface Erased {
  /** Notes that were nothing but these words, and are gone. */
  readonly removed: readonly string[]
  /** Files in which the words stand no more. */
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

/** Where the words are, without a change. */
export async function findWords(
  { memory, toolOutputs }: Layout,
  words: string,
): Promise<{ notes: string[]; outputs: string[] }> {
  const eraser = eraserOf(words)
  return { notes: await filesWith(memory, eraser), outputs: await filesWith(toolOutputs, eraser) }
}

/** `isWhole`: whether a note goes as a whole instead of losing the words. */
export async function eraseWords(
  parts: ErasureParts,
  words: string,
  isWhole: (path: string) => boolean,
): Promise<Erased> {
  const { layout, db, history } = parts
  const eraser = eraserOf(words)
  const removed: string[] = []
  const changed: string[] = []
  for (const path of await filesWith(layout.memory, eraser)) {
    const file = join(layout.memory, path)
    if (isWhole(path)) {
      await rm(file, { force: true })
      removed.push(path)
    } else {
      await eraseInFile(file, eraser)
      changed.push(path)
      const renamed = eraser.fromPath(path)
      if (renamed !== path) await rename(file, join(layout.memory, renamed))
    }
  }
  const outputs = await filesWith(layout.toolOutputs, eraser)
  for (const path of outputs) await rm(join(layout.toolOutputs, path), { force: true })
  for (const name of (await readdir(layout.root)).filter((one) => one.startsWith(basename(layout.log))))
    await eraseInFile(join(layout.root, name), eraser)
  const state = db ? eraseFromDatabase(db, eraser) : 0
  // Both are made again out of what is left.
  for (const database of [layout.indexDb, layout.pastDb])
    for (const ending of ["", "-wal", "-shm"]) await rm(database + ending, { force: true })
  return { removed, changed, outputs: outputs.length, state, history: (await history?.erase(eraser)) ?? 0 }
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
  // Beside it and renamed: a crash leaves the old text whole, to be erased again.
  await writeFile(`${file}.erasing`, eraser.from(text), { mode: 0o600 })
  await rename(`${file}.erasing`, file)
}

async function textOf(file: string): Promise<string | undefined> {
  const found = await readOutsideFile(file, { maxBytes: MAX_BYTES, links: "refuse" })
  return "text" in found && !found.truncated ? found.text : undefined
}
