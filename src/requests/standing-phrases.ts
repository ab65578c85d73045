// Words that make a sentence a standing rule or a preference, so that it is kept without being asked for. The same words also report what
// others do, foretell, and choose between the options on the table: those are no rules.
import { EASTERN_SCRIPT } from "../text/script.ts"
import type { Sentence } from "../text/user-text.ts"

export interface Standing {
  readonly text: string
  readonly why: "user:from-now-on" | "user:preference"
}

interface FromNowOn {
  readonly phrase: RegExp
  /** What, standing before or after it, makes it a report. */
  readonly before: RegExp
  readonly after: RegExp
  /** What the rest must look like where the phrase alone says too little. */
  readonly ordered?: RegExp
  /** Without its first words the rest would read as a question: "Ab jetzt nutzen wir …". */
  readonly verbFollows?: boolean
}

const JA_ORDERED =
  /(?:て|で|て(?:ください|下さい|ね|ほしい|くれ)|で(?:ください|下さい|ね)|(?:する|使う|書く|ない)こと|ましょう|お願い(?:します|いたします)?|ように)[。.!！\s]{0,4}$/
const KO_ORDERED =
  /(?:해|줘|줘요|주세요|하세요|세요|십시오|하자|합시다|마|마세요|말 것|할 것|쓸 것|써|쓰자|말자|답해|부탁해요?|부탁드립니다)[.!\s]{0,4}$/

