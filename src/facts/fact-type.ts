// Of which type a fact is, and whether it holds for this project or for the person everywhere. A rule that lands in the wrong scope either
// is missing elsewhere or, worse, is obeyed where it was never meant: so only a wish that names nothing of this project is taken for general.
import type { NoteType } from "../model/note-head.ts"
import type { ScopeName } from "../model/scope.ts"
import { isStatement } from "../requests/statement.ts"

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
  const written = text.slice(0, LOOKED_AT).replaceAll("’", "'")
  const said = written.replace(EVERY_PROJECT, " ")
  if (REFERENCE.test(said)) return { type: "reference", scope: "project" }
  if (DECISION.some((pattern) => pattern.test(said))) return { type: "decision", scope: "project" }
  if (PROJECT.test(said) || projectNames.some((name) => isNamed(name, said)))
    return { type: "project", scope: "project" }
  if (PERSON.some((pattern) => pattern.test(said))) return { type: "user", scope: "global" }
  const isHere = OF_PROJECT.some((pattern) => pattern.test(said)) || (said === written && isStatement(said))
  return { type: "feedback", scope: isHere ? "project" : "global" }
}

/** "in all my projects" is the opposite of "in this project". */
const EVERY_PROJECT =
  /\b(?:all|every|each|any|other)\s+(?:of\s+)?(?:my\s+|our\s+|the\s+)?(?:projects?|repos?(?:itor(?:y|ies))?|codebases?)\b|(?:所有|每个|每個|任何|其他)(?:的)?(?:项目|專案|仓库|倉庫)|(?:すべて|全て|全部|どの|他)の?(?:プロジェクト|リポジトリ)|모든\s?(?:프로젝트|저장소)|\b(?:alle[nr]?|jede[ms]?)\s+(?:meine[nr]?\s+)?(?:Projekte?n?|Repos?(?:itories)?)\b|\b(?:todos\s+(?:los|mis)|cada|cualquier)\s+(?:proyectos?|repos?(?:itorios?)?)\b/giu

/** The names that are also common words count only as names. */
const REFERENCE =
  /https?:\/\/\S|\bwww\.\S+\.\S|\b(?:[Jj]ira|JIRA|[Gg]rafana|[Cc]onfluence)\b|\b(?:Linear|Slack|Notion)\b|\blinear(?:\.app|\s+(?:tickets?|issues?|boards?|projects?|teams?)\b)|\bslack\s+(?:channels?|threads?|workspaces?|messages?)\b|\bnotion(?:\.so|\s+(?:pages?|docs?|databases?|boards?)\b)|\bin\s+(?:linear|slack|notion)\b/

