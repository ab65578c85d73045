// Whether a folder is Cairn's to use as its root.
import { readdir } from "node:fs/promises"
import { CairnError } from "../model/errors.ts"
import { isTempName } from "../platform/temp-file.ts"
import type { Layout } from "./layout.ts"

const OWN_NAME = /^(?:memory|cache|history\.git|cairn\.log|\.setup\.json|(?:lock|state|index|past)\.db)(?:$|[-.])/
const OWN_MARKS = ["lock.db", "state.db", "history.git"]
const NOTE_FOLDERS = new Set(["global", "projects"])
/** Names that other programs use too. */
const COMMON_NAMES = new Set(["cache", "index.db"])

/** A folder with other things in it belongs to somebody: Cairn would close it to everybody else, and take its files for its own. */
export async function refuseForeign({ root, memory }: Layout): Promise<void> {
  const names = await namesIn(root)
  const isMarked = OWN_MARKS.some((mark) => names.includes(mark))
  const isOwn = names.includes("memory") && (isMarked || (await namesIn(memory)).some((name) => NOTE_FOLDERS.has(name)))
  if (names.length === 0 || isOwn) return
  const foreign = names.filter((name) => !OWN_NAME.test(name) && !isTempName(name))
  const isLeftByCairn = foreign.length === 0 && names.some((name) => !COMMON_NAMES.has(name))
  if (isLeftByCairn) return
  throw new CairnError(
    "not_cairns_folder",
    `${root} has other things in it (${[...new Set([...foreign, ...names])].slice(0, 3).join(", ")})`,
    "set CAIRN_HOME to an empty folder, or to one that Cairn has made",
  )
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => [])
}
