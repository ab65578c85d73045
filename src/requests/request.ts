// What a sentence requests: to keep something, not to keep it, or to forget it. Only the plain form is decided here: a cue at the beginning of a
// clause, followed by a clause, a colon or a list. Anything else is `maybe`, and the model judges; questions, stories and reports ask for nothing.
import { widthOf } from "../text/script.ts"
import { BLOT, isQuestion, type Sentence } from "../text/user-text.ts"
import { everyLanguage, type Patterns, spelled, withoutAccents, wordsOfSentence } from "./cue-patterns.ts"
import type { Field } from "./languages/language.ts"
import { asksIfSo, isAsking, withoutTag } from "./question-tag.ts"
import { isWork, NEVER_MIND } from "./work-order.ts"

export interface Request {
  /** `session`: for this conversation only. */
  readonly asks: "keep" | "refuse" | "forget" | "session" | "maybe"
  /** Empty if what is meant is said elsewhere. */
  readonly words: string
  /** Whether more may follow on the same line, or a list or a code block on the next. */
  readonly listed: boolean
  /** What the sentence says before the clause that asks. */
  readonly beside?: Sentence | undefined
}

const LOOKED_AT = 300
/** Per sentence. */
const MAX_CUES = 20
/** Most characters before a colon; a longer text is not an announcement. */
const MAX_INTRO = 70
const LONGEST_TAIL = 120
/** In columns: a Chinese character says as much as two letters. */
const MIN_WIDTH = 8
const MIN_MATTER = 3

export function requestIn(whole: Sentence): Request | undefined {
  const sentence = withoutTag(whole)
  const words = wordsOfSentence(sentence.plain)
  let [maybe, hinted, isTale]: [Request | undefined, boolean, boolean] = [undefined, false, false]
  for (const patterns of everyLanguage()) {
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
    for (const match of [...said.plain.matchAll(patterns.cue())].slice(0, MAX_CUES)) {
      const cut = cutAt(said, match, patterns)
      const request = readCue(said, cut, patterns)
      if (request && request.asks !== "maybe") return { ...request, beside: besideOf(right, cut, request) }
      maybe ??= request
      isTale ||= match.groups?.keepIfStated === undefined
    }
    hinted ||= hints(said, patterns)
  }
  return maybe ?? (hinted && !isTale ? unsure(sentence.text) : undefined)
}

/** "Never touch the lock file, and remember that …": another thing. But a pointing "remember that" means what comes before it. */
function besideOf({ text, plain }: Sentence, cut: Cut, { asks, words }: Request): Sentence | undefined {
  if (cut.isOver || words === "" || (asks !== "keep" && asks !== "forget")) return undefined
  const end = Math.max(0, cut.at - cut.clause.length)
  const last = plain.slice(Math.max(0, end - LONGEST_TAIL), end)
  if (/[:：]\s*$/.test(last)) return undefined
  const length = end - last.length + last.replace(CLAUSE_END, "").replace(JOINED, "").replace(CLAUSE_END, "").length
  const said = text.slice(0, length)
  return said === "" || words.startsWith(said) ? undefined : { text: said, plain: plain.slice(0, length) }
}

