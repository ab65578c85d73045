// Which part of a conversation is searched for facts: what was said since the last time, as far as it fits. OpenCode writes one assistant message
// per step, so all of the last forty messages may be the agent's; the user's latest ones are always included.
import { readStatement } from "../facts/trust/statement.ts"
import { weightOfStem } from "../facts/trust/typed-words.ts"
import { pieceOf } from "../redaction/clean-text.ts"
import type { CleanText } from "../text/known-clean.ts"
import { promptSize } from "./prompt-size.ts"

/** A message with text; for the user, only what was typed. */
export interface Spoken {
  readonly id: string
  readonly role: "user" | "assistant"
  readonly at: number
  readonly text: CleanText
}

/** How far a session has been searched. */
export interface Watermark {
  readonly through: string
  readonly at: number
}

const MAX_MESSAGES = 40
export const MAX_TRANSCRIPT = 24_000
const LEAST_USER = 3
/** Long reports of an agent are about its task. The beginning says what it found, the end what came of it. */
const MAX_ASSISTANT = 700
const MAX_USER = 4000
/** What the user typed must carry some information: "ok go on" does not. */
const LEAST_WEIGHT = 1.4
/** Prohibitions are often phrased in everyday words: "don't push without asking me". */
const LEAST_FORBIDDING = 0.8
const ASSENT: ReadonlySet<string> = new Set("ok okay yes yep yeah sure thanks hi hello".split(" "))

/** `room` is measured by `promptSize`. Empty if a model would find nothing; the messages are then included the next time. */
export function messagesToMine(
  spoken: readonly Spoken[],
  watermark: Watermark | undefined,
  room = Number.POSITIVE_INFINITY,
): Spoken[] {
  const fresh = sinceWatermark(spoken, watermark).filter(({ text }) => text.trim() !== "")
  const users = fresh.filter(({ role }) => role === "user")
  if (!users.some(({ text }) => saysSomething(text))) return []
  const needed = new Set(users.slice(-LEAST_USER))
  const newest = new Set(fresh.slice(-MAX_MESSAGES))
  let [left, leftOfRoom, count] = [MAX_TRANSCRIPT, room, MAX_MESSAGES]
  const chosen = new Map<Spoken, CleanText>()
  const take = (message: Spoken) => {
    const text = shortened(message)
    const size = promptSize(text)
    if (chosen.has(message) || count === 0 || text.length > left || size > leftOfRoom) return
    chosen.set(message, text)
    left -= text.length
    leftOfRoom -= size
    count--
  }
  for (const message of [...needed].reverse()) take(message)
  for (const message of [...newest].reverse()) take(message)
  if (!users.some((message) => chosen.has(message))) return []
  return fresh.flatMap((message) => {
    const text = chosen.get(message)
    return text === undefined ? [] : { ...message, text }
  })
}

/** In a copy of a session the messages have new ids but the original times. */
export function sinceWatermark<T extends Pick<Spoken, "id" | "at">>(
  spoken: readonly T[],
  watermark: Watermark | undefined,
): readonly T[] {
  if (!watermark) return spoken
  const last = spoken.findLastIndex(({ id }) => id === watermark.through)
  return last >= 0 ? spoken.slice(last + 1) : spoken.filter(({ at }) => at > watermark.at)
}

/** Questions count too: many ask for something, or say how it should be. */
function saysSomething(text: string): boolean {
  const { content, negated } = readStatement(text)
  const weight = [...content].filter((word) => !ASSENT.has(word)).reduce((sum, word) => sum + weightOfStem(word), 0)
  return weight >= (negated.size > 0 ? LEAST_FORBIDDING : LEAST_WEIGHT)
}

function shortened({ role, text }: Spoken): CleanText {
  const most = role === "user" ? MAX_USER : MAX_ASSISTANT
  if (text.length <= most) return text
  const half = Math.floor(most / 2)
  return pieceOf(text, `${text.slice(0, half)}\n[…]\n${text.slice(-half)}`)
}
