// What Cairn has done to the notes since the last commit. Any process may make that commit, so this is a file next to git's own: a writer adds a
// line before the write, and the committer takes the lines whose files it has. A lost line only costs a message.
import { appendFileSync, lstatSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { jsonOf, listAt, numberAt, textAt } from "../../model/fields.ts"
import type { NamedChange } from "./commit-message.ts"
import { readIfFile } from "./notes-repository.ts"

export type PendingChanges = ReturnType<typeof openPendingChanges>

interface Entry extends NamedChange {
  readonly at: number
}

const MAX_BYTES = 256 * 1024
/** If the files of a line are not in a commit by then, its write failed, or history does not keep those notes. */
const KEPT_MS = 10 * 60_000

export function openPendingChanges(gitDir: string, now: () => number) {
  const file = join(gitDir, "changes.jsonl")
  const [taken, next] = [`${file}.taken`, `${file}.next`]

  return {
    add({ why, paths }: NamedChange): void {
      mkdirSync(gitDir, { recursive: true, mode: 0o700 })
      if ((lstatSync(file, { throwIfNoEntry: false })?.size ?? 0) > MAX_BYTES) return
      appendFileSync(file, `${JSON.stringify({ at: now(), why, paths })}\n`, { mode: 0o600 })
    },
    /** What a commit whose staging began then may contain. Only for the holder of the commit lock. */
    read(stagedFrom: number): readonly NamedChange[] {
      // By a rename: a line that is being added is in one file or the other.
      if (lstatSync(file, { throwIfNoEntry: false })?.isFile()) {
        renameSync(file, next)
        appendFileSync(taken, textOf(next), { mode: 0o600 })
        rmSync(next, { force: true })
      }
      return ripeOf(entriesIn(textOf(taken)), stagedFrom)
    },
    /** These files are committed now. */
    committed(files: readonly string[], stagedFrom: number): void {
      const done = new Set(files)
      const entries = entriesIn(textOf(taken))
      const ripe = new Set(ripeOf(entries, stagedFrom))
      const isDone = (entry: Entry) => ripe.has(entry) && entry.paths.some((path) => done.has(path))
      const left = entries.filter((entry) => now() - entry.at < KEPT_MS && !isDone(entry))
      if (left.length === 0) rmSync(taken, { force: true })
      else writeFileSync(taken, left.map((entry) => `${JSON.stringify(entry)}\n`).join(""), { mode: 0o600 })
    },
  }
}

/** A change announced after staging began may be too late for the commit: if an earlier one names its file, it is left for the next commit. */
function ripeOf(entries: readonly Entry[], stagedFrom: number): Entry[] {
  const early = new Set(entries.filter(({ at }) => at <= stagedFrom).flatMap(({ paths }) => paths))
  return entries.filter(({ at, paths }) => at <= stagedFrom || !paths.some((path) => early.has(path)))
}

function textOf(file: string): string {
  return readIfFile(file)?.slice(0, 2 * MAX_BYTES) ?? ""
}

function entriesIn(text: string): Entry[] {
  return text.split("\n").flatMap((line) => entryIn(line) ?? [])
}

function entryIn(line: string): Entry | undefined {
  const entry = jsonOf(line)
  const [at, why, paths] = [numberAt(entry, "at"), textAt(entry, "why"), listAt(entry, "paths")]
  return at === undefined || why === undefined || !paths ? undefined : { at, why, paths: paths.map(String) }
}
