// Which request a sentence is: to keep something, not to keep it, or to forget it, and in which words. Only what has the plain form is decided
// here: a cue where a clause begins, and a clause, a colon or a list behind it. What else has a cue is `maybe`: the model judges. A question,
// a tale and a report have the same words and ask for nothing.
import { widthOf } from "../text/script.ts"
import { BLOT, isQuestion, type Sentence } from "../text/user-text.ts"
import { type Patterns, patternsOf, spelled, withoutAccents, wordsOfSentence } from "./cue-patterns.ts"
import { CHINESE, JAPANESE, KOREAN } from "./languages/eastern.ts"
import { ENGLISH } from "./languages/english.ts"
import { GERMAN } from "./languages/german.ts"
import { FRENCH, ITALIAN, PORTUGUESE, SPANISH } from "./languages/romance.ts"
import { RUSSIAN } from "./languages/russian.ts"

export interface Request {
  /** `session`: for this conversation only. */
  readonly asks: "keep" | "refuse" | "forget" | "session" | "maybe"
  /** None: what is meant is said elsewhere. */
  readonly words: string
  /** Whether more may follow on the same line, or a list or a block of code on the next. */
  readonly listed: boolean
}

export interface Standing {
  readonly text: string
  readonly why: "user:from-now-on" | "user:preference"
}

const LANGUAGES = [CHINESE, JAPANESE, KOREAN, ENGLISH, GERMAN, SPANISH, FRENCH, PORTUGUESE, ITALIAN, RUSSIAN]
/** So far before and behind a cue is looked. */
const LOOKED_AT = 300
/** Of one sentence. */
const MAX_CUES = 20
/** Before a colon; more is no announcement. */
const MAX_INTRO = 70
/** Counted as columns: a Chinese character says as much as two letters. */
const MIN_WIDTH = 8
const MIN_MATTER = 3

/** The request that a sentence is, or holds. */
export function requestIn(sentence: Sentence): Request | undefined {
  const words = wordsOfSentence(sentence.plain)
  let [maybe, hinted, isTale]: [Request | undefined, boolean, boolean] = [undefined, false, false]
  for (const patterns of LANGUAGES.map(patternsOf)) {
    const right = spelled(sentence, patterns)
    if (!patterns.mayBeIn(right === sentence ? words : wordsOfSentence(right.plain))) continue
    const { text, plain } = right
    const said = {
      text,
      plain: withoutAccents(plain),
      asks: isAsking({ plain }),
      isQuestion: isQuestion(sentence),
    }
    const erased = erasedIn(said, patterns)
    if (erased) return erased
    for (const match of [...said.plain.matchAll(patterns.cue)].slice(0, MAX_CUES)) {
      const request = readCue(said, match, patterns)
      if (request && request.asks !== "maybe") return request
      maybe ??= request
      isTale ||= match.groups?.keepIfStated === undefined
    }
    hinted ||= !said.asks && !said.isQuestion && hints(said.plain, patterns)
  }
  return maybe ?? (hinted && !isTale ? unsure(sentence.text) : undefined)
}

/** In words that no table has: "one for your memory: …". */
function hints(plain: string, patterns: Patterns): boolean {
  const opened = /:(?=\s|$)|：/.exec(plain.slice(0, MAX_INTRO)) ?? patterns.has("that").exec(plain.slice(0, MAX_INTRO))
  return (
    patterns.has("hint").test(plain.slice(0, 2000)) ||
    (opened !== null && patterns.has("intro").test(plain.slice(0, opened.index)))
  )
}

interface Said extends Sentence {
  readonly asks: boolean
  readonly isQuestion: boolean
}

