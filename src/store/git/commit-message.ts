// The subject of a commit of changed notes.

const MAX_NAMES = 5
const MAX_NAME_LENGTH = 60

/** `memory: update a, b, c, d, e, and 3 more`. A moved note has two paths and one name. */
export function updateMessage(paths: readonly string[]): string {
  const notes = paths.filter((path) => !isGenerated(path))
  const named = notes.length > 0 ? notes : paths
  const names = [...new Set([...named].sort().map(shownName))]
  const more = names.length - MAX_NAMES
  const shown = names.slice(0, MAX_NAMES).join(", ")
  return `memory: update ${shown}${more > 0 ? `, and ${more} more` : ""}`
}

/** The generated index changes with every note and says nothing about which. */
function isGenerated(path: string): boolean {
  const name = baseName(path)
  return name.startsWith(".") || name === "MEMORY.md" || name === "_CONFLICTS.md"
}

function shownName(path: string): string {
  const name = baseName(path).replace(/\.md$/, "")
  const oneLine = name.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim()
  return oneLine.length > MAX_NAME_LENGTH ? `${oneLine.slice(0, MAX_NAME_LENGTH)}…` : oneLine
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1)
}
