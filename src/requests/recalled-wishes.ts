// What the user may want for good, and may have said in an earlier session too. People seldom repeat a rule as a rule ("no semicolons pls",
// later "why does every line end in semicolons again"), so such sentences are only noticed, with a wide net: the model, which sees both, judges.
import { RecentMap } from "../model/recent-map.ts"
import { CLAIM_FILLERS, ORDINARY, ORDINARY_EASTERN, SEARCH_FILLERS } from "../text/common-words.ts"
import { foldCase } from "../text/fold.ts"
import { contentKey } from "../text/matching.ts"
import { ownLines } from "../text/pasted-text.ts"
import { EASTERN_SCRIPT, pairsOf } from "../text/script.ts"
import { oneLine } from "../text/text.ts"
import { isQuestion, type Sentence, sentencesOf } from "../text/user-text.ts"
import { isNegation, stemOf, wordsIn } from "../text/words.ts"

/** A longer sentence describes a task. A message so short is one wish: its complaint names the thing, its order may not. */
const MAX_WISH = 120
/** A longer message is a task, whatever it says on the way. */
const MAX_TYPED = 400
const MAX_WISHES = 3
const MAX_RECALLED = 2

/** What of a message may be a wish. */
export function mayBeWishes(message: string): string[] {
  if (message.length > MAX_TYPED * 2) return []
  const own = ownLines(message).join("\n").trim()
  // The host's marks and commands are nobody's wish.
  if (own.length > MAX_TYPED || own.length < message.trim().length || /^[[</]/.test(own)) return []
  const sentences = sentencesOf(own.split("\n"))
  const whole = { text: own, plain: sentences.map(({ plain }) => plain).join(" ") }
  const wishes = (own.length <= MAX_WISH ? [whole] : sentences).filter(isMaybeWish)
  return wishes.slice(0, MAX_WISHES).map(({ text }) => oneLine(text, MAX_WISH))
}

function isMaybeWish({ text, plain }: Sentence): boolean {
  if (text.length > MAX_WISH || REPORTS.test(plain) || FOR_ONCE.test(plain)) return false
  if (isQuestion({ text, plain }) && ![COMPLAINS, INSISTS].some((signs) => signs.test(plain))) return false
  return [WISHES, REPEATS, BLAMES].some((signs) => signs.test(plain))
}

export function isInsisting(wish: string): boolean {
  return INSISTS.test(wish)
}

/** A space is any space; a language a line. */
function anyOf(words: string, eastern: string): RegExp {
  const list = words.trim().split(/\s+/).join("|").replaceAll("_", "\\s+")
  return new RegExp(`(?<![\\p{L}\\p{N}_-])(?:${list})(?![\\p{L}_])|${eastern}`, "iu")
}

/** A negation, a preference, a manner. */
const WISH_WORDS = `
no not never don'?t doesn'?t shouldn'?t mustn'?t without stop avoid instead rather only always prefer want must should has_to have_to need_to needs_to please pls plz keep leave use using take stick unless before first too enough but hands_off throw_out get_rid short lowercase uppercase everywhere
nicht kein(?:e[nrms]?)? nie niemals ohne statt anstatt lieber nur immer bitte soll(?:en|st|te)? muss müssen darf nimm nutze benutze verwende lass raus zuerst
no nunca jamás sin solo sólo siempre mejor prefiero quiero debes? hay_que por_favor porfa usa deja quita evita primero
pas jamais sans plutôt seulement toujours veux préfère doi[ts] faut stp svp s'il_te_plaît utilise enlève évite d'abord ni
não nunca sem só apenas sempre prefiro quero deve use tira primeiro pfv
non mai senza solo sempre preferisco voglio devi bisogna per_favore usa togli evita prima
не никогда без только всегда лучше хочу надо нужно нельзя пожалуйста используй убери сначала`
const WISHES = anyOf(
  WISH_WORDS,
  "不要|不用|不能|[别別]|[请請]|只|必[须須]|一律|[总總]是|用|ない|ください|使って|だけ|必ず|말고|마세요|지\\s?마|줘|주세요|항상|반드시|대신|만\\s",
)
/** Whoever says that it was said before, or holds always, means it for good, whatever is known of it. */
const INSIST_WORDS = `
(?:i|as_i|like_i)(?:'ve|_have)?(?:_already)?_(?:said|told|asked|mentioned) told_(?:you|u) every_(?:single_)?time each_time (?:you|u)_(?:forgot|forget|keep|kept|always) as_always like_always as_usual how_(?:often|many_times)
gesagt vergessen wie_immer jedes_mal wie_oft
(?:ya_)?te_(?:lo_)?(?:dije|he_dicho) ya_(?:lo_)?dije cada_vez olvidaste como_siempre cuántas_veces
je_t'ai_(?:déjà_)?dit j'ai_(?:déjà_)?dit chaque_fois oublié comme_toujours combien_de_fois
já_(?:te_)?(?:disse|falei|pedi) toda_(?:vez|hora) esqueceu como_sempre quantas_vezes
ti_ho_(?:già_)?detto già_detto ogni_volta dimenticato come_sempre quante_volte
(?:говорил|сказал|просил)[аи]? каждый_раз забыл[аи]? как_всегда сколько_раз`
const EASTERN_INSIST = "每次|[说說][过過]|忘了|老是|何度|毎回|言った|言いました|忘れ|매번|말했|잊"
const INSISTS = anyOf(INSIST_WORDS, EASTERN_INSIST)
/** Or only once more. */
const REPEAT_WORDS = `${INSIST_WORDS}
again already stop still once_more (?:second|third|2nd|3rd|last)_time
wieder nochmals? noch_mal erneut immer_noch hör_auf ständig
otra_vez de_nuevo todavía sigues deja_de
encore à_nouveau arrête
de_novo outra_vez ainda para_de pare_de
di_nuovo ancora smetti
опять снова ещё_раз еще_раз хватит перестань`
const REPEATS = anyOf(REPEAT_WORDS, `${EASTERN_INSIST}|又|再次|[还還]是|また|まだ|いつも|또|다시|아직도`)
/** Of what the agent did. */
const BLAMES =
  /^(?:(?:hey|no|but|and|why|ok)[,.!]*\s+)?(?:you|u|your)\s(?!are|can|could|may|should|might|will|would)|(?<!\p{L})i\s+(?:don'?t|do\s+not|never)\s+want|^why\s+(?:is|are|do|did|does|you|u)\b|!!|\?\?/iu
/** A question by its form alone. */
const COMPLAINS =
  /^(?:(?:but|and|hey|ok)\s+)?(?:why|warum|wieso|por\s?qu[eêé]|pourquoi|perché|почему|зачем)\s|^(?:can|could)\s+(?:you|u)\s.*\b(?:not|stop)\b|(?<!\p{L})(?:again|wieder|otra\s+vez|encore|de\s+novo|di\s+nuovo|опять|снова)(?!\p{L})|[?？]\P{L}*\p{L}|[又还還]|また|또/iu
/** How things are, seem or fail; what is thought about them, and what is only an answer. */
const REPORTS =
  /(?<!\p{L})(?:(?:does|do|did|is|are|was)(?:n'?t|\s+not)\s+(?:seem|work|show|appear|render|look|load|match|see|find|get)\p{L}*|(?:i|we)\s+(?:(?:do\s+not|don'?t|can'?t|cannot|still)\s+(?:see|get|have|know|find|think)|am|get|was|think|feel|guess)|not\s+(?:seeing|working|getting|found)|seems?|fail(?:s|ed|ing|ures?)?|broken|bugs?|looks?\s+like|maybe|probably|question\s+is|let'?s|can\s+we|go\s+ahead|yes|yeah|continue|https?:)(?!\p{L})/iu
const FOR_ONCE =
  /(?<!\p{L})(?:yet|today|for\s+now|right\s+now|this\s+time|heute|diesmal|vorerst|hoy|por\s+ahora|aujourd'hui|pour\s+l'instant|hoje|por\s+enquanto|oggi|per\s+ora|сегодня|пока)(?!\p{L})|[这這]次|今回|이번/iu

/** Words of weight that both sentences have: a name, two ordinary words; one, where the user says that it was said before. */
const LEAST_SHARED = 0.8
const LEAST_IF_BLAMED = 0.4
/** And so much of what the shorter one says. */
const LEAST_PART = 0.25
const LEAST_PART_ORDINARY = 0.5

/** Of earlier sentences those that may be the same wish, the likeliest first. A message sent again is no second one. */
export function recalledWishes<T extends { readonly text: string }>(wish: string, earlier: readonly T[]): T[] {
  const words = contentOf(wish)
  const isRare = rareAmong(earlier)
  const isBlaming = REPEATS.test(wish) || BLAMES.test(wish)
  const isLikely = (shared: number, of: number) =>
    shared >= (isBlaming ? LEAST_IF_BLAMED : LEAST_SHARED) &&
    shared >= of * (isBlaming || shared >= 1 ? LEAST_PART : LEAST_PART_ORDINARY)
  return earlier
    .map((one) => {
      const others = contentOf(one.text)
      const shared = weigh([...words].filter(([word]) => others.has(word) && isRare(word)))
      return { one, shared, isLikely: isLikely(shared, Math.min(weigh(words), weigh(others))) }
    })
    .filter(({ one, isLikely }) => isLikely && contentKey(one.text) !== contentKey(wish))
    .sort((a, b) => b.shared - a.shared)
    .slice(0, MAX_RECALLED)
    .map(({ one }) => one)
}

/** Whether one of many texts has most of what it says; what has not the letters is not read. */
export function isSaidIn(wish: string, texts: readonly { readonly text: string }[]): boolean {
  const words = [...contentOf(wish)]
  const least = LEAST_SAID * weigh(words)
  const rooted = words.map(([word, weight]) => ({ roots: ROOTS.get(word) ?? [word], weight }))
  const mayHave = (text: string) => {
    const said = foldCase(text)
    const isIn = (root: string) => root.includes("'") || said.includes(root)
    return rooted.reduce((sum, { roots, weight }) => (roots.some(isIn) ? sum + weight : sum), 0) >= least
  }
  const has = (text: string) => {
    const others = contentOf(text)
    return weigh(words.filter(([word]) => others.has(word))) >= least
  }
  return words.length > 0 && texts.some(({ text }) => mayHave(text) && has(text))
}

const LEAST_SAID = 0.5

function weigh(words: Iterable<readonly [string, number]>): number {
  return [...words].reduce((sum, [, weight]) => sum + weight, 0)
}

const RARE = 3
const RARE_SHARE = 0.04

/** What is in many of a project's sentences is what the project is about. */
function rareAmong(earlier: readonly { readonly text: string }[]): (word: string) => boolean {
  const counts = new Map<string, number>()
  for (const { text } of earlier)
    for (const word of contentOf(text).keys()) counts.set(word, (counts.get(word) ?? 0) + 1)
  const most = Math.max(RARE, RARE_SHARE * earlier.length)
  return (word) => (counts.get(word) ?? 0) <= most
}

/** A project's sentences are held against every new one. */
const known = new RecentMap<string, ReadonlyMap<string, number>>(700)

/** The words with a meaning, by weight: what is said of any work weighs less than a name. */
function contentOf(text: string): ReadonlyMap<string, number> {
  const content = known.get(text) ?? weighWords(text)
  known.set(text, content)
  return content
}

const ORDINARY_WEIGHT = 0.4

function weighWords(text: string): Map<string, number> {
  const said = foldCase(text.slice(0, MAX_WISH * 3)).replace(/[‘’]/g, "'")
  const words = wordsIn(said.replace(/(?<!\p{L})[dlnjs]'(?=\p{L})/gu, " "), pairsOf).filter((word) => !isEmpty(word))
  const isOrdinary = (word: string) => EASTERN_SCRIPT.test(word) || COMMON.has(keyOf(word))
  return new Map(words.map((word) => [keyOf(word), isOrdinary(word) ? ORDINARY_WEIGHT : 1]))
}

function isEmpty(word: string): boolean {
  if (EASTERN_SCRIPT.test(word)) return /^[\u3040-\u309f]+$/.test(word) || COMMON_PAIRS.has(word)
  return word.length < 2 || /^\d+$/.test(word) || isNegation(word) || FILLERS.some((words) => words.has(word))
}

function keyOf(word: string): string {
  const stem = rootOf(word)
  return SAME.get(stem) ?? stem
}

/** Languages bend their words at the end. */
function rootOf(word: string): string {
  const stem = stemOf(stemOf(word))
  return /^\p{L}{7,}$/u.test(stem) ? stem.slice(0, 6) : stem
}

/** What people say for each other, a thing a line. */
const SAME_THINGS = `summary recap tldr overview zusammenfassung
dependency deps package library
answer reply response
folder directory dir
database db
documentation docs readme
configuration config settings
message msg
function method`
  .split("\n")
  .map((line) => line.split(" ").map(rootOf))
const SAME = new Map(SAME_THINGS.flatMap((roots) => roots.map((root) => [root, roots[0] as string])))
const ROOTS = new Map(SAME_THINGS.map((roots) => [roots[0] as string, roots]))

const COMMON = new Set(ORDINARY.join(" ").split(" ").map(keyOf))
const COMMON_PAIRS = new Set(ORDINARY_EASTERN.join(" ").split(" "))
const OTHER_FILLERS =
  "u ur im dont man thing told said forgot everything brauch je tu elle on nous vous le les une des du et ou mais est sont ce cette au aux dans sur pour par avec plus j'en eu ele ela os as um uma mas é são em na do da dos das com mais já gli di che è sono nel per con più ho hai и в на с что это как но а я ты он она мы вы они у к по за из от до же ли бы modifie modifica ajoute трогай"
const FILLERS = [
  CLAIM_FILLERS,
  SEARCH_FILLERS,
  new Set(`${OTHER_FILLERS} ${WISH_WORDS} ${REPEAT_WORDS}`.split(/[\s_]+/)),
]
