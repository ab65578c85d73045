// Of which type and scope a text is taken to be when nobody names them.
import { classifyFact } from "../src/facts/fact-type.ts"
import { type QualityFile, qualityFiles } from "./quality-files.ts"
import type { Figure, Row } from "./table.ts"

interface Labelled {
  readonly label?: string
  readonly text: string
  readonly type?: string
  readonly scope?: string
}

const LEAST_TYPES = 0.85
const LEAST_SCOPES = 0.95
const FILES = ["types", "facts", "session-facts", "messages"]

export async function typesFigure(): Promise<Figure> {
  return {
    title: "Type and scope of what is remembered",
    about:
      "Texts with the type or the scope that a person gave them, classified by their words alone. Files named dev were looked at while the rules were written. The baseline takes everything for feedback of the project, as most of what users asked to remember was taken before.",
    rows: FILES.flatMap((name) => qualityFiles<Labelled>(name).flatMap(rowsFor)),
  }
}

function rowsFor({ name, rows }: QualityFile<Labelled>): Row[] {
  const labelled = rows.filter(({ label = "durable" }) => label === "durable")
  return [
    ...rowOf(`${name}: type`, labelled, "type", { least: LEAST_TYPES, always: "feedback" }),
    ...rowOf(`${name}: scope`, labelled, "scope", { least: LEAST_SCOPES, always: "project" }),
  ]
}

function rowOf(
  what: string,
  labelled: readonly Labelled[],
  key: "type" | "scope",
  { least, always }: { readonly least: number; readonly always: string },
): Row[] {
  const known = labelled.filter((one) => one[key] !== undefined)
  if (known.length === 0) return []
  const share = (given: (one: Labelled) => string) => {
    const right = known.filter((one) => given(one) === one[key]).length
    return { right, text: `${right} of ${known.length} (${(right / known.length).toFixed(2)})` }
  }
  const own = share(({ text }) => classifyFact(text, { projectNames: [] })[key])
  const target = { text: `at least ${least * 100} %`, met: own.right >= least * known.length }
  return [{ what, cairn: own.text, baseline: `always ${always}: ${share(() => always).text}`, target }]
}
