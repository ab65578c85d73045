// What a line of a message is, judged by itself or by the line above it: a log, a diff, code, a quotation, a page's tag.

/** `unknown`: the user or a paste. */
export type Speaker = "user" | "unknown" | "code" | "quote" | "log" | "diff" | "mail" | "chat" | "page"

export const LOOKED_AT = 400

const LOG = [
  /^\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d/,
  /^\[?\d\d:\d\d:\d\d\b/,
  /^(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [ \d]\d \d\d:\d\d/,
  /^\[?(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL|CRITICAL|PANIC)\]?[:\s|]/,
  /^(?:npm|pnpm|yarn|bun|pip|cargo) (?:ERR!|warn|WARN|error|notice)(?!\w)/,
  /^[\w.]{0,80}(?:Error|Exception|Warning)(?: \[\w{1,40}\])?:/,
  /^(?:error|warning|fatal|panic|remote|hint)(?:\[\w{1,10}\]| TS\d{4})?:/,
  // `ld: warning: …`, `telegram.errors.RetryAfter: …`
  /^[\w.+/-]{1,60}: (?:fatal |internal )?(?:error|warning|fatal)\b/,
  /^(?:\w{1,40}\.){2,8}[A-Z]\w{1,60}: /,
  // A header of a response, and a row of a table.
  /^[A-Za-z]{1,20}(?:-[A-Za-z]{1,20}){1,4}: \S/,
  /^\S.{0,100} {3}\S.{0,100} {3}\S| │ /,
  /^--- (?:PASS|FAIL|SKIP): /,
  /^at \S.{0,200}:\d/,
  /^File ".{1,200}", line \d/,
  /^Traceback \(|^Exception in thread "/,
  /^(?=[^\s:(]{0,200}[./\\])[\w./\\@+-]{1,200}[:(]\d{1,6}(?:[:,]\d{1,6})?\)?(?::|\s|$)/,
  /^[$%❯➜] /,
  /^(?:[✓✔✗✘×●○] |(?:PASS|FAIL) \S|(?:not )?ok \d)/,
  /^(?:\{"|\[\{|\|)/,
  /^(?:commit |\^)?(?=[a-f]{0,20}\d)[0-9a-f]{6,40}(?: \(\S| \w+(?:\(\S{1,40}\))?!?: |$)/,
]
const DIFF = /^(?:@@ -|diff --git |\+\+\+ |--- [ab/]|index [0-9a-f]{6,40}\.\.|\+(?!\d))/
const CODE_START = /^(?:\/\/|\/\*|\*\/|<!--|#!|# |#(?:include|define|todo)\b|;;|-- |"""|''')/i
const CODE_END = /(?:[{}]|\);|\};|\*\/|-->|[=(].{0,200};)$/
/** Said, and then shown: "our format is, as always: {…}". */
const SHOWN = /^(?:[\p{L}'’]+,? ){3}[^{}();=]*[:,] [{(]/u
const DONE = /^(?:[-*+•] )?\[[xX]\]/
export const LIST_MARK = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+(?:\[ ?\]\s+)?/

export function markLines(lines: readonly string[], by: Speaker[]): void {
  markShapes(lines, by)
  markTags(
    lines.map((line, at) => (by[at] === "user" ? line.trim().slice(0, LOOKED_AT) : "")),
    by,
  )
}

function markShapes(lines: readonly string[], by: Speaker[]): void {
  let inComment = false
  let lastLog = -1
  let inDiff = false
  for (const [at, line] of lines.entries()) {
    if (by[at] !== "user") continue
    const start = line.trimStart().slice(0, LOOKED_AT)
    const indented = line.length - line.trimStart().length >= 4 || line.startsWith("\t")
    if (start === "") {
      lastLog = -1
      inComment = false
      inDiff = false
      continue
    }
    if (DIFF.test(start)) inDiff = true
    if (inDiff ? /^[-+@ ]|^diff |^index /.test(line) || DIFF.test(start) : LOG.some((shape) => shape.test(start))) {
      // A line between two log lines, without an empty line, is log as well.
      by.fill(inDiff ? "diff" : "log", lastLog < 0 ? at : lastLog, at + 1)
      lastLog = at
      continue
    }
    if (start.startsWith("/*")) inComment = true
    const ends = CODE_END.test(line.trimEnd().slice(-LOOKED_AT)) && !SHOWN.test(start)
    const code = inComment || CODE_START.test(start) || ends
    const indentedCode =
      indented && (at === 0 || by[at - 1] !== "user" || lines[at - 1]?.trim() === "") && !LIST_MARK.test(line)
    if (start.startsWith(">") || DONE.test(start) || start.startsWith("~~")) by[at] = "quote"
    else if (indented && lastLog === at - 1 && at > 0) by[at] = "log"
    else if (code || indentedCode) by[at] = "code"
    if (line.includes("*/")) inComment = false
  }
}

/** `<file …>` to its end, or to the end of the paragraph; `[system reminder]`. */
function markTags(text: readonly string[], by: Speaker[]): void {
  const closed = new Map<string, number>()
  for (const [at, line] of text.entries())
    for (const [, tag = ""] of line.matchAll(/<\/([a-z][\w.:-]{0,60})>/gi)) closed.set(tag, at)
  let end = -1
  for (const [at, line] of text.entries()) {
    const tag = TAG.exec(line)?.[1]
    if (tag !== undefined) end = Math.max(end, closed.get(tag) ?? at)
    const inParagraph =
      line !== "" && by[at - 1] === "page" && end < at && text[at - 1] !== "" && !CLOSED.test(text[at - 1] ?? "")
    if ((at <= end || MACHINE.test(line) || inParagraph) && by[at] === "user") by[at] = "page"
  }
}

const CLOSED = /<\/[a-z][\w.:-]{0,60}>\s*$/i
const TAG = /^<([a-z][\w.:-]{0,60})(?:\s[^<]{0,300})?\/?>/i
const MACHINE = /^\[(?:[\w-]+ ){0,3}(?:system|reminder|assistant|instructions?|tool|automated)(?: [\w-]+){0,3}\]/i
