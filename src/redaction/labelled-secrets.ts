// Secrets next to a word for them: "password: …", API_KEY=…, --token …, {"secret": "…"}, 密码：…, "the token is …".

import { SEARCH_FILLERS } from "../text/common-words.ts"
import { isAscii } from "../text/text-bytes.ts"
import { isMade, LONGEST } from "./made-words.ts"
import { LABEL_TAIL, LABELS, type Label, type Strength } from "./secret-labels.ts"
import type { SecretSpan } from "./secret-span.ts"
import { endOf } from "./secret-span.ts"
import { isPlaceholder, isSecret, isTypedSecret, type Joint } from "./secret-value.ts"
import { isOnlyPassword, isTypedPassword } from "./typed-password.ts"
import { wholeValue } from "./whole-value.ts"

/** Quotes, brackets, Markdown stars and escapes that close the label; then the operator, with the type that code may put in
 * between; an equals sign close to a word may be a sign of the password. */
const OPERATOR =
  /[\\"'`\]*?!]{0,5}[ \t]{0,8}(?::[ \t]{0,2}&?[A-Za-z_][\w.<>|[\]]{0,40}(?:[ \t]{1,2}=(?!=)|=(?=[ \t]{0,2}["'`]))|=>|[:.?+]{0,3}={1,3}|->|>(?:\r?\n)?|\|{1,2}|[:：＝(]|,(?=[ \t]{0,4}\\{0,2}["']))[ \t]{0,8}\*{0,2}[ \t]{0,2}/y
/** The value of a list of variables, or a block of YAML. */
const NEXT_LINE =
  /["']?(?:,?\r?\n[ \t]{0,40}["']?value["']?[ \t]{0,4}:|[ \t]{0,4}:[ \t]{0,4}[>|][+-]?\r?\n)[ \t]{0,40}/iy
