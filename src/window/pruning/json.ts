// Long JSON mostly repeats the same keys. The first occurrence of each key and the outer levels show its structure; the rest is values.
import type { Strategy } from "./strategy.ts"

const KEY = /^(\s*)"([^"\\]{1,80})"\s*:/
const BRACKETS = /^\s*[[\]{}]+,?$/

export const json: Strategy = {
  name: "json",
  room: 1,
  names: 0.4,
  around: 1,
  command: /\bjq\b|--json\b/,
  line: /^\s*(?:"[^"\\]{1,80}"\s*:|[\]}],?$)/,
  weigh(lines) {
    const seen = new Map<string, number>()
    return lines.map((line) => {
      if (BRACKETS.test(line)) return 0.1
      const [, indent = "", key = ""] = KEY.exec(line) ?? []
      const before = seen.get(key) ?? 0
      seen.set(key, before + 1)
      return 3 / (1 + before) / (1 + indent.length / 4) + 0.2
    })
  },
}
