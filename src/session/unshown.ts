// Outcomes that a person should see: collected in this process and shown once per turn.

import { reasonWords } from "../facts/reason-words.ts"
import { type Notice, notice } from "../model/notice.ts"
import { ownCommand } from "../model/own-command.ts"
import type { ScopeName } from "../model/scope.ts"
import { oneLine } from "../text/text.ts"

export interface CameOf {
  readonly what: "saved" | "known" | "later" | "refused" | "waiting" | "restored" | "window"
  /** Whose words they were. */
  readonly by: "user" | "agent"
  readonly text: string
  readonly reason?: string | undefined
  readonly scope?: ScopeName | undefined
  /** What the fact said that it replaces. */
  readonly replaces?: string | undefined
  /** The waiting note; written again, it is still one note. */
  readonly note?: string | undefined
}

export interface Unshown {
  readonly items: readonly CameOf[]
  /** The message in whose turn something was last shown. */
  readonly shownIn?: string | undefined
}

export const nothingUnshown: Unshown = { items: [] }

const MAX_ITEMS = 20
const MAX_TEXT = 100
const MAX_QUOTED = 3

export function alsoCame(unshown: Unshown, item: CameOf): Unshown {
  const others = unshown.items.filter(({ note }) => note === undefined || note !== item.note)
  const short = (text: string) => oneLine(text, MAX_TEXT)
  const kept = { ...item, text: short(item.text), ...(item.replaces && { replaces: short(item.replaces) }) }
  return { ...unshown, items: [...others, kept].slice(-MAX_ITEMS) }
}

/** Once per turn; what comes later is shown in the next one. `waiting`: how many notes wait in all. */
export function takeUnshown(
  unshown: Unshown,
  { turn, waiting }: { readonly turn: string | undefined; readonly waiting: number },
  isWanted: (item: CameOf) => boolean,
): { readonly notices: readonly Notice[]; readonly rest: Unshown } {
  const wanted = unshown.items.filter(isWanted)
  if (wanted.length === 0) return { notices: [], rest: { ...unshown, items: [] } }
  if (turn !== undefined && unshown.shownIn === turn) return { notices: [], rest: { ...unshown, items: wanted } }
  return { notices: noticesOf(wanted, waiting), rest: { items: [], shownIn: turn } }
}

const QUOTED = ["saved", "known", "later", "refused"] as const
const HEADS = { saved: "Saved", known: "Already known", later: "Not saved yet", refused: "Not saved" } as const

function noticesOf(items: readonly CameOf[], waiting: number): Notice[] {
  const of = (wanted: CameOf["what"]) => items.filter(({ what }) => what === wanted)
  const quoted = QUOTED.flatMap((what) => {
    const isGood = what === "saved" || what === "known" ? { isGood: true as const } : {}
    const said = [...new Set(of(what).map(outcomeText))]
    const lines = said.slice(0, MAX_QUOTED).map((text) => ({ ...notice(what, text), ...isGood }))
    const more = said.length - MAX_QUOTED
    return more > 0 ? [...lines, { ...notice(what, `${HEADS[what]}: ${more} more`), ...isGood }] : lines
  })
  const restored = of("restored").map(({ text }) => notice("restored", `After the compaction Cairn put back ${text}`))
  const window = of("window").map(({ text }) => notice("window", text))
  const told = [...quoted, ...[...restored, ...window].map((one) => ({ ...one, isGood: true as const }))]
  const fresh = of("waiting").length
  return fresh === 0 ? told : [...told, waitingNotice(Math.max(fresh, waiting))]
}

/** All that wait, in one: who has not yet seen to the last is not told of each again. */
function waitingNotice(count: number): Notice {
  return notice(
    "waiting",
    count === 1 ? "1 new note is waiting for your approval" : waitingText(count),
    `Run: ${ownCommand("review")}`,
  )
}

export function waitingText(count: number): string {
  return `${count === 1 ? "1 note is" : `${count} notes are`} waiting for your approval`
}

/** Whole sentences of their own; the words themselves are then of no use to the user. */
const REFUSED: Readonly<Record<string, string>> = {
  secret_only: "Not saved: it is only a password or key, and Cairn keeps none.",
  paused: "Not saved: memory is paused here. /memory-pause resumes.",
}

function outcomeText({ what, text, reason = "", scope, replaces }: CameOf): string {
  const words = `"${text}"`
  if (what === "refused") return REFUSED[reason] ?? `Not saved: ${words} (${reasonWords(reason, true)})`
  if (what === "later")
    return `Not saved yet: ${words} could not be written. Cairn will try again${reason === "in_memory" ? " until OpenCode is closed" : ""}.`
  const where = what === "saved" && scope === "global" ? " for all projects" : ""
  return `${what === "known" ? HEADS.known : HEADS.saved}${where}: ${words}${replaces === undefined ? "" : ` (replaces "${replaces}")`}`
}