function readCue(said: Said, match: RegExpMatchArray, patterns: Patterns): Request | undefined {
  const { text, plain } = said
  const { 0: cue, index: at = 0, groups = {} } = match
  const end = at + cue.length
  const prefix = plain.slice(Math.max(0, at - LOOKED_AT), at)
  const clause = prefix.slice(clauseStart(prefix, patterns))
  const rest = plain.slice(end, end + LOOKED_AT)
  const isPolite = patterns.has("polite").test(prefix) || (patterns.unspaced && patterns.has("polite").test(rest))
  if (!isPolite && (said.asks || (said.isQuestion && /\S/.test(clause) && clause.length === at)))
    return groups.keep !== undefined && /^\s*$/.test(clause) && patterns.has("polite").test(rest)
      ? unsure(text)
      : undefined
  if (patterns.has("report").test(prefix) || patterns.starts("tale").test(rest)) return undefined
  const next = rest.search(patterns.goesOn)
  const isOver =
    patterns.over.test(rest) || (next >= (patterns.unspaced ? 0 : 1) && patterns.over.test(rest.slice(0, next)))
  const leads = patterns.all("lead").test(clause)
  const negated =
    !leads && patterns.has("not").test(clause) && patterns.all("lead").test(withoutNegation(clause, patterns))
  const asksLast = patterns.unspaced && isOver
  if (!leads && !negated && !asksLast && groups.refuse === undefined) {
    const isAsked = groups.keep !== undefined && patterns.has("asked").test(clause.slice(-30))
    return isAsked || /^\s*[:：]/.test(rest) ? unsure(text) : undefined
  }
  if (groups.forget !== undefined) return negated ? undefined : forgotten(said, { at, end, rest }, patterns)
  const cut = { at, end, rest, prefix, clause, isOver, isWeak: groups.keepIfStated !== undefined }
  const kept = cut.isOver ? pointedBack(said, cut, match, patterns) : stated(said, cut, patterns, isPolite)
  if (kept === undefined) return undefined
  if (negated || groups.refuse !== undefined)
    return { ...kept, asks: "refuse", words: kept.words || text.slice(end).trim() }
  if (kept.asks === "keep" && patterns.has("session").test(plain.slice(0, 600))) return { ...kept, asks: "session" }
  if (kept.asks !== "keep" || kept.words === "") return kept
  const words = withoutAccents(kept.words)
  if (patterns.all("later").test(words.replace(/[.!。！…\s]+$/, ""))) return undefined
  const isPlain = !patterns.has("if").test(prefix) && !patterns.goesOn.test(words) && widthOf(kept.words) >= MIN_WIDTH
  return isPlain ? kept : unsure(text)
}

const unsure = (words: string): Request => ({ asks: "maybe", words, listed: false })
const BARE: Request = { asks: "keep", words: "", listed: false }

interface Cut {
  readonly at: number
  readonly end: number
  readonly rest: string
  readonly prefix: string
  readonly clause: string
  /** Nothing but pointing words stands behind the cue. */
  readonly isOver: boolean
  readonly isWeak: boolean
}

/** Where the clause begins that ends with the text. */
function clauseStart(prefix: string, patterns: Patterns): number {
  const marks = [...prefix.matchAll(/[,;:()!?，；：、（—–]|\.(?=\s)|\s-\s|。/g)].at(-1)
  const mark = marks ? marks.index + marks[0].length : 0
  const joined = [...prefix.slice(mark).matchAll(new RegExp(patterns.has("and"), "giu"))].at(-1)
  return joined ? mark + joined.index + joined[0].length : mark
}

function withoutNegation(clause: string, patterns: Patterns): string {
  return clause.replace(patterns.has("not"), " ").replace(patterns.has("asked"), " ")
}

/** "…, remember that": what is meant stands before the cue, in the sentence or in the conversation. */
function pointedBack(said: Said, cut: Cut, { 0: cue }: RegExpMatchArray, patterns: Patterns): Request | undefined {
  const listed = /[:：]\s*$/.test(said.plain)
  const before = said.plain.slice(0, cut.at)
  const pointed = patterns.has("it").test(cue + cut.rest)
  if (cut.isWeak && !pointed && !listed) return undefined
  const head = patterns.unspaced ? before : said.plain.slice(0, Math.max(0, cut.at - cut.clause.length))
  const name = patterns.unspaced
    ? joinedHead(head, patterns)
    : { words: head, from: 0, isClause: pointed || /\s|lo$/.test(cue) }
  const words = bareWords(
    said.text
      .slice(name.from, name.from + name.words.length)
      .replace(/(?<=[\s,])(?:and|und|y|et|e|и|but|so)\s*$/iu, ""),
  )
  if (words === "" || patterns.all("lead").test(withoutAccents(words)) || patterns.all("it").test(words))
    return { ...BARE, listed }
  const says =
    patterns.has("says").test(name.words) || patterns.has("subject").test(name.words) || name.words.includes(BLOT)
  if (name.isClause && says) return { asks: "keep", words, listed: false }
  return unsure(said.text)
}

