// A prompt as lines that know where they come from, so that "what did the model see, and why?" can be answered later.
import type { LineOrigin, OriginSpan } from "../model/epoch.ts"

export interface PromptLine {
  /** May have line ends in it, as a note's body has. */
  readonly text: string
  readonly from: LineOrigin
}

const OWN: LineOrigin = { kind: "cairn" }

/** Words of Cairn's own: tags, titles, counts. */
export function ownLine(text: string): PromptLine {
  return { text, from: OWN }
}

/** What the session's journal has under this kind of event. */
export function journalLine(text: string, of: string): PromptLine {
  return { text, from: { kind: "journal", of } }
}

/** Between two tags; nothing where there is nothing to say. */
export function framed(tag: string, lines: readonly PromptLine[]): PromptLine[] {
  return lines.length === 0 ? [] : [ownLine(`<${tag}>`), ...lines, ownLine(`</${tag}>`)]
}

export function joinLines(lines: readonly PromptLine[]): string {
  return lines.map(({ text }) => text).join("\n")
}

/** With the line end after it, and none where there is nothing. */
export function sizeOfLines(lines: readonly PromptLine[]): number {
  return lines.reduce((sum, { text }) => sum + text.length + 1, 0)
}

/** In the order of the text, neighbours of one origin together. */
export function originsOf(lines: readonly PromptLine[]): OriginSpan[] {
  const spans: OriginSpan[] = []
  for (const { text, from } of lines) {
    const count = text.split("\n").length
    const last = spans.at(-1)
    if (last?.kind === from.kind && last.of === from.of)
      spans[spans.length - 1] = { ...last, lines: last.lines + count }
    else spans.push({ ...from, lines: count })
  }
  return spans
}
