// Earlier work in words: one line for a model at the start of a session, or all of it for anyone who asks. Errors are a tool's words and todos an
// agent's, so they are quoted, and anything that would give its reader orders is left out.
import { callOf, type ToolMode } from "../model/tool-mode.ts"
import type { EarlierWork } from "../session/earlier-work.ts"
import type { SessionCard } from "../session/session-card.ts"
import { ownLines } from "../text/pasted-text.ts"
import { oneLine } from "../text/text.ts"
import { describeError } from "./activity-lines.ts"
import { asSessionData } from "./escape.ts"
import { isQuotable } from "./quoted-text.ts"

const MAX_ASKED = 160
const MAX_GOAL = 120
const MAX_OPEN = 120
const MAX_BRANCH = 60
const MAX_TITLE = 80
const MOST_IN_LINE = 2
const MOST_LISTED = 6

/** Whose words a text is made of is known where it is made: nobody could tell it afterwards from the words. */
export interface EarlierText {
  readonly text: string
  /** The same without what the user typed: as foreign as reading those sessions would be. */
  readonly foreign: string
}

/** For a prompt. */
export function earlierWorkLine(work: EarlierWork, tools: ToolMode): EarlierText {
  const { errors, todos } = openOf(work)
  const open = [
    ...errors.slice(0, MOST_IN_LINE).map((error) => `error ${quoted(error, MAX_OPEN)}`),
    ...todos.slice(0, MOST_IN_LINE).map((todo) => `todo ${quoted(todo, MAX_OPEN)}`),
  ]
  const more = errors.length + todos.length - open.length
  const { asked, goal } = wishes(work)
  return textOf("; ", [
    foreign(`Last session here: ${placeText(work)}`),
    ...asked.map((text) => typed(`asked ${text}`)),
    ...goal.map((text) => foreign(`goal ${text}`)),
    foreign(
      open.length === 0
        ? "nothing known to be open"
        : `left open: ${open.join(", ")}${more > 0 ? ` and ${more} more` : ""}`,
    ),
    foreign(`${callOf(tools, "memory_messages")} shows it`),
  ])
}

const MOST_FILES = 5

/** For a prompt. `there` lists those of its files that still exist; what the message names is not repeated. */
export function seenBeforeLine(
  card: SessionCard,
  there: readonly string[],
  message: string,
  tools: ToolMode,
): EarlierText {
  const isNamed = (path: string) => message.includes(path.slice(path.lastIndexOf("/") + 1))
  const files = quotable(there, false)
    .filter((path) => !isNamed(path))
    .toReversed()
    .slice(0, MOST_FILES)
    .map((path) => shown(path, MAX_OPEN))
  const asked = quotable([ownLines(card.asked).join(" ")], false).map((text) => `, asked ${quoted(text, MAX_ASKED)}`)
  return textOf("; ", [
    textOf("", [foreign(`Seen before: ${card.session}, ${utcMinute(card.at)}`), ...asked.map(typed)]),
    ...(files.length === 0 ? [] : [foreign(`changed then: ${files.join(", ")}`)]),
    foreign(`${callOf(tools, "memory_messages")} shows it`),
  ])
}

/** For a person, line by line. `title`: what the host calls the session, if that is known. */
export function earlierWorkText(work: EarlierWork, dateOf: (time: number) => string, title = ""): EarlierText {
  const { errors, todos } = openOf(work)
  const list = (title: string, items: readonly string[]) =>
    items.length === 0
      ? []
      : [
          `${title}:`,
          ...items.slice(0, MOST_LISTED).map((item) => `- ${shown(item, MAX_ASKED)}`),
          ...(items.length > MOST_LISTED ? [`- … ${items.length - MOST_LISTED} more`] : []),
        ]
  const { asked, goal } = wishes(work)
  const titles = quotable([title.trim()], false).flatMap((text) => (text === "" ? [] : [quoted(text, MAX_TITLE)]))
  return textOf("\n", [
    foreign(`Last session here: ${[...titles, placeText(work, dateOf)].join(", ")}`),
    ...asked.map((text) => typed(`asked: ${text}`)),
    ...goal.map((text) => foreign(`goal: ${text}`)),
    ...[
      ...list("Open errors", errors),
      ...list("Todos", todos),
      ...list("Decided", quotable(work.decisions, false)),
      ...list("Changed files", quotable(work.files, false)),
      ...(errors.length + todos.length === 0 ? ["Nothing was left open."] : []),
    ].map(foreign),
  ])
}

function typed(text: string): EarlierText {
  return { text, foreign: "" }
}

function foreign(text: string): EarlierText {
  return { text, foreign: text }
}

function textOf(between: string, pieces: readonly EarlierText[]): EarlierText {
  return {
    text: pieces.map(({ text }) => text).join(between),
    foreign: pieces.flatMap((piece) => piece.foreign || []).join(between),
  }
}

function openOf({ errors, todos }: EarlierWork) {
  return { errors: quotable(errors.map(describeError), true), todos: quotable(todos, false) }
}

function quotable(texts: readonly string[], isError: boolean): string[] {
  return texts.filter((text) => isQuotable(text, isError))
}

function placeText({ session, at, branch }: EarlierWork, dateOf = utcMinute): string {
  return `${session}, ${dateOf(at)}${branch === "" ? "" : `, branch ${quoted(branch, MAX_BRANCH)}`}`
}

function utcMinute(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16).replace("T", " ")} UTC`
}

/** The user's words without pasted text; the goal if it says more. */
function wishes({ asked, goal }: EarlierWork) {
  const own = ownLines(asked).join(" ").trim()
  const wanted = quotable([own], false).filter((text) => text !== "")
  const goals = quotable([goal], false).filter((text) => text.trim() !== "" && text.trim() !== own)
  return {
    asked: wanted.map((text) => quoted(text, MAX_ASKED)),
    goal: goals.map((text) => quoted(text, MAX_GOAL)),
  }
}

function quoted(text: string, max: number): string {
  return `"${shown(text, max).replaceAll('"', "'")}"`
}

function shown(text: string, max: number): string {
  return oneLine(asSessionData(text), max)
}
