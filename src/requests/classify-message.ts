// What each sentence of a user's message is, decided once: a request to remember, not to remember or to forget, a todo, a decision, a rule, or
// none of these. A person who says "remember this" expects it to be kept, so the words are taken as they stand, and kept as a fact they are not
// kept a second time as a rule; what only looks like a request (a tale, a question, a quotation) would fill the memory with noise.
import { type FactText, factText, MAX_FACT } from "../model/fact-text.ts"
import { type CleanText, pieceOf } from "../redaction/clean-text.ts"
import { PRIVATE_MARK } from "../redaction/private-text.ts"
import { foldCase } from "../text/fold.ts"
import { ownLines } from "../text/pasted-text.ts"
import { EASTERN_SCRIPT, widthOf } from "../text/script.ts"
import { isQuestion, type Sentence, sentencesOf } from "../text/user-text.ts"
import { decisionIn } from "./decisions.ts"
import { correctionIn, directiveIn, withItsList } from "./directives.ts"
import { ownRequest } from "./own-cues.ts"
import { bareWords, isAsking, type Request, requestIn } from "./request.ts"
import { isMereName } from "./request-for-code.ts"
import { type Standing, standingIn } from "./standing-phrases.ts"
import { todoIn } from "./todos.ts"

export interface RememberedFact extends FactText<CleanText> {
  /** The rule that found it. */
  readonly why: "user:remember" | Standing["why"]
}

export interface ClassifiedMessage {
  readonly facts: readonly RememberedFact[]
  /** Asked to remember without saying what: it is in the conversation. */
  readonly bare: boolean
  /** What is to be forgotten. */
  readonly forget: readonly string[]
  /** What is expressly not to be kept. */
  readonly negated: readonly string[]
  readonly todos: readonly CleanText[]
  readonly decisions: readonly CleanText[]
  /** How things are to be done from here on, word for word. */
  readonly directives: readonly CleanText[]
  /** What is put right for now, word for word; said again in another session it is a rule. */
  readonly corrections: readonly CleanText[]
}

export interface ClassifySettings {
  /** Words of the user's own that ask to remember. */
  readonly cues?: readonly string[]
  /** Whether requests are acted on; a rule that nobody keeps as a fact is a rule. */
  readonly requests?: boolean
}

/** Of one message; more is a document, not a request. */
const MAX_FACTS = 20
/** Counted as columns: a Chinese character says as much as two letters. */
const MIN_WIDTH = 8

export function classifyMessage(
  message: CleanText,
  { cues = [], requests = true }: ClassifySettings = {},
): ClassifiedMessage {
  const asked = (sentence: Sentence) => (requests ? (ownRequest(sentence, cues) ?? requestIn(sentence)) : undefined)
  const found: Found = { facts: [], forget: [], negated: [], todos: [], decisions: [], directives: [], corrections: [] }
  let bare = false
  const said = placed(ownLines(message))
  for (let at = 0; at < said.length; at++) {
    const sentence = said[at] as Placed
    const request = asked(sentence)
    if (request?.asks !== "keep") {
      readOther(sentence, { request, requests, list: () => listAfter(said, at) }, found)
      continue
    }
    const { bodies, next } = bodiesOf(request, said, at, asked)
    if (bodies.length === 0 || bodies.every((words) => pointsAway(words, request))) bare = true
    else found.facts.push(...bodies.map((text) => ({ text, why: "user:remember" as const })))
    at = next
  }
  const pieces = (texts: readonly string[]) =>
    [...new Set(texts.map(withoutMarks))].map((text) => pieceOf(message, text))
  return {
    facts: distinct(
      found.facts
        .map(({ text, why }) => ({ ...factText(pieceOf(message, text)), why }))
        .filter(({ text }) => isWorthKeeping(text)),
      ({ text }) => text,
    ).slice(0, MAX_FACTS),
    bare,
    forget: lines(found.forget),
    negated: lines(found.negated),
    todos: pieces(found.todos),
    decisions: pieces(found.decisions),
    directives: pieces(found.directives),
    corrections: pieces(found.corrections),
  }
}

/** Of a fact it is worth knowing that something private was in it; of a rule it is not. */
function withoutMarks(text: string): string {
  return text.replaceAll(PRIVATE_MARK, " ").replace(/ {2,}/g, " ").trim()
}

interface Found extends Record<"forget" | "negated" | "todos" | "decisions" | "directives" | "corrections", string[]> {
  readonly facts: { readonly text: string; readonly why: RememberedFact["why"] }[]
}

interface OtherSettings {
  readonly request: Request | undefined
  readonly requests: boolean
  /** The lines that a sentence announces. */
  readonly list: () => readonly string[]
}

/** What a sentence is that does not ask to remember: the first that fits. */
function readOther(sentence: Sentence, { request, requests, list }: OtherSettings, found: Found): void {
  if (request?.asks === "forget") return void found.forget.push(request.words)
  // What is not to be remembered is not kept as a rule or a todo either.
  if (request) return void found.negated.push(request.words)
  const isAsked = isQuestion(sentence)
  const standing = !requests || isAsked || isAsking(sentence) ? undefined : standingIn(sentence)
  const rule = standing && bareWords(standing.text)
  if (standing && rule && isWorthKeeping(rule)) return void found.facts.push({ text: rule, why: standing.why })
  const todo = todoIn(sentence, isAsked)
  if (todo !== undefined) return void found.todos.push(todo)
  if (isAsked) return
  const decision = decisionIn(sentence)
  if (decision !== undefined) return void found.decisions.push(decision)
  const directive = directiveIn(sentence)
  if (directive !== undefined) return void found.directives.push(...withItsList(directive, list()))
  const correction = correctionIn(sentence)
  if (correction !== undefined) found.corrections.push(correction)
}