/** Without what joins it to a request that comes last: "把 … 记住". */
function joinedHead(head: string, patterns: Patterns): { words: string; from: number; isClause: boolean } {
  const taken = /^.{0,6}?[把将將]/.exec(head)?.[0] ?? ""
  const open = head.slice(taken.length).replace(patterns.ends("lead"), "")
  const marked = open.replace(/[\s,，、。]+$/, "")
  const clause = marked.replace(patterns.ends("clauseEnd"), "")
  if (clause !== marked || marked !== open || taken !== "") return { words: clause, from: taken.length, isClause: true }
  return { words: marked.replace(patterns.ends("nameEnd"), ""), from: taken.length, isClause: false }
}

/** "remember that …", "remember: …", "remember we …". */
function stated(said: Said, cut: Cut, patterns: Patterns, isPolite: boolean): Request | undefined {
  const lead = patterns.stated.exec(cut.rest)
  let from = cut.end + (lead ?? patterns.skipped.exec(cut.rest) ?? [""])[0].length
  // Emphasis that opens at the first word is blank to the rules, and belongs to that word.
  while (from > cut.end && /[*_]/.test(said.text.charAt(from - 1))) from--
  const words = bareWords(said.text.slice(from).replace(isPolite ? /\s*[吗嗎]?\s*[?？]+$/ : /$^/, ""))
  const listed = lead !== null && /[:：]\s*$/.test(lead[0])
  if (words === "") return { ...BARE, listed }
  if (lead) {
    const head = said.text.slice(0, Math.max(0, cut.at - cut.clause.length)).replace(/[\s,;:—–-]+$/, "")
    const isAbout = listed && patterns.has("it").test(lead[0]) && patterns.has("says").test(withoutAccents(head))
    return { asks: "keep", words: isAbout ? `${head}: ${words}` : words, listed }
  }
  if ((said.asks && !patterns.unspaced) || cut.isWeak) return undefined
  const todo = patterns.starts("todo").exec(cut.rest)
  if (todo) {
    const isRule = patterns.has("rule").test(cut.rest.slice(0, 120))
    return isRule ? { asks: "keep", words: bareWords(said.text.slice(cut.end + todo[0].length)), listed } : undefined
  }
  if (patterns.starts("others").test(cut.rest)) return unsure(said.text)
  const isSaid =
    patterns.starts("subject").test(cut.rest) ||
    (patterns.has("says").test(cut.rest) && (patterns.unspaced || !words.includes(","))) ||
    cut.rest.trimStart().startsWith(BLOT)
  return isSaid && !patterns.starts("which").test(cut.rest) ? { asks: "keep", words, listed } : unsure(said.text)
}

/** "forget that we …", "delete … from your memory"; "forget it" means "never mind". */
function forgotten(
  said: Said,
  { at, end, rest }: Pick<Cut, "at" | "end" | "rest">,
  patterns: Patterns,
): Request | undefined {
  const { text, plain } = said
  if (patterns.unspaced) {
    const head = bareWords(joinedHead(plain.slice(0, at), patterns).words)
    const words = patterns.over.test(rest) ? head : bareWords(text.slice(end))
    return widthOf(words) < MIN_MATTER || patterns.all("it").test(words)
      ? undefined
      : { asks: "forget", words, listed: false }
  }
  const about = patterns.stated.exec(rest)?.[0].length ?? 0
  const matter = patterns.starts("about").exec(rest.slice(about))?.[0].length ?? 0
  const words = bareWords(text.slice(end + about + matter).replace(patterns.ends("fromMemory"), ""))
  const points = patterns.over.test(rest) || patterns.all("it").test(words)
  if (words === "" || points || patterns.has("session").test(rest)) return undefined
  const named = about > 0 || matter > 0 || patterns.starts("thing").test(rest) || plain.slice(at, end).includes(" ")
  const nevermind = patterns.starts("it").exec(rest)
  const isNevermind = nevermind !== null && /^\s*(?:[,;.!—–]|$)/.test(rest.slice(nevermind[0].length))
  return named && !isNevermind ? { asks: "forget", words, listed: false } : undefined
}

