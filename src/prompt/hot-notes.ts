// Hot notes in the prompt: each whole if it fits its share of the budget, otherwise cut at a paragraph with a pointer to the rest.

import { isBlank, type NoteInfo } from "../model/note.ts"
import { callOf, type ToolMode } from "../model/tool-mode.ts"
import { scopedPath } from "../session/known-notes.ts"
import { mostFitting } from "../text/binary-search.ts"
import { stripHidden } from "../text/hidden-text.ts"
import { cutText, oneLine } from "../text/text.ts"
import { shareOut } from "./budget.ts"
import { asAttribute, asData, escapeTags } from "./escape.ts"
import { ownLine, type PromptLine } from "./prompt-line.ts"

/** A note cut to less text than this is not worth its tags. */
const LEAST_TEXT = 60
/** Above this share of its limit, the model is told how much room a note has. */
const NEARLY_FULL = 0.8

/** `whole`: notes that the model sees word for word; `hidden`: notes from which invisible characters were left out. */
export function renderHot(notes: readonly NoteInfo[], budget: number, tools: ToolMode) {
  const all = notes.map((note) => element(note, callOf(tools, "memory_read")))
  const isRoomy = all.reduce((sum, item) => sum + sizeOf(item), 0) <= budget
  const room = isRoomy ? budget : budget - OVERFLOW_ROOM
  const shown = all.slice(0, howManyFit(all, room))
  const shares = sharesOf(shown, room)
  const isWhole = (item: Element, at: number) => sizeOf(item) <= (shares[at] as number)
  const lines = shown.map(
    (item, at): PromptLine => ({
      text: isWhole(item, at) ? `${item.open}${item.body}${item.close}` : cutElement(item, shares[at] as number),
      from: { kind: "note", of: scopedPath(item.note) },
    }),
  )
  const left = all.length - shown.length
  const more = `… ${left} more hot ${left === 1 ? "note" : "notes"} not shown: ${callOf(tools, "memory_tree")} lists them`
  return {
    lines: left > 0 && more.length < budget ? [...lines, ownLine(more)] : lines,
    whole: shown.filter(isWhole).map(({ note }) => note),
    hidden: all.filter(({ hidden }) => hidden).map(({ note }) => note),
  }
}

/** For a store in which nothing is written yet: the names of its empty notes in one line. */
export function renderBlank(notes: readonly NoteInfo[], budget: number): ReturnType<typeof renderHot> {
  const byScope = Map.groupBy(notes, ({ scope }) => scope)
  const names = [...byScope].map(
    ([scope, all]) => `${all.map(({ path }) => asData(path.replace(/\.md$/, ""))).join(", ")} (${scope})`,
  )
  const line = `Empty: ${names.join("; ")}`
  const isShown = notes.length > 0 && line.length < budget
  return { lines: isShown ? [ownLine(line)] : [], whole: isShown ? [...notes] : [], hidden: [] }
}

/** The largest number of notes, from the first on, that can each be shown whole or with a useful share. */
function howManyFit(items: readonly Element[], room: number): number {
  const fits = (count: number) => {
    const shown = items.slice(0, count)
    return sharesOf(shown, room).every((share, index) => share >= leastOf(shown[index] as Element))
  }
  return mostFitting(items.length, fits)
}

/** What a note needs to be shown at all. */
function leastOf(item: Element): number {
  return Math.min(
    sizeOf(item),
    item.open.length + item.close.length + pointer(item, item.body.length).length + LEAST_TEXT + 1,
  )
}

function sharesOf(items: readonly Element[], room: number): number[] {
  return shareOut(items.map(sizeOf), room)
}

/** Including the line end after it. */
function sizeOf({ open, body, close }: Element): number {
  return open.length + body.length + close.length + 1
}

const OVERFLOW_ROOM = 64

type Element = ReturnType<typeof element>

/** `read`: how a model reads the rest. */
function element(note: NoteInfo, read: string) {
  const clean = stripHidden(note.body ?? "")
  const blank = isBlank(clean.text)
  const size = !blank && note.chars > note.limit * NEARLY_FULL ? ` chars="${note.chars}/${note.limit}"` : ""
  const place = `path="${asAttribute(note.path)}" scope="${note.scope}"${size}`
  const [end, body] = blank ? ["", `(empty) ${asData(oneLine(note.description, 160))}`] : ["\n", escapeTags(clean.text)]
  return { note, open: `<system ${place}>${end}`, body, close: `${end}</system>`, hidden: clean.hidden > 0, read }
}

function cutElement(item: Element, share: number): string {
  const { open, body, close } = item
  const kept = cutText(body, share - open.length - close.length - pointer(item, body.length).length - 1)
  return `${open}${kept}${pointer(item, body.length - kept.length)}${close}`
}

function pointer({ note, read }: Element, more: number): string {
  return `\n… ${more} more characters: ${read} ${asData(note.path)} (${note.scope})`
}
