// How Spanish asks to remember and to forget, with tú, usted and vos. "Recuerda" before an infinitive asks for an act, "no olvides" to keep.
import { anyOf, fillers, type Language, lead, MARKS, OVER, type Phrase, trail, WORD_END } from "../request-phrase.ts"

const OPENING = fillers(
  "por\\sfavor|porfa|y|ah|ok|okay|oye|bueno|vale|sí|además|también|importante|ahora|siempre|pues|entonces|una\\scosa\\smás|por\\scierto",
)
const PLEASE =
  "(?:,?\\s+(?:por\\s+favor,?|siempre|también|bien|para\\s+(?:siempre|luego|más\\s+tarde|la\\s+próxima|el\\s+futuro))(?!\\p{L})){0,3}"
const THIS = `(?:esto|eso|lo\\s+siguiente)${WORD_END}`
const THAT = `(?:\\s+de)?\\s+que${WORD_END}`
const STATED = anyOf(THAT, "\\s*(?=[:：])")
const IN_MEMORY = "(?:\\s+(?:en|a)\\s+(?:la\\s+|tu\\s+|su\\s+)?memoria)"

const TALE = `(?:cuando|cuándo|cómo|como|qué|quién|dónde|si|aquel\\p{L}*|ese\\s+día|la\\s+(?:última\\s+|otra\\s+)?vez|\\p{L}+(?:ar|er|ir)(?:l[oae]s?|se|me|te|nos)?)`
const REMEMBER = `(?:recuerda|recuerde|recuerden|recordad|recordá|memoriza|memorice|memorizá|acuérdate|acuérdese|acordate)${WORD_END}(?!(?:\\s+de)?\\s+${TALE}${WORD_END})`
const HOLD = `(?:(?:anota|anote|anotá|apunta|apunte|toma\\s+nota|tome\\s+nota|guarda|guarde|guardá)(?:\\s+${THIS})?${IN_MEMORY}?|(?:añade|añada|agrega|agregue|agregá)(?:\\s+${THIS})?${IN_MEMORY}|no\\s+(?:(?:te|se)\\s+)?olvid(?:es|e|éis|en)|(?:ten|tenga|tené|tengan)(?:\\s+${THIS})?\\s+(?:en\\s+cuenta|presente|en\\s+mente)|(?:actualiza|actualice|actualizá)\\s+(?:tu|su|la)\\s+memoria|(?:haz|haga|hacé)\\s+una\\s+nota|(?:toma|tome|tomá)\\s+nota|recordemos)${WORD_END}`
const SUBJUNCTIVE = "(?:recuerdes|recuerde|recuerden|recordéis|memorices|memorice)"
const INFINITIVE = "(?:recordar|memorizar)"

const AFTERTHOUGHT = "\\s*[,;—–]\\s*(?:(?:y|pero|así\\s+que)\\s+)?(?:por\\s+favor,?\\s+)?"
const POLITELY = "(?:,?\\s+por\\s+favor)?"

