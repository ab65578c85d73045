// Hot notes in the prompt: each whole if it fits its share of the budget, else cut at a paragraph with a pointer to the rest.
import { isBlank, type NoteInfo } from "../model/note.ts"
import { cutText, oneLine, shareOut } from "./budget.ts"
import { asAttribute, asData, escapeTags } from "./escape.ts"
import { stripHidden } from "./hidden-text.ts"

export interface RenderedHot {
  readonly text: string
  /** Notes the model sees word for word. */
  readonly whole: readonly NoteInfo[]
  /** Notes in which characters were left out because nobody can see them. */
  readonly hidden: readonly NoteInfo[]
}

/** Below this a cut note tells too little to be worth its tags. */
const LEAST_SHARE = 160

export function renderHot(notes: readonly NoteInfo[], budget: number): RenderedHot {
  const elements = notes.map(element)
  const shares = shareOut(
    elements.map(({ open, body, close }) => open.length + body.length + close.length + 1),
    budget - OVERFLOW_ROOM,
  )
  const lines: string[] = []
  const whole: NoteInfo[] = []
  let left = 0
  elements.forEach((item, index) => {
    const full = `${item.open}${item.body}${item.close}`
    const share = shares[index] as number
    if (full.length < share + 1) {
      lines.push(full)
      whole.push(item.note)
    } else if (share >= LEAST_SHARE) lines.push(cutElement(item, share))
    else left++
  })
  if (left > 0) lines.push(`… ${left} more hot notes not shown: memory_tree lists them`.slice(0, Math.max(0, budget)))
  return { text: lines.join("\n"), whole, hidden: elements.filter((item) => item.hidden).map((item) => item.note) }
}

const OVERFLOW_ROOM = 64

interface Element {
  readonly note: NoteInfo
  readonly open: string
  readonly body: string
  readonly close: string
  readonly hidden: boolean
}

function element(note: NoteInfo): Element {
  const clean = stripHidden(note.body ?? "")
  const blank = isBlank(clean.text)
  const chars = blank ? 0 : note.chars
  const place = `path="${asAttribute(note.path)}" chars="${chars}" limit="${note.limit}" scope="${note.scope}"`
  if (blank) {
    const body = `(empty) ${oneLine(asData(note.description), 160)}`
    return { note, open: `<system ${place}>`, body, close: "</system>", hidden: clean.hidden > 0 }
  }
  return {
    note,
    open: `<system ${place}>\n`,
    body: escapeTags(clean.text),
    close: "\n</system>",
    hidden: clean.hidden > 0,
  }
}

function cutElement({ note, open, body, close }: Element, share: number): string {
  const pointer = (more: number) => `\n… ${more} more characters: memory_read ${note.path} (${note.scope})`
  const kept = cutText(body, share - open.length - close.length - pointer(body.length).length - 1)
  return `${open}${kept}${pointer(body.length - kept.length)}${close}`
}
