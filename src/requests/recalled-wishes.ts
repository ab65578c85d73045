// What the user may want permanently and may have said in an earlier session too. People seldom repeat a rule as a rule ("no semicolons pls",
// later "why does every line end in semicolons again"). So such sentences are only noticed, generously; the model sees both and judges.
import { foldCase } from "../text/fold.ts"
import { contentKey } from "../text/matching.ts"
import { ownLines, withoutShellQuotes } from "../text/pasted-text.ts"
import { pairsOf } from "../text/script.ts"
import { oneLine } from "../text/text.ts"
import { BLOT, blotCode, isQuestion, type Sentence, sentencesOf } from "../text/user-text.ts"
import { wordsIn } from "../text/words.ts"
import { INSIST_WORDS, REPEAT_WORDS, WISH_ROOTS, WISH_WORDS, weigh, wishContent } from "./wish-words.ts"
import { isTask } from "./work-order.ts"

/** Longer sentences describe a task. A message this short is one wish: its complaint names the thing, its order may not. */
const MAX_WISH = 120
/** Longer messages are tasks, whatever else they say. */
const MAX_TYPED = 400
const MAX_WISHES = 3
const MAX_RECALLED = 2

/** Sentences of a message that may express a lasting wish. */
export function mayBeWishes(message: string): string[] {
  return wishesIn(message, (sentence) => isMaybeWish(sentence) && hasSign(sentence))
}

/** Also keeps what only says how ("commit messages in the imperative"), in case it is repeated later. */
export function keptWishes(message: string): string[] {
  return wishesIn(message, (sentence) => isMaybeWish(sentence) && (hasSign(sentence) || saysHow(sentence)))
}

/** Saying how something should be done takes at least this many words. */
const LEAST_WORDS = 3

function saysHow({ plain }: Sentence): boolean {
  const words = wordsIn(plain, pairsOf)
  return words.length >= LEAST_WORDS && !isTask(plain)
}

