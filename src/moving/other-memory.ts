// A kind of memory that can be imported: where it is, how to recognise a file or folder of it, and how to read it.
import type { App } from "../app.ts"
import type { ScopeName } from "../model/scope.ts"
import type { MemoryReading } from "./moved-item.ts"
import type { Surroundings } from "./surroundings.ts"

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
