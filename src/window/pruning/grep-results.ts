// Search results with file and line number. The first matches in each file show where to look; the rest repeat it.
import type { Strategy } from "./strategy.ts"

const MATCH = /^([\w@.~+/-]+)[:-]\d+[:-]|^(\d+):/

export const grepResults: Strategy = {
  name: "grep",
  room: 0.8,
  names: 1,
  around: 0,
  command: /^\s*(?:[\w/]*\/)?(?:rg|grep|egrep|ag|ack|git grep)\b/,
  line: MATCH,
  weigh(lines) {
    const inFile = new Map<string, number>()
    return lines.map((line) => {
      const [, file = ""] = MATCH.exec(line) ?? []
      const before = inFile.get(file) ?? 0
      inFile.set(file, before + 1)
      return before < 3 ? 1 : 0.5
    })
  },
}
