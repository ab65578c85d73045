// How much of what an agent uses in its next 20 steps is in its prompt after a compaction: with the model's summary alone, with what Cairn puts back
// beside it, and with the summary that Cairn makes without a model.

import { randomFrom } from "../test/bed/seeded-random.ts"
import { baseOf, type CutPoint, cutPoints, type Needs, numbersIn } from "./continued-sessions.ts"
import { count, spreadOf } from "./spread.ts"
import type { Figure, Row } from "./table.ts"

const KINDS = ["files", "names", "numbers"] as const
type Shares = Readonly<Record<(typeof KINDS)[number], number | undefined>>
const TITLE = "What the work goes on with"
const MODEL_TARGET = { files: 0.85, names: 0.6, numbers: 0.5 }
const INSTANT_TARGET = { files: 0.8, names: 0.45, numbers: 0.4 }
const RESAMPLED = 1000

export async function continuationFigure(): Promise<Figure> {
  const points = await cutPoints()
  if (points.length === 0)
    return { title: TITLE, about: "Not measured: the recordings are not here (CAIRN_BENCH_DATA says where).", rows: [] }
  const real = points.filter(({ modelSummary }) => modelSummary !== undefined)
  const files = [...new Set(points.map(({ file }) => file))]
  return {
    title: TITLE,
    about: `Of the files, identifiers and numbers (three digits or more) that an agent had met before a cut and used in its next 20 calls, the share that is in the text it has after it; the mean over the cuts, with 95 % of resampled sessions. ${real.length} compactions that really happened, whose summaries a model wrote (those of the trails are on record only to 6,000 characters), and ${points.length - real.length} cuts every 60 calls (every 20 in the short sessions of nice and swe, which no rule of a compaction was written with), in ${files.join(", ")}. The host's own copy of the last messages is not counted.`,
    rows: [
      modelRow(real),
      {
        what: "the same, repair alone",
        cairn: shown(real, ({ modelSummary, block }) => `${modelSummary}\n${repairIn(block)}`),
      },
      instantRow("without a model, the same cuts", real),
      instantRow("without a model, all cuts", points),
      ...files.map((file) =>
        instantRow(
          `without a model, ${file}`,
          points.filter((one) => one.file === file),
        ),
      ),
      sizeRow(real, points),
    ],
  }
}

function modelRow(real: readonly CutPoint[]): Row {
  const text = ({ modelSummary, block }: CutPoint) => `${modelSummary}\n${block}`
  return {
    what: "a model's summary, and Cairn's block",
    cairn: shown(real, text),
    baseline: `the summary alone: ${shown(real, ({ modelSummary }) => modelSummary ?? "")}`,
    target: target(MODEL_TARGET, real, text),
  }
}

function instantRow(what: string, points: readonly CutPoint[]): Row {
  const text = ({ instant }: CutPoint) => instant
  return { what, cairn: `${shown(points, text)} (${points.length} cuts)`, target: target(INSTANT_TARGET, points, text) }
}

function sizeRow(real: readonly CutPoint[], points: readonly CutPoint[]): Row {
  const sizes = (texts: readonly string[]) => count(spreadOf(texts.map(({ length }) => length)).p50)
  return {
    what: "characters, median",
    cairn: `repair ${sizes(real.map(({ block }) => repairIn(block)))}, instant summary ${sizes(points.map(({ instant }) => instant))}`,
    baseline: `the model's summary: ${sizes(real.map(({ modelSummary }) => modelSummary ?? ""))}`,
  }
}

function repairIn(block = ""): string {
  return /<repair>[\s\S]*<\/repair>/.exec(block)?.[0] ?? ""
}

type TextOf = (point: CutPoint) => string

function target(least: Record<keyof Shares, number>, points: readonly CutPoint[], text: TextOf) {
  const got = means(points.map((point) => sharesOf(point.needs, text(point))))
  return {
    text: KINDS.map((kind) => `${kind} ${percent(least[kind])}`).join(", "),
    met: KINDS.every((kind) => (got[kind] ?? 1) >= least[kind]),
  }
}

function shown(points: readonly CutPoint[], text: TextOf): string {
  const bySession = [...Map.groupBy(points, ({ session }) => session).values()]
  const measured = bySession.map((own) => own.map((point) => sharesOf(point.needs, text(point))))
  const random = randomFrom(1)
  const resampled = Array.from({ length: RESAMPLED }, () =>
    means(measured.flatMap(() => measured[Math.floor(random() * measured.length)] ?? [])),
  )
  const all = means(measured.flat())
  return KINDS.map((kind) => {
    if (all[kind] === undefined) return `no ${kind} needed`
    const sorted = resampled.map((one) => one[kind] ?? 0).sort((a, b) => a - b)
    const [low, high] = [sorted[Math.floor(RESAMPLED * 0.025)], sorted[Math.floor(RESAMPLED * 0.975)]]
    return `${kind} ${percent(all[kind] ?? 0)} (${percent(low ?? 0)} to ${percent(high ?? 0)})`
  }).join(", ")
}

function sharesOf({ files, names, numbers }: Needs, text: string): Shares {
  const words = new Set(text.match(/[\w$]+/g))
  const there = numbersIn(text)
  return {
    files: shareOf(files, (path) => text.includes(baseOf(path))),
    names: shareOf(names, (name) => words.has(name)),
    numbers: shareOf(numbers, (number) => there.has(number)),
  }
}

/** Undefined where nothing was needed. */
function shareOf(needed: readonly string[], isThere: (one: string) => boolean): number | undefined {
  return needed.length === 0 ? undefined : needed.filter(isThere).length / needed.length
}

function means(shares: readonly Shares[]): Shares {
  const mean = (kind: keyof Shares) => {
    const known = shares.flatMap((one) => one[kind] ?? [])
    return known.length === 0 ? undefined : known.reduce((sum, one) => sum + one, 0) / known.length
  }
  return { files: mean("files"), names: mean("names"), numbers: mean("numbers") }
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`
}
