// What the user asked for, in full, because it contains the acceptance criteria. The newest request of some length is the objective; "go on" and
// "yes" refer to what was asked before, so they are kept beside it and do not replace it.
import { requestLines } from "../text/pasted-text.ts"
import { widthOf } from "../text/script.ts"
import type { NotFor } from "./event-kinds.ts"
import type { MemoryEvent } from "./memory-event.ts"

export interface UserRequest {
  readonly text: string
  /** Says what is wanted; otherwise it answers, continues or only shows something. */
  readonly isWhole: boolean
  readonly isTemplate?: true | undefined
}

export interface Asked {
  readonly first?: UserRequest | undefined
  /** The most recent ones, oldest first. */
  readonly latest: readonly UserRequest[]
}

export const nothingAsked: Asked = { latest: [] }

/** Per request. */
export const MAX_REQUEST_KEPT = 3000
/** In place of what is left out of a longer one. */
export const LEFT_OUT = "\n[…]\n"
const MAX_LATEST = 12
/** Kept beside the newest. */
const MAX_WHOLE = 2
const MAX_ALL = 2 * MAX_REQUEST_KEPT
/** In columns; a shorter message mostly answers or continues. */
const LEAST_WIDTH = 60

export function askedAfter(asked: Asked, event: MemoryEvent): Asked {
  if (event.kind !== "turn") {
    event satisfies NotFor<"asked">
    return asked
  }
  if (event.said === undefined) return asked
  const width = requestLines(event.said).reduce((sum, { text }) => sum + widthOf(text.trim()), 0)
  const isWhole = event.isTemplate ?? width >= LEAST_WIDTH
  const request = { text: event.said, isWhole, ...(event.isTemplate && { isTemplate: event.isTemplate }) }
  const all = [...asked.latest, request]
  const sizeFrom = (at: number, some: readonly UserRequest[]) =>
    some.slice(at).reduce((sum, { text }) => sum + text.length, 0)
  const newest = all.slice(-MAX_LATEST).filter((_one, at, some) => sizeFrom(at, some) <= MAX_ALL)
  // Kept however much was said since: the work is about one of them, and the newest may only show what a program printed.
  const whole = all.filter((one) => one.isWhole && !newest.includes(one)).slice(-MAX_WHOLE)
  return { first: asked.first ?? request, latest: [...whole, ...newest] }
}

/** With what the user said after it, and asked for before it; newest first. */
export function objectiveOf({ first, latest }: Asked) {
  const newest = latest.toReversed()
  const at = newest.findIndex(({ isWhole }) => isWhole)
  const objective = newest[at] ?? first
  const isOther = ({ text }: UserRequest) => text !== objective?.text
  const [since, before] = at < 0 ? [newest, []] : [newest.slice(0, at), newest.slice(at + 1)]
  const earliest = first && !before.some(({ text }) => text === first.text) ? [first] : []
  return { objective, since: since.filter(isOther), before: [...before, ...earliest].filter(isOther) }
}
