// A note as text: an optional frontmatter between two `---` lines, then the body. Splitting loses nothing: whatever is not edited keeps its
// bytes, and a note that is not understood is still readable but never rewritten.
import { CairnError } from "./errors.ts"
import {
  editHead,
  emptyHead,
  type HeadChanges,
  type HeadValues,
  MAX_HEAD_CHARS,
  type NoteHead,
  parseHead,
} from "./note-head.ts"

export interface NoteFile {
  readonly head: NoteHead
  readonly values: HeadValues
  /** Without the blank line after the frontmatter and the line end that closes the file. */
  readonly body: string
  /** Why the note is treated as read-only although nobody marked it so. */
  readonly problem?: string
  readonly parts: NoteParts
}

/** The file cut into pieces; joined they are the file again. */
export interface NoteParts {
  readonly bom: string
  /** Opening fence line, YAML, closing fence line; empty without frontmatter. */
  readonly open: string
  readonly yaml: string
  readonly close: string
  readonly gap: string
  readonly body: string
  readonly end: string
  readonly eol: "\n" | "\r\n"
}

export function parseNote(text: string): NoteFile {
  const { parts, problem } = splitNote(text)
  if (problem) return notUnderstood(parts, problem)
  const parsed = parseHead(parts.yaml)
  if (!parsed.ok) return notUnderstood(parts, `the frontmatter is not understood: ${parsed.problem}`)
  return { head: parsed.head, values: parsed.values, body: parts.body, parts }
}

/** Damage must not release a note: one that still looks quarantined stays so. */
function notUnderstood(parts: NoteParts, problem: string): NoteFile {
  const isHeldBack = HELD_BACK.test(parts.yaml || parts.body.slice(0, MAX_HEAD_CHARS))
  const head: NoteHead = isHeldBack ? { ...emptyHead, trust: "quarantined" } : emptyHead
  return { head, values: new Map(), body: parts.body, problem, parts }
}

const HELD_BACK = /^[ \t]*["']?trust["']?[ \t]*:[ \t]*["']?(?!trusted\b)\w/im

export function newNote(body: string, changes: HeadChanges): string {
  return changeNote(parseNote(""), changes, body)
}

/** The file's text with some frontmatter keys and, if given, the body changed. */
export function changeNote(note: NoteFile, changes: HeadChanges, body?: string): string {
  if (note.problem)
    throw new CairnError("note_not_understood", note.problem, "fix the file by hand; it can still be read", {
      needsPerson: true,
    })
  const { parts } = note
  const yaml = editHead(parts.yaml, changes, parts.eol)
  const fenced = parts.open !== "" || yaml !== ""
  const text = body === undefined ? parts.body : tidyBody(body, parts.eol)
  return joinNote({
    ...parts,
    open: parts.open || (fenced ? `---${parts.eol}` : ""),
    yaml,
    close: parts.close || (fenced ? `---${parts.eol}` : ""),
    gap: parts.gap || (fenced && text !== "" && !parts.open ? parts.eol : parts.gap),
    body: text,
    end: parts.end || (text === "" ? "" : parts.eol),
  })
}

export function joinNote(parts: NoteParts): string {
  return parts.bom + parts.open + parts.yaml + parts.close + parts.gap + parts.body + parts.end
}

export function splitNote(text: string): { parts: NoteParts; problem?: string } {
  const bom = text.startsWith("\ufeff") ? "\ufeff" : ""
  const rest = text.slice(bom.length)
  const eol = /^[^\n]*\r\n/.test(rest) ? "\r\n" : "\n"
  const plain = { bom, open: "", yaml: "", close: "", gap: "", eol } as const
  const opening = /^---[ \t]*\r?\n/.exec(rest)
  if (!opening) return { parts: { ...plain, ...splitEnd(rest) } }
  const open = opening[0]
  const closing = /^---[ \t]*(\r?\n|$)/m.exec(rest.slice(open.length, open.length + MAX_HEAD_CHARS + 8))
  if (!closing) {
    const problem = `the frontmatter is not closed by a --- line within ${MAX_HEAD_CHARS} characters`
    return { parts: { ...plain, ...splitEnd(rest) }, problem }
  }
  const yaml = rest.slice(open.length, open.length + closing.index)
  const after = rest.slice(open.length + closing.index + closing[0].length)
  const gap = /^\r?\n/.exec(after)?.[0] ?? ""
  return { parts: { bom, open, yaml, close: closing[0], gap, eol, ...splitEnd(after.slice(gap.length)) } }
}

/** Written by hand: a pattern that looks for line ends before the end takes quadratic time on a file of line ends. */
function splitEnd(text: string): { body: string; end: string } {
  let length = text.length
  while (length > 0 && (text[length - 1] === "\n" || text[length - 1] === "\r")) length--
  return { body: text.slice(0, length), end: text.slice(length) }
}

function tidyBody(body: string, eol: string): string {
  const text = body
    .toWellFormed()
    .replace(/^(\r?\n)+/, "")
    .trimEnd()
  return eol === "\r\n" ? text.replace(/\r?\n/g, "\r\n") : text
}
