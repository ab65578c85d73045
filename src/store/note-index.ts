// What is known of one scope's notes, in memory and always sorted, so that a prompt hook never has to look at the disk. `generation` rises
// with every change: two equal generations mean that a rendered prefix would be the same.
import type { NoteInfo } from "../model/note.ts"
import { noteKey } from "../model/note-path.ts"
import type { FileStamp } from "../platform/durable-file.ts"

export interface IndexedNote {
  readonly info: NoteInfo
  readonly stamp: FileStamp
}

export interface NoteIndex {
  readonly generation: number
  /** Rises with every `put`: tells a scan which notes were written after it had begun to list the files. */
  readonly sequence: number
  readonly size: number
  /** Sorted by path. */
  readonly hot: readonly NoteInfo[]
  readonly cold: readonly NoteInfo[]
  get(path: string): IndexedNote | undefined
  sequenceOf(path: string): number
  paths(): Iterable<string>
  /** The path of another note that some file systems would take for this one. */
  twinOf(path: string): string | undefined
  put(note: IndexedNote): void
  remove(path: string): void
  /** Paths changed since the last call, for whoever keeps a copy. */
  takeChanged(): string[]
}

export function createNoteIndex(): NoteIndex {
  const notes = new Map<string, IndexedNote>()
  const putAt = new Map<string, number>()
  const pathByKey = new Map<string, string>()
  const hot: NoteInfo[] = []
  const cold: NoteInfo[] = []
  const changed = new Set<string>()
  let generation = 0
  let sequence = 0

  const listOf = (info: NoteInfo) => (info.hot ? hot : cold)
  return {
    get generation() {
      return generation
    },
    get sequence() {
      return sequence
    },
    get size() {
      return notes.size
    },
    hot,
    cold,
    get: (path) => notes.get(path),
    sequenceOf: (path) => putAt.get(path) ?? 0,
    paths: () => notes.keys(),
    twinOf(path) {
      const other = pathByKey.get(noteKey(path))
      return other === path ? undefined : other
    },
    put(note) {
      const { path } = note.info
      const before = notes.get(path)
      notes.set(path, note)
      putAt.set(path, ++sequence)
      pathByKey.set(noteKey(path), path)
      changed.add(path)
      if (before && rendersAlike(before.info, note.info)) return
      const list = listOf(note.info)
      const at = placeOf(list, path)
      list.splice(at, before ? 1 : 0, note.info)
      generation++
    },
    remove(path) {
      const before = notes.get(path)
      if (!before) return
      notes.delete(path)
      putAt.delete(path)
      if (pathByKey.get(noteKey(path)) === path) pathByKey.delete(noteKey(path))
      const list = listOf(before.info)
      list.splice(placeOf(list, path), 1)
      changed.add(path)
      generation++
    },
    takeChanged() {
      const paths = [...changed]
      changed.clear()
      return paths
    },
  }
}

/** Whether only the file's bytes differ, in a way that no index line and no prompt shows. */
function rendersAlike(a: NoteInfo, b: NoteInfo): boolean {
  return a.hash === b.hash && a.hot === b.hot && a.limit === b.limit
}

function placeOf(list: readonly NoteInfo[], path: string): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((list[middle] as NoteInfo).path < path) low = middle + 1
    else high = middle
  }
  return low
}