/** The lines below one, up to the next gap. */
function listAfter(said: readonly Placed[], at: number): string[] {
  const rest = said.slice(at + 1)
  const end = rest.findIndex(({ breaks }, index) => breaks > (index === 0 ? 2 : 1))
  return rest.slice(0, end < 0 ? undefined : end).map(({ text }) => text)
}

interface Placed extends Sentence {
  /** Line breaks between the sentence before and this one. */
  readonly breaks: number
}

function placed(own: readonly string[]): Placed[] {
  const whole = own.join("\n")
  let end = 0
  return sentencesOf(own).map((sentence) => {
    const start = Math.max(end, whole.indexOf(sentence.text, end))
    const breaks = whole.slice(end, start).split("\n").length - 1
    end = start + sentence.text.length
    return { ...sentence, breaks }
  })
}

/** "Now fix the test" after "remember: …" is the next thing asked for, not part of what is to be kept. */
const NEXT_THING =
  /^(?:now|then|next|also|please|ok|okay|so|thanks?|thank\s+you|jetzt|dann|danke|bitte|ahora|luego|gracias|现在|現在|然后|然後|接下来|请|請|では|それでは|次に|そして|それから|이제|그럼|그리고)(?![a-z])/i

/** What a request names: the rest of its sentence, what follows a colon on its line, or the lines of the list it announces. */
function bodiesOf(
  request: Request,
  said: readonly Placed[],
  at: number,
  asked: (sentence: Sentence) => Request | undefined,
): { bodies: string[]; next: number } {
  const goesOn = (sentence: Placed | undefined): sentence is Placed =>
    sentence !== undefined && !isAsking(sentence) && !asked(sentence)
  let next = at
  if (request.words !== "") {
    let words = request.words
    while (request.listed && said[next + 1]?.breaks === 0 && goesOn(said[next + 1])) {
      const { text } = said[next + 1] as Placed
      if (NEXT_THING.test(text)) break
      words += ` ${text}`
      next++
    }
    return { bodies: [words], next }
  }
  const bodies: string[] = []
  while (request.listed && bodies.length < MAX_FACTS && goesOn(said[next + 1])) {
    const { breaks, text } = said[next + 1] as Placed
    if (breaks > (next === at ? 2 : 1)) break
    if (breaks === 0 && bodies.length > 0) bodies.push(`${bodies.pop()} ${text}`)
    else bodies.push(text)
    next++
  }
  return { bodies, next }
}

const DETERMINED =
  /^(?:(?:this|that|it|these|those|everything|(?:all|any)\s+of\s+(?:this|that|it))(?:\s+(?:one|please|too|for\s+\p{L}+))*|(?:my|our|the|this|that|these|those|mein\p{L}{0,2}|unser\p{L}{0,2}|de[nrms]|das|die|diese[nrms]?|mi|mis|el|la|los|las|est[ea]s?|nuestr[oa]s?)\s+[\p{L}-]+(?:\s+[\p{L}-]+)?|(?:我的|[这這那](?:个|個|些|条|條)|[刚剛]才的?|上面的?)[^\s，。是为為用在]{0,6}|(?:これ|それ|この|その|今の|私の)[^\s、。はがをに]{0,6}|(?=[^\p{Script=Katakana}]*\p{Script=Katakana})[\p{Script=Katakana}\p{Script=Han}ーの]{1,20}|(?:이거|이것|그거|그것|이걸|그걸|내|제|방금)\s?[^\s,.은는이가을를]{0,6})[\s.!。！]*$/iu

/** "remember my mail", "save the above": the words name something that stands elsewhere. */
function pointsAway(words: string, { stated }: Request): boolean {
  if (words === "" || stated || LATER.test(words) || words.length > 80) return words === ""
  return DETERMINED.test(words) || isMereName(words) || (EASTERN_SCRIPT.test(words) && widthOf(words) < MIN_WIDTH)
}

const LATER =
  /^(?:(?:for\s+)?(?:later|next\s+time|another\s+time|tomorrow)|(?:für\s+)?(?:später|nächstes\s+mal|das\s+nächste\s+mal|morgen)|(?:para\s+)?(?:luego|después|más\s+tarde|la\s+próxima(?:\s+vez)?|mañana)|以[后後]|下次|稍[后後]|回[头頭]|晚点|晚點|あとで|後で|次回|今度|나중에|다음에|다음번에)[\s.!。！…]*$/i

function isWorthKeeping(text: string): boolean {
  const words = text.replaceAll(PRIVATE_MARK, "").trim()
  return /[\p{L}\p{N}]/u.test(words) && widthOf(words) >= MIN_WIDTH && !LATER.test(words)
}

function lines(texts: readonly string[]): string[] {
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
