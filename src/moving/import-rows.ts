// What would become of each thing that another memory holds: the table that a person sees first, and what is carried out afterwards.

import type { Judged } from "../intake/judge.ts"
import type { ScopeName } from "../model/scope.ts"
import type { MovedNote } from "./moved-item.ts"

/** `known`: it is here already. `waits`: it goes to quarantine. */
export type Fate = "new" | "known" | "waits" | "refused" | "left"

export interface ImportRow {
  /** Of its words: an approval holds for these and no others. */
  readonly id: string
  readonly fate: Fate
  /** A name, or for what is left behind a sentence. */
  readonly reason: string
  readonly scope?: ScopeName | undefined
  /** A fact's type, or "note". */
  readonly type?: string | undefined
  readonly text: string
  /** The rest of its words, which an approval means too. */
  readonly detail?: string | undefined
  /** The note that it becomes or that says it already. */
  readonly path?: string | undefined
  /** Kinds of secrets that were taken out. */
  readonly redacted?: readonly string[] | undefined
}

/** A row with what it takes to carry it out. */
export interface PlannedRow {
  readonly row: ImportRow
  readonly fact?: Judged | undefined
  readonly note?: PlannedNote | undefined
}

export interface PlannedNote {
  readonly moved: MovedNote
  /** Where it goes in the scope. */
  readonly path: string
  readonly text: string
  /** The file that is there now: nothing, or an untouched seed note. */
  readonly expect: string
}
