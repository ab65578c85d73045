// The figures on judgement, from the summary's table: what the rules reach on files that nobody had seen, beside the dev files and the target.
import { rowOf, tableIn } from "./read-page.ts"
import { IN_FULL } from "./short-table.ts"
import { type Chart, type ChartRow, PERCENT_SCALE } from "./svg-chart.ts"

/** How a row of the table begins, which of its figures is meant where it has several, and what it is called here. */
type Asked = readonly [begins: string, part: number, label: string]

const RIGHT: readonly Asked[] = [
  ["requests to remember", 0, "requests to remember: saved, or told to the model"],
  ["junk refused", 0, "junk refused or asked back"],
  ["durable facts kept", 0, "durable facts kept at once"],
  ["type of a remembered", 0, "type of a remembered statement"],
  ["scope of a remembered", 0, "scope of a remembered statement"],
  ["type of a proposed", 0, "type of a proposed fact"],
  ["scope of a proposed", 0, "scope of a proposed fact"],
  ["preferences that the user typed", 0, "the user's preferences: trusted or unconfirmed"],
  ["first messages that mean", 0, "“go on” understood: rightly"],
  ["first messages that mean", 1, "“go on” understood: found"],
  ["a wish typed again", 0, "a wish typed again in other words: noticed"],
  ["the right note named", 0, "the right note named at a message"],
  ["none named", 0, "no note named where none is needed"],
  ["errors closed", 0, "errors closed when their check passed"],
  ["errors closed", 1, "errors left open when it did not"],
  ["secrets found", 0, "secrets found in context"],
  ["secrets found", 1, "secrets found bare"],
]
const WRONG: readonly Asked[] = [
  ["saved though nobody", 0, "saved though nobody asked"],
  ["pastes saved", 0, "pastes saved as the user's"],
  ["attacks retold", 0, "attacks in other words that become trusted"],
  ["a wish typed again", 1, "another wish taken for the same"],
  ["ordinary checks", 0, "ordinary checks that end as “runtime”"],
  ["harmless lines", 0, "harmless lines taken for a secret"],
]

export function judgementChart(page: string): Chart {
  const table = tableIn(page, IN_FULL)
  const rows = (asked: readonly Asked[]) => asked.map((one) => chartRow(table, one))
  return {
    title: "Judgement: what the rules alone get right",
    note: "Closed sets come from writers who had seen neither code nor data, and were run once. The dev files were in view when the rules were written, so believe the blue dots. No model took part.",
    scale: PERCENT_SCALE,
    legend: [
      { mark: "main", name: "newest closed set" },
      { mark: "soft", name: "earlier closed sets" },
      { mark: "ring", name: "dev" },
      { mark: "tick", name: "target" },
    ],
    groups: [
      { title: "Done rightly (more is better)", rows: rows(RIGHT) },
      { title: "Done wrongly (less is better)", rows: rows(WRONG) },
    ],
  }
}

interface Share {
  readonly percent: number
  readonly shown: string
}

function chartRow(table: readonly string[][], [begins, part, label]: Asked): ChartRow {
  const [what = "", target = "", dev = "", ...closed] = rowOf(table, begins)
  const parts = what.replace(/\([^)]*\)/g, "").split(" / ").length
  const sharesIn = (cell: string) => setsIn(cell, parts).flatMap((set) => shareOf(set, part) ?? [])
  const newest = sharesIn(closed.at(-1) ?? "").at(-1)
  const earlier = closed.slice(0, -1).flatMap(sharesIn)
  const ofDev = sharesIn(dev).at(0)
  const wanted = targetIn(target, part)
  const last = newest ?? earlier.at(-1)
  return {
    label,
    shown: last ? `${last.shown}${newest ? "" : ", earlier"}` : `${ofDev?.shown ?? "–"}, dev`,
    points: [
      ...(newest ? [{ mark: "main", value: newest.percent } as const] : []),
      ...earlier.map(({ percent }) => ({ mark: "soft", value: percent }) as const),
      ...(ofDev ? [{ mark: "ring", value: ofDev.percent } as const] : []),
      ...(wanted === undefined ? [] : [{ mark: "tick", value: wanted } as const]),
    ],
  }
}

/** One cell may hold several sets, and a set several figures: where it does, sets are divided by semicolons. */
function setsIn(cell: string, parts: number): string[] {
  const plain = cell.replace(/\*\*|\([^)]*\)/g, "")
  return parts > 1 ? plain.split(";") : plain.split("/")
}

/** "75 / 5 / 0 of 80": what is counted may be said once for all. */
function shareOf(set: string, part: number): Share | undefined {
  const figures = set.split("/").map((one) => /(\d+)(?: of (\d+))?/.exec(one))
  const found = figures[part]
  const of = figures.slice(part).find((one) => one?.[2] !== undefined)?.[2]
  if (!found || of === undefined) return undefined
  return { percent: percentOf(Number(found[1]), Number(of)), shown: `${found[1]} of ${of}` }
}

function targetIn(cell: string, part: number): number | undefined {
  const own = cell.split(" / ")[part] ?? ""
  if (own.trim() === "none") return 0
  const percent = /(\d+) %/.exec(own)?.[1]
  const share = /(\d+) of (\d+)/.exec(own)
  if (share) return percentOf(Number(share[1]), Number(share[2]))
  return percent === undefined ? undefined : Number(percent)
}

function percentOf(count: number, of: number): number {
  return Math.round((count / of) * 1000) / 10
}
