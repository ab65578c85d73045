// Guesses a fact's type, and whether it holds in this project or for the person everywhere. In the wrong scope a rule is missing elsewhere or,
// worse, is followed where it was never meant. So a fact belongs to the project unless it is about the person, about how the agent should talk to
// them, or says that it holds everywhere.
import type { NoteType } from "../model/note-head.ts"
import type { ScopeName } from "../model/scope.ts"

export interface ProjectWords {
  /** Names that mean this project: its own, its packages, its folders. */
  readonly projectNames: readonly string[]
}

/** A whole fact and the beginning of its detail. */
const LOOKED_AT = 600

export function classifyFact(text: string, { projectNames }: ProjectWords) {
  const written = apostrophesIn(text.slice(0, LOOKED_AT).replaceAll("’", "'")).trim()
  const said = written.replace(EVERYWHERE, " ").replace(/^[\s:：,，;]+/, "")
  const isEverywhere = said !== written
  const isHere = !isEverywhere && (HERE.test(said) || projectNames.some((name) => isNamed(name, said)))
  const type = typeOf(said)
  const isOfPerson = type === "user" || (type === "feedback" && (isOfSpeech(said) || isOwnTaste(said)))
  const scope: ScopeName = isEverywhere || (isOfPerson && !isHere) ? "global" : "project"
  return { type, scope }
}

/** "I prefer tabs over spaces": the speaker's taste, with nothing in it that this project, a language or a moment is named by. */
function isOwnTaste(said: string): boolean {
  return TASTE.test(said) && !OF_A_PLACE.test(said)
}

/** Puts back the apostrophes of "dont" and "ive". */
function apostrophesIn(text: string): string {
  return text
    .replace(/\b(do|does|did|ca|should|must|is|are|was|wo)nt\b/gi, "$1n't")
    .replace(/(?<=^|[.,;!]\s|\b(?:and|but|because|that|since|as)\s)i(m|ve)\b/gi, "i'$1")
}

function typeOf(written: string): NoteType {
  const said = written.replace(BEFORE, "")
  const claim = claimOf(said)
  const isWanted = WANTED.test(said)
  const isWish = WISH.test(said)
  if ((PERSON.test(claim) || HABIT.test(claim)) && !OF_PERSON_ALONE.test(claim)) return "user"
  if (CONTACT.test(said)) return "reference"
  if (!isWish && !isWanted && (REFERENCE.test(said) || PLACE.test(said))) return "reference"
  const isChoice =
    DECISION.test(written) ||
    (REASON.test(said) && CHOICE.test(claim) && !NEED.test(claim)) ||
    isWeighed(said) ||
    SETTLED.test(said)
  if (isChoice && !isWanted && (!isWish || WITHOUT.test(said)) && !LEFT_TO_DECIDE.test(said)) return "decision"
  const isNorm = NORM.test(said)
  const isTold = STATEMENT.test(said) && !isWanted
  return !isTold && (isNorm || isWish || isWanted || isOfSpeech(said)) ? "feedback" : "project"
}

/** What is said without the reason after it. All of it if the reason comes first, as in languages whose verbs come last. */
function claimOf(said: string): string {
  const at = said.search(REASON)
  return at <= 0 || VERB_LAST.test(said) ? said : said.slice(0, at)
}

const VERB_LAST = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u

function isOfSpeech(said: string): boolean {
  return SPEECH.test(said) && !OF_PROGRAM.test(said)
}

/** "The lexer stays handwritten; generators were tried twice": a state of affairs, then what happened with the alternative. */
function isWeighed(said: string): boolean {
  const [, claim = "", rest = ""] = WEIGHED.exec(said) ?? []
  return HELD.test(claim) && !NEED.test(claim) && OUTCOME.test(rest)
}

/** A lasting fact in the past tense tells what was chosen; "stays" implies that somebody wanted it changed. */
const SETTLED =
  /\b(?:was|were)\s+(?!(?:caused|born|written\s+by)\b)(?:not\s+|also\s+|first\s+)?\w+ed\b|\b(?:was|were)\s+(?:chosen|cut|split|left|too|\w+(?:er|se))\b|^(?!(?:please|if|when)\b)[^.;:]{3,60}\sstays?\s/i
const WEIGHED = /^([^:;]{10,160})(?:[:;]\s|,\s(?=to\s|so\s|for\s))([\s\S]{10,})$/
const HELD =
  /\b(?:stays?|(?:is|are|was|were)\s+(?:\w+ly\s+)?(?:used|kept|\w+ed|written|built|done|made|run|split|set)|runs?|uses?|belongs?|lives?|we\s+use)\b|^no\s/i
const OUTCOME =
  /\b(?:was|were|made|caused|gave|cost|had|would|has\s+no|have\s+no|too\s+\w+|tried|(?:to|so\s+that\s+\w+)\s+(?:keep|have|get|stay|avoid)|worse|slower|better|faster)\b/i

/** Combines patterns, usually one for each language or two. */
function either(...patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join("|"), "iu")
}

