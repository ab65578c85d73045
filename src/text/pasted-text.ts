// Who wrote each line of a user's message. People paste mails, tickets, chats, pages, logs and code, and none of that is said by them. Only the
// shape tells; where it leaves a doubt nobody spoke: such a line is no evidence of what the user wants, and nothing is kept because of it.
import { fencedLines, partsLookedAt, startsInFence } from "./fenced-code.ts"
import { stripHidden } from "./hidden-text.ts"

export const MAX_LOOKED_AT = 32 * 1024

export type PasteKind = "code" | "quote" | "log" | "diff" | "mail" | "chat" | "page"

export interface MessageLine {
  readonly text: string
  /** `unknown`: the user's or a paste's. */
  readonly by: "user" | "unknown" | PasteKind
}

type Speakers = MessageLine["by"][]

/** `opencode run "a b"` hands on the quotation marks of the shell, and escapes those inside. */
export function withoutShellQuotes(message: string): string {
  const [, inside] = /^\s*"((?:[^"\\]|\\[\s\S])*)"\s*$/.exec(message) ?? []
  return inside === undefined ? message : inside.replaceAll('\\"', '"')
}

/** Of a message longer than is looked at, the middle is left out. */
export function messageLines(message: string): MessageLine[] {
  return partsLookedAt(withoutShellQuotes(message), MAX_LOOKED_AT).flatMap((part, index) => {
    const lines = stripHidden(part).text.split("\n")
    const by = speakersOf(lines, index > 0 && startsInFence(lines))
    const read = lines.map((text, at) => ({ text, by: by[at] ?? "user" }))
    return index > 0 ? [{ text: "", by: "unknown" as const }, ...read] : read
  })
}

/** The lines that are the user's own words; the others are empty. */
export function ownLines(message: string): string[] {
  return messageLines(message).map(({ text, by }) => (by === "user" ? text : ""))
}

/** What stands in a message and is not the user's, each piece as a whole. Of a very long one also what was not looked at. */
export function pastedTexts(message: string): string[] {
  if (message.length > MAX_LOOKED_AT) return [message]
  const pieces: string[][] = []
  let open = false
  for (const { text, by } of messageLines(message)) {
    if (by === "user") pieces.push(...citedIn(text).map((cited) => [cited]))
    if (by === "user") open = open && text.trim() === ""
    else if (open) pieces.at(-1)?.push(text)
    else open = pieces.push([text]) > 0
  }
  return pieces.map((lines) => lines.join("\n").trim()).filter((text) => text !== "")
}

function speakersOf(lines: readonly string[], startsInside: boolean): Speakers {
  const fenced = fencedLines(lines, startsInside)
  const by: Speakers = fenced.map((inside) => (inside ? "code" : "user"))
  markLines(lines, by)
  const text = lines.map((line, at) => (by[at] === "user" ? line.trim().slice(0, 400) : ""))
  markTags(text, by)
  const unfenced = lines.map((line, at) => (fenced[at] ? "" : line.trim().slice(0, 400)))
  const found = [
    mailAt(text),
    chatAt(text),
    signedAt(text),
    pageAt(unfenced),
    namesAt(text),
    introducedAt(lines, by),
    titledAt(text),
  ]
  const first =
    found
      .filter((one) => one !== undefined)
      .sort((a, b) => a.at - b.at || Number(a.kind === "unknown") - Number(b.kind === "unknown"))[0] ??
    wrappedAt(text) ??
    longAt(lines, text)
  if (first) markFrom(first, text, by)
  else markBetween(lines, by)
  return by
}

/** Between two pieces of a log a paragraph is more likely the program's than the user's. */
function markBetween(lines: readonly string[], by: Speakers): void {
  const from = by.indexOf("log")
  const to = by.lastIndexOf("log")
  for (let at = from + 1; at < to; at++) if (by[at] === "user" && lines[at]?.trim() !== "") by[at] = "unknown"
}

interface Begin {
  readonly at: number
  readonly kind: MessageLine["by"]
}

/** Where a paste ends nobody says: it goes on to the end, but a last line of its own may be the user's again. */
function markFrom({ at, kind }: Begin, text: readonly string[], by: Speakers): void {
  const last = text.findLastIndex((line) => line !== "")
  const mayBeUsers = last > at + 1 && text[last - 1] === "" && text[last - 2] !== undefined
  for (let line = at; line < by.length; line++)
    if (by[line] === "user") by[line] = mayBeUsers && line >= last ? "unknown" : kind
}

