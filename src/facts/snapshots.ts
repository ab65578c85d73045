// Texts that were true for an hour: how far the work is, what just failed, which commit, which files. They look like facts and are the bulk of
// what a model proposes at the end of a session. Each guard knows one such form; a text that states a rule in that form is let through.
// A text gets here only when it is short, so the patterns may look far.
import type { GateReason } from "./gate.ts"

export const SNAPSHOT_GUARDS = {
  progress_snapshot: isProgress,
  raw_error: (text: string) => RAW_ERROR.test(text),
  stack_trace: (text: string) => STACK_TRACE.test(text),
  commit_or_ci_snapshot: isCommitOrCi,
  path_heavy: isPathHeavy,
  temporary_status: (text: string) => TEMPORARY.some((pattern) => pattern.test(text)),
  active_file_snapshot: (text: string) => ACTIVE_FILE.test(text),
  code_signature: isSignature,
  unresolved_question: isOpenQuestion,
  transient_bug_state: (text: string) => BROKEN.test(text) && !CONDITION.test(text),
  deployment_snapshot: (text: string) => DEPLOYED.some((pattern) => pattern.test(text)),
} satisfies Partial<Record<GateReason, (text: string) => boolean>>

/** Says how things are to be, not how they are at the moment. */
const RULE =
  /\b(?:must|shall|should(?!\s+we\b)|never|always|do\s+not|don['’]t|cannot|required?|requires|only|has\s+to|have\s+to|needs?\s+to)\b|必[须須]|不要|禁止|[应應][该該]|必ず|べき|반드시|해야/i
const CONDITION = /\b(?:if|when|whenever|unless|until|once|every\s+time|in\s+case)\b|如果|[当當]|場合|とき|면\s/i

const DID =
  "(?:added|applied|built|changed|cleaned|completed|created|debugged|deleted|deployed|extracted|finished|fixed|implemented|installed|investigated|merged|migrated|modified|moved|patched|pushed|ran|refactored|removed|renamed|replaced|resolved|restructured|reviewed|rewrote|shipped|tested|updated|upgraded|verified|wrote)"
const MILESTONE =
  "(?:phase|wave|task|step|stage|sprint|milestone|plan|part|iteration|round|PR|MR|pull\\s+request|ticket|issue|story)s?\\s{0,3}#?\\d{1,9}(?:\\s?[-–~]\\s?#?\\d{1,9})?"
const DONE =
  "(?:done|completed?|finished|implemented|merged|closed|shipped|landed|deferred|blocked|started|in\\s+progress|ready\\s+(?:to|for)|under\\s+way|fixed|passed|reviewed|pending)"

const PROGRESS = [
  /\b\d{1,9}\s+(?:unit\s+|e2e\s+|integration\s+)?(?:tests?|suites?|specs?|assertions?|checks)\s+(?:are\s+|now\s+)?(?:pass|fail|green|red|skipp)/i,
  /\b(?:tests?|build|suite)\s+pass(?:es)?\s+(?:again\s+)?now\b|\b\d{1,6}\s*(?:of|\/)\s*\d{1,6}\s+[a-z]+\s+(?:are\s+)?(?:done|finished|complete|completed|fixed|migrated|converted|passing|left|remaining)\b/i,
  /\ball\s+(?:\d+\s+)?(?:unit\s+)?tests\s+(?:passed|are\s+(?:now\s+)?(?:passing|green)|now\s+pass|pass\s+now)\b/i,
  new RegExp(`\\b${MILESTONE}\\b[^.;]{0,80}\\b${DONE}\\b`, "i"),
  new RegExp(
    `\\b(?:done|completed|finished|implemented|merged|closed|shipped|landed)\\b[^.;]{0,40}\\b${MILESTONE}\\b`,
    "i",
  ),
  /\b(?:in|during|after|since|from|as\s+of)\s+(?:the\s+|this\s+|our\s+)?(?:previous|last|latest|current|this)\s+(?:session|wave|turn|step|change|commit|run|iteration|conversation)\b/i,
  new RegExp(
    `^(?:the\\s+)?(?:assistant|agent|model)\\s+(?:has\\s+|have\\s+|just\\s+|already\\s+|also\\s+)*${DID}\\b`,
    "i",
  ),
  /(?:已|都|全部|[刚剛])(?:[经經])?(?:完成|[实實][现現作]|修[复復]|更新|合[并併])(?!的)|(?:完成|[实實][现現作]|修[复復])了/,
  new RegExp(`(?:完成|完了|완료)[^。]{0,20}${MILESTONE}|${MILESTONE}[^。]{0,20}(?:完成|完了|완료)`, "i"),
  /(?:が|は|を)(?:完了|実装|修正)(?:した|しました|済み)(?:[。．]|$)|(?:완료|구현|수정)(?:했|되었|됐|하였)(?:다|습니다|음)/,
]
const COUNT_OF_FILES =
  /(?<!\d)\d{1,9}\s{0,3}(?:files?|documents?|records|rows|images)\b|(?<!\d)\d{1,9}\s?[个個]?\s?文件|(?<!\d)\d{1,9}\s?(?:ファイル|개\s?파일)/i
const MOVED =
  /\b(?:synced|uploaded|downloaded|generated|created|modified|processed|copied|moved|deleted|changed|converted|migrated|scanned|touched|edited)\b|同步|上[传傳]|下[载載]|完成|生成/i
const LIMIT =
  /\b(?:limit(?:ed|s)?|max(?:imum)?|min(?:imum)?|at\s+most|up\s+to|at\s+least|supports?|allow(?:s|ed)?|per|each|every)\b|最多|最大|上限|每/i
/** "Fixed the cache": a report without a subject. "We fixed it because …" gives a reason, and reasons are worth keeping. */
const REPORT = new RegExp(`^(?:(?:we|i)\\s+)?(?:have\\s+|just\\s+|already\\s+|also\\s+){0,3}${DID}\\s`, "i")
const REASON = /\b(?:because|since|so\s+that|in\s+order\s+to|to\s+avoid|as\s+it|due\s+to|which)\b/i
const STATEMENT = /^\w+\s+(?:[\w-]+\s+){0,4}(?:is|are|gets?|has|have|needs?|goes|go)\s/i

function isProgress(text: string): boolean {
  if (ACTIVE_FILE.test(text)) return false
  if (PROGRESS.some((pattern) => pattern.test(text)) && !RULE.test(text)) return true
  if (COUNT_OF_FILES.test(text) && MOVED.test(text) && !LIMIT.test(text) && !RULE.test(text)) return true
  return REPORT.test(text) && !RULE.test(text) && !REASON.test(text) && !STATEMENT.test(text)
}

const RAW_ERROR =
  /^\W{0,8}(?:uncaught\s+|unhandled\s+)?(?:[A-Za-z_$][\w$.]{0,60})?(?:Error|Exception|Panic)(?:\s?\[\w{1,40}\])?:\s|^(?:error|fatal|panic|warning)(?:\[\w{1,12}\]|\s+TS\d{3,5})?:\s|^npm\s+(?:ERR!|error\s)|^error\s+TS\d{3,5}\b|^\S{1,120}[(:]\d{1,6}[,:]\d{1,6}\)?:?\s+(?:error|warning)\b|^(?:command\s+)?exited?\s+with\s+(?:exit\s+)?code\s+[1-9]/i
const STACK_TRACE =
  /^Traceback\s\(most|\bat\s[^\s()]{1,120}\s\([^()\n]{1,200}:\d+(?::\d+)?\)|\bat\s(?:file:\/\/)?\/\S{1,200}:\d+:\d+|\bFile\s"[^"\n]{1,200}",\sline\s\d+|\bgoroutine\s\d+\s\[|\bthread\s'[^']{1,60}'\spanicked\sat\b|(?:^|\n)[ \t]{1,16}at\s\S{1,120}\([^()\n]{1,120}\)/

/** Alone between spaces: not the part of an id, of a path, a colour or a number in hexadecimal. */
const HASH = /(?<![\w#./:@=-])(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,40}(?![\w/-]|\.\w)/
const NAMED_COMMIT = /\b(?:commit|revision|sha)\s+(?:is\s+|hash\s+)?[`"']?[0-9a-f]{7,40}\b/i
const COMMIT_MESSAGE =
  /^(?:(?:fix|feat|chore|refactor|perf|revert)(?:\([\w./-]{1,40}\))?|(?:docs|test|ci|build|style)\([\w./-]{1,40}\))!?:\s/
/** What is held at a commit stays there. */
const HELD = /\b(?:pin(?:s|ned)?|lock(?:s|ed)?|vendored|forked|fork|based\s+on|stay\s+(?:on|at)|known[- ]good)\b/i
const CI_RUN =
  /\bCI\b[^.;]{0,80}\b(?:passed|failed|went\s+(?:green|red)|is\s+(?:now\s+|currently\s+)?(?:green|red|broken|failing|passing)|run\s+#?\d{3,})\b|\b(?:passed|failed|had\s+an?\s+flaky|was\s+flaky|were\s+flaky)\b[^.;]{0,80}\bCI\b|\b(?:build|pipeline|workflow|job|run)\s+#?\d{4,}\s+(?:\w+\s+){0,2}(?:passed|failed|succeeded)\b/i

function isCommitOrCi(text: string): boolean {
  if (COMMIT_MESSAGE.test(text)) return true
  if ((HASH.test(text) || NAMED_COMMIT.test(text)) && !HELD.test(text)) return true
  return CI_RUN.test(text) && !RULE.test(text) && !CONDITION.test(text)
}

const MOST_PATHS = 2

function isPathHeavy(text: string): boolean {
  const words = text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word))
  const paths = words.filter(isPath).length
  return paths > MOST_PATHS || paths > words.length / 2
}

/** Several folders deep, or with an ending, or from a root: "read/write" is no path and neither is a URL. */
function isPath(word: string): boolean {
  if (word.includes("://") || !word.includes("/")) return false
  const bare = word.replace(/^[^\w.~/@]+|[^\w/]+$/g, "")
  return /^(?:[~.]{0,2}\/)[\w.-]+|^[\w@.-]+(?:\/[\w@.-]+)+\/[\w@.-]+$|^[\w@.-]+\/[\w@./-]*\.[a-z\d]{1,8}(?::\d+)?$/i.test(
    bare,
  )
}

const TEMPORARY = [
  /^(?:currently|right\s+now|at\s+the\s+moment|for\s+now|for\s+the\s+time\s+being|as\s+of\s+now|now)\b[\s,:]/i,
  /^(?:pending|in\s+progress|wip|todo|to\s+do|next(?:\s+steps?)?|up\s+next|remaining|status|reminder)\s*[:：—-]|^next,\s/i,
  /^(?:(?:still|now)\s+)?(?:investigating|debugging|trying|looking\s+into|waiting|about\s+to)\b/i,
  /\buser\s+(?:asked|told|wants|wanted)\s+(?:(?:me|us)\s+)?to\s+(?:continue|proceed|start|go\s+on|resume)\b/i,
  /\b(?:next\s+reply|before\s+continuing|tests?\s+(?:is|are)\s+running|(?:is|are)\s+(?:still\s+)?in\s+progress|about\s+to\s+(?:run|start|begin)|waiting\s+for\s+(?:the\s+)?(?:user|review|ci|approval|answer))\b/i,
  /\b(?:i|we)\b[^.]{0,60}\b(?:tomorrow|tonight|later\s+today|next\s+week|this\s+(?:morning|afternoon|evening|week))\b/i,
  /目前正在|正在(?:[运運]行|[执執]行|[进進]行|[处處]理|等待)|^(?:待[办辦]|下一步|接下[来來])|作業中|実行中|進行中|^次は|진행\s?중|실행\s?중|^다음\s?단계/,
]

const ACTIVE_FILE =
  /^(?:(?:modified|created|deleted|renamed|edited|opened|read|viewed|touched)|(?:(?:currently|now)\s+)?(?:editing|reading|viewing|working\s+(?:on|in)))\s+(?:the\s+file\s+)?[`"']?[\w@~./-]{1,200}\.\w{1,8}[`"']?(?:\s*(?:,|and)\s*[`"']?[\w@~./-]{1,200}\.\w{1,8}[`"']?){0,20}\s*\.?$/i

const DECLARATION =
  /^(?:(?:export|default|async|public|private|protected|static|abstract|declare|final|override)\s+)*(?:(?:function|def|fn|func|fun)\s*\*?\s*[\w$]*\s*[(<]|(?:class|interface|struct|enum|trait|impl)\s+[\w$<>]+\s*(?:[{(<:]|extends\b|implements\b)|(?:const|let|var|val|type)\s+[\w${},\s[\]]{1,80}\s*[=:]\s*\S|import\s+(?:[\w*{},\s]{1,80}\sfrom\s)?["'])/
const ENDPOINT = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\s+\/\S*/
const STATEMENT_END = /[=(][^\n]{0,200}[;{}]$/

function isSignature(text: string): boolean {
  return DECLARATION.test(text) || STATEMENT_END.test(text) || (ENDPOINT.test(text) && !RULE.test(text))
}

const ASKS =
  /^(?:(?:open|pending|unresolved)\s+)?questions?\b\s*[:：—-]|^(?:open|pending|unresolved)\s+(?:question|issue|decision)s?\b|^(?:unresolved|undecided|tbd)\b|\b(?:needs?\s+to\s+decide|needs?\s+(?:a\s+)?decision|not\s+(?:yet\s+)?decided|still\s+undecided|should\s+we|do\s+we\s+(?:need|want)|to\s+be\s+(?:decided|determined))\b|待[确確][认認]|未[决決]|待[决決]定|尚未[决決]定|需要[决決]定|是否要|要不要|未定|要確認|미정|확인\s?필요/i

function isOpenQuestion(text: string): boolean {
  const plain = text.replace(/https?:\/\/\S+/g, " ").trimEnd()
  return /[?？][\s"'”」)）]{0,4}$/.test(plain) || ASKS.test(plain)
}

const BROKEN =
  /\b(?:currently\s+debugging|still\s+(?:failing|broken|crashing|red|flaky|investigating)|unresolved\s+bug|temporary\s+(?:workaround|fix|hack)|next\s+step\s+is|the\s+failing\s+(?:test|build|suite)|(?:tests?|builds?|suites?|pipelines?)\s+(?:is|are)\s+(?:currently\s+|now\s+|still\s+)?(?:failing|broken|red))\b|待修|[暂暫][时時]|まだ(?:失敗|壊れ|落ち)|暫定|아직\s?(?:실패|깨)|임시\s?(?:조치|방편)/i

const BUILD_ID =
  "(?:rev|build|release|revision|deploy(?:ment)?|image)[-_: ]{0,2}(?=[A-Za-z0-9]*\\d)(?=[A-Za-z0-9]*[A-Za-z])[A-Za-z0-9]{8,64}\\b"
const DEPLOYED = [
  new RegExp(`\\b(?:deployed|current|latest|active|live|running|rolled\\s+out)\\b[^.;]{0,80}\\b${BUILD_ID}`, "i"),
  new RegExp(`\\b${BUILD_ID}[^.;]{0,80}\\b(?:deployed|current|latest|active|live|running|rolled\\s+out)\\b`, "i"),
  /\bv?\d+\.\d+(?:\.\d+)?(?:-[\w.]+)?\s+(?:is|was|has\s+been|went)\s+(?:now\s+|just\s+|currently\s+)(?:deployed|live|released|rolled\s+out|in\s+production)/i,
  /(?:部署|版本|发布|發布)[^。]{0,20}(?=[A-Za-z0-9]*\d)(?=[A-Za-z0-9]*[A-Z])[A-Za-z0-9]{10,64}/,
]
