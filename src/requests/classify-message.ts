// What each sentence of a user's message is: a request to remember, not to remember or to forget, a todo, a decision, a rule, or none of these. The
// user's words are taken as they are. What only looks like a request (a story, a question, a quotation) would fill the memory with noise.
import { type FactText, factText, MAX_FACT } from "../model/fact-text.ts"
import { pieceOf } from "../redaction/clean-text.ts"
import { PRIVATE_MARK } from "../redaction/private-text.ts"
import { foldCase } from "../text/fold.ts"
import type { CleanText } from "../text/known-clean.ts"
import { LIST_MARK } from "../text/paste-lines.ts"
import { type MessageLine, messageLines } from "../text/pasted-text.ts"
import { widthOf } from "../text/script.ts"
import { isQuestion, type Sentence, sentencesOf } from "../text/user-text.ts"
import { decisionIn } from "./decisions.ts"
import { correctionIn, directiveIn, withItsList } from "./directives.ts"
import { ownRequest } from "./own-cues.ts"
import { isAsking, withoutTag } from "./question-tag.ts"
import { bareWords, type Request, requestIn } from "./request.ts"
import { type Standing, standingIn } from "./standing.ts"
import { todoIn } from "./todos.ts"
import { isOfNow, isWork } from "./work-order.ts"

export interface RememberedFact extends FactText<CleanText> {
  /** The rule that found it. */
  readonly why: "user:remember" | Standing["why"]
}

export type ClassifiedMessage = Readonly<ReturnType<typeof classifyMessage>>

export interface ClassifySettings {
  /** The user's own words for "remember". */
  readonly cues?: readonly string[]
  /** Whether requests are acted on. If not, a rule is still reported, as a directive. */
  readonly requests?: boolean
}

/** Per message; more is a document, not a request. */
const MAX_FACTS = 20
/** In columns: a Chinese character says as much as two letters. */
const MIN_WIDTH = 8
/** Characters of a list or a code block below a request. */
const MAX_TYPED = 1500

export function classifyMessage(message: CleanText, { cues = [], requests = true }: ClassifySettings = {}) {
  const asked = (sentence: Sentence) => (requests ? (ownRequest(sentence, cues) ?? requestIn(sentence)) : undefined)
  const others = { forget: [], negated: [], todos: [], decisions: [], directives: [], corrections: [], maybe: [] }
  const found: Found = { facts: [], ...others }
  let bare = false
  const lines = messageLines(message)
  const said = placed(lines)
  for (let at = 0; at < said.length; at++) {
    const sentence = said[at] as Placed
    const request = inDoubt(asked(sentence), sentence)
    if (request?.beside)
      readOther({ ...sentence, ...request.beside }, { request: undefined, requests, list: () => [] }, found)
    if (request?.asks !== "keep") {
      readOther(sentence, { request, requests, list: () => listAfter(said, at) }, found)
      continue
    }
    const { bodies, next } = bodiesOf(request, { said, at, lines }, asked)
    const worth = bodies.filter((text) => isWorthKeeping(text) && !isOfNow(text))
    if (bodies.length === 0) bare = true
    else if (worth.length < bodies.length) found.maybe.push([sentence.text, ...bodies].join(" "))
    found.facts.push(...worth.map((text) => ({ text, why: REMEMBER })))
    at = next
  }
  const doubted = sentencesOf(lines.map(({ text, by }) => (by === "unknown" ? text : "")))
  found.maybe.push(...doubted.filter((one) => /keep|maybe/.test(asked(one)?.asks ?? "")).map(({ text }) => text))
  const pieces = (texts: readonly string[]) =>
    [...new Set(texts.map(withoutMarks))].map((text) => pieceOf(message, text))
  return {
    facts: distinct(
      found.facts.map(({ text, why }) => ({ ...factText(pieceOf(message, text)), why })),
      ({ text }) => text,
    ).slice(0, MAX_FACTS),
    /** Asks to remember without saying what: that is in the conversation. */
    bare,
    /** Sentences that may ask to remember: the model judges. */
    maybe: pieces(found.maybe),
    forget: shortened(found.forget),
    /** What the user explicitly does not want kept. */
    negated: shortened(found.negated),
    todos: pieces(found.todos),
    decisions: pieces(found.decisions),
    /** How things should be done from now on, word for word. */
    directives: pieces(found.directives),
    /** Corrections of the moment, word for word; repeated in another session, one becomes a rule. */
    corrections: pieces(found.corrections),
  }
}

const REMEMBER = "user:remember" as const

