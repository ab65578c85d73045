// Text that a person put between <private> and </private> stays in the message it was written in. Every doubt is decided in the person's favour: an
// unclosed tag hides the rest, a closing tag without an opening one hides everything before it, nesting is counted.

import { stripHidden } from "../text/hidden-text.ts"
import { isAscii } from "../text/text-bytes.ts"

export const PRIVATE_MARK = "[private]"

/**
 * An opening tag may have attributes or lack its ">" where the text was cut; "<private/" is a path in an #include. Full-width brackets come
 * from Chinese and Japanese keyboards, entities from a model that copied what it was shown.
 */
const TAG =
  /(?:[<＜]|&lt;)\s*(?:([/／])\s*)?private(?:\s{0,20}\/?(?:[>＞]|&gt;)|\s[^<>＜＞]{0,200}(?:[>＞]|&gt;)|(?=\s|$))/gi

export function withoutPrivateText(text: string): string {
  return hasNoTag(text) ? text : (withoutPrivateAcross([text])[0] as string)
}

/** The same for texts that follow each other, such as the parts of one message: a tag that opens in one may close in another. */
export function withoutPrivateAcross(texts: readonly string[]): readonly string[] {
  if (texts.every(hasNoTag)) return texts
  // An invisible character does not make it another tag.
  const seen = texts.map((text) => stripHidden(text))
  if (seen.some(({ text, hidden }, at) => hidden > 0 && tagsIn(text) !== tagsIn(texts[at] as string)))
    return outsideTags(seen.map(({ text }) => text))
  return texts.some((text) => /private/i.test(text)) ? outsideTags(texts) : texts
}

/** Two quick looks: every past output comes here as a whole. */
function hasNoTag(text: string): boolean {
  return isAscii(text) && !text.includes("<") && !text.includes("&")
}

/** The same for each text at any depth of a value, such as a call's arguments. A value without any is returned as it is. */
export function withoutPrivateTexts(value: unknown): unknown {
  if (typeof value === "string") return withoutPrivateText(value)
  if (value === null || typeof value !== "object" || !hasPrivateText(value)) return value
  if (Array.isArray(value)) return value.map(withoutPrivateTexts)
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [withoutPrivateText(key), withoutPrivateTexts(one)]),
  )
}

function hasPrivateText(value: unknown): boolean {
  if (typeof value === "string") return withoutPrivateText(value) !== value
  if (value === null || typeof value !== "object") return false
  return Object.entries(value).some(([key, one]) => hasPrivateText(key) || hasPrivateText(one))
}

function tagsIn(text: string): number {
  return text.match(TAG)?.length ?? 0
}

function outsideTags(texts: readonly string[]): string[] {
  let depth = 0
  const before: string[] = []
  for (const text of texts) {
    let kept = ""
    let from = 0
    for (const tag of text.matchAll(TAG)) {
      const closes = tag[1] !== undefined
      if (depth === 0 && closes) {
        before.fill("")
        kept = PRIVATE_MARK
      } else if (depth === 0) kept += text.slice(from, tag.index) + PRIVATE_MARK
      depth = closes ? Math.max(0, depth - 1) : depth + 1
      from = tag.index + tag[0].length
    }
    before.push(depth > 0 ? kept : kept + text.slice(from))
  }
  return before
}