const DECISION = [
  /(?<!\b(?:not|never|don't|to|before|you|users?|let|can|could|may|please|always)\s(?:\w{1,12}\s)?)\b(?:decid(?:e|es|ed)|cho(?:se|sen|ose|oses)|opted|settled\s+on)\b|\b(?:our|the|a)\s+decision\b|^\W*decision\b/i,
  /(?<![不没沒未])[决決]定(?!性|权|權)|[选選](?:定|用|择了|擇了)|[采採]用/,
  /(?:決め(?:た|ました|ている)|決定(?:した|しました|する|です|事項)?|採用(?:した|しました|する|します))/,
  /결정(?!권|하기|되기)|채택(?:했|한다|합니다|하기로)|하기로\s?했/,
  /(?<!\p{L})(?:entschieden|entscheiden\s+uns|Entscheidung|beschlossen|Beschluss)(?!\p{L})/iu,
  /(?<!\p{L})(?:decidi(?:mos|do|eron|ó)|decidí|decisión|elegi(?:mos|do)|elegí|optamos|hemos\s+elegido)(?!\p{L})/iu,
]

const PROJECT =
  /\b(?:this|the|our)\s+(?:current\s+|whole\s+|entire\s+)?(?:project|repo|repository|codebase|code\s+base|monorepo|workspace)\b|(?:本|这个?|這個?|該|该|我们的?|我們的?|当前|目前)?(?:项目|專案|仓库|倉庫|代码库|程式碼庫|代碼庫)|(?:プロジェクト|リポジトリ|レポジトリ|コードベース)|(?:프로젝트|저장소|리포지토리|레포(?!트)|코드베이스)|\b(?:diese[sm]?|unsere?[sm]?|das|dem|im)\s+(?:Projekt|Repo|Repository|Codebase|Monorepo)\b|\b(?:este|nuestro|el)\s+(?:proyecto|repo|repositorio|monorepo)\b/iu

/** Name, mail, role and tools of the one who speaks. */
const PERSON = [
  /\bmy\s+(?:\w+\s+)?(?:name|nickname|pronouns?|e-?mail|mail|address|phone|role|job|title|position|profession|background|birthday|age|time\s?zone|location|city|country|native\s+language|mother\s+tongue|editor|ide|shell|terminal|os|operating\s+system|machine|laptop|computer|keyboard|browser|github|gitlab|handle|username|employer|company|team|boss|manager|skills?|experience)\b/i,
  /\bi(?:'m|\s+am)\s+(?!going|trying|working\s+on|looking|seeing|getting|sure|not|fine|ok|okay|done|happy|glad|sorry|afraid|talking|asking|saying|here|still|now)|\bi\s+(?:work|live|speak|study|studied|come\s+from|was\s+born|have\s+\d+\s+years|only\s+know|mainly\s+use|mostly\s+use|always\s+use|use|own|run)\b|\b(?:call|address)\s+me\b/i,
  /我(?:叫|姓|是(?!说|說|想|指)|住|来自|來自|在.{1,20}(?:工作|上班)|(?:平[时時])?(?:使?用|[会會]用)的?)|我的(?:名字|姓名|昵称|暱稱|邮箱|郵箱|邮件|郵件|信箱|电话|電話|手机|手機|职位|職位|职业|職業|角色|时区|時區|母语|母語|编辑器|編輯器|终端|終端|系统|系統|电脑|電腦|公司|团队|團隊|生日|账号|帳號)/,
  /(?:私|僕|俺|わたし|自分)(?:は|の)(?:.{0,12}(?:名前|メール|アドレス|役割|職業|仕事|肩書|タイムゾーン|エディタ|母語|シェル|会社|チーム)|.{1,40}(?:です|だ|である|住んで|働いて|使って|使い(?:ます)?))|と呼んで/,
  /(?:내|제|나의|저의)\s(?:이름|이메일|메일|역할|직업|직책|시간대|에디터|편집기|모국어|회사|팀|생일|전화|컴퓨터|셸)|(?:나는|저는|난|전)\s.{1,40}(?:입니다|이에요|예요|이다|야|살아요?|삽니다|일해요?|일합니다|써요?|씁니다|쓴다|사용해요?|사용합니다|사용한다)|(?:라고|이라고)\s?불러/,
  /(?<!\p{L})(?:ich\s+heiße|ich\s+bin(?=\s+(?!mir|nicht|gerade|dabei|sicher|fertig|froh))|ich\s+(?:arbeite|wohne|lebe|komme\s+aus|spreche|benutze|nutze|verwende)|mein(?:e|en|em|er)?\s+(?:\p{L}+\s+)?(?:Name|Vorname|E-?Mail(?:-?Adresse)?|Mail|Rolle|Beruf|Job|Position|Zeitzone|Editor|Shell|Rechner|Laptop|Betriebssystem|Muttersprache|Firma|Team|Chef|Geburtstag)|nenn(?:e|en\s+sie)?\s+mich)(?!\p{L})/iu,
  /(?<!\p{L})(?:me\s+llamo|soy(?!\s+consciente)|vivo\s+en|trabajo\s+(?:como|en|de)|hablo|(?:yo\s+)?uso|utilizo|mi\s+(?:nombre|correo|email|e-mail|puesto|rol|cargo|profesión|zona\s+horaria|editor|terminal|shell|ordenador|computadora|portátil|idioma|empresa|equipo|jefe|cumpleaños)|llámame)(?!\p{L})/iu,
]

/** What only this project has: its files, its commands, its parts, and "we", who work on it. */
const OF_PROJECT = [
  /\b(?:CI|[Ss]taging|[Pp]rod(?:uction)?|[A-Z][A-Z0-9]+_[A-Z0-9_]+)\b/,
  /(?:^|[\s"'`(（「])(?:\.{0,2}\/)?[\w@.-]+\/[\w@./*-]+|(?:^|[\s"'`(（「])[\w-]+\.(?:[cm]?[jt]sx?|json|ya?ml|toml|md|py|rs|go|java|rb|php|sh|sql|css|html|lock|env)\b/i,
  /`[^`\s]{0,80}(?:[a-z][A-Z]|_|\(\))[^`\s]{0,80}`/,
  /\bport\s+(?:is\s+)?\d|\b(?:we|we're|we've|us|our|ours|here)\b|\b(?:the|this)\s+(?:\w+\s+)?(?:api|app|backend|frontend|server|client|database|db|schema|build|pipeline|ci|staging|production|cluster|deploy(?:ment)?|migrations?|test\s+suite|tests|port|host|queue|cache|tables?|cron|jobs?|workers?|bucket|region|environment|variable|flag|token|secret|route|component|dependency|script|folder|directory|files?|service|module|package|branch|endpoint|config|release|website|site|docs?)\b/i,
  /端口|埠號|数据库|資料庫|接口|分支|脚本|腳本|我们|我們|咱们|本(?:服务|系统|模块|库|專案)|(?:这个|這個|该|該)(?:服务|服務|系统|系統|模块|模組|库|仓|接口|分支|数据库|資料庫)/,
  /ポート|データベース|ブランチ|スクリプト|テスト|我々|私たち|うちの|この(?:サービス|システム|モジュール|API|アプリ|ブランチ|データベース)|当社/,
  /포트|데이터베이스|브랜치|스크립트|우리(?!말)|저희|이\s(?:서비스|시스템|모듈|앱|브랜치|데이터베이스|API)/,
  /(?<!\p{L})(?:wir|uns|unsere?[rsmn]?|hier|(?:die|der|das|dem|diese[rsmn]?)\s+(?:API|App|Datenbank|Pipeline|CI|Server|Tests|Backend|Frontend|Branch|Schema|Build|Deployment|Port|Skript|Datei|Tabelle))(?!\p{L})/iu,
  /(?<!\p{L})(?:nosotros|nuestr[oa]s?|aquí|usamos|(?:la|el|los|las|esta|este)\s+(?:API|app|base\s+de\s+datos|pipeline|CI|servidor|pruebas|tests|backend|frontend|rama|esquema|build|despliegue|puerto|script|archivo|tabla))(?!\p{L})/iu,
]

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
