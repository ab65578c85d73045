// The number of an entry of the index says where it is: in which session, where in it, and who speaks. So which entries are neighbours, or of one
// session, is known without looking anything up, and what is newer has a higher number.

/** Who speaks, as far as a search cares. A title is said by nobody and counts as a summary. */
export const VOICES = ["said", "done", "typed", "summed up"] as const
export type Voice = (typeof VOICES)[number]

const VOICE_COUNT = 4
const POSITIONS = 4096
const SESSION = POSITIONS * VOICE_COUNT
/** What comes after so many messages of one session is not indexed. */
export const MAX_POSITION = POSITIONS - 1

const FIRST_DAY = Date.UTC(2024, 0, 1)
/** Seldom are more sessions begun; those that are take the next free numbers. */
const SLOT_MS = 600_000

export function firstNumberFor(created: number): number {
  return Math.max(1, Math.floor((created - FIRST_DAY) / SLOT_MS))
}

export function entryOf(session: number, position: number, voice: Voice): number {
  return session * SESSION + position * VOICE_COUNT + VOICES.indexOf(voice)
}

export function lastEntryOf(session: number): number {
  return (session + 1) * SESSION - 1
}

export function sessionNumberOf(entry: number): number {
  return Math.floor(entry / SESSION)
}

export function positionOf(entry: number): number {
  return Math.floor((entry % SESSION) / VOICE_COUNT)
}

export function voiceOf(entry: number): Voice {
  return VOICES[entry % VOICE_COUNT] as Voice
}