const CLAUSE_END = /[\s,;，；、(（—–-]+$/
/** What joins a clause to the next one. */
const JOINED = /(?<=[\s,(（])(?:and|und|y|et|e|и|but|so)\s*$/iu

/** Requests in words that are no cue: "one for your memory: …", "stick that in your head". */
function hints({ plain, asks, isQuestion }: Said, patterns: Patterns): boolean {
  const looked = plain.slice(0, 2000)
  const has = (list: Field) => patterns.has(list).test(looked)
  const where = patterns.has("where").exec(looked)
  const isPut = where !== null && has("put") && !has("not")
  // Even a question may be one: "put in memory that …, ok?"
  if (asks || isQuestion) {
    const isFavour = patterns.starts("polite").test(looked) && has("hint") && has("that")
    return isFavour || (isPut && patterns.has("that").test(looked.slice(where.index)))
  }
  const intro = plain.slice(0, MAX_INTRO)
  const colon = /:(?=\s|$)|：/.exec(intro)
  const opened = colon ?? /\s[-–—]\s/.exec(intro) ?? patterns.has("that").exec(intro)
  const isBefore = (list: Field, end: RegExpExecArray | null) =>
    end !== null && patterns.has(list).test(plain.slice(0, end.index))
  const told = colon ? plain.slice(colon.index + 1) : ""
  const isTold = patterns.has("says").test(told) || patterns.starts("subject").test(told)
  const isAddressed = isTold && isBefore("address", colon) && !isWork(plain)
  return isPut || isAddressed || isBefore("intro", opened) || (has("not") && has("again")) || has("hint")
}

interface Said extends Sentence {
  readonly asks: boolean
  readonly isQuestion: boolean
}

type Cut = ReturnType<typeof cutAt>

function cutAt({ plain }: Said, { 0: cue, index: at = 0, groups = {} }: RegExpMatchArray, patterns: Patterns) {
  const end = at + cue.length
  const prefix = plain.slice(Math.max(0, at - LOOKED_AT), at)
  const rest = plain.slice(end, end + LOOKED_AT)
  const next = rest.search(patterns.goesOn())
  const isCut = next >= (patterns.unspaced ? 0 : 1) && patterns.over().test(rest.slice(0, next))
  return {
    ...{ cue, at, end, prefix, rest },
    kind: (["keep", "keepIfStated", "refuse"] as const).find((kind) => groups[kind] !== undefined) ?? "forget",
    // The part of the sentence before the cue that belongs to the cue's clause.
    clause: prefix.slice(clauseStart(prefix, patterns)),
    // Only pointing words follow the cue.
    isOver: isCut || patterns.over().test(rest),
    // Phrased as a favour: "could you …".
    isPolite: patterns.has("polite").test(prefix) || (patterns.unspaced && patterns.has("polite").test(rest)),
  }
}

function readCue(said: Said, cut: Cut, patterns: Patterns): Request | undefined {
  const { kind, at, prefix, clause, rest, isOver, isPolite } = cut
  const isQuestion = said.asks || (said.isQuestion && clause.trim() !== "" && clause.length === at)
  if (isQuestion && !isPolite) {
    const isTagged = asksIfSo(said) && !patterns.starts("tale").test(rest)
    const mayAsk = clause.trim() === "" ? isTagged || patterns.has("polite").test(rest) : isTagged
    return kind === "keep" && mayAsk && patterns.all("lead").test(clause) ? unsure(said.text) : undefined
  }
  if (patterns.has("report").test(prefix) || patterns.starts("tale").test(rest)) return undefined
  const leads = isLead(clause, patterns)
  const negated = !leads && isNegated(clause, patterns)
  if (!leads && !negated && kind !== "refuse" && !(patterns.unspaced && isOver)) {
    const isAsked = kind === "keep" && (patterns.has("asked").test(clause.slice(-30)) || saysMore(cut, patterns))
    return isAsked || /^\s*[:：]/.test(rest) ? unsure(said.text) : undefined
  }
  if (negated && COMPLAINT.test(clause)) return kind === "forget" ? undefined : unsure(said.text)
  if (kind === "forget") return negated ? undefined : forgotten(said, cut, patterns)
  const kept = isOver ? pointedBack(said, cut, patterns) : stated(said, cut, patterns)
  if (kept && (negated || kind === "refuse"))
    return { ...kept, asks: "refuse", words: kept.words || said.text.slice(cut.end).trim() }
  return kept?.asks === "keep" ? settled(said, kept, prefix, patterns) : kept
}

/** "For now remember that …": how long it holds may be said first. */
function isLead(clause: string, patterns: Patterns): boolean {
  if (patterns.all("lead").test(clause)) return true
  const first = patterns.has("session").exec(clause)
  if (first === null || patterns.unspaced) return false
  const rest = clause.slice(0, first.index) + clause.slice(first.index + first[0].length)
  return patterns.all("lead").test(rest)
}

/** "ps remember maintainers want …": nobody else does the remembering, and a statement follows. */
function saysMore({ clause, rest }: Cut, patterns: Patterns): boolean {
  if (patterns.unspaced || patterns.ends("doer").test(clause) || patterns.has("session").test(clause)) return false
  return patterns.stated().test(rest) || patterns.starts("subject").test(rest) || patterns.has("says").test(rest)
}

/** About what the agent does ("you never remember"), not about what it should do. */
const COMPLAINT =
  /(?:^|\s)(?:you|u)\s+(?:(?:just|still)\s+)?(?:never|don't|dont|do\s+not)(?:\s+(?:ever|even|seem\s+to))?\s*$/i
const unsure = (words: string): Request => ({ asks: "maybe", words, listed: false })
const BARE: Request = { asks: "keep", words: "", listed: false }

function isNegated(clause: string, patterns: Patterns): boolean {
  const without = clause.replace(patterns.has("not"), " ").replace(patterns.has("asked"), " ")
  return patterns.has("not").test(clause) && patterns.all("lead").test(without)
}

/** Checks that the text is meant to last, says something, and is complete. */
function settled(said: Said, kept: Request, prefix: string, patterns: Patterns): Request | undefined {
  if (patterns.has("session").test(said.plain.slice(0, 600))) return { ...kept, asks: "session" }
  if (kept.words === "") return kept
  const words = withoutAccents(kept.words)
  if (patterns.all("later").test(words.replace(/[.!。！…\s]+$/, ""))) return undefined
  // "Bob: remember that …" is a line from a chat.
  const isNamed = /^\s*\S+(?:\s\S+)?\s?[:：]\s*$/.test(prefix) && !patterns.all("lead").test(prefix)
  const isOpen = isNamed || patterns.has("if").test(prefix) || patterns.goesOn().test(words)
  const isShort = widthOf(kept.words) < MIN_WIDTH && !/[:：]$/.test(kept.words)
  return isOpen || isShort ? unsure(said.text) : kept
}

function clauseStart(prefix: string, patterns: Patterns): number {
  const marks = [...prefix.matchAll(/[,;:()!?，；：、（—–]|\.(?=\s)|\s-\s|。/g)].at(-1)
  const mark = marks ? marks.index + marks[0].length : 0
  const joined = [...prefix.slice(mark).matchAll(patterns.every("and"))].at(-1)
  return joined ? mark + joined.index + joined[0].length : mark
}

/** "…, remember that": what is meant comes before the cue, in the sentence or in the conversation. */
function pointedBack(said: Said, cut: Cut, patterns: Patterns): Request | undefined {
  const listed = /[:：]\s*$/.test(said.plain)
  const before = said.plain.slice(0, cut.at)
  const pointed = patterns.has("it").test(cut.cue + cut.rest)
  if (cut.kind === "keepIfStated" && !pointed && !listed) return undefined
  const head = patterns.unspaced ? before : said.plain.slice(0, Math.max(0, cut.at - cut.clause.length))
  const name = patterns.unspaced
    ? joinedHead(head, patterns)
    : { words: head, from: 0, isClause: pointed || /\s|lo$/.test(cut.cue) }
  const words = bareWords(said.text.slice(name.from, name.from + name.words.length).replace(JOINED, ""))
  if (words === "" || patterns.all("lead").test(withoutAccents(words)) || patterns.all("it").test(words))
    return { ...BARE, listed }
  const says =
    patterns.has("says").test(name.words) || patterns.has("subject").test(name.words) || name.words.includes(BLOT)
  if (name.isClause && says) return { asks: "keep", words, listed: false }
  return unsure(said.text)
}

/** Strips the words that join a clause to the request after it: "把 … 记住". */
function joinedHead(head: string, patterns: Patterns): { words: string; from: number; isClause: boolean } {
  const taken = /^.{0,6}?[把将將]/.exec(head)?.[0] ?? ""
  const open = head.slice(taken.length).replace(patterns.ends("lead"), "")
  const marked = open.replace(/[\s,，、。]+$/, "")
  const clause = marked.replace(patterns.ends("clauseEnd"), "")
  if (clause !== marked || marked !== open || taken !== "") return { words: clause, from: taken.length, isClause: true }
  return { words: marked.replace(patterns.ends("nameEnd"), ""), from: taken.length, isClause: false }
}

/** "remember that …", "remember: …", "remember we …". */
function stated(said: Said, cut: Cut, patterns: Patterns): Request | undefined {
  const lead = patterns.stated().exec(cut.rest)
  let from = cut.end + (lead ?? patterns.skipped().exec(cut.rest) ?? [""])[0].length
  // An emphasis mark before the first word is blank to the rules but belongs to the word.
  while (from > cut.end && /[*_]/.test(said.text.charAt(from - 1))) from--
  const words = bareWords(said.text.slice(from).replace(cut.isPolite ? /\s*[吗嗎]?\s*[?？]+$/ : /$^/, ""))
  const listed = lead !== null && /[:：]\s*$/.test(lead[0])
  if (words === "") return { ...BARE, listed }
  // "Remember that, so we don't lose an hour again": what is meant was said earlier.
  if (lead && !listed && patterns.starts("because").test(words)) return unsure(said.text)
  if (lead) {
    const head = said.text.slice(0, Math.max(0, cut.at - cut.clause.length)).replace(/[\s,;:—–-]+$/, "")
    const isAbout = listed && patterns.has("it").test(lead[0]) && patterns.has("says").test(withoutAccents(head))
    return { asks: "keep", words: isAbout ? `${head}: ${words}` : words, listed }
  }
  // "Could you jot that down somewhere?"
  const isFavour = cut.isPolite && cut.kind === "keep" && patterns.has("it").test(cut.cue)
  if (said.asks && !patterns.unspaced) return isFavour ? unsure(said.text) : undefined
  if (cut.kind === "keepIfStated")
    return cut.clause.trim() === "" && /^,\s/.test(cut.rest) ? unsure(said.text) : undefined
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
function forgotten(said: Said, { at, end, rest }: Cut, patterns: Patterns): Request | undefined {
  const { text, plain } = said
  if (patterns.unspaced) {
    const head = bareWords(joinedHead(plain.slice(0, at), patterns).words)
    const words = patterns.over().test(rest) ? head : bareWords(text.slice(end))
    return widthOf(words) < MIN_MATTER || patterns.all("it").test(words)
      ? undefined
      : { asks: "forget", words, listed: false }
  }
  if (NEVER_MIND.test(rest)) return undefined
  const about = patterns.stated().exec(rest)?.[0].length ?? 0
  const matter = patterns.starts("about").exec(rest.slice(about))?.[0].length ?? 0
  const words = bareWords(text.slice(end + about + matter).replace(patterns.ends("fromMemory"), ""))
  const points = patterns.over().test(rest) || patterns.all("it").test(words)
  if (words === "" || points || patterns.has("session").test(rest)) return undefined
  const named = about > 0 || matter > 0 || patterns.starts("thing").test(rest) || plain.slice(at, end).includes(" ")
  const nevermind = patterns.starts("it").exec(rest)
  const isNevermind = nevermind !== null && /^\s*(?:[,;.!—–]|$)/.test(rest.slice(nevermind[0].length))
  return named && !isNevermind ? { asks: "forget", words, listed: false } : undefined
}

/** "delete … from your memory", "wipe what you know about …". */
function erasedIn({ text, plain, asks }: Said, patterns: Patterns): Request | undefined {
  const last = Math.max(0, plain.length - LONGEST_TAIL)
  const said =
    plain.slice(0, last) + plain.slice(last).replace(/(?:,?\s*(?:please|pls|plz|thanks))?[\s.。!！?？]*$/i, "")
  const isAsked = !asks || patterns.has("polite").test(said.slice(0, LOOKED_AT))
  const verb = [...said.slice(0, LOOKED_AT).matchAll(patterns.every("erase"))].find(({ index }) => {
    const prefix = said.slice(0, index)
    return patterns.all("lead").test(prefix.slice(clauseStart(prefix, patterns)))
  })
  if (!verb || !isAsked) return undefined
  const from = verb.index + verb[0].length
  const tail = patterns.ends("fromMemory").exec(said)
  const noted = patterns.starts("noted").exec(said.slice(from))?.[0].length ?? 0
  if (tail === null && noted === 0) return undefined
  const about = noted || (patterns.starts("about").exec(said.slice(from, tail?.index))?.[0].length ?? 0)
  const words = bareWords(text.slice(from + about, tail?.index ?? said.length))
  if (tail === null && IN_FILE.test(words)) return undefined
  if (tail && ANY_MEMORY.test(tail[0]) && isOfProgram(said.slice(0, verb.index), words)) return undefined
  const meant = patterns.all("it").test(words) ? bareWords(text.slice(0, verb.index)) : words
  return meant === "" ? undefined : { asks: "forget", words: meant, listed: false }
}

/** Names no owner, so it may be the computer's memory. */
const ANY_MEMORY = /^\s*\S{1,5}\s(?:the\s|la\s|dem\s)?(?:memory|memoria|memoire|gedachtnis|памяти)$/i
const KEPT_BY_PROGRAMS =
  /\b(?:buffers?|caches?|objects?|arrays?|rows?|records?|pages?|pointers?|handles?|blocks?|allocations?|instances?|copy|copies|images?|textures?|frames?|tensors?|weights|models?|sessions?|entities|nodes?|strings?|bytes|data|blobs?|files?|dataset|heap|variables?)$/i

/** "fix the leak: delete the buffer from memory" describes a task. */
function isOfProgram(before: string, words: string): boolean {
  return /:\s/.test(before) || KEPT_BY_PROGRAMS.test(words)
}

/** "delete the entry about lodash in CHANGELOG.md" is work on a file. */
const IN_FILE = /\s(?:in|from|of|aus|im|de|dans|da|из)\s+(?:the\s+)?`?[\w./-]*\.[a-z]\w{0,4}\b/i

/** Trims what cutting left over: punctuation, half an emphasis, quotation marks around the whole. */
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
