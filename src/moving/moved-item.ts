// What another memory holds, in Cairn's words: facts that go through the one door, notes that keep their place, and what is left behind with
// the reason. A source only reads; nothing here decides whether anything is believed.
import type { Source as FactSource, Importance, Reinforced } from "../model/fact.ts"
import type { Scope, ScopeName } from "../model/scope.ts"

export interface MovedFact {
  readonly kind: "fact"
  /** What the other memory calls it; the same at every import, so that nothing comes in twice. */
  readonly id: string
  readonly text: string
  readonly detail?: string | undefined
  readonly type?: string | undefined
  /** Where it held there; by its words where that is not known. */
  readonly scope?: ScopeName | undefined
  readonly source?: FactSource | undefined
  readonly importance?: Importance | undefined
  /** When it was last said, in ms. */
  readonly at?: number | undefined
  readonly reinforced?: Reinforced | undefined
  /** Ids of facts of the same store that say otherwise. */
  readonly conflicts?: readonly string[] | undefined
}

export interface MovedNote {
  readonly kind: "note"
  readonly id: string
  readonly scope: Scope
  /** In the scope. */
  readonly path: string
  readonly body: string
  readonly description?: string | undefined
  readonly limit?: number | undefined
  readonly readonly?: boolean | undefined
}

/** Not moved, and why, in words. */
export interface LeftBehind {
  readonly kind: "left"
  readonly id: string
  readonly text: string
  readonly why: string
}

export type MovedItem = MovedFact | MovedNote | LeftBehind

export interface MemoryReading {
  readonly items: readonly MovedItem[]
  /** What a person should know of the store as a whole. */
  readonly remarks?: readonly string[] | undefined
  /** Settings that mean the same here. */
  readonly settings?: Readonly<Record<string, unknown>> | undefined
}
