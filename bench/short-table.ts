// The few rows of the judgement table that the half page on top repeats, so that a figure is written in one place.
import { rowOf, tableIn } from "./read-page.ts"

export const IN_FULL = "Judgement, cost and past sessions in full"
const PLACE = "{{judgement}}"

const SHORT = [
  "requests to remember",
  "saved though nobody",
  "junk refused",
  "durable facts kept",
  "attacks retold",
  "secrets found",
  "secrets in rarer forms",
  "secrets typed in chat",
  "errors closed",
  "the right note named",
]

/** The sections of `bench/summary.md`, with the short table in its place. */
export function summarySections(summary: string): string[] {
  const table = tableIn(summary, IN_FULL)
  const rows = SHORT.map((begins) => {
    const [what = "", target = "", ...figures] = rowOf(table, begins)
    return `| ${what} | ${target} | ${figures.at(-1)} |`
  })
  const short = ["| what | target | newest closed set |", "| --- | --- | --- |", ...rows].join("\n")
  return summary
    .trimEnd()
    .replace(PLACE, short)
    .split(/\n+(?=## )/)
}
