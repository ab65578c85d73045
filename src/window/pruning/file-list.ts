// File names, one per line: `ls`, `find`, glob, `git status`. Which folders exist and what was changed matters more than the tenth file of a
// folder; build products and images matter least.
import type { Strategy } from "./strategy.ts"

const ENTRY = /^(?:[ MADRCU?!]{2} |[-dlbcps][-rwxsStT]{9}[.+@]? .* )?[\w@.~+/[\](){},=-]+[/*@|=:]?$/
const CHANGED = /^(?:[MADRCU]{1,2}|[MADRCU ][MD]) {1,2}/
const FOLDER_HEAD = /^\S.*:$|\/$/
const MADE =
  /\.(?:png|jpe?g|gif|svg|ico|woff2?|ttf|eot|map|lock|snap|pyc|mo|po|o|class|min\.\w+)$|\b(?:node_modules|__pycache__|dist|\.git)\//

export const fileList: Strategy = {
  name: "file-list",
  isListing: true,
  room: 1,
  names: 1,
  around: 0,
  command: /^\s*(?:ls|find|fd|tree|rg --files|git (?:status|ls-files)|glob|list)\b/,
  line: ENTRY,
  weigh(lines) {
    const inFolder = new Map<string, number>()
    let head = ""
    return lines.map((line) => {
      if (line.trim() === "") return 0.1
      if (FOLDER_HEAD.test(line)) head = line
      if (FOLDER_HEAD.test(line) || CHANGED.test(line)) return 2
      const folder = head + line.slice(0, line.lastIndexOf("/") + 1)
      const before = inFolder.get(folder) ?? 0
      inFolder.set(folder, before + 1)
      return MADE.test(line) ? 0.05 : 1 / (1 + before / 5)
    })
  },
}
