// Directives: sentences in which the user says how things should be done, kept word for word because a summary that rewords them loses them. A
// rule ("never push to main") holds from now on; a correction ("no, use pnpm") becomes one when it has to be repeated in a later session. The
// same words also describe ("it always fails"), so they count only where a clause gives an order, and reports are left alone.

import { oneLine } from "../text/text.ts"
import type { Sentence } from "../text/user-text.ts"

export const MAX_DIRECTIVE = 300
/** Longer sentences are not orders. */
const LOOKED_AT = 600

interface Language {
  /** Words by which the language is recognised; absent if its script is enough. */
  readonly known?: RegExp
  readonly rule: RegExp
  /** Makes it a report, a guess or a reassurance instead. */
  readonly tells: RegExp
}

/** The rule in a sentence; the caller excludes questions. */
export function directiveIn({ text, plain }: Sentence): string | undefined {
  const said = plain.slice(0, LOOKED_AT)
  const isRule = LANGUAGES.some(
    ({ known, rule, tells }) => (known?.test(said) ?? true) && rule.test(said) && !tells.test(said),
  )
  return isRule ? oneLine(text, MAX_DIRECTIVE) : undefined
}

/** A heading ("Rules:") only makes sense with the list below it. */
export function withItsList(directive: string, list: readonly string[]): string[] {
  if (!/[:：]$/.test(directive)) return [directive]
  return list.length > 0 ? [oneLine(`${directive} ${list.join("; ")}`, MAX_DIRECTIVE)] : []
}

/** A correction: after a "no", as a reminder, or by saying how. The caller excludes questions and rules. */
export function correctionIn({ text, plain }: Sentence): string | undefined {
  const said = plain.slice(0, LOOKED_AT)
  const isSaid = CORRECTS.some((pattern) => pattern.test(said)) && !EN_TELLS.test(said)
  return isSaid ? oneLine(text, MAX_DIRECTIVE) : undefined
}

/** `start` opens a clause, optionally after one of `leads`; `within` matches anywhere. */
function wordsOf(leads: string, start: string, within: string): RegExp {
  const clause = `(?:^|[,;:.(—–]\\s*|(?<!\\p{L})(?:${leads})[,:]?\\s+)`
  return new RegExp(`${clause}(?:${start})(?!\\p{L})|(?<!\\p{L})(?:${within})(?!\\p{L})`, "iu")
}

const DOES =
  "(?:use|want|prefer|like|write|run|commit|push|merge|keep|put|name|format|test|deploy|ship|squash|rebase|pin|support|target|store|log|add|allow|accept|touch|change|edit|modify|answer|reply|read|call|import|create|fix|show|include|make|do)"
const NO_ORDER =
  "(?:worry|mind|forget|know|understand|think|see|get|believe|have|need|care|remember|mean|exist|seem|look|again|happen|fail|break|crash|work|the|a|an|it|in|so|been|had|got|came|went|saw|seen|heard|knew|\\p{L}+ing|(?!need|embed|seed|proceed)\\p{L}+ed|\\p{L}*[^\\Wsui]s)"
const GUESSED =
  "(?:not\\s+)?(?:be\\s+(?:a|an|the|some\\p{L}*|because|due|related|wrong|broken|that|it|why|how|my|your|another)|have\\s+(?:been|gone|come|got|lost|\\p{L}+ed))"