const EVERYWHERE =
  /(?<!\p{L})(?:(?:in|for|across|with)\s+)?(?:all|every|each|any)\s+(?:of\s+)?(?:(?:my\s+|our\s+|the\s+)?(?:(?:new|other|single|personal|private|side|web|node|react|python|typescript|javascript|java|kotlin|swift|rust|go|ruby|php|elixir|scala|c\+\+|c#|\.net)\s+)?(?:projects?|repos?|repositor(?:y|ies)|codebases?)|my\s+(?:[\w-]+\s+)?(?:machines?|computers?))\b|\b(?:everywhere(?!\s+in\b)|globally|in\s+general\s+for\s+me|(?:whatever|whichever|(?:no\s+matter\s+)?(?:which|what))\s+(?:project|repo)|wherever\s+(?:we|i|you)\s+work)\b|(?<!\p{L})(?:überall|in\s+(?:allen|jedem)\s+(?:meinen?\s+)?(?:Projekten?|Repos?)|für\s+alle\s+(?:meine\s+)?Projekte|en\s+(?:todos\s+(?:los|mis)|cada|cualquier)\s+(?:proyectos?|repos?(?:itorios?)?)|en\s+todas\s+partes|dans\s+(?:tous\s+(?:les|mes)|chaque)\s+(?:projets?|dépôts?)|partout|em\s+(?:todos\s+(?:os\s+)?(?:meus\s+)?|cada\s+)(?:projetos?|repos?(?:itórios?)?)|em\s+todo\s+lugar|in\s+(?:tutti\s+i\s+(?:miei\s+)?|ogni\s+)(?:progett[oi]|repository)|ovunque|во\s+всех\s+(?:моих\s+)?проектах|везде)(?!\p{L})|(?:在)?(?:所有|每个|每個|任何)(?:的)?(?:项目|專案|仓库|倉庫)(?:里|中|裡)?|(?:すべて|全て|全部|どの)の?(?:プロジェクト|リポジトリ)で?|모든\s?(?:프로젝트|저장소)에서?|어느\s?(?:프로젝트|저장소)에서(?:든|나)/giu

const HERE =
  /\b(?:this|the|our)\s+(?:current\s+|whole\s+|entire\s+)?(?:project|repo|repository|codebase|monorepo|workspace)\b|\bthis\s+(?:team|tool|app|service|package|library|site|board|product)\b|\buser\s+is\s+the\s+(?:only|sole|main|lead)\b|(?<!\p{L})(?:(?:diese[sm]?|unsere?[sm]?|das|dem|im)\s+(?:Projekt|Repo)|(?:este|nuestro|el)\s+(?:proyecto|repo)|(?:ce|notre|le)\s+(?:projet|dépôt)|(?:n?este|nosso|o)\s+(?:projeto|repo)|(?:questo|nostro|il)\s+(?:progetto|repo)|(?:этом|нашем)\s+(?:проекте|репо))|(?:本|这个?|這個?|我们的?|我們的?)(?:项目|專案|仓库|倉庫)|この(?:プロジェクト|リポジトリ)|이\s?(?:프로젝트|저장소)/iu

/** Names that are also common words ("Linear") count only when capitalised or used as a name. */
const REFERENCE =
  /https?:\/\/\S|\bwww\.\S+\.\S|\b(?:[Jj]ira|JIRA|[Gg]rafana|[Cc]onfluence|[Zz]endesk|[Tt]rello|[Ss]entry|[Ff]igma|[Kk]ibana|[Dd]atadog)\b(?!\s+(?:export|sdk|agent|(?:is|are)\s+(?:not\s+)?\w+ed\b|only\s|samples?\b|needs?\b|requires?\b|must\b))|\b(?:Linear|Slack|Notion|Asana)\b|\blinear(?:\.app|\s+(?:tickets?|issues?|boards?|projects?|teams?)\b)|\bslack\s+(?:channels?|threads?)\b|\bin\s+(?:linear|slack|notion)\b|\b(?:dashboard|runbook|wiki|handbook)s?\b[^.]{0,40}\b(?:at|in|on|under|id)\b|\b(?:documented|recorded|tracked|described)\s+(?:in|at|on|under)\b|(?<!\p{L})(?:dokumentiert|steht\s+im\s+Wiki|documentad[oa]s?|documentée?s?|documentat[oa]|описан[ао]?)(?!\p{L})|文[档檔]在|[记記][录錄]在|ドキュメントは|文書は|문서는/u

/** A place to look things up (documents, boards, hosts), or a person to ask. */
const PLACE = either(
  /(?<!\p{L})(?:docs?|guides?|contracts?|instructions|documentation|spec(?:ification)?s?|designs?|design\s+files|mock-?ups?|wireframes?|logs|metrics|alerts|list|dashboards?|boards?|backlog|roadmap|tickets?|bugs|issues|runbooks?|playbooks?|data\s?sheets?|manuals?|samples?|recordings?|diagrams?|guidelines?|minutes|glossary|schedule|calendar|accounts|Doku\p{L}*|Entwürfe|Handbuch|Datenblätter|Fehlerliste|documentación|diseños?|maquetas?|incidencias|manual(?:es)?|maquettes?|documentação|layouts?|chamados|documentazione|segnalazioni|manuale|документация|дизайн|макеты?|логи|тикеты|баги|задачи|инструкци[яи])(?!\p{L})[^.;]{0,60}\s(?:is|are|lives?|sits?|kept|stored|found|ist|sind|liegt|liegen|steht|stehen|está|están|est|sont|se\s+trouve(?:nt)?|fica|ficam|estão|è|sono|si\s+trova(?:no)?|лежит|лежат|находится|находятся|ведутся)\s+(?:(?:listed|kept|stored|found|collected|published|all|now|also|only)\s+)?(?:in|on|at|under|im|auf|unter|bei|en|dans|sur|em|no|na|nel|nella|su|sul|в|на)(?!\p{L})(?!\s+(?:json|utc|english|german|french|markdown|yaml|memory|use)\b)/u,
  /\b(?:in|on|im|auf|sur|dans|en|no|na|em|su|nel|sul)\s+(?:the\s+|our\s+|dem\s+|le\s+|el\s+|il\s+)?(?:nas|penpot|miro|loki|youtrack|redmine|bugzilla|sharepoint|google\s+(?:drive|docs|sheets?)|dropbox|nextcloud|splunk|airtable|clickup|basecamp|pagerduty|bitwarden|1password|mattermost|discord|intranet|wiki|(?:shared\s+)?drive)\b|(?<![\w.-])(?:[\w-]{1,40}\.){2,6}(?:com|org|net|io|dev|app|example|internal|intranet|lan|corp|cloud)(?![\w.-]*\w)|(?<![\w./@-])[\w-]+\.(?:com|org|net|io|dev|app|example)\/\w|\b(?:is|are|in|at|under|see)\s+`?[\w./-]*(?<![\w-])(?:docs?\/[\w./-]+|[\w-]+\.(?:pdf|docx?|xlsx?|md|adoc|rst|drawio))\b/u,
  /(?<!\S)#[a-z]{2,}(?:-[\p{L}\d]+)+\b|\b(?:is|are)\s+the\s+(?:\w+\s+)?(?:contact|person\s+to\s+ask|one\s+to\s+ask)\b|\bcontact\s+(?:person\s+)?(?:for|is)\b|\bquestions\b[^.]{0,40}\bgo\s+to\b|\b(?:ask|ping|mail)\s+(?:him|her|them)\b|\bcan\s+be\s+found\b|\byou(?:'ll|\s+will|\s+can)?\s+find\b|\blook\s+(?:up\s+)?(?:in|under)\b|^see\s|^the\s[^.;:]{3,60}\sis\s+`?[\w-]+\/[\w./-]+\.\w{1,6}\b|\b(?:in|is)\s+(?:the\s+)?(?:(?:separate|archive)\s+)?(?:bucket|repo|repository)\s+`?(?:[\w:]+\/|[\w:]+-[\w:])|\b(?:script|file|page|folder|checklist|guide)\s+(?:that|which|for|to|with)\b[^.]{1,60}\bis\s+(?:in\s+|at\s+)?`?[\w.-]+\//u,
  /(?<!\p{L})(?:Ansprechpartner(?:in)?|zu\s+finden|findet\s+(?:man|sich)|contacto\s+para|se\s+encuentran?|interlocut\p{L}+|on\s+trouve|contato\s+para|encontra-se|referente\s+per|по\s+вопросам|контакт\p{L}*|в\s+(?:фигме|джире|конфлюенсе|трелло|ноушене))(?!\p{L})|(?:[设設][计計]稿?|原型|日志|需求|工[单單]|手册|[图圖][纸紙])[^。]{0,20}在|[联聯][系繫]人|(?:仕様書?|設計書?|デザイン|ログ|チケット|資料|マニュアル)は.{1,40}(?:にある|にあります|に置|を参照|を見)|担当者は|(?:디자인|시안|로그|티켓|이슈|명세|자료)[는은가이]\s.{1,40}에\s?(?:있|정리|올)|담당자는/u,
)

/** "Ask Mara in #data if the credentials stop working" is not an order. */
const CONTACT =
  /^(?:ask|ping|mail|contact)\s+(?!me\b|us\b|the\s+user|before|first|for|if|whether|about|when|in\b|on\b|again)\S+\s+(?:in|on|about|for|if|when)\b/i

/** One of these together with a reason is a choice, unless the sentence tells of a need or a failure. */
const CHOICE = either(
  /\b(?:use[sd]?|stay(?:s|ed)?|remain(?:s|ed)?|keeps?|kept|replace[sd]?|removed?|dropped|pinned|include[sd]?|stored|written|done|handled|split|moved|switched|went|took|tried|g(?:a|i)ven?\s+up|no\s+longer|avoid(?:s|ed)?|instead\s+of|rather\s+than|in\s+favou?r\s+of|over|without|on\s+purpose|stick|runs?|raised|lowered|not\s+(?:added|adopted|upgrad(?:ed|ing))|(?:is|are|was|were)\s+(?:\w+ly\s+)?(?:off|disabled|turned\s+off|banned))\b|(?:\band|,)\s+not\b|^\W*no\s/u,
  /(?<!\p{L})(?:bleib(?:en|t)|blieb(?:en)?|nutzen|nutzt|verwenden|verwendet|nehmen|genommen|gewählt|statt|anstatt|sondern|nicht\s+mehr|ersetzt|verzichten|(?:nos\s+)?quedamos|seguimos|usamos|se\s+usa|en\s+(?:lugar|vez)\s+de|y\s+no|cambiamos|quitamos|ya\s+no|mantenemos)(?!\p{L})/u,
  /(?<!\p{L})(?:on\s+(?:a\s+pris|reste|garde|utilise)|nous\s+(?:utilisons|gardons|restons)|plutôt\s+que?|au\s+lieu|et\s+(?:non|pas)|remplacé|abandonné|em\s+vez|ao\s+invés|e\s+não|ficamos|mantemos|trocamos|tiramos|invece\s+di|al\s+posto|e\s+non|restiamo|usiamo|teniamo|tolto|вместо|а\s+не|оста(?:ёмся|емся|лись)|используем|взяли|убрали|заменили)(?!\p{L})/u,
  /[选選]|改用|[换換]成|不用|使用|保留|而不是|使(?:う|い|って)|やめ|にし(?:た|ました|ている)|のまま|代わりに|ではなく|쓴다|씁니다|쓰고|사용|대신|유지|그대로|않고/u,
)
const REASON = either(
  /\b(?:because|since(?!\s+(?:\d|v\d|version|last|then))|due\s+to|so\s+that|in\s+order\s+to)\b|,\s+as\s|,\s+to\s+(?:keep|avoid|stay|make|let|allow|save|reduce|prevent|simplify)\b|\bas\s+(?:nobody|no\s+one|it|there|they|we|otherwise)\s/u,
  /(?<!\p{L})(?:weil|wegen|damit|denn|porque|ya\s+que|debido\s+a|parce\s+qu\p{L}*|puisqu\p{L}*|car|à\s+cause|pois|já\s+que|por\s+causa|perché|poiché|dato\s+che|visto\s+che|потому\s+что|так\s+как|из-за|поскольку|чтобы)(?!\p{L})|,\s*da\s/u,
  /因[为為]|由[于於]|[虑慮]到|から(?:[。、.]|です|だ|$)|ため|ので|때문|니까|므로|[어아해라워려]서\s|위해/u,
)
const NEED = either(
  /\b(?:needs?|requires?|must|ha(?:s|ve)\s+to|should|fail(?:s|ed|ing)?|cannot|can't|could\s+not|(?:do|does|did)(?:n't|\s+not)(?!\s+use)|hangs?|breaks?|broken|crash(?:es|ed)?|flaky|slow|wrong|errors?|caused|happens?)\b/u,
  /(?<!\p{L})(?:brauch(?:en|t)|muss|müssen|kann\s+nicht|necesitan?|requieren?|deben?|hay\s+que|fallan?|nécessitent?|doi(?:ven)?t|il\s+faut|échouent?|precisam?|devem?|tem\s+que|falham?|richied\p{L}+|dev(?:e|ono)|bisogna|нужн\p{L}+|требу\p{L}+|долж\p{L}+|надо|пада(?:ет|ют))(?!\p{L})|需要|必[须須]|不能|失[败敗]|必要|失敗|できない|動かない|필요|해야|실패|안\s?된/u,
)

const DECISION = either(
  /\b(?:decided|chose|(?<!\b(?:is|are|be|gets?)\s)(?:chosen|rejected|ruled\s+out)|opted|settled\s+on|agreed\s+(?:to|on)|went\s+(?:with|for)|picked(?!\s+up)|g(?:a|i)ven?\s+up|abandoned|in\s+favou?r\s+of)\b|\b(?:was|were|been)\s+(?:replaced|dropped|removed|postponed|abandoned|deprecated|adopted|introduced)\b|\b(?:instead\s+of|rather\s+than)\b|\b(?:our|the|a)\s+decision\b|^\W*(?:decision|ADR[\s-]?\d+)\b|\bwe(?:'re|\s+are)\s+(?:staying|sticking|keeping|sitting\s+out)\b|\bwe\s+(?:choose|decide|dropped|moved|switched|migrated|replaced|removed|stay(?:ed)?\s+(?:on|at|with))\b|\b(?:over|instead\s+of|rather\s+than|no)\s[^.]{1,60}\b(?:for\s+(?:speed|performance|simplicity|cost)|to\s+(?:avoid|stay|keep))\b|^(?:kept|dropped|moved|switched|migrated|adopted)\b|\b(?:done|handled|limited|kept|placed|checked|computed|rendered)\b[^.;]{1,60}(?:,\s(?:not|to\s+\w+|because|since)|\sand\s+not|\sinstead\s+of)\b/u,
  /(?<!\p{L})(?:entschieden|entscheiden\s+uns|Entscheidung|beschlossen|Beschluss|verworfen|umgestiegen|abgeschafft)(?!\p{L})/u,
  /(?<!\p{L})(?:decidi(?:mos|do|eron|ó)|decidí|decisión|elegi(?:mos|do)|elegí|optamos|descartamos|migramos|abandonamos)(?!\p{L})/u,
  /(?<!\p{L})(?:décidé|choisi|décision|opté|retenu|abandonné|migré|on\s+a\s+pris)(?!\p{L})|(?<!\p{L})(?:decidimos|decidido|escolhemos|escolhido|decisão|trocamos)(?!\p{L})/u,
  /(?<!\p{L})(?:deciso|scelto|decisione|optato|scartato|abbandonato)(?!\p{L})|(?<!\p{L})(?:решили|решено|выбрали|решение|отказались|перешли)(?!\p{L})/u,
  /(?<![不没沒未])[决決]定(?!性|权|權)|[选選](?:定|用|择了|擇了)|[采採]用|改用|放[弃棄]|[选選]了|やめ(?:た|ました)|切り替え(?:た|ました)|選(?:んだ|びました)|に(?:した|しました)(?=[。、.]|$)|決め(?:た|ました|ている)|採用(?:した|しました|する|します)|결정(?!권|하기|되기)|채택(?:했|한다|합니다)|하기로\s?했|선택했|골랐|포기했|바꿨/u,
)
/** "No broker: plain files for speed" is worded like an order but is a decision. */
const WITHOUT = /^\W*no\s/i
/** Saying who should decide is not a decision. */
const LEFT_TO_DECIDE =
  /\b(?:never|don't|do\s+not|not|to|before|you|users?|let\s+me|can|could|may|please|always)\s+(?:\w{1,12}\s)?(?:decide|choose|chose)\b|\buser\s+(?:prefers|wants|expects)\b|\bshould\b/i

/** Name, mail, role, languages and tools of the speaker, or of "the user". */
const PERSON = either(
  /\bmy\s+(?:\w+\s+)?(?:name|nickname|pronouns?|e-?mail|mail|address|phone|role|job|title|position|profession|background|birthday|age|time\s?zone|location|city|country|language(?!\s+server)|mother\s+tongue|editor|ide|shell|terminal|os|operating\s+system|machine|mac|laptop|computer|keyboard|browser|github|gitlab|handle|username|employer|company|team|boss|manager|skills?|experience)\b|\bi(?:'m|\s+am)\s+(?!going|trying|working\s+on|looking|seeing|getting|sure|not|fine|ok|okay|done|happy|glad|sorry|afraid|talking|asking|saying|here|still|now)|\bi\s+(?:work|live|speak|study|come\s+from|was\s+born|have\s+(?:\d+\s+years|(?:no|little)\s+experience)|(?:have\s+)?never\s+(?:used|learned|written|worked)|(?:know|learn)\s+(?!that|it|this|you|the|what|how|why)\p{L}+(?=\s+(?:well|badly|only|mostly|a\s+bit|but)|[,.;]|$)|(?:only\s+|mainly\s+|mostly\s+|always\s+)?use|own|run)\b|\b(?:call|address)\s+me\b/u,
  /^(?:the\s+)?user(?:'s\s+(?:(?:first|native|main|second|third|own|current|favou?rite)\s+)?(?:name|role|editor|shell|terminal|time\s?zone|machine|laptop|keyboard|language|background|experience|pronouns|e-?mail|job|company|team)\b(?!\s+(?:is|are|must|can|may)\s+(?:be|(?:\p{L}+ed|read|kept|taken|sent|shown|set)\s+(?:in|by|from|to|on|as|with|at|when))\b)|\s+(?:is\s+(?:an?|from|on|in|at|based|called|named|colou?r|new|learning|familiar|fluent|experienced|\w+-(?:handed|blind))\b|is\s+(?:the\s+(?:only|sole|main|lead)|off)\b|works\s+(?:as|at|in|on|from|for)|(?:writes|reads|reviews|types|listens|edits)\s+(?:\w+\s+)?(?:in|on|at|with)\s|dictates|drives|lives|speaks|knows\s+(?!the\b|that\b|about\b)|comes\s+from|studie[sd]|develops|codes|uses\s+(?!the\b)|has\s+(?:\d+\s+years|been\s+an?|(?:no|little|much|some|long)\s+(?:\w+\s+)?experience|never\s+(?:used|worked|written))))/u,
  /(?<!\p{L})(?:ich\s+heiße|ich\s+bin(?=\s+(?!mir|nicht|gerade|dabei|sicher|fertig|froh))|ich\s+(?:arbeite|wohne|lebe|komme\s+aus|spreche|lerne|programmiere|benutze|nutze|verwende)|mein(?:e|en|em|er)?\s+(?:\p{L}+\s+)?(?:Name|E-?Mail(?:-?Adresse)?|Rolle|Beruf|Zeitzone|Editor|Shell|Rechner|Laptop|Betriebssystem|Muttersprache|Firma|Team)|nenn(?:e|en\s+sie)?\s+mich)(?!\p{L})/u,
  /(?<!\p{L})(?:me\s+llamo|soy(?!\s+consciente)|vivo\s+en|trabajo\s+(?:como|en|de)|hablo|programo|yo\s+uso|uso|utilizo|mi\s+(?:nombre|correo|email|puesto|rol|zona\s+horaria|editor|terminal|shell|ordenador|portátil|idioma|empresa|equipo)|llámame)(?!\p{L})/u,
  /(?<!\p{L})(?:je\s+m'appelle|moi,?\s+c'est|je\s+suis(?!\s+(?:sûr|pas|en\s+train))|j'habite|je\s+(?:travaille|parle|vis|utilise|code|programme|débute)|j'utilise|mon\s+(?:nom|e-?mail|rôle|métier|éditeur|fuseau|shell|équipe|entreprise)|appelle-moi)(?!\p{L})/u,
  /(?<!\p{L})(?:me\s+chamo|meu\s+(?:nome|e-?mail|cargo|fuso|editor|shell|time)|eu\s+(?:sou|moro|trabalho|falo|uso)|sou\s+(?!contra)|moro\s+em|trabalho\s+(?:como|na|no|em)|falo\s|mi\s+chiamo|sono\s+(?:un|una|di)(?!\p{L})|lavoro\s+(?:come|in|per)|vivo\s+a|parlo\s|il\s+mio\s+(?:nome|editor|ruolo|fuso|email|shell)|chiamami)(?!\p{L})/u,
  /(?<!\p{L})(?:меня\s+зовут|я\s+(?:живу|работаю|говорю|пишу\s+на|знаю(?!,|\s+что)|учу|новичок|пользуюсь|использую|разработчи\p{L}*|программист\p{L}*|\p{L}{2,}(?:ер|опс|ист|[чщ]ик|ор|ёр|ник))|мо(?:й|я|ё)\s+(?:имя|почта|роль|должность|часовой\s+пояс|редактор|команда|компания))(?!\p{L})/u,
  /我(?:叫|姓|不熟|熟悉|[刚剛][学學]|是(?!说|說|想|指)|住|来自|來自|在.{1,20}(?:工作|上班)|(?:平[时時])?(?:使?用|[会會]用)的?)|我的(?:名字|姓名|昵称|邮箱|郵箱|信箱|电话|電話|职位|職位|职业|職業|角色|时区|時區|母语|母語|编辑器|編輯器|终端|終端|系统|系統|电脑|電腦|公司|团队|團隊|账号|帳號)/u,
  /(?:私|僕|俺|わたし|自分)(?:は|の)(?:.{0,12}(?:名前|メール|アドレス|役割|職業|仕事|肩書|タイムゾーン|エディタ|母語|シェル|会社|チーム)|.{1,40}(?:です|だ|である|住んで|働いて|使って|使い(?:ます)?))|と呼んで|(?:내|제|나의|저의)\s(?:이름|이메일|메일|역할|직업|직책|시간대|에디터|편집기|모국어|회사|팀|컴퓨터|셸)|(?:나는|저는|난|전)\s.{0,40}(?:개발자|엔지니어|디자이너|기획자|입니다|이에요|예요|이다|야|살아요?|삽니다|일해요?|일합니다|써요?|씁니다|쓴다|사용해요?|사용합니다|사용한다)|(?:라고|이라고)\s?불러/u,
)
/** What people say about themselves, without a verb of wishing or a report of what they just did. */
const HABIT =
  /^i(?:'ve\s+(?:been|done|worked|written|used|had|spent|built)\b|\s+(?:(?:usually|always|often|mostly|mainly|only|normally|typically|also|still|never|do\s+not|don't)\s+){0,2}(?!(?:want|wanted|prefer|like|love|hate|expect|need|think|guess|hope|see|saw|said|told|asked|meant|mean|found|made|did|got|went|chose|put|will|would|can|could|can't|won't|should|must|may|might|just|usually|always|often|mostly|mainly|only|normally|typically|also|still|never|do|don't|didn't|was)\b)(?!\p{L}+ed\b|\p{L}+\s+(?:sono|stanno|vanno|devono|si|non|del|della|di)\b)\p{L})/iu

/** "The build needs Xcode on my Mac" is about the build, not about the person. */
const OF_PERSON_ALONE = /\b(?:needs?|requires?|must|fails?|builds?)\b[^.]{0,60}\bon\s+my\s+(?:mac|machine|laptop)\b/i

/** How the agent should talk: in which language, how long, in which tone. */
const SPEECH = either(
  /\b(?:answer(?:ed)?|reply|respond|speak|talk|write)\s+(?:to\s+)?(?:me\s+)?(?:only\s+|always\s+)?in\s+(?!the\b|a\b|tests?\b)\p{L}+|\b(?:answers?|repl(?:y|ies)|explanations?|summaries)\s+(?:should|must|are|to\s+be|in|short|brief|without|max|at\s+most|under)\b|\bresponses\s+(?:(?:should|must)\s+be\s+)?(?:short|brief|concise|without)\b|\byour\s+(?:answers?|replies|responses)\b|\b(?:short|brief|concise|terse|direct|detailed)\s+(?:answers?|replies|responses|explanations?)\b|\bbe\s+(?:brief|short|concise|terse|direct|blunt|polite|honest|casual)\b|\bemojis\b|\b(?:no|without|any|use)\s+emoji\b|\btone\b|\bexplain\s+(?:things|everything|it)\b|\bdon't\s+(?:apologi[sz]e|flatter)\b/u,
  /(?<!\p{L})(?:antworte\p{L}*|auf\s+deutsch|antworten|fass\s+dich\s+kurz|(?:sei|mach\s+es|halte?\s+dich)\s+kurz|duze?\s+mich|responde\p{L}*|contesta\p{L}*|respuestas?|en\s+español|sé\s+breve)(?!\p{L})/u,
  /(?<!\p{L})(?:réponds?\p{L}*|réponses?|en\s+français|sois\s+(?:bref|concis)|tutoie-?\p{L}*|responda\p{L}*|respostas?|em\s+português|seja\s+breve|rispond\p{L}*|risposte|in\s+italiano|sii\s+breve)(?!\p{L})/u,
  /(?<!\p{L})(?:отвечай\p{L}*|ответы?|на\s+русском|по-русски|кратко|будь\s+краток)(?!\p{L})/u,
  /回答|回[复復]我|表情符[号號]|[语語][气氣]|日本語で|返事|絵文字|敬語|口調|한국어로|답변|답해|대답|이모지|존댓말|반말/u,
)

/** The answers of a program are not the agent's. */
const OF_PROGRAM =
  /(?<!\p{L})(?:api|https?|json|xml|endpoints?|ser(?:ver|vidor|veur)|сервер\p{L}*|接口|サーバー?|서버)(?![a-z])/iu

/** A clause in front of an order: "when you commit, …". */
const BEFORE =
  /^(?:when|if|whenever|before|after|once|whatever|unless|wenn|falls|egal|was\s+auch|bevor|si|cuando|pase|quand|quando|se|если|когда)(?!\p{L})[^,]{1,120},\s*|^(?:for|in|with|on)\s+\S+\s+(?:here\s+)?(?=(?:use|put|write|prefer|avoid|never|always|don't)\b)/iu

/** An order, or a rule worded as one, by its first word; in languages whose verbs come last, by its last. */
const WISH = either(
  /^[\s"'“-]{0,4}(?:(?:please|also|and|so)\s+)?(?:(?:always|never|don't|do\s+not|please|let's|let\s+me|say|be|make|use|keep|ensure|avoid|write|ask|prefer|explain|tell|treat|follow|stick|leave|put|add|remove|delete|try|speak|talk|give|verify|confirm|mention|include|skip|ignore|create|generate|regenerate|propose|suggest|summari[sz]e|assume|describe|install|translate)(?![\p{L}'.-])|(?:no|only(?!\s+the\s+(?!user\b)(?:\w+\s+){1,3}(?:may|can|will))|just|answer|reply|respond|run|check|show|commit|push|test\s+(?!\w+\s+(?:is|are))|stop|start|format|split|read|wait|review|open|name|set|log|lint|deploy|wrap|squash|update|document)(?![\p{L}'.-])(?!\s+(?:\w+\s+)?(?:is|are|was|has|have)\b|\s+(?:runs?|needs?|takes?|goes|happens?)\b))/u,
  /\b(?:should|shouldn't|must\s+(?:never|not|always)|mustn't|(?:always|never)\s+(?:use|run|open|push|write|ask|edit|touch|commit|add|merge|deploy|change|put)|you\s+(?:have\s+to|need\s+to|must|may\s+not|can't|keep\s+\w+ing|(?:always\s+|never\s+|first\s+)?(?:ask|tell|say|write|explain|answer|propose|paste|commit|push|stop|wait))|(?:when|whenever|before|after|if|until)\s+you\s[^.;]{1,80}\byou\s+\w+|stop\s+(?:that|it|doing)|(?:is|are)\s+not\s+allowed|please\s*[.!,]|please$|pls)(?![\p{L}'-])|\b(?:done|made|run|written|approved|reviewed)\s+by\s+the\s+user\b|\bthe\s+(?:agent|assistant)\s+(?:only|never|must|may|should)\b|^(?:\S+\s+){1,5}(?:first|only)[.!]?$/u,
  /^[\s"'“-]{0,4}(?:immer|nie|niemals|bitte|kein\p{L}{0,2}|nur|nutze|verwende|benutze|schreibe?|sprich|mache?|halte?|lass|frage?|gib|nimm|zeige?|erkläre?|vermeide?|achte?|prüfe?|ändere?|lösche?|teste|committe|pushe)(?!\p{L})|(?<!\p{L})(?:immer|nie|bitte)\s(?:\p{L}+\s){0,6}\p{L}+en[.!]?$|(?<!\p{L})(?:darfst|sollst|musst|sollen|sollte[nst]*)(?!\p{L})/u,
  /^[\s"'“-]{0,4}(?:siempre|nunca|jamás|no(?!\s+\p{L}+mos)|por\s+favor|solo|usa|utiliza|escribe|evita|mantén|haz|pregunta|ejecuta|revisa|explica|sempre|não(?!\s+\p{L}+mos)|use|escreva|evite|mantenha|faça|pergunte|execute|mai|non(?!\s+\p{L}+amo)|scrivi|fai|chiedi|esegui|mantieni|per\s+favore)(?!\p{L})/u,
  /^[\s"'“-]{0,4}(?:toujours|jamais|ne(?=\s)|n'\p{L}+\s(?:jamais|pas)|utilise[zr]?|écri[st]|évite[zr]?|fais|demande|lance|garde|merci\s+de|pas\s+de|всегда|никогда|не\s+\p{L}+(?:й|йте|ть)|используй(?:те)?|пиши(?:те)?|избегай(?:те)?|спрашивай|запускай|делай|пожалуйста)(?!\p{L})/u,
  /^(?:[请請]|用(?![户戶])|使用(?!者)|不要|[别別勿]|禁止|[总總]是|始[终終]|一律|必[须須]|[务務]必|尽量|盡量|[优優]先|先|每次|以[后後]|避免|保持)|[应應][该該]|必[须須]先|前先|(?:て|ないで|て(?:ください|下さい|ね|ほしい)|ないで(?:ください|ね)|ように|(?:する|ない)こと|ましょう|べき(?:だ|です)?|禁止)[。.!！\s]{0,4}$|(?:해|줘|해줘|주세요|하세요|마|마세요|말\s?것|할\s?것|하자|말자|짧게)[.!\s]{0,4}$/u,
)
/** What all things of a kind must be, without an article ("Endpoints must be versioned"): whoever makes one has to follow it. */
const NORM =
  /^(?!the\b|this\b|a\b)(?:[\w'-]+\s+){0,5}?[\w'-]+s\s+(?:must|have\s+to)\s+(?!not\b|never\b)(?:be\s+(?:\w+ed|written|run|kept|in|\w+ble)|go|use|run\s+on|have)\b|^(?:bug\s?)?(?:fixes|changes|features|endpoints|commits|prs?)\s+needs?\s+an?\s|^new\s+[\w-]+\s+(?:goes|go|belongs?)\s+(?:in|into|under)\b/i

/** A wish stated as one: "I prefer …", "the user wants …". */
const WANTED = either(
  /\buser\b(?!')[^.;]{1,80}\s(?:and|but)\s+(?:wants|prefers|expects)\b|\b(?:i|user|users?)\s+(?:(?:always|really|does\s+not|doesn't|do\s+not|don't|generally)\s+)?(?:prefers?|wants?|likes?|expects?|hates?|insists|asks|wishes|reviews)\b|^(?:prefers|dislikes|likes|wants|expects)\s|\buser\s+finds\b|\bmy\s+(?:preference|favou?rite\s+\w+\s+style)\b|\bfrom\s+now\s+on\b|\bgoing\s+forward\b/u,
  /(?<!\p{L})(?:ich\s+(?:bevorzuge|möchte|will|mag|hasse)|mir\s+ist\s+.{1,40}\s+lieber|ab\s+(?:jetzt|sofort)|prefiero|quiero|me\s+gusta|a\s+partir\s+de\s+ahora|je\s+(?:préfère|veux|n'aime)|à\s+partir\s+de\s+maintenant|prefiro|quero|eu\s+gosto|a\s+partir\s+de\s+agora|preferisco|voglio|mi\s+piace|d'ora\s+in\s+poi|я\s+(?:предпочитаю|хочу)|(?:Nutzer(?:in)?|Benutzer(?:in)?)\s+(?:möchte|will|bevorzugt|erwartet)|usuario\s+(?:quiere|prefiere)|utilisateur\s+(?:veut|préfère|souhaite)|usuário\s+(?:quer|prefere)|utente\s+(?:vuole|preferisce)|пользователь\s+(?:хочет|предпочитает|просит)|с\s+этого\s+момента)(?!\p{L})/u,
  /我(?:更)?(?:偏好|喜[欢歡]|希望|想要)|从现在|從現在|今後|これから|앞으로|이제부터|用[户戶](?:希望|想|偏好|喜[欢歡]|要求)|(?:が|を)好(?:き|む)|선호|싶/u,
)
const TASTE = either(
  /^(?:i\s+(?:(?:always|really|generally|usually|much|strongly|very\s+much|do\s+not|don't)\s+){0,2}(?:prefer|like|hate)|my\s+preference\s+is)\s/u,
  /^(?:ich\s+(?:bevorzuge|mag|hasse)|prefiero|me\s+gustan?|je\s+(?:préfère|n'aime\s+pas)|(?:eu\s+)?prefiro|preferisco|я\s+предпочитаю)\s/u,
  /^我(?:更)?(?:偏好|喜[欢歡])/u,
)
/** A place, a moment, a thing that is known here, a name, code. */
const OF_A_PLACE =
  /(?<!\p{L})(?:the|our|we|us|th(?:is|at|ese|ose)|it|here|in|for|on|at|when|while|with|to|from|you|your|[Ii]m|[Ff]ür|[Aa]uf|[Bb]ei|d(?:as|ie|er|em|en)|dies\p{L}*|unser\p{L}*|en|para|est[ae]s?|el|l[aeo]s?|il|gli|nuestr\p{L}+|dans|pour|ce(?:tte)?|notre|em|n[oa]s?|[oa]s?|noss[oa]s?|per|nell?[ao]?|quest[oa]|nostr[oa]|в|на|для|эт\p{L}+|наш\p{L}*)(?!\p{L})|[这這里裡本的][项項仓倉个個]?|[`"“”/_\d]|\p{Ll}\p{Lu}|\w\.\w|(?<=[\p{Ll},]\s)(?!I\b|Tabs?\b|Leerzeichen\b)\p{Lu}/u

/** "We …" tells how things are done here, and so does a thing of the project with what it does. */
const STATEMENT = either(
  /^[\s"'“-]{0,4}(?:we|our|ours|there)(?![\p{L}-])(?!\s+should)|^(?:wir|unser\p{L}*|nosotros|nuestr\p{L}+|no\s+\p{L}+mos|\p{L}{2,}[aei]mos|on|nous|notre|nos|a\s+gente|noss[oa]s?|não\s+\p{L}+mos|noi|nostr\p{L}+|\p{L}{2,}iamo|мы|у\s+нас|наш\p{L}*)(?!\p{L})|^(?!(?:always|never|please|when|if)\b)[^.;]{3,90}\s(?:is|are|holds?|has|have)\s[^.;]{3,90}(?:,\s+so|\sand)\s[^.;]{0,60}\bmust\s+not\b|^(?:我们|我們|咱们|私たち|うち|우리|저희)/u,
)

/** As a whole word: "happen" does not name a project called "app". */
function isNamed(name: string, said: string): boolean {
  const wanted = name.trim().toLowerCase()
  if (wanted.length < 2) return false
  const text = said.toLowerCase()
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1))
    if (!IN_WORD.test(text.charAt(at - 1)) && !IN_WORD.test(text.charAt(at + wanted.length))) return true
  return false
}

const IN_WORD = /[a-z0-9_äöüßáéíóúñ]/
