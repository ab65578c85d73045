// The last text that Cairn itself wrote at each path, in any of its processes. Without it, a process takes what another one wrote for a person's
// edit and commits it first, and eight writers of one note wait for each other's git. Only a hint: a lost mark costs one commit, so it is neither
// synced nor checked.
import { appendFileSync, lstatSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { errnoOf } from "../../model/errors.ts"

export type WrittenMarks = ReturnType<typeof openWrittenMarks>

const MAX_BYTES = 32 * 1024

export function openWrittenMarks(file: string) {
  return {
    /** For the holder of the write lock. */
    add(path: string, hash: string): void {
      try {
        append(file, `${path}\t${hash}\n`)
      } catch (error) {
        // If nothing can be written any more, writing the note itself has already reported it.
        if (!errnoOf(error)) throw error
      }
    },
    /** The text is the last that Cairn wrote there. */
    has(path: string, hash: string): boolean {
      const text = textOf(file)
      const at = text.lastIndexOf(`\n${path}\t`)
      return at >= 0 && text.startsWith(`${hash}\n`, at + path.length + 2)
    },
  }
}

function append(file: string, line: string): void {
  const size = lstatSync(file, { throwIfNoEntry: false })?.size
  if (size === undefined) mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  if (size !== undefined && size < MAX_BYTES) {
    appendFileSync(file, line)
    return
  }
  // Not `replaceFile`, which syncs twice: the holder of the lock would wait for a disk, for a hint.
  writeFileSync(`${file}.new`, `\n${textOf(file).slice(-MAX_BYTES / 2)}${line}`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

function textOf(file: string): string {
  try {
    return lstatSync(file).isFile() ? readFileSync(file, "utf8") : ""
  } catch (error) {
    if (errnoOf(error)) return ""
    throw error
  }
}
