// Where what is to be kept ends and the next task begins: "remember that we use pnpm and then fix the test". In "we build the image and then
// push it" the same words are the fact itself, so it is cut only where what follows can hardly be part of what was said.
import { hasSubjectAndVerb } from "./statement.ts"

/** Verbs that ask for work; the weak ones also tell how people work, as in "we tag it and then update the changelog". */
const EN_TASK =
  "(?:fix|implement|refactor|debug|investigate|explain|continue|finish|help|look|show|tell|go\\s{1,3}ahead|proceed|resume|let's|(?:please|kindly)\\s{1,3}\\p{L}+|(?:can|could|would)\\s{1,3}you)"
const EN_WEAK =
  "(?:add|create|write|update|change|remove|delete|make|start|try|find|check|clean|generate|open|read|apply|review|rename|rewrite|run|build|deploy|push|commit|test|answer|summari[sz]e|do)"
const SAME_THING =
  "(?!\\s{1,3}(?:(?:it|them|accordingly)(?!\\p{L})|(?:that|this|those|these)\\s{0,3}(?:[.,;!]|$)))(?!\\p{L})"
/** What lasts, so that a deed beside it is another matter. */
const LASTING =
  /^(?:[^\s,;:]{1,80}\s+){0,5}?(?:uses?|is|are|am|has|have|needs?|prefers?|likes?|hates?|loves?|wants?|requires?|runs?\s+on|lives?|expects?|moved|switched|migrated|listens?|called|'s|always|never|don't|doesn't)(?!\p{L})/iu
const lasts = (head: string) => LASTING.test(head)
const tells = (head: string) => lasts(head) || hasSubjectAndVerb(head)
/** A sequence of steps, or a rule about one. */
const IN_ORDER =
  /\b(?:first|when|whenever|if|before|after|once|each\s+time|you|zuerst|erst|wenn|primero|cuando)\b|先|每次/i

const DE_TASK =
  "(?:(?:bitte\\s{1,3})?(?:fixe?|behebe?|repariere?|implementiere?|korrigiere?|refaktoriere?|erkläre?|zeige?|hilf|schau|suche?|füge?|schreibe?|ändere?|lösche?|erstelle?|prüfe?|führe?|starte?|teste?|mache?|benenne|aktualisiere?)|bitte\\s{1,3}\\p{L}+|kannst\\s{1,3}du)"
const ES_TASK =
  "(?:(?:por\\s{1,3}favor,?\\s{1,3})?(?:arregla|corrige|implementa|escribe|añade|agrega|ejecuta|revisa|crea|cambia|elimina|borra|muestra|muéstrame|explica|haz|refactoriza|actualiza|busca|abre|continúa|sigue|depura|investiga|ayúdame)|puedes)"
const ZH_TASK =
  "(?:(?:请|請|帮我|幫我|你)?(?:修复|修復|修一下|修好|修改|实现|實現|重构|重構|继续|繼續|解释|解釋|看一下|看看|帮我|幫我|改一下|跑一下|检查一下|檢查一下)|[请請帮幫把])"

interface End {
  readonly at: RegExp
  /** Whether what stands before can be all that was to be kept. */
  readonly after?: (head: string) => boolean
}

const ENDS: readonly End[] = [
  {
    at: new RegExp(
      `\\s{0,3}(?:[,;—–]|\\s-\\s)?\\s{0,3}(?:and\\s{1,3})?(?:then|now|afterwards|after\\s{1,3}that)\\s{0,3},?\\s{1,3}(?:also\\s{1,3})?${EN_TASK}${SAME_THING}`,
      "iu",
    ),
    after: tells,
  },
  {
    at: new RegExp(`\\s{0,3}[,;—–]\\s{0,3}(?:and\\s{1,3})?(?:then|now)\\s{0,3},?\\s{1,3}${EN_WEAK}${SAME_THING}`, "iu"),
    after: lasts,
  },
  { at: new RegExp(`\\s{1,3}and\\s{1,3}then\\s{1,3}${EN_WEAK}${SAME_THING}`, "iu"), after: lasts },
  { at: new RegExp(`\\s{0,3}[,;—–]\\s{0,3}and\\s{1,3}(?:also\\s{1,3})?${EN_TASK}${SAME_THING}`, "iu"), after: lasts },
  { at: /(?:\s{0,3}[,;—–])?\s{1,3}and\s{1,3}(?:please\s{1,3}\p{L}+|(?:can|could)\s{1,3}you)(?!\p{L})/iu },
  { at: new RegExp(`\\s{0,3}[,;—–]\\s{0,3}please\\s{1,3}\\p{L}+${SAME_THING}`, "iu"), after: tells },
  {
    at: new RegExp(
      `\\s{0,3}[,;—–]?\\s{0,3}(?:und\\s{1,3})?(?:dann|jetzt|danach|nun)\\s{1,3}${DE_TASK}(?!\\p{L})(?!\\s{1,3}(?:es|ihn|sie|das)(?!\\p{L}))`,
      "iu",
    ),
    after: (head) => !/(?<!\p{L})ich(?!\p{L})/iu.test(head),
  },
  {
    at: new RegExp(
      `\\s{0,3}[,;—–]?\\s{0,3}(?:y\\s{1,3})?(?:luego|después|ahora|entonces)\\s{1,3}${ES_TASK}(?!\\p{L})`,
      "iu",
    ),
    after: (head) => /(?<!\p{L})\p{L}{2,20}[aei]mos(?!\p{L})/iu.test(head),
  },
  { at: new RegExp(`[，,；;]?\\s{0,3}(?:然[后後]|接着|接著|现在|現在|[并並])\\s{0,3}${ZH_TASK}`, "u") },
]

/** How much of the words is to be kept. `plain` has code and quotes blotted out. */
export function endOfFact(plain: string): number {
  const looked = plain.slice(0, LOOKED_AT)
  const ends = ENDS.flatMap(({ at, after }) => {
    const end = at.exec(looked)?.index
    const head = looked.slice(0, end)
    return end && !IN_ORDER.test(head) && (after?.(head) ?? true) ? [end] : []
  })
  return Math.min(plain.length, ...ends)
}

const LOOKED_AT = 1000

/** In Japanese and Korean the request comes last, and another one may follow it. */
export const ANOTHER =
  /[、,]\s{0,3}(?:そして|それから|その[後あ]と?|では|じゃあ|次に|今から)|(?:[,，]\s{0,3}|\s)(?:그리고|그런\s?다음|그다음에?|이제)\s/
