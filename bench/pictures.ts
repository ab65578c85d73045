// The pictures of docs/benchmarks.md. Each is made of the page's own tables, so that it can be drawn again when one figure was measured alone;
// its numbers lie beside it as JSON.
import { mkdirSync, writeFileSync } from "node:fs"
import { judgementChart } from "./judgement-picture.ts"
import { numberIn, rowOf, tableIn } from "./read-page.ts"
import { type Chart, type ChartRow, drawChart, type Mark, PERCENT_SCALE } from "./svg-chart.ts"

export const PICTURES: Readonly<Record<string, (page: string) => Chart>> = {
  judgement: judgementChart,
  "hook-times": hookTimes,
  "input-cost": inputCost,
  block: blockTokens,
  compaction: compactionKeeps,
  "past-search": pastSearch,
}

export const PICTURES_FOLDER = "docs/figures"

export function drawPictures(page: string): string[] {
  mkdirSync(PICTURES_FOLDER, { recursive: true })
  return Object.entries(PICTURES).map(([name, chartOf]) => {
    const chart = chartOf(page)
    writeFileSync(`${PICTURES_FOLDER}/${name}.json`, dataText(chart))
    writeFileSync(`${PICTURES_FOLDER}/${name}.svg`, drawChart(chart))
    return name
  })
}

export function dataText(chart: Chart): string {
  return `${JSON.stringify(chart, null, 2)}\n`
}

function point(mark: Mark, value: number): ChartRow["points"][number] {
  return { mark, value }
}

const MEDIAN = /p50 ([\d.,]+) ms/

function hookTimes(page: string): Chart {
  const table = tableIn(page, "The prefix hook, unchanged notes")
  const row = (notes: string, what: string, label: string): ChartRow => {
    const [, cairn, naive] = rowOf(table, `${what}, ${notes} notes`)
    const [ours, theirs] = [numberIn(cairn, MEDIAN), numberIn(naive, MEDIAN)]
    return {
      label,
      shown: `${shortMs(ours)}, naive ${shortMs(theirs)}`,
      points: [point("main", ours), point("cross", theirs)],
    }
  }
  const group = (notes: string) => ({
    title: `${notes} notes`,
    rows: [
      row(notes, "prefix hook", "prompt hook, each request"),
      row(notes, "whole turn", "all that a turn waits for"),
    ],
  })
  return {
    title: "What OpenCode waits for Cairn",
    note: "Median in milliseconds, on a scale where each step is ten times the one before. Naive: reads and parses every note before every turn.",
    scale: {
      kind: "log",
      from: 0.01,
      to: 1000,
      ticks: [0.01, 0.1, 1, 10, 100, 1000].map((at) => ({ at, text: `${at.toLocaleString("en-US")} ms` })),
    },
    legend: [
      { mark: "main", name: "Cairn" },
      { mark: "cross", name: "naive, same run" },
    ],
    groups: ["1,000", "10,000"].map(group),
  }
}

function shortMs(ms: number): string {
  return `${ms < 1 ? ms.toFixed(2) : ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`
}

const FIRST = /^([\d.]+)/

