// What an edit put into files, as far as memory looks at it.
const MAX_CHARACTERS = 4096

/** The lines that patches add, without their marks. */
export function addedLines(patches: readonly string[]): string | undefined {
  const added: string[] = []
  let length = 0
  for (const patch of patches) {
    const start = patch.search(/^@@/m)
    for (const line of start < 0 ? [] : patch.slice(start).split("\n")) {
      if (!line.startsWith("+")) continue
      added.push(line.slice(1))
      length += line.length
      if (length > MAX_CHARACTERS) return beginningOf(added.join("\n"))
    }
  }
  return added.length > 0 ? added.join("\n") : undefined
}

export function beginningOf(text: string): string {
  return text.length <= MAX_CHARACTERS ? text : text.slice(0, MAX_CHARACTERS).replace(/[\ud800-\udbff]$/, "")
}