const LOG = [
  /^\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d/,
  /^\[?\d\d:\d\d:\d\d\b/,
  /^(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [ \d]\d \d\d:\d\d/,
  /^\[?(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL|CRITICAL|PANIC)\]?[:\s|]/,
  /^(?:npm|pnpm|yarn|bun|pip|cargo) (?:ERR!|warn|WARN|error|notice)(?!\w)/,
  /^[\w.]{0,80}(?:Error|Exception|Warning)(?: \[\w{1,40}\])?:/,
  /^(?:error|warning|fatal|panic|remote|hint)(?:\[\w{1,10}\]| TS\d{4})?:/,
  /^at \S.{0,200}:\d/,
  /^File ".{1,200}", line \d/,
  /^Traceback \(/,
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

/** What a line shows by itself, or by the line above it. */
function markLines(lines: readonly string[], by: Speakers): void {
  let inComment = false
  let lastLog = -1
  let inDiff = false
  for (const [at, line] of lines.entries()) {
    if (by[at] !== "user") continue
    const start = line.trimStart().slice(0, 400)
    const indented = line.length - line.trimStart().length >= 4 || line.startsWith("\t")
    if (start === "") {
      lastLog = -1
      inComment = false
      inDiff = false
      continue
    }
    if (DIFF.test(start)) inDiff = true
    if (inDiff ? /^[-+@ ]|^diff |^index /.test(line) || DIFF.test(start) : LOG.some((shape) => shape.test(start))) {
      // What stands between two log lines, with no empty line, is log as well.
      by.fill(inDiff ? "diff" : "log", lastLog < 0 ? at : lastLog, at + 1)
      lastLog = at
      continue
    }
    if (start.startsWith("/*")) inComment = true
    const ends = CODE_END.test(line.trimEnd().slice(-400)) && !SHOWN.test(start)
    const code = inComment || CODE_START.test(start) || ends
    const indentedCode = indented && (at === 0 || isBlank(lines, by, at - 1)) && !LIST_MARK.test(line)
    if (start.startsWith(">") || DONE.test(start) || start.startsWith("~~")) by[at] = "quote"
    else if (indented && lastLog === at - 1 && at > 0) by[at] = "log"
    else if (code || indentedCode) by[at] = "code"
    if (line.includes("*/")) inComment = false
  }
}

function isBlank(lines: readonly string[], by: Speakers, at: number): boolean {
  return by[at] !== "user" || lines[at]?.trim() === ""
}

/** `<file …>` to its end, or to the end of the paragraph; `[system reminder]`. */
function markTags(text: readonly string[], by: Speakers): void {
  const closed = new Map<string, number>()
  for (const [at, line] of text.entries())
    for (const [, tag = ""] of line.matchAll(/<\/([a-z][\w.:-]{0,60})>/gi)) closed.set(tag, at)
  let end = -1
  for (const [at, line] of text.entries()) {
    const tag = TAG.exec(line)?.[1]
    if (tag !== undefined) end = Math.max(end, closed.get(tag) ?? at)
    const inParagraph =
      line !== "" && by[at - 1] === "page" && end < at && text[at - 1] !== "" && !closedAt(text, at - 1)
    if ((at <= end || MACHINE.test(line) || inParagraph) && by[at] === "user") by[at] = "page"
  }
}

function closedAt(text: readonly string[], at: number): boolean {
  return /<\/[a-z][\w.:-]{0,60}>\s*$/i.test(text[at] ?? "")
}

const TAG = /^<([a-z][\w.:-]{0,60})(?:\s[^<]{0,300})?\/?>/i
const MACHINE = /^\[(?:[\w-]+ ){0,3}(?:system|reminder|assistant|instructions?|tool|automated)(?: [\w-]+){0,3}\]/i

const words = (list: string) => list.trim().replaceAll(" ", "|").replaceAll("_", " ")

const HEADER = new RegExp(
  `^(?:\\*\\*)?(?:${words("from to cc bcc subject date sent reply-to von an betreff datum gesendet de para asunto fecha enviado objet date à envoyé assunto data da oggetto inviato от кому тема дата 发件人 收件人 主题 日期 寄件者 差出人 宛先 件名 보낸사람 받는사람 제목 reporter assignee reported_by assigned_to status priority labels author reviewers title description attendees organizer")})(?:\\*\\*)?\\s?[:：](?:\\*\\*)?\\s*\\S`,
  "i",
)
/** Alone enough for a doubt. */
const FIELD = new RegExp(
  `^(?:\\*\\*)?(?:${words("reporter assignee reported_by assigned_to status priority labels author authors reviewers attendees organizer owner title description type component version due_date sprint epic milestone abstract")})(?:\\*\\*)?\\s?:`,
  "i",
)
const ADDRESSED =
  /^(?:from|von|de|da|от|发件人|差出人|보낸사람)\s?[:：].{0,200}(?:@|<)|^(?:subject|betreff|asunto|objet|oggetto|assunto|тема|主题|件名|제목)\s?[:：]\s*\S/i
const WROTE = new RegExp(
  `^(?:on|am|el|le|em|il|в)\\s.{4,200}\\s(?:${words("wrote schrieb escribió écrit escreveu scritto написал пишет")})[^:]{0,80}:$|^-{2,}\\s?(?:original|forwarded|weitergeleitete|ursprüngliche|mensaje|message)\\b`,
  "i",
)

function mailAt(text: readonly string[]): Begin | undefined {
  const at = text.findIndex(
    (line, i) =>
      WROTE.test(line) ||
      ADDRESSED.test(line) ||
      (HEADER.test(line) && [1, 2, 3].some((next) => HEADER.test(text[i + next] ?? ""))),
  )
  return at < 0 ? undefined : { at, kind: "mail" }
}

const CLOCK = "\\d{1,2}[:.h]\\d\\d(?:[:.]\\d\\d)?(?:\\s?[AaPp]\\.?[Mm]\\.?)?"
const NAME = "@?[\\p{L}][\\p{L}\\p{N}_.'’-]{0,30}(?: [\\p{L}(][\\p{L}\\p{N}_.'’()-]{0,30}){0,2}"
const STAMPED = [
  `^\\[?(?:\\d{1,4}[./-]\\d{1,2}[./-]\\d{1,4},? )?${CLOCK}\\]?\\s?[-–—|]?\\s?<?${NAME}>?\\s?[:>]\\s`,
  `^${NAME}\\s{1,4}[\\[(—–-]?\\s?(?:(?:today|yesterday|heute|gestern|hoy|ayer)\\s(?:at|um|a las)?\\s?|\\d{1,4}[./-]\\d{1,2}[./-]\\d{1,4},?\\s)?${CLOCK}[\\])]?\\s?:?(?:\\s|$)`,
  `^${NAME}\\s?[\\[(](?:${CLOCK}|\\d{1,4}[./-]\\d{1,2}[./-]\\d{1,4})[^\\])]{0,20}[\\])]\\s?:`,
  `^\\[[^\\]]{0,30}?${CLOCK}[^\\]]{0,6}\\]\\s?\\S.{0,60}$`,
  `^<@?[\\w.-]{1,40}>\\s`,
].map((shape) => new RegExp(shape, "iu"))

const ROLE =
  /^(?:user|human|assistant|ai|bot|chatgpt|claude|gemini|copilot|speaker \d|interviewer|q|a)(?: said)?:(?:\s|$)/i

function chatAt(text: readonly string[]): Begin | undefined {
  const roles = text.filter((line) => ROLE.test(line)).length > 1
  const at = text.findIndex((line) => STAMPED.some((shape) => shape.test(line)) || (roles && ROLE.test(line)))
  return at < 0 ? undefined : { at, kind: "chat" }
}

/** "Anna: …" and "Tom: …" talk to each other, and look like two items of a list. */
const SPOKEN =
  /^(?!(?:remember|note|memo|todo|fyi|rule|important|ps|nb)\b)\p{Lu}[\p{L}.'-]{1,20}(?: \p{Lu}[\p{L}.'-]{0,20})?: \S+(?: \S+){3}/iu

function namesAt(text: readonly string[]): Begin | undefined {
  // In minutes each item is somebody's.
  const items = text.map((line) => line.replace(LIST_MARK, ""))
  const said = items.flatMap((line, at) => (SPOKEN.test(line) && /^\p{Lu}/u.test(line) ? [at] : []))
  return said.length < 2 ? undefined : { at: said[0] as number, kind: "unknown" }
}

const GREETING = new RegExp(
  `^(?:${words("hi hello hey dear hallo liebe lieber guten_tag moin hola buenos_días buenas estimado estimada bonjour salut olá oi prezado ciao buongiorno привет здравствуйте добрый_день")})(?:\\s[^.:!?]{1,40})?[,!:]?$|^(?:各位|大家好|お疲れ様です|안녕하세요)`,
  "iu",
)
const SIGN_OFF = new RegExp(
  `^(?:${words("thanks many_thanks thank_you thx best best_regards kind_regards warm_regards regards cheers sincerely yours_truly viele_grüße liebe_grüße beste_grüße mit_freundlichen_grüßen grüße gruß vg mfg lg saludos un_saludo gracias cordialement bien_à_vous merci obrigado obrigada abraços abs atenciosamente grazie saluti cordiali_saluti с_уважением спасибо 此致 谢谢 よろしくお願いします よろしくお願いいたします 감사합니다")})[,.!，。]?\\s*(?<name>(?:[-–—]\\s?)?\\p{Lu}[\\p{L}.'-]{1,20}(?: \\p{Lu}[\\p{L}.'-]{0,20}){0,2})?$`,
  "iu",
)
const ONLY_NAME = /^[-–—]?\s?(?:\p{Lu}[\p{L}.'-]{0,20}|\p{Lo}{2,8})(?: \p{Lu}[\p{L}.'-]{0,20}){0,2}(?:,.{0,60})?$/u

/** Nobody signs what is typed to an agent. A letter begins at its greeting, else behind a first line that stands alone. */
function signedAt(text: readonly string[]): Begin | undefined {
  const greeted = text.findIndex((line) => GREETING.test(line))
  const signed = text.some((line, at) => {
    if (line === "-- " || line === "--") return at > 1
    const name = SIGN_OFF.exec(line)?.groups?.name
    const next = text[at + 1] || text[at + 2] || ""
    return at > 0 && SIGN_OFF.test(line) && ((name !== undefined && /^\p{Lu}/u.test(name)) || ONLY_NAME.test(next))
  })
  if (signed) return { at: greeted >= 0 ? greeted : text[1] === "" ? 1 : 0, kind: "mail" }
  return greeted > 0 ? { at: greeted, kind: "unknown" } : undefined
}

const HEADING = /^#{1,6}\s+\S|^\*\*[^*]{2,60}[^*.!?]\*\*:?$|^={4,}$/
const TICKET = /^(?:ticket|issue|bug|case|incident|story|request)\s?(?:#|no\.?\s|nr\.?\s)\s?\w*\d/i
const SECTION = new RegExp(
  `^(?:${words("summary description steps_to_reproduce how_to_reproduce to_reproduce expected expected_behaviou?r actual_behaviou?r root_cause environment impact details background motivation acceptance_criteria workaround additional_context describe_the_bug what_happened what_changed checklist action_items agenda key_takeaways tl;dr table_of_contents related_issues beschreibung erwartetes_verhalten descripción pasos_para_reproducir")})\\s?:?$`,
  "i",
)
const POSTED =
  /^@?[\w.-]{1,40}(?: \w+)? (?:commented|opened|replied|posted|asked|answered|reviewed|approved|requested changes|wants to merge|left a comment)\b(?=.{0,80}(?:\bago\b|\bon\b|\bat\b|#\d|\bthis\b|\binto\b|:|$))|^(?:asked|answered|edited|posted|published|updated|last updated|opened) (?:on )?(?:\w{3,9} \d{1,2}|\d{1,2} \w{3,9}|\d{4}-|\d+ \w+ ago|by )|^\d+ (?:min|minutes?) read$|^\S{1,40} · \d|^(?:answer|question|comment|written|posted|published|edited) (?:by|from) \S/i

/** A ticket, a page of documentation, an article. One heading alone may be the user's own. */
function pageAt(text: readonly string[]): Begin | undefined {
  const last = text.findLastIndex((line) => line !== "")
  const at = text.findIndex((line) => [HEADING, SECTION, POSTED, TICKET].some((shape) => shape.test(line)))
  if (at < 0 || at === last) return undefined
  const many = text.slice(at).filter((line) => HEADING.test(line) || SECTION.test(line)).length > 1
  return { at, kind: many || POSTED.test(text[at] ?? "") ? "page" : "unknown" }
}

const SAID = words(
  "says said say wrote writes writing reported told sent posted tells asks asked mail e-?mail message msg slack teams discord ticket issue jira article blog docs documentation wiki thread comment transcript description pr pull_request changelog spec feedback announcement newsletter letter stackoverflow boss customer colleague translate summari[sz]e summary_of proofread rephrase paraphrase rewrite schreibt schrieb sagt steht nachricht artikel übersetze dice escribió mensaje correo traduce dit écrit traduis disse escreveu mensagem traduz scritto messaggio traduci пишет написал письмо сообщение переведи",
)
const SHOWN_BY = words(
  "look see read check got found here's here_is pasted copied from text page readme post review report answer below this_came siehe schau mira regarde lis olha guarda смотри",
)
const EASTERN_SAID = "[说說写寫]|邮件|郵件|消息|文章|翻译|翻譯|メール|記事|翻訳|메일|메시지|번역"
const SOURCE = new RegExp(`(?<!\\p{L})(?:${SAID})(?!\\p{L})|${EASTERN_SAID}`, "iu")
const POINTED = new RegExp(`(?<!\\p{L})(?:${SHOWN_BY})(?!\\p{L})|看|見て|보세요`, "iu")

/** "Look at this:" and more: what follows is from there. Without the colon nobody knows. */
function introducedAt(lines: readonly string[], by: Speakers): Begin | undefined {
  const [intro = -1, at = -1] = lines.flatMap((line, i) => (line.trim() === "" ? [] : [i])).slice(0, 2)
  const line = lines[intro]?.trim() ?? ""
  if (line.length > 200 || by[intro] !== "user" || by[at] !== "user") return undefined
  const isOpened = /[:：]$/.test(line)
  if (SOURCE.test(line)) return isOpened || at > intro + 1 ? { at, kind: isOpened ? "page" : "unknown" } : undefined
  return isOpened && POINTED.test(line) ? { at, kind: "unknown" } : undefined
}

const LONG_QUOTE = /"[^"]{40,1000}"|„[^„“”]{40,1000}[“”]|“[^“”]{40,1000}”|«[^«»]{40,1000}»/g

/** What a line of the user's cites. */
function citedIn(line: string): string[] {
  const cited = citedFrom(line)
  return [...(line.match(LONG_QUOTE) ?? []), ...(cited > 0 ? [line.slice(cited)] : [])]
}

/** Where, on one line, somebody else's words begin: "Bob says: …", "translate this: …". */
export function citedFrom(line: string): number {
  const [intro] = /^[^:：\n`"]{3,60}[:：]\s+(?=\S)/u.exec(line) ?? []
  return intro !== undefined && CITED.test(intro) ? intro.length : 0
}

const CITED = new RegExp(
  `(?<!\\p{L})(?:${words("says said wrote writes told tells asks translate summari[sz]e proofread rephrase paraphrase in_slack on_slack from_slack sagt schrieb schreibt übersetze dice dijo escribió traduce dit écrit traduis disse escreveu traduz scritto traduci говорит пишет написал переведи")})(?!\\p{L})|[说說]|翻[译譯]|翻訳|번역`,
  "iu",
)

/** A title, a date, a version: lines that say nothing stand in pages, below the first line hardly in what is typed. */
const TITLE = /^(?:\p{Lu}[^.!?,;:…]{0,58}[^\s.!?,;:…)`"']|v?\d+\.\d+\S*(?: \(.{4,20}\))?|\d{4}-\d\d-\d\d)$/u
const MOST_WORDS = 7

function titledAt(text: readonly string[]): Begin | undefined {
  const first = text.findIndex((line) => line !== "")
  const at = text.findIndex((line, i) => {
    const next = text[i + 1] || text[i + 2] || ""
    const isTitle = TITLE.test(line) && line.split(" ").length <= MOST_WORDS
    return i > first && isTitle && next !== "" && (/^[\p{Lu}\d]/u.test(next) || /^v?\d/.test(line))
  })
  const field = text.findIndex((line) => FIELD.test(line))
  const from = at < 0 || (field >= 0 && field < at) ? field : at
  return from < 0 ? undefined : { at: from, kind: "unknown" }
}

const LEAST_WRAPPED = 45
const MOST_WRAPPED = 110

/** People who type to an agent do not break their lines at a margin; documents do. */
function wrappedAt(text: readonly string[]): Begin | undefined {
  const goesOn = (line: string) => /^[\p{Ll}\d(]/u.test(line) && !LIST_MARK.test(line)
  const isWrapped = (line: string, next: string) =>
    line.length >= LEAST_WRAPPED && line.length <= MOST_WRAPPED && !/[.!?:;]$/.test(line) && goesOn(next)
  const at = text.findIndex(
    (line, i) => isWrapped(line, text[i + 1] ?? "") && isWrapped(text[i + 1] ?? "", text[i + 2] ?? ""),
  )
  return at < 0 ? undefined : { at, kind: "unknown" }
}

const MANY_PARAGRAPHS = 4
const LONG = 1200

/** Nobody types a page; the first line may still say what it is. */
function longAt(lines: readonly string[], text: readonly string[]): Begin | undefined {
  const chars = lines.reduce((sum, line, at) => sum + (text[at] ? line.length : 0), 0)
  const first = text.findIndex((line) => line !== "")
  if (chars < LONG || paragraphsAfter(text, 0) < MANY_PARAGRAPHS) return undefined
  const alone = text[first + 1] === "" && (lines[first]?.length ?? 0) <= 300
  return { at: alone ? first + 1 : first, kind: "unknown" }
}

function paragraphsAfter(text: readonly string[], from: number): number {
  return text.filter((line, at) => at >= from && line !== "" && (text[at - 1] ?? "") === "").length
}
