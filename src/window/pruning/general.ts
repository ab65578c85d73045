// Output of an unknown kind: its first and last lines, and lines unlike the rest.
import { lessWhenRepeated } from "./repeats.ts"
import type { Strategy } from "./strategy.ts"

export const general: Strategy = {
  name: "general",
  room: 1,
  names: 1,
  around: 2,
  weigh: (lines) =>
    lessWhenRepeated(
      lines,
      lines.map((line) => (line.trim() === "" ? 0.1 : 1)),
    ),
}
