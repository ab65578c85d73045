// The files a search has found. Both generations print them for the model in the same shape: `grep` each file's absolute path on a line of
// its own that ends in a colon, `glob` one path a line.
import { isAbsolute } from "node:path"
import type { FileTouch } from "../session/memory-event.ts"
import type { PathOf } from "./worktree-paths.ts"

const MAX_HITS = 5

export function searchHits(tool: "grep" | "glob", output: string, pathOf: PathOf): FileTouch[] {
  const hits = new Set<string>()
  for (const line of linesOf(output)) {
    const path = tool === "glob" ? line : line.endsWith(":") ? line.slice(0, -1) : ""
    if (isAbsolute(path)) hits.add(pathOf(path))
    if (hits.size === MAX_HITS) break
  }
  return [...hits].map((path) => ({ path, action: "grep" }))
}

/** One by one: an output can be long and its first lines are enough. */
function* linesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf("\n", start)
    yield text.slice(start, end < 0 ? text.length : end).replace(/\r$/, "")
    start = end < 0 ? text.length : end + 1
  }
}
