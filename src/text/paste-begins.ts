// Where somebody else's text begins in a message: a mail, a chat, a ticket, a page, a document. Judged by the shape of several lines.
import { LIST_MARK, LOOKED_AT, type Speaker } from "./paste-lines.ts"
import { statementsIn } from "./sentence-end.ts"

export interface PasteBegin {
  readonly at: number
  readonly kind: Speaker
  /** A line after the paste that may be the user's again. */
  readonly last?: number
}

/** The first sign counts; of two on one line, the one that says whose text it is. */
export function pasteBegin(
  lines: readonly string[],
  fenced: readonly boolean[],
  by: readonly Speaker[],
): PasteBegin | undefined {
  const shown = (isIn: (at: number) => boolean) =>
    lines.map((line, at) => (isIn(at) ? line.trim().slice(0, LOOKED_AT) : ""))
  const text = shown((at) => by[at] === "user")
  const found = [
    mailAt(text),
    chatAt(text),
    signedAt(text),
    pageAt(shown((at) => !fenced[at])),
    namesAt(text),
    introducedAt(lines, by),
    titledAt(text),
    normsAt(text),
  ]
  const first =
    found
      .filter((one) => one !== undefined)
      .sort((a, b) => a.at - b.at || Number(a.kind === "unknown") - Number(b.kind === "unknown"))[0] ??
    wrappedAt(text) ??
    longAt(lines, text)
  if (!first) return undefined
  const last = text.findLastIndex((line) => line !== "")
  return last > first.at + 1 && text[last - 1] === "" && text[last - 2] !== undefined ? { ...first, last } : first
}

export const words = (list: string) => list.trim().replaceAll(" ", "|").replaceAll("_", " ")

const HEADER = new RegExp(
  `^(?:\\*\\*)?(?:${words("from to cc bcc subject date sent reply-to von an betreff datum gesendet de para asunto fecha enviado objet date à envoyé assunto data da oggetto inviato от кому тема дата 发件人 收件人 主题 日期 寄件者 差出人 宛先 件名 보낸사람 받는사람 제목 reporter assignee reported_by assigned_to status priority labels author reviewers title description attendees organizer")})(?:\\*\\*)?\\s?[:：](?:\\*\\*)?\\s*\\S`,
  "i",
)
/** Enough for a doubt by itself. */
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