const PHRASES: readonly Phrase[] = [
  {
    asks: "refuse",
    lead: lead(
      OPENING,
      anyOf(
        `(?:no|nunca|jamás)\\s+(?:lo\\s+)?${SUBJUNCTIVE}${WORD_END}`,
        `no\\s+(?:hace\\s+falta|es\\s+necesario)\\s+(?:que\\s+${SUBJUNCTIVE}|${INFINITIVE})${WORD_END}`,
        `no\\s+(?:tienes|tiene|hay)\\s+que\\s+${INFINITIVE}${WORD_END}`,
        `no\\s+(?:necesitas|necesita)\\s+${INFINITIVE}${WORD_END}`,
        `no\\s+(?:quiero|quisiera)\\s+que\\s+${SUBJUNCTIVE}${WORD_END}`,
      ),
      `(?:\\s+${THIS}${OVER})?`,
      `(?:${THAT})?`,
      MARKS,
    ),
  },
  {
    asks: "refuse",
    lead: lead(
      OPENING,
      `(?:no|nunca|jamás)\\s+(?:guardes|guarde|anotes|anote|apuntes|apunte)${WORD_END}(?:\\s+${THIS})?${IN_MEMORY}?`,
      anyOf(STATED, `(?<=${THIS}|memoria)${OVER}`),
      MARKS,
    ),
  },
  {
    asks: "refuse",
    trail: trail(
      AFTERTHOUGHT,
      `no\\s+(?:lo\\s+${SUBJUNCTIVE}|${SUBJUNCTIVE}\\s+${THIS}|lo\\s+(?:guardes|anotes))`,
      POLITELY,
    ),
  },
  {
    asks: "keep",
    polite: true,
    lead: lead(
      OPENING,
      anyOf(
        `(?:puedes|podrías|puede|podría),?\\s+por\\s+favor,?\\s+${INFINITIVE}`,
        `(?:puedes|podrías|puede|podría)\\s+${INFINITIVE},?\\s+por\\s+favor,?`,
        `(?:puedes|podrías|puede|podría|podés)\\s+${INFINITIVE}`,
      ),
      anyOf(STATED, `\\s+${THIS}${OVER}`),
      MARKS,
    ),
  },
  {
    asks: "keep",
    lead: lead(
      OPENING,
      anyOf(
        `(?:quiero|necesito|quisiera|me\\s+gustaría)\\s+que\\s+${SUBJUNCTIVE}`,
        `(?:debes|debe|tienes\\s+que|tiene\\s+que)\\s+${INFINITIVE}`,
      ),
      anyOf(STATED, `\\s+${THIS}${OVER}`),
      MARKS,
    ),
  },
  { asks: "keep", lead: lead(OPENING, REMEMBER, PLEASE, `(?:\\s+${THIS}${PLEASE}${OVER})?`, `(?:${THAT})?`, MARKS) },
  { asks: "keep", lead: lead(OPENING, HOLD, PLEASE, anyOf(STATED, `(?<=${THIS}|memoria)(?=[\\s.!]*$)`), MARKS) },
  {
    asks: "keep",
    trail: trail(
      AFTERTHOUGHT,
      anyOf(
        "recuérd[ae]lo",
        "acuérdate",
        `recuerd[ae]\\s+${THIS}`,
        "memoríz[ae]lo",
        "anót[ae]lo",
        "apúnt[ae]lo",
        "no\\s+(?:lo|te|se\\s+lo)\\s+olvid(?:es|e)",
      ),
      POLITELY,
    ),
  },
  {
    asks: "forget",
    lead: lead(OPENING, "(?:borra|elimina|quita|borre|elimine|olvida)\\s+"),
    trail: trail("\\s+de\\s+(?:la\\s+|tu\\s+|su\\s+)?memoria", POLITELY),
  },
  {
    asks: "forget",
    lead: lead(
      OPENING,
      anyOf(
        `(?:borra|elimina|quita|borre|elimine)\\s+de\\s+(?:la|tu|su)\\s+memoria${STATED}`,
        `(?:borra|elimina|quita|borre|elimine)\\s+(?:el|tu|los|tus|la)\\s+(?:recuerdos?|memoria)\\s+(?:sobre|de(?:\\s+que)?|acerca\\s+de)${WORD_END}`,
        `(?:ya\\s+)?(?:puedes|puede|podés)\\s+(?:olvidar|olvidarte\\s+de|olvidarse\\s+de)(?:\\s+(?:que|lo\\s+de(?:\\s+que)?))?${WORD_END}`,
      ),
      MARKS,
    ),
    unless: /^(?:eso|esto|todo|ello)?\s*(?:[.,;!—–]|$)/i,
  },
  {
    asks: "forget",
    lead: lead(
      OPENING,
      `(?:olvida|olvide|olviden|olvidá|(?:olvídate|olvídese|olvidate)(?:\\s+de)?)${WORD_END}`,
      PLEASE,
      `(?:\\s+(?:que|lo\\s+de(?:\\s+que)?|lo\\s+que\\s+(?:te\\s+)?dije\\s+(?:sobre|de)|todo\\s+(?:lo\\s+de|sobre))${WORD_END})?`,
      MARKS,
    ),
    unless: /^(?:eso|esto|todo|ello)?\s*(?:[.,;!—–]|$)|^contraseña/i,
  },
]

export const SPANISH: Language = {
  cue: /rec(?:uerd|ord|uérd)|memor|acu[eé]rd|acord|anot|anót|apunt|apúnt|nota|guard|olv[ií]d|en\s+cuenta|presente|en\s+mente/i,
  phrases: PHRASES,
}
