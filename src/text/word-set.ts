// Tables of words are written as plain text, which is easiest to read and to extend.

export function wordSet(...lists: readonly string[]): ReadonlySet<string> {
  return new Set(lists.join(" ").trim().split(/\s+/))
}

export function isSameSet(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((word) => other.has(word))
}
