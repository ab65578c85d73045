// The quality gate that WM2 publishes, written anew from its rules: beside guards like ours it asks a decision and a wish for certain words.
// It stands here so that both are measured on the same texts in the same run.

export interface Proposed {
  readonly type: string
  readonly text: string
}

const GUARDS: readonly RegExp[] = [
  /^\s*$/,
  // Counts of tests, and of files that something was done to.
  /\d+\s+tests?\s+pass(?:ed)?|\d+\s+suites?\s+(?:pass|fail)/i,
  /\b(?:currently|right now|latest change|previous session|last wave|next step)\b/i,
  /(?:phase|wave|sprint|milestone|task)s?\s*\d+.*(?:completed|done|finished|完成)|(?:completed|done|finished|完成).*(?:phase|wave|sprint|milestone|task)s?\s*\d+/i,
  /(?:完成|修復|实现|實作).{0,40}(?:phase|wave|sprint|milestone|task|plan|PR|測試|测试|實作|实现|修復)/i,
  // Errors, commits, runs.
  /^\s*(?:Error|TypeError|ReferenceError|SyntaxError|Exception):|at \S+ \([^)]+:\d+:\d+\)/i,
  /^(?:fix|feat|chore|docs|refactor|test):/i,
  /\b[0-9a-f]{7,40}\b/,
  /\bCI\b.*\b(?:passed|failed|run|compatibility|flaky)\b|\b(?:passed|failed|run|compatibility|flaky)\b.*\bCI\b|\bcompatibility\s+run\s+\d/i,
  // States of the moment.
  /^(?:currently|now|pending|in progress|todo|wip)\b|\b(?:run npm test|tests? are running|next reply|before continuing)\b/i,
  /\b(?:currently debugging|still failing|unresolved bug|temporary workaround|next step is to fix|tests are failing)\b|待修|暫時|暂时|目前正在/i,
  /^(?:modified|created|deleted|renamed)\s+\S+\.\S+$/i,
  /^(?:function|class|interface|type|const|let|var)\s+\w|^(?:GET|POST|PUT|DELETE|PATCH)\s+\//,
]
const DONE = /\b(?:completed|done|finished|implemented|added|updated|fixed|reviewed|passed|modified)\b/i
const WORK = /\b(?:wave|phase|task|plan|pr|commit|ci|test|suite|implementation|session|change|fix|review|file)\b/i
const FILES = /\d+\s*[個个]?\s*(?:files?|文件)/i
const HANDLED = /同步|synced|uploaded|downloaded|completed|generated|created|modified|processed|完成/i
const LIMITS = /limit|max|min|supports?|allowed|per\s+(?:batch|request|upload)/i
const RULE = /\b(?:must|always|never|use|do\s+not|don't|should(?!\s+we))\b|必須|必须|應該|应该|不要|使用|保持/i
const ASKS =
  /^(?:question:|(?:open|pending) question\b|unresolved\b|tbd\b|todo\b|待確認|未決|待決定)|\b(?:needs? (?:to decide|decision)|not decided|whether to|should we|do we need)\b|尚未決定|需要決定|是否要|要不要|[?？]\s*$/i
const DEPLOYED = /\b(?:deployed|current|latest|active|revision|build|release)\b|部署|版本|修訂|修订/i
const BUILD_ID =
  /\b(?:rev|build|release|revision)[-_]?[A-Za-z0-9]{10,}\b|\b(?=\w*[A-Z])(?=\w*\d)[A-Za-z0-9]{3,}[\w-]{8,}\b/

const WISH =
  /\buser\s+(?:prefers|wants|asked|expects|requires|likes|dislikes)\b|\b(?:prefer|preference|going forward|from now on|always|never)\b|(?:使用者|用戶|用户).{0,12}(?:偏好|希望|要求|想要)/i
const CHOICE =
  /\b(?:use|keep|prefer|avoid|do not|don't|must|should|never|always|require|choose|reject)\b|使用|保持|避免|不要|必須|选择|選擇/i
const DESIGN =
  /\b(?:schema|model|scoring|retention|cap|evidence|normalization|root cause|architecture|boundary|rule|memory system)\b|模型|架構|架构|規則|规则|原因/i
const ACRONYM = /\b(?:[A-Z][A-Z0-9]*_[A-Z0-9_]*|[A-Z][A-Z0-9]{3,})\b/
const STATUS = /\b(?:implemented|added|updated|fixed|completed|reviewed)\b/i
const SESSION = /\b(?:session|wave|task|test|CI|compatibility|commit)\b/i

export function baselineKeeps({ type, text: written }: Proposed): boolean {
  const text = written.trim()
  if (text === "" || GUARDS.some((pattern) => pattern.test(text))) return false
  if (DONE.test(text) && WORK.test(text)) return false
  if (FILES.test(text) && HANDLED.test(text) && !LIMITS.test(text)) return false
  if ((text.match(/\/[\w.-]+(?:\/[\w.-]+)+/g) ?? []).length > 2) return false
  if (ASKS.test(text) && !RULE.test(text)) return false
  if (DEPLOYED.test(text) && BUILD_ID.test(text)) return false
  if (type === "feedback") return WISH.test(text)
  return type !== "decision" || hasDecisionWords(text)
}

function hasDecisionWords(text: string): boolean {
  if (STATUS.test(text)) return false
  if (CHOICE.test(text)) return true
  return (DESIGN.test(text) || ACRONYM.test(text)) && !SESSION.test(text)
}
