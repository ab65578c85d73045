// Whether two directives from different sessions are the same wish in other words: they are about the same things, and everything that both
// mention is wanted by both or refused by both. Interchangeable verbs count as one word ("add", "put", "write"), because people vary the verb
// first. What holds only once, or only makes sense in its conversation ("don't commit it yet"), is no standing wish.
import { onceForLatest } from "../model/once-for.ts"
import { CLAIM_FILLERS, SEARCH_FILLERS } from "../text/common-words.ts"
import { foldCase } from "../text/fold.ts"
import { anyWord, eitherOf, NEVER, NOT, WITHOUT } from "../text/negations.ts"
import { EASTERN_SCRIPT, HANGUL, KANA, pairsOf } from "../text/script.ts"
import { wordSet } from "../text/word-set.ts"
import { isNegation, stemOf, wordsIn } from "../text/words.ts"

/** Share of the combined weight that must be common; more if each mentions something that the other does not. */
const LEAST_SHARED = 0.55
const LEAST_OF_EACH_OWN = 0.7
const LOOKED_AT = 300

export function isSameDirective(one: string, other: string): boolean {
  const [first, second] = [knownWishes(one), knownWishes(other)]
  return first.some((wish) => second.some((same) => isSame(wish, same)))
}

const MOST_READ = 300

/** The texts that say the same; a cheap substring check comes first. */
export function sameDirectives<T extends { readonly text: string }>(text: string, others: readonly T[]): T[] {
  const words = [...new Set(knownWishes(text).flatMap(({ about }) => [...about.keys()]))].filter(
    (word) => !isVerb(word),
  )
  const isNear = ({ text }: T) => {
    const said = foldCase(text)
    return words.filter((word) => said.includes(word)).length >= Math.max(1, words.length / 3)
  }
  return others
    .filter(isNear)
    .slice(0, MOST_READ)
    .filter((other) => isSameDirective(text, other.text))
}

export function isStanding(text: string): boolean {
  return knownWishes(text).length > 0
}

/** A project's directives are compared with every new one. */
const knownWishes = onceForLatest(500, wishesIn)

interface Wish {
  /** What it is about, and whether each thing is wanted. */
  readonly about: ReadonlyMap<string, boolean>
  /** If present, it decides what is wanted, not the single words. */
  readonly condition: Condition | undefined
}

/** "Ask before you push" and "never push without asking" are one wish; "never ask before you push" is another. */
interface Condition {
  /** What must happen first, and before what. */
  readonly needed: ReadonlySet<string>
  readonly act: ReadonlySet<string>
  /** "Push without asking": nothing needs to come first. */
  readonly isFree: boolean
}

function isSame(one: Wish, other: Wish): boolean {
  const shared = [...one.about.keys()].filter((word) => other.about.has(word))
  const own = [one, other].map(({ about }) => [...about.keys()].filter((word) => !shared.includes(word)))
  const isTurned = (word: string) => !isVerb(word) && one.about.get(word) !== other.about.get(word)
  if (!isSameCondition(one.condition, other.condition) || (!one.condition && shared.some(isTurned))) return false
  if (
    weigh(shared) < LEAST_WEIGHT ||
    shared.every((word) => weightOf(word) < 1 && !one.condition && !EASTERN_SCRIPT.test(word))
  )
    return false
  if (own.flat().some((word) => /\p{N}/u.test(word)) || hasOtherName(one, other)) return false
  const isEachOwn = own.every((words) => words.some((word) => !isVerb(word)))
  // "Functions under 40 lines", "files under 40 lines": the difference is what they are about.
  const differing = isEachOwn ? own.flat().length : weigh(own.flat())
  return weigh(shared) / (weigh(shared) + differing) >= (isEachOwn ? LEAST_OF_EACH_OWN : LEAST_SHARED)
}

function isSameCondition(one: Condition | undefined, other: Condition | undefined): boolean {
  if (!one || !other) return one === other
  const common = (some: ReadonlySet<string>, others: ReadonlySet<string>) =>
    weigh([...some].filter((word) => others.has(word)))
  const straight = common(one.needed, other.needed) + common(one.act, other.act)
  return one.isFree === other.isFree && straight > common(one.needed, other.act) + common(one.act, other.needed)
}

/** Different names between the same words: "tabs in Go files", "tabs in Python files". */
function hasOtherName(one: Wish, other: Wish): boolean {
  const [places, others] = [placesOf(one, other), placesOf(other, one)]
  return [...places].some((place) => others.has(place))
}

/** The neighbours of each word that the other wish lacks. */
function placesOf({ about }: Wish, other: Wish): Set<string> {
  const words = [...about.keys()]
  const isOwn = (word: string) => !isVerb(word) && !VAGUE.has(word) && !other.about.has(word)
  return new Set(words.flatMap((word, at) => (isOwn(word) ? [`${words[at - 1]} ${words[at + 1]}`] : [])))
}

