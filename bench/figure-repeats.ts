// How often a wish that is typed in two sessions is taken for one, and how often two wishes are.
import { isSameDirective } from "../src/requests/same-directive.ts"
import { userWishes } from "../test/bed/requests.ts"
import { type QualityFile, qualityFiles, rowsOf } from "./quality-files.ts"
import type { Figure, Row } from "./table.ts"

interface Pair {
  readonly first: string
  readonly second: string
  readonly same: boolean
}

const LEAST_PRECISION = 0.9

export async function repeatsFigure(): Promise<Figure> {
  const own = { name: "test/corpus/repeats.jsonl", rows: rowsOf<Pair>("test/corpus/repeats.jsonl") }
  return {
    title: "A wish that has to be said twice",
    about:
      "Pairs of messages from two sessions of one project, in ten languages: is the second the first in other words? What is taken for one becomes a fact without anybody asking for it, so precision comes first. The rules were written with the pairs of this repository in view; any other file was not.",
    rows: [own, ...qualityFiles<Pair>("repeats")].flatMap(rowsFor),
  }
}

function rowsFor({ name, rows }: QualityFile<Pair>): Row[] {
  const taken = rows.filter(isTakenForOne)
  const right = taken.filter(({ same }) => same).length
  const precision = right / Math.max(1, taken.length)
  return [
    {
      what: `${name}: taken for one, and rightly`,
      cairn: `${right} of ${taken.length}`,
      target: { text: `at least ${LEAST_PRECISION * 100} %`, met: precision >= LEAST_PRECISION },
    },
    { what: `${name}: of those that are one`, cairn: `${right} of ${rows.filter(({ same }) => same).length}` },
  ]
}

function isTakenForOne({ first, second }: Pair): boolean {
  return userWishes(first).some((one) => userWishes(second).some((other) => isSameDirective(one, other)))
}
