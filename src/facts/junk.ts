// What a model proposes to keep but no later session needs: progress reports, what was just done, counts and states, guesses, common knowledge.
// The form gives it away: tense, "now" and "here", a count, a hedge, and nothing specific to this project. Lasting facts can have such signs too,
// so only plain forms are refused; the rest is asked back, and the model judges. Texts are already known to be short here, so the patterns may
// look far ahead.

import { saysHowItIsRun, saysNothingOfHere } from "./general-knowledge.ts"
import { CONDITION, GIVEN_REASON, isCaused, isLasting, isLimit, isPointed, isRule, mayLast } from "./lasting.ts"
import { CHOSEN, isParticiple, isPast, isReasonedChoice, PURPOSE } from "./past-report.ts"
import { isPathHeavy } from "./path-heavy.ts"
import { isThin } from "./support.ts"

export const JUNK_REASONS = [
  "progress_snapshot",
  "raw_error",
  "stack_trace",
  "commit_or_ci_snapshot",
  "path_heavy",
  "temporary_status",
  "active_file_snapshot",
  "code_signature",
  "unresolved_question",
  "transient_bug_state",
  "deployment_snapshot",
  "session_talk",
  "count_or_state",
  "guess",
  "bare_reference",
  "general_knowledge",
  "thin",
] as const
export type JunkReason = (typeof JUNK_REASONS)[number]

interface Sign {
  readonly reason: JunkReason
  readonly found: (text: string) => boolean
}

/** Refused outright. */
export function plainJunk(text: string): JunkReason | undefined {
  return PLAIN.find((sign) => sign.found(text))?.reason
}

/** Returned to the model with the question whether to keep it. */
export function likelyJunk(text: string, type?: string): JunkReason | undefined {
  if (saysHowItIsRun(text)) return undefined
  const isAnswered = ({ reason }: Sign) =>
    reason === "progress_snapshot" && type === "decision" && isReasonedChoice(text)
  return LIKELY.find((sign) => sign.found(text) && !isAnswered(sign))?.reason
}

function isGuess(text: string): boolean {
  return GUESS.test(text) || EASTERN_GUESS.test(text)
}

