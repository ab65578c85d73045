// A diff: the changes matter, with their file and position; the context lines much less.
import type { Strategy } from "./strategy.ts"

const NEW_FILE_NAME = /^\+\+\+ /
const PLACE = /^(?:@@ |rename |new file|deleted file|commit [0-9a-f]{7})/
const HOUSEKEEPING = /^(?:diff --git|--- |index [0-9a-f]+\.\.|similarity index|old mode|new mode)/

export const diff: Strategy = {
  name: "diff",
  room: 0.8,
  names: 0.1,
  around: 0,
  command: /\bgit (?:diff|show|log -p|stash show)\b|^\s*diff\b/,
  line: /^(?:diff --git |@@ -\d|index [0-9a-f]{7,}\.\.)/,
  weigh: (lines) =>
    lines.map((line) => {
      if (NEW_FILE_NAME.test(line)) return 5
      if (PLACE.test(line)) return 3
      if (HOUSEKEEPING.test(line)) return 0.1
      return /^[-+]/.test(line) ? 3 : 0.2
    }),
}
