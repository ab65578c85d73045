// What the tools of both generations report about files in the same way: what an edit put into them, as far as memory reads it, and which files a
// search found. `grep` prints each file's absolute path on a separate line that ends in a colon, `glob` one path per line.
import { isAbsolute } from "node:path"
import type { FileTouch } from "../session/memory-event.ts"
import type { PathOf } from "./worktree-paths.ts"

const MAX_CHARACTERS = 4096
const MAX_HITS = 5

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

export function searchHits(tool: "grep" | "glob", output: string, pathOf: PathOf): FileTouch[] {
  const hits = new Set<string>()
  for (const line of linesOf(output)) {
    const path = tool === "glob" ? line : line.endsWith(":") ? line.slice(0, -1) : ""
    if (isAbsolute(path)) hits.add(pathOf(path))
    if (hits.size === MAX_HITS) break
  }
  return [...hits].map((path) => ({ path, action: "grep" }))
}

/** One by one: an output can be long, and its first lines are enough. */
function* linesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf("\n", start)
    yield text.slice(start, end < 0 ? text.length : end).replace(/\r$/, "")
    start = end < 0 ? text.length : end + 1
  }
}
