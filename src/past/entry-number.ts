// An entry's number in the index says where it is: each session owns a stretch of numbers, ordered by message position and then by who speaks. So
// neighbours, and entries of the same session, are known without a lookup. Newer sessions have lower numbers: they are found first, and a file
// built from the newest session on grows at its end.

/** Who speaks, as far as search cares. A title counts as a summary. */
export const VOICES = ["said", "done", "typed", "summed up"] as const
export type Voice = (typeof VOICES)[number]

const VOICE_COUNT = VOICES.length
/** Where numbering starts: there is room below for newer sessions, and low numbers take fewer bytes. */
export const FIRST_STRETCH = 2 ** 27

/** How many numbers a session with this many messages needs, including its title. */
export function stretchFor(messages: number): number {
  return (messages + 1) * VOICE_COUNT
}

/** `first` is where the session's stretch begins. */
export function entryOf(first: number, position: number, voice: Voice): number {
  return first + position * VOICE_COUNT + VOICES.indexOf(voice)
}

export function positionOf(entry: number, first: number): number {
  return Math.floor((entry - first) / VOICE_COUNT)
}

/** Its place in `VOICES`. */
export function voiceNumber(entry: number): number {
  return entry % VOICE_COUNT
}

/** Finds the stretch of a number; `firsts` is sorted. Numbers asked for in ascending order cost next to nothing. */
export function stretchFinder(firsts: readonly number[]): (entry: number) => number {
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  return (entry) => {
    if (entry >= from && entry < to) return from
    let [low, high] = [0, firsts.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((firsts[middle] as number) <= entry) low = middle + 1
      else high = middle
    }
    from = firsts[low - 1] ?? Number.NEGATIVE_INFINITY
    to = firsts[low] ?? Number.POSITIVE_INFINITY
    return from
  }
}
