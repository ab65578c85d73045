// Six languages besides English, told by the words that hold a sentence together. Rough on purpose: the same rules read the question and the text.
import { wordSet } from "../text/word-set.ts"

export const LANGUAGES = ["german", "french", "spanish", "portuguese", "italian", "russian"] as const
export type SearchLanguage = (typeof LANGUAGES)[number]

/** Few of them mean anything in English or in code: one alone tells nothing. */
const FUNCTION_WORDS: Readonly<Record<SearchLanguage, string>> = {
  german:
    "der das den dem des ein eine einen einem einer eines und oder aber nicht kein keine keinen ist sind waren wäre sein haben habe hatte hatten wird werden wurde wurden kann können konnte konnten soll sollen sollte sollten muss müssen musste ich du sie es wir ihr mich dich mir uns euch ihm ihn ihnen mein meine meinen dein deine unser unsere auf aus bei beim mit nach seit vom zu zum zur für über unter durch ohne um als wie wenn dass weil auch noch nur schon sehr mal bitte wer wo wann warum wieso welche welcher welches dieser diese dieses diesem diesen hier dort dann doch denn ja nein gibt bis damit wieder immer jetzt alle alles etwas nichts sich vor zwischen gegen eigentlich gerade eben nun",
  french:
    "le la les une des du aux et dans avec sur sous que qui quoi dont cet cette ces je tu il elle nous vous ils elles tes notre votre leur leurs est sont était étaient être avoir avait avons avez ont été fait mais donc pas très moins aussi encore déjà toujours jamais rien tous toute toutes quel quelle quels quelles oui chez vers depuis pendant avant après alors puis ici là où quand pourquoi combien parce comme entre peut peux faut cela ça celui celle ceux qu lorsque puisque",
  spanish:
    "el la los las una unos unas y pero está están estaba estaban hay han le les nos tu sus de del en por para sobre como qué que cuando cuándo donde dónde cómo quién cuál cuáles cuánto este esta esto estos estas ese esa eso esos esas muy más también sí al porque fue fueron ser estar era eran tiene tienen tenía hacer hace hizo puede pueden desde hasta entre aunque entonces después antes ahora aquí allí nada algo otra otro nuestro nuestra vez así",
  portuguese:
    "um uma uns umas mas é são está estão estava foi foram ser estar era eram há ela eles elas você vocês nós meu minha seu sua seus suas das por pelo pela pelos pelas para que quem qual quais quando onde como porque quanto este esta isto esse essa isso aquele aquela muito mais já também não aos à às dele dela tem têm tinha fazer faz fez pode podem desde até entre embora então depois antes agora aqui ali ainda nada tudo toda todas outra outro nosso nossa vez assim",
  italian:
    "il la gli le uno una tra che chi cui è sono era erano essere avere ho hai abbiamo avete hanno aveva dello della degli delle allo alla agli alle dallo dalla dai dagli dalle nel nello nella nei negli nelle sul sullo sulla sui sugli sulle questo questa questi queste quello quella quelli quelle quando perché anche più molto già ancora qui così tu lui lei noi voi loro mia tuo tua suo sua nostro nostra cosa quale quali quanto stato stata fatto fare può possono senza sempre niente tutto tutta tutti tutte dopo prima adesso allora",
  russian:
    "и в во не что он на я с со как а то все она так его но да ты к у же вы за бы по только ее её мне было вот от меня еще ещё нет о из ему теперь когда даже ну ли если уже или ни быть был него до вас опять уж вам ведь там потом себя ничего ей может они тут где есть надо ней для мы тебя их чем была сам без будто чего раз тоже себе под будет тогда кто этот того потому этого какой какая какие совсем ним здесь этом почти мой тем чтобы нее сейчас были куда зачем всех никогда можно при об после над тот через эти нас про всего них этой перед том такой им всегда это эта мне нам",
}

/** Too common in English or in code to tell a language, but in a question in that language they say nothing either. */
const IN_QUESTIONS: Readonly<Record<SearchLanguage, string>> = {
  german: "die war hat man bin also am an so was will fast habt hast halt dir im er",
  french: "un de en à a on par pour plus comment car son ton tout ses sans ma sa ta si ni ne mon mes ce",
  spanish: "un no son sin con dos me he o a era sea va fue ha si se lo te todo todos toda todas ya mi su es",
  portuguese: "a o e os as da do dos nas no em com se ou me te eu num numa sim ter todo todos na ao ele de",
  italian:
    "un da su ai a o i e come dove poi fra ha era ci ti vi io dal ma se si mi in lo per con non dei mai di al del mio",
  russian: "",
}

const ENGLISH = wordSet(
  "the of and to is that it for with are this be have from not you which were can we if would on by at there they has its but how what why when where who does did our my than then these those",
)

const ENGLISH_BIT = 1 << LANGUAGES.length
const marks = new Map<string, number>([...ENGLISH].map((word) => [word, ENGLISH_BIT]))
for (const [at, language] of LANGUAGES.entries())
  for (const word of wordSet(FUNCTION_WORDS[language])) marks.set(word, (marks.get(word) ?? 0) | (1 << at))

/** In which languages a word in lower case is a function word, as bits; 0 is in none. */
export function marksOf(word: string): number {
  return marks.get(word) ?? 0
}

/** Counts the marks of a text's words. */
export function languageTally() {
  const counts = new Int32Array(LANGUAGES.length + 1)
  return {
    add(bits: number): void {
      for (let at = 0; at <= LANGUAGES.length; at++) if ((bits >> at) & 1) counts[at] = (counts[at] as number) + 1
    },
    /** With at least so many marks, and more than English and any other has. */
    language(least: number): SearchLanguage | undefined {
      let best: number = LANGUAGES.length
      for (let at = 0; at < LANGUAGES.length; at++) if ((counts[at] as number) > (counts[best] as number)) best = at
      return (counts[best] as number) >= least ? LANGUAGES.at(best) : undefined
    },
    /** English has as many as any other, and at least one. */
    isEnglish(): boolean {
      const english = counts[LANGUAGES.length] as number
      return english > 0 && counts.every((count) => count <= english)
    },
    clear: () => void counts.fill(0),
  }
}

const LETTERS: Readonly<Record<SearchLanguage, RegExp>> = {
  german: /[äöüß]/i,
  french: /[çœêèàâûîë]/i,
  spanish: /[ñ¿¡]/i,
  portuguese: /[ãõ]/i,
  italian: /[òì]/i,
  russian: /[а-яё]/i,
}

/** Two words tell, or one word and a letter. */
const SURE = 2

/**
 * The language of a question, if it is not English. It is not sure if only one word or one letter tells: a name may have an umlaut. `words` are in
 * lower case.
 */
export function languageOfQuestion(words: ReadonlySet<string>, text: string) {
  const tally = languageTally()
  for (const word of words) tally.add(marksOf(word))
  if (tally.isEnglish()) return undefined
  const language = tally.language(1) ?? LANGUAGES.find((one) => LETTERS[one].test(text))
  if (!language) return undefined
  const isSure = tally.language(SURE) !== undefined || (tally.language(1) !== undefined && LETTERS[language].test(text))
  return { language, isSure }
}

const fillers = new Map(
  LANGUAGES.map((language) => [language, wordSet(FUNCTION_WORDS[language], IN_QUESTIONS[language])]),
)

/** For a question that is surely in the language. */
export function isFillerIn(language: SearchLanguage, word: string): boolean {
  return fillers.get(language)?.has(word) === true
}