function mailAt(text: readonly string[]): PasteBegin | undefined {
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
const STAMP = `\\s?(?:(?:today|yesterday|heute|gestern|hoy|ayer)\\s(?:at|um|a las)?\\s?|\\d{1,4}[./-]\\d{1,2}[./-]\\d{1,4},?\\s)?${CLOCK}[\\])]?\\s?:?(?:\\s|$)`
/** "python 3.12 is what prod runs": a name in small letters with a version is no stamp by itself. "Anna 14.30" may be one. */
const VERSION = /^(?:\p{Ll}[\p{L}\p{N}_.'’-]* ){1,3}\d{1,2}\.\d\d\s+\p{L}/u
/** Nor is "between 2:30 and 4 the file is locked". */
const UP_TO =
  "(?<!\\p{L})(?:about|after|around|at|before|between|by|from|since|till|until|ab|bis|gegen|nach|seit|um|von|vor|zwischen|desde|hasta|à|vers)"
/** Counts if a second line has one. */
const DOUBTFUL_STAMP = new RegExp(`^${NAME}\\s{1,4}[\\[(—–-]?${STAMP}`, "iu")
const STAMPED = [
  `^\\[?(?:\\d{1,4}[./-]\\d{1,2}(?:[./-]\\d{1,4})?,? )?${CLOCK}\\]?\\s?[-–—|]?\\s?<?${NAME}>?\\s?[:>]\\s`,
  `^${NAME}\\s{1,4}(?<!${UP_TO}\\s{1,4})[\\[(—–-]?${STAMP}`,
  `^${NAME}\\s?[\\[(](?:${CLOCK}|\\d{1,4}[./-]\\d{1,2}[./-]\\d{1,4})[^\\])]{0,20}[\\])]\\s?:`,
  `^\\[[^\\]]{0,30}?${CLOCK}[^\\]]{0,6}\\]\\s?\\S.{0,60}$`,
  `^(?:<@?[\\w.-]{1,40}>|@[\\w-]{1,40}\\s?:)\\s`,
].map((shape) => new RegExp(shape, "iu"))

const ROLE =
  /^(?:user|human|assistant|ai|bot|chatgpt|claude|gemini|copilot|speaker \d|interviewer|q|a)(?: said)?:(?:\s|$)/i

function chatAt(text: readonly string[]): PasteBegin | undefined {
  const roles = text.filter((line) => ROLE.test(line)).length > 1
  const stamped = text.filter((line) => DOUBTFUL_STAMP.test(line)).length > 1
  const isStamped = (line: string) =>
    (!VERSION.test(line) && STAMPED.some((shape) => shape.test(line))) || (stamped && DOUBTFUL_STAMP.test(line))
  const at = text.findIndex((line) => isStamped(line) || (roles && ROLE.test(line)))
  return at < 0 ? undefined : { at, kind: "chat" }
}

/** "Anna: …" and "Tom: …" talk to each other, and look like two items of a list. */
const SPOKEN =
  /^(?!(?:remember|note|memo|todo|fyi|rule|important|ps|nb)\b)\p{Lu}[\p{L}.'-]{1,20}(?: \p{Lu}[\p{L}.'-]{0,20})?: \S+(?: \S+){3}/iu

function namesAt(text: readonly string[]): PasteBegin | undefined {
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

const TO_ALL = /^@(?:all|channel|everyone|here|team)\b/i
const DASHED_NAME = /^(?:[–—]|--)\s?\p{Lu}[\p{L}.'-]{1,20}(?: \p{Lu}[\p{L}.'-]{0,20}){0,2}(?:,.{0,60})?$/u

/** Nobody signs what they type to an agent. A letter begins at its greeting, otherwise after a first line that is separate. */
function signedAt(text: readonly string[]): PasteBegin | undefined {
  const called = text.findIndex((line) => TO_ALL.test(line))
  if (called >= 0) return { at: called, kind: "chat" }
  const greeted = text.findIndex((line) => GREETING.test(line))
  const signed = text.some((line, at) => {
    if (line === "-- " || line === "--" || DASHED_NAME.test(line)) return at > 1
    const name = SIGN_OFF.exec(line)?.groups?.name
    const next = text[at + 1] || text[at + 2] || ""
    return at > 0 && SIGN_OFF.test(line) && ((name !== undefined && /^\p{Lu}/u.test(name)) || ONLY_NAME.test(next))
  })
  if (signed) return { at: greeted >= 0 ? greeted : text[1] === "" ? 1 : 0, kind: "mail" }
  return greeted > 0 ? { at: greeted, kind: "unknown" } : undefined
}

const HEADING =
  /^#{1,6}\s+\S|^\*\*[^*]{2,60}[^*.!?]\*\*:?$|^={4,}$|^(?:§\s?|section |chapter |article )?\d{1,3}(?:\.\d{1,3}){1,3}\.?\s+\p{Lu}|^\p{Lu}{2}[\p{Lu} ()\d-]{2,40}$/u
const TICKET = /^(?:ticket|issue|bug|case|incident|story|request)\s?(?:#|no\.?\s|nr\.?\s)\s?\w*\d/i
const SECTION = new RegExp(
  `^(?:${words("summary description steps_to_reproduce how_to_reproduce to_reproduce expected expected_behaviou?r actual_behaviou?r root_cause environment impact details background motivation acceptance_criteria workaround additional_context describe_the_bug what_happened what_changed checklist action_items agenda key_takeaways tl;dr table_of_contents related_issues beschreibung erwartetes_verhalten descripción pasos_para_reproducir")})\\s?:?$`,
  "i",
)
const POSTED =
  /^(?:\*\*)?@?[\w.-]{1,40}(?:\*\*)?(?: \w+)? (?:commented|opened|replied|posted|asked|answered|reviewed|approved|requested changes|wants to merge|left a comment)\b(?=.{0,80}(?:\bago\b|\bon\b|\bat\b|#\d|\bthis\b|\binto\b|:|$))|^(?:asked|answered|edited|posted|published|updated|last updated|opened) (?:on )?(?:\w{3,9} \d{1,2}|\d{1,2} \w{3,9}|\d{4}-|\d+ \w+ ago|by )|^\d+ (?:min|minutes?) read$|^\d+ (?:answers?|comments?|replies|votes?)$|^[▲▼△▽★☆⭐]|^\S{1,40} · \d|^(?:answer|question|comment|written|posted|published|edited) (?:by|from) \S/i

/** A ticket, a page of documentation, an article. One heading alone may be the user's own. */
function pageAt(text: readonly string[]): PasteBegin | undefined {
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

/** "Look at this:" and the like: what follows was written by somebody else. Without the colon it is unclear. */
function introducedAt(lines: readonly string[], by: readonly Speaker[]): PasteBegin | undefined {
  const [intro = -1, at = -1] = lines.flatMap((line, i) => (line.trim() === "" ? [] : [i])).slice(0, 2)
  const line = lines[intro]?.trim() ?? ""
  if (line.length > 200 || by[intro] !== "user" || by[at] !== "user") return undefined
  const isOpened = /[:：]$/.test(line)
  if (SOURCE.test(line)) return isOpened || at > intro + 1 ? { at, kind: isOpened ? "page" : "unknown" } : undefined
  return isOpened && POINTED.test(line) ? { at, kind: "unknown" } : undefined
}

/** A title, a date, a version: pages have lines that say nothing, but typed text hardly has them below the first line. */
const TITLE = /^(?:\p{Lu}[^.!?,;:…]{0,58}[^\s.!?,;:…)`"']|v?\d+\.\d+\S*(?: \(.{4,20}\))?|\d{4}-\d\d-\d\d)$/u
const MOST_WORDS = 7

function titledAt(text: readonly string[]): PasteBegin | undefined {
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

const NORM =
  /^(?:[\p{L}\p{N}_'’/-]+\s+){1,8}?(?:must|shall|should|may|can|is|are|will|has to|have to|needs? to|always|never)(?:\s+(?:not|always|never|only|be|required|permitted|allowed))*(?!\p{L})/iu
const OBLIGES = /(?<!\p{L})(?:must|shall|should|always|never|only|required|not permitted|not allowed)(?!\p{L})/iu
const TALKS =
  /(?<!\p{L})(?:i|i'm|i've|we|we're|you|me|us|my|our|ours|your|please|pls|let's|lets|ok|okay|thanks)(?!\p{L})|^(?:always|never|don't|do not|only|stop|use|no)\s/iu
const MANY_NORMS = 2

/** A specification: apart from the request, every sentence says what things must be, and nobody is addressed. */
function normsAt(text: readonly string[]): PasteBegin | undefined {
  if (paragraphsAfter(text, 0) < 2) return undefined
  const isNorm = (said: string) => OBLIGES.test(said) && NORM.test(said) && !TALKS.test(said)
  const norms = text.flatMap((line, at) =>
    statementsIn(line.replace(LIST_MARK, ""))
      .filter(isNorm)
      .map(() => at),
  )
  return norms.length < MANY_NORMS ? undefined : { at: norms[0] as number, kind: "unknown" }
}

const LEAST_WRAPPED = 45
const MOST_WRAPPED = 110

/** People who type to an agent do not break their lines at a margin; documents do. */
function wrappedAt(text: readonly string[]): PasteBegin | undefined {
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
function longAt(lines: readonly string[], text: readonly string[]): PasteBegin | undefined {
  const chars = lines.reduce((sum, line, at) => sum + (text[at] ? line.length : 0), 0)
  const first = text.findIndex((line) => line !== "")
  if (chars < LONG || paragraphsAfter(text, 0) < MANY_PARAGRAPHS) return undefined
  const alone = text[first + 1] === "" && (lines[first]?.length ?? 0) <= 300
  return { at: alone ? first + 1 : first, kind: "unknown" }
}

function paragraphsAfter(text: readonly string[], from: number): number {
  return text.filter((line, at) => at >= from && line !== "" && (text[at - 1] ?? "") === "").length
}
