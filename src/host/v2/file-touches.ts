// Which files a tool of OpenCode 2 touched, and what it put into them: from its typed result. `edit` and `patch` list their files in one shape, in
// which a moved file is only visible as a patch headed by another name.
import type { ToolEnded } from "../../flows/contract.ts"
import { listAt, textAt } from "../../model/fields.ts"
import type { FileTouch } from "../../session/memory-event.ts"
import { addedLines, beginningOf, searchHits } from "../touched-files.ts"
import type { PathOf } from "../worktree-paths.ts"

type Touches = Pick<ToolEnded, "files" | "added">

const CHANGED = new Map<string | undefined, FileTouch["action"]>([
  ["added", "write"],
  ["modified", "edit"],
  ["deleted", "delete"],
])

/** `tool` is the host's own name for it, `output` what the model is shown. */
export function fileTouches(tool: string, event: unknown, output: string, pathOf: PathOf): Touches {
  const named = textAt(event, "input", "path")
  switch (tool) {
    case "read": {
      const isList = textAt(event, "result", "output", "type") === "list-page"
      return { files: named && !isList ? [{ path: pathOf(named), action: "read" }] : [] }
    }
    case "write": {
      const path = textAt(event, "result", "output", "target") ?? named
      return {
        files: path ? [{ path: pathOf(path), action: "write" }] : [],
        added: beginningOf(textAt(event, "input", "content") ?? ""),
      }
    }
    case "edit":
    case "patch":
      return changed(listAt(event, "result", "output", "files") ?? [], pathOf)
    case "grep":
    case "glob":
      return { files: searchHits(tool, output, pathOf) }
    default:
      return { files: [] }
  }
}

function changed(entries: readonly unknown[], pathOf: PathOf): Touches {
  const patches = entries.map((entry) => textAt(entry, "patch") ?? "")
  const files = entries.flatMap((entry, i): FileTouch[] => {
    const [file, action] = [textAt(entry, "file"), CHANGED.get(textAt(entry, "status"))]
    if (!file || !action) return []
    const path = pathOf(file)
    const before = /^Index: (.+)$/m.exec(patches[i] as string)?.[1]?.trim()
    const from = before === undefined ? path : pathOf(before)
    return [from === path ? { path, action } : { path: from, action: "move", to: path }]
  })
  return { files, added: addedLines(patches) }
}
