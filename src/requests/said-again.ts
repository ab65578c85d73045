// Whether a message repeats the wish of an earlier one, although people seldom repeat it as a rule: they complain ("semicolons again"), remind
// ("as I told you"), or name it in passing. Everything that both mention must be wanted by both or refused by both; what a complaint finds is
// refused, what it misses is wanted. Reports of something broken, tasks, and wishes for one time or place do not count.
import { onceForLatest } from "../model/once-for.ts"
import { anyWord, NEVER, NO, NOT, WITHOUT } from "../text/negations.ts"
import { isQuestion, sentencesOf } from "../text/user-text.ts"
import { INSISTS, REPEATS } from "./wish-signs.ts"
import { codeNames, foldWish, weigh, weightedWords, wishContent, wishKey } from "./wish-words.ts"
import { isOrder, isTask } from "./work-order.ts"

/** A name, two ordinary words, or one that makes up most of what is said together with its verb. */
const LEAST_SHARED = 0.79
const LEAST_WITH_VERB = 0.59
const LEAST_PART = 0.59
const LEAST_IF_ALL = 0.5
/**
 * Most of the shared weight that one may want and the other refuse. More if both say "before" or "without", because such clauses are read only
 * roughly.
 */
const MOST_TURNED = 0.45
const MOST_TURNED_IF_BOUND = 0.8
/** Without a sign of repetition, the words have to prove it. */
const LEAST_UNSAID = 1
const SAME_WORDS = 0.75
/** A longer sentence that is not a rule tells a story. */
const MAX_SAID = 80

/** The newest earlier text that the later one repeats; texts that share no word with it are skipped. */
export function saidBefore<T extends { readonly text: string }>(later: string, earlier: readonly T[]): T | undefined {
  const words = [...wishContent(later)].filter(([, weight]) => weight > VERB).map(([word]) => word)
  const isNear = ({ text }: T) => {
    const others = wishContent(text)
    return words.some((word) => others.has(word))
  }
  return earlier.findLast((one) => isNear(one) && isSaidAgain(one.text, later))
}

export function isSaidAgain(earlier: string, later: string): boolean {
  const [first, second] = [readWish(earlier), readWish(later)]
  if (first.isForOnce || second.isForOnce || second.hasFailed || first.isTask || first.isReport) return false
  // Two complaints never say what is wanted.
  if (!first.isRule && !second.isRule && (first.isBlaming || first.isRepeating)) return false
  const { shared, turned, part, ofAll, isNumberOther, hasEachOwn } = compare(first, second)
  if (isNumberOther || (!first.isRule && earlier.length > MAX_SAID)) return false
  // "Run the tests", "run the tests again" is a task done twice.
  if (!first.isRule && !second.isBlaming && (first.isWork || ofAll > SAME_WORDS)) return false
  if (!second.isBlaming && !second.isRepeating) {
    const areRules = first.isRule && second.isRule && !second.isQuestion && first.hasCondition === second.hasCondition
    return areRules && !hasEachOwn && turned === 0 && shared >= LEAST_UNSAID
  }
  if (second.isWork && !second.isRule && !second.isBlaming) return false
  if (hasOtherWish(first, second, later)) return false
  if (shared < LEAST_SHARED && ofAll < LEAST_IF_ALL && !(shared >= LEAST_WITH_VERB && part >= LEAST_PART)) return false
  const most = first.hasCondition && second.hasCondition ? MOST_TURNED_IF_BOUND : MOST_TURNED
  return turned <= most * shared
}

interface Stance {
  readonly weight: number
  readonly isWanted: boolean
  readonly isRefused: boolean
}

type ReadWish = ReturnType<typeof readWish>

