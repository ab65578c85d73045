// The contents of another memory in Cairn's terms: facts that go through the intake, notes that keep their paths, and what is left behind with
// the reason. A source only reads; whether anything is believed is decided elsewhere.
import type { Source as FactSource, Importance, Reinforced } from "../model/fact.ts"
import type { Scope, ScopeName } from "../model/scope.ts"

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
