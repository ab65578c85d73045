// A tool's answer as a list of contents: texts, images, files.
import { textAt } from "../model/fields.ts"

/** Replaces all its texts with one other text, and adds more at the end; contents that are not text stay where they are. */
export function withText(
  content: readonly unknown[],
  text: string | undefined,
  append: string | undefined,
): readonly unknown[] {
  const end = append === undefined ? [] : [{ type: "text", text: append }]
  if (text === undefined) return [...content, ...end]
  const first = content.findIndex(isText)
  const shown = { type: "text", text }
  if (first < 0) return [shown, ...content, ...end]
  return [...content.flatMap((part, i) => (i === first ? [shown] : isText(part) ? [] : [part])), ...end]
}

export function textsIn(content: readonly unknown[]): string[] {
  return content.filter(isText).map((part) => textAt(part, "text") ?? "")
}

function isText(part: unknown): boolean {
  return textAt(part, "type") === "text"
}
