// Outcomes that a person should see: collected in this process and shown once per turn.

import { type Notice, notice } from "../model/notice.ts"
import { ownCommand } from "../model/own-command.ts"
import { oneLine } from "../text/text.ts"

export interface CameOf {
  readonly what: "saved" | "known" | "later" | "refused" | "waiting" | "restored" | "window"
  /** Whose words they were. */
  readonly by: "user" | "agent"
  readonly text: string
  readonly reason?: string | undefined
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
  return { ...unshown, items: [...others, { ...item, text: oneLine(item.text, MAX_TEXT) }].slice(-MAX_ITEMS) }
}

/** Once per turn; what comes later is shown in the next one. */
export function takeUnshown(
  unshown: Unshown,
  turn: string | undefined,
  isWanted: (item: CameOf) => boolean,
): { readonly notices: readonly Notice[]; readonly rest: Unshown } {
  const wanted = unshown.items.filter(isWanted)
  if (wanted.length === 0) return { notices: [], rest: { ...unshown, items: [] } }
  if (turn !== undefined && unshown.shownIn === turn) return { notices: [], rest: { ...unshown, items: wanted } }
  return { notices: noticesOf(wanted), rest: { items: [], shownIn: turn } }
}

const QUOTED = [
  { what: "saved", head: "Saved", isGood: true },
  { what: "known", head: "Already known", isGood: true },
  { what: "later", head: "Not saved yet, Cairn tries again" },
  { what: "refused", head: "Refused" },
] as const

function noticesOf(items: readonly CameOf[]): Notice[] {
  const of = (wanted: CameOf["what"]) => items.filter(({ what }) => what === wanted)
  const quoted = QUOTED.flatMap(({ what, head, ...good }) => {
    const own = of(what)
    const lines = own.slice(0, MAX_QUOTED).map(({ text, reason }) => ({
      ...notice(what, `${head}${reason === undefined ? "" : ` (${reason})`}: "${text}"`),
      ...good,
    }))
    return own.length > MAX_QUOTED ? [...lines, notice(what, `${head}: ${own.length - MAX_QUOTED} more`)] : lines
  })
  const restored = of("restored").map(({ text }) => notice("restored", `After the compaction Cairn put back ${text}`))
  const window = of("window").map(({ text }) => notice("window", text))
  const told = [...quoted, ...[...restored, ...window].map((one) => ({ ...one, isGood: true as const }))]
  const waiting = of("waiting").length
  const note = waiting === 1 ? "1 new note waits for you" : `${waiting} new notes wait for you`
  return waiting === 0 ? told : [...told, notice("waiting", note, ownCommand("review"))]
}
