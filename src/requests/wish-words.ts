// The words of what may be a wish: which carry meaning, how much each weighs, and which are interchangeable. A name weighs more than an everyday
// word of the trade, and a verb of doing hardly anything.
import { onceForLatest } from "../model/once-for.ts"
import { CLAIM_FILLERS, ORDINARY, ORDINARY_EASTERN, SEARCH_FILLERS } from "../text/common-words.ts"
import { foldCase } from "../text/fold.ts"
import { EASTERN_SCRIPT, pairsOf } from "../text/script.ts"
import { wordSet } from "../text/word-set.ts"
import { isNegation, stemOf, wordsIn } from "../text/words.ts"

export const WISH_WORDS = `
no not never don'?t doesn'?t shouldn'?t mustn'?t without stop avoid instead rather only always prefer want must should has_to have_to need_to needs_to please pls plz keep leave use using take stick unless before first too enough but hands_off throw_out get_rid short lowercase uppercase everywhere
nicht kein(?:e[nrms]?)? nie niemals ohne statt anstatt lieber nur immer bitte soll(?:en|st|te)? muss müssen darf nimm nutze benutze verwende lass raus zuerst
no nunca jamás sin solo sólo siempre mejor prefiero quiero debes? hay_que por_favor porfa usa deja quita evita primero
pas jamais sans plutôt seulement toujours veux préfère doi[ts] faut stp svp s'il_te_plaît utilise enlève évite d'abord ni
não nunca sem só apenas sempre prefiro quero deve use tira primeiro pfv
non mai senza solo sempre preferisco voglio devi bisogna per_favore usa togli evita prima
не никогда без только всегда лучше хочу надо нужно нельзя пожалуйста используй убери сначала`
/** Whoever says that it was said before, or always holds, means it permanently. */
export const INSIST_WORDS = `
(?:i|as_i|like_i)(?:'ve|_have)?(?:_already)?_(?:said|told|asked|mentioned) told_(?:you|u) every_(?:single_)?time each_time (?:you|u)_(?:forgot|forget|keep|kept|always) as_always like_always as_usual how_(?:often|many_times)
gesagt vergessen wie_immer jedes_mal wie_oft
(?:ya_)?te_(?:lo_)?(?:dije|he_dicho) ya_(?:lo_)?dije cada_vez olvidaste como_siempre cuántas_veces
je_t'ai_(?:déjà_)?dit j'ai_(?:déjà_)?dit chaque_fois oublié comme_toujours combien_de_fois
já_(?:te_)?(?:disse|falei|pedi) toda_(?:vez|hora) esqueceu como_sempre quantas_vezes
ti_ho_(?:già_)?detto già_detto ogni_volta dimenticato come_sempre quante_volte
(?:говорил|сказал|просил)[аи]? каждый_раз забыл[аи]? как_всегда сколько_раз`
/** These may also mean just one more time. */
export const REPEAT_WORDS = `${INSIST_WORDS}
again already stop still once_more (?:second|third|2nd|3rd|last)_time
wieder nochmals? noch_mal erneut immer_noch hör_auf ständig
otra_vez de_nuevo todavía sigues deja_de
encore à_nouveau arrête
de_novo outra_vez ainda para_de pare_de
di_nuovo ancora smetti
опять снова ещё_раз еще_раз хватит перестань`

export function weigh(words: Iterable<readonly [string, number]>): number {
  return [...words].reduce((sum, [, weight]) => sum + weight, 0)
}

const LOOKED_AT = 360

