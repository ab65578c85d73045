// Whether ordinary checks are known for what they are, and whether an error closes when its check passes in another form.
import {
  afterBoth,
  checkCorpus,
  closingCorpus,
  endsAs,
  type LabelledCheck,
  type LabelledClosing,
} from "../test/bed/check-corpus.ts"
import { qualityFiles } from "./quality-files.ts"
import type { Figure, Row } from "./table.ts"

/** 5 of 48. */
const MOST_RUNTIME = 5 / 48
const LEAST_RIGHT = 0.9

export async function checksFigure(): Promise<Figure> {
  const checks = [
    { name: "test/corpus/checks.jsonl (dev)", rows: checkCorpus() },
    ...qualityFiles<LabelledCheck>("checks"),
  ]
  const closings = [
    { name: "test/corpus/closings.jsonl (dev)", rows: closingCorpus() },
    ...qualityFiles<LabelledClosing>("closings"),
  ]
  return {
    title: "Checks and their errors",
    about:
      "Runs of checks with their outputs, labelled by hand. The dev rows were written with the rules; another set counts more. A check whose name and output nobody knows ends as `runtime`. A closing is a run that failed and one that passed: the error must be gone where the second includes the first, and still be open where it does not.",
    rows: [...checks.flatMap(checkRows), ...closings.flatMap(closingRows)],
  }
}

function checkRows({ name, rows }: { name: string; rows: readonly LabelledCheck[] }): Row[] {
  const ordinary = rows.filter(({ category }) => category !== "runtime")
  const lost = ordinary.filter((row) => (endsAs(row) ?? "runtime") === "runtime").length
  const right = rows.filter((row) => (endsAs(row) ?? "runtime") === row.category).length
  return [
    {
      what: `${name}: checks that end as runtime`,
      cairn: `${lost} of ${ordinary.length}`,
      target: { text: "at most 5 of 48", met: lost <= ordinary.length * MOST_RUNTIME },
    },
    {
      what: `${name}: of the right category`,
      cairn: `${right} of ${rows.length}`,
      target: rightOf(right, rows.length),
    },
  ]
}

function closingRows({ name, rows }: { name: string; rows: readonly LabelledClosing[] }): Row[] {
  return [true, false].map((closes) => {
    const labelled = rows.filter((row) => row.closes === closes)
    const right = labelled.filter((row) => afterBoth(row) === (closes ? "closed" : "open")).length
    return {
      what: `${name}: ${closes ? "closed where the check passed" : "open where it did not"}`,
      cairn: `${right} of ${labelled.length}`,
      target: rightOf(right, labelled.length),
    }
  })
}

function rightOf(right: number, all: number) {
  return { text: `at least ${LEAST_RIGHT * 100} %`, met: right >= all * LEAST_RIGHT }
}