const FOR_ONCE =
  /(?<!\p{L})(?:yet|today|for\s+now|right\s+now|(?<!from\s)now|currently|this\s+time|at\s+the\s+moment|the\s+(?:first|second|third|other|last)|noch|heute|diesmal|jetzt|todavía|ahora|aún|encore|maintenant|ainda|agora|ancora|adesso|пока|сейчас|ещё)(?!\p{L})|(?<!\p{L})(?:this|these|those)(?!\s+(?:project|repo|repository|codebase)\b)|先不要|[这這][次个個]|今回|この|まだ|이번|아직/iu
const CONDITION = anyWord(
  `(?<free>unless|außer|sauf|${eitherOf(WITHOUT)}) before until bevor antes hasta avant prima пока прежде`,
  "(?<eastern>之前|前に|전에|(?<freely>없이))",
)
const NO_DENIAL = /(?<!\p{L})(?:(?:do\s+not|don't|dont|never)\s+forget|nicht\s+vergessen)(?!\p{L})/gu
const STOPS = /(?<!\p{L})(?:stop|avoid|quit|hör|deja|evita|arrête|pare|smetti|хватит|перестань)(?!\p{L})/u

function conditionIn(said: string, clauses: readonly string[]): Condition | undefined {
  const clause = clauses.find((one) => CONDITION.test(one))
  const found = clause === undefined ? null : CONDITION.exec(clause)
  if (clause === undefined || !found) return undefined
  const parts = [clause.slice(0, found.index), clause.slice(found.index + found[0].length)]
  const [main = "", given = ""] = found.groups?.eastern ? parts.reverse() : parts
  // "Before you commit, run the tests."
  const order = (main.trim() === "" ? said.replace(clause, " ") : main).replace(NO_DENIAL, " ")
  const isDenial = (word: string) => NEGATES.has(word) || (isNegation(word) && word !== "avoid")
  const isDenied = wordsIn(order, pairsOf).some(isDenial) !== STOPS.test(order)
  const keysOf = (part: string) => new Set(wordsOf(part).map(([word]) => word))
  const [first, second] = [keysOf(order), keysOf(given)]
  const isFree = !isDenied && (found.groups?.free ?? found.groups?.freely) !== undefined
  return isDenied || isFree ? { act: first, needed: second, isFree } : { act: second, needed: first, isFree }
}

/** The whole text, and each clause that gives an order: an added reason or second wish does not make it a different wish. */
function wishesIn(text: string): Wish[] {
  const said = foldCase(text.slice(0, LOOKED_AT))
    .replace(/[`*"“”]/g, " ")
    .replace(/[‘’]/g, "'")
    .replace(COMPLAINT, " not ")
    .replace(EASTERN_EMPTY, " ")
    .replace(GO_WITH, "use ")
    .replace(LET_DO, " ")
  if (FOR_ONCE.test(said)) return []
  const parts = said.split(CLAUSE_END)
  const clauses = parts.map((clause) => new Map(wordsOf(clause)))
  const orders = clauses.filter((about) => [...about].some(([word, isWanted]) => isVerb(word) || !isWanted))
  const condition = conditionIn(said, parts)
  const whole = new Map(clauses.flatMap((clause) => [...clause]))
  // "Don't commit it": only that conversation knows what "it" is.
  if (/(?<!\p{L})(?:it|them|that)[.!\s]*$/u.test(said) && weigh(whole.keys()) < 2) return []
  const wishes = [whole, ...orders]
  return wishes.map((about) => ({ about, condition })).filter(({ about }) => weigh(about.keys()) >= LEAST_WEIGHT)
}

/** Removed because "go" and "let" count as names elsewhere: "use tabs in Go", "never use let". */
const GO_WITH = /\bgo\s+(?:with|for)\s/g
const LET_DO = /\blet(?:'s|\s+(?:me|us|it|them|him|her|the|users?|people))\b/g
/** A name, or two lighter words. */
const LEAST_WEIGHT = 1

const CLAUSE_END =
  /[,;:!?()，。；、！]|\.(?=\s|$)|\s[—–-]\s|(?<!\p{L})(?:because|since|as\s+(?:that|it|this)|weil|porque|parce\s+que|потому\s+что|but|sondern|aber|sino|pero|mais|mas|ma|но|а(?=\s+не))(?!\p{L})/u
/** What the agent keeps doing is what the user does not want. */
const COMPLAINT = /\byou\s+(?:always|keep|kept|still)\b/g
const NEGATES = wordSet(NOT, NEVER, "ne nem")
/** Negate the verb and with it everything in the clause: "tests must never mock the database". */
const DENIES = anyWord(`${NEVER} don't dont (?:do|does|must|should|shall|may|can)(?:n't|\\s*not)`)
const TURNS = wordSet(
  WITHOUT,
  "stop avoid skip omit drop remov delet strip bypass ignor instead rather over hör statt anstatt evita deja vez lugar arrête lieu plutôt pare invés smetti invece posto вместо хватит перестань",
)
const REMOVES = new Set(["drop", "remov", "delet", "strip"])
const TURNS_BEFORE =
  /(?:forbidden|prohibited|banned|verboten|prohibido|interdit|proibido|vietato|запрещено|禁止|ではなく|じゃなく|の?代わり|ないで|しないこと|するな|ては(?:いけ|なら|だめ)|말고|대신|지\s?마|지\s?말|금지|안\s?(?:돼|됩))/u
const TURNS_CHINESE = /而不是|不要|不能|不准|不[许許]|[别別]|[请請]?勿|禁止/u

function wordsOf(clause: string): [string, boolean][] {
  if (EASTERN_SCRIPT.test(clause) && !KANA.test(clause) && !HANGUL.test(clause))
    return clause.split(TURNS_CHINESE).flatMap((part, at) => turnedWords(part, at === 0))
  const parts = clause.split(TURNS_BEFORE)
  return parts.flatMap((part, at) => turnedWords(part, at === parts.length - 1))
}

/** A second negation only repeats the first; each word of `TURNS` flips the meaning. */
function turnedWords(text: string, isWantedFirst: boolean): [string, boolean][] {
  const found: [string, boolean][] = []
  let isNegated = DENIES.test(text)
  let isTurned = !isWantedFirst
  for (const word of wordsIn(text.replace(/(?<!\p{L})[dln]'(?=\p{L})/gu, " "), pairsOf)) {
    const key = stemmed(word)
    if (TURNS.has(word) || TURNS.has(key)) isTurned = !isTurned
    if (REMOVES.has(key)) found.push(["+remove", true])
    else if (TURNS.has(word) || TURNS.has(key)) continue
    else if (NEGATES.has(word) || (isNegation(word) && !EASTERN_SCRIPT.test(word))) isNegated = true
    else if (KIND_OF.has(key)) found.push([KIND_OF.get(key) as string, true])
    else if (
      word === "let" ||
      word === "go" ||
      ![EMPTY, CLAIM_FILLERS, SEARCH_FILLERS].some((words) => words.has(word))
    )
      found.push([key, isNegated === isTurned])
  }
  return found
}

/** Interchangeable verbs, one group per line. */
const KINDS = `
add put write create insert include leave make schreib schreiben schreibe füge añadas añade ajoute ajouter mets mettre adicione aggiungere scrivere aggiungi добавляй пиши
use take choose pick switch stick verwende benutze nutze nimm usa uses usar utilise utiliser usare используй
change touch edit modify alter update rewrite ändere fass bearbeite toques edites modifique modifie трогай меняй
run execute launch start starte führe ejecuta lance esegui запускай
answer reply respond speak talk antworte responde réponds responda rispondi отвечай
ask check confirm approval permission approve say tell consult frag frage fragen pregunta demande pergunte chiedi спрашивай`
const KIND_OF = new Map(
  KINDS.trim()
    .split("\n")
    .flatMap((kind) => kind.split(" ").map((verb, _at, [first]) => [stemmed(verb), `+${first}`])),
)
/** Say only how, how much or to whom. */
const EMPTY = wordSet(
  "told said from directly direct everywhere must strictly don dont sure my mine unless thing thanks thank keep nein direkt siempre solo por favor directo toujours pas des le les du dans s'il plaît stp au et je t'ai dit sempre apenas o os as em um uma na do da e il gli nel di per favore всегда пожалуйста в на и напрямую я",
)
const EASTERN_EMPTY =
  /[请請]|以[后後]|都|一定|[务務]必|必[须須]|必ず|いつも|今後は?|(?:て|で)?ください|반드시|항상|꼭|절대|주세요|작성해줘|해줘|써줘/gu
/** Fit nearly any subject. */
const VAGUE = new Set(
  "code file project repo repository codebase new existing stuff time way place part type thing end own any use whole"
    .split(" ")
    .map(stemmed),
)

function stemmed(word: string): string {
  // "Implementing" has two endings to strip.
  const stem = stemOf(stemOf(word))
  return /^\p{L}{8,}$/u.test(stem) ? stem.slice(0, 7) : stem
}

function weightOf(word: string): number {
  if (isVerb(word)) return 0.5
  return VAGUE.has(word) ? 0.25 : EASTERN_SCRIPT.test(word) ? 0.5 : 1
}

/** A group of interchangeable verbs. */
function isVerb(word: string): boolean {
  return word.startsWith("+")
}

function weigh(words: Iterable<string>): number {
  return [...words].reduce((sum, word) => sum + weightOf(word), 0)
}
