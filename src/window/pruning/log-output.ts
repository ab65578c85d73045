// Logs and stack traces. Most lines repeat each other; people read them for unusual lines, warnings, and frames in the project's own code.
import { isLibraryCode } from "./foreign.ts"
import { lessWhenRepeated } from "./repeats.ts"
import type { Strategy } from "./strategy.ts"

const STAMP =
  /^\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|^\[?\d\d:\d\d:\d\d|^(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) +\d+ \d\d:/
const WARNING = /\bwarn(?:ing)?\b/i
const QUIET = /\b(?:debug|trace)\b/i
const FRAME = /^\s+(?:at \S|File ")/

export const log: Strategy = {
  name: "log",
  room: 1,
  names: 0.4,
  around: 1,
  command: /\b(?:journalctl|docker(?: compose)? logs|kubectl logs|dmesg)\b/,
  line: new RegExp(`${STAMP.source}|${FRAME.source}`),
  weigh(lines) {
    const worth = lines.map((line) => {
      if (FRAME.test(line)) return isLibraryCode(line) ? 0.1 : 2
      if (WARNING.test(line)) return 3
      return QUIET.test(line) || line.trim() === "" ? 0.1 : 0.8
    })
    return lessWhenRepeated(lines, worth)
  },
}
