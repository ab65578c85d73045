// Cold notes in the prompt: one index line each, so that the agent knows what it could look up. What does not fit, or lies too deep, is
// still counted by folder: an agent cannot look for what it does not know is there.
import type { NoteInfo } from "../model/note.ts"
import type { ScopeName } from "../model/scope.ts"
import { oneLine, shareOut } from "./budget.ts"
import { asData } from "./escape.ts"

const MAX_DESCRIPTION = 120
const COUNTS_ROOM = 360

export function renderTrees(cold: readonly NoteInfo[], budget: number, maxDepth: number): string {
  const scopes = (["global", "project"] as const)
    .map((scope) => ({ scope, notes: cold.filter((note) => note.scope === scope) }))
    .filter(({ notes }) => notes.length > 0)
  const full = scopes.map(({ scope, notes }) => renderTree(scope, notes, budget, maxDepth))
  if (join(full).length <= budget) return join(full)
  const shares = shareOut(
    full.map((text) => text.length + 1),
    budget,
  )
  return join(
    scopes.map(({ scope, notes }, index) => renderTree(scope, notes, (shares[index] as number) - 1, maxDepth)),
  )
}

export function treeLine(note: NoteInfo): string {
  const description = oneLine(asData(note.description), MAX_DESCRIPTION)
  return `${asData(note.path)} (${note.chars}/${note.limit}) — ${description}`
}

function renderTree(scope: ScopeName, notes: readonly NoteInfo[], budget: number, maxDepth: number): string {
  const open = `<tree scope="${scope}">`
  const close = "</tree>"
  let room = budget - open.length - close.length - 2
  const lines: string[] = []
  const folded = new Map<string, number>()
  let full = false
  for (const note of archiveLast(notes)) {
    const folders = note.path.split("/").slice(0, -1)
    const line: string = full || folders.length >= maxDepth ? "" : treeLine(note)
    if (line !== "" && line.length + 1 <= room - COUNTS_ROOM) {
      lines.push(line)
      room -= line.length + 1
      continue
    }
    full ||= line !== ""
    const folder = folders.slice(0, maxDepth).join("/")
    folded.set(folder, (folded.get(folder) ?? 0) + 1)
  }
  if (folded.size > 0) lines.push(...countLines(folded, room))
  return lines.length > 0 && budget > 0 ? [open, ...lines, close].join("\n") : ""
}

function countLines(folded: ReadonlyMap<string, number>, room: number): string[] {
  const byFolder = [...folded].map(([folder, count]) => countLine(folder, count))
  const hint = "memory_tree lists every note"
  if (lengthOf([...byFolder, hint]) <= room) return [...byFolder, hint]
  const byTop = new Map<string, number>()
  for (const [folder, count] of folded) {
    const top = folder.split("/")[0] as string
    byTop.set(top, (byTop.get(top) ?? 0) + count)
  }
  const top = [...byTop].map(([folder, count]) => countLine(folder, count))
  if (lengthOf([...top, hint]) <= room) return [...top, hint]
  const total = [...folded.values()].reduce((sum, count) => sum + count, 0)
  return [`${total} more notes: ${hint}`].filter((line) => line.length + 1 <= room)
}

function countLine(folder: string, count: number): string {
  const notes = count === 1 ? "1 more note" : `${count} more notes`
  return `${folder === "" ? "" : `${asData(folder)}/ `}(${notes})`
}

function join(parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join("\n")
}

function lengthOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length + 1, 0)
}

/** What was put away is least likely to be wanted, so it is the first to be folded. */
function* archiveLast(notes: readonly NoteInfo[]): Generator<NoteInfo> {
  for (const note of notes) if (!note.path.startsWith("archive/")) yield note
  for (const note of notes) if (note.path.startsWith("archive/")) yield note
}
