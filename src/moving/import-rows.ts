// What would become of each item of another memory: the table that a person sees first, and that is carried out afterwards.

import type { Judged } from "../intake/judge.ts"
import type { ScopeName } from "../model/scope.ts"
import type { MovedNote } from "./other-memory.ts"

/** `known`: already here. `waits`: goes to quarantine. */
export type Fate = "new" | "known" | "waits" | "refused" | "left"

export interface ImportRow {
  /** Hash of its words: an approval holds for exactly these. */
  readonly id: string
  readonly fate: Fate
  /** The name of a reason, or a sentence for what is left behind. */
  readonly reason: string
  readonly scope?: ScopeName | undefined
  /** A fact's type, or "note". */
  readonly type?: string | undefined
  readonly text: string
  /** The rest of its words, which an approval covers too. */
  readonly detail?: string | undefined
  /** The note that it becomes, or that already says it. */
  readonly path?: string | undefined
  /** Kinds of secrets that were removed. */
  readonly redacted?: readonly string[] | undefined
}

/** A row with what is needed to carry it out. */
export interface PlannedRow {
  readonly row: ImportRow
  readonly fact?: Judged | undefined
  readonly note?: PlannedNote | undefined
}

export interface PlannedNote {
  readonly moved: MovedNote
  /** Path in the scope. */
  readonly path: string
  readonly text: string
  /** Hash of the file there now: "absent", or that of an untouched seed note. */
  readonly expect: string
}
