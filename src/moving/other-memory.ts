// A kind of memory that can be imported: where it is, how to recognise a file or folder of it, and how to read it. Its contents in Cairn's terms:
// facts that go through the intake, notes that keep their paths, and what is left behind with the reason. A source only reads; whether anything is
// believed is decided elsewhere.
import type { App } from "../app.ts"
import type { Source as FactSource, Importance, Reinforced } from "../model/fact.ts"
import type { Scope, ScopeName } from "../model/scope.ts"
import type { UserFolders } from "../store/layout.ts"

/** Where other memories would be for this user and project. */
export interface Surroundings extends UserFolders {
  /** Of the project, as real paths. */
  readonly worktree: string
  readonly directory: string
}

export interface OtherMemory {
  /** As typed after `import`. */
  readonly name: string
  readonly title: string
  /** `project`: anybody with write access to the repository may have written it. */
  readonly livesIn: "home" | "project"
  /** When the user is told about it: at the very first start (`global`) or the first start in a project. Absent: OpenCode reads it anyway. */
  readonly told?: ScopeName | undefined
  /** Whether the user should be told about it, if that depends on other files. Only checks for existence. */
  isNews?(place: string, around: Surroundings): Promise<boolean>
  /** Where its own program keeps it, if that program has to export it first. */
  exportedFrom?(around: Surroundings): readonly string[]
  /** What a person does to get such an export. */
  readonly howToExport?: string | undefined
  /** Files or folders, one of which is enough. Unasked, Cairn only checks whether they exist. */
  places(around: Surroundings): readonly string[]
  /** Whether a file or folder that somebody named is of this kind. */
  recognises(place: string): Promise<boolean>
  read(place: string, reader: MemoryReader): Promise<MemoryReading>
}

export interface MemoryReader {
  readonly app: App
  readonly around: Surroundings
}

export interface MovedFact {
  readonly kind: "fact"
  /** The other memory's id; the same at every import, so that nothing is imported twice. */
  readonly id: string
  readonly text: string
  readonly detail?: string | undefined
  readonly type?: string | undefined
  /** Its scope there; if unknown, it is guessed from the text. */
  readonly scope?: ScopeName | undefined
  readonly source?: FactSource | undefined
  readonly importance?: Importance | undefined
  /** When it was last said, in milliseconds. */
  readonly at?: number | undefined
  readonly reinforced?: Reinforced | undefined
  /** Ids of facts in the same memory that contradict it. */
  readonly conflicts?: readonly string[] | undefined
}

export interface MovedNote {
  readonly kind: "note"
  readonly id: string
  readonly scope: Scope
  /** Path in the scope. */
  readonly path: string
  readonly body: string
  readonly description?: string | undefined
  readonly limit?: number | undefined
  readonly readonly?: boolean | undefined
}

/** Not imported, with the reason as a sentence. */
export interface LeftBehind {
  readonly kind: "left"
  readonly id: string
  readonly text: string
  readonly why: string
}

export type MovedItem = MovedFact | MovedNote | LeftBehind

export interface MemoryReading {
  readonly items: readonly MovedItem[]
  /** Remarks about the memory as a whole, for the person. */
  readonly remarks?: readonly string[] | undefined
  /** Settings with the same meaning here. */
  readonly settings?: Readonly<Record<string, unknown>> | undefined
}
