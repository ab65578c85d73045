// A directory tree drawn with lines: the upper levels show the structure, the leaves are details.
import type { Strategy } from "./strategy.ts"

const BRANCH = /^([│|\s]*)(?:├|└|\|--|`--|\+--)/

export const tree: Strategy = {
  name: "tree",
  isListing: true,
  room: 1,
  names: 1,
  around: 0,
  line: BRANCH,
  weigh: (lines) =>
    lines.map((line) => {
      const depth = (BRANCH.exec(line)?.[1]?.length ?? 0) / 4
      return 2 / (1 + depth)
    }),
}