/** A fact shows that something private was in it; a rule or a todo does not. */
function withoutMarks(text: string): string {
  return text.replaceAll(PRIVATE_MARK, " ").replace(/ {2,}/g, " ").trim()
}

type Lists = "forget" | "negated" | "todos" | "decisions" | "directives" | "corrections" | "maybe"

interface Found extends Record<Lists, string[]> {
  readonly facts: { readonly text: string; readonly why: RememberedFact["why"] }[]
}

interface OtherSettings {
  readonly request: Request | undefined
  readonly requests: boolean
  /** The lines that the sentence announces. */
  readonly list: () => readonly string[]
}

/** Classifies a sentence that does not ask to remember; the first kind that fits wins. */
function readOther(sentence: Placed, { request, requests, list }: OtherSettings, found: Found): void {
  const { isInside } = sentence
  if (request?.asks === "forget") return void found.forget.push(request.words)
  // What the user does not want remembered is not kept as a rule or a todo either.
  if (request?.asks === "refuse") return void found.negated.push(request.words)
  // A todo ends with the session; a rule would be offered for good.
  if (request?.asks === "session") return void found.todos.push(sentence.text)
  const order = withoutTag(sentence)
  const isAsked = isQuestion(order)
  const standing = requests && !isInside ? standingIn(sentence) : undefined
  const rule = standing && bareWords(standing.text)
  if (standing?.isUnsure) return void found.maybe.push(sentence.text)
  if (standing && rule && isWorthKeeping(rule)) return void found.facts.push({ text: rule, why: standing.why })
  const todo = todoIn(sentence, isAsked)
  if (todo !== undefined) return void found.todos.push(todo)
  if (request) found.maybe.push(sentence.text)
  if (isAsked) return
  const decision = decisionIn(sentence)
  if (decision !== undefined) return void found.decisions.push(decision)
  const isSomebodys = isInside && !sentence.isOwnList
  const directive = isSomebodys ? undefined : directiveIn(order)
  if (directive !== undefined) return void found.directives.push(...withItsList(directive, list()))
  const correction = isSomebodys ? undefined : correctionIn(order)
  if (correction !== undefined) found.corrections.push(correction)
}

function listAfter(said: readonly Placed[], at: number): string[] {
  const rest = said.slice(at + 1)
  const end = rest.findIndex(({ breaks }, index) => breaks > (index === 0 ? 2 : 1))
  return rest.slice(0, end < 0 ? undefined : end).map(({ text }) => text)
}

interface Placed extends Sentence {
  /** Line breaks since the previous sentence, and the line on which this one ends. */
  readonly breaks: number
  readonly line: number
  /** Surrounded by other text. */
  readonly isInside: boolean
  /** In a short list that makes up the message, apart from a line above it: this is how people type rules for a session. */
  readonly isOwnList: boolean
}

/**
 * People put what they ask for at the beginning of a line, or say nothing else. Inside a line or a list of a longer message, or among other
 * sentences with another paragraph beside them, a request may be somebody else's words, whatever it looks like.
 */
function inDoubt(request: Request | undefined, { isInside, text }: Placed): Request | undefined {
  return isInside && request?.asks === "keep" ? { asks: "maybe", words: text, listed: false } : request
}

/** Longer lists come from a document. */
const MAX_OWN_LIST = 7

function placed(lines: readonly MessageLine[]): Placed[] {
  const own = lines.map(({ text, by }) => (by === "user" ? text : ""))
  const whole = own.join("\n")
  let [end, line, paragraph] = [0, 0, 0]
  const found = sentencesOf(own).map((sentence) => {
    const start = Math.max(end, whole.indexOf(sentence.text, end))
    const breaks = whole.slice(end, start).split("\n").length - 1
    end = start + sentence.text.length
    line += breaks + sentence.text.split("\n").length - 1
    if (breaks > 1) paragraph++
    return { ...sentence, breaks, line, paragraph, isItem: LIST_MARK.test(own[line] ?? "") }
  })
  const isAlone = found.every(({ breaks }, at) => at === 0 || breaks === 0) && lines.every(isOwnOrEmpty)
  const hasMore = found.some(({ paragraph }) => paragraph > (found[0]?.paragraph ?? 0)) || !lines.every(isOwnOrEmpty)
  const counts = Map.groupBy(
    found.filter(({ isItem }) => !isItem),
    (one) => one.paragraph,
  )
  return found.map((one, at) => {
    const isOneOfMany = hasMore && (counts.get(one.paragraph)?.length ?? 0) > 1
    const isInside = !isAlone && (one.isItem || isOneOfMany || (at > 0 && one.breaks === 0))
    return { ...one, isInside, isOwnList: one.isItem && !hasMore && found.length <= MAX_OWN_LIST }
  })
}

