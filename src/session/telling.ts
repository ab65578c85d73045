// What a session's model was told of its memory: all that the prefix showed when the epoch began, and what tails told since. A tail counts
// once the host has shown it in a prompt, since a queued message may never be sent; and one that is taken back was never told.

export interface Line {
  readonly text: string
  /** What it is about, as the prefix shows it. */
  readonly about?: string | undefined
  /** It goes by itself in time: its absence is no news. */
  readonly fades?: true | undefined
  /** News only to who has heard of the thing before, or only to who has not. */
  readonly onlyIf?: "known" | "unknown" | undefined
}

/** What there is to know, by key, most important first. */
export type Lines = Readonly<Record<string, Line>>
/** What a tail tells; null: it is gone. */
export type Told = Readonly<Record<string, Line | null>>

export interface Telling {
  readonly base: Lines
  readonly tails: readonly Tail[]
}

interface Tail {
  readonly message: string
  readonly tells: Told
  readonly shown: boolean
}

export const nothingTold: Telling = { base: {}, tails: [] }

/** So many tails are kept apart, so that a revert can take them back. */
const MAX_TAILS = 100

/** A prefix was rendered. What it shows is told; `before` is what the model knows besides, from the conversation. */
export function toldByPrefix(lines: Lines, shows: (line: Line) => boolean, before: Lines): Telling {
  const told = Object.entries(lines).filter(([key, line]) => shows(line) || before[key]?.text === line.text)
  return { base: Object.fromEntries(told), tails: [] }
}

export function offered(telling: Telling, message: string, tells: Told): Telling {
  return fold({ ...telling, tails: [...telling.tails, { message, tells, shown: false }] })
}

/** The host shows these messages in a prompt. One that came before them and is not among them will never be shown. */
export function shown(telling: Telling, messages: readonly string[]): Telling {
  const isShown = ({ message }: Tail) => messages.includes(message)
  const newest = telling.tails.findLastIndex(isShown)
  if (newest < 0 || telling.tails.every((tail) => tail.shown)) return telling
  const tails = telling.tails
    .filter((tail, index) => tail.shown || isShown(tail) || index > newest)
    .map((tail) => (isShown(tail) ? { ...tail, shown: true } : tail))
  return { ...telling, tails }
}

/** The message is gone, and with `andAfter` all after it. */
export function takenBack(telling: Telling, message: string, andAfter: boolean): Telling {
  const from = telling.tails.findIndex((tail) => tail.message === message)
  if (from < 0) return telling
  const tails = telling.tails.filter((_tail, index) => (andAfter ? index < from : index !== from))
  return { ...telling, tails }
}

/** What the model knows, or will know as soon as the tails on their way are shown. */
export function toldLines({ base, tails }: Telling): Lines {
  return merge(base, ...tails.map(({ tells }) => tells))
}

function fold(telling: Telling): Telling {
  const [oldest, ...rest] = telling.tails
  if (!oldest || telling.tails.length <= MAX_TAILS) return telling
  return { base: oldest.shown ? merge(telling.base, oldest.tells) : telling.base, tails: rest }
}

function merge(lines: Lines, ...told: readonly Told[]): Lines {
  const merged: Record<string, Line> = { ...lines }
  for (const [key, line] of told.flatMap((tells) => Object.entries(tells))) {
    if (line === null) delete merged[key]
    else merged[key] = line
  }
  return merged
}

/** As it was saved; anything else counts as nothing told. */
export function readTelling(saved: unknown): Telling {
  const { base, tails } = (saved ?? {}) as Partial<Telling>
  return base !== null && typeof base === "object" && Array.isArray(tails) ? { base, tails } : nothingTold
}
