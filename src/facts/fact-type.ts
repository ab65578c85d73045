// Of which type a fact is, and whether it holds for this project or for the person everywhere. A rule that lands in the wrong scope either
// is missing elsewhere or, worse, is obeyed where it was never meant: so a fact is of the project unless it is about the person, or how the
// agent is to speak to them, or the words say that it holds everywhere.
import type { NoteType } from "../model/note-head.ts"
import type { ScopeName } from "../model/scope.ts"

export interface GuessedPlace {
  readonly type: NoteType
  readonly scope: ScopeName
}

export interface ProjectWords {
  /** Names that mean this project: its own, its packages, its folders. */
  readonly projectNames: readonly string[]
}

/** As much as a fact has, with its detail's beginning. */
const LOOKED_AT = 600

export function classifyFact(text: string, { projectNames }: ProjectWords): GuessedPlace {
  const written = text.slice(0, LOOKED_AT).replaceAll("’", "'").trim()
  const said = written.replace(EVERYWHERE, " ").replace(/^[\s:：,，;]+/, "")
  const isEverywhere = said !== written
  const isHere = !isEverywhere && (HERE.test(said) || projectNames.some((name) => isNamed(name, said)))
  const type = typeOf(said)
  const isOfPerson = type === "user" || (type === "feedback" && SPEECH.test(said))
  return { type, scope: isEverywhere || (isOfPerson && !isHere) ? "global" : "project" }
}

function typeOf(written: string): NoteType {
  const said = written.replace(BEFORE, "")
  if (PERSON.test(said) && !OF_PERSON_ALONE.test(said)) return "user"
  if (REFERENCE.test(said) && !WISH.test(said)) return "reference"
  if (DECISION.test(said) && !LEFT_TO_DECIDE.test(said)) return "decision"
  const isTold = STATEMENT.test(said) && !WANTED.test(said)
  return !isTold && (WISH.test(said) || WANTED.test(said) || SPEECH.test(said)) ? "feedback" : "project"
}

/** One of several patterns, as a rule one for each language or two. */
function either(...patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join("|"), "iu")
}

const EVERYWHERE =
  /(?<!\p{L})(?:(?:in|for|across|with)\s+)?(?:all|every|each|any)\s+(?:of\s+)?(?:my\s+|our\s+|the\s+)?(?:projects?|repos?|repositor(?:y|ies)|codebases?)\b|\b(?:everywhere(?!\s+in\b)|globally|in\s+general\s+for\s+me)\b|(?<!\p{L})(?:überall|in\s+(?:allen|jedem)\s+(?:meinen?\s+)?(?:Projekten?|Repos?)|für\s+alle\s+(?:meine\s+)?Projekte|en\s+(?:todos\s+(?:los|mis)|cada|cualquier)\s+(?:proyectos?|repos?(?:itorios?)?)|en\s+todas\s+partes|dans\s+(?:tous\s+(?:les|mes)|chaque)\s+(?:projets?|dépôts?)|partout|em\s+(?:todos\s+(?:os\s+)?(?:meus\s+)?|cada\s+)(?:projetos?|repos?(?:itórios?)?)|em\s+todo\s+lugar|in\s+(?:tutti\s+i\s+(?:miei\s+)?|ogni\s+)(?:progett[oi]|repository)|ovunque|во\s+всех\s+(?:моих\s+)?проектах|везде)(?!\p{L})|(?:在)?(?:所有|每个|每個|任何)(?:的)?(?:项目|專案|仓库|倉庫)(?:里|中|裡)?|(?:すべて|全て|全部|どの)の?(?:プロジェクト|リポジトリ)で?|모든\s?(?:프로젝트|저장소)에서?/giu

const HERE =
  /\b(?:this|the|our)\s+(?:current\s+|whole\s+|entire\s+)?(?:project|repo|repository|codebase|monorepo|workspace)\b|(?<!\p{L})(?:(?:diese[sm]?|unsere?[sm]?|das|dem|im)\s+(?:Projekt|Repo)|(?:este|nuestro|el)\s+(?:proyecto|repo)|(?:ce|notre|le)\s+(?:projet|dépôt)|(?:n?este|nosso|o)\s+(?:projeto|repo)|(?:questo|nostro|il)\s+(?:progetto|repo)|(?:этом|нашем)\s+(?:проекте|репо))|(?:本|这个?|這個?|我们的?|我們的?)(?:项目|專案|仓库|倉庫)|この(?:プロジェクト|リポジトリ)|이\s?(?:프로젝트|저장소)/iu

