// How German asks to remember and to forget. The infinitive with "zu" names something to be done, and "nicht" may come last of all.
import { anyOf, fillers, type Language, lead, MARKS, OVER, type Phrase, trail, WORD_END } from "../request-phrase.ts"

const OPENING = fillers(
  "bitte|und|also|ach|ok|okay|hey|gut|ja|übrigens|außerdem|wichtig|jetzt|dann|immer|noch\\swas|noch\\setwas|ganz\\swichtig|nebenbei",
)
const BITTE =
  "(?:\\s+(?:bitte|auch|mal|doch|immer|gut|unbedingt|noch|für\\s+(?:später|immer|die\\s+Zukunft|das\\s+nächste\\s+Mal))(?!\\p{L})){0,3}"
const DAS = `(?:das(?:\\s+(?:hier|folgende))?|dies(?:es)?|es|folgendes|folgende\\s+\\p{L}+)${WORD_END}`
const DASS = `,?\\s*dass${WORD_END}`
const STATED = anyOf(DASS, "\\s*(?=[:：])")

const MERK = `(?:merke?\\s+dir|merkt\\s+euch|merken\\s+sie\\s+sich|notiere?\\s+dir|notieren\\s+sie\\s+sich|präge?\\s+dir(?=.{0,200}\\sein))${WORD_END}`
const TALE = "(?:wie|was|wo|wer|warum|wann|als|ob)"
/** These need a clause or a colon after them: with an infinitive they ask for an act. */
const HOLD = `(?:(?:denke?|denkt|denken\\s+sie)${BITTE}\\s+da?ran|(?:vergiss|vergesst|vergessen\\s+sie)(?:\\s+${DAS})?${BITTE}\\s+nicht|halte?(?:\\s+${DAS})?${BITTE}\\s+fest|(?:erinnere?\\s+dich|erinnern\\s+sie\\s+sich)${BITTE}\\s+daran|(?:notiere?|notieren\\s+sie|speichere?|speichern\\s+sie)(?:\\s+${DAS})?${BITTE}(?:\\s+(?:in|im)\\s+(?:deinem\\s+|ihrem\\s+|dem\\s+)?Gedächtnis)?|nicht\\s+vergessen|merken?|speichern|notieren|behalte?(?:\\s+${DAS})?${BITTE}\\s+im\\s+(?:Hinterkopf|Kopf|Gedächtnis|Auge)|mache?\\s+dir${BITTE}\\s+eine\\s+Notiz|nimm${BITTE}\\s+zur\\s+Kenntnis|aktualisiere?${BITTE}\\s+dein(?:e)?\\s+(?:Gedächtnis|Erinnerung(?:en)?)|lass(?:t)?\\s+uns\\s+(?:festhalten|merken)|wir\\s+sollten\\s+(?:uns\\s+merken|festhalten))${WORD_END}`
const SAVE_THIS = `(?:speichere?|speichern\\s+sie|notiere?)\\s+${DAS}${BITTE}(?:\\s+(?:in|im)\\s+(?:deinem\\s+|ihrem\\s+|dem\\s+)?Gedächtnis)?`

const AFTERTHOUGHT = "\\s*[,;—–]\\s*(?:(?:und|also|aber)\\s+)?(?:bitte\\s+)?"
const POLITELY = "(?:,?\\s+bitte)?"
const YOU_ARE_TO = "du\\s+(?:musst|brauchst|sollst|solltest|darfst)\\s+dir\\s+"