function inputCost(page: string): Chart {
  const window = tableIn(page, "The long window")
  const costs = tableIn(page, "What Cairn costs and saves")
  const people = window
    .filter(([what = ""]) => what.endsWith("cost of all input, real pauses"))
    .map(([what = "", cairn, baseline]): ChartRow => {
      const [name = "", sessions = ""] = what.split(": ")
      const whole = window.find(([other = ""]) => other.startsWith(`${name}: all of Cairn together, nothing saved yet`))
      const all = whole && numberIn(whole[1], FIRST)
      const alone = numberIn(cairn, FIRST)
      return {
        label: `${name.replace(/\.dev$/, "")} (${sessions.split(",")[0]})`,
        shown: all === undefined ? `${alone.toFixed(2)}, outputs alone` : all.toFixed(2),
        points: [
          point("ring", alone),
          point("cross", numberIn(baseline, /OpenCode's own pruning: ([\d.]+)/)),
          ...(all === undefined ? [] : [point("main", all)]),
        ],
      }
    })
  const recorded = [
    ["codex", "long outputs"],
    ["mini-swe", "short outputs"],
  ].map(([name = "", kind = ""]): ChartRow => {
    const all = numberIn(rowOf(costs, `${name}, steady: all of Cairn`)[1], FIRST)
    const pruning = numberIn(rowOf(costs, `${name}, steady: pruning alone`)[1], FIRST)
    return { label: `${name}, ${kind}`, shown: all.toFixed(2), points: [point("main", all), point("ring", pruning)] }
  })
  return {
    title: "What all input of a session costs, as a multiple of no plugin",
    note: "Recorded sessions played again, priced by Claude's rules for a cache of 5 minutes (a simulator, no bill). Left of the dashed line Cairn saves money, right of it, it costs more. All of these are dev data.",
    scale: {
      kind: "linear",
      from: 0.5,
      to: 1.3,
      line: 1,
      ticks: [0.6, 0.8, 1, 1.2].map((at) => ({ at, text: `× ${at.toFixed(1)}` })),
    },
    legend: [
      { mark: "main", name: "all of Cairn" },
      { mark: "ring", name: "only what leaves or shortens outputs" },
      { mark: "cross", name: "OpenCode's own pruning" },
    ],
    groups: [
      { title: "People at work, nothing saved yet", rows: people },
      { title: "Agents alone, ten hot notes shown whole", rows: recorded },
    ],
  }
}

function blockTokens(page: string): Chart {
  const rows = tableIn(page, "The block and its facts")
    .filter(([what = ""]) => what.endsWith(" facts"))
    .map(([what = "", cairn]): ChartRow => {
      const tokens = numberIn(cairn, /^([\d,]+) tokens/)
      const price = (numberIn(cairn, /input × [\d.]+ to ([\d.]+)/) - 1) * 100
      const shown = `${tokens.toLocaleString("en-US")}, +${price.toFixed(1)} % of input`
      return { label: what, shown, points: [point("bar", tokens)] }
    })
  return {
    title: "Tokens of the memory block, by what is remembered",
    note: "In a project without other notes. The block has a fixed budget, so it stops growing; the provider caches it, so a session's whole input costs little more.",
    scale: {
      kind: "linear",
      from: 0,
      to: 3000,
      ticks: [0, 1000, 2000, 3000].map((at) => ({ at, text: at.toLocaleString("en-US") })),
    },
    legend: [{ mark: "bar", name: "tokens in each request" }],
    groups: [{ rows }],
  }
}

const ESSENTIALS = ["files", "failing commands", "directives", "todos"]

function compactionKeeps(page: string): Chart {
  const table = tableIn(page, "What a compaction leaves")
  const mean = (cell: string | undefined) =>
    Math.round(
      (ESSENTIALS.reduce((sum, name) => sum + numberIn(cell, new RegExp(`${name} ([\\d.]+) %`)), 0) /
        ESSENTIALS.length) *
        10,
    ) / 10
  const group = (model: string) => ({
    title: `The summary's writer ${model}`,
    rows: [1, 2, 5].map((times): ChartRow => {
      const [, cairn, alone] = rowOf(table, `a model that ${model}, ${times}x`)
      const [ours, theirs] = [mean(cairn), mean(alone)]
      return {
        label: `after ${times === 1 ? "one compaction" : `${times} compactions`}`,
        shown: `${ours.toFixed(0)} %, alone ${theirs.toFixed(0)} %`,
        points: [point("main", ours), point("cross", theirs)],
      }
    }),
  })
  return {
    title: "What is left after compactions",
    note: "Changed files, failing commands, the user's directives and open todos that the prompt still has, over 20 recorded sessions (mean of the four). The summaries are written by a script.",
    scale: PERCENT_SCALE,
    legend: [
      { mark: "main", name: "with Cairn" },
      { mark: "cross", name: "OpenCode alone" },
    ],
    groups: ["keeps half", "keeps one in ten"].map(group),
  }
}

const NDCG = /nDCG@10 ([\d.]+)/

function pastSearch(page: string): Chart {
  const table = tableIn(page, "Search in past sessions: quality").filter(([, cairn = ""]) => NDCG.test(cairn))
  const rows = table.map(([what = "", cairn, baseline = ""]): ChartRow => {
    const [ours, bm25] = [numberIn(cairn, NDCG), numberIn(baseline, /BM25: nDCG@10 ([\d.]+)/)]
    const fts = /FTS5[^:]*: nDCG@10 [\d.]+/.exec(baseline)?.[0]
    return {
      label: what
        .replace(/\.(?:dev\.)?jsonl?(?= )/, "")
        .replace(/ finds the session that (?:worked on it|it began)/, ": its session")
        .replace("what somebody typed first", "a first message")
        .replace("anything that somebody typed finds its session", "any message: its session"),
      shown: `${ours.toFixed(2)}, BM25 ${bm25.toFixed(2)}`,
      points: [point("main", ours), ...(fts ? [point("ring", numberIn(fts, NDCG))] : []), point("cross", bm25)],
    }
  })
  return {
    title: "Finding past sessions by their words",
    note: "nDCG@10: 1 if what was asked for is first. Cairn's search against plain SQLite full-text search and plain BM25 on the same texts; dev data. The numbers in brackets count the questions.",
    scale: {
      kind: "linear",
      from: 0.2,
      to: 1,
      ticks: [0.2, 0.4, 0.6, 0.8, 1].map((at) => ({ at, text: at.toFixed(1) })),
    },
    legend: [
      { mark: "main", name: "Cairn" },
      { mark: "ring", name: "FTS5" },
      { mark: "cross", name: "BM25" },
    ],
    groups: [{ rows }],
  }
}
