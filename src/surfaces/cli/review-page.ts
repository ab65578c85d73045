// A waiting note as the person sees it. Each row of the note's text follows a bar, so that none of it can pass for ours.
import { explainReason } from "../../operations/fact-reasons.ts"
import type { Screen } from "../../operations/operation.ts"
import type { WaitingNote } from "../../operations/waiting-notes.ts"
import { rowsOf } from "../../text/columns.ts"
import { localMinute } from "../../text/local-time.ts"
import { type DiffLine, diffLines, linesMarked } from "./line-diff.ts"
import { foldEmptyLines, visibleLine, visibleText } from "./visible-text.ts"

export interface View extends Screen {
  /** `2 of 5`. */
  readonly place: string
  readonly maxRows?: number
}

const BAR = "│ "

export function renderWaitingNote(note: WaitingNote, view: View): { text: string; isCut: boolean } {
  const paint = painter(view.hasColour)
  const lines = view.maxRows === undefined ? linesOf(note) : foldUnchanged(linesOf(note))
  const rows = lines.flatMap(({ mark, text }) =>
    rowsOf(text, view.columns - BAR.length - 2).map((row) =>
      paint(mark, `${BAR}${note.present ? `${mark} ` : ""}${row}`),
    ),
  )
  const shown = rows.slice(0, view.maxRows ?? rows.length)
  const rest = rows.length - shown.length
  const text = [...headOf(note, view), "", ...shown, ...(rest > 0 ? [`… ${rest} more rows: v shows them`] : [])]
  return { text: text.join("\n"), isCut: rest > 0 }
}

function headOf(note: WaitingNote, { place, columns, hasColour }: View): string[] {
  const { scope, path, type, replaces, merges, wordsFrom } = note
  const lines = [
    ["note", `${path} (type ${type}, ${scope === "global" ? "for all projects" : "for this project"})`],
    ["from", originOf(note)],
    ...(wordsFrom === undefined ? [] : [["read", wordsFrom]]),
    ["why", whyOf(note)],
    ...(merges === undefined ? [] : [["with", `${merges.join(", ")}, which would go to the archive`]]),
    ...(replaces === undefined ? [] : [["for", `${replaces}, ${becomes(note)}`]]),
  ] as const
  const rows = lines.flatMap(([label, value]) =>
    rowsOf(visibleLine(value), columns - LABEL).map((row, at) => `${(at === 0 ? label : "").padEnd(LABEL)}${row}`),
  )
  return [hasColour ? `\u001b[1m${place}\u001b[22m` : place, ...rows]
}

const LABEL = 6

function originOf({ source = "", since, evidence = "" }: WaitingNote): string {
  const time = since && localMinute(since)
  const parts = evidence.startsWith(IMPORTED)
    ? [`imported from ${evidence.slice(IMPORTED.length)}`, time]
    : [ORIGINS[source] ?? source, time, evidence]
  return parts.filter(Boolean).join(", ") || "not known"
}

const IMPORTED = "import:"

function whyOf({ reason, source }: WaitingNote): string {
  if (reason === undefined) return "not on record"
  return source === "import" && reason === "from_tool"
    ? "others can write to the file that it was in"
    : explainReason(reason, "person")
}

/** How a fact came in, by its source. */
const ORIGINS: Readonly<Record<string, string>> = {
  explicit: "asked for by you",
  manual: "saved by the agent",
  import: "imported",
  compaction: "proposed by a compaction's summary",
  extraction: "proposed by a background call",
}

const DEEDS = { delete: "which would be deleted:", demote: "which would be made cold, as it is:" }

function becomes({ present, isOutdated, proposes }: WaitingNote): string {
  if (present && proposes) return `${isOutdated ? "which was changed since this was proposed, " : ""}${DEEDS[proposes]}`
  if (!present) return isOutdated ? "which is gone since this was proposed" : "which is not there"
  return isOutdated
    ? "which was changed since this was proposed; it would lose that change and then read:"
    : "which would then read:"
}

/** A new note as it is; a proposal as a diff. */
function linesOf({ description, body, present, proposes }: WaitingNote): DiffLine[] {
  const text = (parts: { description: string; body: string }) =>
    foldEmptyLines(visibleText([parts.description, parts.body].filter((part) => part.trim() !== "").join("\n\n")))
  if (present && proposes) return linesMarked(proposes === "delete" ? "-" : " ", text(present).split("\n"))
  const said = text({ description, body })
  return present ? diffLines(text(present), said) : linesMarked(" ", said.split("\n"))
}

const CONTEXT = 3

/** Unchanged lines were read when they were approved. */
function foldUnchanged(lines: readonly DiffLine[]): DiffLine[] {
  if (lines.every(({ mark }) => mark === " ")) return [...lines]
  const isNear = (at: number) =>
    lines.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some(({ mark }) => mark !== " ")
  const folded: DiffLine[] = []
  let hidden = 0
  for (const [at, line] of lines.entries()) {
    if (!isNear(at)) {
      hidden++
      continue
    }
    if (hidden > 0) folded.push({ mark: " ", text: `… ${hidden} lines as before …` })
    hidden = 0
    folded.push(line)
  }
  return hidden > 0 ? [...folded, { mark: " ", text: `… ${hidden} lines as before …` }] : folded
}

function painter(hasColour: boolean): (mark: DiffLine["mark"], row: string) => string {
  const colours = { "+": 32, "-": 31, " ": undefined }
  return (mark, row) => (hasColour && colours[mark] ? `\u001b[${colours[mark]}m${row}\u001b[39m` : row)
}
