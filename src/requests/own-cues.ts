// The user's own cues for "remember": plain words at the beginning of a sentence, or a pattern between slashes. What follows is the fact; if a
// pattern has a group, the fact is what the group matched.
import { onceFor } from "../model/once-for.ts"
import { readPattern } from "../model/pattern.ts"
import { EASTERN_SCRIPT } from "../text/script.ts"
import type { Sentence } from "../text/user-text.ts"
import { isAsking, withoutTag } from "./question-tag.ts"
import { bareWords, type Request } from "./request.ts"

const LOOKED_AT = 600

export function ownRequest(whole: Sentence, cues: readonly string[]): Request | undefined {
  const sentence = withoutTag(whole)
  if (cues.length === 0 || isAsking(sentence)) return undefined
  const { text, plain } = sentence
  for (const cue of patternsOf(cues)) {
    const found = cue.exec(plain.slice(0, LOOKED_AT))
    if (!found) continue
    const [from, to] = found.indices?.[1] ?? [found.index + found[0].length, text.length]
    const listed = to === text.length && /[:：]\s*$/.test(found[0])
    return { asks: "keep", words: bareWords(text.slice(from, to)), listed }
  }
  return undefined
}

const patternsOf = onceFor((cues: readonly string[]) => cues.flatMap((cue) => cuePattern(cue) ?? []))

/** Undefined for a pattern that the settings refuse. */
function cuePattern(cue: string): RegExp | undefined {
  const [, source] = /^\/(.+)\/$/su.exec(cue) ?? []
  if (source !== undefined) return readPattern(source, "diu")
  const words = cue
    .trim()
    .replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&")
    .replace(/\s+/g, "\\s+")
  const isWord = /[\p{L}\p{N}]$/u.test(cue.trim()) && !EASTERN_SCRIPT.test(cue.trim().slice(-1))
  return new RegExp(`^\\s*${words}${isWord ? "(?![\\p{L}\\p{N}])" : ""}(?:\\s+that(?!\\p{L}))?\\s*[:：]?`, "diu")
}
