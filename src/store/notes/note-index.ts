// What is known of one scope's notes, in memory and always sorted, so that a prompt hook never has to look at the disk. `generation` rises
// with every change: two equal generations mean that a rendered prefix would be the same.
import { type NoteInfo, placeByPath } from "../../model/note.ts"
import { noteKey } from "../../model/note-path.ts"
import type { FileStamp } from "../../platform/durable-file.ts"

export interface IndexedNote {
  readonly info: NoteInfo
  readonly stamp: FileStamp
  /** Found on disk, not written by this process: history may not have it yet. */
  readonly foreign?: boolean
}

export interface NoteIndex {
  readonly generation: number
  /** Rises with every `put`: tells a scan which notes were written after it had begun to list the files. */
  readonly sequence: number
  readonly size: number
  /** Sorted by path. */
  readonly hot: readonly NoteInfo[]
  readonly cold: readonly NoteInfo[]
  /** How many cold notes each folder has: what a prompt says of notes it cannot list. */
  readonly folders: ReadonlyMap<string, number>
  /** Neither hot nor cold as far as prompts are concerned. */
  readonly quarantined: readonly NoteInfo[]
  /** Notes with a `fact`, sorted by path, quarantined and archived ones too; the same array until the generation rises. */
  readonly facts: readonly NoteInfo[]
  /** Rises when a quarantined note has become a trusted one, or is gone: a person has decided about it, maybe in another process. */
  readonly released: number
  all(): Iterable<NoteInfo>
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
  const lists = createNoteLists()
  const changed = new Set<string>()
  let sequence = 0
  let released = 0

  return {
    get generation() {
      return lists.generation
    },
    get sequence() {
      return sequence
    },
    get size() {
      return notes.size
    },
    hot: lists.hot,
    cold: lists.cold,
    folders: lists.folders,
    quarantined: lists.quarantined,
    get facts() {
      return lists.facts
    },
    get released() {
      return released
    },
    *all() {
      for (const { info } of notes.values()) yield info
    },
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
      if (before?.info.quarantined && !note.info.quarantined) released++
      if (!before || !rendersAlike(before.info, note.info)) lists.replace(before?.info, note.info)
    },
    remove(path) {
      const before = notes.get(path)
      if (!before) return
      notes.delete(path)
      putAt.delete(path)
      if (pathByKey.get(noteKey(path)) === path) pathByKey.delete(noteKey(path))
      if (before.info.quarantined) released++
      changed.add(path)
      lists.replace(before.info, undefined)
    },
    takeChanged() {
      const paths = [...changed]
      changed.clear()
      return paths
    },
  }
}

interface NoteLists extends Pick<NoteIndex, "generation" | "hot" | "cold" | "folders" | "quarantined" | "facts"> {
  replace(before: NoteInfo | undefined, after: NoteInfo | undefined): void
}

/** The notes by what a prompt does with them, each list sorted by path. */
function createNoteLists(): NoteLists {
  const hot: NoteInfo[] = []
  const cold: NoteInfo[] = []
  const quarantined: NoteInfo[] = []
  const facts: NoteInfo[] = []
  const folders = new Map<string, number>()
  let generation = 0
  let shownFacts: { readonly generation: number; readonly facts: readonly NoteInfo[] } = { generation, facts: [] }

  const listsOf = (info: NoteInfo) => [
    info.quarantined ? quarantined : info.hot ? hot : cold,
    ...(info.fact ? [facts] : []),
  ]

  function list(info: NoteInfo): void {
    for (const notes of listsOf(info)) notes.splice(placeByPath(notes, info.path), 0, info)
    if (!info.quarantined && !info.hot) count(info, 1)
  }

  function unlist(info: NoteInfo): void {
    for (const notes of listsOf(info)) notes.splice(placeByPath(notes, info.path), 1)
    if (!info.quarantined && !info.hot) count(info, -1)
  }

  function count({ path }: NoteInfo, by: number): void {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")))
    const notes = (folders.get(folder) ?? 0) + by
    if (notes > 0) folders.set(folder, notes)
    else folders.delete(folder)
  }

  return {
    get generation() {
      return generation
    },
    hot,
    cold,
    folders,
    quarantined,
    get facts() {
      if (shownFacts.generation !== generation) shownFacts = { generation, facts: facts.slice() }
      return shownFacts.facts
    },
    replace(before, after) {
      if (before) unlist(before)
      if (after) list(after)
      generation++
    },
  }
}

/** Whether only the file's bytes differ, in a way that no index line and no prompt shows. */
function rendersAlike(a: NoteInfo, b: NoteInfo): boolean {
  return a.hash === b.hash && a.hot === b.hot && a.limit === b.limit
}