/** "delete … from your memory". */
function erasedIn({ text, plain, asks }: Said, patterns: Patterns): Request | undefined {
  const tail = new RegExp(`(?:${patterns.has("fromMemory").source})[\\s.。!！]*(?:,?\\s*please[.!]?)?$`, "iu").exec(
    plain.slice(-80),
  )
  const verb = tail && patterns.has("erase").exec(plain.slice(0, LOOKED_AT))
  if (!tail || !verb || asks || !patterns.all("lead").test(plain.slice(0, verb.index))) return undefined
  const to = Math.max(0, plain.length - 80) + tail.index
  const from = verb.index + verb[0].length
  const about = patterns.starts("about").exec(plain.slice(from, to))?.[0].length ?? 0
  const words = bareWords(text.slice(from + about, to))
  return words === "" ? undefined : { asks: "forget", words, listed: false }
}

/** A rule for good, or a preference, that needs no cue. */
export function standingIn(sentence: Sentence): Standing | undefined {
  const plain = withoutAccents(sentence.plain)
  const words = wordsOfSentence(plain)
  if (isAsking(sentence) || isQuestion(sentence)) return undefined
  for (const patterns of LANGUAGES.map(patternsOf)) {
    if (!patterns.mayBeIn(words)) continue
    const rule = patterns.has("standing").exec(plain)
    if (rule && isRule(plain, rule, patterns))
      return { text: ruleText(sentence.text, rule, patterns), why: "user:from-now-on" }
    const wish = patterns.has("prefer").exec(plain.slice(0, LOOKED_AT))
    if (!wish || !patterns.all("lead").test(plain.slice(0, wish.index))) continue
    const rest = plain.slice(wish.index + wish[0].length)
    const isChoice = patterns.starts("choice").test(rest) || patterns.has("session").test(rest.slice(0, LOOKED_AT))
    if (!isChoice) return { text: sentence.text, why: "user:preference" }
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

/** Without the phrase where that leaves a sentence. */
function ruleText(text: string, { 0: phrase, index }: RegExpExecArray, patterns: Patterns): string {
  const after = text.slice(index + phrase.length)
  const before = text.slice(0, index)
  if (patterns.all("lead").test(withoutAccents(before)))
    return patterns.unspaced || /^\s*[,:：，—–-]/.test(after)
      ? after.replace(/^[\s,，、:：—–-]+/, "")
      : text.slice(index)
  return /^[\s.!。！]*$/.test(after) ? before.replace(/[\s,，]+$/, "") + after : text
}

/** Without what the cut left behind: marks, half of an emphasis, quotation marks around the whole. */
export function bareWords(words: string): string {
  const trimmed = words
    .replace(/^[\s:：,，、;=—–]{1,8}/, "")
    .replace(/[\s,，、;；—–]{1,8}$/, "")
    .replace(/^(?:\*{1,3}|_{1,3})(?=\s)/, "")
    .trim()
    .replace(/^(?:(?:please|bitte|por\s+favor|stp|per\s+favore|пожалуйста)(?!\p{L})|[请請])[,，\s]*/iu, "")
    .replace(/,\s*(?:please|pls|bitte|por\s+favor|stp|per\s+favore|пожалуйста)([.!\s]{0,8})$/iu, "$1")
    .replace(/^([^()]*)\)$/, "$1")
  if (!/[\p{L}\p{N}]/u.test(trimmed)) return ""
  return /^["'“„«「『‘][^"'“”„«»「」『』‘’]{2,600}["'“”»」』’]$/.test(trimmed) ? trimmed.slice(1, -1).trim() : trimmed
}

const ASKING =
  /(?:[?？]|[吗嗎]|(?:です|ます|でしょう|[るたの])か|(?:[습합입됩]니까|(?<!니)까요?|나요|[는은]가요?|냐)(?=[\s.。!！?？~…)）]{0,8}$))[\s.。!！?？~…)）]{0,8}$/

/** By its end: what is to be remembered may well hold a "why" or a "whether". */
export function isAsking({ plain }: Pick<Sentence, "plain">): boolean {
  return ASKING.test(plain.slice(-60))
}
