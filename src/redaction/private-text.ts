// What a person put between <private> and </private> stays in the message it was written in. Every doubt is decided for the person: an
// unclosed tag hides the rest, a closing tag without an opening one hides what stands before it, nesting is counted.

export const PRIVATE_MARK = "[private]"

/**
 * An opening tag may have attributes or lack its ">" where the text was cut; "<private/" is a path in an #include. Full-width brackets come
 * from Chinese and Japanese keyboards.
 */
const TAG = /[<＜][ \t]{0,4}([/／]?)[ \t]{0,4}private(?:[ \t]{0,4}\/?[>＞]|\s[^<>＜＞]{0,200}[>＞]|(?=\s|$))/gi

export function withoutPrivateText(text: string): string {
  if (!/private/i.test(text)) return text
  let kept = ""
  let depth = 0
  let from = 0
  for (const tag of text.matchAll(TAG)) {
    const closes = tag[1] !== ""
    if (depth === 0 && closes) kept = PRIVATE_MARK
    else if (depth === 0) kept += text.slice(from, tag.index) + PRIVATE_MARK
    depth = closes ? Math.max(0, depth - 1) : depth + 1
    from = tag.index + tag[0].length
  }
  return depth > 0 ? kept : kept + text.slice(from)
}
