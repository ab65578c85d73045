// Tables of words are written as plain text, which is easiest to read and to extend.

export function wordSet(...lists: readonly string[]): ReadonlySet<string> {
  return new Set(lists.join(" ").trim().split(/\s+/))
}
