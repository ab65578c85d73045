// News: how a session's memory differs from what its model was last told, in the prefix or at the tail. Everything worth telling has a key
// and a line; a line that is new or has changed is told, and one that is gone is told where its absence matters.
import { createHash } from "node:crypto"
import type { NoteInfo } from "../model/note.ts"
import { oneLine } from "../model/text.ts"
import type { OpenError } from "../session/activity.ts"
import { BLOCKS } from "../session/memory-event.ts"
import type { SessionMemory } from "../session/session-memory.ts"
import type { Lines, Told } from "../session/telling.ts"
import { describeError } from "./activity.ts"
import type { BlockLimits } from "./core-memory.ts"
import { asData, asSessionData } from "./escape.ts"

const MAX_LINE = 160
const OPEN = "\n\n<cairn-news>"
const CLOSE = "</cairn-news>"
/** These go by themselves, with time: that is no news. */
const FADING = /^(note|file|dependency|hot note)\b/

export function linesOf({ core, working, activity, ledger }: SessionMemory, limits: BlockLimits): Lines {
  const lines: Record<string, string> = {}
  const tell = (key: string, line: string) => {
    lines[key] ??= oneLine(asSessionData(line), MAX_LINE)
  }
  // How often an error was seen is no news.
  for (const error of oldestFirst<OpenError>(activity.openErrors))
    tell(`error:${error.fingerprint}`, `error: ${describeError({ ...error, seen: 1 })}`)
  for (const [slot, items] of Object.entries(working.slots))
    for (const { text } of oldestFirst(items)) tell(itemKey(text), `${slot}: ${text}`)
  for (const name of BLOCKS) {
    const { content } = core[name]
    if (content !== "") tell(`core:${name}`, `${name} (${content.length}/${limits[name]}): ${content}`)
  }
  for (const { text, isPath } of working.pool) if (!isPath) tell(itemKey(text), `note: ${text}`)
  for (const { path, last } of ledger.changedFiles) tell(`file:${path}`, `file: ${path} (${last})`)
  return lines
}

/** A version of a hot note that somebody else wrote. */
export function hotLines(notes: readonly NoteInfo[]): Lines {
  return Object.fromEntries(
    notes.map(({ scope, path, hash }) => [
      `hot:${scope}:${path}:${hash.slice(0, 12)}`,
      `hot note ${asData(path)} (${scope}) has changed: memory_read it`,
    ]),
  )
}

/** Undefined: there is nothing to tell. What does not fit the budget is told another time. */
export function composeNews(now: Lines, told: Lines, budget: number): { text: string; tells: Told } | undefined {
  let room = budget - OPEN.length - CLOSE.length - 1
  const tells: Record<string, string | null> = {}
  const lines: string[] = []
  for (const { key, value, line } of changes(now, told)) {
    const cost = line === undefined ? 0 : line.length + 1
    if (cost > room) continue
    room -= cost
    tells[key] = value
    if (line !== undefined) lines.push(line)
  }
  return lines.length === 0 ? undefined : { text: [OPEN, ...lines, CLOSE].join("\n"), tells }
}

interface Change {
  readonly key: string
  readonly value: string | null
  /** Absent: the model need not be told. */
  readonly line?: string
}

function* changes(now: Lines, told: Lines): Generator<Change> {
  for (const [key, line] of Object.entries(told)) {
    if (Object.hasOwn(now, key)) continue
    if (FADING.test(line)) yield { key, value: null }
    else yield { key, value: null, line: line.startsWith("error: ") ? `resolved ${line}` : `no longer ${line}` }
  }
  for (const [key, value] of Object.entries(now)) {
    if (told[key] === value) continue
    // An item that left its slot for the pool is an old acquaintance.
    if (told[key] !== undefined && value.startsWith("note: ")) yield { key, value }
    else yield { key, value, line: value }
  }
}

function itemKey(text: string): string {
  return `item:${createHash("sha256").update(text).digest("hex").slice(0, 12)}`
}

function oldestFirst<T>(newestFirst: readonly T[]): T[] {
  return [...newestFirst].reverse()
}
