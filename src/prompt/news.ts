// News: how a session's memory differs from what its model was last told, in the prefix or at the tail. Everything worth telling is a line under a
// key; a line is told if it is new or has changed, and if it is gone and that matters.
import { BLOCKS, type BlockLimits } from "../model/core-block.ts"
import type { NoteInfo } from "../model/note.ts"
import { sha256 } from "../model/sha256.ts"
import { callOf, type ToolMode } from "../model/tool-mode.ts"
import type { SessionMemory } from "../session/session-memory.ts"
import type { Line, Lines, Told } from "../session/telling.ts"
import { oneLine } from "../text/text.ts"
import { describeError } from "./activity-lines.ts"
import { asData, asSessionData } from "./escape.ts"
import { isQuotable } from "./quoted-text.ts"

export interface News {
  readonly lines: readonly string[]
  readonly tells: Told
}

const MAX_LINE = 160

/** Shown in the prefix or at a tail. */
export const PAUSED =
  "memory is paused by the user: nothing of this session may be saved, and tools that would save refuse; only /memory-pause resumes"

const ON_AGAIN = "memory is on again: what is said from now on may be saved"

export function newsLines({ core, working, activity, ledger, paused }: SessionMemory, limits: BlockLimits): Lines {
  const lines: Record<string, Line> = {}
  const tell = (key: string, text: string, more: Omit<Line, "text"> = {}) => {
    lines[key] ??= { text: asSessionData(oneLine(text, MAX_LINE)), ...more }
  }
  if (paused === "now") tell("paused", PAUSED)
  // How often an error was seen is not news, and an error that was only pushed out is not resolved.
  for (const error of oldestFirst(activity.openErrors.filter(({ summary }) => isQuotable(summary, true))))
    tell(errorKey(error), `error: ${describeError({ ...error, seen: 1 })}`, { about: error.summary, fades: true })
  for (const error of activity.resolvedErrors)
    tell(errorKey(error), `resolved: ${describeError({ ...error, status: "open", seen: 1 })}`, { onlyIf: "known" })
  for (const [slot, items] of Object.entries(working.slots)) {
    const fades = slot === "dependency" ? { fades: true as const } : {}
    const quotable = items.filter(({ text }) => isQuotable(text, slot === "error"))
    for (const { text } of oldestFirst(quotable)) tell(itemKey(text), `${slot}: ${text}`, { about: text, ...fades })
  }
  for (const name of BLOCKS) {
    const { content } = core[name]
    if (content !== "") tell(`core:${name}`, `${name} (${content.length}/${limits[name]}): ${content}`)
  }
  // An item that moved from its slot to the pool is not new.
  for (const { text, isPath } of working.pool)
    if (!isPath && isQuotable(text, false))
      tell(itemKey(text), `kept: ${text}`, { about: text, fades: true, onlyIf: "unknown" })
  for (const { path, last } of ledger.changedFiles) tell(`file:${path}`, `file: ${path} (${last})`, { fades: true })
  return lines
}

/** By version: another session or a person may have changed the note. */
export function hotLines(notes: readonly NoteInfo[], tools: ToolMode): Lines {
  return Object.fromEntries(
    notes.map(({ scope, path, hash }) => [
      `hot:${scope}:${path}:${hash.slice(0, 12)}`,
      {
        text: `hot note ${asData(oneLine(path, MAX_LINE))} (${scope}) has changed: ${callOf(tools, "memory_read")} it`,
        fades: true as const,
      },
    ]),
  )
}

/** Undefined if there is nothing to tell. What does not fit the budget is told another time. */
export function composeNews(now: Lines, told: Lines, budget: number): News | undefined {
  let room = budget
  const tells: Record<string, Line | null> = {}
  const lines: string[] = []
  for (const { key, line, says } of changes(now, told)) {
    const cost = says === undefined ? 0 : says.length + 1
    if (cost > room) continue
    room -= cost
    tells[key] = line
    if (says !== undefined) lines.push(says)
  }
  return lines.length === 0 ? undefined : { lines, tells }
}

/** `renderTail` begins with a blank line, because a host may put it right after what the user typed. */
export const TAIL_END = "</cairn-news>"

export function renderTail(lines: readonly string[]): string {
  return ["\n\n<cairn-news>", ...lines, TAIL_END].join("\n")
}

interface Change {
  readonly key: string
  readonly line: Line | null
  /** Absent if the model need not hear about it. */
  readonly says?: string
}

function* changes(now: Lines, told: Lines): Generator<Change> {
  for (const [key, { text, fades }] of Object.entries(told)) {
    if (Object.hasOwn(now, key)) continue
    const says = fades ? undefined : goneText(key, text)
    yield says === undefined ? { key, line: null } : { key, line: null, says }
  }
  for (const [key, line] of Object.entries(now)) {
    const known = told[key]
    if (known?.text === line.text) continue
    const isSaid = line.onlyIf === undefined || line.onlyIf === (known ? "known" : "unknown")
    yield isSaid ? { key, line, says: line.text } : { key, line }
  }
}

/** What is news about a line that holds no longer: a sentence cannot be taken back by words in front of it. Nothing for a resolved error. */
function goneText(key: string, text: string): string | undefined {
  if (key === "paused") return ON_AGAIN
  const [kind = "", of = ""] = key.split(":")
  if (kind === "error") return undefined
  if (kind === "core") return `${of} is empty now`
  const [slot = "", ...said] = text.split(": ")
  return `${slot} removed: ${said.join(": ")}`
}

function errorKey({ fingerprint }: { readonly fingerprint: string }): string {
  return `error:${fingerprint}`
}

function itemKey(text: string): string {
  return `item:${sha256(text).slice(0, 12)}`
}

function oldestFirst<T>(newestFirst: readonly T[]): T[] {
  return [...newestFirst].reverse()
}
