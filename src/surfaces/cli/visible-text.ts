// A note's text as a terminal may show it. Terminals obey what they are sent: escape sequences repaint the screen, carriage returns overwrite the
// line, bidi controls reorder it, and tag characters are invisible. Each of these is shown by name instead.
import { stripVTControlCharacters } from "node:util"
import { ownCommand } from "../../model/own-command.ts"
import { sequenceOf } from "../../model/paint.ts"
import { columnsOf, rowsOf } from "../../text/columns.ts"
import type { Terminal } from "./terminal.ts"

/** Everything invisible or acting on the terminal, except tab, line feed and the selector that turns a symbol into an emoji. */
const HIDDEN =
  /[\u{e0020}-\u{e007e}]+|(?![\t\n])(?!(?<=\p{Extended_Pictographic})\ufe0f)[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu
/** More combining marks on one letter than any language uses would be drawn over neighbouring lines. */
const STACKED = /(\p{M}{4})(\p{M}+)/gu
const EMPTY_LINES = /(?:[^\S\n]*\n){4,}/g

/** `paints`: the text is our own screen, and its colour marks become real colours. */
export function visibleText(text: string, paints = false): string {
  const shown = (found: string) => (paints ? sequenceOf(found) : undefined) ?? named(found)
  const unstacked = (_: string, kept: string, more: string) => `${kept}<${[...more].length} more marks>`
  return text.toWellFormed().replace(/\r\n/g, "\n").replace(HIDDEN, shown).replace(STACKED, unstacked)
}

/** JSON in which everything that acts or hides is escaped, and so not lost; without the fields at some places (`session.title`). */
export function visibleJson(value: unknown, without: readonly string[] = []): string {
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`
  return (JSON.stringify(value, exceptAt(without), 2) ?? "null")
    .toWellFormed()
    .replace(HIDDEN, (found) => found.split("").map(escaped).join(""))
}

/** Leaves out what is at these places; an item of a list is where the list is. A value is visited right after it was given its place. */
function exceptAt(places: readonly string[]) {
  const placeOf = new WeakMap<object, string>()
  return function keep(this: object, key: string, one: unknown): unknown {
    const above = placeOf.get(this) ?? ""
    const place = Array.isArray(this) || key === "" ? above : above === "" ? key : `${above}.${key}`
    if (places.includes(place)) return undefined
    if (typeof one === "object" && one !== null) placeOf.set(one, place)
    return one
  }
}

/** The same on one line. */
export function visibleLine(text: string): string {
  return visibleText(text).replace(/\s+/g, " ").trim()
}

/** A screenful of empty lines would push what follows out of sight. */
export function foldEmptyLines(text: string): string {
  return text.replace(EMPTY_LINES, (lines) => `\n… ${lines.split("\n").length - 2} empty lines …\n`)
}

/**
 * Wraps lines to the terminal's width, indented like their beginning; a word that fits is not broken. Files and pipes get them whole. A line that is
 * a command of ours is copied: the terminal breaks it without changing it, and half of it would be another command.
 */
export function inColumns(
  text: string,
  { isInteractive, columns }: Pick<Terminal, "isInteractive" | "columns">,
): string {
  if (!isInteractive) return text
  const command = ownCommand("")
  return text
    .split("\n")
    .flatMap((line) => {
      const plain = stripVTControlCharacters(line)
      return columnsOf(plain) > columns && !plain.trimStart().startsWith(command) ? hangingRows(line, columns) : [line]
    })
    .join("\n")
}

/** A column of origins before a bar stays free below its first row. */
function hangingRows(line: string, columns: number): string[] {
  const [lead = ""] = /^[^│\n]{0,60}│ |^\s*(?:- )?/.exec(line) ?? []
  const width = columnsOf(stripVTControlCharacters(lead))
  if (width > columns / 2) return rowsOf(line, columns)
  const below = lead.endsWith("│ ") ? `${" ".repeat(width - 2)}│ ` : " ".repeat(width)
  return rowsOf(line.slice(lead.length), columns - width).map((row, at) => `${at === 0 ? lead : below}${row}`)
}

function named(found: string): string {
  const codes = [...found].map((char) => char.codePointAt(0) as number)
  const [first = 0] = codes
  // Tag characters are ASCII shifted to an invisible range; what they spell is what matters.
  if (first >= 0xe0020 && first <= 0xe007e)
    return `<hidden: ${JSON.stringify(String.fromCodePoint(...codes.map((code) => code - 0xe0000)))}>`
  return `<U+${first.toString(16).toUpperCase().padStart(4, "0")}>`
}
