// Whether a sentence tells how something is ("CI runs on Node 20") or says how somebody wants things done ("be brief"). Words alone do not
// tell them apart, the form does: a statement has a subject that is neither the speaker nor the agent, and a verb in the indicative.
import { EASTERN_SCRIPT, HANGUL, KANA } from "../text/script.ts"
import { sentenceEnds } from "../text/sentence-end.ts"

/** Looked at: no subject is longer. */
const LOOKED_AT = 300

export function isStatement(text: string): boolean {
  const sentence = firstSentence(text)
  if (KANA.test(sentence)) return JA_TOPIC.test(sentence) && !JA_WISH.test(sentence)
  if (HANGUL.test(sentence)) return KO_STATES.test(sentence)
  if (EASTERN_SCRIPT.test(sentence)) return ZH_STATES.test(sentence) && !ZH_WISH.test(sentence)
  const main = sentence.replace(BEFORE, "")
  return !WISHES.some((pattern) => pattern.test(main)) && STATEMENTS.some((pattern) => pattern.test(main))
}

function firstSentence(text: string): string {
  const start = text.slice(0, LOOKED_AT).trimStart().replaceAll("’", "'")
  const [end = start.length] = sentenceEnds(start)
  return start.slice(0, end).replace(/[.!?。！？]+$/, "")
}

/** The words of a subject: up to six that open no clause of their own. */
const EN_SUBJECT =
  "^(?:(?!(?:that|which|who|whose|what|whatever|whether|if|when|whenever|where|how|why|as|because|since|so|until|unless|while|and\\s+then)\\b)[^\\s,;:]{1,80}\\s+){1,6}?"
const S_VERBS =
  "accept|allow|approve|belong|block|break|build|bundle|cache|call|come|compile|complain|connect|contain|cost|crash|create|default|delete|depend|deploy|die|do|drop|emit|end|exist|expect|expire|export|expose|fail|flush|follow|forbid|generate|get|give|go|grow|handle|hang|hate|hold|import|include|keep|kill|last|lead|leak|leave|lie|like|limit|listen|live|load|lock|log|look|love|maintain|make|manage|map|mean|merge|mount|need|open|own|parse|pass|pin|point|poll|prefer|produce|provide|publish|push|read|receive|redirect|refuse|reject|rely|remain|render|replace|require|reset|resolve|restart|restore|retry|return|rotate|run|say|scale|scan|see|send|serve|ship|show|sit|skip|sleep|speak|start|stay|stop|store|support|sync|take|talk|tend|throw|time|treat|trigger|update|use|validate|wait|want|warn|watch|work|wrap|write|yield"
const EN_FINITE = `(?:is|are|was|were|has|had|isn't|aren't|wasn't|weren't|hasn't|doesn't|didn't|does|did|will|won't|can|can't|cannot|(?:${S_VERBS})e?s(?!\\s+(?:only|first|please|over|instead|everywhere)\\b)|reviews(?=\\s+(?:all|every|the|our|each)\\b)|relies|tries|carries|became|broke|died|fell|got|grew|left|lost|made|moved|changed|switched|replaced|dropped|migrated|ran|sent|took|went|wrote)`
const DE_FINITE =
  "(?:ist|sind|waren|hat|wird|wurde|wurden|läuft|braucht|benötigt|nutzt|verwendet|benutzt|dauert|liegt|steht|gilt|heißt|kann|funktioniert|startet|endet|gibt|geht|bleibt|hängt|kommt|enthält|erwartet|liefert|schlägt|unterstützt|basiert|hört|lauscht|speichert|schreibt|liest|kostet|schickt|sendet|möchte|erfordert|besteht|verlangt|bricht|lebt|soll|muss|darf)"
const ES_FINITE =
  "(?:(?<!(?:mache?|sage?|schreibe?|halte?|lass|tu|tue)\\s)es|son|era|eran|está|están|tiene|tienen|necesitan?|usan?|utilizan?|corren?|tardan?|funcionan?|dependen?|requieren?|vive|viven|escuchan?|hay|dura|duran|va|van|falla|fallan|quieren?|prefieren?|espera|esperan|contienen?|cuesta|cuestan|guardan?|devuelven?|soportan?|ejecutan?|puede|pueden|debe|deben)"