function wishesIn(message: string, isKept: (sentence: Sentence) => boolean): string[] {
  if (message.length > MAX_TYPED * 2) return []
  const own = ownLines(message).join("\n").trim()
  // Marks and commands of the host are not wishes.
  if (own.length > MAX_TYPED || own.length < withoutShellQuotes(message).trim().length || /^[[</]/.test(own)) return []
  const sentences = sentencesOf(own.split("\n"))
  const whole = { text: own, plain: sentences.map(({ plain }) => plain).join(" ") }
  const wishes = (own.length <= MAX_WISH ? [whole] : sentences).filter(isKept)
  return wishes.slice(0, MAX_WISHES).map(({ text }) => oneLine(text, MAX_WISH))
}

function isMaybeWish({ text, plain }: Sentence): boolean {
  if (text.length > MAX_WISH || REPORTS.test(plain) || FOR_ONCE.test(plain)) return false
  if (isQuoting({ text, plain }) || HIDES.test(text)) return false
  return !isQuestion({ text, plain }) || [COMPLAINS, INSISTS].some((signs) => signs.test(plain))
}

/** Text with a redacted or private part would not help later. */
const HIDES = /\[(?:REDACTED|private\])/
/** A longer quotation is more than a name. */
const MAX_NAME = 16

/** A quotation is somebody else's wish. */
function isQuoting({ text, plain }: Sentence): boolean {
  const blotted = (one: string) => one.split(BLOT).length
  return blotted(plain) - blotted(blotCode(text)) > MAX_NAME
}

function hasSign({ plain }: Sentence): boolean {
  return [WISHES, REPEATS, BLAMES].some((signs) => signs.test(plain))
}

export function isInsisting(wish: string): boolean {
  return INSISTS.test(wish)
}

/** One language per line; `_` stands for any white space. */
function anyOf(words: string, eastern: string): RegExp {
  const list = words.trim().split(/\s+/).join("|").replaceAll("_", "\\s+")
  return new RegExp(`(?<![\\p{L}\\p{N}_-])(?:${list})(?![\\p{L}_])|${eastern}`, "iu")
}

const WISHES = anyOf(
  WISH_WORDS,
  "不要|不用|不能|[别別]|[请請]|只|必[须須]|一律|[总總]是|用|ない|ください|使って|だけ|必ず|말고|마세요|지\\s?마|줘|주세요|항상|반드시|대신|만\\s",
)
const EASTERN_INSIST = "每次|[说說][过過]|忘了|老是|何度|毎回|言った|言いました|忘れ|매번|말했|잊"
export const INSISTS = anyOf(INSIST_WORDS, EASTERN_INSIST)
export const REPEATS = anyOf(REPEAT_WORDS, `${EASTERN_INSIST}|又|再次|[还還]是|また|まだ|いつも|또|다시|아직도`)
/** Blames the agent. */
const BLAMES =
  /^(?:(?:hey|no|but|and|why|ok)[,.!]*\s+)?(?:you|u|your)\s(?!are|can|could|may|should|might|will|would)|(?<!\p{L})i\s+(?:don'?t|do\s+not|never)\s+want|^why\s+(?:is|are|do|did|does|you|u)\b|!!|\?\?/iu
/** A question only in form: "why is X still there?" */
const COMPLAINS =
  /^(?:(?:but|and|hey|ok)\s+)?(?:why|warum|wieso|por\s?qu[eêé]|pourquoi|perché|почему|зачем)\s|^(?:can|could)\s+(?:you|u)\s.*\b(?:not|stop)\b|(?<!\p{L})(?:again|wieder|otra\s+vez|encore|de\s+novo|di\s+nuovo|опять|снова)(?!\p{L})|[?？]\P{L}*\p{L}|[又还還]|また|또/iu
/** Says how things are, seem or fail, what somebody thinks, or only answers. */
const REPORTS =
  /(?<!\p{L})(?:(?:does|do|did|is|are|was)(?:n'?t|\s+not)\s+(?:seem|work|show|appear|render|look|load|match|see|find|get)\p{L}*|(?:i|we)\s+(?:(?:do\s+not|don'?t|can'?t|cannot|still)\s+(?:see|get|have|know|find|think)|am|get|was|think|feel|guess)|not\s+(?:seeing|working|getting|found)|seems?|fail(?:s|ed|ing|ures?)?|broken|bugs?|looks?\s+like|maybe|probably|question\s+is|expected|let'?s|can\s+we|go\s+ahead|yes|yeah|continue|https?:)(?!\p{L})/iu
const FOR_ONCE =
  /(?<!\p{L})(?:yet|today|for\s+now|right\s+now|this\s+time|heute|diesmal|vorerst|hoy|por\s+ahora|aujourd'hui|pour\s+l'instant|hoje|por\s+enquanto|oggi|per\s+ora|сегодня|пока)(?!\p{L})|[这這]次|今回|이번/iu

/** Weight that both sentences must share: a name or two ordinary words; one is enough if the user says that it was said before. */
const LEAST_SHARED = 0.8
const LEAST_IF_BLAMED = 0.4
/** And the share of the shorter sentence that this must be. */
const LEAST_PART = 0.25
const LEAST_PART_ORDINARY = 0.5

/** Earlier sentences that may express the same wish, likeliest first. The same message sent again does not count. */
export function recalledWishes<T extends { readonly text: string }>(wish: string, earlier: readonly T[]): T[] {
  const words = wishContent(wish)
  const isRare = rareAmong(earlier)
  const isBlaming = REPEATS.test(wish) || BLAMES.test(wish)
  const isLikely = (shared: number, of: number) =>
    shared >= (isBlaming ? LEAST_IF_BLAMED : LEAST_SHARED) &&
    shared >= of * (isBlaming || shared >= 1 ? LEAST_PART : LEAST_PART_ORDINARY)
  return earlier
    .map((one) => {
      const others = wishContent(one.text)
      const shared = weigh([...words].filter(([word]) => others.has(word) && isRare(word)))
      return { one, shared, isLikely: isLikely(shared, Math.min(weigh(words), weigh(others))) }
    })
    .filter(({ one, isLikely }) => isLikely && contentKey(one.text) !== contentKey(wish))
    .sort((a, b) => b.shared - a.shared)
    .slice(0, MAX_RECALLED)
    .map(({ one }) => one)
}

/** Whether one of many texts contains most of the wish; a cheap substring check comes first. */
export function isSaidIn(wish: string, texts: readonly { readonly text: string }[]): boolean {
  const words = [...wishContent(wish)]
  const least = LEAST_SAID * weigh(words)
  const rooted = words.map(([word, weight]) => ({ roots: WISH_ROOTS.get(word) ?? [word], weight }))
  const mayHave = (text: string) => {
    const said = foldCase(text)
    const isIn = (root: string) => root.includes("'") || said.includes(root)
    return rooted.reduce((sum, { roots, weight }) => (roots.some(isIn) ? sum + weight : sum), 0) >= least
  }
  const has = (text: string) => {
    const others = wishContent(text)
    return weigh(words.filter(([word]) => others.has(word))) >= least
  }
  return words.length > 0 && texts.some(({ text }) => mayHave(text) && has(text))
}

const LEAST_SAID = 0.5

const RARE = 3
const RARE_SHARE = 0.04

/** A word in many of a project's sentences is just what the project is about. */
function rareAmong(earlier: readonly { readonly text: string }[]): (word: string) => boolean {
  const counts = new Map<string, number>()
  for (const { text } of earlier)
    for (const word of wishContent(text).keys()) counts.set(word, (counts.get(word) ?? 0) + 1)
  const most = Math.max(RARE, RARE_SHARE * earlier.length)
  return (word) => (counts.get(word) ?? 0) <= most
}