const EN_TELLS =
  /(?<!\b(?:i|we)(?:'ve)?\s(?:already\s|have\s)?)\b(?:says|said|states|claims|suggests|recommends|(?:docs|they|people|guidelines)\s+(?:say|want|recommend)|according\s+to)\b|^(?:it|this|that|he|she|there|which)\s+(?:always|never|only|still|has|would|could|will|is|was)\b|\b(?:is|was|were|are|been|would|could|might)\s+(?:always|never|only)\b|\bnever\s*mind\b|^as\s+always\b|^no\s.*\b(?:was|were|is|are|needed)\b|\b(?:maybe|perhaps|probably|theoretically|possibly|assum\w+|i\s+(?:think|guess)|would\s+be)\b/i
const CORRECTS = [
  /^(?:no|nope|wrong|nein|falsch|mal|non|faux|não|errado|sbagliato|нет|неверно|いや|違う|아니|아뇨)\s*[,.!:;、—–]+\s*(?!the\b|that\b|it\s+(?:is|was)\b|thanks\b|problem\b)\p{L}/iu,
  /^(?:不|不[对對是]|[错錯]了)[，,！!。]|我[说說][过過]|不是.{1,20}(?:而是|[，,]是)|じゃなくて|ではなく|言(?:った|いました)|말고|가\s?아니라|(?:말했|얘기했)/u,
  /(?<!\p{L})(?:i(?:'ve|\s+have)?\s+(?:already\s+)?(?:said|told\s+you|asked\s+(?:you|for))|you\s+(?:keep|kept)\s+\p{L}+ing|ich\s+hab\p{L}?\s.{0,30}?gesagt|(?:te|ya)\s+(?:lo\s+)?(?:dije|he\s+dicho)|je\s+t'ai\s+(?:déjà\s+)?dit|já\s+(?:te\s+)?(?:disse|falei)|ti\s+ho\s+(?:già\s+)?detto|я\s+(?:же\s+|уже\s+)?(?:говорил|сказал|просил)[аи]?)(?!\p{L})/iu,
  new RegExp(
    `\\bshould(?:n't|\\s+not)\\s+(?!${GUESSED}\\b)\\p{L}+|^(?:please\\s+|ok,?\\s+)?(?:use|stick|prefer|answer|reply|respond|ask|keep|wrap|format|name|utilise|usa|используй)\\s+\\p{L}+|(?:^|,\\s*)(?:please\\s+)?no\\s+(?!problem|worries|idea|need|one|matter)\\p{L}+`,
    "iu",
  ),
]

const LANGUAGES: readonly Language[] = [
  {
    rule: wordsOf(
      "please|pls|and|but|also|so|just|then|or|ok|okay|no|again|we",
      `(?:don't|dont|do\\s+not|never|always)\\s+(?:ever\\s+)?(?!${NO_ORDER}\\b)\\p{L}+|only\\s+${DOES}|${DOES}\\s+only|stop\\s+\\p{L}+ing|avoid|(?:use|prefer|write|call|put|keep|make|pick|take|import|return|throw|store)\\s.{1,120}?\\s(?:instead\\s+of|rather\\s+than|never|not\\s+the|not(?=\\s\\S+[.!]*$))`,
      `(?:i|we)\\s+(?:always|never|only|don't|do\\s+not)\\s+(?:ever\\s+)?${DOES}|(?:must|should|has\\s+to|have\\s+to|needs?\\s+to)\\s+(?:always|never|only)|(?:can|may)\\s+only|(?<!\\b(?:i|we|a|that|there)\\s)must(?:n't)?(?![-'])(?!\\s+${GUESSED}\\b)|(?:want|prefer)\\s.{1,80}?\\s(?:instead\\s+of|rather\\s+than)|(?<=^\\S+\\s)instead\\s+of\\s+\\S+(?=(?:\\s+please)?[.!]*$)|from\\s+now\\s+on|under\\s+no\\s+circumstances|no\\s+more\\s+\\p{L}+s|(?:is|are)\\s+(?:strictly\\s+)?(?:forbidden|prohibited|not\\s+allowed)`,
    ),
    tells: EN_TELLS,
  },
  {
    known:
      /(?<!\p{L})(?:der|die|das|den|und|auf|mit|nicht|kein\p{L}*|immer|nie|bitte|wir|ich|im|nur|statt|für)(?!\p{L})/iu,
    rule: wordsOf(
      "bitte|und|aber|auch|also|dann",
      "(?:immer|niemals|nie|keine?[nrms]?|nur|nicht)\\s+\\p{L}+|\\p{L}{4,}(?:e|t|n)?\\s.{0,60}?(?:niemals|immer|nur|statt|keine?[nrms]?)",
      "(?:muss|müssen|darf|dürfen|sollst|soll|sollen)\\s.{0,60}?(?:immer|niemals|nie|nicht|nur|keine?[nrms]?)|ab\\s+(?:jetzt|sofort)|in\\s+zukunft|hör\\s+auf|verboten",
    ),
    tells:
      /(?<!\p{L})(?:ist|war|waren|hat|hatte|habe|geht|ging|funktioniert|weiß|verstehe|sehe|kam|passiert|schlägt|kommt|kriege)(?!\p{L})|^nicht\s+(?:schlimm|wichtig|schlecht|nötig)/iu,
  },
  {
    known: /(?<!\p{L})(?:le|la|les|des|du|un|une|et|de|en|dans|sur|pas|jamais|toujours|que|[dln]['’])/iu,
    rule: wordsOf(
      "s'il te plaît|stp|et|mais|aussi",
      "n(?:e\\s+|')\\p{L}+(?:\\s+\\p{L}+)?\\s+(?:pas|jamais|plus)|(?:toujours|jamais|uniquement|évite)\\s+\\p{L}+|\\p{L}+[es]\\s.{0,60}?(?:toujours|au\\s+lieu\\s+d|plutôt\\s+qu|uniquement)",
      "(?:doit|doivent|dois|faut)\\s.{0,40}?(?:toujours|jamais|uniquement|pas)|à\\s+partir\\s+de\\s+maintenant|désormais|dorénavant|interdit|arrête\\s+d",
    ),
    tells:
      /(?<!\p{L})(?:marche|fonctionne|sais|comprends|vois|t'inquiète|n'(?:est|ai|a|était)|(?:est|sont)\s+toujours|échoue)(?!\p{L})/iu,
  },
  // Spanish, Portuguese, Italian
  {
    known:
      /(?<!\p{L})(?:el|la|los|las|en|de|que|un|una|por|con|para|del|usa|uses|os|um|uma|em|do|da|na|com|il|lo|gli|di|nel|per|che|siempre|nunca|sempre|mai|não|non)(?!\p{L})/iu,
    rule: wordsOf(
      "por favor|per favore|y|e|pero|mas|ma|también|também|anche",
      "(?:siempre|sempre|nunca|jamás|jamais|mai)\\s+\\p{L}+|no\\s+\\p{L}+[ea]s|não\\s+\\p{L}+(?:[ea]s?|ar|er|ir)|non\\s+\\p{L}+(?:are|ere|ire)|(?:sol?o|só|apenas)\\s+\\p{L}+[aei]|evit[ae]|\\p{L}+[aei]\\s.{0,60}?(?:siempre|sempre|en\\s+(?:vez|lugar)\\s+de|em\\s+vez\\s+d[eo]|ao\\s+invés|invece\\s+di|al\\s+posto\\s+di)",
      "(?:no|não|non)\\s+(?:debes?|deve[ms]?|devi|devono|se\\s+debe|podem?)|(?:debes?|deve|devi|hay\\s+que|tem\\s+que|bisogna)\\s.{0,40}?(?:siempre|sempre|sol?o|só|apenas)|a\\s+partir\\s+de\\s+(?:ahora|agora)|en\\s+adelante|daqui\\s+em\\s+diante|d'ora\\s+in\\s+(?:poi|avanti)|prohibido|proibido|vietato|(?:deja|pare|smetti)\\s+d[ei]",
    ),
    tells:
      /(?<!\p{L})(?:falla|devuelve|está|funciona|es\s+que|entiendo|falha|retorna|sei|entendo|fallisce|funziona|capisco|não\s+(?:há|importa|era)|non\s+(?:so|è|c'è))(?!\p{L})/iu,
  },
  {
    rule: wordsOf(
      "пожалуйста|и|но|а|тоже",
      "(?:всегда|никогда|только|не)\\s+(?:не\\s+)?\\p{L}+(?:й|йте|ь|ьте|и|ите|ть)",
      "\\p{L}+(?:й|йте|и|ите)\\s.{0,60}?(?:всегда|только|вместо|а\\s+не)|(?:должн[аоы]?|нужно|надо)\\s.{0,30}?(?:всегда|только|не)|не\\s+(?:нужно|надо|должн[аоы]?)|отныне|впредь|нельзя|запрещен[оаы]?|хватит|перестань",
    ),
    tells: /(?<!\p{L})(?:знаю|понимаю|работает|вижу|волнуйся|переживай|падает|возвращает|видел[аи]?|было)(?!\p{L})/iu,
  },
  {
    rule: /必[须須]|[务務]必|一定要|[绝絕](?:不(?!是|止)|[对對]不)|永[远遠]不|千[万萬](?:别|別|不)|一律|每次都要|(?<!要)不要(?![紧緊吗嗎]|忘)|(?:^|[，,。；\s請请])[别別](?!的|人|名|处|處|扭|忘|担心|擔心)|[请請]勿|禁止|不[准許许](?!不)|只(?:能|准|[许許]|用|改)(?![过過了到])|用.{0,20}而不是|[从從](?:现在|現在|今)(?:开始|開始|起)|以[后後](?:[请請]|都|要)|今[后後]/u,
    tells: /[总總]是|^(?:它|他|她)|(?:返回|得到|[显顯]示)[^，。,]{0,20}而不是/u,
  },
  {
    rule: /必ず|絶対に|常に|いつも|ないで(?!す)|するな|ては(?:いけ|なら|だめ|ダメ)|禁止|ないこと|なければ(?:なら|いけ)|必須|(?:だけ|のみ|ではなく).{1,20}(?:て|で|ください|こと)[。.!！]?$|今後は?|これから(?:は|も)/u,
    tells:
      /失敗|落ち|エラー|発生|壊れ|止ま|表示され|返って|忘れないで|心配しないで|覚えて|(?:[たっ]た|ました|した|でした|だった|てい(?:る|ます)|てる)[。.!！よね]{0,3}$/u,
  },
  {
    rule: /반드시|꼭|무조건|절대|항상|언제나|지\s?마(?!지|시오라)|지\s?말|말\s?것|금지|안\s?(?:돼|됩니다|된다)|해야\s?(?:한다|합니다|해|돼)|(?<!지)만\s?(?:사용|써|쓰|수정|고치|변경|건드|실행|허용|커밋)|대신.{1,20}(?:써|사용|해|줘)|앞으로|이제부터|지금부터/u,
    tells:
      /실패|에러|오류|발생|나온다|깨진|멈춘|멈춰|걱정|잊지|꼭[^.]{0,20}같|(?:[았었했였왔됐](?:다|어요?|습니다)|[았었했였]음)[.!]{0,2}$/u,
  },
]
