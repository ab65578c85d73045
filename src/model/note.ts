// What Cairn knows about a note without opening it again: enough for the prompt's index line, and for a hot note its body.
import type { Fact } from "./fact.ts"
import type { ScopeName } from "./scope.ts"

/** A larger file is listed but not read; nothing in a prompt needs more, and a stray 100 MB file must cost nothing. */
export const MAX_NOTE_BYTES = 1024 * 1024

export interface NoteInfo {
  readonly scope: ScopeName
  readonly path: string
  readonly description: string
  readonly type?: string
  readonly limit: number
  readonly chars: number
  readonly hot: boolean
  readonly readonly: boolean
  readonly quarantined: boolean
  readonly updated?: string
  readonly problem?: string
  /** Names this note links to as `[[name]]`. */
  readonly links?: readonly string[]
  /** Hash of the whole file; tells one version of a note from another. */
  readonly hash: string
  /** Hot notes only: cold bodies are read from disk when asked for. */
  readonly body?: string
  /** How a cold note's body begins, for searching. A fact has all of it in its own fields. */
  readonly gist?: string
  /** For notes below `facts/` and `archive/`, and others that say where they come from. */
  readonly fact?: Fact
}

/** `api-conventions.md` → "Api conventions". */
export function describePath(path: string): string {
  const name = (path.split("/").at(-1) ?? "").replace(/(?<=.)\.md$/, "")
  const words = name.replace(/[-_.]+/g, " ").trim()
  return words === "" ? "Untitled" : words.charAt(0).toUpperCase() + words.slice(1)
}

/** Whether a body says nothing yet: an untouched seed note has only a comment for the person who opens it. */
export function isBlank(body: string): boolean {
  let rest = body
  for (;;) {
    rest = rest.trimStart()
    if (!rest.startsWith("<!--")) return rest === ""
    const end = rest.indexOf("-->")
    if (end < 0) return false
    rest = rest.slice(end + 3)
  }
}

/** In notes sorted by path, the index of the first whose path does not come before this one. */
export function placeByPath(notes: readonly NoteInfo[], path: string): number {
  let low = 0
  let high = notes.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((notes[middle] as NoteInfo).path < path) low = middle + 1
    else high = middle
  }
  return low
}