const EN_VERB = new RegExp(
  `${EN_SUBJECT}(?:(?:also|only|always|never|still|now|currently)\\s+)?${EN_FINITE}(?![\\w-])`,
  "i",
)
const EN_PLURAL = new RegExp(
  `^(?!(?:in|on|for|with|at|to|from|by|during|inside)\\s)(?:[^\\s,;:]{1,80}\\s+){0,3}?(?:they|people|all|most|[^\\s,;:]{1,80}s)\\s+(?:(?:also|only|always|never|still|now|all)\\s+)?(?:${S_VERBS}|have|don't|do\\s+not)(?![\\w-])`,
  "i",
)
const EN_MODAL = new RegExp(`${EN_SUBJECT}(?:should|shouldn't|must|mustn't|may|might|would|could|shall)\\b`, "i")
const EN_DEFINITE = /^(?:the|its|their|his|her|there|it|they|he|she|this|these|those)(?:'s|'re|'ll)?\s/i
/** The first word of a wish. "Build is slow" has it for a subject, so a verb must not follow at once. */
const EN_WISH = new RegExp(
  `^(?:(?:you|i|we)(?:'\\p{L}+)?(?![\\p{L}-])|(?:please|also|always|never|just|only|don't|do\\s+not|let's|no|not|be|make|use|keep|ensure|assume|avoid|write|answer|reply|respond|ask|run|check|prefer|explain|show|tell|say|treat|follow|stick|leave|put|add|remove|delete|commit|push|test|build|think|try|consider|speak|stop|start|give|take|call|format|split|read|look|wait|verify|confirm|mention|include|skip|ignore|trust|expect|pretend|act|behave|work|go|get|set|let)(?!'?[\\p{L}-])(?!\\s+(?:${EN_FINITE}|${DE_FINITE}|${ES_FINITE})(?![\\p{L}-]))|it(?:'s|\\s+is)\\s+(?:ok|okay|fine|better|best|good|important|enough)\\b|(?:the\\s+)?(?:next|first|last)\\s+time\\b|(?:the\\s+)?(?:shorter|less|more|fewer|simpler)\\b|my\\s+(?:\\w+\\s+)?(?:preference|favou?rite|taste|style|wish|rule)\\b)`,
  "iu",
)
/** What the agent itself writes: how that "is" says how it is to be, and how any code "should be" is a matter of style. */
const EN_OWN_WORK =
  /^(?:[^\s,;:]{1,40}\s+){0,3}?(?:answers?|repl(?:y|ies)|responses?|explanations?|summar(?:y|ies)|comments?|commits?|commit\s+messages?|pr\s+descriptions?|wording|tone|emojis?)\s+(?:(?:always|never|should|must|is|are|has\s+to|have\s+to|needs?\s+to|in)\b)(?!\s+(?:\w+ed|sent|kept|held|made|built|read)\b)|^(?!(?:the|this|these|that|those|its|their)\s)(?:[^\s,;:]{1,40}\s+){0,2}?(?:code|functions?|methods?|class(?:es)?|variables?|names?|files?|tests?|types?|imports?|lines?|docs?|documentation|identifiers?|changes|plans?|messages?)\s+(?:should(?:n't)?|must(?:n't)?)\b|^[^,;:]{1,80}\s(?:is|are)\s+(?:my|mine)\b/i

const DE_SUBJECT =
  "^(?:(?!(?:dass|ob|wenn|falls|weil|damit|wie|was|wer|wo|sodass|bevor)(?!\\p{L}))[^\\s,;:]{1,80}\\s+){1,10}?"
const DE_VERB = new RegExp(`${DE_SUBJECT}${DE_FINITE}(?!\\p{L})`, "iu")
const DE_DEFINITE = /^(?:der|die|das|dem|den|diese[rsmn]?|jene[rsmn]?|es|er)\s+\p{L}/iu
const DE_PLURAL =
  /^(?:[^\s,;:]{1,80}\s+){1,8}?(?:laufen|brauchen|benötigen|dauern|liegen|stehen|gelten|heißen|funktionieren|hängen|kommen|enthalten|erwarten)(?!\p{L})/iu
const DE_WISH =
  /^(?:immer|nie|niemals|bitte|kein\p{L}{0,2}|nur|stets|nicht|antworte|nutze?|verwende|benutze?|schreibe?|sprich|mache?|halte?|lass|frage?|sei|gib|nimm|zeige?|erkläre?|vermeide?|achte?|prüfe?|ändere?|lösche?|lies|teste?|committe?|pushe?|bevorzuge|du|ich|wir|sie|mir|mein\p{L}{0,2}\s+präferenz|(?:das|beim)\s+nächsten?\s+Mal|ab\s+(?:jetzt|sofort)|(?:\p{L}{1,30}\s+){0,2}?(?:Antworten?|Erklärungen?|Zusammenfassungen?|Kommentare?|Commits?|Commit-Nachrichten?|Emojis?))(?!\p{L})/iu

const ES_SUBJECT = "^(?:(?!(?:que|si|cuando|como|porque|para|donde|quien|mientras)(?!\\p{L}))[^\\s,;:]{1,80}\\s+){1,6}?"
const ES_VERB = new RegExp(`${ES_SUBJECT}${ES_FINITE}(?!\\p{L})`, "iu")
const ES_DEFINITE = /^(?:el|la|los|las|este|esta|estos|estas|su|sus)\s+\p{L}/iu
const ES_WISH =
  /^(?:siempre|nunca|jamás|no|por\s+favor|solo|sólo|usa|utiliza|responde|contesta|escribe|habla|evita|mantén|haz|sé|pregunta|ejecuta|revisa|explica|prefiero|yo|tú|nosotros|me|mi\s+preferencia|(?:la\s+)?próxima(?:\s+vez)?|la\s+(?:última|primera)\s+vez|(?:\p{L}{1,30}\s+){0,2}?(?:respuestas?|explicaci(?:ón|ones)|resúmen(?:es)?|comentarios?|commits?|mensajes\s+de\s+commit|emojis?))(?!\p{L})/iu

/** A clause that stands before the sentence. */
const BEFORE =
  /^(?:whatever|whenever|wherever|if|when|unless|before|after|once|while|in|on|for|with|without|at|by|wenn|falls|egal|was\s+auch|sobald|bevor|si|cuando|pase|antes\s+de)(?!\p{L})[^,]{1,120},\s*/iu
const WISHES = [EN_WISH, DE_WISH, ES_WISH, EN_OWN_WORK]
const STATEMENTS = [EN_DEFINITE, EN_VERB, EN_PLURAL, EN_MODAL, DE_DEFINITE, DE_VERB, DE_PLURAL, ES_DEFINITE, ES_VERB]

/** Chinese verbs do not change, so what stands before one decides: a thing, or nothing and words of wishing. */
const ZH_WISH =
  /^(?:[请請]|用(?![户戶])|使用(?!者)|不|[别別勿禁]|[总總]是|始[终終]|永[远遠]|一律|必[须須]|[务務]必|尽量|盡量|[优優]先|先|只|都|每次|任何|以[后後]|避免|保持|遵循|[给給把让讓]|在|如果|若|[当當]|[写寫]|改|我|你|您|咱|所有的?(?:回|答|提交)|(?:[^\s，,。]{0,6})(?:回答|回[复復]|答[复復]|解[释釋]|[说說]明|注[释釋]|註解|[总總][结結]|提交信息|提交[说說]明|[语語][气氣]))/
const ZH_STATES =
  /^[^，,。；;：:要应應该該先请請别別勿每]{1,24}?(?:是|[为為](?!了)|在|有|[没沒]有|用(?![户戶])|跑|[运運]行|需要|依[赖賴]|支持|支援|位[于於]|[会會]|已[经經]?|走|放|存|默[认認]|[预預][设設]|[监監]听|監聽|占|佔|花|耗|等[于於]|[属屬][于於]|要(?=[\s\d]))/
const JA_TOPIC =
  /^(?!(?:私|僕|俺|わたし|自分|あなた|君|回答|返答|返信|返事|説明|要約|コメント|コミット|文章|口調|言葉)[^は]{0,8}(?:は|が|も))[^、。]{1,40}?(?:は|が|も)[^、。]{0,200}/
const JA_WISH =
  /(?:て|で|に|ように|こと|(?:て|で)(?:ください|下さい|ね|よ|ほしい(?:です)?|欲しい(?:です)?|くれ)|ましょう|お願い(?:します)?|べき(?:だ|です)?|たい(?:です)?|(?:短|小さ|優し|詳し|細か|長|少な|早)く|禁止|好き(?:だ|です)?|しろ|せよ|な)[。.!！\s]{0,4}$/
const KO_STATES =
  /^(?!(?:나|저|난|전|내|제|너|넌|당신|답변|대답|응답|설명|요약|주석|커밋|말투)[은는가이]?\s?(?:메시지[는은]?\s)?).{1,40}?[은는이가]\s.{0,200}?(?:다|니다|이야|거야|예요|에요|있[어음]요?|없[어음]요?|해요|필요해|[써려려져돼]요?|이라|라|임|됨|함|\d+\p{L}{0,4})[.!\s]{0,4}$/u