const PHRASES: readonly Phrase[] = [
  {
    asks: "refuse",
    lead: lead(
      OPENING,
      MERK,
      BITTE,
      `(?:\\s+${DAS})?`,
      BITTE,
      "\\s+nicht(?!\\p{L}|\\s+nur)",
      BITTE,
      `(?:\\s+${DAS}${OVER})?`,
      `(?:${DASS})?`,
      MARKS,
    ),
  },
  {
    asks: "refuse",
    lead: lead(OPENING, MERK, "\\s+"),
    trail: trail("\\s+nicht"),
    unless: /[:,;]|(?<!\p{L})(?:dass|geht|ist|sind)(?!\p{L})/iu,
  },
  {
    asks: "refuse",
    lead: lead(OPENING, YOU_ARE_TO, `(?:${DAS}\\s+)?(?:bitte\\s+)?nicht\\s+(?:zu\\s+)?merken`, `(?:${DASS})?`, MARKS),
  },
  {
    asks: "refuse",
    lead: lead(
      OPENING,
      anyOf(
        "nicht\\s+(?:merken|speichern|notieren)",
        `(?:speichere?|speichern\\s+sie|notiere?)\\s+${DAS}${BITTE}\\s+nicht`,
        "(?:es\\s+ist\\s+)?nicht\\s+nötig,?\\s+dir\\s+(?:das\\s+)?zu\\s+merken",
      ),
      anyOf(STATED, OVER),
      MARKS,
    ),
  },
  {
    asks: "refuse",
    trail: trail(
      AFTERTHOUGHT,
      anyOf(
        `(?:${MERK}|speichere?)\\s+${DAS}(?:\\s+(?:bitte|aber|jetzt)){0,2}\\s+nicht`,
        "nicht\\s+(?:merken|speichern)",
      ),
      POLITELY,
    ),
  },
  {
    asks: "keep",
    polite: true,
    lead: lead(
      OPENING,
      "(?:(?:kannst|könntest|würdest|magst)\\s+du\\s+dir|(?:können|könnten|würden)\\s+sie\\s+sich)\\s+(?:das\\s+)?(?:bitte\\s+)?(?:das\\s+|folgendes\\s+)?(?:bitte\\s+)?merken",
      `(?!,?\\s+${TALE}${WORD_END})`,
      anyOf(STATED, OVER),
      MARKS,
    ),
  },
  {
    asks: "keep",
    lead: lead(
      OPENING,
      anyOf(
        "ich\\s+(?:möchte|will),?\\s+dass\\s+du\\s+dir\\s+(?:bitte\\s+)?merkst",
        "du\\s+(?:musst|sollst|solltest)\\s+dir\\s+(?:bitte\\s+)?merken",
      ),
      STATED,
      MARKS,
    ),
  },
  {
    asks: "keep",
    lead: lead(
      OPENING,
      MERK,
      BITTE,
      `(?:\\s+${DAS}${BITTE}${OVER})?`,
      `(?!,?\\s+${TALE}${WORD_END})`,
      `(?:${DASS})?`,
      MARKS,
    ),
  },
  { asks: "keep", lead: lead(OPENING, HOLD, BITTE, STATED, MARKS) },
  {
    asks: "keep",
    lead: lead(
      OPENING,
      anyOf(
        SAVE_THIS,
        "(?:vergiss|vergessen\\s+sie)\\s+das\\s+(?:bitte\\s+)?nicht",
        "(?<=bitte\\s)(?:merken|speichern|notieren)",
      ),
      "(?=[\\s.!]*$)",
      MARKS,
    ),
  },
  {
    asks: "keep",
    trail: trail(
      AFTERTHOUGHT,
      anyOf(`${MERK}\\s+${DAS}`, "(?:vergiss|vergessen\\s+sie)\\s+das\\s+(?:bitte\\s+)?nicht", "(?<=bitte\\s)merken"),
      POLITELY,
    ),
  },
  {
    asks: "forget",
    lead: lead(OPENING, "(?:lösche?|entferne?|streiche?|vergiss)\\s+"),
    trail: trail("\\s+aus\\s+(?:deinem|dem|ihrem)\\s+(?:Gedächtnis|Speicher)", POLITELY),
  },
  {
    asks: "forget",
    lead: lead(
      OPENING,
      anyOf(
        `(?:lösche?|entferne?|streiche?)${BITTE}\\s+aus\\s+(?:deinem|dem|ihrem)\\s+(?:Gedächtnis|Speicher)${STATED}`,
        `(?:lösche?|entferne?|streiche?)${BITTE}\\s+(?:die|deine|alle|jede)\\s+Erinnerung(?:en)?\\s+(?:an|über|zu|zum)${WORD_END}`,
        `du\\s+kannst${BITTE}\\s+(?:jetzt\\s+|wieder\\s+)?vergessen${DASS}`,
      ),
      MARKS,
    ),
  },
  {
    asks: "forget",
    lead: lead(OPENING, "du\\s+kannst\\s+(?:(?:jetzt|ruhig|bitte)\\s+)?"),
    trail: trail("\\s+(?:wieder\\s+|jetzt\\s+)?vergessen"),
    unless: /^(?:es|das|dies|alles|mich|ihn|sie)?$|[,;:]|(?<!\p{L})(?:nicht|nie)(?!\p{L})/iu,
  },
  {
    asks: "forget",
    lead: lead(
      OPENING,
      `(?:vergiss|vergesst|vergessen\\s+sie)${WORD_END}${BITTE}(?!\\s+nicht${WORD_END})`,
      `(?:${DASS}|\\s+(?:das\\s+mit|alles\\s+(?:über|zu)|die\\s+(?:Sache|Regel|Notiz)\\s+(?:mit|über|zu))${WORD_END})?`,
      MARKS,
    ),
    unless: /^(?:es|das|dies|alles|ihn|sie|mich)?\s*(?:[.,;!—–]|$)|(?<!\p{L})nicht[\s.!]*$/iu,
  },
]

export const GERMAN: Language = {
  cue: /merk|gedächtnis|erinnerung|notiz|kopf|kenntnis|festhalten|speicher|vergiss|vergess|notier|da?ran|\bfest|präg/i,
  phrases: PHRASES,
}
