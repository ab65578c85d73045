// Whether the messages that a proposal rests on say it only for the moment, or only guess it. A model that turns them into a statement
// leaves out exactly those words: of "use 5433 just for this run" it keeps the port.
import { contentOf, readWords } from "../facts/fact-words.ts"
import { isGuess } from "../facts/junk.ts"
import { sentencesOf } from "../text/user-text.ts"
import type { Spoken } from "./mined-messages.ts"

/** "until" and "while" only with what is over soon: "we stay on Node 18 until we leave Lambda" holds for months. */
const FOR_THE_MOMENT = [
  "for\\s+(?:now|the\\s+moment|once)|at\\s+the\\s+moment|right\\s+now|today|tonight|temporarily|meanwhile|in\\s+the\\s+meantime",
  "this\\s+(?:once|time|morning|afternoon|evening|week)",
  "(?:just|only|for)\\s+this\\s+(?:one\\s+)?(?:run|try|test|task|deploy|build)",
  "(?:just|only|for|in|on)\\s+this\\s+(?:session|commit|branch|pr|ticket)",
  "(?:un)?til+\\s+(?:this|today|tonight|tomorrow|noon|lunch|next\\s+week|(?:mon|tues|wednes|thurs|fri|satur|sun)day|i(?:['’]m|\\s+am|\\s+say|['’]ll|\\s+get))",
  "while\\s+(?:we|i|you|he|she|they)(?:['’]re|['’]m|\\s+are|\\s+am|['’]s|\\s+is)?\\s+\\p{L}+",
  "heute|diesmal|vorerst|vorübergehend|hoy|por\\s+ahora|de\\s+momento|esta\\s+vez|aujourd['’]hui|pour\\s+l['’]instant|cette\\s+fois",
  "hoje|por\\s+enquanto|desta\\s+vez|oggi|per\\s+ora|questa\\s+volta|сегодня|пока\\s+что|временно|на\\s+этот\\s+раз",
]
const LIMITED = new RegExp(
  `(?<!\\p{L})(?:${FOR_THE_MOMENT.join("|")})(?!\\p{L})|[这這]次|[暂暫]时|今天|今回|とりあえず|一時的|이번만|일단|임시로`,
  "iu",
)
/** "today's incident again: never …" is for good. */
const FOR_GOOD =
  /(?<!\p{L})(?:from\s+now\s+on|always|never|every|each|whenever|in\s+(?:the\s+)?future|going\s+forward|as\s+a\s+rule|by\s+default|immer|nie|siempre|nunca|toujours|jamais|sempre|mai|всегда|никогда)(?!\p{L})/iu

export type Passing = "temporary_status" | "guess"

/** One message that says it for good is enough. */
export function passingReason(text: string, evidence: readonly Spoken[]): Passing | undefined {
  const claimed = contentOf(readWords(text))
  const reasons = evidence.map(({ role, text: said }) => reasonIn(role, closestTo(claimed, said)))
  return reasons.every((reason) => reason !== undefined) ? reasons[0] : undefined
}

/** A user's "i think we should …" is a polite wish. */
function reasonIn(role: Spoken["role"], sentences: readonly string[]): Passing | undefined {
  const isAll = (found: (sentence: string) => boolean) => sentences.length > 0 && sentences.every(found)
  if (isAll((sentence) => LIMITED.test(sentence) && !FOR_GOOD.test(sentence))) return "temporary_status"
  return role === "assistant" && isAll(isGuess) ? "guess" : undefined
}

/** The sentences that share most words with the claim. */
function closestTo(claimed: ReadonlySet<string>, message: string): string[] {
  const sentences = sentencesOf(message.split("\n")).map(({ text }) => text)
  const shared = sentences.map((text) => [...contentOf(readWords(text))].filter((word) => claimed.has(word)).length)
  const most = Math.max(0, ...shared)
  return sentences.filter((_, at) => shared[at] === most)
}
