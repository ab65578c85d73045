// Cold notes in the prompt: one index line each, so that the agent knows what it could look up. Notes that do not fit, or are too deep, are still
// counted by folder: an agent cannot look for what it does not know is there. The work depends on what is shown, not on how many notes there are.
import { ARCHIVE_FOLDER, FACTS_FOLDER } from "../model/fact.ts"
import { type NoteInfo, placeByPath } from "../model/note.ts"
import type { ScopeName } from "../model/scope.ts"
import { callOf, type ToolMode } from "../model/tool-mode.ts"
import { scopedPath } from "../session/known-notes.ts"
import { oneLine } from "../text/text.ts"
import { shareOut } from "./budget.ts"
import { asData } from "./escape.ts"
import { ownLine, type PromptLine, sizeOfLines } from "./prompt-line.ts"

export interface ColdNotes {
  readonly scope: ScopeName
  /** Sorted by path. */
  readonly cold: readonly NoteInfo[]
  /** How many cold notes each folder has. */
  readonly folders: ReadonlyMap<string, number>
}

export interface ScopeTree extends ColdNotes {
  /** Paths of facts that have a line or a count elsewhere in the prompt. */
  readonly facts: readonly string[]
}

const MAX_DESCRIPTION = 120
const COUNTS_ROOM = 360
/** Notes looked at per scope, including those that are too deep to list; the rest is only counted. */
const MAX_LOOKED_AT = 2000

export function renderTrees(
  scopes: readonly ScopeTree[],
  budget: number,
  maxDepth: number,
  tools: ToolMode,
): PromptLine[] {
  const hint = `${callOf(tools, "memory_tree")} lists every note`
  const full = scopes.map((notes) => renderTree(notes, budget, maxDepth, hint))
  if (sizeOfLines(full.flat()) <= budget) return full.flat()
  const shares = shareOut(full.map(sizeOfLines), budget)
  return scopes.flatMap((notes, at) => renderTree(notes, shares[at] as number, maxDepth, hint))
}

export function treeLine(note: NoteInfo, size = ""): string {
  return `${asData(note.path)}${size} — ${asData(oneLine(note.description, MAX_DESCRIPTION))}`
}

/** All as lines if they fit; otherwise room is reserved for counting the others. */
function renderTree(notes: ScopeTree, budget: number, maxDepth: number, hint: string): PromptLine[] {
  const [open, close] = [`<tree scope="${notes.scope}">`, "</tree>"]
  const room = budget - open.length - close.length - 2
  if (notes.cold.length === 0 || room <= 0) return []
  const fill = (spare: number) => {
    const { lines, unlisted, isAll } = listed(notes, room - spare, maxDepth)
    const counts = countLines(unlisted, maxDepth, room - sizeOfLines(lines), hint)
    return { lines: [...lines, ...counts.lines.map(ownLine)], isWhole: isAll && counts.isFinest }
  }
  const all = fill(0)
  const { lines } = all.isWhole ? all : fill(Math.min(COUNTS_ROOM, room / 2))
  return lines.length > 0 ? [ownLine(open), ...lines, ownLine(close)] : []
}

/** As many as fit, without those that are too deep. */
function listed({ facts, ...notes }: ScopeTree, budget: number, maxDepth: number) {
  const unlisted = new Map(notes.folders)
  const discount = (path: string) => unlisted.set(folderOf(path), (unlisted.get(folderOf(path)) ?? 1) - 1)
  for (const path of facts) discount(path)
  const lines: PromptLine[] = []
  let room = budget
  let looked = 0
  for (const note of inOrder(notes, facts.length > 0)) {
    if (++looked > MAX_LOOKED_AT) return { lines, unlisted, isAll: false }
    if (depthOf(folderOf(note.path)) >= maxDepth) continue
    const line = treeLine(note)
    if (line.length + 1 > room) return { lines, unlisted, isAll: false }
    lines.push({ text: line, from: { kind: "note", of: scopedPath(note) } })
    room -= line.length + 1
    discount(note.path)
  }
  return { lines, unlisted, isAll: true }
}

/** The finest summary that fits: by folder, by top folder, or one number. */
function countLines(unlisted: ReadonlyMap<string, number>, maxDepth: number, room: number, hint: string) {
  const total = [...unlisted.values()].reduce((sum, count) => sum + count, 0)
  if (total === 0) return { lines: [], isFinest: true }
  for (const depth of [maxDepth, 1]) {
    const lines = [...byDepth(unlisted, depth).map(([folder, count]) => countLine(folder, count)), hint]
    if (sizeOfLines(lines.map(ownLine)) <= room) return { lines, isFinest: depth === maxDepth }
  }
  return { lines: [`${total} more notes: ${hint}`].filter((line) => line.length + 1 <= room), isFinest: false }
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

/** Archived notes are the least likely to be wanted, so they are folded first. */
function* inOrder({ cold }: ColdNotes, withoutFacts: boolean): Generator<NoteInfo> {
  const archive = rangeBelow(cold, ARCHIVE_FOLDER)
  const facts = rangeBelow(cold, FACTS_FOLDER)
  for (let i = 0; i < cold.length; i++) {
    if (i === archive.from) i = archive.to
    if (withoutFacts && i === facts.from) i = facts.to
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
