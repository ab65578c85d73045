// `MEMORY.md`: the notes of a scope, for people who open the folder and for tools that look for a file of this name. Nothing private is in it,
// because people share it, and no date, so that it changes only when a note does.

import { ARCHIVE_FOLDER, FACTS_FOLDER } from "../model/fact.ts"
import { generatedMark } from "../model/generated-mark.ts"
import { describePath, type NoteInfo } from "../model/note.ts"
import { typePlace } from "../model/note-head.ts"
import { ownCommand } from "../model/own-command.ts"
import { isPrivate, type ScopeName } from "../model/scope.ts"
import { markdownLink, markdownText } from "../text/markdown-line.ts"

/** Each list is sorted by path. */
export interface IndexedNotes {
  readonly hot: readonly NoteInfo[]
  readonly cold: readonly NoteInfo[]
  readonly quarantined: readonly NoteInfo[]
}

const MAX_LINES = 2000
const MAX_BYTES = 256 * 1024
/** Reserved for the closing lines. */
const END_LINES = 6
const END_BYTES = 600
const MAX_DESCRIPTION = 200

/** `conflicts` is how many pairs of facts contradict each other. */
export function renderMemoryIndex({ hot, cold, quarantined }: IndexedNotes, scope: ScopeName, conflicts = 0): string {
  const all = [...hot, ...cold]
  const listed = all.filter(({ path }) => !isPrivate(path))
  const lines = [generatedMark, `# Memory (${scope})`, ...banner(conflicts)]
  let bytes = Buffer.byteLength(lines.join("\n"))
  let left = listed.length
  let section = ""
  for (const note of inOrder(listed)) {
    const title = sectionOf(note)
    const added = [...(title === section ? [] : ["", `## ${markdownText(title, 200)}`, ""]), lineOf(note)]
    const size = added.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0)
    if (lines.length + added.length > MAX_LINES - END_LINES || bytes + size > MAX_BYTES - END_BYTES) break
    lines.push(...added)
    bytes += size
    left--
    section = title
  }
  return [
    ...lines,
    "",
    ...endLines(
      left,
      quarantined.filter(({ fact }) => fact?.trust !== "unconfirmed").length,
      all.length - listed.length,
    ),
  ].join("\n")
}

function banner(conflicts: number): string[] {
  if (conflicts === 0) return []
  const pairs = conflicts === 1 ? "One pair of facts contradicts" : `${conflicts} pairs of facts contradict`
  return ["", `> **${pairs} each other**: see [_CONFLICTS.md](_CONFLICTS.md).`]
}

function lineOf({ path, description }: NoteInfo): string {
  return `- ${markdownLink(describePath(path), path)} — ${markdownText(description, MAX_DESCRIPTION)}`
}

function endLines(left: number, quarantined: number, hidden: number): string[] {
  return [
    left > 0 && `${notes(left)} more.`,
    quarantined > 0 && `${notes(quarantined)} in quarantine: \`${ownCommand("review")}\`.`,
    hidden > 0 && `${notes(hidden)} below a private folder, not listed here.`,
  ]
    .filter((line) => line !== false)
    .flatMap((line) => [line, ""])
}

function notes(count: number): string {
  return count === 1 ? "1 note" : `${count} notes`
}

/** Hot notes, facts by type, other folders, and the archive last. */
function inOrder(all: readonly NoteInfo[]): NoteInfo[] {
  return all
    .map((note) => ({ note, rank: rankOf(note), section: sectionOf(note) }))
    .sort(
      (a, b) =>
        a.rank - b.rank ||
        (a.section < b.section ? -1 : a.section > b.section ? 1 : 0) ||
        (a.note.path < b.note.path ? -1 : 1),
    )
    .map(({ note }) => note)
}

function rankOf(note: NoteInfo): number {
  if (note.hot) return -1
  if (isBelow(note, FACTS_FOLDER)) return typePlace(typeOf(note))
  return isBelow(note, ARCHIVE_FOLDER) ? 1000 : 100
}

function sectionOf(note: NoteInfo): string {
  if (!note.hot && isBelow(note, FACTS_FOLDER)) return `${FACTS_FOLDER}: ${typeOf(note)}`
  return note.path.slice(0, Math.max(0, note.path.lastIndexOf("/"))) || "."
}

function typeOf({ fact, type }: NoteInfo): string {
  return fact?.type ?? type ?? "other"
}

function isBelow({ path }: NoteInfo, folder: string): boolean {
  return path.startsWith(`${folder}/`)
}
