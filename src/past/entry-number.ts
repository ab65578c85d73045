// The number of an entry of the index says where it is: each session has a stretch of numbers, in which they go by position and by who speaks. So
// which entries are neighbours, or of one session, is known without looking anything up. Newer sessions have lower numbers: those are
// found first, and a file that is built from the newest on grows at its end.

/** Who speaks, as far as a search cares. A title is said by nobody and counts as a summary. */
export const VOICES = ["said", "done", "typed", "summed up"] as const
export type Voice = (typeof VOICES)[number]

const VOICE_COUNT = 4
/** Where the numbers begin: there is room for newer sessions before it, and a low number takes fewer bytes. */
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

export function voiceOf(entry: number): Voice {
  return VOICES[entry % VOICE_COUNT] as Voice
}

/** In which stretch a number is; `firsts` in order. Numbers that are asked for in order cost next to nothing. */
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