/** Each text is compared with many others. */
export const readWish = onceForLatest(100, (text) => {
  const whole = foldWish(text)
  const said = whole.replace(/^(?:no|nope|nein|non|нет)\s*[,!.:]\s*/, "")
  const names = codeNames(said)
  const [isRepeating, isBlaming] = [REPEATS.test(said) || said !== whole, BLAMES.test(said)]
  const clauses = said
    .replace(/[`()]/g, " ")
    .split(CLAUSE_END)
    .filter((clause) => clause.trim() !== "")
  const read = clauses.map((clause) => readClause(clause, names, isRepeating || isBlaming))
  const isRule = [NEGATES, NEGATES_BEFORE, STANDS].some((signs) => signs.test(said))
  const isWork = isOrder(said)
  return {
    words: joined(read.flatMap(({ words }) => words)),
    // What is asked for explicitly, one entry per clause.
    asked: read.flatMap(({ kind, words }) =>
      kind === "wish" && words.length > 0 ? [words.map(([word]) => word)] : [],
    ),
    numbers: said.match(/\d+/g) ?? ([] as string[]),
    isRule,
    hasCondition: CONDITION.test(said),
    isRepeating,
    isBlaming,
    isWork,
    // Work on one thing: "add a spinner".
    isTask: !isRule && isTask(said),
    isQuestion: QUESTION.test(said),
    isForOnce: FOR_ONCE.test(said),
    hasFailed: FAILS.test(said),
    // Describes a program, or holds only in one place or for a while: "the modal never closes", "no lodash in this file".
    isReport: BEHAVES.test(said) || IN_ONE_CASE.test(said),
  }
})

function kindOf(clause: string, isAccusing: boolean): "wish" | "complaint" | "either" {
  if (INSISTS.test(clause) && !/(?<!\p{L})forg[eo]t/u.test(clause)) return "wish"
  if (BLAMES.test(clause) || LACKS.test(clause)) return "complaint"
  if (WISHES.test(clause)) return "wish"
  if (REPEATS.test(clause) || THERE_IS.test(clause)) return "complaint"
  return isAccusing ? "either" : "wish"
}

/** What follows a negation is refused; in a complaint it is missed, so wanted. "Long" is read as the opposite of "short". */
function readClause(clause: string, names: ReadonlySet<string>, isAccusing: boolean) {
  const kind = kindOf(clause, isAccusing)
  const isOver = (kind === "complaint" ? MISSES_ALL : NEGATES_BEFORE).test(clause)
  const turn = kind === "complaint" ? MISSES.exec(clause) : TWICE.test(clause) ? null : NEGATES.exec(clause)
  const at = isOver ? 0 : (turn?.index ?? clause.length)
  const parts = [clause.slice(0, at), clause.slice(at)]
  const words = parts.flatMap((part, turned) =>
    weightedWords(part, names).map(([key, weight]): [string, Stance] => {
      const isWanted = ((turned === 1) === (kind === "complaint")) !== (key === LONG)
      const isEither = kind === "either"
      return [key === LONG ? SHORT : key, { weight, isWanted: isEither || isWanted, isRefused: isEither || !isWanted }]
    }),
  )
  return { kind, words }
}

function joined(words: readonly (readonly [string, Stance])[]): Map<string, Stance> {
  const all = new Map<string, Stance>()
  for (const [key, one] of words) {
    const other = all.get(key)
    const weight = Math.max(one.weight, other?.weight ?? 0)
    const [isWanted, isRefused] = [one.isWanted || other?.isWanted === true, one.isRefused || other?.isRefused === true]
    all.set(key, { weight, isWanted, isRefused })
  }
  return all
}

function compare({ words, numbers }: ReadWish, second: ReadWish) {
  const weightOf = (key: string) => Math.max(words.get(key)?.weight ?? 0, second.words.get(key)?.weight ?? 0)
  const sum = (keys: Iterable<string>) => [...keys].reduce((all, key) => all + weightOf(key), 0)
  const both = [...words.keys()].filter((key) => second.words.has(key))
  const isTurned = (key: string) => {
    const [one, other] = [words.get(key), second.words.get(key)]
    return !(one?.isWanted && other?.isWanted) && !(one?.isRefused && other?.isRefused)
  }
  const isOfLength = both.includes(SHORT) && !isTurned(SHORT)
  const [shared, one, other] = [
    sum(both) + (numbers.some((n) => second.numbers.includes(n)) ? NUMBER : 0),
    sum(words.keys()),
    sum(second.words.keys()),
  ]
  return {
    shared,
    hasEachOwn: Math.min(one, other) > sum(both) + 0.01,
    // "Short answers", "your answer is too long": both agree on the length.
    turned: isOfLength ? 0 : sum(both.filter((key) => weightOf(key) > VERB && isTurned(key))),
    part: Math.min(1, shared / Math.max(0.8, Math.min(one, other))),
    ofAll: shared / Math.max(0.4, one + other - shared),
    isNumberOther: hasOtherNumber(numbers, second.numbers),
  }
}

/** Each has a number that the other lacks. */
export function hasOtherNumber(some: readonly string[], others: readonly string[]): boolean {
  return some.some((n) => !others.includes(n)) && others.some((n) => !some.includes(n))
}

const VERB = 0.2
const NUMBER = 0.4

/** Asks for things that the first did not mention, and does not say that it repeats itself. */
function hasOtherWish(first: ReadWish, { asked }: ReadWish, later: string): boolean {
  const isCovered = (keys: readonly string[]) => keys.some((key) => first.words.has(key))
  return asked.length > 0 && !asked.some(isCovered) && !INSISTS.test(later)
}

const LONG = wishKey("long")
const SHORT = wishKey("short")

const CLAUSE_END =
  /[,;:!?，。；、！]+|\.(?=\s|$|\.)|\s[—–-]\s|(?<!\p{L})(?:because|since|but|weil|aber|sondern|porque|pero|sino|parce\s+que|mais|mas|perché|ma|потому\s+что|но)(?!\p{L})/u
/** More than negations: verbs and phrases that refuse, in several languages. What is refused depends on their place in the clause. */
const NEGATES = anyWord(
  `${NOT} ${NEVER} ${WITHOUT} no(?!_longer) not don'?t doesn'?t shouldn'?t mustn'?t cannot nothing stop avoid quit skip less instead_of rather_than over leave hands_off keep_your_hands throw remove delete drop get_rid statt evita enlève évite tira togli убери`,
  "不(?!同|对|是)|[别別勿]",
)
/** Negate the words before them: "semicolons out", "forbidden". */
const NEGATES_BEFORE =
  /(?<!\p{L})(?:raus|weg|out|alone|hands\s+off|forbidden|verboten|wrong)(?!\p{L})|ない|말고|지\s?마/u
const TWICE = /(?:n't|dont|not|never)\s+(?:stop|skip|forget|ignore|avoid|remove|delete|drop|leave|mind|hate)(?!\p{L})/u
const MISSES = anyWord(
  `${NO} ${WITHOUT} forgot forget didn'?t not no never deleted? removed? dropped un\\p{L}+ed vergessen nicht olvidaste oublié pas esqueceu dimenticato забыл[аи]? нет не`,
  "忘",
)
const MISSES_ALL =
  /(?<!\p{L})(?:missing|un\p{L}+ed|where'?s|where\s+is|fehl(?:t|en)|faltan?|manquen?t?|falta|mancan?o?|нет)(?!\p{L})/u
/** Something does not work; that is not a wish. */
const FAILS =
  /(?<!\p{L})(?:broken|breaks?|gone|out\s+of\s+date|down|died|dead|crash\p{L}*|slow|fails?|failed|hangs?|hung|stuck|complain(?:s|ing)|twice|leaks?|langsam|kaputt|lento|lent|roto|cassé|rotto|упал|сломал\p{L}*|wrong\s+(?!in\b|here\b|again\b)\p{L}+)(?!\p{L})/u
const WISHES =
  /(?<!\p{L})(?:please|pls|plz|want|wanna|only|always|never|must|should|has\s+to|have\s+to|prefer|use|keep|stick|just|first|instead|no|not|don'?t|stop|bitte|nur|immer|nicht|kein(?:e[nrms]?)?|porfa|por\s+favor|usa|siempre|stp|toujours|veux|sempre|voglio|quero|только|пожалуйста|хочу)(?!\p{L})|不要|只|ください|お願い|줘|주세요/u
/** "Still no results", "no sound again": it is missing, not unwanted. */
const LACKS =
  /^\s*(?:there\s+(?:is|are)\s+)?(?:(?:again|still|wieder|immer\s+noch|encore|toujours|otra\s+vez|de\s+nuevo|de\s+novo|di\s+nuovo|опять|снова)\s+(?:no|not|nothing|nicht|kein(?:e[nrms]?)?|pas|sin|sem|senza|нет|не)\s|(?:no|not|nothing|kein(?:e[nrms]?)?)\s(?!.*(?<!\p{L})(?:please|pls|plz|bitte)(?!\p{L})).*(?<!\p{L})(?:again|wieder)\P{L}*$)/u
const BEHAVES =
  /(?<!\p{L})(?:(?:the|it|this|that|my)\s(?:\S+\s){0,4}?(?:doesn'?t|does\s+not|never\s+\p{L}+s|works)|nothing\s+\p{L}+s|works\s+only)(?!\p{L})|^doesn'?t\s/u
const IN_ONE_CASE =
  /(?<!\p{L})(?:(?:in|on|for|to)\s+this\s+(?:file|pr|branch|commit|change|task|function|class|module|component|page|test|ticket|issue|story|demo|release|sprint|session)|for\s+the\s+(?:demo|spike|prototype)|until\s+(?:i|we|he|she|they|tomorrow|next|mon|tues|wednes|thurs|fri|satur|sun)|while\s+(?:i|we)(?:'m|'re)?)(?:day)?(?!\p{L})/u
const THERE_IS = /^\s*there(?:'s|\s+is|\s+are)(?!\p{L})/u
const BLAMES =
  /(?<!\p{L})(?:you|u|ты)\s+(?:just\s+|again\s+|опять\s+|only\s+)?(?:did(?:n'?t|\s+not)?|put|made|went|wrote|forgot|forget|talk|took|set|ran|left|used|said|broke|always|still|\p{L}{2,}ed|\p{L}{3,}л[аи]?)(?!\p{L})|(?<!\p{L})did\s+(?:you|u)\s|(?<!\p{L})hast\s+du(?!\p{L})|^(?:hey\s+|but\s+|and\s+)?why\s+(?:is|are|did|do|does|you|u)\s(?!we\b|this\b)|(?<!\p{L})i\s+(?:don'?t|do\s+not|never)\s+want|!!|\?\?|(?:is|are|was)\s+(?:wrong|noise|useless|off)(?!\p{L})|^your\s|(?:^|yet\s+)another\s|has\s+to\s+go(?!\p{L})|^(?:warum|wieso|почему|зачем|pourquoi|por\s+qu[eéê]|perché)\s|(?<!\p{L})too\s+(?:long|deep|many|much|verbose)(?!\p{L})|(?<!\p{L})where(?:'?s|\s+is)\s+(?:the|my)(?!\p{L})/u
const STANDS =
  /(?<!\p{L})(?:always|never|ever|every|each|only|prefer|must|should|ha(?:s|ve)\s+to|needs?\s+to|from\s+now\s+on|unless|before\s+you|instead|max|rather|when\s+you|whenever|keep|we\s+(?:use|have|do)|here|in\s+this\s+(?:repo|project|codebase)|immer|nie|nur|siempre|nunca|solo|toujours|jamais|sempre|mai|всегда|никогда|только)(?!\p{L})|必|一律|只|いつも|항상/u
const CONDITION = anyWord(
  `${WITHOUT} unless until before except bevor außer antes salvo avant sauf prima пока прежде`,
  "之前|前に|전에",
)
const QUESTION = /\?\s*$|^(?:what|whats|how|which|where|when|is|are|can|could|does|do(?!\s+not)|who)(?!\p{L})/u
const FOR_ONCE =
  /(?<!\p{L})(?:(?<!just\s)yet(?!\s+another)|today|for\s+now|right\s+now|(?<!from\s)now|this\s+(?:one|time)|it's\s+for|changed\s+our\s+mind|mistake|no\s+need|heute|diesmal|vorerst|hoy|por\s+ahora|aujourd'hui|pour\s+l'instant|hoje|oggi|сегодня|пока)(?!\p{L})|[这這]次|今回|이번/u

/**
 * Of two wordings of one wish, the one that a later session understands best, without what was only meant for that moment. A rule beats a
 * reproach; of two rules, the one that says more; otherwise the newer one.
 */
export function clearerWish(newer: string, older: string): string {
  const clarity = (text: string) => {
    const { isBlaming, isRepeating, isRule } = readWish(text)
    const isComplaint = REPROACHES.test(text) || isBlaming || isRepeating
    return (isComplaint ? 0 : 1000) + (isRule ? 500 : 0) + weigh(wishContent(text))
  }
  const [clearer, other] = clarity(older) > clarity(newer) ? [older, newer] : [newer, older]
  const wish = sentenceOf(clearer, other).replace(LEAD, "").replace(END, "").replace(/!+$/, "")
  return wish.charAt(0).toUpperCase() + wish.slice(1)
}

/** In "Write the fetcher. Without lodash", the sentence that the other wording is about. */
function sentenceOf(text: string, other: string): string {
  const meant = wishContent(other)
  const shared = (sentence: string) => weigh([...wishContent(sentence)].filter(([word]) => meant.has(word)))
  const all = sentencesOf([text])
  const told = all.filter((sentence) => !isQuestion(sentence))
  const sentences = (told.length > 0 ? told : all).map((sentence) => sentence.text)
  return sentences.reduce((best, one) => (shared(one) > shared(best) ? one : best), sentences[0] ?? text)
}

const LEAD =
  /^(?:(?:no|nope|wrong|nein|non|não|нет|不|いや|아니)(?:\s*[,.!:;，、。—–]+\s*|\s+-+\s+)|(?:nice|hey|um|please|pls|plz|and|but|so|ok|okay|bitte|por\s+favor|stp|per\s+favore|пожалуйста)[,\s]\s*|i(?:'ve|\s+have)?\s+(?:already\s+)?(?:said|told\s+you)(?:\s+already)?\s*[,:]\s*){1,3}/iu
const END = /[,\s]+(?:please|pls|plz|thanks|bitte|porfa|por\s+favor|stp|svp|per\s+favore|пожалуйста)[.!\s]*$/iu
const REPROACHES = /(?<!\p{L})(?:said|keep\s+\p{L}+ing|dit|disse|detto)(?!\p{L})|!/iu
