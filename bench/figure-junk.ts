// What becomes of what a model proposes to keep: durable facts should be kept at once, or asked back, and never refused; junk should be refused or
// asked back.
import { doubtAbout, gate } from "../src/facts/gate.ts"
import type { Candidate } from "../src/model/fact.ts"
import { cleanText } from "../src/redaction/clean-text.ts"
import { baselineKeeps } from "./baseline-gate.ts"
import { type QualityFile, qualityFiles } from "./quality-files.ts"
import type { Figure, Row } from "./table.ts"

interface Proposal {
  readonly label?: string
  readonly type: string
  readonly text: string
}

const LEAST_JUNK_STOPPED = 0.85
const LEAST_KEPT = 0.8

export async function junkFigure(): Promise<Figure> {
  return {
    title: "What a model proposes to keep",
    about:
      "Labelled proposals, each judged alone by the gate: kept at once, asked back (the model may insist with one more call), or refused. Files named dev were looked at while the rules were written; session-facts are what a good model would keep of real sessions. The baseline is WM2's gate, which only keeps or refuses.",
    rows: [
      ...qualityFiles<Proposal>("facts").flatMap(rowsFor),
      ...qualityFiles<Proposal>("session-facts").flatMap(rowsFor),
    ],
  }
}

function rowsFor({ name, rows }: QualityFile<Proposal>): Row[] {
  const durable = rows.filter(({ label = "durable" }) => label === "durable")
  const junk = rows.filter(({ label }) => label === "junk")
  const kept = countOf(durable, "kept")
  const refused = countOf(durable, "refused")
  const stopped = junk.length - countOf(junk, "kept")
  return [
    {
      what: `${name}: durable facts`,
      cairn: shares(durable),
      baseline: `WM2: ${durable.filter(baselineKeeps).length} of ${durable.length} kept`,
      target: {
        text: `kept at once at least ${LEAST_KEPT * 100} %, none refused`,
        met: kept >= LEAST_KEPT * durable.length && refused === 0,
      },
    },
    ...(junk.length > 0
      ? [
          {
            what: `${name}: junk`,
            cairn: shares(junk),
            baseline: `WM2: ${junk.length - junk.filter(baselineKeeps).length} of ${junk.length} refused`,
            target: {
              text: `refused or asked back at least ${LEAST_JUNK_STOPPED * 100} %`,
              met: stopped >= LEAST_JUNK_STOPPED * junk.length,
            },
          },
        ]
      : []),
  ]
}

type Came = "kept" | "asked back" | "refused"

function shares(proposals: readonly Proposal[]): string {
  const count = (came: Came) => `${countOf(proposals, came)} ${came}`
  return `of ${proposals.length}: ${count("kept")}, ${count("asked back")}, ${count("refused")}`
}

function countOf(proposals: readonly Proposal[], came: Came): number {
  return proposals.filter((one) => whatCameOf(one) === came).length
}

function whatCameOf({ type, text }: Proposal): Came {
  const words = cleanText(text).text
  const candidate: Candidate = { type, text: words, source: "manual", evidence: "bench", said: "assistant" }
  return gate(candidate) ? "refused" : doubtAbout(candidate) ? "asked back" : "kept"
}