/** Folded, with straight apostrophes, and without elisions such as the French "l'". */
export function foldWish(text: string): string {
  return foldCase(text.slice(0, LOOKED_AT))
    .replace(/[‘’]/g, "'")
    .replace(/tl;dr/g, "tldr")
    .replace(/(?<!\p{L})[dlnjst]'(?=\p{L})/gu, " ")
}

/** A project's sentences are compared with every new one. */
const MOST_COMPARED = 700

export const wishContent = onceForLatest(MOST_COMPARED, (text): ReadonlyMap<string, number> => {
  const said = foldWish(text)
  return new Map(weightedWords(said, codeNames(said)))
})

const ORDINARY_WEIGHT = 0.4
const VERB_WEIGHT = 0.2

/** Takes a folded text. A filler word counts as a name if it is written as code (`any`). */
export function weightedWords(said: string, names: ReadonlySet<string>): [string, number][] {
  const words = wordsIn(said.replace(ENDING, " ").replace(/[._/]/g, " "), pairsOf).filter(
    (word) => names.has(word) || !isEmpty(word),
  )
  return words.map((word) => {
    const key = wishKey(word)
    if (names.has(word)) return [key, 1]
    if (VERBS.has(key)) return [key, VERB_WEIGHT]
    return [key, EASTERN_SCRIPT.test(word) || COMMON.has(key) ? ORDINARY_WEIGHT : 1]
  })
}

/** File extensions. */
const ENDING = /(?<=\w)\.(?:[jt]sx?|py|go|rs|md|ya?ml|json|s?css|[ch]|cpp|java|rb|php|sh|sql|toml|lock|txt)(?!\w)/g
const CODE = /`(\w{2,20})`|(?<!\w)\.(\w{2,20})|(\w{2,20})\(\)|(?<![\w/.])([a-z]{3,12})\/([a-z]{3,12})(?![\w/.])/g
const ANY_TYPE = /(?<!\p{L})any(?=\s*(?:$|[.,;!]|(?:in|as|ni|dans|types?)\b))/u

export function codeNames(said: string): Set<string> {
  const written = [...said.matchAll(CODE)].flatMap(([, ...names]) => names.filter((name) => name !== undefined))
  return new Set(ANY_TYPE.test(said) ? [...written, "any"] : written)
}

function isEmpty(word: string): boolean {
  if (EASTERN_SCRIPT.test(word)) return /^[\u3040-\u309f]+$/.test(word) || COMMON_PAIRS.has(word)
  return word.length < 2 || /^\d+$/.test(word) || isNegation(word) || FILLERS.some((words) => words.has(word))
}

export function wishKey(word: string): string {
  const stem = rootOf(word)
  return SAME.get(stem) ?? stem
}

/** Stems cut to six letters: languages inflect words at the end. */
function rootOf(word: string): string {
  const stem = stemOf(stemOf(word))
  return /^\p{L}{7,}$/u.test(stem) ? stem.slice(0, 6) : stem
}

/** Interchangeable words, one group per line. */
const SAME_THINGS = `summary recap tldr overview zusammenfassung resumen résumé
dependency deps dep package library
answer reply response respond talk antworte antworten responde réponds
folder directory dir
database db
documentation docs doc readme markdown
configuration config settings
production prod
message msg
function method
mock fake stub
short brief terse concise shorter kurz corto court
long verbose essay novel lengthy lang largo
apologize apologizing apologise sorry
german deutsch alemán allemand tedesco
english englisch inglés anglais inglese английский английском английские
spanish spanisch español espagnol
french französisch francés français
logger logging log
linter lint linting eslint clippy ruff pylint flake8
format formatter formatting prettier gofmt rustfmt formatiert
emoji emojis smiley sparkles rocket
inheritance inherit subclass superclass hierarchy extends
guess invent assume hallucinate inventes raten
upgrade bump version
exception except catch
sudo root
malloc heap alloc allocate allocation
indent indentation einrückung indented
i18n translation translate localize
name naming namen nombre nom
explain explanation erkläre explique
python py
typescript ts
javascript js
hint annotation
whole full entire complete
test spec regression suite prueba тест тесты
backend server
comment kommentar kommentare comentario commentaire комментарии комменты
tab tabulaciones
uppercase upper capital
lowercase lower
file fichier datei archivo
edit touch change modify alter update ändere modifie
add put write create insert include make pull schreib schreiben schreibe
delete remove drop
ask confirm approval permission ok requested
code coding implement`
  .split("\n")
  .map((line) => line.split(" ").map(rootOf))
const SAME = new Map(SAME_THINGS.flatMap((roots) => roots.map((root) => [root, roots[0] as string])))
export const WISH_ROOTS = new Map(SAME_THINGS.map((roots) => [roots[0] as string, roots]))
/** Subjects that agents are told about in every project. */
export const WISH_TOPICS = new Set(
  "comment docstring test mock commit push branch merge squash rebase pr dependency npm pnpm yarn pip uv lockfile english german answer short long summary emoji format lint type any exception error logger print docs file plan diff ask name import export function class indent tab space line semicolon generated migration config production upgrade sorry explain style utc date null async await keyword"
    .split(" ")
    .map(wishKey),
)
const VERBS = new Set("edit add delete ask use take run show make keep want leave".split(" ").map(wishKey))

const COMMON = new Set([...wordSet(...ORDINARY)].map(wishKey))
const COMMON_PAIRS = wordSet(...ORDINARY_EASTERN)
const OTHER_FILLERS =
  "nochmal nochmals u ur im dont didn man way thing stuff myself yourself told said forgot everything brauch je tu elle on nous vous le les une des du et ou mais est sont ce cette au aux dans sur pour par avec plus j'en eu ele ela os as um uma mas é são em na do da dos das com mais já gli di che è sono nel per con più ho hai и в на с что это как но а я ты он она мы вы они у к по за из от до же ли бы modifica ajoute трогай"
const MEANT = new Set(["short", "lowercase", "uppercase"])
const FILLERS = [
  CLAIM_FILLERS,
  SEARCH_FILLERS,
  new Set(`${OTHER_FILLERS} ${WISH_WORDS} ${REPEAT_WORDS}`.split(/[\s_]+/).filter((word) => !MEANT.has(word))),
]