const COPULA =
  /(?:[ \t"'`]{1,4}(?:is|was|are|equals|ist|lautet|heißt|es|c['’]est|est|=)|['’]s)[ \t]{1,4}(?:(?:now|still|jetzt|nun|ahora|maintenant|désormais)[ \t]{1,4})?:?|[ \t]{0,3}(?:是|为|為|は|が|은|는|이|가)[ \t:：]{0,3}/iy
/** What the password is for: "the password of the staging box is …". */
const OF_SOMETHING =
  /(?:[ \t]{1,3}[\p{L}\p{N}._'’@/-]{1,24}){1,9}?(?:[ \t]{1,3}(?:is|was|ist|lautet|heißt|es|est|è|é|c['’]est|jest|—|–|=)|[ \u00a0]?:)[ \t]{1,3}(?:(?:now|still|jetzt|nun|ahora|maintenant|désormais)[ \t]{1,3})?/uy
/** "changed the password of the box from … to …" */
const CHANGED = /(?:[ \t]{1,3}[\p{L}\p{N}._'’@/-]{1,24}){0,6}?[ \t]{1,3}(?:to|from|auf|von|à|en)[ \t]{1,3}/uy
const QUOTE = /[bfru]{0,2}(\\{0,3})(?:(["'`「『“„])|([«»])[ \u00a0\u202f]?)/iy
/** Where code would end a value; used to judge whether it is one. */
const NARROW = /[\w!#$%*+./:=?@^~-]{1,64}/y
/** A secret extends to the next blank or quote: half of one is a leak. */
const WIDE = /[^\s"'`“”„«»「」『』，。；、）]+/y
const WIDE_BEGINNING = /[^\s"'`“”„«»「」『』，。；、）]{1,128}/y
/** How much of a run is first looked through for an end of the value, and how many closing signs a value may lose. */
const USUAL = 4000
const CLOSERS = 3
/** What is in quotes, a piece at a time: any more of it is read only if its beginning is a secret. */
const QUOTED: Readonly<Record<string, RegExp>> = {
  '"': /(?:[^"\\\n]|\\[^\n]){1,2000}/y,
  "'": /(?:[^'\\\n]|\\[^\n]){1,2000}/y,
  "`": /[^`\n]{1,2000}/y,
  "「": /[^」\n]{1,200}/y,
  "『": /[^』\n]{1,200}/y,
  "“": /[^”\n]{1,200}/y,
  "„": /[^“”\n]{1,200}/y,
  "«": /[^»\n]{1,200}/y,
  "»": /[^«\n]{1,200}/y,
}
const ESCAPED = /[^"'\\\n]{1,2000}/y
/** Where it is not the same sign: one of these. */
const CLOSING: Readonly<Record<string, string>> = { "「": "」", "『": "』", "“": "”", "„": "“”", "«": "»", "»": "«" }
const BLANK = /[ \t]{1,4}/y
const FLAG = /(?:^|[\s"'])--?[\w-]{0,40}$/
const NEAR = /[^\n\w]{1,4}(?:[a-z]{1,12}[^\n\w]{1,3}){0,2}/y

/** A value is judged by its beginning: otherwise a label a few characters further on would have all of the rest judged again. */
const ENOUGH = 64

type Range = Pick<SecretSpan, "start" | "end">

export function labelledSecrets(text: string, hints: ReadonlySet<string>): SecretSpan[] {
  // Letters only: dashes, ellipses and table frames are in every other output.
  const beyondAscii = !isAscii(text) && /[\u00c0-\u024f\u0370-\u1fff\u3040-\ud7ff]/.test(text)
  if (hints.size === 0 && !beyondAscii) return []
  const wanted = new Set(beyondAscii ? UNHINTED : [])
  for (const hint of hints) for (const label of LABELS_BY_HINT.get(hint) ?? []) wanted.add(label)
  return wanted.size === 0
    ? []
    : LABELS.filter((label) => wanted.has(label)).flatMap((label) => secretsBeside(label, text))
}

const UNHINTED = LABELS.filter(({ hints }) => hints === undefined)
const LABELS_BY_HINT = new Map<string, Label[]>()
for (const label of LABELS)
  for (const hint of label.hints ?? []) LABELS_BY_HINT.set(hint, [...(LABELS_BY_HINT.get(hint) ?? []), label])

function secretsBeside(label: Label, text: string): SecretSpan[] {
  const spans: SecretSpan[] = []
  let free = 0
  // `matchAll` would make a copy of the pattern each time.
  label.words.lastIndex = 0
  for (let match = label.words.exec(text); match; match = label.words.exec(text)) {
    const { index, 0: word } = match
    if (index < free) continue
    if (!begins(label, text, index)) continue
    const tail = stickyMatch(LABEL_TAIL, text, index + word.length)?.[0] ?? ""
    const found = valueAfter(text, index, index + word.length + tail.length, label) ?? valueBefore(text, index, label)
    if (!found || found.start < free) continue
    const second = found.start > index ? passwordOnLine(text, found.end, label) : undefined
    for (const one of second ? [found, second] : [found]) spans.push({ ...one, kind: label.kind })
    free = (second ?? found).end
  }
  return spans
}

function begins({ whole, after, notAfter }: Label, text: string, at: number): boolean {
  if (whole && /[A-Za-z]/.test(text.charAt(at - 1))) return false
  if (text.charAt(at - 1) === ":" && NAME_OF_SECRET.test(text.slice(Math.max(0, at - 60), at))) return false
  // The name of a group in a regular expression.
  if (text.charAt(at - 1) === "<" && /\(\?P?<$/.test(text.slice(Math.max(0, at - 4), at))) return false
  if (!after && !notAfter) return true
  const end = /[ _.-]/.test(text.charAt(at - 1)) ? at - 1 : at
  // Neither list has a word with another ending.
  if (!/[A-Za-z\d]/.test(text.charAt(end - 1))) return !after
  const before = text.slice(Math.max(0, end - 16), end).toLowerCase()
  const endsWith = (ending: string) => before.endsWith(ending)
  return after?.some(endsWith) ?? !notAfter?.some(endsWith)
}

/** What AWS calls a secret is no secret. */
const NAME_OF_SECRET = /arn:aws[\w-]{0,10}:secretsmanager:[\w-]{0,20}:\d{0,14}:$/

/** Its password is whatever comes next. */
const NETRC = /\b(?:machine[ \t]\S{1,80}|default)\s{1,4}login[ \t]\S{1,64}\s{1,4}$/

function valueAfter(text: string, start: number, at: number, label: Label): Range | undefined {
  const block = blockAfter(text, at, label)
  if (block) return block
  const below = valueBelow(text, at, label)
  if (below) return below
  const joined = jointAt(text, start, at, label)
  if (joined && EXPANSION.test(text.slice(Math.max(0, start - 60), start))) return defaultAt(text, joined.end, label)
  const isNetrc = NETRC.test(text.slice(Math.max(0, start - 160), start))
  const isAssigned = isNetrc || /^[A-Z\d_]+$/.test(text.slice(start, at))
  if (joined?.joint === "cell" && TEMPLATE.test(text.slice(Math.max(0, start - 100), start))) return
  const found = joined && candidateAt(text, joined.end, label.strength, isNetrc ? "tight" : joined.joint, isAssigned)
  return found ?? phraseAfter(text, at, label) ?? valueFurtherOn(text, at, label) ?? passwordOnLine(text, at, label)
}

const EXPANSION = /\$\{\w*$/
/** There a bar comes before the name of a filter. */
const TEMPLATE = /\{\{[^{}\n]*$/

/** In ${NAME:-…} and ${NAME:…} comes what counts if there is no value, in ${NAME:?…} what is said then. */
const DEFAULT = /[-+=]?([^-+=?#$}\s][^}\n]{0,200})\}/y

function defaultAt(text: string, at: number, { strength }: Label): Range | undefined {
  const found = stickyMatch(DEFAULT, text, at)
  const value = found?.[1] ?? ""
  if (!found || !isSecret({ value, quoted: true, joint: "tight", after: "", env: false }, strength)) return
  const end = at + found[0].length - 1
  return { start: end - value.length, end }
}

/** A colon or "is" ends its line, and a line further on has a single word. */
const BELOW =
  /(?:[ \t]{1,3}[\p{L}\p{N}._'’@-]{1,24}){0,8}?(?::|[ \t]{1,3}(?:is|ist|lautet|heißt|es|est|c['’]est):?)[ \t]{0,4}(?:\r?\n[ \t]{0,40}){1,2}(\S{8,200})[ \t]{0,4}(?![^\r\n])/uy
const WORDS_JOINED = /^\p{L}{3,}(?:[-_.]\p{L}{3,}){3,}$/u

function valueBelow(text: string, at: number, { strength }: Label): Range | undefined {
  if (strength !== "password" && strength !== "phrase") return
  const found = stickyMatch(BELOW, text, at)
  const value = found?.[1] ?? ""
  if (!found || isPlaceholder(value) || /[:(]$/.test(value)) return
  if (!isTypedPassword(value) && !(strength === "phrase" && WORDS_JOINED.test(value))) return
  const start = at + found[0].lastIndexOf(value)
  return { start, end: start + value.length }
}

const BLOCK = /["']?[ \t]{0,4}:[ \t]{0,4}[>|][+-]?[ \t]{0,4}\r?\n([ \t]{1,40})/y
const LINE = /[^\r\n]*/y

/** A block of YAML, whose first line tells what it is: words only of a passphrase. */
function blockAfter(text: string, at: number, { strength }: Label): Range | undefined {
  const head = stickyMatch(BLOCK, text, at)
  const start = at + (head?.[0].length ?? 0)
  const line = head && stickyMatch(LINE, text, start)?.[0].trim()
  if (!line) return
  const isOne = /\s/.test(line)
    ? isSecret({ value: line.slice(0, ENOUGH), quoted: true, joint: "loose", after: "", env: false }, strength)
    : candidateAt(text, start, strength, "loose", false)
  return isOne ? { start, end: endOfBlock(text, start, head[1] as string) } : undefined
}

function endOfBlock(text: string, start: number, indent: string): number {
  for (let at = start; ; ) {
    const end = at + (stickyMatch(LINE, text, at)?.[0].length ?? 0)
    const next = end + (text.startsWith("\r", end) ? 2 : 1)
    if (!text.startsWith(indent, next)) return end
    at = next
  }
}

/** With this many words in between, only a value that nobody would write for anything else counts. */
function valueFurtherOn(text: string, at: number, { strength }: Label): Range | undefined {
  if (strength === "key" || strength === "name" || !/[ \t]/.test(text.charAt(at))) return
  const least = strength === "password" ? "weak" : strength === "token" ? "name" : strength
  for (const joint of [OF_SOMETHING, CHANGED]) {
    const words = stickyMatch(joint, text, at)?.[0]
    const found = words && candidateAt(text, at + words.length, least, "said", false)
    if (found) return found
  }
  return undefined
}

/** Four words or more that no sentence consists of. */
const PHRASE = /\p{L}{3,}(?: \p{L}{3,}){3,9}(?![\p{L}\p{N}])/uy
const BEFORE_PHRASE =
  /(?:[ \t]{1,3}[\p{L}\p{N}._'’@/-]{1,24}){0,9}?(?:[ \t]{1,3}(?:is|was|ist|lautet|heißt|es|est|c['’]est)|[ \u00a0]?:)[ \t]{1,3}/uy

/** "is stored encrypted inside …" says where it is, not what. */
const IS_DONE_TO = /(?:ed|kept|hidden|written|gespeichert|hinterlegt|guardad[ao]|stockée|requise)$/i

function phraseAfter(text: string, at: number, { strength }: Label): Range | undefined {
  if (strength !== "phrase") return
  const start = at + (stickyMatch(BEFORE_PHRASE, text, at)?.[0].length ?? 0)
  const words = start > at ? stickyMatch(PHRASE, text, start)?.[0].split(" ") : undefined
  const end = words?.findIndex((word) => SEARCH_FILLERS.has(word.toLowerCase())) ?? 0
  const phrase = words?.slice(0, end < 0 ? words.length : end) ?? []
  return phrase.length >= 4 && !IS_DONE_TO.test(phrase[0] ?? "")
    ? { start, end: start + phrase.join(" ").length }
    : undefined
}

const ON_LINE = /[^\n]{1,120}/y

/** However it is worded: a word on the rest of the line that only a password looks like. */
function passwordOnLine(text: string, at: number, { strength }: Label): Range | undefined {
  if ((strength !== "password" && strength !== "weak" && strength !== "phrase") || /[\w+/]/.test(text.charAt(at)))
    return
  for (const { index, 0: word } of (stickyMatch(ON_LINE, text, at)?.[0] ?? "").matchAll(/[^\s"'`“”„«»,;()]{8,64}/g)) {
    const value = word.replace(/[.:]$/, "").replace(/^[\w.-]{2,30}:(?!\/)/, "")
    const start = at + index + word.indexOf(value)
    if (isOnlyPassword(value)) return { start, end: start + value.length }
  }
  return undefined
}

const IS_CALLED = /[ \t](?:as|is|for)[ \t](?:the|our|my|your|its|an?)[ \t]/
const CALLED_SIGN = /[^\s"'`()]/
const CALLED =
  /(?:^|[\s"'`(])([^\s"'`()]{8,240})["'`)]?[ \t](?:as|is|for)[ \t](?:the|our|my|your|its|an?)[ \t](?:[\w-]{1,30}[ \t]){0,3}[\w-]{0,30}$/

/** "use … as the API key". */
function valueBefore(text: string, start: number, { strength }: Label): Range | undefined {
  if (strength !== "token" && strength !== "password") return
  const from = Math.max(0, start - 240)
  const before = text.slice(from, start)
  const called = IS_CALLED.test(before) ? CALLED.exec(before) : undefined
  const value = called?.[1]
  if (!called || !value || !isSecret({ value, quoted: true, joint: "said", after: "", env: false }, "name")) return
  const at = from + called.index + called[0].indexOf(value)
  let begin = at
  if (at === from) while (begin > 0 && CALLED_SIGN.test(text.charAt(begin - 1))) begin--
  return { start: begin, end: at + value.length }
}

function jointAt(
  text: string,
  start: number,
  at: number,
  { strength }: Label,
): { joint: Joint; end: number } | undefined {
  const line = stickyMatch(NEXT_LINE, text, at)?.[0]
  if (line) return { joint: "loose", end: at + line.length }
  const operator = stickyMatch(OPERATOR, text, at)?.[0]
  if (operator) return { joint: jointOf(operator), end: at + operator.length }
  const copula = stickyMatch(COPULA, text, at)?.[0]
  if (copula) return { joint: "said", end: at + copula.length }
  const blank = stickyMatch(BLANK, text, at)?.[0]
  if (blank && (strength === "pin" || FLAG.test(text.slice(Math.max(0, start - 44), start))))
    return { joint: "tight", end: at + blank.length }
  if (blank) return { joint: isSignedIn(text, start) ? "said" : "beside", end: at + blank.length }
  const near = stickyMatch(NEAR, text, at)?.[0]
  return near ? { joint: "near", end: at + near.length } : undefined
}

/** "user bob, password …", and the line of a .netrc. */
function isSignedIn(text: string, start: number): boolean {
  return /\b(?:user(?:name)?|login|account)[ :=]{1,3}[^\s,;]{1,64}[,;]?[ \t](?:and |with |the )?$/i.test(
    text.slice(Math.max(0, start - 90), start),
  )
}

function jointOf(operator: string): Joint {
  if (/,\s*$/.test(operator)) return "listed"
  if (/\(\s*$/.test(operator)) return "argument"
  if (/\|\s*$/.test(operator)) return /[ \t]/.test(operator) ? "cell" : "argument"
  return /[ \t]/.test(operator) ? "loose" : "tight"
}

function candidateAt(text: string, at: number, strength: Strength, joint: Joint, env: boolean): Range | undefined {
  const quote = stickyMatch(QUOTE, text, at)
  const start = quote ? at + quote[0].length : at
  const judged = (value: string, quoted: boolean) => {
    const after = text.slice(start + value.length, start + value.length + 80).split(/[\r\n]/, 1)[0] as string
    return isSecret({ value: value.slice(0, ENOUGH), quoted, joint, after, env }, strength)
  }
  const inside = quote && quotedAt(text, start, quote)
  const isOneInside = inside && (judged(inside.value, true) || isLongAndMade(inside, strength, joint))
  if (inside?.isWhole) return isOneInside ? { start, end: start + inside.value.length } : undefined
  if (inside && isOneInside) return { start, end: inside.end() }
  const value = narrowAt(text, start)
  // Only a key counts there, and not behind a name of its own.
  if (joint === "near" && ((value?.length ?? 0) < 20 || /^\w+=/.test(value as string))) return
  const run = stickyMatch(WIDE_BEGINNING, text, start)?.[0]
  if (!run || isTooPlain(run, strength)) return
  const beginning = wholeValue(text, start, run, joint, env)
  const isOne =
    (value && judged(value, false)) ||
    isTypedSecret({ value: beginning, joint, env }, strength) ||
    (/[^\0-\x7f]/.test(beginning) && judged(beginning, false))
  if (!isOne) return
  return { start, end: start + Math.max(value?.length ?? 0, wholeLength(text, start, joint, env)) }
}

/** With a blank in it a value in quotes is a sentence, unless it has a made word. One that is short enough is found without a label, too. */
function isLongAndMade(
  { value, isWhole }: { value: string; isWhole: boolean },
  strength: Strength,
  joint: Joint,
): boolean {
  if ((isWhole && value.length <= LONGEST) || !["password", "phrase", "token"].includes(strength)) return false
  if (joint !== "tight" && joint !== "loose" && joint !== "said") return false
  return value
    .slice(0, ENOUGH)
    .split(/\s+/)
    .some((word) => /\d/.test(word) && isMade(word))
}

/**
 * What is in the quotes that are open here; undefined if the line ends before they close. If they close too far on for one piece, it is the
 * first one, and `end` goes to where they close, or to the end of a line that was cut.
 */
function quotedAt(text: string, start: number, [, escapes, plain, quote = plain as string]: RegExpExecArray) {
  const pieces = escapes ? ESCAPED : (QUOTED[quote] as RegExp)
  const inside = stickyMatch(pieces, text, start)?.[0]
  if (inside === undefined) return
  const stop = start + inside.length
  const value = plain === undefined ? inside.trimEnd() : inside
  if (stop < text.length && (escapes ? "\\" : (CLOSING[quote] ?? quote)).includes(text.charAt(stop)))
    return { value, isWhole: true, end: () => start + value.length }
  return stickyMatch(pieces, text, stop) && { value, isWhole: false, end: () => endOf(pieces, text, stop) }
}

/** More and more of a run is looked at only while nothing in it ends the value: a hostile run has a label every few characters. */
function wholeLength(text: string, start: number, joint: Joint, env: boolean): number {
  for (let most = USUAL; ; most *= 2) {
    const run = stickyMatch(WIDE, text.slice(start, start + most), 0)?.[0] ?? ""
    const { length } = wholeValue(text, start, run, joint, env)
    if (run.length < most || length < run.length - CLOSERS) return length
  }
}

/** A sentence, or the next label. */
const HAN_AND_KANA = /^[\u3041-\u30fa\u4e00-\u9fff：]+$/

/** Values that a quick look rules out: most of what is next to a label, and a hostile text may consist of nothing else. */
function isTooPlain(run: string, strength: Strength): boolean {
  if (run.length < 4 || HAN_AND_KANA.test(run)) return true
  if (strength === "password" || strength === "phrase" || strength === "pin") return false
  return run.length < 5 || /^[a-z_.,:;-]+$/.test(run)
}

function narrowAt(text: string, at: number): string | undefined {
  const bare = stickyMatch(NARROW, text, at)?.[0]
  // The full stop of a sentence; an ellipsis stays with the word that it cuts.
  return bare && /[^.][.:]$/.test(bare.slice(-2)) ? bare.slice(0, -1) : bare
}

function stickyMatch(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at
  return pattern.exec(text) ?? undefined
}