function isOwnOrEmpty({ text, by }: MessageLine): boolean {
  return by === "user" || text.trim() === ""
}

/** "Now fix the test" after "remember: …" is the next request, not part of what to keep. */
const NEXT_THING =
  /^(?:(?:and|und|y|et|e|а|и)\s+)?(?:now|then|next|also|please|ok|okay|so|anyway|anyhow|(?:can|could)\s+(?:you|u)|thanks?|thank\s+you|kannst\s+du|puedes|peux-tu|(?:você\s+)?pode|puoi|можешь|jetzt|dann|danke|bitte|ahora|luego|gracias|maintenant|puis|merci|agora|depois|obrigado|adesso|poi|grazie|теперь|сейчас|потом|спасибо|现在|現在|然后|然後|接下来|请|請|では|それでは|次に|そして|それから|이제|그럼|그리고)(?!\p{L})/iu

/** What a request names: the rest of its sentence, what follows a colon, the list it announces, or the code below it. */
function bodiesOf(
  request: Request,
  { said, at, lines }: { said: readonly Placed[]; at: number; lines: readonly MessageLine[] },
  asked: (sentence: Sentence) => Request | undefined,
): { bodies: string[]; next: number } {
  const goesOn = (sentence: Placed | undefined): sentence is Placed =>
    sentence !== undefined && !isAsking(sentence) && !asked(sentence)
  let next = at
  if (request.words !== "") {
    let words = request.words
    while (request.listed && said[next + 1]?.breaks === 0 && goesOn(said[next + 1])) {
      const { text } = said[next + 1] as Placed
      if (NEXT_THING.test(text) || isWork(text)) break
      words += ` ${text}`
      next++
    }
    const block = /[:：]$/.test(words) ? blockBelow(lines, said[next]?.line ?? 0) : undefined
    return { bodies: [block ? `${words} ${block}` : words], next }
  }
  const bodies: string[] = []
  let room = MAX_TYPED
  while (bodies.length < MAX_FACTS && goesOn(said[next + 1])) {
    const { breaks, text, line } = said[next + 1] as Placed
    const isItem = request.listed || LIST_MARK.test(lines[line]?.text ?? "")
    room -= text.length
    if (!isItem || room < 0 || breaks > (next === at ? 2 : 1)) break
    if (breaks === 0 && bodies.length > 0) bodies.push(`${bodies.pop()} ${text}`)
    else bodies.push(text)
    next++
  }
  const block = bodies.length === 0 ? blockBelow(lines, said[at]?.line ?? 0) : undefined
  return { bodies: block ? [block] : bodies, next }
}

/** A code block right below a request belongs to it, unless its text shows that somebody else wrote it. */
function blockBelow(lines: readonly MessageLine[], line: number): string | undefined {
  const from = lines[line + 1]?.text.trim() === "" ? line + 2 : line + 1
  if (!/^\s*(?:```|~~~)/.test(lines[from]?.text ?? "")) return undefined
  const end = lines.findIndex(({ by }, at) => at > from && by !== "code")
  const block = lines.slice(from + 1, end < 0 ? lines.length : end).map(({ text }) => text)
  const code = block
    .filter((text) => !/^\s*(?:```|~~~)/.test(text))
    .join("\n")
    .trim()
  // Data and commands normally look like pasted output; here the user has introduced them.
  const isTheirs = messageLines(code).some(({ text, by }) => by !== "user" && by !== "code" && !GIVEN.test(text))
  return code === "" || code.length > MAX_TYPED || isTheirs ? undefined : code
}

const GIVEN = /^\s*(?:[[\]{}|"]|[$%❯➜] )/

function isWorthKeeping(text: string): boolean {
  const words = text.replaceAll(PRIVATE_MARK, "").trim()
  return /[\p{L}\p{N}]/u.test(words) && widthOf(words) >= MIN_WIDTH
}

function shortened(texts: readonly string[]): string[] {
  const cut = texts.map((words) => factText(words.slice(0, MAX_FACT)).text)
  return distinct(cut, (text) => text)
    .filter((text) => /[\p{L}\p{N}]/u.test(text))
    .slice(0, MAX_FACTS)
}

function distinct<T>(items: readonly T[], textOf: (item: T) => string): T[] {
  const seen = new Set<string>()
  return items.filter((item) => {
    const key = foldCase(textOf(item))
    return !seen.has(key) && seen.add(key)
  })
}