/** The names that are also common words count only as names. */
const REFERENCE =
  /https?:\/\/\S|\bwww\.\S+\.\S|\b(?:[Jj]ira|JIRA|[Gg]rafana|[Cc]onfluence|[Zz]endesk|[Tt]rello|[Ss]entry|[Ff]igma|[Kk]ibana|[Dd]atadog)\b(?!\s+(?:export|sdk|agent))|\b(?:Linear|Slack|Notion|Asana)\b|\blinear(?:\.app|\s+(?:tickets?|issues?|boards?|projects?|teams?)\b)|\bslack\s+(?:channels?|threads?)\b|\bin\s+(?:linear|slack|notion)\b|\b(?:dashboard|runbook|wiki|handbook)s?\b[^.]{0,40}\b(?:is|are|at|in|id)\b|\b(?:documented|recorded|tracked|described)\s+(?:in|at|on|under)\b|(?<!\p{L})(?:dokumentiert|steht\s+im\s+Wiki|documentad[oa]s?|documentée?s?|documentat[oa]|описан[ао]?)(?!\p{L})|文[档檔]在|[记記][录錄]在|ドキュメントは|文書は|문서는/u

const DECISION = either(
  /\b(?:decided|chose|chosen|opted|settled\s+on|agreed\s+(?:to|on)|went\s+with|rejected|ruled\s+out|picked)\b|\b(?:our|the|a)\s+decision\b|^\W*decision\b|\bwe\s+(?:choose|decide|dropped|moved|switched|migrated)\b|\b(?:over|instead\s+of|rather\s+than|no)\s[^.]{1,60}\b(?:because|since|so\s+that|for\s+(?:speed|performance|simplicity|cost)|to\s+(?:avoid|stay|keep))\b|^(?:kept|dropped|moved|switched|migrated|adopted)\b|\b(?:done|handled|limited|kept|placed|checked|computed|rendered)\b[^.;]{1,60}(?:,\s(?:not|to\s+\w+|because|since)|\sand\s+not|\sinstead\s+of)\b/u,
  /(?<!\p{L})(?:entschieden|entscheiden\s+uns|Entscheidung|beschlossen|Beschluss)(?!\p{L})/u,
  /(?<!\p{L})(?:decidi(?:mos|do|eron|ó)|decidí|decisión|elegi(?:mos|do)|elegí|optamos)(?!\p{L})/u,
  /(?<!\p{L})(?:décidé|choisi|décision|opté|retenu)(?!\p{L})|(?<!\p{L})(?:decidimos|decidido|escolhemos|escolhido|decisão)(?!\p{L})/u,
  /(?<!\p{L})(?:deciso|scelto|decisione|optato)(?!\p{L})|(?<!\p{L})(?:решили|решено|выбрали|решение)(?!\p{L})/u,
  /(?<![不没沒未])[决決]定(?!性|权|權)|[选選](?:定|用|择了|擇了)|[采採]用|決め(?:た|ました|ている)|採用(?:した|しました|する|します)|결정(?!권|하기|되기)|채택(?:했|한다|합니다)|하기로\s?했/u,
)
/** Who is to decide is no decision. */
const LEFT_TO_DECIDE =
  /\b(?:never|don't|do\s+not|not|to|before|you|users?|let\s+me|can|could|may|please|always)\s+(?:\w{1,12}\s)?(?:decide|choose|chose)\b|\buser\s+(?:prefers|wants|expects)\b|\bshould\b/i

/** Name, mail, role, languages and tools of the one who speaks, or of whom is spoken as the user. */
const PERSON = either(
  /\bmy\s+(?:\w+\s+)?(?:name|nickname|pronouns?|e-?mail|mail|address|phone|role|job|title|position|profession|background|birthday|age|time\s?zone|location|city|country|native\s+language|mother\s+tongue|editor|ide|shell|terminal|os|operating\s+system|machine|mac|laptop|computer|keyboard|browser|github|gitlab|handle|username|employer|company|team|boss|manager|skills?|experience)\b|\bi(?:'m|\s+am)\s+(?!going|trying|working\s+on|looking|seeing|getting|sure|not|fine|ok|okay|done|happy|glad|sorry|afraid|talking|asking|saying|here|still|now)|\bi\s+(?:work|live|speak|study|come\s+from|was\s+born|have\s+\d+\s+years|(?:only\s+|mainly\s+|mostly\s+|always\s+)?use|own|run)\b|\b(?:call|address)\s+me\b/u,
  /^(?:the\s+)?user(?:'s\s+(?:name|role|editor|shell|time\s?zone|machine|native\s+language|e-?mail|job|company)|\s+(?:is\s+(?:an?|from|on|based|called|named|colou?r|new)|works\s+(?:as|at|in|on|from)|lives|speaks|uses\s+(?!the\b)|has\s+\d+\s+years))/u,
  /(?<!\p{L})(?:ich\s+heiße|ich\s+bin(?=\s+(?!mir|nicht|gerade|dabei|sicher|fertig|froh))|ich\s+(?:arbeite|wohne|lebe|komme\s+aus|spreche|benutze|nutze|verwende)|mein(?:e|en|em|er)?\s+(?:\p{L}+\s+)?(?:Name|E-?Mail(?:-?Adresse)?|Rolle|Beruf|Zeitzone|Editor|Shell|Rechner|Laptop|Betriebssystem|Muttersprache|Firma|Team)|nenn(?:e|en\s+sie)?\s+mich)(?!\p{L})/u,
  /(?<!\p{L})(?:me\s+llamo|soy(?!\s+consciente)|vivo\s+en|trabajo\s+(?:como|en|de)|hablo|yo\s+uso|uso|utilizo|mi\s+(?:nombre|correo|email|puesto|rol|zona\s+horaria|editor|terminal|shell|ordenador|portátil|idioma|empresa|equipo)|llámame)(?!\p{L})/u,
  /(?<!\p{L})(?:je\s+m'appelle|je\s+suis(?!\s+(?:sûr|pas|en\s+train))|j'habite|je\s+(?:travaille|parle|vis|utilise)|j'utilise|mon\s+(?:nom|e-?mail|rôle|métier|éditeur|fuseau|shell|équipe|entreprise)|appelle-moi)(?!\p{L})/u,
  /(?<!\p{L})(?:me\s+chamo|meu\s+(?:nome|e-?mail|cargo|fuso|editor|shell|time)|eu\s+(?:sou|moro|trabalho|falo|uso)|sou\s+(?!contra)|moro\s+em|trabalho\s+(?:como|na|no|em)|falo\s|mi\s+chiamo|sono\s+(?:un|una|di)(?!\p{L})|lavoro\s+(?:come|in|per)|vivo\s+a|parlo\s|il\s+mio\s+(?:nome|editor|ruolo|fuso|email|shell)|chiamami)(?!\p{L})/u,
  /(?<!\p{L})(?:меня\s+зовут|я\s+(?:живу|работаю|говорю|пользуюсь|использую|разработчи\p{L}*|программист\p{L}*)|мо(?:й|я|ё)\s+(?:имя|почта|роль|должность|часовой\s+пояс|редактор|команда|компания))(?!\p{L})/u,
  /我(?:叫|姓|是(?!说|說|想|指)|住|来自|來自|在.{1,20}(?:工作|上班)|(?:平[时時])?(?:使?用|[会會]用)的?)|我的(?:名字|姓名|昵称|邮箱|郵箱|信箱|电话|電話|职位|職位|职业|職業|角色|时区|時區|母语|母語|编辑器|編輯器|终端|終端|系统|系統|电脑|電腦|公司|团队|團隊|账号|帳號)/u,
  /(?:私|僕|俺|わたし|自分)(?:は|の)(?:.{0,12}(?:名前|メール|アドレス|役割|職業|仕事|肩書|タイムゾーン|エディタ|母語|シェル|会社|チーム)|.{1,40}(?:です|だ|である|住んで|働いて|使って|使い(?:ます)?))|と呼んで|(?:내|제|나의|저의)\s(?:이름|이메일|메일|역할|직업|직책|시간대|에디터|편집기|모국어|회사|팀|컴퓨터|셸)|(?:나는|저는|난|전)\s.{1,40}(?:입니다|이에요|예요|이다|야|살아요?|삽니다|일해요?|일합니다|써요?|씁니다|쓴다|사용해요?|사용합니다|사용한다)|(?:라고|이라고)\s?불러/u,
)
/** What a thing needs on somebody's machine is told of the thing. */
const OF_PERSON_ALONE = /\b(?:needs?|requires?|must|fails?|builds?)\b[^.]{0,60}\bon\s+my\s+(?:mac|machine|laptop)\b/i

/** How the agent is to speak: in which language, how long, in which tone. */
const SPEECH = either(
  /\b(?:answer|reply|respond|speak|talk|write)\s+(?:to\s+)?(?:me\s+)?(?:only\s+|always\s+)?in\s+(?!the\b|a\b|tests?\b)\p{L}+|\b(?:answers?|repl(?:y|ies)|responses?|explanations?|summaries)\s+(?:should|must|are|to\s+be|in|short|brief|without)\b|\b(?:short|brief|concise|terse|direct|detailed)\s+(?:answers?|replies|responses|explanations?)\b|\bbe\s+(?:brief|short|concise|terse|direct|blunt|polite|honest|casual)\b|\bemojis?\b|\btone\b|\bexplain\s+(?:things|everything|it)\b|\bdon't\s+(?:apologi[sz]e|flatter)\b/u,
  /(?<!\p{L})(?:antworte\p{L}*|auf\s+deutsch|antworten|fass\s+dich\s+kurz|(?:sei|mach\s+es|halte?\s+dich)\s+kurz|duze?\s+mich|responde\p{L}*|contesta\p{L}*|respuestas?|en\s+español|sé\s+breve)(?!\p{L})/u,
  /(?<!\p{L})(?:réponds?\p{L}*|réponses?|en\s+français|sois\s+(?:bref|concis)|tutoie-?\p{L}*|responda\p{L}*|respostas?|em\s+português|seja\s+breve|rispond\p{L}*|risposte|in\s+italiano|sii\s+breve)(?!\p{L})/u,
  /(?<!\p{L})(?:отвечай\p{L}*|ответы?|на\s+русском|по-русски|кратко|будь\s+краток)(?!\p{L})/u,
  /回答|回[复復]我|表情符[号號]|[语語][气氣]|日本語で|返事|絵文字|敬語|口調|한국어로|답변|답해|대답|이모지|존댓말|반말/u,
)

/** A clause before an order. */
const BEFORE =
  /^(?:when|if|whenever|before|after|once|whatever|unless|wenn|falls|egal|was\s+auch|bevor|si|cuando|pase|quand|quando|se|если|когда)(?!\p{L})[^,]{1,120},\s*|^(?:for|in|with|on)\s+\S+\s+(?=(?:use|put|write|prefer|avoid|never|always|don't)\b)/iu

/** An order, or a rule told as one, by the word it begins with; and the ends of orders in languages whose verbs come last. */
const WISH = either(
  /^[\s"'“-]{0,4}(?:(?:please|also|and|so)\s+)?(?:always|never|don't|do\s+not|no|only|just|please|let's|let\s+me|say|be|make|use|keep|ensure|avoid|write|answer|reply|respond|ask|run|check|prefer|explain|show|tell|treat|follow|stick|leave|put|add|remove|delete|commit|push|test\s+(?!\w+\s+(?:is|are))|try|speak|stop|start|give|format|split|read|wait|verify|confirm|mention|include|skip|ignore|review|open|name|set|log|lint|deploy|wrap|squash)(?![\p{L}'.-])(?!\s+(?:is|are|was|has|have|runs?|needs?|takes?|goes|happens?)\b)/u,
  /\b(?:should|shouldn't|must\s+(?:never|not|always)|mustn't|(?:always|never)\s+(?:use|run|open|push|write|ask|edit|touch|commit|add|merge|deploy|change|put)|you\s+(?:have\s+to|need\s+to|must|may\s+not|can't)|(?:is|are)\s+not\s+allowed|first\s*[.!]?$|only\s*[.!]?$|please\s*[.!]?$)(?![\p{L}'-])/u,
  /^[\s"'“-]{0,4}(?:immer|nie|niemals|bitte|kein\p{L}{0,2}|nur|nutze|verwende|benutze|schreibe?|sprich|mache?|halte?|lass|frage?|gib|nimm|zeige?|erkläre?|vermeide?|achte?|prüfe?|ändere?|lösche?|teste|committe|pushe)(?!\p{L})|(?<!\p{L})(?:immer|nie|bitte)\s(?:\p{L}+\s){0,6}\p{L}+en[.!]?$|(?<!\p{L})(?:darfst|sollst|musst|sollen|sollte[nst]*)(?!\p{L})/u,
  /^[\s"'“-]{0,4}(?:siempre|nunca|jamás|no(?!\s+\p{L}+mos)|por\s+favor|solo|usa|utiliza|escribe|evita|mantén|haz|pregunta|ejecuta|revisa|explica|sempre|não(?!\s+\p{L}+mos)|use|escreva|evite|mantenha|faça|pergunte|execute|mai|non(?!\s+\p{L}+amo)|scrivi|fai|chiedi|esegui|mantieni|per\s+favore)(?!\p{L})/u,
  /^[\s"'“-]{0,4}(?:toujours|jamais|ne(?=\s)|n'\p{L}+\s(?:jamais|pas)|utilise[zr]?|écri[st]|évite[zr]?|fais|demande|lance|garde|merci\s+de|pas\s+de|всегда|никогда|не\s+\p{L}+(?:й|йте|ть)|используй(?:те)?|пиши(?:те)?|избегай(?:те)?|спрашивай|запускай|делай|пожалуйста)(?!\p{L})/u,
  /^(?:[请請]|用(?![户戶])|使用(?!者)|不要|[别別勿]|禁止|[总總]是|始[终終]|一律|必[须須]|[务務]必|尽量|盡量|[优優]先|先|每次|以[后後]|避免|保持)|[应應][该該]|必[须須]先|前先|(?:て|ないで|て(?:ください|下さい|ね|ほしい)|ないで(?:ください|ね)|ように|(?:する|ない)こと|ましょう|べき(?:だ|です)?|禁止)[。.!！\s]{0,4}$|(?:해|줘|해줘|주세요|하세요|마|마세요|말\s?것|할\s?것|하자|말자|짧게)[.!\s]{0,4}$/u,
)
/** Somebody's wish, told as one. */
const WANTED = either(
  /\b(?:i|user|users?)\s+(?:(?:always|really|does\s+not|doesn't|do\s+not|don't|generally)\s+)?(?:prefers?|wants?|likes?|expects?|hates?|insists|asks|wishes|reviews)\b|\bmy\s+(?:preference|favou?rite\s+\w+\s+style)\b|\bfrom\s+now\s+on\b|\bgoing\s+forward\b/u,
  /(?<!\p{L})(?:ich\s+(?:bevorzuge|möchte|will|mag|hasse)|mir\s+ist\s+.{1,40}\s+lieber|ab\s+(?:jetzt|sofort)|prefiero|quiero|me\s+gusta|a\s+partir\s+de\s+ahora|je\s+(?:préfère|veux|n'aime)|à\s+partir\s+de\s+maintenant|prefiro|quero|eu\s+gosto|a\s+partir\s+de\s+agora|preferisco|voglio|mi\s+piace|d'ora\s+in\s+poi|я\s+(?:предпочитаю|хочу)|с\s+этого\s+момента)(?!\p{L})/u,
  /我(?:更)?(?:偏好|喜[欢歡]|希望|想要)|从现在|從現在|今後|これから|앞으로|이제부터|(?:が|を)好(?:き|む)|선호|싶/u,
)
/** "We …": what is done here, told by one who does it; and a thing of the project with what it does. */
const STATEMENT = either(
  /^[\s"'“-]{0,4}(?:we|our|ours|there)(?![\p{L}-])(?!\s+should)|^(?:wir|unser\p{L}*|nosotros|nuestr\p{L}+|no\s+\p{L}+mos|\p{L}{2,}[aei]mos|on|nous|notre|nos|a\s+gente|noss[oa]s?|não\s+\p{L}+mos|noi|nostr\p{L}+|\p{L}{2,}iamo|мы|у\s+нас|наш\p{L}*)(?!\p{L})|^(?:我们|我們|咱们|私たち|うち|우리|저희)/u,
)

/** As a word of its own: a project called "app" is not meant by "happen". */
function isNamed(name: string, said: string): boolean {
  const wanted = name.trim().toLowerCase()
  if (wanted.length < 2) return false
  const text = said.toLowerCase()
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1))
    if (!IN_WORD.test(text.charAt(at - 1)) && !IN_WORD.test(text.charAt(at + wanted.length))) return true
  return false
}

const IN_WORD = /[a-z0-9_äöüßáéíóúñ]/
