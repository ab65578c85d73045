// Lasting rules and preferences that are kept without being asked for: "from now on …", "I prefer …". The same words also report what others do,
// predict, or choose between the options at hand; those are not rules.
import { isQuestion, type Sentence } from "../text/user-text.ts"
import { everyLanguage, type Patterns, withoutAccents, wordsOfSentence } from "./cue-patterns.ts"
import { isAsking, withoutTag } from "./question-tag.ts"

export interface Standing {
  readonly text: string
  readonly why: "user:from-now-on" | "user:preference"
  /** "I prefer to …" is often about the current task. */
  readonly isUnsure?: boolean
}

const LOOKED_AT = 300

export function standingIn(whole: Sentence): Standing | undefined {
  const sentence = withoutTag(whole)
  const plain = withoutAccents(sentence.plain)
  const words = wordsOfSentence(plain)
  if (isAsking(sentence) || isQuestion(sentence)) return undefined
  for (const patterns of everyLanguage()) {
    if (!patterns.mayBeIn(words)) continue
    const rule = patterns.has("standing").exec(plain)
    if (rule && isRule(plain, rule, patterns))
      return { text: ruleText(sentence.text, rule, patterns), why: "user:from-now-on" }
    const wish = patterns.has("prefer").exec(plain.slice(0, LOOKED_AT))
    if (!wish || !patterns.all("lead").test(plain.slice(0, wish.index))) continue
    const rest = plain.slice(wish.index + wish[0].length)
    const isChoice = patterns.starts("choice").test(rest) || patterns.has("session").test(rest.slice(0, LOOKED_AT))
    const isUnsure = (["todo", "which"] as const).some((list) => patterns.starts(list).test(rest))
    if (!isChoice) return { text: sentence.text, why: "user:preference", isUnsure }
  }
  return undefined
}

function isRule(plain: string, { 0: phrase, index }: RegExpExecArray, patterns: Patterns): boolean {
  const before = plain.slice(Math.max(0, index - LOOKED_AT), index)
  const after = plain.slice(index + phrase.length, index + phrase.length + LOOKED_AT)
  if (patterns.has("report").test(before) || patterns.has("if").test(before)) return false
  if (patterns.ends("says").test(before)) return false
  if (patterns.starts("others").test(before) || patterns.starts("others").test(after)) return false
  const ends = plain.slice(-40).replace(/[\s.。!！]+$/, "")
  return !patterns.unspaced || patterns.has("orders").source === "(?!)" || patterns.ends("orders").test(ends)
}

/** Drops the phrase ("from now on") if what remains is a sentence. */
function ruleText(text: string, { 0: phrase, index }: RegExpExecArray, patterns: Patterns): string {
  const after = text.slice(index + phrase.length)
  const before = text.slice(0, index)
  if (patterns.all("lead").test(withoutAccents(before)))
    return patterns.unspaced || /^\s*[,:：，—–-]/.test(after)
      ? after.replace(/^[\s,，、:：—–-]+/, "")
      : text.slice(index)
  return /^[\s.!。！]*$/.test(after) ? before.replace(/[\s,，]+$/, "") + after : text
}
