// A tool's answer as a list of contents: texts, images, files.
import { textAt } from "../model/fields.ts"

/** With another text in place of all of its texts, and more at the end; what is no text stays where it is. */
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
