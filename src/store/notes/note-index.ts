// What is known about one scope's notes, in memory and always sorted, so that a prompt hook never has to read the disk. `generation` rises with
// every change: two equal generations mean that a rendered prefix would be the same.
import { type NoteInfo, placeByPath } from "../../model/note.ts"
import { noteKey } from "../../model/note-path.ts"
import type { FileStamp } from "../../platform/durable-file.ts"

export interface IndexedNote {
  readonly info: NoteInfo
  readonly stamp: FileStamp
  /** Found on disk, not written by this process: history may not have it yet. */
  readonly foreign?: boolean
}

/** Only the index itself changes its contents. */
export class NoteIndex {
  generation = 0
  /** Rises with every `put`: tells a scan which notes were written after it began to list the files. */
  sequence = 0
  /** Rises when a quarantined note becomes trusted or is removed: a person has decided about it, maybe in another process. */
  released = 0
  /** Sorted by path. */
  readonly hot: readonly NoteInfo[] = []
  readonly cold: readonly NoteInfo[] = []
  /** Neither hot nor cold as far as prompts are concerned. */
  readonly quarantined: readonly NoteInfo[] = []
  /** How many cold notes each folder has, for notes that a prompt cannot list. */
  readonly folders: ReadonlyMap<string, number> = new Map<string, number>()
  readonly #facts: NoteInfo[] = []
  readonly #notes = new Map<string, IndexedNote>()
  readonly #putAt = new Map<string, number>()
  readonly #pathByKey = new Map<string, string>()
  readonly #changed = new Set<string>()
  #shownFacts: { readonly generation: number; readonly facts: readonly NoteInfo[] } = { generation: 0, facts: [] }

  get size(): number {
    return this.#notes.size
  }

  /** Notes with a `fact`, sorted by path, quarantined and archived ones too; the same array until the generation rises. */
  get facts(): readonly NoteInfo[] {
    const { generation } = this
    if (this.#shownFacts.generation !== generation) this.#shownFacts = { generation, facts: this.#facts.slice() }
    return this.#shownFacts.facts
  }

  *all(): Iterable<NoteInfo> {
    for (const { info } of this.#notes.values()) yield info
  }

  get(path: string): IndexedNote | undefined {
    return this.#notes.get(path)
  }

  sequenceOf(path: string): number {
    return this.#putAt.get(path) ?? 0
  }

  paths(): Iterable<string> {
    return this.#notes.keys()
  }

  /** The path of another note that some file systems would take for this one. */
  twinOf(path: string): string | undefined {
    const other = this.#pathByKey.get(noteKey(path))
    return other === path ? undefined : other
  }

  put(note: IndexedNote): void {
    const { path } = note.info
    const before = this.#notes.get(path)
    this.#notes.set(path, note)
    this.#putAt.set(path, ++this.sequence)
    this.#pathByKey.set(noteKey(path), path)
    this.#changed.add(path)
    if (before?.info.quarantined && !note.info.quarantined) this.released++
    if (before && rendersAlike(before.info, note.info)) return
    if (before) this.#unlist(before.info)
    for (const notes of this.#listsOf(note.info)) notes.splice(placeByPath(notes, path), 0, note.info)
    this.#count(note.info, 1)
    this.generation++
  }

  remove(path: string): void {
    const before = this.#notes.get(path)
    if (!before) return
    this.#notes.delete(path)
    this.#putAt.delete(path)
    if (this.#pathByKey.get(noteKey(path)) === path) this.#pathByKey.delete(noteKey(path))
    if (before.info.quarantined) this.released++
    this.#changed.add(path)
    this.#unlist(before.info)
    this.generation++
  }

  /** Paths changed since the last call, for a caller that keeps a copy. */
  takeChanged(): string[] {
    const paths = [...this.#changed]
    this.#changed.clear()
    return paths
  }

  #listsOf(info: NoteInfo): NoteInfo[][] {
    const notes = info.quarantined ? this.quarantined : info.hot ? this.hot : this.cold
    return info.fact ? [notes as NoteInfo[], this.#facts] : [notes as NoteInfo[]]
  }

  #unlist(info: NoteInfo): void {
    for (const notes of this.#listsOf(info)) notes.splice(placeByPath(notes, info.path), 1)
    this.#count(info, -1)
  }

  #count({ path, quarantined, hot }: NoteInfo, by: number): void {
    if (quarantined || hot) return
    const folders = this.folders as Map<string, number>
    const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")))
    const notes = (folders.get(folder) ?? 0) + by
    if (notes > 0) folders.set(folder, notes)
    else folders.delete(folder)
  }
}

/** Whether only the file's bytes differ, in a way that no index line and no prompt shows. */
function rendersAlike(a: NoteInfo, b: NoteInfo): boolean {
  return a.hash === b.hash && a.hot === b.hot && a.limit === b.limit
}
