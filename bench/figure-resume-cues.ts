// How well a session's first message is known to go on with earlier work.
import { goesOnWithEarlierWork } from "../src/requests/resume-cues.ts"
import { type QualityFile, qualityFiles, rowsOf } from "./quality-files.ts"
import type { Figure, Row } from "./table.ts"

interface Case {
  readonly text: string
  readonly expect: boolean
}

const LEAST_PRECISION = 0.9

export async function resumeCuesFigure(): Promise<Figure> {
  const own = { name: "test/corpus/resume-cues.jsonl (dev)", rows: rowsOf<Case>("test/corpus/resume-cues.jsonl") }
  return {
    title: "A first message that goes on with earlier work",
    about:
      'Messages in ten languages that begin a session: do they go on with earlier work ("continue", "where were we?", "it still fails"), or do they only use the words ("add a Continue button", "it should still work offline")? Whoever goes on is told in one line what was left open. The words were chosen with the messages of this repository in view; any other file was not.',
    rows: [own, ...qualityFiles<Case>("resume-cues")].flatMap(rowsFor),
  }
}

function rowsFor({ name, rows }: QualityFile<Case>): Row[] {
  const taken = rows.filter(({ text }) => goesOnWithEarlierWork(text))
  const right = taken.filter((row) => row.expect).length
  const precision = right / Math.max(1, taken.length)
  return [
    {
      what: `${name}: taken to go on, and rightly`,
      cairn: `${right} of ${taken.length}`,
      target: { text: `at least ${LEAST_PRECISION * 100} %`, met: precision >= LEAST_PRECISION },
    },
    { what: `${name}: of those that go on`, cairn: `${right} of ${rows.filter((row) => row.expect).length}` },
  ]
}
