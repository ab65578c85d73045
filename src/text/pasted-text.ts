// Who wrote each line of a user's message. People paste mails, tickets, chats, pages, logs and code, and did not say any of that themselves. Only
// the shape tells; a line in doubt counts as nobody's: it is no evidence of what the user wants, and nothing is saved because of it.
import { fencedLines, partsLookedAt, startsInFence } from "./fenced-code.ts"
import { stripHidden } from "./hidden-text.ts"
import { type PasteBegin, pasteBegin, words } from "./paste-begins.ts"
import { markLines, type Speaker } from "./paste-lines.ts"

export const MAX_LOOKED_AT = 32 * 1024

export interface MessageLine {
  readonly text: string
  readonly by: Speaker
}

/** `opencode run "a b"` passes on the shell's quotation marks, and escapes those inside. */
export function withoutShellQuotes(message: string): string {
  const [, inside] = /^\s*"((?:[^"\\]|\\[\s\S])*)"\s*$/.exec(message) ?? []
  return inside === undefined ? message : inside.replaceAll('\\"', '"')
}

/** If a message is too long to read, its middle is left out. */
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

/** They show something and ask for nothing. */
const SHOWS: ReadonlySet<Speaker> = new Set(["code", "log", "diff", "quote"])

/** What a request says: the user's own words, and the plan, list or ticket that comes with them. */
export function requestLines(message: string): MessageLine[] {
  return messageLines(message).filter(({ text, by }) => text.trim() !== "" && !SHOWS.has(by))
}

/** The parts of a message that are not the user's, each piece as a whole. For a very long message, also the part that was not read. */
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

function speakersOf(lines: readonly string[], startsInside: boolean): Speaker[] {
  const fenced = fencedLines(lines, startsInside)
  const by: Speaker[] = fenced.map((inside) => (inside ? "code" : "user"))
  markLines(lines, by)
  const first = pasteBegin(lines, fenced, by)
  if (first) markFrom(first, by)
  else markBetween(lines, by)
  return by
}

/** Nothing marks the end of a paste: it continues to the end, but a last line of its own may be the user's again. */
function markFrom({ at, kind, last }: PasteBegin, by: Speaker[]): void {
  for (let line = at; line < by.length; line++)
    if (by[line] === "user") by[line] = last !== undefined && line >= last ? "unknown" : kind
}

/** A paragraph between two pieces of a log is more likely the program's than the user's. */
function markBetween(lines: readonly string[], by: Speaker[]): void {
  const from = by.indexOf("log")
  const to = by.lastIndexOf("log")
  for (let at = from + 1; at < to; at++) if (by[at] === "user" && lines[at]?.trim() !== "") by[at] = "unknown"
}

const LONG_QUOTE = /"[^"]{40,1000}"|„[^„“”]{40,1000}[“”]|“[^“”]{40,1000}”|«[^«»]{40,1000}»/g

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
