// One kind of memory that can be moved from: where it lies, how a file or folder of it is recognised, and how it is read.
import type { App } from "../app.ts"
import type { ScopeName } from "../model/scope.ts"
import type { MemoryReading } from "./moved-item.ts"
import type { Surroundings } from "./surroundings.ts"

export interface OtherMemory {
  /** As typed after `import`. */
  readonly name: string
  readonly title: string
  /** `project`: anybody who can write to the repository may have written it. */
  readonly lies: "home" | "project"
  /** At whose first start the user is told of it: Cairn's own or a project's. Absent: an instruction file, which most repositories have. */
  readonly told?: ScopeName | undefined
  /** Files or folders of which one is enough. Looking whether they are there is all that happens unasked. */
  places(around: Surroundings): readonly string[]
  /** Whether this file or folder, which somebody has named, is one. */
  recognises(place: string): Promise<boolean>
  read(place: string, reader: MemoryReader): Promise<MemoryReading>
}

export interface MemoryReader {
  readonly app: App
  readonly around: Surroundings
}
