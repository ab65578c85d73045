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
  // Two quick looks: every past output comes here as a whole.
  if (isAscii(text) && !text.includes("<") && !text.includes("&")) return text
  // An invisible character does not make it another tag.
  const { text: seen, hidden } = stripHidden(text)
  if (hidden > 0 && tagsIn(seen) !== tagsIn(text)) return outsideTags(seen)
  return /private/i.test(text) ? outsideTags(text) : text
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

function outsideTags(text: string): string {
  let kept = ""
  let depth = 0
  let from = 0
  for (const tag of text.matchAll(TAG)) {
    const closes = tag[1] !== undefined
    if (depth === 0 && closes) kept = PRIVATE_MARK
    else if (depth === 0) kept += text.slice(from, tag.index) + PRIVATE_MARK
    depth = closes ? Math.max(0, depth - 1) : depth + 1
    from = tag.index + tag[0].length
  }
  return depth > 0 ? kept : kept + text.slice(from)
}
