// Cold notes in the prompt: one index line each, so that the agent knows what it could look up. What does not fit, or lies too deep, is
// still counted by folder: an agent cannot look for what it does not know is there. The work depends on what is shown, not on how many
// notes there are.
import { ARCHIVE_FOLDER, FACTS_FOLDER } from "../model/fact.ts"
import { type NoteInfo, placeByPath } from "../model/note.ts"
import type { ScopeName } from "../model/scope.ts"
import { callOf, type ToolMode } from "../model/tool-mode.ts"
import { oneLine } from "../text/text.ts"
import { shareOut } from "./budget.ts"
import { asData } from "./escape.ts"

export interface ColdNotes {
  readonly scope: ScopeName
  /** Sorted by path. */
  readonly cold: readonly NoteInfo[]
  /** How many cold notes each folder has. */
  readonly folders: ReadonlyMap<string, number>
}

export interface ScopeTree extends ColdNotes {
  /** Trusted facts below `facts/` that the prompt does not show, the strongest first. */
  readonly factsLeft: readonly NoteInfo[]
  /** Paths of those it does: they are neither listed nor counted. */
  readonly factsShown: readonly string[]
}

const MAX_DESCRIPTION = 120
const COUNTS_ROOM = 360
/** Notes that lie too deep are passed over; beyond so many the rest is only counted. */
const MAX_LOOKED_AT = 2000

export function renderTrees(scopes: readonly ScopeTree[], budget: number, maxDepth: number, tools: ToolMode): string {
  const hint = `${callOf(tools, "memory_tree")} lists every note`
  const full = scopes.map((notes) => renderTree(notes, budget, maxDepth, hint))
  if (join(full).length <= budget) return join(full)
  const sizes = full.map((text) => text.length + 1)
  const shares = shareOut(sizes, budget)
  return join(scopes.map((notes, index) => renderTree(notes, (shares[index] as number) - 1, maxDepth, hint)))
}

export function treeLine(note: NoteInfo): string {
  const description = asData(oneLine(note.description, MAX_DESCRIPTION))
  return `${asData(note.path)} (${note.chars}/${note.limit}) — ${description}`
}

function renderTree(notes: ScopeTree, budget: number, maxDepth: number, hint: string): string {
  if (notes.cold.length === 0 || budget <= 0) return ""
  const open = `<tree scope="${notes.scope}">`
  const close = "</tree>"
  let room = budget - open.length - close.length - 2
  const lines: string[] = []
  const unlisted = new Map(notes.folders)
  const discount = (path: string) => unlisted.set(folderOf(path), (unlisted.get(folderOf(path)) ?? 1) - 1)
  for (const path of notes.factsShown) discount(path)
  let looked = 0
  for (const note of inOrder(notes)) {
    if (++looked > MAX_LOOKED_AT) break
    if (depthOf(folderOf(note.path)) >= maxDepth) continue
    const line = treeLine(note)
    if (line.length + 1 > room - COUNTS_ROOM) break
    lines.push(line)
    room -= line.length + 1
    discount(note.path)
  }
  lines.push(...countLines(unlisted, maxDepth, room, hint))
  return lines.length > 0 ? [open, ...lines, close].join("\n") : ""
}

/** The finest summary that fits: by folder, by top folder, or one number. */
function countLines(unlisted: ReadonlyMap<string, number>, maxDepth: number, room: number, hint: string): string[] {
  const total = [...unlisted.values()].reduce((sum, count) => sum + count, 0)
  if (total === 0) return []
  for (const depth of [maxDepth, 1]) {
    const lines = [...byDepth(unlisted, depth)].map(([folder, count]) => countLine(folder, count))
    if (lengthOf([...lines, hint]) <= room) return [...lines, hint]
  }
  return [`${total} more notes: ${hint}`].filter((line) => line.length + 1 <= room)
}

function byDepth(unlisted: ReadonlyMap<string, number>, depth: number): [string, number][] {
  const counts = new Map<string, number>()
  for (const [folder, count] of unlisted) {
    const top = folder.split("/").slice(0, depth).join("/")
    if (count > 0) counts.set(top, (counts.get(top) ?? 0) + count)
  }
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1))
}

function countLine(folder: string, count: number): string {
  const notes = count === 1 ? "1 more note" : `${count} more notes`
  return `${folder === "" ? "" : `${asData(folder)}/ `}(${notes})`
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")))
}

function depthOf(folder: string): number {
  return folder === "" ? 0 : folder.split("/").length
}

function join(parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join("\n")
}

function lengthOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length + 1, 0)
}

/** Facts by their strength, then the other notes; what was put away is least likely to be wanted, so it is the first to be folded. */
function* inOrder({ cold, factsLeft }: ScopeTree): Generator<NoteInfo> {
  const archive = rangeBelow(cold, ARCHIVE_FOLDER)
  const facts = rangeBelow(cold, FACTS_FOLDER)
  yield* factsLeft
  for (let i = 0; i < cold.length; i++) {
    if (i === archive.from) i = archive.to
    if (i === facts.from) i = facts.to
    if (i < cold.length) yield cold[i] as NoteInfo
  }
  for (let i = archive.from; i < archive.to; i++) {
    const note = cold[i] as NoteInfo
    if (note.fact?.supersededBy === undefined) yield note
  }
}

function rangeBelow(notes: readonly NoteInfo[], folder: string): { from: number; to: number } {
  // "0" is the character after "/".
  return { from: placeByPath(notes, `${folder}/`), to: placeByPath(notes, `${folder}0`) }
}
