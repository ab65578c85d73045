// What Cairn has done to the notes since the last commit. Any process may make that commit, so this is a file next to git's own: a writer adds a
// line before the write, and another if files of the first are not written after all; the committer takes the lines whose files it has. A lost line
// only costs a message.
import { appendFileSync, lstatSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { jsonOf, listAt, numberAt, textAt } from "../../model/fields.ts"
import type { NamedChange } from "./commit-message.ts"
import { readIfFile } from "./notes-repository.ts"

export type PendingChanges = ReturnType<typeof openPendingChanges>

interface Entry extends NamedChange {
  readonly at: number
}

/** Withdraws an announcement for those of its files that were not written: whoever changes them next has a change of their own. */
export type Withdraw = (unwritten: readonly string[]) => void

const MAX_BYTES = 256 * 1024
/** If the files of a line are not in a commit by then, its writer died before the write, or history does not keep those notes. */
const KEPT_MS = 10 * 60_000

export function openPendingChanges(gitDir: string, now: () => number) {
  const file = join(gitDir, "changes.jsonl")
  const [taken, next] = [`${file}.taken`, `${file}.next`]
  const append = (line: Entry | (Omit<Entry, "paths"> & { readonly unwritten: readonly string[] })) =>
    appendFileSync(file, `${JSON.stringify(line)}\n`, { mode: 0o600 })

  return {
    add({ why, paths }: NamedChange): Withdraw {
      mkdirSync(gitDir, { recursive: true, mode: 0o700 })
      if ((lstatSync(file, { throwIfNoEntry: false })?.size ?? 0) > MAX_BYTES) return () => undefined
      const at = now()
      append({ at, why, paths })
      return (unwritten) => append({ at, why, unwritten })
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
  const entries: Entry[] = []
  for (const line of text.split("\n").map(jsonOf)) {
    const [at, why] = [numberAt(line, "at"), textAt(line, "why")]
    const [paths, unwritten] = [listAt(line, "paths"), listAt(line, "unwritten")]
    if (at === undefined || why === undefined) continue
    if (paths) entries.push({ at, why, paths: paths.map(String) })
    const names = (path: string) => unwritten?.includes(path) === true
    const last = entries.findLastIndex((one) => one.at === at && one.why === why && one.paths.some(names))
    const announced = entries[last]
    if (announced) entries[last] = { ...announced, paths: announced.paths.filter((path) => !names(path)) }
  }
  return entries.filter(({ paths }) => paths.length > 0)
}