function words(...lines: readonly string[]): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}_-])(?:${lines.join("|")})(?![\\p{L}\\p{N}_])`, "iu")
}

const unless =
  (lasting: (text: string) => boolean, ...patterns: readonly RegExp[]) =>
  (text: string) =>
    !lasting(text) && patterns.some((pattern) => pattern.test(text))
const any =
  (...patterns: readonly RegExp[]) =>
  (text: string) =>
    patterns.some((pattern) => pattern.test(text))

// Work that was done.
const WORKED =
  "(?:applied|bumped|cleaned\\s+up|committed|completed|corrected|debugged|edited|finished|fixed|implemented|improved|installed|investigated|modified|opened|patched|pushed|ran|reformatted|refactored|resolved|restructured|reviewed|rewrote|shipped|simplified|tested|tweaked|updated|verified|wrote)"
const HAVE = "(?:have\\s+|has\\s+|just\\s+|already\\s+|also\\s+|successfully\\s+){0,3}"
const MILESTONE =
  "(?:phase|wave|task|step|stage|sprint|milestone|plan|part|iteration|round|PR|MR|pull\\s+request|ticket|issue|story)s?\\s{0,3}#?\\d{1,9}(?:\\s?[-–~]\\s?#?\\d{1,9})?"
const DONE =
  "(?:done|completed?|finished|implemented|merged|closed|shipped|landed|deferred|blocked|started|in\\s+progress|ready\\s+(?:to|for)|under\\s+way|fixed|passed|reviewed|pending)"
/** "Fixed the cache" reports work. A reason makes it worth keeping, and "Completed orders are archived" has another verb. */
const REPORT = new RegExp(`^(?:(?:we|i|(?:the\\s+)?(?:assistant|agent|model))\\s+)?${HAVE}${WORKED}\\s`, "i")
const WE_DID = /^(?:we|i)\s+(?:\w+ly\s+)?(?!agreed|need|used)\w{2,}ed\b/i
const STATEMENT = /^\w+\s+(?:[\w-]+\s+){0,4}(?:is|are|gets?|has|have|needs?|goes|go|must|should|may|can)\s/i
const MILESTONES = [
  new RegExp(`\\b${MILESTONE}\\b[^.;]{0,80}\\b${DONE}\\b`, "i"),
  new RegExp(
    `\\b(?:done|completed|finished|implemented|merged|closed|shipped|landed)\\b[^.;]{0,40}\\b${MILESTONE}\\b`,
    "i",
  ),
  new RegExp(`(?:完成|完了|완료)[^。]{0,20}${MILESTONE}|${MILESTONE}[^。]{0,20}(?:完成|完了|완료)`, "i"),
]
const EASTERN_DONE =
  /(?:已|都|全部|[刚剛])(?:[经經])?(?:完成|[实實][现現作]|修[复復]|更新|合[并併])(?!的)|(?:完成|[实實][现現作]|修[复復])了|(?:が|は|を)(?:完了|実装|修正)(?:した|しました|済み)(?:[。．]|$)|(?:완료|구현|수정)(?:했|되었|됐|하였)(?:다|습니다|음)/
const LAST_SESSION =
  /\b(?:in|during|after|since|from|as\s+of)\s+(?:the\s+|this\s+|our\s+)?(?:previous|last|latest|current|this)\s+(?:session|wave|turn|step|change|commit|run|iteration|conversation)\b/i
const TESTS_RAN =
  /\b\d{1,9}\s+(?:unit\s+|e2e\s+|integration\s+)?(?:tests?|suites?|specs?|assertions?|checks)\s+(?:are\s+|now\s+)?(?:pass|fail|green|red|skipp)|\b(?:tests?|build|suite)\s+pass(?:es|ed)?\s+(?:again\s+)?now\b|\b\d{1,6}\s*(?:of|\/)\s*\d{1,6}\s+[a-z]+\s+(?:are\s+)?(?:done|finished|complete|completed|fixed|migrated|converted|passing|left|remaining)\b|\ball\s+(?:\d+\s+)?(?:unit\s+)?tests\s+(?:passed|are\s+(?:now\s+)?(?:passing|green)|now\s+pass|pass\s+now)\b|\b\d{1,6}\s+(?:passed|failed|passing|failing|skipped)\b[^.]{0,12}\b\d{1,6}\s+(?:passed|failed|passing|failing|skipped|total)\b/i
const FILES_HANDLED =
  /(?<!\d)\d{1,9}\s?(?:[个個]?\s?文件|ファイル|개\s?파일|(?:files?|documents?|records|rows|images)\b)/i
const HANDLED =
  /\b(?:synced|uploaded|downloaded|generated|created|modified|processed|copied|moved|deleted|changed|converted|migrated|scanned|touched|edited)\b|同步|上[传傳]|下[载載]|完成|生成/i
const SMALL_STEP =
  /\b(?:decided|chose|opted|agreed|going|planned|started|began|continued)\s+(?:to\s+)?(?:look|check|run|re-?run|try|test|start|continue|proceed|investigate|debug|wait|ask|read|open|search|skip|focus|go|begin|do|first|with)\b/i

// Tied to the moment.
const NOW_FIRST =
  /^(?:currently\s+\w+ing|right\s+now|at\s+the\s+moment|for\s+the\s+time\s+being|as\s+of\s+now|today\s+is)\b[\s,:]/i
const LABELLED =
  /^(?:pending|in\s+progress|wip|todo|to\s+do|next(?:\s+steps?)?|up\s+next|session\s+(?:summary|log|notes?))\s*[:：—-]|^next,\s/i
const LABELLED_STATE = /^(?:remaining|status|reminder|progress|follow-?\s?up)(?:\s+\w+)?\s*[:：—-]/i
const UNDER_WAY =
  /^(?:(?:still|now)\s+)?(?:investigating|debugging|trying|looking\s+into|waiting|about\s+to)\b|\buser\s+is\s+about\s+to\b|\buser\s+(?:asked|told|wants|wanted)\s+(?:(?:me|us)\s+)?to\s+(?:continue|proceed|start|go\s+on|resume)\b|\b(?:next\s+reply|before\s+continuing|tests?\s+(?:is|are)\s+running|(?:is|are)\s+(?:still\s+)?in\s+progress|about\s+to\s+(?:run|start|begin)|waiting\s+for\s+(?:the\s+)?(?:user|review|ci|approval|answer))\b|\b(?:i|we)\b[^.]{0,60}\b(?:tomorrow|tonight|later\s+today|next\s+week|this\s+(?:morning|afternoon|evening|week))\b|目前正在|正在(?:[运運]行|[执執]行|[进進]行|[处處]理|等待)|^(?:待[办辦]|下一步|接下[来來])|作業中|実行中|進行中|^次は|진행\s?중|실행\s?중|^다음\s?단계/i
/** Refers to something that only the conversation shows. */
const POINTS =
  /^(?:it(?!\s+was\s+decided)|they|that|these|those|he|she)\b|^this\s+(?!project|repo|repository|codebase|monorepo|workspace|service|app|application|package|library|team)/i
/** "in this table": which one, nobody can tell later. */
const POINTS_INSIDE =
  /\b(?:in|for|on|of|to|with)\s+this\s+(?!project|repo|repository|code|codebase|monorepo|workspace|service|app|application|package|library|module|product|team|company|organi[sz]ation|machine|computer|box|server|host|case|way|reason|purpose)[a-z]+/i
const SPEAKER = /\b(?:I|I['’](?:m|ve|ll|d)|me|let\s+me|let['’]s)\b/
const ONGOING =
  /\b(?:is|are|am|keeps?)\s+(?:(?:still|now|about|currently|already|almost)\s+)?(?!using|missing|including|learning|studying|teaching)[a-z]{2,20}ing\b|\bhalfway\b/i
const MOMENT = words(
  "now(?!\\s+that)|currently|today|yesterday|tomorrow|tonight|right\\s+now|at\\s+the\\s+moment|so\\s+far|yet(?!\\s+decided)|recently|just\\s+\\w+ed|for\\s+now|earlier|previously|previous\\s+(?:session|attempt|turn|message|run|commit|step|change|answer)|half\\s+(?:done|way)|^(?:the\\s+)?current\\s+\\w+|someday|soon|(?:later|again)(?=\\W*$)|^later|at\\s+this\\s+point|(?:by|until|on)\\s+(?:mon|tues|wednes|thurs|fri|satur|sun)day|after\\s+(?:the\\s+)?(?:meeting|call|lunch|break)|(?:the\\s+)?(?:last|latest)\\s+(?:command|run|commit|session|change|attempt|message|build|turn|output)|this\\s+(?:session|turn|conversation|task|work|experiment|fix|feature|issue|bug|release|demo|PR|function|file|change|commit|run|time|branch|test|morning|afternoon|evening|week|month|sprint)|(?:the\\s+)?\\w+\\s+above(?!\\s+(?:that|it|this|\\d))|current\\s+(?:fix|task|change|problem|issue|bug|step|work|approach|request)|to\\s+be\\s+(?:removed|done|fixed|continued|checked(?!\\s+(?:out|in)))",
  "aktuell|derzeit|gerade|heute|gestern|momentan|actualmente|ahora|hoy|ayer|actuellement|maintenant|aujourd['’]hui|hier|atualmente|agora|hoje|ontem|attualmente|adesso|oggi|ieri|сейчас|сегодня|вчера|пока",
)
const EASTERN_MOMENT = /[现現]在|目前|今天|[刚剛][刚剛才]|今日|現在|지금|현재|오늘|방금/
const TO_COME = words(
  "^(?:still\\s+)?(?:need|have)\\s+to|^please\\s+(?:check|look|review|see|test|fix)|^(?:remember|don['’]t\\s+forget)\\s+to|^ask\\s+the\\s+user\\s+(?:which|what|whether|if|about|for)|(?:i|we)['’]ll|(?:i|we)\\s+will|will\\s+(?:try|check|look|continue|start|fix|add|do|be\\s+(?:fixed|done|added))|going\\s+to|plan(?:s|ning)?\\s+to(?!\\s+be)|^will|(?:we|agent|session)\\s(?:[\\w,]+\\s){0,8}will|(?:the\\s+)?next\\s+(?:step|task|session|turn|we|i|up|(?:\\w+\\s+)?(?:minutes?|hours?|days?))|the\\s+rest\\s+of\\s+the\\s+work|remaining\\s+work|after\\s+that|in\\s+this\\s+step|this\\s+(?:experiment|laptop)|let['’]?s|remains?\\s+to|still\\s+(?:needs?|missing|open|to\\s+do)|need(?:s|ed)?\\s+to\\s+(?:check|look|be\\s+(?:checked|fixed|done))|follow\\s+up",
  "als\\s+nächstes|siguiente\\s+paso|prochaine\\s+étape|próximo\\s+passo|prossimo\\s+passo|следующий\\s+шаг",
)

// Errors, commits, runs, places in a file.
const RAW_ERROR =
  /^\W{0,8}(?:uncaught\s+|unhandled\s+)?(?:[A-Za-z_$][\w$.]{0,60})?(?:Error|Exception|Panic)(?:\s?\[\w{1,40}\])?:\s|^(?:error|fatal|panic)(?:\[\w{1,12}\]|\s+TS\d{3,5})?:\s|^npm\s+(?:ERR!|error\s)|^error\s+TS\d{3,5}\b|^\S{1,120}[(:]\d{1,6}[,:]\d{1,6}\)?:?\s+(?:error|warning)\b|^(?:command\s+)?exited?\s+with\s+(?:exit\s+)?code\s+[1-9]/i
const ERROR_SEEN = /^(?:\w+(?:Error|Exception)|segmentation\s+fault|panic)\s+(?:in|at|on|when|while|after|during)\b/i
const STACK_TRACE =
  /^Traceback\s\(most|\bat\s[^\s()]{1,120}\s\([^()\n]{1,200}:\d+(?::\d+)?\)|\bat\s(?:file:\/\/)?\/\S{1,200}:\d+:\d+|\bFile\s"[^"\n]{1,200}",\sline\s\d+|\bgoroutine\s\d+\s\[|\bthread\s'[^']{1,60}'\spanicked\sat\b|(?:^|\n)[ \t]{1,16}at\s\S{1,120}\([^()\n]{1,120}\)/
/** A lone word, not part of an id, a path, a colour or a hexadecimal number. */
const HASH = /(?<![\w#./:@=-])(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,40}(?![\w/-]|\.\w)/
const NAMED_COMMIT = /\b(?:commit|revision|sha)\s+(?:is\s+|hash\s+)?[`"']?[0-9a-f]{7,40}\b/i
const COMMIT_MESSAGE =
  /^(?:(?:fix|feat|chore|refactor|perf|revert)(?:\([\w./-]{1,40}\))?|(?:docs|test|ci|build|style)\([\w./-]{1,40}\))!?:\s/
