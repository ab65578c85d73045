// Which file a line of a tool's output is about. Some tools name it in the line, some in a heading above it, some in a frame below it.
import { inWorktree, type ShellPlace } from "./shell-files.ts"

/** The path ends where a position begins: `a.ts(10,3)`, `a.ts:10:3`, `a.js: 3:1`, `test_a.py::test_x`. */
const NAMED = /(?<![\w@.+~/\\-])((?:[A-Za-z]:)?[\w@.+~/\\-]*[\w-]\.([A-Za-z]\w{0,7}))(?:\(\d+,\d+\)|::\w|: ?\d)/
const PYTHON_FRAME = /^\s{0,40}(?:E\s+)?File "([^"]{1,1000})", line \d/
const ARROW = /^\s{0,40}--> ([^\s:]{1,1000}):\d+/
const JS_FRAME = /^\s{0,40}at (?:[^(]{0,300}\()?(?:file:\/\/)?([^\s():]{1,1000}):\d+:\d+\)?$/
/** ESLint's: the path alone, its errors below as `  3:1  error …`. */
const HEADING = /^(?!\s)[^\s:]{1,1000}\.[A-Za-z]\w{0,7}$/
const UNDER_HEADING = /^\s+\d+:\d+\s/
const MAX_ABOVE = 60
const MAX_BELOW = 8

/** The file that the line at `at` names, relative to the worktree if it is inside. */
export function placeAt(lines: readonly string[], at: number, place: ShellPlace = {}): string | undefined {
  const line = lines[at] as string
  const path = named(line) ?? (UNDER_HEADING.test(line) ? above(lines, at, HEADING) : around(lines, at))
  return path === undefined ? undefined : inWorktree(path, place)
}

function named(line: string): string | undefined {
  const frame = PYTHON_FRAME.exec(line)
  if (frame) return frame[1]
  const [, path, ending] = NAMED.exec(line) ?? []
  // A host and its port look the same.
  return path !== undefined && /^(?:com|org|net|io|dev|local|internal)$/.test(ending ?? "") ? undefined : path
}

function around(lines: readonly string[], at: number): string | undefined {
  for (const line of lines.slice(at + 1, at + 1 + MAX_BELOW)) {
    const path = (ARROW.exec(line) ?? JS_FRAME.exec(line))?.[1]
    if (path !== undefined && !/node_modules|^node$/.test(path)) return path
    if (line.trim() === "") break
  }
  // A traceback's last frame, its code and perhaps a mark under it are directly above the error.
  return /^\w[\w.]*(?:Error|Exception)\b/.test(lines[at] as string)
    ? above(lines.slice(0, at), at, PYTHON_FRAME, 4)
    : undefined
}

function above(lines: readonly string[], at: number, pattern: RegExp, most = MAX_ABOVE): string | undefined {
  for (let index = at - 1; index >= 0 && index >= at - most; index--) {
    const found = pattern.exec(lines[index] as string)
    if (found) return found[1] ?? found[0]
  }
  return undefined
}