const FROM_NOW_ON: readonly FromNowOn[] = [
  {
    phrase:
      /\bfrom\s+now\s+on(?:wards?)?\b|^\s*(?:and\s+|also\s+)?in\s+(?:the\s+)?future,?(?=\s+(?:please|always|never|don't|do\s+not|only|use|avoid|prefer)\b)|(?<!\b(?:is|are|was|were|be|been|am|not|keeps?|kept|start|stop|by)\s|'s\s|'re\s|'m\s)\bgoing\s+forward\b(?!\s+(?:with|to|in|is|was)\b)/i,
    before:
      /^(?:it|he|she|they|there|this\s+(?:will|should|works?)|that\s+(?:will|should))\b|\b(?:if|whether|unless|maybe|perhaps|might|wonder|said|says|told|wrote|announced|asked)\b/i,
    after: /^\s*,?\s*(?:it|he|she|they|there)\b/i,
  },
  {
    phrase: /从现在(?:开始|起)|從現在(?:開始|起)|以[后後][请請]/,
    before: /如果|要是|假如|他|她|客户|客戶|老板|老闆|[说說]|是否/,
    after: /^[，,\s]?(?:它|他|她)|^(?:算|计时|計時|到)/,
  },
  {
    phrase: /今後は?[、,]?|これから(?:は|も)[、,]?/,
    before: /もし|なら|彼|[言い]って/,
    after: /^彼/,
    ordered: JA_ORDERED,
  },
  {
    phrase: /앞으로(?:는|도)?|이제부터(?:는)?|지금부터(?:는)?/,
    before: /만약|그가|그녀|라고/,
    after: /^\s*그[가는]\s/,
    ordered: KO_ORDERED,
  },
  {
    phrase: /(?<!\p{L})(?:ab\s+(?:jetzt|sofort)|von\s+(?:nun|jetzt)\s+an|in\s+Zukunft|zukünftig|künftig)(?!\p{L})/iu,
    before:
      /^(?:es|er|sie|das|dies|man|der\s+\p{L}+\s+(?:wird|ist|läuft))(?!\p{L})|(?<!\p{L})(?:wenn|falls|ob|vielleicht|wird|könnte|würde|sagte|meinte|schrieb)(?!\p{L})/iu,
    after: /^\s*,?\s*(?:\p{L}+\s+(?:es|er|man|das)|wird|würde|könnte|ist|geht|läuft|funktioniert)(?!\p{L})/iu,
    verbFollows: true,
  },
  {
    phrase:
      /(?<!\p{L})(?:a\s+partir\s+de\s+ahora|(?:de|desde)\s+(?:ahora|aquí)\s+en\s+adelante|en\s+adelante|desde\s+ahora)(?!\p{L})/iu,
    before:
      /^(?:él|ella|ellos|esto|eso)(?!\p{L})|(?<!\p{L})(?:si|quizás?|tal\s+vez|dijo|dice|dijeron|funcionará)(?!\p{L})/iu,
    after: /^\s*,?\s*(?:él|ella|ellos|ya|funciona|funcionará|está|estará|va\s+a)(?!\p{L})/iu,
  },
]

interface Preference {
  readonly start: RegExp
  /** Chooses between what is on the table, or for this once. */
  readonly unless: RegExp
}

const PREFERENCES: readonly Preference[] = [
  {
    start:
      /^\s*(?:(?:and|also|but|so|well|ok|okay|yes|btw|generally|in\s+general)\b[,\s]{1,3}){0,2}(?:i\s+(?:(?:always|generally|usually|really|strongly|much)\s+)?prefer|my\s+preference\s+is)\b/i,
    unless:
      /^\W*(?:the\s+)?(?:first|second|third|last|former|latter|other|previous|next|option|approach|version|this|that(?!\s+(?:you|we|the|all|every|tests?)\b)|these|those|it(?!\s+(?:when|if)\b)|yours|your\s+(?:\w+\s+)?(?:approach|version|solution|suggestion|idea|option|one)|either|neither|both|[a-d1-9]|#\d)\b(?!\s*-)|\b(?:for\s+now|this\s+time|today|right\s+now|in\s+this\s+case|here)[.!\s]*$/i,
  },
  {
    start: /^\s*(?:我(?:个人|個人|更|比较|比較)?偏好|我的偏好是)/,
    unless: /^\s*(?:第[一二三]|[这這那]|前者|[后後]者|[A-D]\b|方案)/,
  },
  {
    start:
      /^\s*(?:(?:und|also|aber|ok|generell)[,\s]{1,3}){0,2}(?:ich\s+(?:(?:immer|generell|eigentlich)\s+)?bevorzuge|meine\s+präferenz\s+ist|mir\s+ist\s+.{1,60}\s+lieber)(?!\p{L})/iu,
    unless:
      /^\W*(?:(?:die|den|das|der)\s+)?(?:erste|zweite|dritte|letzte|andere|option|variante|diese|jene|deine|[a-d1-9])(?:[nrsm]|\b)|(?:diesmal|heute|hier|vorerst|gerade)[.!\s]*$/i,
  },
  {
    start:
      /^\s*(?:(?:y|pero|bueno|ok|en\s+general)[,\s]{1,3}){0,2}(?:yo\s+)?(?:(?:siempre\s+)?prefiero|mi\s+preferencia\s+es)(?!\p{L})/iu,
    unless:
      /^\W*(?:(?:el|la|los|las)\s+)?(?:primer[oa]?|segund[oa]|tercer[oa]?|últim[oa]|otr[oa]|opción|esto|eso|est[ea]|es[ea]|tu|[a-d1-9])(?![\p{L}])|(?:por\s+ahora|esta\s+vez|hoy|aquí)[.!\s]*$/iu,
  },
]

const FILLED =
  /^(?:(?:please|so|and|but|also|ok|okay|well|btw|bitte|also|und|por\s+favor|y|请|請|那|好的?)[\s,，:]*){0,3}$/i

export function standingIn({ text, plain }: Sentence): Standing | undefined {
  const start = plain.slice(0, 200)
  for (const preference of PREFERENCES) {
    const found = preference.start.exec(start)
    if (found && !preference.unless.test(plain.slice(found[0].length, found[0].length + 400)))
      return { text, why: "user:preference" }
  }
  for (const rule of FROM_NOW_ON) {
    const found = rule.phrase.exec(plain)
    if (found && isRule(plain, found, rule)) return { text: without(text, found, rule), why: "user:from-now-on" }
  }
  return undefined
}

function isRule(plain: string, { 0: phrase, index }: RegExpExecArray, rule: FromNowOn): boolean {
  const before = plain.slice(Math.max(0, index - 300), index)
  const after = plain.slice(index + phrase.length, index + phrase.length + 300)
  if (rule.before.test(before) || rule.after.test(after)) return false
  return rule.ordered === undefined || rule.ordered.test(plain.slice(-40))
}

/** The sentence without the phrase, and without the commas that held it. */
function without(text: string, { 0: phrase, index }: RegExpExecArray, { verbFollows = false }: FromNowOn): string {
  const before = text.slice(0, index)
  const after = text.slice(index + phrase.length)
  const leads = FILLED.test(before.slice(0, 60))
  if (leads && verbFollows && !/^\s*[:,：—–-]/.test(after)) return text
  if (leads) return after.replace(/^[\s,，、:：;—–-]{1,6}/, "")
  const rest = after.replace(/^\s*[,，](?=\s*\S)/, "")
  const gap = rest === "" || /^[\s.!:;。！：]/.test(rest) || EASTERN_SCRIPT.test(rest.slice(0, 1)) ? "" : " "
  return before.replace(/[\s,，]{1,4}$/, "") + gap + rest
}
