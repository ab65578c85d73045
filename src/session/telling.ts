// What a session's model was told about its memory: what the prefix showed when the epoch began, and what tails told since. A tail counts once
// the host has shown it in a prompt, because a queued message may never be sent; a reverted one was never told.

import type { NotFor } from "./event-kinds.ts"
import type { MemoryEvent } from "./memory-event.ts"

export interface Line {
  readonly text: string
  /** What it is about, as the prefix shows it. */
  readonly about?: string | undefined
  /** Disappears by itself over time, so its absence is not news. */
  readonly fades?: true | undefined
  /** News only for a model that has heard of the thing before, or only for one that has not. */
  readonly onlyIf?: "known" | "unknown" | undefined
}

/** What there is to know, by key, most important first. */
export type Lines = Readonly<Record<string, Line>>
/** What a tail tells; null if the thing is gone. */
export type Told = Readonly<Record<string, Line | null>>

export interface Telling {
  readonly base: Lines
  readonly tails: readonly Tail[]
  /** What would have been the tail of the current message, had it been allowed one: the prefix shows it. */
  readonly aside: readonly string[]
  /** Who wants a fresh prefix. */
  readonly fresh?: string | undefined
  /** What it was shown of earlier sessions, except what the user typed there. Stays foreign for as long as the session lives. */
  readonly quotes?: readonly string[] | undefined
}

interface Tail {
  readonly message: string
  readonly tells: Told
  readonly shown: boolean
}

export const nothingTold: Telling = { base: {}, tails: [], aside: [] }

/** Tails kept separately, so that a revert can take them back. */
const MAX_TAILS = 100
const MAX_QUOTES = 20

export function tellingAfter(telling: Telling, event: MemoryEvent): Telling {
  switch (event.kind) {
    case "prefix":
      return withQuotes({ ...telling, base: merge(telling.base, event.tells), tails: [] }, event.quotes)
    case "tail": {
      const { message, tells } = event
      return withoutOldest({ ...telling, tails: [...telling.tails, { message, tells, shown: false }] })
    }
    case "shown":
      return afterShown(telling, event.messages)
    case "aside":
      return withQuotes({ ...telling, aside: event.lines }, event.quotes)
    case "fresh":
      return { ...telling, fresh: event.by }
    // It was for one message only.
    case "turn":
      return telling.aside.length === 0 ? telling : { ...telling, aside: [] }
    case "fork":
      return {
        ...nothingTold,
        base: merge({}, ...telling.tails.flatMap(({ shown, tells }) => (shown ? [tells] : []))),
        quotes: telling.quotes,
      }
    default:
      event satisfies NotFor<"telling">
      return telling
  }
}

function withQuotes(telling: Telling, quotes: readonly string[] = []): Telling {
  const before = telling.quotes ?? []
  const fresh = quotes.filter((quote) => !before.includes(quote))
  return fresh.length === 0 ? telling : { ...telling, quotes: [...before, ...fresh].slice(-MAX_QUOTES) }
}

/** What a rendered prefix tells. `before`: what else the model knows from the conversation. */
export function toldByPrefix(telling: Telling, lines: Lines, shows: (line: Line) => boolean, before: Lines): Told {
  const told = Object.entries(lines).filter(([key, line]) => shows(line) || before[key]?.text === line.text)
  const base = Object.fromEntries(told)
  const gone = Object.keys(telling.base).filter((key) => !Object.hasOwn(base, key))
  const news = told.filter(([key, line]) => !isSame(telling.base[key], line))
  return Object.fromEntries([...gone.map((key) => [key, null] as const), ...news])
}

function isSame(one: Line | undefined, other: Line): boolean {
  return (
    one?.text === other.text && one.about === other.about && one.fades === other.fades && one.onlyIf === other.onlyIf
  )
}

/** Tails that this request is the first to show; earlier ones that are not in it will never be shown. */
export function newlyShown(telling: Telling, messages: readonly string[]): string[] {
  return telling.tails.filter((tail) => !tail.shown && messages.includes(tail.message)).map(({ message }) => message)
}

function afterShown(telling: Telling, messages: readonly string[]): Telling {
  const isShown = ({ message }: Tail) => messages.includes(message)
  const newest = telling.tails.findLastIndex(isShown)
  const tails = telling.tails
    .filter((tail, index) => tail.shown || isShown(tail) || index > newest)
    .map((tail) => (isShown(tail) ? { ...tail, shown: true } : tail))
  return { ...telling, tails }
}

/** What the model knows, or will know once pending tails are shown. */
export function toldLines({ base, tails }: Telling): Lines {
  return merge(base, ...tails.map(({ tells }) => tells))
}

function withoutOldest(telling: Telling): Telling {
  const [oldest, ...rest] = telling.tails
  if (!oldest || telling.tails.length <= MAX_TAILS) return telling
  return { ...telling, base: oldest.shown ? merge(telling.base, oldest.tells) : telling.base, tails: rest }
}

function merge(lines: Lines, ...told: readonly Told[]): Lines {
  const merged: Record<string, Line> = { ...lines }
  for (const [key, line] of told.flatMap((tells) => Object.entries(tells))) {
    if (line === null) delete merged[key]
    else merged[key] = line
  }
  return merged
}
