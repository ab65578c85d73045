// `[[name]]` in a note's body points to another note by its bare file name.
import type { NoteInfo } from "./note.ts"
import { noteKey } from "./note-path.ts"

const MAX_LINKS = 50

export function linksIn(body: string): string[] {
  const names = new Set<string>()
  for (const [, name] of body.matchAll(/\[\[([^\][\n|#]{1,100})(?:[|#][^\][\n]{0,100})?\]\]/g)) {
    if (names.size >= MAX_LINKS) break
    if (name?.trim()) names.add(name.trim())
  }
  return [...names]
}

export function linkName(path: string): string {
  return noteKey((path.split("/").at(-1) ?? "").replace(/\.md$/, ""))
}

/** The note that a link means: in the linking note's scope first, then in the global one. */
export function resolveLink(name: string, ...scopes: readonly (readonly NoteInfo[])[]): NoteInfo | undefined {
  const wanted = linkName(name)
  for (const notes of scopes) {
    const found = notes.find((note) => linkName(note.path) === wanted)
    if (found) return found
  }
  return undefined
}

export function backLinks(target: NoteInfo, notes: Iterable<NoteInfo>): NoteInfo[] {
  const wanted = linkName(target.path)
  return [...notes].filter((note) => note !== target && note.links?.some((name) => linkName(name) === wanted))
}
