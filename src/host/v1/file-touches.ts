// Which files a tool of OpenCode 1 touched, and what it put into them: from what the tool reports, otherwise from its arguments.
import type { ToolEnded } from "../../flows/contract.ts"
import { listAt, textAt } from "../../model/fields.ts"
import type { FileTouch } from "../../session/memory-event.ts"
import { addedLines, beginningOf, searchHits } from "../touched-files.ts"
import type { PathOf } from "../worktree-paths.ts"

type Touches = Pick<ToolEnded, "files" | "added">

const PATCHED = new Map<string | undefined, FileTouch["action"]>([
  ["add", "write"],
  ["update", "edit"],
  ["delete", "delete"],
  ["move", "move"],
])

export function fileTouches(tool: string, args: unknown, result: unknown, pathOf: PathOf): Touches {
  const one = (action: FileTouch["action"], path: string | undefined): FileTouch[] =>
    path ? [{ path: pathOf(path), action }] : []
  const named = textAt(args, "filePath")
  switch (tool) {
    case "read":
      if (textAt(result, "metadata", "display", "type") === "directory") return { files: [] }
      return { files: one("read", textAt(result, "metadata", "display", "path") ?? named) }
    case "edit":
      return {
        files: one("edit", textAt(result, "metadata", "filediff", "file") ?? named),
        added: addedLines([textAt(result, "metadata", "diff") ?? ""]),
      }
    case "write":
      return {
        files: one("write", textAt(result, "metadata", "filepath") ?? named),
        added: beginningOf(textAt(args, "content") ?? ""),
      }
    case "apply_patch":
      return patched(listAt(result, "metadata", "files") ?? [], pathOf)
    case "grep":
    case "glob":
      return { files: searchHits(tool, textAt(result, "output") ?? "", pathOf) }
    default:
      return { files: [] }
  }
}

function patched(entries: readonly unknown[], pathOf: PathOf): Touches {
  const files = entries.flatMap((entry): FileTouch[] => {
    const [path, to] = [textAt(entry, "filePath"), textAt(entry, "movePath")]
    const action = PATCHED.get(textAt(entry, "type"))
    if (!path || !action) return []
    return [{ path: pathOf(path), action, ...(action === "move" && to && { to: pathOf(to) }) }]
  })
  return { files, added: addedLines(entries.map((entry) => textAt(entry, "patch") ?? "")) }
}
