// A text that is mostly paths.

const MOST_PATHS = 2

export function isPathHeavy(text: string): boolean {
  const all = text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word))
  const paths = all.filter(isPath).length
  return paths > MOST_PATHS || paths > all.length / 2
}

/** Several folders deep, with an extension, or from a root; "read/write" and URLs are not paths. */
function isPath(word: string): boolean {
  if (word.includes("://") || !word.includes("/")) return false
  const bare = word.replace(/^[^\w.~/@]+|[^\w/]+$/g, "")
  return /^(?:[~.]{0,2}\/)[\w.-]+|^[\w@.-]+(?:\/[\w@.-]+)+\/[\w@.-]+$|^[\w@.-]+\/[\w@./-]*\.[a-z\d]{1,8}(?::\d+)?$/i.test(
    bare,
  )
}