/** Pinned to a commit: that lasts. */
const HELD = /\b(?:pin(?:s|ned)?|lock(?:s|ed)?|vendored|forked|fork|based\s+on|stay\s+(?:on|at)|known[- ]good)\b/i
const RUN_ENDED =
  /\b(?:build|pipeline|workflow|job|run)\s+#?\d{4,}\b[^.;]{0,30}\b(?:passed|failed|succeeded|is\s+running|to\s+finish)\b|\b(?:on|of|for)\s+run\s+#?\d{4,}/i
const CI_RUN =
  /\bCI\b[^.;]{0,80}\b(?:passed|failed|went\s+(?:green|red)|is\s+(?:now\s+|currently\s+)?(?:green|red|broken|failing|passing)|run\s+#?\d{3,})\b|\b(?:passed|failed|had\s+an?\s+flaky|was\s+flaky|were\s+flaky)\b[^.;]{0,80}\bCI\b|\b(?:build|pipeline|workflow|job|run)\s+#?\d{4,}\b/i
const NUMBERED = /\b(?:PR|MR|pull\s+request|issue|ticket|build|run)\s?#\d/i
const IN_FILE =
  /\b(?:on\s+|at\s+)?lines?\s+\d{1,6}\b|\.(?!(?:com|org|net|io|dev|app|cloud|local|internal|intern|corp|lan|home)\b)[a-z]{1,5}:\d{1,6}\b|(?<![\w.])\/(?:tmp|var\/folders)\/|\bat\s\d{1,2}:\d\d\b|\bPID\s\d/i
const BARE =
  /^\W{0,4}(?:(?:see|cf\.?|link|url|file)\W{1,3})?(?:https?:\/\/\S+|[\w@~.-]*(?:\/[\w@.-]+)+\S*|line\s+\d+)\W{0,4}$/i

// Counts and states.
const COUNT =
  /\b(?:\d{1,6}|two|three|four|five)\s+of\s+(?:the\s+)?(?:\d{1,6}|two|three|four|five|six|ten)\b|\bthere\s+(?:are|is|were)\s+(?:\d|only\s+\d|two|three|four|five|six|seven|eight|nine|ten|several)\b|(?<![\w.:-])(?:\d{1,9}|two|three|four|five|six|several)\s+(?:(?:open|failing|failed|passing|remaining|pending|outstanding|unused|small|new)\s|(?:[a-z-]{2,20}\s+){0,2}?(?:files?|inputs?|buttons?|comments?|entry|entries|problems?|tests?|packages?|commits?|errors?|warnings?|lines?|issues?|bugs?|todos?|rows|records|functions|changes|vulnerabilities|dependencies|modules|components|endpoints|hours|matches|results|items)\b)|\b(?:took|takes|in|after)\s+\d[\d.,]*\s?(?:ms|s|sec|seconds|m|min|minutes|h|hours)\b|\b\d{1,3}(?:\.\d+)?\s?(?:%|percent\b)|\b(?:is|has|was|at|from|to|of|around|about|weighs|needs)\s+\d[\d.,]*\s?(?:ms|s|sec|seconds|min|minutes|[kKMG]i?B)\b|\bdown\s+to\s+\d|\bis\s+(?:now\s+)?at\s+\d|\b(?:ahead|behind)\s+of\s+(?:main|master|origin|develop)\b/i
const FILE_COUNT = /^(?:there\s+are|it\s+has|we\s+have)\s+\d{1,9}\s+(?:files|commits|errors|warnings|lines)\b[^:]*$/i
const STATE = words(
  "(?:is|are|was|were)\\s+(?:(?:now|still|all|completely|fully|almost|not\\s+yet)\\s+)?(?:approved|ready|done|finished|complete|clean|green|red|broken|failing|passing|running|open|closed|merged|up(?!\\s+to\\s+\\d)|down|booted|healthy|assigned|fine|ok|okay|stale|outdated|missing|empty|already\\s+[a-z]+|expired|exhausted|exceeded|used\\s+up|full(?=\\W*$)|pending|stuck|busy|offline|(?:on|off)(?=\\s+in\\b|\\W*$)|scheduled\\s+for)(?!\\s+(?:by|with|through|via|from|automatically|manually)\\b)|(?:does\\s+not|doesn['’]t|do\\s+not)\\s+(?:answer|build|compile|load|respond|start|work)(?:\\s+yet|(?=\\W*$))?|has\\s+a\\s+(?:bug|typo|missing\\s+\\w+|syntax\\s+error)|compiles|works(?:\\s+(?:now|again|fine|as\\s+expected))|correctly|properly|successfully|as\\s+expected|looks\\s+(?:good|correct|fine|right)",
)
const PASSING_STATE =
  /\b(?:is|are)\s+(?:(?:now|still|all|not)\s+)?(?:green|red|broken|failing|passing|done|finished|ready|stuck|fixed)\b(?!\s+(?:by|with|through|via|from|automatically|manually)\b)/i
/** Nobody can tell later what it refers to. */
const VAGUE =
  /^(?:(?:about|almost|around|nearly|roughly|over)\s+)?(?:some|several|most|many|a\s+few|everything|nothing|something|both|half|(?:a|two|one)[\s-]+(?:third|quarter)s?|(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten)\s+of\s+the\s+\w+)\b|^no\s+(?:further|more|other)\b/i
const LEFT = /\b(?:remains?|(?:is|are)\s+left|to\s+go)\W*$|^next\s+(?:on|comes|is)\b/i
/** A judgement of quality. */
const VERDICT =
  /\b(?:is|are|looks?|seems?)\s+(?:(?:a\s+bit|very|quite|rather|too|not|fairly|really)\s+)?(?:broken|clean|clear|confusing|consistent|inconsistent|easy|elegant|good|hard\s+to|messy|nice|readable|simple|well[\s-](?:structured|organi[sz]ed|documented|written|tested|designed))\b/i
const BROKEN =
  /\b(?:currently\s+debugging|still\s+(?:failing|broken|crashing|red|flaky|investigating)|unresolved\s+bug|temporary\s+(?:workaround|fix|hack)|next\s+step\s+is|the\s+failing\s+(?:test|build|suite)(?!\s+(?:first|before))|(?:tests?|builds?|suites?|pipelines?)\s+(?:is|are)\s+(?:currently\s+|now\s+|still\s+)?(?:failing|broken|red))\b|待修|[暂暫][时時]|まだ(?:失敗|壊れ|落ち)|暫定|아직\s?(?:실패|깨)|임시\s?(?:조치|방편)/i
/** Work at hand. What a user learns, builds or is responsible for may go on for years. */
const AT_WORK_ON =
  /^(?:the\s+)?(?:user|team|developer)\s+(?:is|are)\s+(?:(?:currently|still|now|also|just)\s+)?(?:asking|attempting|chasing|checking|comparing|debugging|diagnosing|experimenting|facing|figuring|fixing|getting|having|hitting|hunting|investigating|looking|reproducing|running\s+into|searching|seeing|struggling|stuck|testing|tracking|troubleshooting|trying|unable|waiting|wondering)\b/i
/** An error as such. On a platform, under a condition or for a reason it is known and lasts. */
const FAILS_WITH =
  /\b(?:fail(?:s|ed|ing)?|stop(?:s|ped)?|crash(?:es|ed|ing)?|abort(?:s|ed)?|break(?:s|ing)?|dies|exits|panics|errors\s+out)\s+with\s|\b(?:returns?|gives?|answers?(?:\s+with)?|responds?\s+with)\s+(?:an?\s+)?(?:HTTP\s+)?5\d\d\b|\bthrows?\s+(?:an?\s+)?E[A-Z]{5,}\b|\bis\s+in\s+(?:an?\s+)?(?:\w+BackOff|crash\s?loop|error\s+state)\b/i
const ON_PLATFORM =
  /\b(?:on|under|inside|behind)\s+(?:(?:the|an?|our|old|older|new|newer|all)\s+)*(?:\p{Lu}[\p{L}\p{N}.]*|i?os\b|arm\w*|x86\w*|vpn|prox(?:y|ies)|ci\b)/u
/** Somebody has to act on one thing before it goes on. A program waits for other things, and what "orders" or "a release" wait for is a rule. */
const AWAITS =
  /^(?!an?\s).*\b(?:awaits|awaiting|waits\s+(?:for|on)|(?:is|are|still)\s+waiting\s+(?:for|on)|(?:by|on|has|with)\s+(?:an?\s+)?pending)\s+(?:[\w'’]+\s+){0,3}?(?:approvals?|reviews?|reviewers?|sign-?offs?|repl(?:y|ies)|answers?|feedback|legal|qa)\b/i
const ROOM_NOW =
  /\d\s?[kmgt]i?b\s+of\s+(?:free|available)\b|\d\s?[kmgt]i?b\b[^.;]{0,30}\b(?:available|free|left|remaining)\W*$/i
/** A tool that speaks of itself. People and documents give advice for good. */
const TOOLS_TIP =
  /^(?!(?:the\s+)?(?:[\w-]+\s+)?(?:user|team|company|customer|client|vendor|docs?|documentation|guide|readme|manual|spec\w*|style\w*|lead|reviewer|maintainers?)\b)(?:[\w-]+\s+){1,5}(?:recommends|suggests|advises|advertises|promotes)\s|\blooking\s+for\s+funding\b|\bsurvey\s+about\b|\boffers?\s+(?:an?\s+)?(?:free|trial|discount|paid)\b|\b(?:new|newer)\s+(?:\w+\s+)?(?:version|release)\s+of\s+\S+\s+is\s+available\b/i
const BUILD_ID =
  "(?:rev|build|release|revision|deploy(?:ment)?|image)[-_: ]{0,2}(?=[A-Za-z0-9]*\\d)(?=[A-Za-z0-9]*[A-Za-z])[A-Za-z0-9]{8,64}\\b"
const LIVE = "(?:deployed|current|latest|active|live|running|rolled\\s+out)"
const DEPLOYED = [
  new RegExp(`\\b${LIVE}\\b[^.;]{0,80}\\b${BUILD_ID}`, "i"),
  new RegExp(`\\b${BUILD_ID}[^.;]{0,80}\\b${LIVE}\\b`, "i"),
  /\bv?\d+\.\d+(?:\.\d+)?(?:-[\w.]+)?\s+(?:is|was|has\s+been|went)\s+(?:now\s+|just\s+|currently\s+)(?:deployed|live|released|rolled\s+out|in\s+production)/i,
  /(?:部署|版本|发布|發布)[^。]{0,20}(?=[A-Za-z0-9]*\d)(?=[A-Za-z0-9]*[A-Z])[A-Za-z0-9]{10,64}/,
]
const ACTIVE_FILE =
  /^(?:(?:modified|created|deleted|renamed|edited|opened|read|viewed|touched)|(?:(?:currently|now)\s+)?(?:editing|reading|viewing|working\s+(?:on|in)))\s+(?:the\s+file\s+)?[`"']?[\w@~./-]{1,200}\.\w{1,8}[`"']?(?:\s*(?:,|and)\s*[`"']?[\w@~./-]{1,200}\.\w{1,8}[`"']?){0,20}\s*\.?$/i

// Talk about the conversation itself.
const USER_DID =
  /\b(?:the\s+)?user\s+(?:(?:has|had|just|then|also)\s+){0,2}(?:will|said|says|asks|sent|ran|saw|got|found|gave|took|meant|thought|went|came|made|left|lost|felt|began|wrote|(?!(?:need|preferr|decid|want|expect)ed)\w+ed)\b|\buser\s+(?:is|was|seems|seemed)\s+(?:\w+\s+)?(?:happy|satisfied|pleased|frustrated|tired|exhausted|angry|upset|waiting|asking|done|fine|ok|okay|annoyed|unsure|confused|curious)\b|\buser\s+(?:wonders|hopes|doubts|(?:does\s+not|doesn['’]t)\s+(?:understand|know|see|get)\s+why)\b/i
const SMALL_TALK =
  /^(?:the\s+)?user\s+(?:thanked|said\s+(?:thanks|thank\s+you|hello|hi|yes|no|ok|okay))\b|^(?:the|this)\s+(?:conversation|chat)\s+(?:has\s+been|was|started|ended)\b/i
const SESSION =
  /(?:^|\b(?:the|this|our|current)\s+)(?:session|conversation|chat|context(?:\s+window)?)\s+(?:is|has\s+been|had|was|will|started|ended|began|covers?|covered|focus\w*|got)\b|\b(?:in|during|from|of)\s+(?:the|this)\s+(?:session|conversation|chat)\b|^session\s+(?:summary|log|notes?)\b|^(?:the\s+)?(?:agent|assistant)\s+(?!must|should|shall|may|can|only|never|always)\w|\b(?:the|this)\s+(?:assistant|agent|model)\s+(?:will|was|is|did|should\s+now|can\s+now|has|suggested|proposed|\w+ed)\b/i
/** A single wish, not a habit. */
const WISH =
  /\buser\s+(?:wants|wanted|needs|likes|liked|dislikes|finds|considers|would\s+like|would\s+prefer|wishes|prefers)\s+(?:(?:me|us)\b|to\s+(?!be\b)|the\b|th(?:is|at|ese|ose)\b|an?\b|one\b)/i
const HABIT =
  /\b(?:always|never|every|each|all|any|before|when|whenever|if|until|unless|per|first|only|no|not|over|instead|although|future|from\s+now\s+on)\b/i
const GUESS = words(
  "may\\s+(?:need|want|have\\s+to)|maybe|(?:one\\s+)?possible\\s+(?:cause|reason|explanation)|perhaps|probably|possibly|looks?\\s+like|might|may\\s+(?:be|have)\\s+(?:a|an|the|caused|due|stale|related)|could\\s+be|(?:may|could)\\s+come\\s+from|seems?(?:\\s+to)?|appears?\\s+to|likely|(?:i|we)(?:['’]d|\\s+would)?\\s+(?:think|guess|believe|suspect|assume)|speculation|no\\s+idea|not\\s+sure|unclear|presumably|apparently|suspect(?:s|ed)?|user\\s+may",
  "vielleicht|wahrscheinlich|vermutlich|quizás?|tal\\s+vez|probablemente|peut-être|probablement|talvez|provavelmente|forse|probabilmente|возможно|наверное|вероятно",
)
const GUESS_FIRST = /^(?:maybe|perhaps|probably|not\s+sure|i\s+(?:think|guess|suspect))\b/i
const EASTERN_GUESS = /也[许許]|可能是|大概是|たぶん|おそらく|かもしれ|아마|것\s?같/
const ASKS =
  /^(?:(?:open|pending|unresolved)\s+)?questions?\b\s*[:：—-]|^(?:open|pending|unresolved)\s+(?:question|issue|decision)s?\b|^(?:unresolved|undecided|tbd)\b|\b(?:needs?\s+to\s+decide|needs?\s+(?:a\s+)?decision|not\s+(?:yet\s+)?decided|still\s+undecided|should\s+we|do\s+we\s+(?:need|want)|to\s+be\s+(?:decided|determined))\b|待[确確][认認]|未[决決]|待[决決]定|尚未[决決]定|需要[决決]定|是否要|要不要|未定|要確認|미정|확인\s?필요/i

// What one look at the code, or at work in progress, shows anyway.
const CODE_LOOK =
  /^(?:(?:the|an?)\s+)?(?:[\w-]+\s+)?(?:(?:file|function|method|class|component|interface|struct|enum|constructor|module|script|hook|endpoint|route|page|form|view|variable|constant|model|schema|table|test|folder|directory|Dockerfile|Makefile|README)(?:\s+\S+)?|[`"']?[\w/-]+\.[a-z]{1,5}[`"']?)\s+(?:exports?|returns?|takes?|renders?|has|contains?|defines?|imports?|declares?|accepts?|extends|implements|calls?|uses?|describes?|explains?|shows?|lists?|loads?|includes?|wraps|sets|creates)\s|^(?:the|this)\s+(?:repo|repository|project|codebase)\s+(?:has|contains)\s|^(?:(?:the|an?)\s+)?(?:\w+\s+)?(?:function|method|class|component|enum|interface|struct)\s+[\w`.()]+\s+(?:is|\w+s)\s|^[\w-]+\s+contains?\s/i
const WORK_STATE =
  /^(?:(?:the|our|my|this)\s+)?(?:[\w-]+\s+)?(?:branch|tree|worktree|stash|HEAD|diff|PR|MR|(?:pull|merge)\s+request|ticket|task|to-?do(?:\s+list)?|review|emulator|simulator|container|process|terminal|shell|debugger|coverage|heap|usage|load|score|bundle|deploy|download|upload|rebase|merge|refactoring|migration|crash|error|bug|fix|list)(?:\s+(?:[`"'#][\w/#-]+[`"']?|\w+[/-][\w/-]+))?\s+(?:is|has|contains|shows|needs|works)\s/i

/** A single change or step. A rule would name a kind of thing or a recurring moment. */
const ONE_CHANGE =
  /^the\s+(?:(?!user)[\w-]+\s+){1,8}should\s+(?:(?:now|also)\s+)?(?!not|never|only|always)\w+|^(?:change|close|commit|continue|delete|fix|go\s+on|make|merge|move|push|rebase|remove|rename|rerun|revert|try|undo|update)\s+(?:with\s+)?(?:the|this|that|it)\s/i
/** A single change, problem or answer: it is over when the work is. */
const PART_OF_WORK =
  /^(?:the|this|that|our|my)\s+(?:\w+\s+)?(?:next\s+step|change|fix|problem|bug|diff|output|result|approach|answer|reply|question|request|error|warning|screenshot|attempt|refactoring|implementation|patch|draft|investigation|analysis|proposal|discussion|idea|suggestion|solution|workaround|message)s?\s+(?:is|are|was|were|has|have|had|looks?|seems?|turned|comes?|came|occurs?|happens?|appears?|lies|works?|touche[sd]|shows?|do|does|did|needs?|affects?|in|on|at|of|with)\b/i
const ADVICE =
  /\b(?:good|best)\s+practices?\b|\bit\s+is\s+(?:important|good|best|better|recommended)\s+to\b|\bshould\s+be\s+(?:readable|maintainable|clean|simple|robust|efficient|well)\b/i

const DECLARATION =
  /^(?:(?:export|default|async|public|private|protected|static|abstract|declare|final|override)\s+)*(?:(?:function|def|fn|func|fun)\s*\*?\s*[\w$]*\s*[(<]|(?:class|interface|struct|enum|trait|impl)\s+[\w$<>]+\s*(?:[{(<:]|extends\b|implements\b)|(?:const|let|var|val|type)\s+[\w${},\s[\]]{1,80}\s*=\s*\S|import\s+(?:[\w*{},\s]{1,80}\sfrom\s)?["'])/
const ENDPOINT = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\s+\/\S*/
const CODE_END = /[=(][^\n]{0,200}[;{}]$/

const PLAIN: readonly Sign[] = [
  { reason: "raw_error", found: any(RAW_ERROR) },
  { reason: "stack_trace", found: any(STACK_TRACE) },
  { reason: "commit_or_ci_snapshot", found: (text) => NAMED_COMMIT.test(text) && !HELD.test(text) },
  { reason: "commit_or_ci_snapshot", found: any(COMMIT_MESSAGE) },
  { reason: "commit_or_ci_snapshot", found: unless(isLasting, RUN_ENDED) },
  { reason: "active_file_snapshot", found: any(ACTIVE_FILE) },
  { reason: "code_signature", found: any(DECLARATION) },
  { reason: "unresolved_question", found: isQuestion },
  { reason: "deployment_snapshot", found: unless(isLasting, ...DEPLOYED) },
  { reason: "temporary_status", found: unless(isLasting, NOW_FIRST, LABELLED, UNDER_WAY) },
  { reason: "bare_reference", found: any(BARE) },
  { reason: "count_or_state", found: unless(isLasting, FILE_COUNT) },
  { reason: "session_talk", found: any(SMALL_TALK) },
  { reason: "guess", found: unless(isRule, GUESS_FIRST) },
  { reason: "progress_snapshot", found: unless(isLasting, ...MILESTONES, TESTS_RAN) },
  { reason: "progress_snapshot", found: (text) => REPORT.test(text) && !isLasting(text) && !STATEMENT.test(text) },
]

const LIKELY: readonly Sign[] = [
  { reason: "raw_error", found: any(ERROR_SEEN) },
  { reason: "path_heavy", found: isPathHeavy },
  { reason: "transient_bug_state", found: (text) => BROKEN.test(text) && !CONDITION.test(text) },
  { reason: "transient_bug_state", found: unless(mayLast, AT_WORK_ON) },
  { reason: "transient_bug_state", found: isBareError },
  { reason: "temporary_status", found: any(NOW_FIRST, LABELLED, LABELLED_STATE, UNDER_WAY) },
  { reason: "temporary_status", found: unless(mayLast, AWAITS) },
  { reason: "count_or_state", found: unless(isLimit, ROOM_NOW) },
  { reason: "session_talk", found: unless(isRule, TOOLS_TIP) },
  { reason: "progress_snapshot", found: unless(isRule, SMALL_STEP) },
  { reason: "progress_snapshot", found: (text) => REPORT.test(text) && !STATEMENT.test(text) && !isCaused(text) },
  { reason: "progress_snapshot", found: (text) => WE_DID.test(text) && !CHOSEN.test(text) && !isCaused(text) },
  { reason: "count_or_state", found: unless(isRule, VAGUE) },
  { reason: "count_or_state", found: (text) => PASSING_STATE.test(text) && !isRule(text) && !CONDITION.test(text) },
  { reason: "progress_snapshot", found: unless(isRule, EASTERN_DONE) },
  { reason: "progress_snapshot", found: unless(isRule, ...MILESTONES, TESTS_RAN, LAST_SESSION) },
  { reason: "progress_snapshot", found: (text) => FILES_HANDLED.test(text) && HANDLED.test(text) && !isLimit(text) },
  { reason: "temporary_status", found: unless(mayLast, ONGOING) },
  { reason: "temporary_status", found: any(MOMENT, EASTERN_MOMENT, TO_COME, LEFT) },
  { reason: "commit_or_ci_snapshot", found: (text) => HASH.test(text) && !HELD.test(text) },
  { reason: "commit_or_ci_snapshot", found: unless(mayLast, CI_RUN, NUMBERED) },
  { reason: "progress_snapshot", found: (text) => isPast(text) || isParticiple(text) },
  { reason: "deployment_snapshot", found: any(...DEPLOYED) },
  { reason: "code_signature", found: (text) => CODE_END.test(text) || (ENDPOINT.test(text) && !isRule(text)) },
  { reason: "unresolved_question", found: any(ASKS) },
  { reason: "bare_reference", found: unless(isRule, IN_FILE) },
  { reason: "count_or_state", found: (text) => COUNT.test(text) && !isLimit(text) && !mayLast(text) },
  { reason: "count_or_state", found: unless(mayLast, STATE, VERDICT) },
  { reason: "session_talk", found: any(USER_DID, SESSION, SPEAKER, POINTS, POINTS_INSIDE) },
  { reason: "session_talk", found: (text) => WISH.test(text) && !HABIT.test(text) },
  {
    reason: "session_talk",
    found: (text) => ONE_CHANGE.test(text) && !HABIT.test(text.replace(/\bwhen\b|\binstead\b/g, "")),
  },
  { reason: "count_or_state", found: unless(isPointed, WORK_STATE) },
  { reason: "session_talk", found: (text) => PART_OF_WORK.test(text) && !isRule(text.replace(/["'][^"']*["']/g, "")) },
  { reason: "general_knowledge", found: any(ADVICE) },
  { reason: "code_signature", found: (text) => CODE_LOOK.test(text) && !isPointed(text.replace(PURPOSE, "")) },
  { reason: "guess", found: isGuess },
  { reason: "general_knowledge", found: saysNothingOfHere },
  { reason: "thin", found: isThin },
]

/** A rule counts before the error only: after "with" comes the error's own text ("cannot find module"). */
function isBareError(text: string): boolean {
  const at = text.search(FAILS_WITH)
  if (at < 0 || isRule(text.slice(0, at))) return false
  return ![CONDITION, GIVEN_REASON, ON_PLATFORM].some((sign) => sign.test(text))
}

function isQuestion(text: string): boolean {
  return /[?？][\s"'”」)）]{0,4}$/.test(text.replace(/https?:\/\/\S+/g, " ").trimEnd())
}
