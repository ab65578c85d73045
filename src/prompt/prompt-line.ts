// A prompt as lines that know where they come from, so that "what did the model see, and why?" can be answered later.
import type { LineOrigin, OriginSpan } from "../model/epoch.ts"

export interface PromptLine {
  /** May contain line ends, as a note's body does. */
  readonly text: string
  readonly from: LineOrigin
}

const OWN: LineOrigin = { kind: "cairn" }

/** Cairn's own words: tags, titles, counts. */
export function ownLine(text: string): PromptLine {
  return { text, from: OWN }
}

/** From this kind of event in the session's journal. */
export function journalLine(text: string, of: string): PromptLine {
  return { text, from: { kind: "journal", of } }
}

/** Wrapped in tags; nothing if there is nothing to say. */
export function framed(tag: string, lines: readonly PromptLine[]): PromptLine[] {
  return lines.length === 0 ? [] : [ownLine(`<${tag}>`), ...lines, ownLine(`</${tag}>`)]
}

export function joinLines(lines: readonly PromptLine[]): string {
  return lines.map(({ text }) => text).join("\n")
}

/** Including a line end after each; 0 if there are none. */
export function sizeOfLines(lines: readonly PromptLine[]): number {
  return lines.reduce((sum, { text }) => sum + text.length + 1, 0)
}

/** In text order; adjacent lines of the same origin are joined. */
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
